"""What cannot be done is refused with its rule and something to look at."""

import pytest
from games.orders.orders_table import STAY, feature, run, stand, table, tank

from hexless.games.orders import orders, turn
from hexless.games.orders.attack import find_target
from hexless.games.orders.command import why_no_kind
from hexless.games.orders.moves import mount
from hexless.kernel import Game, IllegalAnswer
from hexless.kernel.sources import Playing

BOSS = stand("boss", "blue", 5, 5, cp=5)


class Asked(BaseException):
    def __init__(self, question):
        self.question = question


class First(Playing):
    """Stops at the first question."""

    def fresh(self, g, request):
        raise Asked(request.question)


def question(procedure, state, *args):
    with pytest.raises(Asked) as asked:
        procedure(Game(state, First()), *args)
    return asked.value.question


def test_why_a_base_cannot_be_ordered():
    s = table(
        BOSS,
        stand("done", "blue", 8, 5, command=0, activation=True),
        stand("had", "blue", 8, 8, command=0),
        stand("gone", "blue", 8, 9, alive=False),
        stand("foe", "red", 30, 5, cp=2),
        stand("rider", "blue", 1, 1, aboard=6),
        tank("truck", "blue", 12, 5, transport=1),
        tank("tired", "blue", 16, 5, sp=1),
        phase="orders", leader=0, cp=1, ordered=((2, "activation"),),
    )  # fmt: skip
    ask = question(turn.step, s)
    assert (ask.prompt, ask.by, ask.options) == ("order", 0, (0, 7, None))
    refused = {unit: ask.check(unit) for unit in (1, 2, 3, 4, 5, 6)}
    assert {unit: (r.says, r.rule) for unit, r in refused.items()} == {
        1: ("done has an activation counter", "or.play.one-order"),
        2: ("had has had its order", "or.play.one-order"),
        3: ("gone is destroyed", "or.attack.remove-infantry"),
        4: ("foe is not a base of blue", "or.turn.order-cost"),
        5: (
            "that costs 2 command points (an order 1, outside the command 1); boss has 1 left",
            "or.turn.outside-command",
        ),
        6: (
            "that costs 2 command points (an order 1, outside the command 1); boss has 1 left",
            "or.turn.outside-command",
        ),
    }
    assert all(r.witness for r in refused.values())
    assert ask.check(99).rule == "or.turn.order-cost"


def test_why_a_leader_cannot_be_chosen():
    s = table(
        BOSS, stand("a", "blue", 8, 5), stand("c", "blue", 9, 9, cp=3, vulnerable=True), stand("r", "red", 30, 5),
        stand("d", "blue", 9, 20, cp=3),
    )  # fmt: skip
    ask = question(turn.step, s)
    assert ask.options == (0, 4)
    assert [(ask.check(unit).says, ask.check(unit).rule) for unit in (1, 2)] == [
        ("a is no leader", "or.play.command-points"),
        ("c has a vulnerable counter", "or.play.one-order"),
    ]


def test_why_an_order_is_not_open():
    s = table(
        BOSS, stand("jump", "blue", 8, 5, mobility="jump", sp=1, command=0), stand("t", "red", 8, 20),
        phase="orders", leader=0, cp=1, smoked=True,
    )  # fmt: skip
    barred = {kind: why_no_kind(s, 1, kind) for kind in ("double", "smoke", "mount", "dismount", "bombard", "attack")}
    assert {kind: bar.rule for kind, bar in barred.items()} == {
        "double": "or.order.double-not-jump",
        "smoke": "or.order.smoke-limit",
        "mount": "or.order.mount",
        "dismount": "or.order.dismount",
        "bombard": "or.turn.suppressed-cost",
        "attack": "or.turn.suppressed-cost",
    }
    assert "costs 2 command points (an order 1, suppression points 1)" in barred["attack"].says
    ask = question(turn.ask_kind, s.with_(cp=2), 1)  # with one point, R&R alone is left, and nobody is asked
    assert (ask.by, ask.options) == (1, ("attack", "move", "rest"))
    assert ask.check("double") == barred["double"]


def test_why_an_enemy_is_not_the_target():
    wall = feature("wall", 2, 12, 8, 13, "blocking")
    s = table(
        stand("a", "blue", 10, 10),
        stand("near", "red", 10, 16),
        stand("twin", "red", 16, 10),
        stand("far", "red", 10, 24),
        stand("next", "red", 12, 17),
        tank("tank", "red", 12, 12),
        stand("hidden", "red", 5, 15),
        features=(wall,),
    )
    ask = question(find_target, s, 0, "AP")
    assert (ask.options, ask.by) == ((1, 2), 0)
    refused = {unit: ask.check(unit) for unit in (0, 3, 4, 5, 6)}
    assert {unit: (r.says, r.rule) for unit, r in refused.items()} == {
        0: ("a is no enemy on the table", "or.attack.nearest-target"),
        3: ("far is 13 away; AP reaches 12", "or.attack.range"),
        4: ("next is not the nearest: 6.28 away", "or.attack.nearest-target"),
        5: ("AP is for infantry, and tank is none", "or.attack.nearest-target"),
        6: ("wall is in the way", "or.play.line-of-sight"),
    }
    assert all(r.witness for r in refused.values())


def test_why_a_base_cannot_support_or_bombard_or_mount():
    s = table(
        BOSS, stand("a", "blue", 8, 5, command=0), stand("b", "blue", 8, 8, command=0, sp=2),
        stand("c", "blue", 8, 11, command=0), stand("gun", "blue", 20, 5, command=0, bombard=2),
        stand("gun", "blue", 25, 5, command=0, bombard=2), phase="orders", leader=0, cp=2,
    )  # fmt: skip
    ask = question(orders.choose_support, s, 1)
    assert (ask.by, ask.check(2).rule) == (1, "or.turn.suppressed-cost")
    ask = question(orders._batteries, s, 1)
    assert (ask.options, ask.check(3).rule, ask.check(3).says) == (
        (4, 5), "or.bombard.bases", "c has no Bombard value",
    )  # fmt: skip
    rides = table(
        stand("a", "blue", 8, 5), tank("full", "blue", 10, 5, transport=1), stand("in", "blue", 1, 1, aboard=1),
        tank("far", "blue", 30, 5, transport=1), tank("free", "blue", 8, 8, transport=1),
        tank("void", "blue", 6, 8, transport=1),
    )  # fmt: skip
    ask = question(mount, rides, 0)
    assert (ask.options, ask.by) == ((4, 5), 0)
    assert [ask.check(unit).rule for unit in (1, 2, 3)] == [
        "or.play.transport-capacity", "or.order.mount", "or.order.mount",
    ]  # fmt: skip


def test_the_template_is_refused_with_the_line_that_is_blocked():
    wall = feature("wall", 5, 14, 15, 15, "blocking")
    gun = stand("gun", "blue", 10, 10, bombard=2)
    with pytest.raises(IllegalAnswer) as refused:
        run(orders.bombard, table(gun, features=(wall,)), 0, answers=(STAY, {"x": 10000, "y": 20000}))
    refusal = refused.value.refusal
    assert (refusal.rule, refusal.witness["blocks"][0]["what"]) == ("or.bombard.template", "piece")

"""What an order costs and gives is said before it is paid, and nobody pays for an attack that finds no target."""

import pytest
from games.orders.orders_table import feature, stand, table

from hexless.bots import GreedyBot
from hexless.games.orders import ruleset
from hexless.games.orders.command import after_a_move, label
from hexless.kernel import Decision, Position, Stream
from hexless.ruleset.maps import Objective

BOSS = stand("boss", "blue", 2, 2, cp=6, AP=0, AM=0)
CHIEF = stand("chief", "red", 46, 34, cp=4, AP=0, AM=0)
HIGH = feature("hall", 14, 0, 15, 30, "blocking", "impassable", height=9)  # longer than anybody walks


def led(*units, **more):
    """The boss gives orders."""
    return table(BOSS, *units, CHIEF, **{"phase": "orders", "leader": 0, "cp": 6, **more})


def test_an_attack_says_before_it_is_paid_whether_it_has_a_target():
    """or.attack.range, or.attack.line-of-sight: the fault that command points went into "has no target" """
    seen = led(stand("a", "blue", 10, 10, command=0), stand("t", "red", 19, 10))
    hidden = led(stand("a", "blue", 10, 10, command=0), stand("t", "red", 19, 10), features=(HIGH,))
    far = led(stand("a", "blue", 10, 10, command=0), stand("t", "red", 27, 10))
    assert label(seen, 1, "attack") == "Attack: 1 CP, at t"
    assert label(hidden, 1, "attack") == "Attack: 1 CP, no target found within its move"
    assert label(far, 1, "attack") == "Attack: 1 CP, has to move for a target"
    assert (after_a_move(hidden, 1), after_a_move(far, 1)) == (False, True)


def test_a_price_is_that_of_the_leader_who_pays():
    """or.turn.outside-command, or.turn.suppressed-cost, or.order.rest-cost"""
    s = led(stand("a", "blue", 10, 10, command=0, sp=1), stand("b", "blue", 12, 10), stand("t", "red", 28, 30))
    assert label(s, 1, "move") == "Move: 2 CP, up to 5 in"
    assert label(s, 1, "rest") == "R&R: 1 CP, a suppression point less"
    assert label(s, 2, "double") == "At the Double: 2 CP, up to 10 in"
    assert label(s.with_(leader=None, phase="singles"), 2, "move") == "Move: up to 5 in"
    assert list(Position(ruleset, s).request.question.labels) == ["boss: 1 CP", "a: 2 CP", "b: 2 CP", "done"]


@pytest.mark.parametrize(("wall", "attacks"), [((), True), ((HIGH,), False)])
def test_a_bot_pays_for_no_attack_without_a_target(wall, attacks):
    """An attack that finds nobody only makes the base vulnerable: it goes to the mill by a plain order instead."""
    goal = Objective("mill", 6000, 20000, 1)
    units = stand("a", "blue", 10, 10, command=0, points=20), stand("t", "red", 19, 10, points=20)
    position = Position(ruleset, led(*units, features=wall, objectives=(goal,))).play(1)
    made = [(each.request, each.answer) for each in position.moment.answered]
    state = position.moment.state
    decision = Decision(ruleset, position.request, state, position.state, made, position.played)
    assert "attack" in position.request.question.options
    assert (GreedyBot(ruleset, Stream("no target", "blue")).answer(decision) == "attack") == attacks


@pytest.mark.parametrize(
    ("hall", "target"), [((15, 0, 21, 16), (23, 21)), ((18, 0, 21, 17), (23, 20)), ((16, 5, 20, 9), (26, 6))]
)
def test_a_target_that_shows_from_few_places_is_found(hall, target):
    """or.attack.line-of-sight: round the corner of a hall, where no move that is proposed ends."""
    hidden = feature("hall", *hall, "blocking", height=9)
    s = led(stand("a", "blue", 10, 10, command=0), stand("t", "red", *target), features=(hidden,))
    assert label(s, 1, "attack") == "Attack: 1 CP, has to move for a target"

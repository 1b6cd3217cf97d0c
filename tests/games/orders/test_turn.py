"""The turn sequence, scenarios, forces, cards and what is hidden."""

import msgspec
import pytest
from games.orders.orders_table import STAY, feature, run, stand, table, tank

from hexless.games.orders import cards, ruleset, turn
from hexless.games.orders.force import cost, force_faults
from hexless.games.orders.scenario import scenario_faults
from hexless.games.orders.scene import scene
from hexless.games.orders.secrets import guess, view
from hexless.games.orders.worth import score
from hexless.kernel import IllegalAnswer, Stream
from hexless.ruleset import shipped
from hexless.ruleset.maps import Objective

BOSS, CHIEF = stand("boss", "blue", 5, 5, cp=5), stand("chief", "red", 30, 30, cp=4)


def test_initiative_is_a_die_each_and_ties_roll_again():
    """or.turn.initiative, or.turn.first-player"""
    s = table(BOSS, CHIEF, phase="initiative")
    g = run(turn.initiative, s, answers=((3,), (3,), (2,), (5,), "blue"))
    assert (g.state.first, g.state.phase) == ("blue", "leaders")
    three = table(BOSS, CHIEF, stand("x", "green", 9, 9), sides=("blue", "red", "green"), phase="initiative")
    g = run(turn.initiative, three, answers=((6,), (1,), (6,), (2,), (4,), "red"))  # only the tied roll again
    assert g.state.first == "red"


def test_destroyed_leaders_help_the_initiative():
    """or.turn.leader-kills"""
    s = table(BOSS, CHIEF, phase="initiative", leader_kills=(0, 1))
    g = run(turn.initiative, s, answers=((4,), (4,), "red"))
    assert g.state.first == "red"
    level = table(BOSS, CHIEF, phase="initiative", leader_kills=(1, 1))
    run(turn.initiative, level, answers=((4,), (4,), (5,), (4,), "blue"))


def test_leaders_alternate_until_none_is_left():
    """or.turn.select-leader, or.turn.leaders-alternate"""
    s = table(BOSS, CHIEF)
    g = run(turn.step, s)  # it has but one
    assert (g.state.leader, g.state.cp, g.state.phase) == (0, 5, "orders")
    g = run(turn.step, g.state, answers=(None,))
    assert (g.state.phase, g.state.next, g.state[0].activation) == ("leaders", "red", True)
    done = g.state.change(1, vulnerable=True)
    assert run(turn.step, done).state.phase == "singles"
    shy = table(BOSS, CHIEF, rulings={"may_pass_leader": True})
    g = run(turn.step, shy, answers=(None,))
    assert (g.state.passed, g.state.next, g.state[0].acted) == (("blue",), "red", False)
    g = run(turn.step, g.state, answers=(None,))
    g = run(turn.step, g.state)  # both have passed: their leaders act alone, like any base
    assert (g.state.phase, g.state.next, g.state.passed) == ("singles", "blue", ())


def test_command_points_are_those_of_the_profile_and_the_rest_is_lost():
    """or.play.command-points, or.turn.place-counters"""
    s = table(BOSS, stand("a", "blue", 9, 9, command=0), CHIEF, phase="orders", leader=0, cp=5)
    g = run(turn.step, s, answers=(1, "double", STAY))
    assert (g.state.cp, g.state[1].acted) == (4, False)  # counters come when the set is done
    g = run(turn.step, g.state, answers=(None,))
    assert (g.state.cp, g.state[1].vulnerable, g.state[0].activation) == (0, True, True)


def test_single_orders_come_after_the_leaders():
    """or.turn.single-order, or.turn.singles-alternate"""
    s = table(BOSS.with_(activation=True), stand("a", "blue", 9, 9), CHIEF.with_(activation=True), phase="singles")
    g = run(turn.step, s, answers=("move", STAY))
    assert g.state[1].activation
    assert run(turn.step, g.state).state.phase == "end"
    tired = table(*s.change(1, sp=1).units, phase="singles", rulings={"solo_suppressed": "rr_only"})
    run(turn.step, tired, answers=(STAY,))  # one base, and R&R is all it may do


def test_carried_bases_need_no_order():
    """or.turn.singles-alternate"""
    s = table(
        tank("truck", "blue", 9, 5, transport=1, activation=True), stand("r", "blue", 1, 1, aboard=0), phase="singles"
    )
    assert run(turn.step, s).state.phase == "end"
    strict = table(*s.units, phase="singles", rulings={"mounted_need_order": True})
    g = run(turn.step, strict, answers=("dismount", {"x": 9000, "y": 6001}, STAY))
    assert g.state[1].activation


def test_the_turn_ends_with_counters_and_smoke_gone():
    """or.turn.clear-counters, or.turn.next-turn"""
    s = table(BOSS.with_(vulnerable=True, sp=1), CHIEF, phase="end", smoke=((1, 1),))
    g = run(turn.step, s)
    assert (g.state[0].acted, g.state[0].sp, g.state.smoke, g.state.turn, g.state.phase) == (
        False,
        1,
        (),
        2,
        "initiative",
    )


def test_victory_by_objectives_and_by_leaders():
    """or.play.victory"""
    goal = Objective("mill", 5000, 8000, 1)
    s = table(BOSS, CHIEF, phase="end", turn=6, objectives=(goal,))
    assert run(turn.step, s).state.over.winner == "blue"
    contested = s.change(1, base=CHIEF.base.at(5000, 10000))
    assert run(turn.step, contested).state.over.winner == "red"  # its edge is nearer: 1.5 against 2.5 inches
    hold = table(
        BOSS.with_(base=BOSS.base.at(40000, 5000)), CHIEF, phase="end", turn=6, objectives=(goal,), goal="hold"
    )
    assert run(turn.step, hold).state.over.winner == "blue"


# ---- cards and hidden hands


def test_cards_are_rows_and_only_their_owner_sees_them():
    """or.attack.special, or.bombard.special"""
    s = table(BOSS, CHIEF, hands=(("Focused Fire", "Scatter!"), ("Dig In",)))
    row = cards.play_card
    g = run(row, s, "blue", "attack", answers=("Focused Fire",))
    assert g.state.hands == (("Scatter!",), ("Dig In",))
    assert run(row, s, "red", "attack", answers=(None,)).state == s  # it has none that fits, and nobody may know
    assert run(row, s.with_(hands=(("Dig In",), ())), "red", "attack").state.hands[1] == ()  # who has none is not asked
    with pytest.raises(IllegalAnswer):
        run(row, s, "red", "attack", answers=("Focused Fire",))
    seen = view(s, "blue")
    assert seen.hands == (("Focused Fire", "Scatter!"), ("?",))
    assert view(s, None).hands == (("?", "?"), ("?",))
    for n in range(20):
        again = guess(seen, "blue", Stream(n, "guess"))
        assert view(again, "blue") == seen
        assert "?" not in again.hands[1]


# ---- files


@pytest.mark.parametrize("name", ["harrow-brigade", "talon-group"])
def test_shipped_forces_are_sound(name):
    force = shipped.force(ruleset, name)
    assert force_faults(force) == []
    assert len(force.types) >= 10
    assert cost(force) > force.points * 9 // 10


def test_a_bad_force_lists_every_fault():
    force = shipped.force(ruleset, "talon-group")
    bad = msgspec.structs.replace(
        force,
        points=100,
        types=(msgspec.structs.replace(force.types[0], SR=9, vehicle=False), *force.types[1:], force.types[1]),
        bases=(*force.bases, msgspec.structs.replace(force.bases[0], type="Ghost", command="Nobody")),
    )
    places = [fault.place for fault in force_faults(bad)]
    assert places == [
        "$.types[0].SR",
        "$.types[0].mobility",
        "$.types[1].name",
        "$.types[10].name",
        "$.bases[0].name",
        "$.bases[11].type",
        "$.bases[11].name",
        "$.bases[11].command",
        "$.bases",
    ]


@pytest.mark.parametrize("name", ["encounter", "hold-the-town", "leaders"])
def test_shipped_scenarios_are_sound(name):
    scenario = shipped.scenario(ruleset, name)
    assert scenario_faults(scenario) == []
    assert len(scenario.zones) == len(scenario.forces)


def test_a_bad_scenario_lists_every_fault():
    scenario = shipped.scenario(ruleset, "encounter")
    lava = msgspec.structs.replace(scenario.terrain[0], traits=("lava",))
    bad = msgspec.structs.replace(scenario, forces=("a", "b", "c"), objectives=(), terrain=(lava,))
    assert [fault.place for fault in scenario_faults(bad)] == ["$.terrain[0].traits", "$.forces", "$.objectives"]


def test_every_law_can_be_broken():
    """A law that no state breaks is no law."""
    ride = tank("truck", "blue", 20, 5, transport=1)
    pit = feature("pit", 0, 30, 4, 36, "impassable")
    s = table(BOSS, CHIEF, ride, stand("r", "blue", 40, 30, aboard=2), features=(pit,))
    doctored = {
        "suppression points are from 0 to 2": s.change(0, sp=3),
        "the destroyed carry no counters": s.change(0, alive=False, sp=1),
        "the destroyed ride in nothing": s.change(3, alive=False),
        "passengers are infantry in a living transport of their own side": s.change(3, aboard=1),
        "no transport carries more than it can": s.change(0, aboard=2),
        "nobody stands where it may not": s.change(0, base=BOSS.base.at(2000, 33000)),
        "whoever is on the table is wholly on it": s.change(0, base=BOSS.base.at(100, 5000)),
        "nobody acts twice in a set of orders": s.with_(ordered=((0, "activation"), (0, "activation"))),
        "when a turn ends, all bases that need one have a counter": s.with_(phase="end"),
        "no order waits for its counter when the orders are done": s.with_(ordered=((0, "activation"),)),
        "nobody acts before it is placed": s.change(0, placed=False, activation=True),
        "no two bases overlap": s.change(0, base=BOSS.base.at(30500, 30000)),
        "command points are never negative": s.with_(cp=-1),
        "command points belong to a leader": s.with_(cp=2),
        "whoever issues orders is a leader": s.with_(leader=2),
        "smoke is gone when a turn begins": s.with_(phase="initiative", smoke=((1, 1),)),
        "counters are gone when a turn begins": s.with_(phase="initiative").change(0, activation=True),
        "the turn stays within the mission": s.with_(turn=9),
        "whose turn it is, is a player": s.with_(next="green"),
        "leaders destroyed are counted for every player": s.with_(leader_kills=(0,)),
        "no more leaders are counted than were lost": s.with_(leader_kills=(1, 0)),
        "the winner is a player or nobody": s.with_(over=turn.Outcome("green", "")),
    }
    assert all(law.broken(s) is None for law in ruleset.laws)
    broken = {name: [law.name for law in ruleset.laws if law.broken(state)] for name, state in doctored.items()}
    assert all(name in found for name, found in broken.items())
    assert {law.name for law in ruleset.laws} == set(doctored)


def test_scene_and_score():
    s = table(BOSS, CHIEF, smoke=((9000, 9000),), objectives=(Objective("mill", 5000, 8000, 1),))
    drawn = scene(s)
    assert [token.name for token in drawn.tokens] == ["boss", "chief"]
    assert [mark.kind for mark in drawn.marks] == ["objective", "smoke"]
    assert score(s, "blue") > score(s, "red")

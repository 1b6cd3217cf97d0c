"""Garrisons and Fortitude: in and out, edges and centre, the fight inside."""

import pytest
from games.dropzone.dropzone_table import BLADES, at, feature, goal, gun, inside, profile, run, table, to, unit, value

from hexless.games.dropzone import fortitude, garrisons, leaving, moving, shooting, turn
from hexless.games.dropzone.accuracy import accuracy
from hexless.games.dropzone.aiming import can_hit, close_targets, fault
from hexless.games.dropzone.entering import enterable, open_edges
from hexless.games.dropzone.lines import apart
from hexless.kernel import IllegalAnswer

FOOT, TANK = profile("infantry"), profile()
HOUSE = feature("house", "small-building", 10, 10, 14, 14, height=3)  # edges: 0 south, 1 east, 2 north, 3 west
ANNEX = feature("annex", "small-building", 15, 10, 18, 14, height=3)
WOOD = feature("wood", "small-forest", 10, 10, 14, 14, height=3)


def room(u, edge=-1):
    spots = {-1: (12, 12), 0: (12, 10), 1: (14, 12), 2: (12, 14), 3: (10, 12)}
    return inside(u, 0, edge, spots[edge])


def foot(side="blue", x=12.0, y=9.0, **more):
    return unit(FOOT, side, x, y, **more)


def test_infantry_enters_within_two_inches_of_an_entrance():
    """dz.garrisons.enter: doors are in the middle of each side; a forest has them everywhere."""
    assert enterable(table(foot(y=8), features=(HOUSE,)), 0) == [0]
    assert enterable(table(foot(y=7.999), features=(HOUSE,)), 0) == []
    assert enterable(table(foot(x=10, y=9), features=(HOUSE,)), 0) == []  # 2.2 inches from the door
    assert enterable(table(foot(x=10, y=9), features=(WOOD,)), 0) == [0]
    assert enterable(table(unit(TANK, "blue", 12, 9), features=(HOUSE,)), 0) == []
    assert enterable(table([foot(), foot(x=20)], features=(HOUSE,)), 0) == []  # out of coherency
    full = [room(foot()) for _ in range(10)]
    assert enterable(table(foot(), full, features=(HOUSE,)), 0) == []


def test_straight_to_any_edge_that_no_enemy_holds():
    """dz.garrisons.enter-to-edge"""
    s = table([foot(), foot(x=13)], room(foot("red"), 2), features=(HOUSE,))
    assert open_edges(s, 0, "blue") == [0, 1, 3, -1]
    g = run(garrisons.enter, s, 0, 0, answers=(1, -1))
    assert [(u.piece, u.edge) for u in g.state.units] == [(0, 1), (0, -1), (0, 2)]
    assert g.state.squads[0].entered
    with pytest.raises(IllegalAnswer):
        run(garrisons.enter, s, 0, 0, answers=(2,))
    g = run(moving.move, table(foot(y=6), features=(HOUSE,)), 0, answers=(to(12, 9), 0, 3))
    assert g.state[0].edge == 3
    assert g.state.squads[0].entered  # though nobody was inside
    ruled = table(foot(y=6), features=(HOUSE,), rulings={"entry_re_roll": "occupied"})
    assert not run(moving.move, ruled, 0, answers=(to(12, 9), 0, 3)).state.squads[0].entered


def test_leaving_is_a_move():
    """dz.garrisons.exit: within 2 inches in coherency, and the rest of the movement is lost."""
    s = table([room(foot(), 0), room(foot(), 1)], features=(HOUSE,))
    g = run(moving.move, s, 0, answers=("leave", at(12, 8), at(13.5, 8)))
    assert [u.here for u in g.state.units] == [True, True]
    assert g.state[0].moved == 2000
    with pytest.raises(IllegalAnswer, match="too far"):
        run(moving.move, s, 0, answers=("leave", at(12, 7.9)))
    with pytest.raises(IllegalAnswer, match="coherency"):
        run(moving.move, s, 0, answers=("leave", at(12, 8), at(15.5, 12)))


def test_leaving_outnumbered_takes_a_test():
    """dz.garrisons.outnumbered-exit-test, dz.garrisons.outnumbered-exit-fail: Fortitude 4."""
    s = table(room(foot()), room(foot("red")), room(foot("red")), features=(HOUSE,))
    g = run(leaving.leave, s, 0, 0, answers=((4,), at(12, 8)))
    assert g.state[0].dp == 4
    g = run(leaving.leave, s, 0, 0, answers=((1,), at(12, 8)))
    assert g.state[0].dp == 1  # it failed by 3
    assert g.state[0].here
    assert "dz.fortitude.run-away" in g.fired
    even = table(room(foot()), room(foot("red")), features=(HOUSE,))
    assert "dz.fortitude.test" not in run(leaving.leave, even, 0, 0, answers=(at(12, 8),)).fired


def test_moving_inside_is_no_movement():
    """dz.garrisons.move-to-edges, dz.garrisons.stationary-for-move-and-fire"""
    g = run(moving.move, table(room(foot(), 0), features=(HOUSE,)), 0, answers=("edges", 2))
    assert (g.state[0].edge, g.state[0].moved) == (2, None)


def test_close_quarters_only_inside():
    """dz.garrisons.close-quarters-inside-only, dz.shooting.close-quarters-same-garrison, dz.garrisons.automatic-hit,
    dz.play.close-quarters
    """
    s = table(
        [room(foot()), room(foot(), 0)],
        [room(foot("red"), 2), room(foot("red", dp=2), 2)],
        foot("red", y=5),
        features=(HOUSE,),
    )
    assert close_targets(s, 0) == [1]
    assert fault(s, 0, gun(), 2)[1] == "dz.garrisons.close-quarters-inside-only"
    # 5 hits from each unit, no to-hit roll; Energy 3 v Armour 7: 4+ damages, a 6 is a Critical
    g = run(shooting.shoot, s, 0, answers=(1, (4, 6, 1, 2, 3), (4, 5, 3, 3, 3)))
    assert [g.state[i].dp for i in (2, 3)] == [1, 0]  # the most damaged unit first, then the other
    ruled = s.with_(rulings=type(s.rulings)(close_quarters_criticals=False))
    g = run(shooting.shoot, ruled, 0, answers=(1, (4, 6, 1, 2, 3), (4, 5, 3, 3, 3)))
    assert [g.state[i].dp for i in (2, 3)] == [2, 0]
    assert g.state.squads[1].hurt
    assert g.state[0].fired == (0, 1)  # no other weapon in this activation
    assert close_targets(table(room(foot()), foot("red", y=5), features=(HOUSE,)), 0) == []


def test_reduced_blades_and_ties():
    """dz.play.close-quarters: on a tie the owner picks the unit."""
    s = table(room(foot(dp=2)), [room(foot("red")), room(foot("red"))], features=(HOUSE,))
    g = run(shooting.shoot, s, 0, answers=(1, (4, 1, 1), 2))  # 5 - 2 hits
    assert [g.state[i].dp for i in (1, 2)] == [4, 3]
    assert BLADES.reduced == 1


def test_who_enters_rolls_damage_again():
    """dz.garrisons.entry-re-roll, dz.play.dice: successes once more, and no die twice."""
    s = table(room(foot()), room(foot("red")), features=(HOUSE,), flags={0: {"entered": True}})
    g = run(shooting.shoot, s, 0, answers=(1, (4, 5, 6, 1, 1), (4, 1, 2)))
    assert g.state[1].dp == 3


def test_edges_shoot_and_are_shot_at():
    """dz.garrisons.edge-shoots-out, dz.garrisons.edge-shot-at: range and sight from the edge, front arc."""
    s = table(room(foot(), 0), unit(TANK, "red", 12, 2), unit(TANK, "red", 12, 24), features=(HOUSE,))
    assert apart(s, s[0], s[1]) == 8000
    assert can_hit(s, 0, gun(full=8, arc=("F",)), 1)
    assert not can_hit(s, 0, gun(arc=("R",)), 1)
    assert not can_hit(s, 0, gun(full=-1), 2)  # the house is in the way
    assert can_hit(s, 1, gun(full=8), 0)
    assert accuracy(s, 1, gun(), 0).value == 5  # Soft Cover, all of the edge visible
    middle = table(room(foot()), unit(TANK, "red", 12, 2), features=(HOUSE,))
    assert fault(middle, 0, gun(), 1)[1] == "dz.garrisons.edge-shoots-out"


def test_only_flames_reach_the_centre():
    """dz.garrisons.centre-flame-only, dz.play.weapon-flame: shots that miss hit friends inside."""
    flame = profile(guns=(gun(flame=True, shots=3),))
    s = table(unit(flame, "red", 12, 5), room(foot()), room(foot("red")), features=(HOUSE,))
    assert not can_hit(s, 0, gun(), 1)
    g = run(shooting.shoot, s, 0, answers=(1, (3, 1, 2), (2,), (3, 1)))
    assert g.state[1].dp == 2  # one hit, 2 + 7 against 7: a Critical
    assert g.state[2].dp == 2  # two misses, of which one is a Critical
    assert "dz.play.weapon-flame" in g.fired


def test_tokens_in_an_occupied_garrison_burn_at_once():
    """dz.garrisons.immediate-collateral, dz.collateral.occupied-resolve-all, dz.collateral.hits-scenery-and-squad"""
    s = table(unit(TANK, "blue", 12, 5), room(foot("red")), features=(HOUSE,))
    s = s.with_(scenery=(s.scenery[0].with_(tokens=1),))
    # a Critical adds a second token; both burn: one 6 damages the house, and two hits on the squad inside
    g = run(shooting.shoot, s, 0, answers=("scenery", (2,), (6,), (6, 5), (3, 2)))
    assert (g.state.scenery[0].dp, g.state.scenery[0].tokens) == (8, 1)
    assert g.state[1].dp == 3  # 3 + 4 reaches 7


def test_fortitude_after_close_quarters():
    """dz.fortitude.trigger, dz.fortitude.test, dz.fortitude.run-away, dz.fortitude.drop-objectives"""
    weak = room(foot("red", dp=1))
    prize = goal("prize", 0, 0, mobile=True, owner="red", carrier=1)
    flags = {1: {"hurt": True, "carries": 0}}
    s = table(room(foot()), weak, features=(HOUSE,), flags=flags, objectives=(prize,), phase="after")
    assert fortitude.shaken(s) == [1]
    assert (
        fortitude.shaken(table(room(foot()), room(foot("red", dp=2)), features=(HOUSE,), flags={1: {"hurt": True}}))
        == []
    )
    held = run(turn.after_activation, s, answers=((4,),))
    assert held.state[1].piece == 0
    g = run(turn.after_activation, s, answers=((3,), at(12, 8)))
    assert g.state[1].here
    assert g.state.squads[1].carries is None
    assert g.state.objectives[0].carrier == 0  # the enemy in the same garrison takes it
    ruled = s.with_(rulings=type(s.rulings)(fail_on_purpose=True))
    on_purpose = run(turn.after_activation, ruled, answers=(True, at(12, 8)))
    assert on_purpose.state[1].here


def test_running_through_a_linked_garrison():
    """dz.fortitude.run-away"""
    s = table(room(foot()), room(foot("red", dp=1)), features=(HOUSE, ANNEX), links=((0, 1),))
    g = run(leaving.run_away, s, 1, 0, answers=(1, -1))
    assert g.state[1].piece == 1
    assert value(fortitude.test, s, 1, answers=((1,),)) == 3

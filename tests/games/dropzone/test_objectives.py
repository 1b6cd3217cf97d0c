"""Searching, scanning, objectives, commanders and victory."""

import pytest
from games.dropzone.dropzone_table import STAY, aboard, feature, goal, inside, profile, run, table, unit

from hexless.games.dropzone import actions, aiming, losses, moving, objectives, searching, shooting, turn
from hexless.games.dropzone.choices import kinds
from hexless.games.dropzone.commanders import COMMAND, cost_of, highest, in_influence, influence_of
from hexless.games.dropzone.searching import can_scan, search_bonus, searchable

FOOT, TANK = profile("infantry"), profile()
APC = profile(carries="foot", room=3)
HOUSE = feature("house", "small-building", 10, 10, 14, 14)


def prize(x=10.0, y=10.0, **more):
    return goal("prize", x, y, **more)


def test_who_may_search():
    """dz.searching.who: Infantry or Vehicles within 2 inches, or in the same garrison, with both actions."""
    hidden = prize(hidden=True)
    assert searchable(table(unit(FOOT, "blue", 10, 12), objectives=(hidden,)), 0) == [0]
    assert searchable(table(unit(TANK, "blue", 10, 12), objectives=(hidden,)), 0) == [0]
    assert searchable(table(unit(FOOT, "blue", 10, 12.001), objectives=(hidden,)), 0) == []
    assert searchable(table(unit(profile("aircraft"), "blue", 10, 11), objectives=(hidden,)), 0) == []
    indoors = prize(12, 12, hidden=True, piece=0)
    assert searchable(table(unit(FOOT, "blue", 12, 9), objectives=(indoors,), features=(HOUSE,)), 0) == []
    mine = inside(unit(FOOT, "blue", 12, 10), 0, 0, (12, 10))
    s = table(mine, objectives=(indoors,), features=(HOUSE,))
    assert searchable(s, 0) == [0]
    assert "search" in kinds(s, 0)
    moved = s.with_(squads=(s.squads[0].with_(actions=("move",)),))
    assert "search" not in kinds(moved, 0)


def test_the_search_roll():
    """dz.searching.roll, dz.searching.found: die and round, 7 or more; by a ruling 1 less with enemies close by."""
    s = table(unit(FOOT, "blue", 10, 12), objectives=(prize(hidden=True),), round=3)
    assert search_bonus(s, 0, 0, 0).value == 3
    g = run(searching.search, s, 0, answers=((4,),))
    assert not g.state.objectives[0].hidden
    assert g.state.objectives[0].owner == "blue"
    assert run(searching.search, s, 0, answers=((3,),)).state.objectives[0].hidden
    near = table(unit(FOOT, "blue", 10, 12), unit(FOOT, "red", 10, 8), objectives=(prize(hidden=True),), round=3)
    assert search_bonus(near, 0, 0, 0).value == 3
    ruled = near.with_(rulings=type(near.rulings)(search_enemy_penalty=True))
    assert search_bonus(ruled, 0, 0, 0).value == 2
    last = table(unit(FOOT, "blue", 10, 12), objectives=(prize(hidden=True),), round=6)
    assert not run(searching.search, last, 0, answers=((1,),)).state.objectives[0].hidden
    strict = table(unit(FOOT, "blue", 10, 12), objectives=(prize(hidden=True),), round=6,
                   rulings={"search_natural_one_fails": True})  # fmt: skip
    assert run(searching.search, strict, 0, answers=((1,),)).state.objectives[0].hidden


def test_scan_tokens():
    """dz.scanning.gain-token, dz.scanning.one-per-unit, dz.scanning.spend-tokens, dz.scanning.lost-when-moving"""
    s = table(unit(APC, "blue", 10, 14), unit(FOOT, "blue", 10, 12), objectives=(prize(hidden=True),))
    assert can_scan(s, 0)
    assert not can_scan(s, 1)  # no Transport
    assert not can_scan(table(unit(profile("aircraft", carries="foot", room=2), "blue", 10, 10)), 0)
    g = run(actions.carry_out, s, 0, "scan")
    assert g.state[0].scan
    assert g.state.squads[0].actions == ("scan", "scan")
    assert not can_scan(g.state, 0)  # one each
    found = run(searching.search, g.state, 1, answers=(1, (5,)))  # 5 + 1 + 1
    assert not found.state.objectives[0].hidden
    assert not found.state[0].scan
    kept = run(searching.search, g.state, 1, answers=(0, (5,)))
    assert kept.state.objectives[0].hidden
    assert kept.state[0].scan
    assert not run(moving.move, g.state, 0, answers=(STAY,)).state[0].scan
    far = g.state.change(0, base=g.state[0].base.at(10000, 14001))
    assert searching.scanners(far, 1) == []


def test_open_objectives_are_claimed():
    """dz.play.objectives-open: taken over only if no enemy is near it too."""
    s = table(unit(FOOT, "blue", 10, 12), objectives=(prize(),), goal="static")
    assert run(objectives.claim, s, 0).state.objectives[0].owner == "blue"
    theirs = table(
        unit(FOOT, "blue", 10, 12), unit(TANK, "red", 10, 8), objectives=(prize(owner="red"),), goal="static"
    )
    assert run(objectives.claim, theirs, 0).state.objectives[0].owner == "red"
    alone = table(unit(FOOT, "blue", 10, 12), objectives=(prize(owner="red"),), goal="static")
    assert run(objectives.claim, alone, 0).state.objectives[0].owner == "blue"
    apart = table([unit(FOOT, "blue", 10, 12), unit(FOOT, "blue", 20, 12)], objectives=(prize(),))
    assert run(objectives.claim, apart, 0).state.objectives[0].owner is None


def test_mobile_objectives_are_carried_passed_and_dropped():
    """dz.play.objectives-mobile"""
    pair = [unit(FOOT, "blue", 10, 12), unit(FOOT, "blue", 11, 12)]
    s = table(pair, unit(FOOT, "blue", 12, 12), unit(FOOT, "red", 30, 12),
              objectives=(prize(mobile=True),))  # fmt: skip
    held = run(objectives.claim, s, 0).state
    assert held.squads[0].carries == 0
    assert kinds(held, 0)[-2:] == ["pass", "drop"]
    given = run(objectives.pass_on, held, 0).state
    assert (given.squads[0].carries, given.squads[1].carries) == (None, 0)
    dropped = run(objectives.drop, held, 0).state
    assert dropped.objectives[0].carrier is None
    assert (dropped.objectives[0].x, dropped.objectives[0].y) == (10000, 12000)
    broken = held.change(1, base=held[1].base.at(20000, 12000))
    assert run(actions.close, broken, 0).state.squads[0].carries is None  # out of coherency at the end
    near = held.change(3, base=held[3].base.at(10000, 13000))
    assert run(objectives.drop, near, 0).state.squads[2].carries == 0  # the enemy within 1 inch has it


def test_what_dies_in_an_aircraft_is_lost():
    """dz.play.objectives-mobile"""
    lifter = profile("aircraft", carries="foot", room=2)
    mine = prize(mobile=True, owner="blue", carrier=1)
    s = table(unit(lifter, "blue", 20, 20), aboard(FOOT, "blue", 0), objectives=(mine,),
              flags={1: {"carries": 0}})  # fmt: skip
    g = run(losses.destroy, s, 1)
    assert g.state.objectives[0].gone
    on_foot = table(unit(FOOT, "blue", 20, 20), objectives=(prize(mobile=True, owner="blue", carrier=0),),
                    flags={0: {"carries": 0}})  # fmt: skip
    g = run(losses.destroy, on_foot, 0)
    assert (g.state.objectives[0].gone, g.state.objectives[0].x) == (False, 20000)


def test_home_is_two_points():
    """dz.play.targets-of-opportunity: within 1 inch of the own edge, and back In Readiness."""
    flags = {0: {"carries": 0}}
    mine = prize(mobile=True, owner="blue", carrier=0)
    s = table(unit(FOOT, "blue", 20, 1.5), unit(FOOT, "red", 30, 30), objectives=(mine,), flags=flags)
    g = run(actions.close, s, 0)
    assert g.state.vp == (2, 0)
    assert g.state.objectives[0].gone
    assert not g.state[0].placed
    far = table(unit(FOOT, "blue", 20, 1.6), objectives=(mine,), flags=flags)
    assert run(actions.close, far, 0).state.vp == (0, 0)


def test_victory():
    """dz.play.victory: Victory Points, then Kill Points, then nobody."""
    held = (prize(owner="blue"), prize(owner="red"), prize(owner="red"))
    s = table(unit(FOOT, "blue", 10, 12), unit(FOOT, "red", 30, 12), objectives=held, kills=(90, 10), goal="static")
    assert turn.points_now(s) == [1, 2]
    assert run(turn.finish, s).state.over.winner == "red"
    even = s.with_(objectives=held[:2])
    assert run(turn.finish, even).state.over.winner == "blue"
    assert run(turn.finish, even.with_(kills=(10, 10))).state.over.winner is None
    g = run(losses.destroy, s.change(0, cv=3, profile=profile("infantry", category="Command")), 0)
    assert g.state.kills == (90, 10 + 30 + 65)


@pytest.mark.parametrize("cv", range(1, 7))
def test_the_command_table(cv):
    """dz.commanders.cv-1, dz.commanders.cv-2, dz.commanders.cv-3, dz.commanders.cv-4, dz.commanders.cv-5,
    dz.commanders.cv-6
    """
    assert cost_of(cv) == (0, 35, 65, 95, 125, 155)[cv - 1]
    assert influence_of(cv) == cv * 4000
    boss = profile(category="Command")
    s = table(
        unit(boss, "blue", 10, 10, cv=cv), unit(TANK, "blue", 10, 10 + 4 * cv), unit(TANK, "blue", 10, 10.1 + 4 * cv)
    )
    assert in_influence(s, "blue", 1)
    assert not in_influence(s, "blue", 2)
    assert highest(s, "blue") == cv
    assert len(COMMAND) == 6


def test_the_highest_commander_counts_also_in_a_transport():
    """dz.play.commander"""
    boss = profile(category="Command", needs="vehicle")
    s = table(unit(profile("aircraft", carries="vehicle", room=2), "blue", 10, 10), aboard(boss, "blue", 0, cv=4),
              unit(boss, "blue", 20, 10, cv=2), unit(boss, "red", 30, 10, cv=1, placed=False))  # fmt: skip
    assert highest(s, "blue") == 4
    assert highest(s, "red") == 0


def test_shots_are_moved_away_from_a_commander():
    """dz.play.commander"""
    boss = profile(category="Command", dp=1)
    s = table(unit(TANK, "blue", 10, 10), [unit(boss, "red", 10, 18, cv=3), unit(boss, "red", 12, 18)])
    g = run(shooting.shoot, s, 0, answers=(1, 2, (3,), (3,)))
    assert [u.alive for u in g.state.units] == [True, True, False]
    assert aiming.substitutes(s, aiming.Shot(0, 0, 1), 1) == [2]
    lone = table(unit(TANK, "blue", 10, 10), unit(boss, "red", 10, 18, cv=3))
    assert not run(shooting.shoot, lone, 0, answers=(1, (3,), (3,))).state[1].alive

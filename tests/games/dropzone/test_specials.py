"""The special rules of units."""

import msgspec
import pytest
from games.dropzone.dropzone_table import aboard, at, feature, goal, gun, inside, profile, run, table, to, unit

from hexless.games.dropzone import (
    actions,
    boarding,
    choices,
    commanders,
    deployment,
    garrisons,
    losses,
    moving,
    turn,
)
from hexless.games.dropzone.accuracy import look
from hexless.games.dropzone.boarding import can_leave
from hexless.games.dropzone.force import force_faults, rare_faults
from hexless.games.dropzone.lines import hull_down
from hexless.games.dropzone.model import Group
from hexless.games.dropzone.objectives import claims
from hexless.games.dropzone.searching import search_bonus
from hexless.games.dropzone.shooting import shoot
from hexless.games.dropzone.unit_types import coherent
from hexless.kernel import IllegalAnswer
from hexless.ruleset import find, shipped

FOOT, TANK = profile("infantry"), profile()
JET = profile("aircraft", mv=24, fast=12, small=True)
HOUSE = feature("house", "small-building", 20, 20, 24, 24)
OUT = {"placed": False, "flying": False}


# ---- Fast


def test_fast_flies_straight_on():
    """dz.play.unit-fast: at least 12 and at most 24 inches ahead, then a turn of up to 90 degrees."""
    s = table(unit(JET, "blue", 10, 10, facing=(0, 1000)))
    g = run(moving.move, s, 0, answers=(12, 90))
    assert (g.state[0].base.x, g.state[0].base.y, g.state[0].moved) == (10000, 22000, 12000)
    assert (g.state[0].base.fx, g.state[0].base.fy) == (-1000, 0)
    assert g.state[0].flying
    for wrong in ((11,), (25,), (12, 91), (12, 135)):
        with pytest.raises(IllegalAnswer):
            run(moving.move, s, 0, answers=wrong)


def test_fast_has_to_move_and_never_lands():
    """dz.play.unit-fast: no activation without a Moving action, and nobody is asked about landing."""
    s = table(unit(JET, "blue", 10, 10), unit(TANK, "blue", 30, 30))
    foe = table(unit(JET, "blue", 10, 10), unit(TANK, "red", 16, 10))
    with pytest.raises(IllegalAnswer):
        run(actions.act, foe, 0, False, answers=(None,))
    assert choices.must_move(s, 0)
    waiting = s.with_(phase="squads", active=True)
    with pytest.raises(IllegalAnswer):
        run(turn.choose_squad, waiting, answers=(None,))  # the jet has not moved yet
    moved = run(actions.act, s, 0, False, answers=(12, 0)).state  # nothing else may be done
    assert not choices.must_move(moved, 0)
    assert run(turn.choose_squad, moved.with_(phase="squads", active=True), answers=(None,)).state.phase == "after"


def test_fast_leaves_the_table_under_fire():
    """dz.play.unit-fast, dz.play.reaction-fire: from 40 inches up the least move of 12 leads off a table of 48."""
    flak = profile(guns=(gun(aa=0, full=12, countered=12),))
    s = table(unit(JET, "blue", 10, 40), unit(flak, "red", 13, 42))
    g = run(moving.move, s, 0, answers=(False, False))  # it may be fired at half-way and at the edge
    assert not g.state[0].placed
    assert g.state[0].alive
    assert g.log[-1].kind == "leaves the table"
    aux = g.state.with_(squads=(g.state.squads[0].with_(group=-1, actions=()), g.state.squads[1]), round=2)
    assert choices.status_of(aux, 0) == "ready"
    g = run(moving.move, s, 0, answers=(True, (6,), (6,)))  # hit and destroyed before it is gone: 6 + 7 against 10
    assert not g.state[0].alive


def test_fast_begins_in_reserve():
    """dz.play.unit-fast: In Reserve in round 1, then In Readiness; it comes on by at least its minimum."""
    s = table(unit(JET, "blue", -500, -500, **OUT), unit(TANK, "red", 30, 30), flags={0: {"group": -1}}, round=1)
    assert choices.status_of(s, 0) == "reserve"
    assert turn.free_auxiliaries(s, "blue") == []
    later = s.with_(round=2)
    assert choices.status_of(later, 0) == "ready"
    assert turn.free_auxiliaries(later, "blue") == [0]
    g = run(moving.move, later, 0, answers=(at(20, 13), -45))
    assert g.state[0].here
    assert g.state[0].moved >= 12000
    with pytest.raises(IllegalAnswer):
        run(moving.move, later, 0, answers=(at(20, 12.8),))  # its rim has to come 12 inches
    direct = table(unit(JET, "blue", -500, -500, **OUT), phase="deploy", round=0)
    assert not run(deployment.put_down, direct, 0).state[0].placed
    assert not claims(g.state[0])  # it never counts for Victory Points


def test_fast_flies_high_over_towers():
    """dz.play.unit-fast: over Impassable scenery of more than 8 inches it does not shoot in the round."""
    tower = feature("tower", "crag", 8, 14, 12, 16, height=10)
    s = table(unit(JET, "blue", 10, 10), features=(tower,))
    g = run(moving.move, s, 0, answers=(12, 0))
    assert g.state[0].fired == (0,)
    low = feature("low", "crag", 8, 14, 12, 16, height=8)
    assert run(moving.move, table(unit(JET, "blue", 10, 10), features=(low,)), 0, answers=(12, 0)).state[0].fired == ()


# ---- Infiltrate


def group(status="undecided", category="Vanguard"):
    return (
        Group(name="blue group", side="blue", category=category, status=status),
        Group(name="red group", side="red", category="HQ", status="ready"),
    )


def test_infiltrate():
    """dz.play.unit-infiltrate: on the table 12 inches from the own edge, while the rest of the group is In Reserve."""
    sneak = profile(infiltrate=12)
    s = table(unit(sneak, "blue", -500, -500, placed=False), unit(TANK, "blue", -500, -500, placed=False),
              unit(TANK, "red", 40, 40), groups=group(), phase="deploy", round=0, deploy=("ready",))  # fmt: skip
    g = run(deployment.deploy, s, answers=(True,))
    assert g.state.groups[0].status == "reserve"
    assert g.state.queue == (0,)
    g2 = run(deployment.deploy, g.state, answers=(at(20, 11.3),))
    assert g2.state[0].here
    assert not g2.state[1].placed
    with pytest.raises(IllegalAnswer):
        run(deployment.deploy, g.state, answers=(at(20, 11.4),))  # its rim would be 12.1 inches away
    playing = g2.state.with_(phase="groups", round=1, group=0)
    assert turn.able(playing, 0)
    assert turn.waiting(playing) == [0]  # the rest of the battlegroup waits
    assert run(deployment.deploy, s, answers=(False,)).state.queue == ()


def test_infantry_infiltrates_into_garrisons():
    """dz.play.unit-infiltrate: a garrison that is near enough to the own edge."""
    sneak = profile("infantry", infiltrate=10)
    near, far = feature("near", "small-building", 20, 9, 24, 13), feature("far", "small-building", 30, 11, 34, 14)
    s = table(unit(sneak, "blue", -500, -500, placed=False), unit(TANK, "red", 40, 40), groups=group(), phase="deploy",
              round=0, deploy=("ready",), features=(near, far))  # fmt: skip
    g = run(deployment.deploy, s, answers=(True,))
    g = run(deployment.deploy, g.state, answers=(0, 2))
    assert (g.state[0].piece, g.state[0].edge) == (0, 2)
    riding = table(unit(profile(carries="foot", room=2), "blue", 10, 4), aboard(sneak, "blue", 0), groups=group())
    assert not run(deployment.infiltrates, riding, 1).log  # nobody is asked: it is in a transport


def test_a_transport_infiltrates_with_its_cargo():
    """dz.play.unit-infiltrate: the rule of a transport is that of whoever is in it."""
    truck = profile(infiltrate=12, carries="foot", room=2)
    s = table(unit(truck, "blue", -500, -500, placed=False), aboard(FOOT, "blue", 0), unit(TANK, "red", 40, 40),
              groups=group(), phase="deploy", round=0, deploy=("ready",), flags={0: {"group": -1}})  # fmt: skip
    g = run(deployment.deploy, s, answers=(True,))
    g = run(deployment.deploy, g.state, answers=(at(20, 11),))
    assert choices.status_of(g.state, 1) == "table"
    assert turn.able(g.state, 0)


# ---- Rapid Insertion


LIFTER = profile("aircraft", carries="foot", room=3, mv=16)
ROPE = profile("infantry", insertion=4)


def test_rapid_insertion_from_the_air():
    """dz.play.unit-rapid-insertion: from an aircraft that has not landed and moved 8 + 4 inches, but no more."""
    for far, fine in ((12000, True), (12001, False)):
        s = table(unit(LIFTER, "blue", 10, 10, moved=far), aboard(ROPE, "blue", 0))
        assert can_leave(s, 1) is fine
    s = table(unit(LIFTER, "blue", 10, 10, moved=8000), aboard(FOOT, "blue", 0))
    assert not can_leave(s, 1)
    s = table(unit(LIFTER, "blue", 10, 10, moved=12000), aboard(ROPE, "blue", 0))
    g = run(moving.move, s, 1, answers=(at(10, 12), to(10, 14)))
    assert g.state[1].here
    assert g.state.squads[1].aerial


def test_rapid_insertion_into_a_garrison():
    """dz.play.unit-rapid-insertion: onto the roof, and without the re-roll of Close Quarters damage."""
    foe = inside(unit(FOOT, "red", 22, 20), 0, 0, (22, 20))
    s = table(unit(LIFTER, "blue", 22, 22, moved=12000), aboard(ROPE, "blue", 0), foe, features=(HOUSE,))
    assert boarding.roofs(s, 1) == [0]
    g = run(moving.move, s, 1, answers=(0, 2))
    assert (g.state[1].piece, g.state[1].edge, g.state[1].moved) == (0, 2, 0)
    assert g.state.squads[1].disembarked
    assert not g.state.squads[1].entered
    fight = run(garrisons.assault, g.state, 1, 1, 2, 2, answers=((5, 5),))
    assert fight.state[2].dp == 2  # no second roll
    away = table(unit(LIFTER, "blue", 22, 17.9), aboard(ROPE, "blue", 0), features=(HOUSE,))
    assert boarding.roofs(away, 1) == []
    plain = table(unit(LIFTER, "blue", 22, 22), aboard(FOOT, "blue", 0), features=(HOUSE,))
    assert boarding.roofs(plain, 1) == []


# ---- Dodge, Wide, Bloodthirsty


def test_dodge():
    """dz.play.unit-dodge: one more save against Close Quarters and Collateral Damage, after the Passive one."""
    quick = profile("infantry", dodge=4, passive=5, dp=4)
    s = table(
        inside(unit(FOOT, "blue", 22, 20), 0, 0, (22, 20)), inside(unit(quick, "red", 22, 24), 0, 2, (22, 24)),
        features=(HOUSE,),
    )  # fmt: skip
    # 3 hits of Energy 3 against 7 do 3; the countermeasures stop 1, Dodge stops 1 of the 2 that are left
    g = run(garrisons.assault, s, 0, 1, 1, 3, answers=((4, 5, 5), (2, 4, 5), (3, 4)))
    assert g.state[1].dp == 3
    assert "dz.play.unit-dodge" in g.fired
    g = run(losses.burn_squad, s, [1], 1, 4, answers=((6,), (1,), (4,)))  # a 6, no save, dodged
    assert g.state[1].dp == 4
    shot = table(unit(TANK, "blue", 10, 10), unit(profile("infantry", dodge=2), "red", 10, 18))
    assert run(shoot, shot, 0, answers=(1, (3,), (6,))).state[1].dp == 2  # no save against other weapons


def test_wide():
    """dz.play.unit-wide: 6 inches between vehicles instead of 3."""
    for wide, far, fine in ((False, 3, True), (False, 3.1, False), (True, 6, True), (True, 6.1, False)):
        p = profile(wide=wide)
        s = table([unit(p, "blue", 10, 10), unit(p, "blue", 10 + far, 10)])
        assert coherent(s, 0) is fine


def test_bloodthirsty():
    """dz.play.unit-bloodthirsty: no way out while enemies are inside, and 2 less on a search."""
    hound = profile("infantry", bloodthirsty=True)
    mine = inside(unit(hound, "blue", 22, 20), 0, 0, (22, 20))
    foe = inside(unit(FOOT, "red", 22, 24), 0, 2, (22, 24))
    s = table(mine, foe, features=(HOUSE,))
    g = run(moving.move, s, 0, answers=(1,))  # only asked to which edge
    assert (g.state[0].piece, g.state[0].edge) == (0, 1)
    alone = table(mine, features=(HOUSE,))
    assert run(moving.move, alone, 0, answers=("leave", at(22, 19))).state[0].here
    s = table(unit(hound, "blue", 10, 10), objectives=(goal("prize", 10, 11, hidden=True),), round=3)
    assert search_bonus(s, 0, 0, 0).value == 1


# ---- Large, Scout, Command Centre, Rare


def test_large():
    """dz.play.unit-large: however little of it is seen, it is not Hull Down; nor is a Behemoth."""
    s = table(unit(TANK, "blue", 10, 10))
    assert hull_down(s, 1, 9, unit(TANK, "red", 10, 14))
    assert not hull_down(s, 1, 9, unit(profile(large=True), "red", 10, 14))
    assert not hull_down(s, 1, 9, unit(profile("behemoth"), "red", 10, 14))


def test_scout():
    """dz.play.unit-scout: it sees for Indirect weapons, and cards reach 8 inches round it."""
    wall = feature("wall", "crag", 6, 13, 14, 14, height=6)
    mortar = profile(guns=(gun(indirect=True),))
    s = table(unit(mortar, "blue", 10, 10), unit(TANK, "red", 10, 18), unit(profile(scout=True), "blue", 18, 18),
              features=(wall,))  # fmt: skip
    assert look(s, 0, mortar.guns[0], 1).spotted
    g = run(shoot, s, 0, answers=(1, (1,)))
    assert "dz.play.unit-scout" in g.fired
    assert commanders.in_influence(s, "blue", 1)  # exactly 8 inches
    assert not commanders.in_influence(s, "blue", 0)


def test_command_centre():
    """dz.play.unit-command-centre: a commander may ride in a unit that is not of the Command category."""
    army = shipped.forces(find("dropzone"))["tessel-covenant"]
    assert force_faults(army) == []
    types = tuple(msgspec.structs.replace(p, command_centre=False) for p in army.types)
    found = [fault.reason for fault in force_faults(msgspec.structs.replace(army, types=types))]
    assert found == ["a commander rides in a Command or Command Centre unit, not in Augur"]


def test_rare():
    """dz.play.unit-rare: 1 squad of a type in a Skirmish, 2 in a Clash, 3 in a Battle."""
    army = shipped.forces(find("dropzone"))["meridian-compact"]
    jets = next(pick for pick in army.auxiliary if pick.type == "Lanner")
    for points, squads, fine in ((999, 1, True), (999, 2, False), (1500, 2, True), (1500, 3, False), (2000, 3, True)):
        more = tuple(msgspec.structs.replace(jets, name=f"jets {k}") for k in range(squads))
        grown = msgspec.structs.replace(army, points=points, auxiliary=more)
        assert (list(rare_faults(grown)) == []) is fine
    grown = msgspec.structs.replace(army, points=999, auxiliary=(jets, msgspec.structs.replace(jets, name="more")))
    assert [f.reason for f in rare_faults(grown)] == ["a Skirmish takes 1 squads of Lanner at most, not 2"]


def test_special_rules_are_shown():
    s = table(unit(profile("infantry", dodge=4, insertion=4, rare=True), "blue", 10, 10), unit(JET, "red", 20, 20))
    stats = [dict(token.stats) for token in find("dropzone").showing.scene(s).tokens]
    assert stats[0]["Special"] == 'Dodge 4+, Rapid Insertion 4", Rare'
    assert stats[1]["Special"] == 'Fast 12-24"'
    assert stats[1]["DP"] == "2"


def test_special_rules_that_a_type_cannot_have():
    army = shipped.forces(find("dropzone"))["meridian-compact"]
    odd = {"fast": 5, "harness": True, "guns": (gun(mf=3),)}
    types = tuple(msgspec.structs.replace(p, **odd) if p.name == "Mule" else p for p in army.types)
    found = [f.place.rpartition(".")[2] for f in force_faults(msgspec.structs.replace(army, types=types))]
    assert found == ["fast", "guns", "harness"]

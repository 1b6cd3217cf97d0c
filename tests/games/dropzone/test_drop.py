"""Behemoths: the drop-harness, its damage, wrecks, and what weapons do to them."""

import pytest
from games.dropzone.dropzone_table import at, feature, gun, inside, profile, run, table, unit

from hexless.games.dropzone import (
    actions,
    behemoths,
    choices,
    deployment,
    drop,
    losses,
    moving,
    shooting,
    turn,
    unit_types,
)
from hexless.games.dropzone.aiming import can_hit, shots_of
from hexless.games.dropzone.laws import LAWS
from hexless.games.dropzone.model import Group
from hexless.games.dropzone.shooting import shoot
from hexless.games.dropzone.weapons import blow_of
from hexless.kernel import IllegalAnswer

FOOT, TANK = profile("infantry"), profile()
BIG = profile("behemoth", harness=True)
HOUSE = feature("house", "small-building", 10, 14, 14, 18)


def waiting(status="ready", harness=True):
    return (
        Group(name="foot", side="blue", category="Frontline", status="table"),
        Group(name="red group", side="red", category="Armour", status="table"),
        Group(name="big", side="blue", category="War Engine", status=status, harness=harness),
    )


def orbit(*others, status="ready", **more):
    """Infantry at (10, 10) and a Behemoth that waits for its Signal."""
    big = unit(BIG, "blue", -500, -500, placed=False)
    return table(unit(FOOT, "blue", 10, 10), big, *others, groups=waiting(status), flags={1: {"group": 2}}, **more)


def lawful(s):
    return [law.name for law in LAWS if law.broken(s)] == []


def test_who_comes_by_drop_harness_says_so():
    """dz.play.behemoth-drop: chosen when its battlegroup is deployed; it is not activated while it waits."""
    out = {"placed": False}
    s = table(unit(BIG, "blue", -500, -500, **out), unit(TANK, "red", 40, 40), phase="deploy", round=0,
              groups=waiting("undecided", harness=False)[2:] + waiting()[1:2], deploy=("ready",))  # fmt: skip
    g = run(deployment.deploy, s, answers=("harness",))
    assert g.state.groups[0].harness
    assert g.state.groups[0].status == "reserve"  # until round 2, as others
    assert choices.in_orbit(g.state, 0)
    assert not turn.able(g.state.with_(round=2, groups=(g.state.groups[0].with_(status="ready"), s.groups[1])), 0)
    assert not run(deployment.deploy, s, answers=("ground",)).state.groups[0].harness


def test_the_signal():
    """dz.play.behemoth-drop: Infantry, both actions, a point within 6 inches; it does not act in that round."""
    s = orbit(unit(TANK, "red", 40, 40))
    assert choices.kinds(s, 0) == ["move", "signal"]
    g = run(actions.act, s, 0, False, answers=("signal", at(10, 16), (1, 1)))
    assert g.state[1].here
    assert (g.state[1].base.x, g.state[1].base.y) == (10000, 16000)
    assert g.state.squads[0].actions == ("signal", "signal")
    assert (g.state.groups[2].status, g.state.groups[2].acted) == ("table", True)
    with pytest.raises(IllegalAnswer):
        run(actions.act, s, 0, False, answers=("signal", at(10, 16.1)))
    assert choices.callable_by(orbit(status="reserve"), 0) == []
    assert choices.callable_by(table(unit(TANK, "blue", 10, 10), groups=waiting()), 0) == []
    housed = orbit(features=(HOUSE,)).change(0, piece=0, edge=0)
    g = run(drop.signal, housed, 0, answers=(at(20, 16), (1, 1)))  # 6 inches from the edge of its garrison
    assert g.state[1].here


def test_whoever_is_below_is_hit():
    """dz.play.behemoth-drop: 2D3 hits of Energy 12, rolled once, on each squad and Destructible piece in its spread."""
    pair = [unit(TANK, "red", 10, 13), unit(TANK, "red", 12, 13)]
    s = orbit(pair, unit(TANK, "red", 10, 19.1), unit(profile("aircraft"), "red", 10, 15))
    # the landing 1 + 1: the Behemoth's player picks the second tank of the pair: 1 and 2 + 12 against 10, a Critical;
    # then 7 dice: two squads and an aircraft's within 3 inches (2 each), and 1 for the tank still below
    g = run(drop.signal, s, 0, answers=(at(10, 16), (1, 1), 3, (1, 2), (3, 3, 3, 3, 3)))
    assert [g.state[i].dp for i in (2, 3, 4, 5)] == [2, 0, 2, 2]
    assert "dz.play.behemoth-drop-damage" in g.fired


def test_the_dice_of_a_landing():
    """dz.play.behemoth-drop-damage: 5 Impassable, 2 Tough, 2 a squad near, 1 a unit below, 1 an AA weapon in sight."""
    flak = profile(guns=(gun(aa=0, full=20, countered=14),))
    hall, rubble = feature("hall", "crag", 12, 14, 14, 18), feature("rubble", "rubble", 6, 14, 8, 18, height=0)
    s = orbit(unit(TANK, "red", 10, 13.5), unit(flak, "red", 30, 16), unit(TANK, "blue", 10, 18.5),
              features=(hall, rubble))  # fmt: skip
    there = s[1].base.at(10000, 16000)
    rows = {row.why: row.value for row in drop.landing_dice(s, 1, there).rows}
    assert rows == {
        "Impassable scenery": 5, "Tough scenery": 2, "enemy squads within 3 inches": 2, "units below": 2,
    }  # fmt: skip
    near = s.change(3, base=s[3].base.at(10000, 31000))  # 15 inches, and 3 of spread
    assert drop.landing_dice(near, 1, there).rows[-1].value == 1
    assert drop.landing_dice(near, 1, there).rows[-1].why == "AA weapons"
    one = s.with_(rulings=type(s.rulings)(drop_dice_per_squad=1))
    assert drop.landing_dice(s, 1, there).value - drop.landing_dice(one, 1, there).value == 1


def test_a_hard_landing_costs_damage_points():
    """dz.play.behemoth-drop-damage: each 1 or 2 takes 1 off a random zone."""
    s = orbit(unit(TANK, "red", 10, 19)).change(1, placed=True, base=orbit()[1].base.at(10000, 16000))
    dice = drop.landing_dice(s.change(1, placed=False), 1, s[1].base)
    assert dice.value == 3  # a squad near, a unit below
    g = run(drop.suffer, s, 1, dice, answers=((1, 2, 3), (1,), (3,)))
    assert g.state[1].zones == (5, 4, 3)


def test_room_is_made():
    """dz.play.behemoth-drop: moved clear of scenery, and units clear of it, by as little as possible."""
    crag = feature("crag", "crag", 10, 14, 14, 18)
    under = unit(TANK, "red", 8, 16)
    s = orbit(under, features=(crag,))
    g = run(drop.land, s, 1, s[1].base.at(10000, 16000), answers=((1, 1), (1, 1), (3,) * 8))
    assert (g.state[1].base.x, g.state[1].base.y) == (8500, 16000)
    assert g.state[2].base.x < 6400  # 1.5 and 0.7 inches from the centre
    assert lawful(g.state)


def test_a_wreck_stays():
    """dz.play.behemoth-wreck: Impassable scenery that blocks sight, from a roll of 2 and more; on a 1 all is gone."""
    s = table(unit(BIG, "blue", 10, 10), unit(TANK, "red", 10, 5), unit(TANK, "blue", 9, 15), features=(HOUSE,))
    assert can_hit(s, 1, gun(), 2) is False  # it stands between them
    g = run(losses.destroy, s, 0, answers=((2,),))
    wreck = g.state.terrain.pieces[-1]
    assert (wreck.traits, wreck.height) == (("impassable", "solid"), 6000)
    assert g.state.scenery[-1].kind == "wreck"
    assert not can_hit(g.state, 1, gun(), 2)
    assert lawful(g.state)
    with pytest.raises(IllegalAnswer):
        run(moving.walk, g.state, 1, [], answers=({"points": [[10000, 9000]]},))
    g = run(losses.destroy, s, 0, answers=((1,), (6,)))
    assert [u.alive for u in g.state.units] == [False, False, False]
    assert g.state.terrain.pieces[0].name == "house (gone)"
    assert len(g.state.terrain.pieces) == 1


def test_aircraft_rise_over_a_wreck():
    """dz.play.behemoth-wreck"""
    s = table(unit(BIG, "blue", 10, 10), unit(profile("aircraft"), "red", 10, 10))
    g = run(losses.destroy, s, 0, answers=((2,), (1, 1)))
    assert g.state[1].base.z == 6500
    assert lawful(g.state)


def test_the_fall_hits_scenery_too():
    """dz.play.behemoth-zones: hits of Energy 10 on Destructible scenery within reach; on a 1 it is gone."""
    foe = inside(unit(FOOT, "red", 12, 14), 0, 0, (12, 14))
    s = table(unit(BIG, "blue", 12, 11), foe, features=(HOUSE,))
    g = run(losses.destroy, s, 0, answers=((3,), (1, 1, 1), (1, 1, 2), (2,), (1,)))  # and a token burns at once
    assert g.state.scenery[0].dp == 9
    g = run(losses.vanish, s, 0)
    assert not g.state[1].alive
    assert g.state.terrain.pieces[0].traits == ()


def test_structural():
    """dz.play.weapon-structural: a crippled Behemoth loses a Shot of each weapon, but of Structural ones."""
    plain, firm = gun(shots=4), gun(name="firm", shots=4, structural=True)
    big = unit(profile("behemoth", guns=(plain, firm)), "blue", 10, 10, dp=12).with_(zones=(6, 4, 2))
    assert unit_types.cripples(big, 2) == 1
    assert (shots_of(big, plain), shots_of(big, firm)) == (3, 4)
    g = run(shoot, table(unit(profile(guns=(firm,)), "blue", 10, 10), unit(TANK, "red", 10, 18)), 0,
            answers=(1, (1, 1, 1, 1)))  # fmt: skip
    assert "dz.play.weapon-structural" in g.fired


def test_a_behemoth_is_in_range_when_its_spread_is():
    """dz.play.behemoth-zones: measured to any point within its spread of 3 inches."""
    for far, fine in ((15, True), (15.1, False)):
        s = table(unit(TANK, "blue", 10, 10), unit(BIG, "red", 10, 10 + far))
        assert can_hit(s, 0, gun(), 1) is fine


def test_special_rules_do_nothing_to_a_behemoth_that_do_not_name_it():
    """dz.play.behemoth-zones: no template, no glancing hit, no sure Critical and no sure 6; as a ruling."""
    area, sure = gun(area=True, energy=9), gun(destroyer=5, penetrative=True, energy=9)
    s = table(unit(profile(guns=(area, sure)), "blue", 10, 10), unit(BIG, "red", 10, 18), unit(TANK, "red", 12.2, 18))
    g = run(shoot, s, 0, answers=(1, 0, None, (2,)))  # a miss misses
    assert g.state[1].dp == 14
    g = run(shoot, s, 0, answers=(None, 1, 0, (6,), (1,)))  # the hit of a Destroyer is rolled for
    assert g.state[1].dp == 14
    assert not blow_of(s, 0, sure, 1).six
    other = s.with_(rulings=type(s.rulings)(behemoth_special_rules=True))
    assert blow_of(other, 0, sure, 1).six
    g = run(shoot, other, 0, answers=(None, 1, 0, (6,)))
    assert g.state[1].dp == 12
    assert 1 not in shooting.weapons.under_template(s, 2)  # the template on its neighbour does not touch it


def test_a_trampling_behemoth_picks_its_victims():
    """dz.play.behemoth-zones: the Behemoth's player says which unit of a squad takes the hits."""
    s = table(unit(BIG, "blue", 10, 10), [unit(TANK, "red", 10, 13), unit(TANK, "red", 12.9, 13)])
    g = run(behemoths.trample, s, 0, answers=((1,), 2, (3,)))
    assert [u.dp for u in g.state.units] == [14, 2, 0]

"""Shooting and Accuracy: who may shoot at what, and what it takes to hit."""

import pytest
from games.dropzone.dropzone_table import feature, gun, inside, profile, run, table, unit, value

from hexless.games.dropzone import aiming, aircraft
from hexless.games.dropzone.accuracy import accuracy, scenery_accuracy
from hexless.games.dropzone.aiming import fault, idle
from hexless.games.dropzone.damage import least_of, volley
from hexless.games.dropzone.lines import apart, hull_down, in_arc, in_cover, quadrants, share_seen
from hexless.games.dropzone.shooting import allocate, shoot
from hexless.kernel import IllegalAnswer
from hexless.table import Base, arc

TANK, FOOT = profile(), profile("infantry")
HOUSE = feature("house", "small-building", 8, 20, 14, 24, height=4)
BARRICADE = feature("barricade", "barricade", 8, 16, 12, 16.8, height=1)


def rule_against(s, weapon, shooter=0, target=1):
    found = fault(s, shooter, weapon, target)
    return found[1] if found else None


def test_range_is_centre_to_centre_and_exact():
    """dz.shooting.range, dz.play.measuring: in the air it is measured diagonally."""
    assert rule_against(table(unit(TANK, "blue", 10, 10), unit(TANK, "red", 10, 22)), gun()) is None
    assert rule_against(table(unit(TANK, "blue", 10, 10), unit(TANK, "red", 10, 22.001)), gun()) == "dz.shooting.range"
    s = table(unit(TANK, "blue", 10, 10), unit(profile("aircraft"), "red", 10, 16))
    assert apart(s, s[0], s[1]) == 6500  # 6 along, 2.5 up


def test_active_countermeasures_shorten_the_range():
    """dz.play.active-countermeasures: R(C) 6 against them, R(F) 12 or the whole table else."""
    s = table(unit(TANK, "blue", 10, 10), unit(profile(active=True), "red", 10, 17))
    assert rule_against(s, gun(countered=6)) == "dz.shooting.range"
    assert rule_against(s, gun(countered=7)) is None
    far = table(unit(TANK, "blue", 10, 1), unit(TANK, "red", 10, 47))
    assert rule_against(far, gun(full=-1)) is None


def test_contact_is_always_in_range():
    """dz.shooting.contact-in-range"""
    s = table(unit(TANK, "blue", 10, 10), unit(TANK, "red", 10, 11.4))
    assert rule_against(s, gun(full=1, countered=1)) is None
    assert rule_against(s.change(1, base=s[1].base.at(10000, 11500)), gun(full=1)) == "dz.shooting.range"


def test_the_target_has_to_be_in_arc():
    """dz.shooting.arc, dz.play.arcs: four quadrants, their edges inside."""
    tank = unit(TANK, "blue", 10, 10)  # it faces +y
    assert in_arc(tank, gun(arc=("F",)), (10000, 20000))
    assert in_arc(tank, gun(arc=("F",)), (15000, 15000))
    assert not in_arc(tank, gun(arc=("F",)), (15001, 15000))
    assert in_arc(tank, gun(arc=("SR",)), (20000, 10000))
    assert not in_arc(tank, gun(arc=("SL",)), (20000, 10000))
    assert in_arc(tank, gun(arc=("SL",)), (0, 10000))
    assert in_arc(tank, gun(arc=("S",)), (0, 10000))
    assert in_arc(tank, gun(arc=("R",)), (10000, 0))
    assert rule_against(table(tank, unit(TANK, "red", 10, 4)), gun(arc=("F",))) == "dz.shooting.arc"


def test_solid_scenery_and_units_block_sight():
    """dz.play.line-of-sight, dz.scenery.solid-line-of-sight: not those of the shooter's or target's squad."""
    s = table(unit(TANK, "blue", 11, 16), unit(TANK, "red", 11, 28), features=(HOUSE,))
    assert rule_against(s, gun()) == "dz.scenery.solid-line-of-sight"
    wall = unit(profile("walker"), "red", 10, 14)
    between = table(unit(TANK, "blue", 10, 10), unit(FOOT, "red", 10, 18), wall)
    assert rule_against(between, gun()) == "dz.play.line-of-sight"
    same = table(unit(TANK, "blue", 10, 10), [unit(FOOT, "red", 10, 18), wall])
    assert rule_against(same, gun()) is None


def test_less_than_half_visible_is_hull_down():
    """dz.play.hull-down, dz.accuracy.hull-down: not for Large units."""
    corner = feature("corner", "crag", 10.1, 13, 14, 14, height=6)
    s = table(unit(TANK, "blue", 10, 10), unit(TANK, "red", 10.4, 18), features=(corner,))
    seen, points = share_seen(s, s[0], s[1])
    assert (seen, points) == (3, 9)
    assert hull_down(s, seen, points, s[1])
    assert not hull_down(s, 5, 9, s[1])
    assert not hull_down(s, seen, points, unit(profile(large=True), "red", 10, 18))
    assert [row.rule for row in accuracy(s, 0, gun(), 1).rows] == ["dz.shooting.roll-to-hit", "dz.accuracy.hull-down"]
    assert accuracy(s, 0, gun(ignores=("hull",)), 1).value == 3


def test_accuracy_modifiers_add_up():
    """dz.accuracy.out-of-coherency, dz.accuracy.disembarked, dz.accuracy.soft-cover, dz.scenery.soft-cover,
    dz.play.evasion-countermeasures
    """
    s = table(
        [unit(TANK, "blue", 10, 10), unit(TANK, "blue", 20, 10)],
        unit(profile("infantry", evasion=1), "red", 10, 17.5),
        features=(BARRICADE,),
        flags={0: {"disembarked": True}},
    )
    need = accuracy(s, 0, gun(), 2)
    assert [row.value for row in need.rows] == [3, 1, 2, 2, 1]
    assert need.value == 9
    assert accuracy(s, 0, gun(flame=True), 2).value == 6  # no cover, no Evasion
    assert accuracy(s, 0, gun(ignores=("soft",)), 2).value == 7


def test_who_gains_cover():
    """dz.scenery.soft-cover, dz.scenery.body-cover, dz.play.weapon-cover"""
    s = table(
        unit(TANK, "blue", 10, 10), unit(FOOT, "red", 10, 17.7), unit(TANK, "red", 11.8, 17.5), features=(BARRICADE,)
    )
    assert in_cover(s, s[0], s[1], "soft")
    assert in_cover(s, s[0], s[1], "body")
    assert in_cover(s, s[0], s[2], "soft")  # not Infantry only
    ruled = table(*s.units, features=(BARRICADE,), rulings={"cover_for_all_types": False})
    assert not in_cover(ruled, s[0], s[2], "soft")
    assert in_cover(ruled, s[0], s[1], "soft")
    assert not in_cover(s, s[0], s[1].with_(base=s[1].base.at(10000, 17900)), "soft")  # 1.1 inches away
    assert not in_cover(s, s[1].with_(base=s[1].base.at(10000, 30000)), s[1], "soft")  # shot from the open side
    from hexless.games.dropzone.weapons import blow_of

    assert blow_of(s, 0, gun(), 1).cover == 1
    assert blow_of(s, 0, gun(ignores=("body",)), 1).cover == 0


def test_scenery_is_hit_on_two_and_more():
    """dz.accuracy.scenery, dz.scenery.destructible-target: 4+ after disembarking."""
    s = table(unit(TANK, "blue", 10, 12), features=(HOUSE,))
    assert scenery_accuracy(s, 0, gun(), 0).value == 2
    assert scenery_accuracy(table(unit(TANK, "blue", 10, 12), flags={0: {"disembarked": True}}), 0, gun(), 0).value == 4
    assert aiming.pieces_for(s, 0, gun()) == [0]
    assert aiming.pieces_for(s, 0, gun(tech_killer=True)) == []
    g = run(shoot, s, 0, answers=("scenery", (2,), (5,)))  # 5 + 7 against 10: a Critical
    assert (g.state.scenery[0].dp, g.state.scenery[0].tokens) == (9, 1)


def test_all_shots_are_allocated_before_any_is_rolled():
    """dz.shooting.allocate-first, dz.shooting.roll-to-hit: two tanks at one target, then the dice of both."""
    s = table([unit(TANK, "blue", 10, 10), unit(TANK, "blue", 12, 10)], unit(profile(dp=1), "red", 10, 18))
    g = run(shoot, s, 0, answers=(2, 2, (3,), (3,)))  # the first shot kills; the other is wasted
    assert not g.state[2].alive
    assert g.state[0].fired == g.state[1].fired == (0,)


def test_a_one_misses_and_a_six_hits():
    """dz.play.natural-one-and-six, dz.shooting.roll-to-hit"""
    assert value(volley, table(), 2, least_of(0), answers=((1, 2),)) == 1
    assert value(volley, table(), 2, least_of(9), answers=((5, 6),)) == 1
    assert [least_of(need) for need in (-1, 1, 2, 6, 7, 12)] == [2, 2, 2, 6, 6, 6]


def test_targets_are_refused_with_their_rule():
    """dz.play.aircraft-targets, dz.garrisons.centre-flame-only, dz.shooting.close-quarters-same-garrison"""
    hidden = inside(unit(FOOT, "red", 11, 22), 0, -1, (11, 22))
    s = table(unit(TANK, "blue", 10, 16), unit(profile("aircraft"), "red", 10, 19), hidden, features=(HOUSE,))
    assert rule_against(s, gun()) == "dz.play.aircraft-targets"
    assert rule_against(s, gun(aa=0)) is None
    assert rule_against(s, gun(), target=2) == "dz.garrisons.centre-flame-only"
    assert rule_against(s, gun(flame=True), target=2) is None
    assert rule_against(s, gun(close=True), target=2) == "dz.shooting.close-quarters-same-garrison"
    with pytest.raises(IllegalAnswer, match="aircraft-targets"):
        run(allocate, s, 0, 0, answers=(1,))


def test_reaction_fire():
    """dz.play.reaction-fire, dz.play.weapon-anti-aircraft: +2, AA-n against Evasion, and the weapon is spent."""
    flak = profile(guns=(gun(aa=1, shots=2),))
    s = table(unit(profile("aircraft", evasion=3, dp=1, small=True), "blue", 10, 10), unit(flak, "red", 10, 16))
    need = accuracy(s, 1, flak.guns[0], 0, reaction=True)
    assert [row.value for row in need.rows] == [3, 3, -1, 2]
    assert accuracy(s, 1, gun(aa=5), 0).value == 3  # Evasion does not drop below 0
    way = (10000, 10000), ((10000, 14000),)
    g = run(aircraft.reaction_fire, s, 0, *way, answers=(True, (6, 1), (6,)))
    assert not g.state[0].alive
    assert g.state[1].fired == (0,)
    assert "dz.aircraft.small-no-crash" in g.fired
    g = run(aircraft.reaction_fire, s, 0, *way, answers=(False, True, (1, 1)))
    assert g.state[1].fired == (0,)
    blind = s.change(1, profile=profile(guns=(gun(aa=1, indirect=True),)))
    assert run(aircraft.reaction_fire, blind, 0, *way).state[1].fired == ()


def test_no_shooting_after_embarking_or_at_aircraft_after_an_air_drop():
    """dz.play.transport-shooting"""
    air = unit(profile("aircraft"), "red", 10, 16)
    s = table(unit(profile(guns=(gun(aa=0),)), "blue", 10, 10), air, flags={0: {"aerial": True}})
    assert rule_against(s, gun(aa=0)) == "dz.play.transport-shooting"
    s = table(unit(TANK, "blue", 10, 10), flags={0: {"embarked": True}})
    assert idle(s, 0, 0)[1] == "dz.play.transport-shooting"


def test_quadrants_are_arcs_of_90_degrees():
    """dz.play.arcs: each of the four quadrants is the arc about one side, whichever way the model faces."""
    sides = {"F": (1, 0), "R": (-1, 0), "SL": (0, 1), "SR": (0, -1)}
    for fx, fy in AROUND:
        base = Base(10_000, 10_000, 700, fx=fx, fy=fy)
        for dx, dy in AROUND:
            at, found = (10_000 + dx, 10_000 + dy), quadrants(base, (10_000 + dx, 10_000 + dy))
            for side, (ahead, left) in sides.items():
                turned = base.facing(fx * ahead - fy * left, fy * ahead + fx * left)
                assert (side in found) == arc(turned, at, 90).inside
            assert ("S" in found) == bool(found & {"SL", "SR"})
    assert quadrants(Base(0, 0), (0, 0)) == {"F", "R", "S", "SL", "SR"}


AROUND = [(x, y) for x in range(-4, 5) for y in range(-4, 5) if x or y]

"""Patrol Angis: the tables of armor saves, morale and ranged fire, row by row."""

from math import cos, pi, sin

import pytest

from hexless.games.patrol_angis.armor import armor_save
from hexless.games.patrol_angis.cover import intervening, too_much_cover
from hexless.games.patrol_angis.measuring import bounded
from hexless.games.patrol_angis.model import Platoon
from hexless.games.patrol_angis.morale import before, check_morale, morale
from hexless.games.patrol_angis.ranged_fire import attack, fire
from hexless.games.patrol_angis.to_hit import to_hit
from hexless.games.patrol_angis.weapons import guns
from hexless.kernel import Row, Stream, total
from hexless.table import piece


def save(pa, strength=2, kind="infantry", rulings=None, profiles=None, **fields):
    s = pa.battle(pa.element("red", 50, 50, kind=kind, profiles=profiles, **fields), rulings=rulings)
    return armor_save(s, 0, strength)


# ---- Armor Save


def test_the_base_the_rating_and_the_strength(pa):
    """pa.armor-save.base, pa.armor-save.armor-rating, pa.armor-save.weapon-strength: 5 - AR + Strength."""
    assert save(pa, strength=0, AR=0).value == 5
    assert save(pa, strength=2, AR=1).value == 6
    assert save(pa, strength=0, AR=-2).value == 7
    assert save(pa, strength=10, AR=5).value == 10
    assert pa.rows(save(pa)) == {"armor-save.base": 5, "armor-save.armor-rating": -1, "armor-save.weapon-strength": 2}


def test_portable_weapon_crew_save_one_easier(pa):
    """pa.armor-save.portable-weapon-crew: 5 - 1 + 2 - 1 = 5; the crew's own AR counts, not the platform's 4."""
    team = [pa.profile("portable", platform=True, AR=4), pa.profile("portable", AR=1)]
    assert save(pa, kind="portable", profiles=team).value == 5
    assert pa.rows(save(pa, kind="portable", profiles=team))["armor-save.portable-weapon-crew"] == -1


def test_mixed_armor_counts_what_most_wear(pa):
    """pa.armor-save.armor-rating: 3, 2, 2, 1; of equal numbers the lower; by the ruling the lowest or the highest."""
    team = [pa.profile(AR=rating) for rating in (3, 2, 2, 1)]
    assert save(pa, profiles=team).value == 5
    assert save(pa, profiles=[*team, pa.profile(AR=3)]).value == 5
    assert save(pa, profiles=team, rulings={"mixed_armor": "lowest"}).value == 6
    assert save(pa, profiles=team, rulings={"mixed_armor": "highest"}).value == 4


# ---- Morale


def nerve(pa, n=1, full=None, friend=None, enemy=30, bled=0, members=None, rulings=None, **fields):
    """The morale rows of a red Troop Element with a friend and an enemy so many cm away."""
    units = [pa.element("red", 50, 50, n=n, full=full or n, **fields)]
    units += [pa.element("red", 50, 50 + friend + 1.4, name="friend")] if friend else []
    units += [pa.element("blue", 50, 50 - enemy - 1.4)] if enemy else []
    s = pa.battle(*units, rulings=rulings, platoons=(Platoon("a", "blue"), Platoon("b", "red", killed=bled)))
    then = before(s, 0)
    return morale(s, 0, (members or then[0], *then[1:]))


@pytest.mark.parametrize(
    ("n", "full", "value", "rule"),
    [
        (8, 8, 0, ""),
        (7, 8, 1, "pa.morale.under-quarter-killed"),
        (6, 8, 3, "pa.morale.quarter-killed"),
        (5, 8, 3, "pa.morale.quarter-killed"),
        (4, 8, 5, "pa.morale.half-killed"),
        (1, 4, 5, "pa.morale.half-killed"),
        (3, 4, 3, "pa.morale.quarter-killed"),
    ],
)
def test_losses_by_percentage_of_the_full_size(pa, n, full, value, rule):
    """pa.morale.percentage-of-full, pa.morale.under-quarter-killed, pa.morale.quarter-killed, pa.morale.half-killed:
    1 of 8 is 12.5 %, 2 of 8 exactly a quarter, 4 of 8 exactly a half.
    """
    found = nerve(pa, n=n, full=full, enemy=None, members=7)  # not the row for 8 members
    assert found.value == 2 + value
    assert [row.rule for row in found.rows[1:2]] == ([rule] if rule else [])
    s = pa.battle(pa.element("red", 50, 50, n=n, full=full), pa.element("red", 50, 60))
    assert ("pa.morale.percentage-of-full" in pa.run(s, check_morale, 0, before(s, 0), script=[(8,)]).fired) == bool(
        value
    )


def test_the_nearest_troop_element(pa):
    """pa.morale.base, pa.morale.nearest-friendly, pa.morale.nearest-enemy: 2 - 1, 2 + 2; a tie counts as a friend."""
    assert nerve(pa, friend=10).value == 1
    assert nerve(pa, friend=40).value == 4
    assert nerve(pa, friend=30).value == 1
    assert nerve(pa, friend=30, rulings={"nearest_tie": "enemy"}).value == 4
    assert nerve(pa, enemy=None).value == 2  # nobody else on the table
    assert pa.rows(nerve(pa, friend=10)) == {"morale.base": 2, "morale.nearest-friendly": -1}
    assert pa.rows(nerve(pa)) == {"morale.base": 2, "morale.nearest-enemy": 2}


def test_losses_of_the_platoon_earlier_in_the_turn(pa):
    """pa.morale.platoon-losses: +2 if somebody of the platoon fell before this attack."""
    assert nerve(pa, bled=1, enemy=None).value == 4
    s = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, 41.4, n=4))
    first = pa.run(s, fire, 0, 1, script=[(2,), (1,), (1, 0), False, (8,)])
    assert "morale.platoon-losses" not in pa.rows(pa.events(first, "morale")[0].data["need"])
    second = pa.run(first.state, fire, 0, 1, script=[(2,), (1,), (1, 0), False, (8,)])
    assert pa.rows(pa.events(second, "morale")[0].data["need"])["morale.platoon-losses"] == 2


def test_damage_ratings(pa):
    """pa.morale.dmr-two, pa.morale.dmr-three-plus: -1 or -2, by the lowest rating."""
    assert [nerve(pa, DMR=rating, enemy=None).value for rating in (1, 2, 3, 5)] == [2, 1, 0, 0]
    mixed = [pa.profile(DMR=1), pa.profile(DMR=3)]
    assert nerve(pa, profiles=mixed, full=2, enemy=None).value == 2
    assert nerve(pa, profiles=mixed, full=2, enemy=None, rulings={"mixed_dmr": "highest"}).value == 0
    assert pa.rows(nerve(pa, DMR=2, enemy=None))["morale.dmr-two"] == -1
    assert pa.rows(nerve(pa, DMR=4, enemy=None))["morale.dmr-three-plus"] == -2


def test_eight_members_when_attacked(pa):
    """pa.morale.eight-members: 8 before the attack count, though 7 are left: 2 + 1 - 1 = 2."""
    assert nerve(pa, n=7, full=8, members=8, enemy=None).value == 2
    assert nerve(pa, n=7, full=8, members=7, enemy=None).value == 3
    assert pa.rows(nerve(pa, n=8, enemy=None))["morale.eight-members"] == -1


# ---- Ranged Fire


def shot(pa, far=30, pieces=(), target=None, how="", rulings=None, weapon=None, **shooter):
    """The to-hit rows from blue at (50, 10) to red, `far` cm up the table."""
    target = {"kind": "infantry"} | (target or {})
    rim = 0.7 + (1.5 if target["kind"] == "vehicle" else 0.7)
    s = pa.battle(
        pa.element("blue", 50, 10, **shooter), pa.element("red", 50, 10 + rim + far, **target), pieces=pieces,
        rulings=rulings,
    )  # fmt: skip
    return to_hit(s, 0, 1, weapon or pa.RIFLE, how)


def test_the_base_and_point_blank(pa):
    """pa.to-hit.base, pa.to-hit.point-blank: 2, and 1 at 25 cm exactly, by each weapon's own distance."""
    assert shot(pa, 30).value == 2
    assert shot(pa, 25).value == 1
    assert shot(pa, 25.001).value == 2
    assert pa.rows(shot(pa, 25)) == {"to-hit.base": 2, "to-hit.point-blank": -1}
    assert shot(pa, 15, weapon=pa.PISTOL).value == 2


def test_no_shots_beyond_range(pa):
    """pa.to-hit.beyond-range: 60 cm exactly is in range."""
    for far, able in ((60, True), (60.001, False)):
        s = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, 11.4 + far))
        assert bool(guns(s, 0, 1)) is able
    near = pa.battle(
        pa.element("blue", 50, 10), pa.element("red", 50, 31.4), pa.element("red", 60, 90, name="far")
    )  # fmt: skip
    assert pa.refused(near, attack, 0, script=[2]).rule == "pa.to-hit.beyond-range"


@pytest.mark.parametrize(
    ("deep", "value", "rule"),
    [
        (0.5, 1, "pa.to-hit.cover-under-3cm"),
        (2.999, 1, "pa.to-hit.cover-under-3cm"),
        (3, 2, "pa.to-hit.cover-3-to-5cm"),
        (5, 2, "pa.to-hit.cover-3-to-5cm"),
        (5.001, 3, "pa.to-hit.cover-over-5cm"),
        (10, 3, "pa.to-hit.cover-over-5cm"),
    ],
)
def test_cover_by_the_cm(pa, deep, value, rule):
    """pa.to-hit.cover-under-3cm, pa.to-hit.cover-3-to-5cm, pa.to-hit.cover-over-5cm"""
    hedge = pa.ground("hedge", 40, 20, 60, 20 + deep, "cover")
    found = shot(pa, pieces=[hedge])
    assert found.value == 2 + value
    assert found.rows[-1].rule == rule


def test_cover_of_several_pieces_adds_up(pa):
    """pa.to-hit.cover-3-to-5cm: 2 cm of one and 2 cm of another are 4 cm."""
    pieces = [pa.ground("a", 40, 20, 60, 22, "cover"), pa.ground("b", 40, 30, 60, 32, "cover")]
    assert shot(pa, pieces=pieces).value == 4


def test_the_whole_target_in_cover_and_the_most_that_cover_gives(pa):
    """pa.to-hit.target-within-cover, pa.to-hit.cover-maximum: 3 for the wood; with a hedge 3 + 1; then 4."""
    wood = pa.ground("wood", 40, 32, 60, 60, "cover")
    hedge, bank = pa.ground("hedge", 40, 20, 60, 21, "cover"), pa.ground("bank", 40, 20, 60, 24, "cover")
    assert shot(pa, pieces=[wood]).value == 5
    assert shot(pa, pieces=[wood, hedge]).value == 6
    capped = shot(pa, pieces=[wood, bank])  # 3 + 2 - 1
    assert capped.value == 6
    assert pa.rows(capped)["to-hit.cover-maximum"] == -1
    half = pa.ground("half", 40, 36.4, 51, 60, "cover")  # one figure of two is outside: its 5 cm count as between
    assert shot(pa, pieces=[half], target={"n": 2}).value == 4


def test_the_shooters_own_ground_does_not_count(pa):
    """pa.to-hit.own-terrain-ignored: wholly within it, and only then; 4 cm of it otherwise."""
    wood = pa.ground("wood", 45, 5, 55, 14, "cover")
    found = shot(pa, pieces=[wood], n=2)
    assert found.value == 2
    assert pa.rows(found)["to-hit.own-terrain-ignored"] == 0
    narrow = pa.ground("narrow", 45, 5, 51, 14, "cover")
    assert shot(pa, pieces=[narrow], n=2).value == 4


@pytest.mark.parametrize(
    ("kind", "limit", "rule"),
    [
        ("infantry", 10, "pa.to-hit.infantry-cover-limit"),
        ("vehicle", 15, "pa.to-hit.vehicle-portable-cover-limit"),
        ("portable", 15, "pa.to-hit.vehicle-portable-cover-limit"),
    ],
)
def test_too_much_cover_stops_the_shot(pa, kind, limit, rule):
    """pa.to-hit.infantry-cover-limit, pa.to-hit.vehicle-portable-cover-limit: exactly the limit is no hindrance."""
    for deep, stopped in ((limit, False), (limit + 0.001, True)):
        wood = pa.ground("wood", 40, 20, 60, 20 + deep, "cover")
        units = pa.element("blue", 50, 10, kind=kind), pa.element("red", 50, 45), pa.element("red", 80, 10, name="b")
        s = pa.battle(*units, pieces=[wood])
        assert intervening(s, 0, 1).total == round(deep * 1000)
        assert too_much_cover(s, 0, 1) is stopped
    assert pa.refused(s, attack, 0, script=[1]).rule == rule


def test_vehicles_and_fast_targets(pa):
    """pa.to-hit.target-vehicle, pa.to-hit.target-fast: 2 - 1; 20 cm and more + 1; a bike has both."""
    assert shot(pa, target={"kind": "vehicle", "move": 15}).value == 1
    assert shot(pa, target={"move": 20}).value == 3
    assert shot(pa, target={"move": 19}).value == 2
    bike = shot(pa, target={"kind": "vehicle", "move": 20})
    assert bike.value == 2
    assert pa.rows(bike) == {"to-hit.base": 2, "to-hit.target-vehicle": -1, "to-hit.target-fast": 1}


def test_a_worst_case_adds_up(pa):
    """pa.play.target-number-roll: a rapid-moved fast target in cover, shot at on a dash: 2 + 3 + 1 + 2 + 2 = 10."""
    wood = pa.ground("wood", 40, 32, 60, 60, "cover")
    found = shot(pa, pieces=[wood], target={"move": 20, "did": ("rapid",)}, how="dash")
    assert found.value == 10


def test_target_numbers_have_limits(pa):
    """pa.play.target-number-limits: 1 or less always, 9 or more never; 1s and 8s only by the rulings."""
    rulings = pa.battle().rulings
    need = {n: total(Row(n, "", "")) for n in (-1, 1, 5, 9, 12)}
    assert [bounded(rulings, one) for one in need.values()] == [1, 1, 5, 9, 9]
    fails = rulings.__class__(natural_1_always_fails=True, natural_8_always_succeeds=True)
    assert [bounded(fails, one) for one in need.values()] == [2, 2, 5, 8, 8]
    assert bounded(rulings, need[9], 6) == 7


# ---- cover of several pieces


def turned(pa, turn, name, *corners, traits=("cover",)):
    """A piece turned about (50, 50), every second time mirrored."""
    angle, flip = turn * pi / 32, -1 if turn % 2 else 1
    spots = []
    for x, y in corners:
        u, v = (x - 50) * flip, y - 50
        spots.append((pa.ticks(50 + u * cos(angle) - v * sin(angle)), pa.ticks(50 + u * sin(angle) + v * cos(angle))))
    return piece(name, spots, traits=traits)


def box(x0, y0, x1, y1):
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def test_cover_that_overlaps_counts_once(pa):
    """pa.to-hit.cover-over-5cm, pa.to-hit.cover-3-to-5cm: 3 cm and 3 cm with 1 cm in common are 5 cm."""
    units = pa.element("blue", 50, 10), pa.element("red", 50, 41.4)
    both = [pa.ground("a", 40, 20, 60, 23, "cover"), pa.ground("b", 40, 22, 60, 25, "cover")]
    assert pa.rows(to_hit(pa.battle(*units, pieces=both), 0, 1, pa.RIFLE))["to-hit.cover-3-to-5cm"] == 2
    apart_ = [both[0], pa.ground("b", 40, 26, 60, 29, "cover")]
    assert pa.rows(to_hit(pa.battle(*units, pieces=apart_), 0, 1, pa.RIFLE))["to-hit.cover-over-5cm"] == 3


@pytest.mark.parametrize("turn", range(64))
def test_two_adjoining_woods_hold_a_troop_element(pa, turn):
    """pa.to-hit.target-within-cover, pa.to-hit.own-terrain-ignored: across their border, not across a gap of 1 mm, nor
    where a corner of the base looks out."""
    west, east = turned(pa, turn, "west", *box(45, 45, 50, 55)), turned(pa, turn, "east", *box(50, 45, 55, 55))
    off = turned(pa, turn, "east", *box(50.1, 45, 55, 55))
    short = turned(pa, turn, "east", *box(50, 50.5, 55, 55))
    target, shooter = pa.element("red", 50, 50), pa.element("blue", 50, 90)
    for pieces, held in (([west, east], True), ([west, off], False), ([west, short], False)):
        found = rows_of(pa, pa.battle(shooter, target, pieces=pieces))
        assert ("to-hit.target-within-cover" in found) is held
        if held:  # standing in them, they look out of both
            assert intervening(pa.battle(shooter, target, pieces=pieces), 1, 0).total == 0


def rows_of(pa, s):
    return pa.rows(to_hit(s, 0, 1, pa.RIFLE))


def test_within_several_pieces_as_a_sweep_of_the_base_says(pa):
    """pa.to-hit.target-within-cover: 200 pairs of woods about a base: none of its points is outside, or some is."""
    stream, verdicts = Stream("woods", "cover"), []

    def covered(terrain, radius):
        spots = [(far * cos(n * pi / 200), far * sin(n * pi / 200))
                 for far in (*range(0, radius, 50), radius) for n in range(400)]  # fmt: skip
        about = ((0, 0), (4, 0), (-4, 0), (0, 4), (0, -4))  # a seam of rounding is none
        return all(
            any(terrain.at((round(50000 + x + dx), round(50000 + y + dy))) for dx, dy in about) for x, y in spots
        )

    for turn in range(200):
        seam, low, high = stream.between(-6, 6) / 10, stream.between(45, 50), stream.between(50, 55)
        a = turned(pa, turn, "a", *box(45, 45, 50 + seam, 55))
        b = turned(pa, turn, "b", *box(50 + seam - stream.below(2) / 2, low, 55, high))
        s = pa.battle(pa.element("blue", 50, 90), pa.element("red", 50, 50), pieces=[a, b])
        found = bool(intervening(s, 0, 1).theirs)
        assert covered(s.terrain, 690) if found else not covered(s.terrain, 710)
        verdicts.append(found)
    assert 20 < sum(verdicts) < 180

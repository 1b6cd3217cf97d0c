"""Sight: any part of a base means any part, both ways, in every direction."""

import random

import pytest
from games.orders.orders_table import TURNS, feature, stand, table, tank, turned

from hexless.games.orders.attack import GUNS, appropriate, could_reach, reach_of, value_of
from hexless.games.orders.model import INCH, foes, of_side, on_table
from hexless.games.orders.sight import can_see_point, in_sight, sees, sees_point
from hexless.table import Base, Terrain, crossing, piece, sight, within

BLOCK = feature("block", 22, 16, 26, 20, "blocking", height=3)
WOOD = feature("wood", 22, 16, 26, 20, "concealment", height=3)


def both_ways(s, one=0, other=1):
    there, back = sees(s, one, other), sees(s, other, one)
    assert there.clear == back.clear
    return there.clear


@pytest.mark.parametrize(("k", "mirrored"), TURNS)
def test_a_rim_that_pokes_into_a_block_shows_nothing_through_it(k, mirrored):
    """or.play.line-of-sight: a piece is passed over only by who stands in it with its centre."""
    far = stand("far", "blue", 16, 18)
    for x, seen in ((26.4, False), (26.1, False), (25.9, True)):  # its rim is inside by 0.1 and 0.4; then its centre
        s = turned(table(far, stand("near", "red", x, 18), features=(BLOCK,)), k, mirrored)
        assert both_ways(s) == seen


@pytest.mark.parametrize(("k", "mirrored"), TURNS)
def test_any_part_is_any_part(k, mirrored):
    """or.play.line-of-sight: between two walls a sliver of the base shows, neither its centre nor its sides."""
    low, high = feature("low", 20, 10, 20.1, 17.72, "blocking"), feature("high", 20, 17.8, 20.1, 26, "blocking")
    units = stand("a", "blue", 14, 18), stand("t", "red", 24, 18)
    assert both_ways(turned(table(*units, features=(low, high)), k, mirrored))
    shut = feature("high", 20, 17.72, 20.1, 26, "blocking")
    assert not both_ways(turned(table(*units, features=(low, shut)), k, mirrored))


def test_a_line_runs_from_either_centre_or_from_the_viewers_only():
    """or.play.line-of-sight: sight_from"""
    wall = feature("wall", 20, 10, 21, 18.6, "blocking")
    # the big base's rim shows over the wall's end to the small one's centre; the small one's rim hardly rises over it
    units = stand("small", "blue", 14, 18, radius=100), stand("big", "red", 24, 18, radius=1500)
    assert both_ways(table(*units, features=(wall,)))
    strict = table(*units, features=(wall,), rulings={"sight_from": "viewer"})
    assert (sees(strict, 0, 1).clear, sees(strict, 1, 0).clear) == (True, False)


@pytest.mark.parametrize(("k", "mirrored"), TURNS)
def test_depth_in_a_wood_is_the_same_in_every_direction(k, mirrored):
    """or.terrain.concealment: exactly its Size is seen, a hundredth more is not."""
    for x, seen in ((23.5, True), (23.51, False)):  # its near edge is 1 inch in, with Size 1
        s = table(stand("a", "blue", 16, 18), stand("t", "red", x, 18, size=1), features=(WOOD,))
        assert both_ways(turned(s, k, mirrored)) == seen


def test_elevated_bases_see_over_lower_features_and_concealing_ones_too():
    """or.play.line-of-sight, or.terrain.concealment, or.terrain.elevated"""
    for ground in (BLOCK, WOOD):
        for z, seen in ((0, False), (3000, False), (3001, True)):
            s = table(stand("a", "blue", 16, 18, z=z), stand("t", "red", 30, 18), features=(ground,))
            assert both_ways(s) == seen
    inside = table(stand("a", "blue", 16, 18, z=9000), stand("t", "red", 25, 18, size=1), features=(WOOD,))
    assert not both_ways(inside)  # over a wood one does not see into it


def test_a_base_on_a_wreck_is_not_blind():
    """or.play.wreck-effect: wreck_blocks_los"""
    wreck = tank("wreck", "red", 20, 18, alive=False, radius=1200)
    for x, seen in ((20, True), (20.9, True), (18, False)):  # on it, on its edge, behind it
        s = table(stand("a", "blue", x, 18), stand("t", "red", 30, 18), wreck, rulings={"wreck_blocks_los": True})
        assert both_ways(s) == seen
        assert both_ways(table(*s.units))


def test_a_template_may_be_hidden_by_a_wood():
    """or.bombard.template: template_hidden"""
    units = stand("eye", "blue", 16, 18), stand("t", "red", 24, 18)
    assert sees_point(table(*units, features=(WOOD,)), 0, 25000, 18000).clear
    strict = table(*units, features=(WOOD,), rulings={"template_hidden": True})
    assert not sees_point(strict, 0, 25000, 18000).clear
    assert sees_point(strict, 0, 21900, 18000).clear
    assert not sees_point(table(*units, features=(WOOD,)), 0, 30000, 18000).clear  # beyond it is hidden in any case


# ---- against brute force


def crowded(rng):
    """Two bases among blocks, woods and smoke that come as they come."""
    pieces = []
    for i in range(rng.randint(1, 4)):
        x, y, w, d = rng.randint(9, 33), rng.randint(9, 24), rng.randint(1, 6), rng.randint(1, 6)
        lean = rng.randint(-1500, 1500)
        corners = [(x, y), (x + w, y), (x + w, y + d), (x, y + d)]
        outline = [(a * 1000 + (lean if b > y else 0), b * 1000) for a, b in corners]
        pieces.append(piece(f"p{i}", outline, traits=(rng.choice(("blocking", "concealment")),)))
    units = []
    for name, side in (("a", "blue"), ("t", "red")):
        size, radius = rng.randint(1, 4), rng.choice((500, 1200))
        units.append(stand(name, side, rng.uniform(8, 40), rng.uniform(8, 28), size=size, radius=radius))
    smoke = tuple((rng.randint(8000, 40000), rng.randint(8000, 28000)) for _ in range(rng.randint(0, 2)))
    return table(*units, features=tuple(pieces), smoke=smoke, rulings={"sight_from": "viewer"})


def swept(s, radius, slack):
    """Whether any of many points of the target's disc is in sight from the viewer's centre, line by line."""
    a, b = s[0].base, s[1].base
    inside = s.terrain.at(a.centre), s.terrain.at(b.centre)
    clouds = [Base(x, y, radius=1500) for x, y in s.smoke]
    woods = s.terrain.having("concealment")
    step = max(1, radius // 24)
    for dx in range(-radius, radius + 1, step):
        for dy in range(-radius, radius + 1, step):
            if dx * dx + dy * dy > radius * radius:
                continue
            point = (b.x + dx, b.y + dy)
            ends = Base(a.x, a.y), Base(*point)
            if not sight(s.terrain, *ends, "blocking", "centre", (*inside[0], *inside[1]), clouds, None, True).clear:
                continue
            if all(_shallow(s, span, inside, slack) for span in crossing(s.terrain, a.centre, point, woods).spans):
                return True
    return False


def _shallow(s, span, inside, slack):
    """Whether a line's way through a wood hides neither base; a point behind the target's rim is that much deeper."""
    if span.piece not in (*inside[0], *inside[1]):
        return False
    a, b = s[0], s[1]
    fine = span.piece not in inside[0] or span.length - a.base.radius <= a.size * 1000 + slack
    return fine and (span.piece not in inside[1] or span.length <= b.size * 1000 + slack)


def test_the_verdict_is_that_of_a_sweep_over_the_whole_base():
    """or.play.line-of-sight, or.terrain.concealment, or.play.smoke-effect: never less than a sweep over the base finds,
    and never more than one over a base that is a hundredth of an inch larger and may be as much deeper."""
    rng, seen, odd = random.Random(12), 0, 0
    for n in range(400):
        s = crowded(rng)
        a, b = s[0].base, s[1].base
        if (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < (a.radius + b.radius) ** 2:
            continue
        verdict = sees(s, 0, 1)
        seen += verdict.clear
        if not verdict.clear:
            assert not swept(s, b.radius - 10, -10), n
        else:
            odd += not swept(s, b.radius, 0)  # slivers that the coarse sweep may miss: the line itself has to be clear
            assert clear_line(s, verdict.line), n
    assert 100 < seen < 350
    assert odd < 8


def clear_line(s, line):
    """One line judged by itself, with the target's rim at its end."""
    a, b = s[0].base, s[1].base
    inside = s.terrain.at(a.centre), s.terrain.at(b.centre)
    clouds = [Base(x, y, radius=1500) for x, y in s.smoke]
    assert line[0] == a.centre
    assert (line[1].x - b.x) ** 2 + (line[1].y - b.y) ** 2 <= (b.radius + 2) ** 2
    over = (*inside[0], *inside[1])
    plain = sight(s.terrain, Base(*line[0]), Base(*line[1]), "blocking", "centre", over, clouds, None, True).clear
    spans = crossing(s.terrain, *line, s.terrain.having("concealment")).spans
    return plain and all(_shallow(s, span, inside, 10) for span in spans)


def test_sight_is_the_same_both_ways():
    """or.play.line-of-sight: with sight_mutual, who sees is seen."""
    rng = random.Random(5)
    for _ in range(300):
        both_ways(table(*(s := crowded(rng)).units, features=s.terrain.pieces, smoke=s.smoke))


def test_an_empty_table_hides_nobody():
    s = table(stand("a", "blue", 10, 10), stand("t", "red", 40, 30))
    assert s.terrain == Terrain(48000, 36000)
    assert both_ways(s)


@pytest.mark.parametrize(("k", "mirrored"), TURNS)
def test_nothing_is_seen_between_two_blocks_that_abut(k, mirrored):
    """or.play.line-of-sight: also along their common edge"""
    low, high = feature("low", 20, 10, 24, 18, "blocking"), feature("high", 20, 18, 24, 26, "blocking")
    s = turned(table(stand("a", "blue", 14, 18), stand("t", "red", 30, 18), features=(low, high)), k, mirrored)
    assert not both_ways(s)
    assert not sees_point(s, 0, *s[1].base.centre).clear


def test_what_is_asked_without_the_witness_is_what_the_witness_says():
    rng, found = random.Random(21), {True: 0, False: 0}
    for _ in range(120):
        spots = [(rng.uniform(2, 46), rng.uniform(2, 46)) for _ in range(4)]
        units = [stand(f"u{i}", ("blue", "red")[i % 2], x, y, size=rng.randint(1, 3)) for i, (x, y) in enumerate(spots)]
        s = table(*units, features=(BLOCK, WOOD), rulings={"sight_from": rng.choice(("viewer", "either"))})
        for a in range(4):
            for b in range(4):
                if a != b:
                    assert in_sight(s, a, b) == sees(s, a, b).clear
                    found[in_sight(s, a, b)] += 1
            x, y = rng.randint(20_000, 28_000), rng.randint(14_000, 22_000)
            assert can_see_point(s, a, x, y) == sees_point(s, a, x, y).clear
            assert could_reach(s, a) == any(
                value_of(s[a], gun) > 0 and appropriate(s, t, gun)
                and within(s[a].base, s[t].base, s[a].move * INCH + reach_of(s[a], gun))
                for gun in GUNS for t in foes(s, s[a].side)
            )  # fmt: skip
        s = s.change(rng.randrange(4), alive=False)
        for side in s.sides:
            assert foes(s, side) == tuple(i for i, e in enumerate(s.units) if e.here and e.side != side)
            assert on_table(s, side) == tuple(i for i, e in enumerate(s.units) if e.here and e.side == side)
            assert of_side(s, side) == tuple(i for i, e in enumerate(s.units) if e.side == side)
    assert min(found.values()) > 30

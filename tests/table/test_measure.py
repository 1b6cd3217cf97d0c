import random

import numpy as np
import pytest
import shapely
from hypothesis import given
from table.strategies import SIDE, bases, mirrored_base, random_base, random_tables

from hexless.table import (
    Base,
    Gap,
    Point,
    gap,
    gap_of_outlines,
    gap_to_edge,
    gap_to_outline,
    off_outline,
    outline_touches,
    within,
    within_outline,
)
from hexless.table.measure import apart, clear

DISC = Base(0, 0, radius=1000)
CARD = Base(10_000, 0, length=4000, width=2000, fx=1, fy=0)


def test_gap_between_discs():
    assert gap(DISC, DISC.at(5000, 0)) == Gap(3000, (1000, 0), (4000, 0))
    assert gap(DISC, DISC.at(2000, 0)).distance == 0
    assert gap(DISC, DISC.at(1000, 0)).distance == 0


@pytest.mark.parametrize("turns", range(4))
def test_an_upright_zone_holds_what_the_same_outline_with_a_fifth_corner_holds(turns):
    corners = [Point(0, 0), Point(20, 0), Point(20, 12), Point(0, 12)]
    upright = tuple(corners[turns:] + corners[:turns])
    fifth = (*upright, Point((upright[3].x + upright[0].x) // 2, (upright[3].y + upright[0].y) // 2))
    spots = [Base(x, y, radius=r) for x in range(-2, 23) for y in range(-2, 15) for r in (0, 1, 5, 6, 7)]
    held = [spot for spot in spots if within_outline(spot, upright)]
    assert held == [spot for spot in spots if within_outline(spot, fifth)]
    assert [spot for spot in spots if within_outline(spot, upright[::-1])] == held
    assert held


def test_gap_between_disc_and_rectangle():
    assert gap(DISC, CARD) == Gap(7000, (1000, 0), (8000, 0))
    assert gap(CARD, DISC) == Gap(7000, (8000, 0), (1000, 0))
    assert gap(CARD, DISC.at(10_000, 500)).distance == 0


def test_gap_between_rectangles():
    assert gap(CARD, CARD.at(20_000, 0)).distance == 6000
    assert gap(CARD, CARD.facing(0, 1)).distance == 0


@given(bases(), bases())
def test_how_far_apart_is_what_the_gap_measures(a, b):
    far = gap(a, b).distance
    assert apart(a, b) == far
    assert not clear(a, b, far + 1)
    assert far == 0 or clear(a, b, far - 1)


def test_exactly_at_range_is_within():
    assert within(DISC, DISC.at(8000, 6000), 8000)
    assert not within(DISC, DISC.at(8000, 6001), 8000)
    assert within(DISC, CARD, 7000)
    assert not within(DISC, CARD, 6999)


def test_gap_to_an_edge_from_inside():
    outline = CARD.at(0, 0).corners()
    spot = Base(0, 500)
    assert gap_to_outline(spot, outline).distance == 0
    assert gap_to_edge(spot, outline).distance == 500
    assert gap_to_edge(CARD.at(2000, 0), outline).distance == 0
    assert not within_outline(DISC.at(0, 1), outline)
    assert within_outline(DISC, outline)


@given(bases(), bases())
def test_gap_is_mutual_and_exact(a, b):
    there, back = gap(a, b), gap(b, a)
    assert there.distance == back.distance
    assert within(a, b, there.distance + 1)
    assert within(a, b, 0) == within(b, a, 0)
    assert there.distance < 2 or not within(a, b, there.distance - 1)


@given(bases(), bases())
def test_gap_survives_moving_and_mirrors(a, b):
    size = gap(a, b).distance
    assert gap(a.at(a.x + 7, a.y - 9), b.at(b.x + 7, b.y - 9)).distance == size
    assert gap(mirrored_base(a, SIDE), mirrored_base(b, SIDE)).distance == size


def shape(base: Base) -> shapely.Geometry:
    return shapely.Polygon(base.corners()) if base.length else shapely.Point(base.x, base.y)


@pytest.mark.parametrize("side", [24, 180_000])
def test_gaps_agree_with_shapely(side):
    rng = random.Random(11)
    pairs = [(random_base(rng, side), random_base(rng, side)) for _ in range(2000)]
    far = shapely.distance([shape(a) for a, _ in pairs], [shape(b) for _, b in pairs])
    theirs = np.maximum(far - [a.radius + b.radius for a, b in pairs], 0)
    ours = np.array([gap(a, b).distance for a, b in pairs])
    assert np.abs(ours - theirs).max() <= 0.5 + 1e-6


def test_outlines_agree_with_shapely():
    for terrain, bases_ in random_tables(12, 1000, 2):
        for each in terrain.pieces:
            polygon = shapely.Polygon(each.outline)
            for base in bases_:
                far = shapely.distance(polygon, shape(base)) - base.radius
                assert outline_touches(each.outline, base) == (far <= 1e-9)
                assert abs(gap_to_outline(base, each.outline).distance - max(far, 0)) <= 0.5 + 1e-6
                x, y = base.centre
                assert off_outline(x, y, each.outline) == gap_to_outline(Base(x, y), each.outline).distance
                if base.length and shapely.Polygon(base.corners()).is_valid:
                    assert within_outline(base, each.outline) == polygon.covers(shape(base))


def test_gap_of_outlines():
    """Points, lines and filled outlines: apart, touching, crossing without a corner inside, one in the other."""
    square = [Point(0, 0), Point(4000, 0), Point(4000, 4000), Point(0, 4000)]
    cases = [
        ([Point(7000, 8000)], 5000), ([Point(2000, 2000)], 0), ([Point(6000, -9000), Point(6000, 9000)], 2000),
        ([Point(-1000, 2000), Point(9000, 2000)], 0), ([Point(4000, 1000), Point(8000, 1000)], 0),
        ([Point(1000, 1000), Point(3000, 1000), Point(2000, 3000)], 0), ([Point(-9000, 9000), Point(9000, 9000)], 5000),
        ([Point(-1, -9000), Point(1, -9000), Point(1, 9000), Point(-1, 9000)], 0),
    ]  # fmt: skip
    for other, far in cases:
        assert gap_of_outlines(square, other) == gap_of_outlines(other, square) == far

"""Rectangles are judged with the facing that they will have, all along their way, and turning in place."""

from __future__ import annotations

import random
from math import atan2, cos, pi, sin

import pytest
import shapely
from moves.tables import crowd
from shapely import affinity

from hexless.moves import Placing, Spot, Walk, Way, into_contact, touching
from hexless.moves.packed import packed
from hexless.moves.walk import after
from hexless.table import Base, Terrain, piece

MIDDLE = 20000
TURNS = [(degree, mirror) for degree in range(0, 360, 5) for mirror in (1, -1)]


def frame(degree, mirror):
    c, s = cos(2 * pi * degree / 360), sin(2 * pi * degree / 360)

    def turn(x, y):
        return round(10 * (x * c - mirror * y * s)) / 10, round(10 * (x * s + mirror * y * c)) / 10

    def at(x, y):
        dx, dy = turn(x, y)
        return MIDDLE + round(dx), MIDDLE + round(dy)

    def along(x, y):
        return tuple(round(100 * v) for v in turn(x, y))

    return at, along


def ground(terrain, base, others=(), **more):
    names = tuple(f"base {i}" for i, _ in enumerate(others))
    return Walk(terrain=terrain, base=base, allowance=20000, costs=terrain.costs(impassable=("w",)),
                others=packed(tuple(others)), names=names, **more)  # fmt: skip


def test_turning_in_place_is_judged_in_every_direction():
    """A wall stands beside a long base: it may turn away to the one side until a corner meets it."""
    for degree, mirror in TURNS:
        at, along = frame(degree, mirror)
        wall = piece("wall", [at(-3000, 1000), at(3000, 1000), at(3000, 1500), at(-3000, 1500)], traits="w")
        walk = ground(Terrain(40000, 40000, (wall,)), Base(*at(0, 0), 0, 4000, 1000, *along(1000, 0)))
        assert walk.check(Way((), along(1000, 100))) is None
        refused = walk.check(Way((), along(0, 1000)))
        assert refused is not None
        assert walk.check(Way((), along(1000, 500))) is not None
        assert walk.check(Way((), along(-1000, 0))) is None  # it looks the same backwards


def test_a_turn_may_not_sweep_over_anybody_even_if_both_ends_are_free():
    for degree, mirror in TURNS:
        at, along = frame(degree, mirror)
        base, other = Base(*at(0, 0), 0, 4000, 800, *along(1000, 0)), Base(*at(1300, 1000), 300)
        assert ground(Terrain(40000, 40000), base, [other]).check(Way((), along(0, 1000))) is not None
        free = Base(*at(1800, 1700), 300)
        assert ground(Terrain(40000, 40000), base, [free]).check(Way((), along(0, 1000))) is None


def test_the_end_is_judged_with_the_facing_that_it_has_there():
    """Sideways into a lane that is wide enough for the base across, but not along; and the other way round."""
    for degree, mirror in TURNS:
        at, along = frame(degree, mirror)
        walls = [piece("w", [at(x0, 2000), at(x1, 2000), at(x1, 9000), at(x0, 9000)], traits="w")
                 for x0, x1 in ((-4000, -600), (600, 4000))]  # fmt: skip
        walk = ground(Terrain(40000, 40000, tuple(walls)), Base(*at(0, -3000), 0, 4000, 1100, *along(1000, 0)))
        into = at(0, 5000)
        assert walk.check(Way((into,))) is None
        assert after(walk.base, Way((into,))).fx == into[0] - walk.base.x
        assert walk.check(Way((into,), along(1000, 0))) is not None
        wide = ground(walk.terrain, Base(*at(0, -3000), 0, 1100, 4000, *along(1000, 0)))
        assert wide.check(Way((into,))) is not None


def test_no_turn_leaves_the_table():
    table = Terrain(40000, 40000)
    for x, y in ((700, 20000), (39300, 20000)):
        walk = ground(table, Base(x, y, 0, 4000, 1000, 0, 1000))
        assert walk.check(Way((), (1000, 0))).says == "that leaves the table"
        assert walk.check(Way(((20000, y),))) is not None  # it would have to turn first
        assert walk.check(Way(((x, 26000), (20000, 26000)))) is not None
    inside = ground(table, Base(2100, 20000, 0, 4000, 1000, 0, 1000))
    assert inside.check(Way((), (1000, 0))) is None
    assert inside.check(Way(((20000, 20000),))) is None


def test_what_it_overlaps_where_it_starts_it_may_leave():
    base, on = Base(20000, 20000, 0, 4000, 1000, 0, 1000), Base(20300, 20500, 400)
    walk = ground(Terrain(40000, 40000), base, [on, Base(24000, 20000, 400)])
    assert walk.check(Way(((15000, 20000),))) is None
    assert walk.check(Way(((28000, 20000),))) is not None


def card(base, turn, x, y):
    """A rectangle turned by an angle, its centre at a place."""
    length, width = base.length / 2, base.width / 2
    shape = shapely.Polygon([(length, width), (-length, width), (-length, -width), (length, -width)])
    return affinity.translate(affinity.rotate(shape, turn, (0, 0), use_radians=True), x, y)


def swept(base, way):
    """All that a rectangle covers on its way, turned in steps of a degree."""
    here, turn = base.centre, atan2(base.fy, base.fx)
    cover = [card(base, turn, *here)]

    def turn_to(new):
        step = (new - turn + pi / 2) % pi - pi / 2
        cover.extend(card(base, turn + step * k / 90, *here) for k in range(91))
        return turn + step

    for point in way.points:
        turn = turn_to(atan2(point[1] - here[1], point[0] - here[0]))
        cover.append(shapely.convex_hull(shapely.union(card(base, turn, *here), card(base, turn, *point))))
        here = point
    if way.facing:
        turn_to(atan2(way.facing[1], way.facing[0]))
    return shapely.union_all(cover)


def test_ways_are_judged_as_shapely_sweeps_them():
    """Whatever a finely swept rectangle overlaps by more than two hundredths is found, and nothing else."""
    rng, stopped, free = random.Random(6), 0, 0
    for _ in range(120):
        terrain, bases = crowd(rng, rng.randint(2, 7), rectangles=True)
        base = Base(rng.randint(2500, 9500), rng.randint(2500, 9500), 0, rng.randint(800, 3000), rng.randint(300, 1000),
                    rng.randint(-9, 9), 7)  # fmt: skip
        face = (rng.randint(-9, 9), 4) if rng.random() < 0.5 else None
        way = Way(tuple((rng.randint(2000, 10000), rng.randint(2000, 10000)) for _ in range(rng.randint(0, 2))), face)
        walk = ground(terrain, base, bases)
        start = shapely.Polygon(base.corners())
        solid = [shapely.Polygon(each.outline) for each in terrain.pieces]
        solid += [
            shapely.Point(o.centre).buffer(o.radius, 64) if o.round else shapely.Polygon(o.corners()) for o in bases
        ]
        everything = solid
        solid = [
            each for each in solid if not each.overlaps(start) and not each.contains(start) and not start.contains(each)
        ]
        cover = swept(base, way)
        deep = max((cover.intersection(each).buffer(-8).area for each in solid), default=0)
        box = shapely.box(0, 0, 12000, 12000)
        if walk.check(way) is None:
            assert deep == 0
            assert box.buffer(8).contains(cover) or not box.contains(start)
            free += 1
        elif box.contains(cover) and not any(cover.intersects(each.buffer(2)) for each in solid):
            assert any(start.intersects(each.buffer(2)) for each in everything)
        stopped += deep > 0
    assert free > 15
    assert stopped > 30


def test_a_rectangle_finds_its_way_into_contact():
    for degree, mirror in TURNS[::4]:
        at, along = frame(degree, mirror)
        base = Base(*at(-6000, 0), 0, 2000, 1000, *along(300, 1000))
        for target in (Base(*at(0, 0), 700), Base(*at(0, 0), 0, 1500, 900, *along(500, 700))):
            walk = ground(Terrain(40000, 40000), base, [target])
            way = into_contact(walk, target)
            assert way is not None
            assert touching(after(base, way), target)


def test_a_rectangle_is_placed_as_it_is_turned():
    """A slot that is long enough only along: the place is found turned, and refused unturned."""
    walls = [
        piece("w", [(0, y0), (20000, y0), (20000, y1), (0, y1)], traits="w") for y0, y1 in ((0, 4400), (5600, 10000))
    ]
    terrain = Terrain(20000, 10000, tuple(walls))
    zone = ((0, 0), (20000, 0), (20000, 10000), (0, 10000))
    yard = Placing(terrain=terrain, base=Base(-9000, -9000, 0, 3000, 1000, 0, 1000), others=packed(()), outline=zone,
                   costs=terrain.costs(impassable=("w",)))  # fmt: skip
    assert yard.room
    spot = yard.suggest(1)[0]
    assert yard.check(spot) is None
    assert spot.facing is not None
    assert yard.check(Spot(spot.x, spot.y)) is not None


@pytest.mark.parametrize("size", [(3000, 1000), (1000, 3000)])
def test_going_flush_along_a_wall_is_free(size):
    for degree, mirror in TURNS:
        at, along = frame(degree, mirror)
        wall = piece(
            "wall",
            [at(-9000, size[1] // 2 + 1), at(9000, size[1] // 2 + 1), at(9000, 4000), at(-9000, 4000)],
            traits="w",
        )
        walk = ground(Terrain(40000, 40000, (wall,)), Base(*at(-5000, 0), 0, *size, *along(1000, 0)))
        assert walk.check(Way((at(5000, -2),), along(1000, 0))) is None, degree

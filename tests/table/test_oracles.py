"""Compiled kernels, their twins in the interpreter, and Shapely, over more than 10,000 random tables."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest
import shapely
from table.strategies import SIDE, random_base, random_tables, random_terrain

from hexless.table import Base, Terrain, _fast, _field, _lines, _walks, crossing_all, pack, reach

COUNT = 10_400
CHUNKS = range(4)
FAST, PLAIN = _fast.load(_lines), _fast.plain(_lines)
DEEP = -(2**30)


@cache
def tables(chunk: int) -> list[tuple[Terrain, list[Base]]]:
    return list(random_tables(chunk, COUNT // len(CHUNKS)))


def listed(values: object) -> list[int]:
    return np.asarray(values).tolist()


def looks(kernels, terrain: Terrain, bases: list[Base], family: int, level: int, convert) -> list[int]:
    """Sight between the first two and the last two bases, past all of them."""
    picks, rows = terrain.everything.picks, [pack(some).rows for some in (bases, bases[:2], bases[2:])]
    out = convert([0] * 4)
    flat, picks, *rows = (convert(values) for values in (terrain.flat, picks, *rows))
    kernels.look_all(flat, picks, *rows, family, level, convert([]), out)
    return listed(out)


@pytest.mark.parametrize("chunk", CHUNKS)
def test_sight_twin(chunk):
    for i, (terrain, bases) in enumerate(tables(chunk)):
        family, level = (i % 3, DEEP) if i % 2 else (i % 3, 2**30)
        fast = looks(FAST, terrain, bases, family, level, _fast.ints)
        assert fast == looks(PLAIN, terrain, bases, family, level, listed)


@pytest.mark.parametrize("chunk", CHUNKS)
def test_flat_sight_against_shapely(chunk):
    lines, shapes, ours = [], [], []
    for terrain, (a, b, *_) in tables(chunk):
        for each in terrain.pieces if a.centre != b.centre else ():
            pts = [value for point in each.outline for value in point]
            ours.append(_cuts(pts, a, b))
            lines.append((a.centre, b.centre))
            shapes.append(each.outline)
    theirs = shapely.relate_pattern(shapely.linestrings(lines), [shapely.Polygon(s) for s in shapes], "T********")
    assert np.array_equal(ours, theirs)


def _cuts(pts: list[int], a: Base, b: Base) -> bool:
    return _lines.cuts(pts, 0, len(pts) // 2, a.x, a.y, b.x - a.x, b.y - a.y, 0, 1, 1)


@pytest.mark.parametrize("chunk", CHUNKS)
def test_sight_with_heights_against_shapely(chunk):
    """The part of the line below the top, cut by Shapely, has length inside; near nothing either answer will do."""
    lines, shapes, ours = [], [], []
    for terrain, (a, b, *_) in tables(chunk):
        for each in terrain.pieces:
            lo, hi, div = _lines._under(each.top, a.top, b.top)
            pts = [value for point in each.outline for value in point]
            dx, dy = b.x - a.x, b.y - a.y
            cut = _lines.cuts(pts, 0, len(each.outline), a.x, a.y, dx, dy, lo, hi, div)
            ours.append(hi > lo and a.centre != b.centre and cut)
            lines.append([(a.x + dx * t / div, a.y + dy * t / div) for t in (lo, hi)])
            shapes.append(each.outline)
    polygons = [shapely.Polygon(s) for s in shapes]
    inside = shapely.length(shapely.intersection(shapely.linestrings(lines), polygons))
    edges = shapely.length(shapely.intersection(shapely.linestrings(lines), shapely.boundary(polygons)))
    theirs = inside - edges
    ours_ = np.array(ours)
    assert not (ours_ & (theirs < -1e-6)).any()
    assert not (~ours_ & (theirs > 1e-6)).any()
    assert (ours_ == (theirs > 1e-9)).mean() > 0.999


@pytest.mark.parametrize("chunk", CHUNKS)
def test_discs_on_the_line_against_shapely(chunk):
    pairs = [(a, b, c) for _, (a, b, c, _) in tables(chunk) if c.radius and a.centre != b.centre]
    ours = [_lines._disc_cuts(c.x, c.y, c.radius, a.x, a.y, b.x - a.x, b.y - a.y, 0, 1, 1) for a, b, c in pairs]
    lines = shapely.linestrings([(a.centre, b.centre) for a, b, _ in pairs])
    far = shapely.distance(lines, shapely.points([c.centre for *_, c in pairs]))
    radius = np.array([c.radius for *_, c in pairs])
    clear = np.abs(far - radius) > 1e-9
    assert np.array_equal(np.array(ours)[clear], (far < radius)[clear])


@pytest.mark.parametrize("chunk", CHUNKS)
def test_lengths_inside(chunk):
    plain = _fast.plain(_walks)
    lines, shapes, ours = [], [], []
    for terrain, bases in tables(chunk):
        ends = [(*bases[0].centre, *bases[1].centre), (*bases[2].centre, *bases[3].centre)]
        found = crossing_all(terrain, ends)
        twin = [0] * found.size
        flat, picks = listed(terrain.flat), list(range(len(terrain.pieces)))
        circles = listed(terrain.circles(terrain.everything))
        plain.inside(flat, picks, circles, [v for e in ends for v in e], [0.0] * 9, [0] * 9, [0] * 9, [0] * 9, twin)
        assert found.reshape(-1).tolist() == twin
        for row, end in zip(found, ends):
            for length, each in zip(row, terrain.pieces):
                ours.append(length)
                lines.append((end[:2], end[2:]))
                shapes.append(each.outline)
    polygons, strings = [shapely.Polygon(s) for s in shapes], shapely.linestrings(lines)
    inside = shapely.length(shapely.intersection(strings, polygons))
    along = shapely.length(shapely.intersection(strings, shapely.boundary(polygons)))
    assert np.abs(np.array(ours) - (inside - along)).max() <= 0.5 + 1e-6


def test_fits_twin_and_shapely():
    room, kinds = _fast.ints([0] * 8), [0, 0]
    for terrain, bases in random_tables(21, 2500, 3):
        end, *others = bases
        args = (end.x, end.y, end.radius, end.length, end.width, end.fx, end.fy, -9, -9, 0)
        rows, picks = pack(others).rows, terrain.everything.picks
        found = FAST.fits(terrain.flat, picks, rows, *args, room)
        assert found == PLAIN.fits(listed(terrain.flat), listed(picks), listed(rows), *args, [0] * 8)
        if all(base.length for base in bases) and all(shapely.Polygon(b.corners()).area > 0 for b in bases):
            things = [each.outline for each in terrain.pieces] + [base.corners() for base in others]
            meet = shapely.relate_pattern(
                [shapely.Polygon(t) for t in things], shapely.Polygon(end.corners()), "T********"
            )
            kinds[found >= 0] += 1
            assert found == (int(np.argmax(meet)) if meet.any() else -1)
    assert min(kinds) > 20


def test_walk_twin_and_shapely():
    """A disc swept along a line meets what Shapely finds nearer than its radius, unless it began there."""
    plain, fast, rng, hits = _fast.plain(_walks), _fast.load(_walks), random.Random(31), 0
    for _ in range(2500):
        terrain, others = random_terrain(rng), [random_base(rng, SIDE) for _ in range(3)]
        costs = terrain.costs({"wood": 200, "mud": 150}, impassable=("wall",))
        way = [rng.randint(0, SIDE) for _ in range(4)]
        r, rows = rng.randint(1, 3), pack(others).rows
        legs = _fast.floats([0.0] * 200)
        found = fast.walk(
            terrain.flat, costs.picks, costs.percents, costs.walls, rows, _fast.ints(way), r, *costs.room, legs
        )
        again = [0.0] * 200
        lists = [listed(v) for v in (terrain.flat, costs.picks, costs.percents, costs.walls, rows)]
        assert found == plain.walk(*lists, way, r, *(listed(v) for v in costs.room), again)
        assert listed(legs) == again
        start, line = shapely.Point(way[:2]), shapely.LineString([way[:2], way[2:]])
        walls = [(i, shapely.Polygon(terrain.pieces[i].outline), 0) for i, percent in costs.pieces if percent < 0]
        bodies = [shapely.Polygon(b.corners()) if b.length else shapely.Point(b.centre) for b in others]
        walls += [(len(terrain.pieces) + j, body, b.radius) for j, (body, b) in enumerate(zip(bodies, others))]
        near = {i for i, body, more in walls if body.distance(line) < r + more - 1e-9 <= body.distance(start) + 1e-9}
        near |= {
            i for i, body, more in walls if body.distance(line) < r + more - 1e-9 and body.distance(start) >= r + more
        }
        moved = way[:2] != way[2:]
        assert (found in near) if near and moved else found == -1
        hits += found >= 0
    assert hits > 200


def test_reach_twin():
    plain, rng = _fast.plain(_field), random.Random(41)
    for _ in range(12):
        terrain = random_terrain(rng, 18_000, 6)
        others = [random_base(rng, 18_000) for _ in range(4)]
        costs = terrain.costs({"wood": 200, "mud": 50}, impassable=("wall",))
        base = Base(9000, 9000, radius=400)
        field = reach(terrain, base, 6000, costs, others, cell=500)
        size = field.side**2
        grid, cost, origin = [0] * size, [_field.FAR] * size, [-1] * size
        lists = [listed(v) for v in (terrain.flat, costs.picks, costs.percents, field.others.rows)]
        plain.raster(*lists, [18_000, 18_000], field.side, *field.origin, 500, 400, 125, [0, 0, 0, 0, 9000, 9000], grid)
        grid[size // 2] = grid[size // 2] or 100
        assert grid == listed(field.grid)
        width = max(1, 500 * min([100, *(p for _, p in costs.pieces if p > 0)]) // 200)
        from hexless.table.reach import _least, _moves, _steps

        moves = listed(_moves(field.side, 500)), listed(_least(500, costs.cheapest)), listed(_steps())
        spare = [[-1] * (6000 // width + 2)] + [[-1] * size for _ in range(4)]
        assert plain.flood(grid, field.side, 500, size // 2, 6000, width, *moves, cost, origin, *spare)
        assert cost == listed(field.cost)
        assert origin == listed(field._from)

"""Any part of a base to any part of another, compared with a sweep over thousands of lines, turned and mirrored."""

from __future__ import annotations

import random
from math import cos, pi, sin

import numpy as np
import pytest
import shapely
from table.test_seams import SIZE, TURNS, box, frame

from hexless.table import (
    Base,
    Terrain,
    _fast,
    _lines,
    _parts,
    _tangents,
    pack,
    piece,
    sees,
    sees_each,
    sight,
    sight_all,
    terrain_faults,
)
from hexless.table.sight import Block


def rim(base: Base, count: int) -> np.ndarray:
    """Places all over a base."""
    if base.round:
        turns = np.arange(count) * 2 * pi / count
        ring = np.stack([np.cos(turns), np.sin(turns)], 1)
        return np.concatenate([ring * base.radius, ring * base.radius / 2, [[0, 0]]]) + base.centre
    corners = np.array(base.corners(), float)
    parts = np.linspace(0, 1, count // 4, endpoint=False)
    sides = [corners[k - 1] + parts[:, None] * (corners[k] - corners[k - 1]) for k in range(4)]
    return np.concatenate([*sides, [base.centre]])


def swept(terrain: Terrain, a: Base, b: Base, others: list[Base], count: int = 48) -> bool:
    """Whether any of thousands of lines is clear by 4 ticks."""
    ps, qs = rim(a, count), rim(b, count)
    ends = np.stack([np.repeat(ps, len(qs), 0), np.tile(qs, (len(ps), 1))], 1)
    solid = [shapely.Polygon(each.outline).buffer(4) for each in terrain.pieces]
    solid += [shapely.Point(o.centre).buffer(o.radius + 4, 64) if o.round else shapely.Polygon(o.corners()).buffer(4)
              for o in others]  # fmt: skip
    lines, free = shapely.linestrings(ends), np.ones(len(ends), bool)
    for each in solid:
        shapely.prepare(each)
        free &= ~shapely.intersects(each, lines)
    return bool(free.any())


def random_base(rng: random.Random, x: int, y: int) -> Base:
    if rng.random() < 0.6:
        return Base(x, y, rng.choice((0, 300, 700, 1500)))
    return Base(x, y, 0, rng.randint(300, 3000), rng.randint(300, 1500), rng.randint(-9, 9), 5)


def crowded(rng: random.Random) -> tuple[Terrain, Base, Base, list[Base]]:
    """Two bases with a lot of narrow things between them."""
    at = frame(rng.random() * 360)
    pieces = []
    for k in range(rng.randint(1, 6)):
        x, y = rng.randint(-3500, 3500), rng.randint(-2500, 2500)
        spots = [at(x + rng.randint(-900, 900), y + rng.randint(-1500, 1500)) for _ in range(3)]
        made = piece(f"piece {k}", spots)
        pieces += [] if terrain_faults(Terrain(SIZE, SIZE, (made,))) else [made]
    others = [
        random_base(rng, *at(rng.randint(-2500, 2500), rng.randint(-2000, 2000))) for _ in range(rng.randint(0, 3))
    ]
    a, b = (random_base(rng, *at(x, rng.randint(-500, 500))) for x in (-7000, 7000))
    return Terrain(SIZE, SIZE, tuple(pieces)), a, b, others


def test_whatever_a_sweep_sees_is_seen_and_what_is_seen_is_clear():
    rng = random.Random(21)
    seen_more, hidden = 0, 0
    for _ in range(170):
        terrain, a, b, others = crowded(rng)
        found = sight(terrain, a, b, lines="parts", others=others, flat=True)
        assert found.clear == sight(terrain, b, a, lines="parts", others=others, flat=True).clear
        assert found.clear == sees(terrain, a, b, lines="parts", others=others, flat=True)
        plain = sees(terrain, a, b, lines="any", others=others, flat=True)
        assert found.clear or not plain
        seen_more += found.clear and not plain
        hidden += not found.clear
        if found.clear:
            line = shapely.LineString(found.line)
            assert not any(line.crosses(shapely.Polygon(each.outline).buffer(-1)) for each in terrain.pieces)
            assert shapely.distance(shapely.Point(found.line[0]), outline(a)) <= 1
            assert shapely.distance(shapely.Point(found.line[1]), outline(b)) <= 1
        else:
            assert not swept(terrain, a, b, others)
            assert all(isinstance(block, Block) for block in found.blocks)
    assert seen_more > 4
    assert hidden > 30


def outline(base: Base) -> shapely.Geometry:
    return (
        shapely.Point(base.centre).buffer(max(base.radius, 1), 256) if base.round else shapely.Polygon(base.corners())
    )


@pytest.mark.parametrize("size", [600, 0], ids=["disc", "card"])
def test_a_slit_of_two_hundredths_is_enough_in_every_direction(size):
    """Two walls leave a slit aslant that no line between centres or outermost spots meets."""
    for degree, mirror in TURNS:
        at = frame(degree, mirror)
        card = {} if size else {"length": 1200, "width": 1200}
        a, b = (Base(*at(x, 0), size, **card, fx=1000, fy=300) for x in (-5000, 5000))
        slits = [(box(at, -60, -4000, 60, 310 - half), box(at, -60, 310 + half, 60, 4000)) for half in (10, -1)]
        assert not sees(Terrain(SIZE, SIZE, slits[0]), a, b, lines="any", flat=True) or not size
        assert sees(Terrain(SIZE, SIZE, slits[0]), a, b, lines="parts", flat=True), degree
        assert not sees(Terrain(SIZE, SIZE, slits[1]), a, b, lines="parts", flat=True)
        assert sight_all(Terrain(SIZE, SIZE, slits[0]), [a], [b], lines="parts", flat=True).all()


def test_a_rim_that_pokes_into_a_block_does_not_see_through_it():
    """A base at the edge of a block: its part inside sees nothing, its part outside what is on that side."""
    for degree, mirror in TURNS:
        at = frame(degree, mirror)
        table = Terrain(SIZE, SIZE, (box(at, -2000, -6000, 2000, 6000),))
        a, beyond, beside = Base(*at(-2200, 0), 600), Base(*at(5000, 0), 600), Base(*at(-5000, 3000), 600)
        for one, two, seen in ((a, beyond, False), (beyond, a, False), (a, beside, True), (beside, a, True)):
            assert sees(table, one, two, lines="parts", flat=True) is seen


def test_heights_count_for_any_part():
    for degree, mirror in TURNS:
        at = frame(degree, mirror)
        table = Terrain(SIZE, SIZE, (box(at, -500, -6000, 500, 6000, 2000),))
        low, high = Base(*at(-5000, 0), 600, height=1500), Base(*at(5000, 400), 600, height=2500)
        assert not sees(table, low, high.at(*at(5000, 400)), lines="parts", eyes=(1500, 1999))
        assert sees(table, low, high, lines="parts", eyes=(2000, 2500))
        assert not sees(table, low, high, lines="parts", eyes=(2000, 2000), tops="stop")


def test_the_tangent_kernel_and_its_twin_agree():
    rng = random.Random(22)
    for _ in range(200):
        circles = [float(rng.randint(0, 60)) for _ in range(18)]
        corners = [v for k in range(4) for v in (30 + 5 * round(cos(k * pi / 2)), 30 + 5 * round(sin(k * pi / 2)))]
        shapes = [float(v) for v in (5, 5, rng.randint(0, 9), *[0] * 8, 30, 30, -1, *corners)]
        out = []
        for kernels, convert in ((_fast.load(_tangents), _fast.floats), (_fast.plain(_tangents), list)):
            room = convert([0.0] * 2000)
            kept = convert([0.0] * 18)
            count = int(kernels.near(convert(circles), convert([5.0, 5.0, 30.0, 30.0, 8.0]), kept))
            lines = int(kernels.tangents(kept, count, convert(shapes), True, room))
            out.append((count, lines, [float(v) for v in (*kept, *room)]))
        assert out[0] == out[1]


def test_packed_bases_and_the_bases_themselves():
    """Those at either end stop nothing, whoever else they are packed with."""
    a, b = Base(5000, 5000, 600), Base(9000, 5000, 600)
    crowd = pack([a, b, Base(7000, 5000, 1500)])
    assert not sees(Terrain(SIZE, SIZE), a, b, lines="parts", others=crowd, flat=True)
    assert sees(Terrain(SIZE, SIZE), a, b, lines="parts", others=crowd.without(2), flat=True)


def test_one_base_and_many_is_one_base_and_each():
    """With heights, hills and what each of them stands in; compiled and not, and from the other end."""
    rng, clear, hidden = random.Random(24), 0, 0
    for _ in range(60):
        terrain, a, b, others = crowded(rng)
        traits = ("wall", "hill", "wall")
        pieces = [
            piece(p.name, p.outline, rng.randint(0, 3000), traits=(traits[k % 3],))
            for k, p in enumerate(terrain.pieces)
        ]
        terrain, targets = Terrain(SIZE, SIZE, tuple(pieces)), [b, *others]
        each = sees_each(terrain, a, targets, None, "parts", "wall", others, tops="stop", hills="hill")
        for target, found in zip(targets, each):
            walls = terrain.having("wall")
            inside = tuple(i for base in (a, target) for i in terrain.at(base.centre) if i in walls)
            alone = sight(terrain, a, target, None, "parts", inside, others, tops="stop", hills="hill")
            assert found is alone.clear
            assert sees_each(terrain, target, [a], None, "parts", "wall", others, tops="stop", hills="hill") == [found]
            clear, hidden = clear + found, hidden + (not found)
    assert clear > 20
    assert hidden > 20


def test_the_kernel_of_parts_and_its_twin_agree():
    rng = random.Random(25)
    for _ in range(40):
        terrain, a, b, others = crowded(rng)
        mask, found = terrain.everything, []
        for kernels, convert in ((_fast.load(_parts), _fast.ints), (_fast.plain(_parts), list)):
            real = _fast.floats if convert is _fast.ints else list
            room = [convert([0] * 40), convert([0] * 64), *(real([0.0] * n) for n in (22, 999, 999, 4096))]
            ends, out = convert([0] * 4096), convert([0])
            table = [terrain.flat, terrain.blocking(mask), terrain.sides(mask), terrain.bulges, pack(others).rows]
            bases = [pack([a]).rows, pack([b]).rows, [0], [0, 0]]
            flat = [convert([int(v) for v in row]) for row in (*table, *bases)]
            done = kernels.seen(*flat, _lines.ANY, True, *room, ends, out)
            found.append((int(done), int(out[0]), [int(v) for v in ends]))
        assert found[0] == found[1]

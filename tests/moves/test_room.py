"""Contact and room, compared with brute force on crowded tables, turned and mirrored."""

from __future__ import annotations

import random
from math import cos, pi, sin

import pytest
from moves.tables import SIDE, crowd

from hexless.moves import Placing, Walk, contacts, room
from hexless.moves.packed import packed
from hexless.moves.room import places
from hexless.table import CONTACT, Base, Bases, Point, Terrain, _fast, _rims, fits, gap, piece, within_outline

ROUND = [(cos(2 * pi * k / 360), sin(2 * pi * k / 360)) for k in range(360)]


def free(terrain: Terrain, base: Base, others: Bases) -> bool:
    return terrain.fits_table(base) and fits(terrain, base, terrain.costs(impassable=("w",)), others) is None


def swept_contacts(terrain: Terrain, base: Base, target: Base, others: Bases) -> bool:
    """Whether any of thousands of places about a target is a contact."""
    for c, s in ROUND:
        far = base.span + target.span + 2
        x, y = target.x + round(c * far), target.y + round(s * far)
        for _ in range(30):  # a rectangle is nearer than its span
            space = gap(base.at(x, y), target).distance
            if space <= CONTACT:
                break
            x, y = target.x + round(c * (far := far - max(1, space // 2))), target.y + round(s * far)
        end = base.at(x, y)
        if gap(end, target).distance <= CONTACT and free(terrain, end, others):
            return True
    return False


@pytest.mark.parametrize("rectangles", [False, True])
def test_contact_is_found_wherever_a_sweep_finds_it(rectangles):
    rng, some, none = random.Random(11), 0, 0
    for n in range(40):
        terrain, bases = crowd(rng, rng.randint(10, 50), rectangles)
        target = bases[0]
        base = Base(-90000, -90000, rng.choice((750, 1200, 1600)))
        if rectangles and n % 2:
            base = Base(-90000, -90000, 0, rng.randint(600, 2400), rng.randint(600, 1200), rng.randint(-9, 9), 4)
        others = packed(tuple(bases))
        costs = terrain.costs(impassable=("w",))
        found = contacts(terrain, base, target, costs, others)
        for spot in found:
            end = base.at(*spot)
            assert gap(end, target).distance <= CONTACT
            assert free(terrain, end, others)
        if swept_contacts(terrain, base, target, others):
            assert found, (n, terrain, bases, base)
            some += 1
        none += not found
    assert some > 10
    assert none > 5


@pytest.mark.parametrize("rectangles", [False, True])
def test_room_is_found_wherever_a_grid_finds_it(rectangles):
    rng, some, none = random.Random(12), 0, 0
    for n in range(24):
        terrain, bases = crowd(rng, 40, rectangles)
        base = Base(-90000, -90000, rng.choice((900, 1000, 1100, 1300)))
        if rectangles and n % 2:
            base = Base(-90000, -90000, 0, rng.randint(1500, 3000), rng.randint(900, 1500), rng.randint(-9, 9), 4)
        others, costs = packed(tuple(bases)), terrain.costs(impassable=("w",))
        zone = (Point(0, 0), Point(SIDE, 1000), Point(9000, SIDE), Point(3000, 9000))
        found = room(terrain, base, costs, others, outline=zone)
        if found is not None:
            end = base.at(*found)
            assert free(terrain, end, others)
            assert within_outline(end, zone)
        step = range(0, SIDE, 150)
        spots = (base.at(x, y) for y in step for x in step)
        if any(within_outline(spot, zone) and free(terrain, spot, others) for spot in spots):
            assert found is not None
            some += 1
        none += found is None
    assert some > 5
    assert none > 5


@pytest.mark.parametrize("mirror", [1, -1])
def test_the_last_gap_in_a_ring_is_found_in_every_direction(mirror):
    """Five of six discs stand about a seventh, 3 ticks off; the sixth fits, one a hundredth larger does not."""
    terrain, target = Terrain(SIDE, SIDE), Base(6000, 6000, 500)
    for degree in range(360):
        turns = [2 * pi * (degree / 360 + k / 6) for k in range(1, 6)]
        ring = [Base(6000 + mirror * round(1003 * cos(t)), 6000 + round(1003 * sin(t)), 500) for t in turns]
        others = packed((target, *ring))
        small, large = Base(0, 0, 500), Base(0, 0, 510)
        assert contacts(terrain, small, target, terrain.costs(), others), degree
        assert not contacts(terrain, large, target, terrain.costs(), others), degree


def test_room_between_walls_in_every_direction():
    """A corridor 10 ticks wider than the base between two long walls, full but for one place."""
    for degree in range(0, 360, 4):
        c, s = cos(2 * pi * degree / 360), sin(2 * pi * degree / 360)

        def at(along: float, aside: float, c: float = c, s: float = s) -> tuple[int, int]:
            return 20000 + round(along * c - aside * s), 20000 + round(along * s + aside * c)

        walls = [
            piece(
                f"wall {k}",
                [at(-8000, k * 505), at(8000, k * 505), at(8000, k * 3000), at(-8000, k * 3000)],
                traits="w",
            )
            for k in (-1, 1)
        ]
        terrain = Terrain(40000, 40000, tuple(walls))
        costs = terrain.costs(impassable=("w",))
        plugs = packed(tuple([Base(*at(x, 0), 500) for x in range(-7500, 7501, 1000) if x != 2500]))
        near = Base(*at(2500, 0), 10)
        found = list(places(terrain, Base(0, 0, 498), costs, plugs, near=((near, 900),)))
        assert found
        assert all(gap(Base(*spot), near).distance < 50 for spot in found)
        assert not list(places(terrain, Base(0, 0, 512), costs, plugs, near=((near, 900),)))


def test_the_rims_kernel_and_its_twin_agree():
    rng = random.Random(13)
    for _ in range(300):
        rims = [float(v) for _ in range(12) for v in (rng.randint(0, 1), *(rng.randint(0, 60) for _ in range(4)))]
        out = []
        for kernels, convert in ((_fast.load(_rims), _fast.floats), (_fast.plain(_rims), list)):
            room_ = convert([0.0] * 2000)
            box, gates = convert([5.0, 5.0, 50.0, 50.0]), convert([0.0] * 2000)
            count = kernels.crossings(convert(rims), 7, box, room_), kernels.gates(convert(rims), 2.0, 9.0, box, gates)
            out.append((*map(int, count), [float(v) for v in (*room_, *gates)]))
        assert out[0] == out[1]


def test_what_is_tried_first_decides_nothing():
    """Whether there is a doorstep, or a way into contact, is the same with and without the places tried first."""
    rng, some, none = random.Random(23), 0, 0
    for _ in range(60):
        terrain, bases = crowd(rng, rng.randint(10, 60), False)
        costs, others, target = terrain.costs(impassable=("w",)), packed(tuple(bases)), bases[0]
        base = Base(rng.randint(0, SIDE), rng.randint(0, SIDE), rng.choice((750, 1200, 1600)))
        table = ((0, 0), (terrain.width, 0), (terrain.width, terrain.depth), (0, terrain.depth))
        yard = Placing(terrain=terrain, base=base, outline=table, costs=costs, others=others, touch=target)
        assert yard.room == bool(contacts(terrain, base, target, costs, others, outline=table))
        walk = Walk(
            terrain=terrain, base=base, allowance=rng.randint(0, 9000), costs=costs, others=others, touch=target
        )
        assert walk.open == bool(walk.suggest(1))
        some, none = some + yard.room + walk.open, none + (not yard.room) + (not walk.open)
    assert some > 10
    assert none > 10

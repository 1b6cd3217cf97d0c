"""Walks into contact: straight, round what stands between, and none where there is none."""

from __future__ import annotations

import random
from math import acos, cos, pi, sin, sqrt

import pytest
from moves.tables import crowd

from hexless.kernel import Stream
from hexless.moves import Walk, Way, contacts, into_contact, touching
from hexless.moves.packed import packed
from hexless.moves.walk import after
from hexless.table import Base, Terrain, piece, reach, route

OPEN = Terrain(40000, 40000)
HALF = 20000


def walk(base, allowance, others=(), terrain=OPEN, **more):
    names = tuple(f"base {i}" for i, _ in enumerate(others))
    costs = terrain.costs(impassable=("w",))
    return Walk(
        terrain=terrain, base=base, allowance=allowance, costs=costs, others=packed(tuple(others)), names=names, **more
    )


def turned(degree, mirror=1):
    """Places in a frame that is turned about the middle of the table."""
    c, s = cos(2 * pi * degree / 360), sin(2 * pi * degree / 360)

    def at(x, y):
        return HALF + round(x * c - mirror * y * s), HALF + round(x * s + mirror * y * c)

    return at


def round_a_disc(far, near, clear):
    """How long the way is from `far` before the middle of a disc to `near` behind it, staying `clear` of its middle."""
    turn = pi - acos(clear / far) - acos(clear / near)
    return sqrt(far**2 - clear**2) + sqrt(near**2 - clear**2) + clear * turn


@pytest.mark.parametrize("mirror", [1, -1])
def test_a_bent_way_is_found_to_a_hundredth_in_every_direction(mirror):
    """A disc stands between; contact is made on the near side of the target, where the tangent to its rim begins."""
    for degree in range(0, 360, 5):
        at = turned(degree, mirror)
        base, between, target = Base(*at(-4000, 0), 500), Base(*at(0, 0), 1500), Base(*at(4500, 0), 500)
        clear = 2000
        turn = pi - acos(clear / 4000) - acos(clear / 4500)
        shortest = sqrt(4000**2 - clear**2) + clear * turn + sqrt(4500**2 - clear**2) - 1000
        others = (between, target)
        way = into_contact(walk(base, round(shortest) + 10, others), target)
        assert way is not None, degree
        assert touching(after(base, way), target)
        assert into_contact(walk(base, round(shortest) - 10, others), target) is None


def test_who_cannot_be_reached_is_refused_without_a_fault():
    """Out of reach, walled in, or without room beside it: no suggestion, and a sample that is refused."""
    target = Base(HALF, HALF, 500)
    ring = [Base(HALF + round(1003 * cos(k * pi / 3)), HALF + round(1003 * sin(k * pi / 3)), 500) for k in range(6)]
    box = piece("box", [(HALF - 4000, HALF - 4000), (HALF + 4000, HALF - 4000), (HALF + 4000, HALF - 3500),
                        (HALF - 3500, HALF - 3500), (HALF - 3500, HALF + 4000), (HALF - 4000, HALF + 4000)],
                traits="w")  # fmt: skip
    other = piece("rest", [(HALF + 4000, HALF - 3500), (HALF + 4000, HALF + 4000), (HALF - 3500, HALF + 4000),
                           (HALF - 3500, HALF + 3500), (HALF + 3500, HALF + 3500), (HALF + 3500, HALF - 3500)],
                  traits="w")  # fmt: skip
    base = Base(HALF - 8000, HALF, 500)
    for ground in (
        walk(base, 3000, (target,), touch=target),
        walk(base, 30000, (target, *ring), touch=target),
        walk(base, 30000, (target,), Terrain(40000, 40000, (box, other)), touch=target),
        walk(base, 0, (target,), touch=target),
    ):
        assert list(ground.suggest(8)) == []
        answer = ground.sample(Stream("walk", "nothing"))
        assert answer == Way()
        assert ground.check(answer) is not None


def test_whatever_a_fine_field_reaches_is_reached():
    """Crowded tables with walls: where a field of narrow cells leads into contact, so does the walk."""
    rng, bent, none = random.Random(5), 0, 0
    for _ in range(40):
        terrain, bases = crowd(rng, rng.randint(12, 24))
        base, target = bases[0], bases[1]
        ground = walk(base, rng.randint(3000, 9000), bases, terrain)
        way = into_contact(ground, target)
        if way is not None:
            assert ground.check(way) is None
            assert touching(after(base, way), target)
            bent += len(way.points) > 1
            continue
        none += 1
        field = reach(terrain, base, ground.allowance, ground.costs, ground.others, cell=90)
        for spot in contacts(terrain, base, target, ground.costs, ground.others):
            path = field.path_to(spot)
            found = path and route(terrain, base, path, ground.costs, ground.allowance, ground.others).legal
            assert not found
    assert bent > 3
    assert none > 3


def test_a_narrow_gate_is_passed_in_every_direction():
    """Two long walls leave a gate 10 ticks wider than the base, away from the straight line."""
    for degree in range(0, 360, 5):
        at = turned(degree)
        walls = [
            piece("w", [at(-200, y0), at(200, y0), at(200, y1), at(-200, y1)], traits="w")
            for y0, y1 in ((-9000, 1495), (2505, 9000))
        ]
        terrain = Terrain(40000, 40000, tuple(walls))
        base, target = Base(*at(-3000, 0), 500), Base(*at(3000, 0), 500)
        assert into_contact(walk(base, 8000, (target,), terrain), target) is not None, degree
        wide = Base(*at(-3000, 0), 510)
        assert into_contact(walk(wide, 8000, (target,), terrain), target) is None


def test_no_place_is_unthinkable_to_which_a_way_leads():
    """What a draw leaves out without a look is what nobody could reach."""
    rng, near = random.Random(3), 0
    road = piece("road", [(0, 18000), (40000, 18000), (40000, 24000), (0, 24000)], traits=("r",))
    ground = Terrain(40000, 40000, (road,))
    for _ in range(3000):
        base = Base(rng.randint(1000, 39000), rng.randint(1000, 39000), radius=rng.choice((0, 700)))
        w = Walk(terrain=ground, base=base, allowance=rng.choice((3000, 5000)), costs=ground.costs({"r": 50}),
                 others=packed(()))  # fmt: skip
        x, y = base.x + rng.randint(-11000, 11000), base.y + rng.randint(-11000, 11000)
        if rng.random() < 0.3:  # exactly as far as it gets, off the road or on it
            x, y = base.x + rng.choice((-1, 1)) * w.allowance * rng.choice((1, 2)), base.y
        legal = w.legal(Way(((x, y),)))
        assert w._thinkable(x, y) or not legal
        near += legal
    assert near > 300

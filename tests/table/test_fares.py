"""What a way meets: lengths through discs against their union, and the kernels against their twins."""

import random
from itertools import pairwise
from math import isqrt

from table.strategies import random_terrain

from hexless.table import Base, Going, _fares, _fast, pack
from hexless.table.fares import boxes_of, fare, met


def through(p, q, radius, others):
    """The length of a straight stretch on which a disc overlaps others: its parts, put together."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    far = isqrt(dx * dx + dy * dy)
    parts = []
    for other in others if far else ():
        room, x, y = radius + other.radius, other.x - p[0], other.y - p[1]
        side = (dx * y - dy * x) // far
        if -room < side < room and x * x + y * y <= (far + room + 1) ** 2:
            middle, half = (dx * x + dy * y) // far, isqrt(room * room - side * side)
            parts.append((max(0, middle - half), min(far, middle + half)))
    total = reached = 0
    for low, high in sorted(part for part in parts if part[0] < part[1]):
        total += max(0, high - max(low, reached))
        reached = max(reached, high)
    return total


def cases(seed, count):
    """Crowds in which discs overlap and coincide; every fourth on a table of full size."""
    rng = random.Random(seed)
    for i in range(count):
        side = 40 if i % 4 else 60_000
        discs = [
            Base(rng.randint(0, side), rng.randint(0, side), rng.randint(0, side // 8))
            for _ in range(rng.randint(1, 12))
        ]
        points = [(rng.randint(0, side), rng.randint(0, side)) for _ in range(rng.randint(1, 3))]
        corners = [sorted(rng.randint(0, side) for _ in range(2)) for _ in range(2 * rng.randint(0, 3))]
        boxes = [(x[0], y[0], x[1], y[1]) for x, y in zip(corners[::2], corners[1::2])]
        yield random_terrain(rng, side), discs, points, boxes


def test_the_way_through_others_is_the_union_of_its_parts():
    some = none = 0
    for _, (base, *others), points, _ in cases(1, 800):
        legs = pairwise([(base.x, base.y), *points])
        expected = sum(through(p, q, base.radius, others) for p, q in legs)
        assert met(base, points, pack(others), boxes_of([]))[0] == expected
        some, none = some + (expected > 0), none + (expected == 0)
    assert min(some, none) > 100


def test_a_fare_is_a_toll_with_what_is_met():
    said = set()
    for terrain, (base, *others), points, boxes in cases(2, 400):
        going = Going(terrain, base, terrain.costs({"wood": 200}, impassable=("wall",)))
        found, toll = fare(going, points, None, pack(others), boxes_of(boxes)), going.toll(points)
        assert (None if found is None else found[0]) == toll
        if found is not None:
            assert found[1:] == met(base, points, pack(others), boxes_of(boxes))
        said.add((found is not None, found is not None and found[2]))
    assert said == {(False, False), (True, False), (True, True)}


def test_the_kernel_and_its_twin_agree(monkeypatch):
    fast, plain, found = _fast.load(_fares), _fast.plain(_fares), []
    kernel = fast.fare

    def both(*given):
        lists = [value.tolist() if hasattr(value, "tolist") else value for value in given]
        found.append(kernel(*given))
        assert found[-1] == plain.fare(*lists)
        return found[-1]

    monkeypatch.setattr(fast, "fare", both)
    for terrain, (base, *others), points, boxes in cases(3, 200):
        going = Going(terrain, base, terrain.costs({"wood": 200}, impassable=("wall",)))
        fare(going, points, None, pack(others), boxes_of(boxes))
    assert sum(one[0] >= 0 for one in found) > 50

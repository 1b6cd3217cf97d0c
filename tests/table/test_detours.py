"""Ways round what stands between: free, in order of their length, and the same from the kernels and their twins."""

import random
from itertools import compress, pairwise

from hexless.table import Base, Bases, Going, Terrain, _detours, _fast, detours, distance, piece, toll

SIZE = 60_000


def scene(rng):
    """A table with walls, discs and rectangles, somebody in the middle, and where he would go."""
    walls = []
    for k in range(rng.randint(0, 6)):
        x, y, wide, deep = (rng.randint(low, high) for low, high in ((20_000, 40_000),) * 2 + ((300, 6000),) * 2)
        walls.append(piece(f"w{k}", [(x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep)], traits=("wall",)))
    terrain = Terrain(SIZE, SIZE, tuple(walls))
    others = [Base(rng.randint(18_000, 42_000), rng.randint(18_000, 42_000), radius=1000) for _ in range(12)]
    others += [Base(rng.randint(18_000, 42_000), 30_000, length=3000, width=1500, fx=3, fy=rng.randint(-5, 5))]
    base = Base(30_000, 30_000, radius=600)
    costs = terrain.costs({}, impassable=("wall",))
    spots = [(rng.randint(22_000, 38_000), rng.randint(22_000, 38_000)) for _ in range(6)]
    goals = list(compress(spots, Going(terrain, base, costs, Bases(others)).stands(spots)))[:3]
    return terrain, base, goals, costs, Bases(others)


def test_detours_are_free_and_the_shortest_comes_first():
    rng, found = random.Random(11), 0
    for _ in range(60):
        terrain, base, goals, costs, others = scene(rng)
        ways = list(detours(terrain, base, goals, 14_000, costs, others))
        lengths = [sum(distance(p, q) for p, q in zip((base.centre, *way), way)) for way in ways]
        found += len(ways)
        assert all(toll(terrain, base, way, costs, None, others) is not None for way in ways)
        assert all(way[-1] in goals for way in ways)
        assert all(a <= b + 200 for a, b in pairwise(lengths))  # they are pulled straight when they are found
    assert found > 60


def test_the_kernels_and_their_twins_say_the_same(monkeypatch):
    rng = random.Random(12)
    scenes = [scene(rng) for _ in range(12)]
    by_kernel = [list(detours(t, base, goals, 12_000, costs, others)) for t, base, goals, costs, others in scenes]
    load = _fast.load
    monkeypatch.setattr(_fast, "load", lambda module: _fast.plain(module) if module is _detours else load(module))
    by_twin = [list(detours(t, base, goals, 12_000, costs, others)) for t, base, goals, costs, others in scenes]
    assert by_kernel == by_twin
    assert any(by_kernel)

"""Corners in their order: the kernels of `room` against their twins, and against a sort."""

import random

from hexless.table import Base, Bases, Room, Terrain, _fast, _rims


def test_places_are_settled_in_order_and_once():
    rng = random.Random(21)
    for count in (0, 1, 2, 17, 200):
        placed = [rng.choice((rng.uniform(-40, 40), rng.randint(-9, 9) + 0.5)) for _ in range(2 * count)]
        gx, gy = rng.randint(-9, 9), rng.randint(-9, 9)
        once = {(int((x + 0.5) // 1), int((y + 0.5) // 1)) for x, y in zip(placed[::2], placed[1::2])}
        wanted = sorted(once, key=lambda p: ((p[0] - gx) ** 2 + (p[1] - gy) ** 2, p))
        for kernels in (_fast.load(_rims), _fast.plain(_rims)):
            spots = _fast.filled(2 * count, 0, "int64")
            kept = int(kernels.settle(_fast.floats(placed), count, gx, gy, spots))
            found = _fast.listed(spots[: 2 * kept])
            assert list(zip(found[::2], found[1::2])) == wanted


def test_the_kernels_and_their_twins_find_the_same_corners(monkeypatch):
    rng = random.Random(22)

    def room(seed):
        draw = random.Random(seed)
        others = Bases([Base(draw.randint(0, 20_000), draw.randint(0, 20_000), radius=1200) for _ in range(14)])
        base, leader = Base(10_000, 10_000, radius=1000), Base(12_000, 9000, radius=1000)
        rims = Room(base).on_table(Terrain(20_000, 20_000)).clear_of(others, 100).clear_of([leader])
        return rims.within(leader, 4000).spots(leader.centre)

    seeds = [rng.randint(0, 10**6) for _ in range(30)]
    by_kernel = [_fast.listed(room(seed)) for seed in seeds]
    monkeypatch.setattr(_fast, "load", _fast.plain)
    assert [[int(v) for v in room(seed)] for seed in seeds] == by_kernel
    assert any(by_kernel)

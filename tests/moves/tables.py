"""Crowded tables, by chance."""

from __future__ import annotations

import random

from hexless.table import Base, Terrain, piece, terrain_faults, within

SIDE = 12000


def crowd(rng: random.Random, count: int, rectangles: bool = False) -> tuple[Terrain, list[Base]]:
    """A small table full of bases that do not overlap, and some walls."""
    walls = []
    for i in range(rng.randint(0, 3)):
        x, y, w, d = (rng.randint(0, SIDE - 3000) for _ in range(4))
        turn = rng.randint(-900, 900)
        corners = [(x, y), (x + w // 4 + 50, y + turn), (x + w // 4, y + d // 4 + 1000), (x - turn // 2, y + d // 4)]
        made = piece(f"wall {i}", [(max(0, min(SIDE, px)), max(0, min(SIDE, py))) for px, py in corners], traits=["w"])
        walls += [] if terrain_faults(Terrain(SIDE, SIDE, (made,))) else [made]
    terrain = Terrain(SIDE, SIDE, tuple(walls))
    bases: list[Base] = []
    for _ in range(400):
        x, y = rng.randint(0, SIDE), rng.randint(0, SIDE)
        new = Base(x, y, rng.choice((400, 500, 750, 1000)))
        if rectangles and rng.random() < 0.5:
            new = Base(x, y, 0, rng.randint(500, 2500), rng.randint(500, 1500), rng.randint(-9, 9), rng.randint(1, 9))
        if terrain.fits_table(new) and not any(within(new, other, 0) for other in bases):
            bases.append(new)
        if len(bases) == count:
            break
    return terrain, bases

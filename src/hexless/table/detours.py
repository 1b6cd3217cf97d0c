"""Detours: the shortest ways round whatever stands between a base and some places.

A shortest way bends only where it is pulled tight about the corner of a piece or the rim of a base. So it is
searched among points about those corners and rims (32 to a full turn, a tick off) and in the gates between them,
joined wherever a straight line between two of them is free; `tight` then cuts the bends that are left shorter where
it can. Ground that costs more or less is not looked at here: price the ways with `toll` or `route`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from hexless.table import _detours, _fast
from hexless.table.going import Going
from hexless.table.lengths import Point, distance, half_up
from hexless.table.shapes import Base, Bases, pack
from hexless.table.terrain import Costs, Terrain

__all__ = ["detours", "straightened", "tight"]

_NOBODY = Bases()
WIDER = 1.0052  # the corners of a polygon of 32 sides about a circle of 1, with a hair to spare
QUARTER = ((1000, 0), (981, 195), (924, 383), (831, 556), (707, 707), (556, 831), (383, 924), (195, 981))
ROUND = tuple((c * x - s * y, s * x + c * y) for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1)) for x, y in QUARTER)
CUTS = 4
MOST = 24  # bends of a way
Price = Callable[[Sequence[Point]], int | None]


def detours(
    terrain: Terrain,
    base: Base,
    goals: Sequence[tuple[int, int]],
    length: int,
    costs: Costs,
    others: Sequence[Base] | Bases = _NOBODY,
) -> Iterator[tuple[Point, ...]]:
    """Ways (without the start) to the goals that can be reached within a length, the shortest way first."""
    others, ends = pack(others), [value for goal in goals for value in goal]
    spots = [base.x, base.y, *ends, *_bends(terrain, base, ends, length, costs, others)]
    flat, room, n = _fast.ints(spots), _fast.zeros(6), len(spots) // 2
    far, before, done = _fast.filled(n, _detours.FAR, "int64"), _fast.zeros(n), _fast.zeros(n)
    far[0], first, longest, onward = 0, 1 + len(ends) // 2, length + length // 16, _fast.load(_detours).onward
    ground, price = (terrain.flat, costs.walls, others.rows), Going(terrain, base, costs, others).toll
    while i := int(onward(*ground, flat, first, longest, base.sweep, room, far, before, done)):
        way = []
        while i:
            way.append(Point(spots[2 * i], spots[2 * i + 1]))
            i = int(before[i])
        yield tuple(straightened(way[::-1], price))


def _bends(terrain: Terrain, base: Base, goals: list[int], length: int, costs: Costs, others: Bases) -> list[int]:
    """Where a way might bend: about the rims and corners that are near enough, and in narrow gates between them."""
    reach, room, gates = length + base.sweep, 256, 128
    rims = _fast.filled(5 * len(terrain.flat) + 2 * len(others.rows), 0.0, "float64")  # two for each corner, and more
    box = _fast.floats((base.x - reach, base.y - reach, base.x + reach, base.y + reach))
    ends, quad, turns = _fast.ints(goals), _fast.zeros(8), _turns()
    while True:
        out, gaps = _fast.filled(2 * room, 0, "int64"), _fast.filled(2 * gates, 0.0, "float64")
        found = int(_fast.load(_detours).bends(
            terrain.flat, costs.walls, others.rows, base.x, base.y, base.sweep, terrain.width, terrain.depth, length,
            WIDER, ends, turns, rims, box, gaps, quad, out,
        ))  # fmt: skip
        if 0 <= found <= room:
            spots: list[int] = _fast.listed(out[: 2 * found])
            return spots
        room, gates = max(room, found), max(gates, -found)


@cache
def _turns() -> Any:
    """All round, as kernels read it."""
    return _fast.ints([value for turn in ROUND for value in turn])


def tight(
    terrain: Terrain,
    base: Base,
    way: Sequence[tuple[int, int]],
    costs: Costs,
    others: Sequence[Base] | Bases = _NOBODY,
) -> tuple[Point, ...]:
    """A way pulled tight: bends that are not needed left out, the others cut shorter as long as that helps.

    Each cut halves the turn of every bend: after four a way round a disc is a few ticks longer than the rim itself.
    """
    if len(way) == 1:
        return (Point(*way[0]),)
    price = Going(terrain, base, costs, pack(others)).toll
    best = straightened([Point(*at) for at in way], price)
    for _ in range(CUTS):
        cut = straightened(_cut([base.centre, *best], price), price)
        cost, less = price(best), price(cut)
        if cost is None or less is None or less >= cost or len(cut) > MOST:
            break
        best = cut
    return tuple(best)


def straightened(way: list[Point], price: Price) -> list[Point]:
    """A way without the bends that are not needed, which are left out from the far end on."""
    if len(way) == 1:
        return way
    cost, k = price(way), len(way) - 2
    while k >= 0:
        fewer = way[:k] + way[k + 1 :]
        less = price(fewer)
        if way[k] == way[k + 1] or (less is not None and (cost is None or less <= cost)):
            way, cost = fewer, less
        k -= 1
    return way


def _cut(way: list[Point], price: Price) -> list[Point]:
    """Go from before each bend to behind it, as far from it as is free; the start is left out."""
    k = 1
    while k < len(way) - 1:
        a, w, b = way[k - 1 : k + 2]
        low, high, found = 0, min(distance(a, w), distance(w, b)) * 9 // 10, None
        while high - low > 2:
            mid = (low + high + 1) // 2
            short = [_toward(w, a, mid), _toward(w, b, mid)]
            if price([*way[1:k], *short, *way[k + 1 :]]) is None:
                high = mid - 1
            else:
                low, found = mid, short
        way = [*way[:k], *(found or [w]), *way[k + 1 :]]
        k += 2 if found else 1
    return way[1:]


def _toward(p: Point, q: Point, far: int) -> Point:
    whole = distance(p, q)
    return Point(p.x + half_up((q.x - p.x) * far, whole), p.y + half_up((q.y - p.y) * far, whole))

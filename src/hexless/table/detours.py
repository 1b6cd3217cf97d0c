"""Detours: the shortest ways round whatever stands between a base and some places.

A shortest way bends only where it is pulled tight about the corner of a piece or the rim of a base. So it is
searched among points about those corners and rims (32 to a full turn, a tick off) and in the gates between them,
joined wherever a straight line between two of them is free; `tight` then cuts the bends that are left shorter where
it can. Ground that costs more or less is not looked at here: price the ways with `toll` or `route`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import compress
from typing import Any

from hexless.table import _fast, _rims, _walks
from hexless.table.going import Going
from hexless.table.lengths import Point, distance, half_up
from hexless.table.shapes import Base, Bases, pack
from hexless.table.terrain import Costs, Terrain

__all__ = ["detours", "tight"]

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
    others = pack(others)
    spots = [base.centre, *(Point(*goal) for goal in goals)]
    first = len(spots)
    spots += _bends(terrain, base, spots[1:], length, costs, others)
    yield from _shortest(terrain, base, spots, first, length + length // 16, costs, others)


def _shortest(
    terrain: Terrain, base: Base, spots: list[Point], first: int, length: int, costs: Costs, others: Bases
) -> Iterator[tuple[Point, ...]]:
    """Search from spot 0; spots 1 to `first` are goals."""
    flat, kernels = _fast.ints(v for spot in spots for v in spot), _fast.load(_walks)
    start, way, seen = _fast.ints(spots[0]), _fast.zeros(6), _fast.zeros(len(spots))
    far, before, done = {0: 0}, {0: 0}, [False] * len(spots)
    queue = [(0, 0)]
    while queue:
        here, i = heappop(queue)
        if done[i]:
            continue
        done[i] = True
        if 0 < i < first:
            yield tight(terrain, base, _traced(spots, before, i), costs, others, cuts=0)
            continue
        kernels.open_from(terrain.flat, costs.walls, others.rows, start, i, flat, way, base.sweep, seen)
        for j in range(1, len(spots)):
            if seen[j] and not done[j]:
                there = here + distance(spots[i], spots[j])
                if there <= length and there < far.get(j, length + 1):
                    far[j], before[j] = there, i
                    heappush(queue, (there, j))


def _traced(spots: Sequence[Point], before: dict[int, int], i: int) -> list[Point]:
    way = []
    while i:
        way.append(spots[i])
        i = before[i]
    return way[::-1]


def _bends(
    terrain: Terrain, base: Base, goals: Sequence[Point], length: int, costs: Costs, others: Bases
) -> list[Point]:
    """Where a way might bend: about the rims and corners that are near enough, and in narrow gates between them."""
    outlines = [other.corners() for other in others if not other.round and other.centre != base.centre]
    outlines += [terrain.pieces[int(k)].outline for k in costs.walls]
    circles = [(other.centre, other.radius) for other in others if other.round and other.centre != base.centre]
    circles += [(corner, 0) for outline in outlines for corner in outline]
    wide = length + base.sweep
    circles = [each for each in dict.fromkeys(circles) if distance(each[0], base.centre) <= wide + each[1]]
    spots = _gates(base, circles, outlines, wide)
    for centre, radius in circles:
        far, (x, y) = (radius + base.sweep + 2) * WIDER, centre
        if _on_the_way(base.centre, centre, goals, length + int(2 * far) + 4):  # else no spot of its rim is
            spots += [Point(round(x + dx * far / 1000), round(y + dy * far / 1000)) for dx, dy in ROUND]
    near = [spot for spot in dict.fromkeys(spots) if _on_the_way(base.centre, spot, goals, length)]
    disc = Base(base.x, base.y, base.sweep)
    return list(compress(near, Going(terrain, disc, costs, others).stands(near)))


def _gates(
    base: Base, circles: Sequence[tuple[Point, int]], outlines: Sequence[Sequence[Point]], wide: int
) -> list[Point]:
    """The middles of gaps that the base just passes."""
    rows = [(0.0, x, y, r, 0.0) for (x, y), r in circles]
    rows += [(1.0, *outline[i - 1], *outline[i]) for outline in outlines for i in range(len(outline))]
    rims, kernels, out = _fast.floats(float(v) for row in rows for v in row), _fast.load(_rims), _room(256)
    box = _fast.floats([float(v) for v in (base.x - wide, base.y - wide, base.x + wide, base.y + wide)])
    low, high = 2.0 * base.sweep, 2.0 * base.sweep * WIDER + 8.0
    found = int(kernels.gates(rims, low, high, box, out))
    if found > 256:
        kernels.gates(rims, low, high, box, out := _room(found))
    placed = [round(value) for value in _fast.listed(out[: 2 * found])]
    return list(map(Point, placed[::2], placed[1::2]))


def _room(count: int) -> Any:
    return _fast.filled(2 * count, 0.0, "float64")


def _on_the_way(start: Point, spot: Point, goals: Sequence[Point], length: int) -> bool:
    rest = length - distance(start, spot)
    return any((spot.x - x) ** 2 + (spot.y - y) ** 2 <= rest * rest for x, y in goals) if rest > 0 else False


def tight(
    terrain: Terrain,
    base: Base,
    way: Sequence[tuple[int, int]],
    costs: Costs,
    others: Sequence[Base] | Bases = _NOBODY,
    cuts: int = CUTS,
) -> tuple[Point, ...]:
    """A way pulled tight: bends that are not needed left out, the others cut shorter as long as that helps.

    Each cut halves the turn of every bend: after four a way round a disc is a few ticks longer than the rim itself.
    """
    price = Going(terrain, base, costs, pack(others)).toll
    best = _straightened([Point(*at) for at in way], price)
    for _ in range(cuts):
        cut = _straightened(_cut([base.centre, *best], price), price)
        cost, less = price(best), price(cut)
        if cost is None or less is None or less >= cost or len(cut) > MOST:
            break
        best = cut
    return tuple(best)


def _straightened(way: list[Point], price: Price) -> list[Point]:
    """Leave out the bends that are not needed, from the far end on."""
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

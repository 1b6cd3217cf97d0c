"""Reach: the cost to every place that a base could move to. A field only proposes; `route` decides.

The field is a grid about the base. Cells are taken from a bucket queue with 16 neighbours each, and each is
joined by a straight line to an earlier one where the ground between is all alike, so that in the open its
costs are exact lengths. Cells keep a quarter of their size more than the base needs from what blocks them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import isqrt
from typing import Any

from hexless.once import once
from hexless.table import _fast, _field
from hexless.table.detours import straightened
from hexless.table.going import Going
from hexless.table.lengths import Point
from hexless.table.shapes import Base, Bases, pack
from hexless.table.terrain import Costs, Terrain

__all__ = ["Reach", "farthest", "reach"]

_NOBODY = Bases()
_STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
_SLANT = ((1, 1), (-1, 1), (-1, -1), (1, -1))
_KNIGHT = ((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1))


class Reach:
    """The reachable cells about a base: their cost, and the straight lines that lead to them."""

    def __init__(self, terrain: Terrain, base: Base, allowance: int, costs: Costs, others: Bases, cell: int) -> None:
        """Use `reach` to make one."""
        self.terrain, self.base, self.allowance = terrain, base, allowance
        self.costs, self.others, self.cell = costs, others, cell
        arm = farthest(terrain, base, allowance, costs) // cell + 4
        self.side = 2 * arm + 1
        self.origin = Point(base.x - arm * cell, base.y - arm * cell)
        self._start = arm * self.side + arm
        self.grid = self._raster()
        self.cost, self._from = self._flood(max(1, cell * costs.cheapest // 200))

    def _raster(self) -> Any:
        """The percent of every cell."""
        base, cell, side = self.base, self.cell, self.side
        grid = _fast.filled(side * side, 0, "int16")
        _fast.load(_field).raster(
            self.terrain.flat, self.costs.picks, self.costs.percents, self.others.rows,
            _fast.ints((self.terrain.width, self.terrain.depth)), side, *self.origin, cell, base.sweep, cell // 4,
            _fast.ints((0, 0, 0, 0, base.x, base.y)), grid,
        )  # fmt: skip
        grid[self._start] = grid[self._start] or 100
        return grid

    def _flood(self, width: int) -> tuple[Any, Any]:
        """The cost of every cell, and where it is come to from."""
        side, cell, filled, cells = self.side, self.cell, _fast.filled, self.side**2
        moves, room = (_moves(side, cell), _least(cell, self.costs.cheapest), _steps()), cells
        while True:
            cost, origin = filled(cells, _field.FAR, "int32"), filled(cells, -1, "int32")
            queue = [filled(n, -1, "int32") for n in (self.allowance // width + 2, room, room, cells, cells)]
            if _fast.load(_field).flood(
                self.grid, side, cell, self._start, self.allowance, width, *moves, cost, origin, *queue
            ):
                return cost, origin
            room *= 2

    def _place(self, node: int) -> Point:
        return Point(self.origin.x + node % self.side * self.cell, self.origin.y + node // self.side * self.cell)

    def _best(self, point: tuple[int, int]) -> tuple[int, int] | None:
        """The cheapest cost of a point by way of one of the four cells about it, and that cell."""
        i, j = (point[0] - self.origin.x) // self.cell, (point[1] - self.origin.y) // self.cell
        if not (0 <= i < self.side - 1 and 0 <= j < self.side - 1):
            return None
        found = []
        for node in (k * self.side + h for k in (j, j + 1) for h in (i, i + 1)):
            if self.cost[node] < _field.FAR:
                x, y = self._place(node)
                last = ((point[0] - x) ** 2 + (point[1] - y) ** 2) ** 0.5 * int(self.grid[node]) / 100
                found.append((int(self.cost[node]) + round(last), node))
        best = min(found, default=None)
        return best if best is not None and best[0] <= self.allowance else None

    def cost_at(self, point: tuple[int, int]) -> int | None:
        """About what it costs to get to a point, or None when that is out of reach."""
        best = self._best(point)
        return None if best is None else best[0]

    def path_to(self, point: tuple[int, int]) -> tuple[Point, ...] | None:
        """Points of a way to a point, the start left out; None when it is out of reach. Price it with `route`."""
        best = self._best(point)
        if best is None:
            return None
        way, node = [Point(*point)], best[1]
        while node != self._start:
            way.append(self._place(node))
            node = int(self._from[node])
        return tuple(straightened(way[::-1], self._going.toll))

    @once
    def _going(self) -> Going:
        """What the base meets on its ways."""
        return Going(self.terrain, self.base, self.costs, self.others)

    def points(self) -> tuple[Point, ...]:
        """The places of all reachable cells, row by row."""
        return tuple(self._place(node) for node in range(self.side**2) if self.cost[node] < _field.FAR)

    def spread(self, count: int) -> tuple[Point, ...]:
        """So many reachable places (or all, if fewer) far from each other: each the farthest from those before."""
        import numpy as np

        nodes = np.flatnonzero(np.asarray(self.cost) < _field.FAR)
        nodes = nodes[nodes != self._start]
        xs, ys = nodes % self.side, nodes // self.side
        start = self._start % self.side, self._start // self.side
        apart = (xs - start[0]) ** 2 + (ys - start[1]) ** 2
        chosen = []
        for _ in range(min(count, len(nodes))):
            k = int(np.argmax(apart))
            chosen.append(self._place(int(nodes[k])))
            apart = np.minimum(apart, (xs - xs[k]) ** 2 + (ys - ys[k]) ** 2)
        return tuple(chosen)


def farthest(terrain: Terrain, base: Base, allowance: int, costs: Costs) -> int:
    """No way within an allowance is longer: cheap ground leads farther, but has to be reached first."""
    cheap = [(i, percent) for i, percent in costs.pieces if 0 < percent < 100]
    if not cheap:
        return allowance
    x, y = base.x, base.y
    boxes = [terrain.box(i) for i, _ in cheap]
    off = min([max(x0 - x, x - x1, y0 - y, y - y1, 0) for x0, y0, x1, y1 in boxes])
    cheapest = min([percent for _, percent in cheap])
    return allowance + max(0, allowance - off) * (100 - cheapest) // cheapest


def reach(
    terrain: Terrain,
    base: Base,
    allowance: int,
    costs: Costs,
    others: Sequence[Base] | Bases = _NOBODY,
    cell: int | None = None,
) -> Reach:
    """The field of costs for a base with an allowance; cells are a sixtieth of it (200 to 1000 ticks)."""
    if allowance < 0:
        raise ValueError(f"an allowance is 0 or more, not {allowance}")
    return Reach(terrain, base, allowance, costs, pack(others), cell or min(1000, max(200, allowance // 60)))


@lru_cache(maxsize=64)
def _moves(side: int, cell: int) -> Any:
    """The 16 moves of a cell: step, the two cells that it passes between, length rounded up."""
    rows = [(dx + dy * side, 0, 0, cell) for dx, dy in _STRAIGHT]
    rows += [(dx + dy * side, dx, dy * side, isqrt(2 * cell * cell) + 1) for dx, dy in _SLANT]
    for dx, dy in _KNIGHT:
        first = (dx // 2, 0) if abs(dx) == 2 else (0, dy // 2)
        second = (dx // 2, dy) if abs(dx) == 2 else (dx, dy // 2)
        between = first[0] + first[1] * side, second[0] + second[1] * side
        rows.append((dx + dy * side, *between, isqrt(5 * cell * cell) + 1))
    return _fast.ints(value for row in rows for value in row)


@lru_cache(maxsize=64)
def _least(cell: int, cheapest: int) -> Any:
    """What each of the moves costs at least, where the easiest ground costs so many percent."""
    return _fast.ints(length * cheapest // 100 for length in _fast.listed(_moves(1, cell))[3::4])


@cache
def _steps() -> Any:
    """Each of the moves as one number."""
    return _fast.ints([dx + dy * _field.TALL for dx, dy in (*_STRAIGHT, *_SLANT, *_KNIGHT)])

"""The going: what a base meets wherever it goes from where it stands, judged for one way or for many at once.

`toll` and `route` ask the same of one way; whoever tries many ends asks here, in one call of a kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate
from typing import Any

from hexless.once import once
from hexless.table import _fast, _going
from hexless.table.shapes import Base, Bases
from hexless.table.terrain import Costs, Terrain

__all__ = ["Going", "Keep"]

Keep = Sequence[tuple[Base | Bases, int]]
Place = tuple[int, int]
_NOBODY = Bases()
HUGE = 1e300


@cache
def _room() -> tuple[Any, Any, Any]:
    """Room for the sums of a walk and for four corners, used again and again, and nothing at all."""
    return _fast.filled(8, 0.0, "float64"), _fast.zeros(8), _fast.ints(())


@cache
def nothing() -> Any:
    """No numbers, for kernels."""
    return _room()[2]


@lru_cache(maxsize=256)
def numbers(*values: int) -> Any:
    """Some numbers for kernels that only read them: the same for all who ask for these."""
    return _fast.ints(values)


class Going:
    """A base where it stands, what the ground costs it, who bars its way, and what it has to keep clear of at its end.

    keep: bases (or packs of them) and the gap to leave to each.
    """

    __slots__ = ("__dict__", "base", "costs", "others", "terrain", "wide")

    def __init__(
        self,
        terrain: Terrain,
        base: Base,
        costs: Costs,
        others: Bases = _NOBODY,
        keep: Keep = (),
        on_table: bool = True,
    ) -> None:
        """Without `on_table` its way may lead over the table's edge."""
        self.terrain, self.base, self.costs, self.others = terrain, base, costs, others
        self.wide = terrain.width if on_table else -1
        if not keep:
            self.__dict__["_kept"] = _room()[2], _room()[2]
        self.__dict__["_keep"] = keep

    @once
    def _kept(self) -> tuple[Any, Any]:
        """The rows of all that it keeps clear of, and where each group of them ends with its gap."""
        packs = [(one if isinstance(one, Bases) else Bases((one,)), least) for one, least in self.__dict__["_keep"]]
        rows, gaps = [pack.rows for pack, _ in packs], [least for _, least in packs]
        marks = numbers(*[value for end, least in zip(accumulate(map(len, rows)), gaps) for value in (end, least)])
        return rows[0] if len(rows) == 1 else _fast.joined(rows), marks

    @once
    def ground(self) -> tuple[Any, ...]:
        """What the kernels of every walk of it read."""
        costs = self.costs
        return self.terrain.flat, costs.picks, costs.percents, costs.walls, self.others.rows, *self._kept

    def of(self, base: Base) -> Going:
        """What another base meets, where all else is the same."""
        other = Going(self.terrain, base, self.costs, self.others, self.__dict__["_keep"], self.wide >= 0)
        other.__dict__["_kept"], other.__dict__["ground"] = self._kept, self.ground
        return other

    @property
    def scratch(self) -> tuple[Any, Any]:
        """Room for what a walk sums up, and for four corners."""
        return _room()[:2]

    def toll(self, points: Sequence[Place], most: int | None = None, face: Place | None = None) -> int | None:
        """The cost of a way, or None where something stops it or it costs more than `most`."""
        given = self.given(points, HUGE if most is None else most + 1.0, face)
        return _within(_fast.load(_going).toll(*given), most)

    def given(self, points: Sequence[Place], most: float, face: Place | None) -> tuple[Any, ...]:
        """What kernels read of one way."""
        base, terrain = self.base, self.terrain
        way = self._way if len(points) == 1 else _fast.zeros(2 + 2 * len(points))
        way[0], way[1], at = base.x, base.y, 2
        for way[at], way[at + 1] in points:
            at += 2
        fx, fy = face or (base.fx, base.fy)
        legs, quad, _ = _room()
        return (
            *self.ground, way, base.radius, base.length, base.width, fx, fy, self.wide, terrain.depth, most,
            *self.costs.room, legs, quad,
        )  # fmt: skip

    @once
    def _way(self) -> Any:
        """Room for a straight way."""
        return _fast.zeros(4)

    def tolls(
        self,
        ends: Sequence[Place],
        most: int | None = None,
        faces: Sequence[Place] | None = None,
        via: Sequence[Place] = (),
    ) -> list[int | None]:
        """The cost of the way straight (or by `via`) to each of many ends, or None where it is stopped: see `toll`."""
        base = self.base
        way = [base.x, base.y]
        for x, y in via:
            way += (x, y)
        legs, quad, _ = _room()
        out = _fast.filled(len(ends), 0.0, "float64")
        _fast.load(_going).tolls(
            *self.ground, _fast.ints([*way, 0, 0]), base.radius, base.length, base.width,
            self._spots(ends, faces), self.wide, self.terrain.depth, HUGE if most is None else most + 1.0,
            *self.costs.room, legs, quad, out,
        )  # fmt: skip
        return [_within(cost, most) for cost in _fast.listed(out)]

    def shut(self, target: Base, most: int) -> bool:
        """Whether it is sure that no straight way makes contact with a disc for so much; else one may, or not."""
        base, longest = self.base, most * 100 // self.costs.cheapest
        return target.round and base.round and bool(_fast.load(_going).shut(
            self.terrain.flat, self.costs.walls, self.others.rows, base.x, base.y, base.radius, target.x, target.y,
            target.radius, longest,
        ))  # fmt: skip

    def stands(self, ends: Sequence[Place], faces: Sequence[Place] | None = None) -> list[bool]:
        """Whether it may stand on each of many places, however it came there: on the table, and clear of all."""
        base, out = self.base, _fast.zeros(len(ends))
        kernel = _fast.load(_going).stands
        kernel(
            self.terrain.flat, self.costs.walls, self.others.rows, *self._kept, base.x, base.y, base.radius,
            base.length, base.width, self._spots(ends, faces), self.terrain.width, self.terrain.depth, _room()[1], out,
        )  # fmt: skip
        return [bool(one) for one in _fast.listed(out)]

    def _spots(self, ends: Sequence[Place], faces: Sequence[Place] | None) -> Any:
        """Place and facing of each end; where none is given, the base's own."""
        if faces is None:
            fx, fy = self.base.fx, self.base.fy
            return _fast.ints([value for x, y in ends for value in (x, y, fx, fy)])
        return _fast.ints([value for (x, y), (fx, fy) in zip(ends, faces) for value in (x, y, fx, fy)])


def _within(cost: float, most: int | None) -> int | None:
    """A cost to the nearest tick, if it is one and not too much."""
    if cost < 0.0:
        return None
    whole = round(cost)
    return whole if most is None or whole <= most else None

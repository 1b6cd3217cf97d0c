"""Crossing: how much of which piece a line passes through. Touching a piece or running along its edge is nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from hexless.table import _fast, _walks
from hexless.table.lengths import Point
from hexless.table.terrain import Mask, Terrain

__all__ = ["Crossing", "Span", "crossing", "crossing_all"]


class Span(msgspec.Struct, frozen=True):
    """The ticks of a line inside a piece."""

    piece: int
    length: int


class Crossing(msgspec.Struct, frozen=True):
    """A line and the pieces that it passes through, in table order."""

    line: tuple[Point, Point]
    spans: tuple[Span, ...]

    @property
    def total(self) -> int:
        """The ticks in all pieces together; where pieces overlap each counts."""
        return sum(span.length for span in self.spans)


def crossing(
    terrain: Terrain, p: tuple[int, int], q: tuple[int, int], mask: Mask | str | Iterable[str] | None = None
) -> Crossing:
    """How much of each piece (of a mask, of some traits, or of all) the line from p to q passes through."""
    chosen = terrain.mask(mask)
    out = _fast.ints([0] * len(chosen.pieces))
    ends = _fast.ints((p[0], p[1], q[0], q[1]))
    _fast.load(_walks).inside(terrain.flat, chosen.picks, *_room(terrain, chosen, ends), out)
    spans = tuple(Span(i, int(length)) for i, length in zip(chosen.pieces, out) if length)
    return Crossing((Point(*p), Point(*q)), spans)


def crossing_all(
    terrain: Terrain, lines: Sequence[Sequence[int]], mask: Mask | str | Iterable[str] | None = None
) -> Any:
    """The ticks of each line (px, py, qx, qy) inside each piece of the mask: an array, a row for each line."""
    import numpy as np

    chosen = terrain.mask(mask)
    ends: Any = np.ascontiguousarray(lines, dtype=np.int64).reshape(-1)
    rows = len(ends) // 4
    if _fast.compiled():
        out: Any = np.zeros(rows * len(chosen.pieces), dtype=np.int64)
    else:
        ends, out = ends.tolist(), [0] * (rows * len(chosen.pieces))
    _fast.load(_walks).inside(terrain.flat, chosen.picks, *_room(terrain, chosen, ends), out)
    return np.asarray(out, dtype=np.int64).reshape(rows, len(chosen.pieces))


def _room(terrain: Terrain, mask: Mask, ends: Any) -> tuple[Any, ...]:
    """The circles of the pieces, the lines, and working space for as many crossings as one outline can have."""
    most = 1 + max((len(each.outline) for each in terrain.pieces), default=0)
    marks = (_fast.ints([0] * count) for count in (most, most, len(mask.pieces)))
    return terrain.circles(mask), ends, _fast.floats([0.0] * most), *marks

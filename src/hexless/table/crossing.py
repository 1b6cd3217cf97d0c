"""Crossing: how much of which piece a line passes through. Touching a piece or running along its edge is nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import msgspec

from hexless.table import _fast, _walks
from hexless.table.lengths import Point
from hexless.table.terrain import Mask, Terrain

__all__ = ["Crossing", "Span", "crossing", "crossing_all", "spans_inside"]


class Span(msgspec.Struct, frozen=True):
    """The ticks of a line inside a piece."""

    piece: int
    length: int


class Crossing(msgspec.Struct, frozen=True):
    """A line and the pieces that it passes through, in table order.

    total: the ticks inside any of them; where pieces overlap it counts once, and between two that abut it is inside.
    """

    line: tuple[Point, Point]
    spans: tuple[Span, ...]
    total: int = 0


def crossing(
    terrain: Terrain, p: tuple[int, int], q: tuple[int, int], mask: Mask | str | Iterable[str] | None = None
) -> Crossing:
    """How much of each piece (of a mask, of some traits, or of all) the line from p to q passes through."""
    chosen = terrain.mask(mask)
    spans = spans_inside(terrain, [(*p, *q)], chosen)[0]
    near = _sharing(terrain, chosen, spans)
    total = _together(terrain, near, *sorted((p, q))) if near else sum([span.length for span in spans])
    return Crossing((Point(*p), Point(*q)), spans, total)


def spans_inside(terrain: Terrain, lines: Sequence[tuple[int, int, int, int]], mask: Mask) -> list[tuple[Span, ...]]:
    """The spans of the `crossing` of each of some lines (from x, y to x, y), in one call."""
    wide = len(mask.pieces)
    if not wide or not lines:
        return [()] * len(lines)
    ends, out = _fast.ints([value for line in lines for value in line]), _fast.zeros(len(lines) * wide)
    _fast.load(_walks).inside(terrain.flat, mask.picks, *_room(terrain, mask, ends), out)
    found = _fast.listed(out)
    if not any(found):
        return [()] * len(lines)
    rows = [zip(mask.pieces, found[at : at + wide]) for at in range(0, len(found), wide)]
    return [tuple([Span(i, length) for i, length in row if length]) for row in rows]


def _sharing(terrain: Terrain, mask: Mask, spans: tuple[Span, ...]) -> tuple[int, ...]:
    """The pieces that may have some of a line in common, or it between them; none: each counts by itself."""
    abut = terrain.abutting(mask)
    if not abut and len(spans) < 2:
        return ()
    inside = [span.piece for span in spans]
    boxes = [terrain.box(i) for i in inside]
    common = any(a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3] for a, b in combinations(boxes, 2))
    return tuple(sorted({*inside, *abut})) if common or abut else ()


def _together(terrain: Terrain, pieces: tuple[int, ...], p: tuple[int, int], q: tuple[int, int]) -> int:
    """The ticks of a line inside any piece: where some piece is just to its left, and some just to its right."""
    outlines = [terrain.pieces[i].outline for i in pieces]
    room = sum(map(len, outlines)) + len(outlines)
    ts, tags, bits, m = [0.0] * room, [0] * room, [0] * room, 0
    dx, dy = q[0] - p[0], q[1] - p[1]
    for k, outline in enumerate(outlines if dx or dy else ()):
        flat = [value for point in outline for value in point]
        m = _walks._events(flat, 0, len(outline), *p, dx, dy, k, ts, tags, bits, m)
    states, part = [0] * len(outlines), 0.0
    for i in range(m):
        states[tags[i]] ^= bits[i]
        if any(state & 1 for state in states) and any(state & 2 for state in states):
            part += (ts[i + 1] if i + 1 < m else 1.0) - ts[i]
    return int(part * (dx * dx + dy * dy) ** 0.5 + 0.5)


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
    return terrain.circles(mask), ends, *terrain.scratch(len(mask.pieces))

"""Any part of one base to any part of another: the lines that decide whether there is a free one (see `_tangents`).

Exact to a few ticks where heights are left out, or where whatever stands between is higher than both eyes; where a
line may pass over something, the nearest and the farthest ends of each of these lines are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from hexless.table import _fast, _lines, _tangents
from hexless.table.lengths import Point
from hexless.table.measure import outline_touches
from hexless.table.shapes import Base, Bases
from hexless.table.terrain import Mask, Terrain

__all__ = ["free_line"]

WIDER = 2.0  # ticks that corners and rims are drawn wider than they are, so that rounded lines clear them
Circle = tuple[float, float, float]


def free_line(
    terrain: Terrain, a: Base, b: Base, mask: Mask, others: Bases, levels: tuple[int, int]
) -> tuple[Point, Point] | None:
    """A line from some part of a base to some part of another that nothing stops, or None: there is none."""
    if b.centre < a.centre:  # the same lines from either end
        line = free_line(terrain, b, a, mask, others, levels[::-1])
        return line[::-1] if line else None
    if _walled(terrain, a, b, mask, others, levels):
        return None
    high = any(terrain.pieces[i].top <= max(levels) for i in mask.pieces) or any(o.top <= max(levels) for o in others)
    kernels, shapes = _fast.load(_tangents), _fast.floats([*_shape(a), *_shape(b)])
    circles, count = _circles(terrain, a, b, mask, others)
    out = _fast.filled(4 * 1024, 0.0, "float64")
    found = int(kernels.tangents(circles, count, shapes, high, out))
    if found > 1024:
        out = _fast.filled(4 * found, 0.0, "float64")
        kernels.tangents(circles, count, shapes, high, out)
    ends = _rounded(out, found)
    clear = int(
        _fast.load(_lines).first_clear(terrain.flat, terrain.blocking(mask), others.rows, ends, *levels,
                                       a.x, a.y, b.x, b.y)
    )  # fmt: skip
    if clear < 0:
        return None
    px, py, qx, qy = (int(value) for value in ends[4 * clear : 4 * clear + 4])
    return Point(px, py), Point(qx, qy)


def _rounded(out: Any, count: int) -> Any:
    """The lines in whole ticks."""
    if not _fast.compiled():
        return [int((value + 0.5) // 1) for value in out[: 4 * count]]
    import numpy as np

    return np.floor(out[: 4 * count] + 0.5).astype(np.int64)


def _parts(base: Base) -> list[Circle]:
    """The outermost parts of a base that a line may touch: its rim, or its corners, a little inside."""
    if base.round:
        return [(float(base.x), float(base.y), max(0.0, base.radius - WIDER))]
    return [(x, y, 0.0) for x, y in _inner(base)]


def _inner(base: Base) -> Iterator[tuple[float, float]]:
    for x, y in base.corners():
        far = max(abs(x - base.x), abs(y - base.y), 1)
        part = max(0.0, 1.0 - WIDER / far)
        yield base.x + (x - base.x) * part, base.y + (y - base.y) * part


def _shape(base: Base) -> list[float]:
    """A base as the kernel cuts it: x, y, radius, corners."""
    if base.round:
        return [float(base.x), float(base.y), float(base.radius), *[0.0] * 8]
    return [float(base.x), float(base.y), -1.0, *(float(v) for corner in base.corners() for v in corner)]


def _circles(terrain: Terrain, a: Base, b: Base, mask: Mask, others: Bases) -> tuple[Any, int]:
    """What a line may touch: the parts of both bases, and corners and rims in the strip between them; how many."""
    parts = _fast.floats(value for base in (a, b) for part in _parts(base) for value in part)
    rims = [_rim(other) for other in others if other.centre not in (a.centre, b.centre)]
    some = _fast.joined([parts, terrain.corners(mask, WIDER), *rims])
    kept = _fast.filled(len(some), 0.0, "float64")
    strip = _fast.floats([float(v) for v in (a.x, a.y, b.x, b.y, max(a.span, b.span))])
    return kept, int(_fast.load(_tangents).near(some, strip, kept))


@lru_cache(maxsize=4096)
def _rim(other: Base) -> Any:
    if other.round:
        return _fast.floats([float(other.x), float(other.y), other.radius + WIDER])
    return _fast.floats(value for x, y in other.corners() for value in (float(x), float(y), WIDER))


def _walled(terrain: Terrain, a: Base, b: Base, mask: Mask, others: Bases, levels: tuple[int, int]) -> bool:
    """Whether one piece stands right across the whole strip between two bases, as most do that hide anybody."""
    dx, dy = b.x - a.x, b.y - a.y
    size = (dx * dx + dy * dy) ** 0.5 or 1.0
    wide = (max(a.span, b.span) + 1) / size
    ox, oy = int(-dy * wide), int(dx * wide)
    stop, seen = -1, _fast.load(_lines).blocker
    for side in (1, -1):
        x, y = side * ox, side * oy
        ends = a.x + x, a.y + y, levels[0], b.x + x, b.y + y, levels[1]
        found = int(seen(terrain.flat, mask.picks, others.rows, *ends, a.x, a.y, b.x, b.y))
        if not 0 <= found < len(terrain.pieces) or stop not in (-1, found):
            return False
        stop = found
    if terrain.pieces[stop].top <= max(levels) or not terrain.convex[stop]:
        return False
    return not (_meets(terrain, stop, a) or _meets(terrain, stop, b))


@lru_cache(maxsize=1 << 12)
def _meets(terrain: Terrain, piece: int, base: Base) -> bool:
    return outline_touches(terrain.pieces[piece].outline, base)

"""Kernel of `hull`: the convex outline of points. See `_fast`."""

from __future__ import annotations

from collections.abc import MutableSequence

Ints = MutableSequence[int]


def _chain(points: Ints, first: int, last: int, step: int, out: Ints, start: int) -> int:
    """Add the outermost points on the right of a walk over some points to `out`; how many there are from 0 on."""
    count = start
    i = first
    while i != last:
        x, y = points[2 * i], points[2 * i + 1]
        while count - start > 1:
            ax, ay = out[2 * count - 4], out[2 * count - 3]
            bx, by = out[2 * count - 2], out[2 * count - 1]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                break
            count -= 1
        out[2 * count], out[2 * count + 1] = x, y
        count += 1
        i += step
    return count - 1


def hull(points: Ints, out: Ints) -> int:
    """The convex outline, counter-clockwise, of points (x, y, ...) in order of x, then y; how many it has."""
    n = len(points) // 2
    below = _chain(points, 0, n, 1, out, 0)
    return _chain(points, n - 1, -1, -1, out, below)

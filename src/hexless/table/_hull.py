"""Kernels of `hull`: the convex outline of points, or of a shape put on each of them. See `_fast`."""

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


def swept(points: Ints, rim: Ints, room: Ints, out: Ints) -> int:
    """The convex outline of a convex shape (`rim`, counter-clockwise from its least point on) about each of two points
    or more, in order of x, then y; how many points it has. The sides of the points' outline and of the shape follow
    one another as they turn; `room` is for the former.
    """
    n, m = hull(points, room), len(rim) // 2
    i, j, count = 0, 0, 0
    while i < n or j < m:
        a, b = 2 * (i % n), 2 * (j % m)
        c, d = 2 * ((i + 1) % n), 2 * ((j + 1) % m)
        out[2 * count], out[2 * count + 1] = room[a] + rim[b], room[a + 1] + rim[b + 1]
        count += 1
        turn = (room[c] - room[a]) * (rim[d + 1] - rim[b + 1]) - (room[c + 1] - room[a + 1]) * (rim[d] - rim[b])
        first = j == m or (i < n and turn >= 0)
        if i == n or (j < m and turn <= 0):
            j += 1
        if first:
            i += 1
    return count

"""Kernels of `room`: where the rims of things cross. See `_fast`.

A rim is a row of 5 numbers: 0, centre x, y, radius, spare (a circle), or 1, start x, y, end x, y (a side).
Crossings are float64 in one fixed order of operations; whoever uses them rounds them and judges the places anew,
so near misses (up to a tick) are taken for crossings.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import sqrt

Floats = MutableSequence[float]
NEAR = 1.0


def _put(x: float, y: float, box: Floats, out: Floats, count: int) -> int:
    """Keep a crossing inside the box; the new number of crossings, also where there is no room for it."""
    if not (box[0] <= x <= box[2] and box[1] <= y <= box[3]):
        return count
    if 2 * count + 1 < len(out):
        out[2 * count] = x
        out[2 * count + 1] = y
    return count + 1


def _circles(ax: float, ay: float, ar: float, bx: float, by: float, br: float, box: Floats, out: Floats, count: int,
) -> int:  # fmt: skip
    """The crossings of two circles."""
    dx = bx - ax
    dy = by - ay
    square = dx * dx + dy * dy
    if square == 0.0 or square > (ar + br + NEAR) * (ar + br + NEAR):
        return count
    inner = abs(ar - br) - NEAR
    if inner > 0.0 and square < inner * inner:
        return count
    along = (square + ar * ar - br * br) / (2.0 * square)
    half = ar * ar / square - along * along
    side = sqrt(half) if half > 0.0 else 0.0
    count = _put(ax + along * dx + side * dy, ay + along * dy - side * dx, box, out, count)
    return _put(ax + along * dx - side * dy, ay + along * dy + side * dx, box, out, count)


def _circle_side(cx: float, cy: float, r: float, ax: float, ay: float, bx: float, by: float, box: Floats,
    out: Floats, count: int,
) -> int:  # fmt: skip
    """The crossings of a circle and a side."""
    dx = bx - ax
    dy = by - ay
    square = dx * dx + dy * dy
    if square == 0.0:
        return count
    size = sqrt(square)
    off = abs(dx * (cy - ay) - dy * (cx - ax)) / size
    if off > r + NEAR:
        return count
    mid = (dx * (cx - ax) + dy * (cy - ay)) / square
    half = sqrt(r * r - off * off) / size if off < r else 0.0
    spare = NEAR / size
    if -spare <= mid - half <= 1.0 + spare:
        count = _put(ax + (mid - half) * dx, ay + (mid - half) * dy, box, out, count)
    if -spare <= mid + half <= 1.0 + spare:
        count = _put(ax + (mid + half) * dx, ay + (mid + half) * dy, box, out, count)
    return count


def _sides(ax: float, ay: float, bx: float, by: float, cx: float, cy: float, ex: float, ey: float, box: Floats,
    out: Floats, count: int,
) -> int:  # fmt: skip
    """The crossing of two sides."""
    dx = bx - ax
    dy = by - ay
    gx = ex - cx
    gy = ey - cy
    turn = dx * gy - dy * gx
    if turn == 0.0:
        return count
    s = ((cx - ax) * gy - (cy - ay) * gx) / turn
    t = ((cx - ax) * dy - (cy - ay) * dx) / turn
    spare_s = NEAR / sqrt(dx * dx + dy * dy)
    spare_t = NEAR / sqrt(gx * gx + gy * gy)
    if -spare_s <= s <= 1.0 + spare_s and -spare_t <= t <= 1.0 + spare_t:
        return _put(ax + s * dx, ay + s * dy, box, out, count)
    return count


def crossings(rims: Floats, first: int, box: Floats, out: Floats) -> int:
    """The corners inside the box that the first rims make with all others: ends of sides, and crossings.

    How many there are; as many as there is room for are left in `out`.
    """
    count = 0
    n = len(rims) // 5
    for i in range(first):
        a = 5 * i
        if rims[a] > 0.0:
            count = _put(rims[a + 1], rims[a + 2], box, out, count)
            count = _put(rims[a + 3], rims[a + 4], box, out, count)
        for j in range(i + 1, n):
            b = 5 * j
            if rims[a] == 0.0 and rims[b] == 0.0:
                count = _circles(rims[a + 1], rims[a + 2], rims[a + 3], rims[b + 1], rims[b + 2], rims[b + 3],
                                 box, out, count)  # fmt: skip
            elif rims[a] == 0.0:
                count = _circle_side(rims[a + 1], rims[a + 2], rims[a + 3], rims[b + 1], rims[b + 2], rims[b + 3],
                                     rims[b + 4], box, out, count)  # fmt: skip
            elif rims[b] == 0.0:
                count = _circle_side(rims[b + 1], rims[b + 2], rims[b + 3], rims[a + 1], rims[a + 2], rims[a + 3],
                                     rims[a + 4], box, out, count)  # fmt: skip
            else:
                count = _sides(rims[a + 1], rims[a + 2], rims[a + 3], rims[a + 4], rims[b + 1], rims[b + 2],
                               rims[b + 3], rims[b + 4], box, out, count)  # fmt: skip
    return count

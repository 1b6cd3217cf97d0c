"""Kernels of `room`: where the rims of things cross. See `_fast`.

A rim is a row of 5 numbers: 0, centre x, y, radius, kind (a circle), or 1, start x, y, end x, y (a side). The kind of
a circle is 1 where no place is inside it, 2 where none is outside, else 0.
Crossings are float64 in one fixed order of operations; whoever uses them rounds them and judges the places anew,
so near misses (up to a tick) are taken for crossings.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import floor, sqrt

Ints = MutableSequence[int]
Floats = MutableSequence[float]
NEAR = 1.0
FREE, KEEP_OUT, STAY_IN = 0.0, 1.0, 2.0  # kinds of circles: which side of them is no place


def _put(x: float, y: float, box: Floats, out: Floats, count: int) -> int:
    """Keep a crossing inside the box; the new number of crossings, also where there is no room for it."""
    if not (box[0] <= x <= box[2] and box[1] <= y <= box[3]):
        return count
    for k in range(4, len(box) - 3, 4):
        dx = x - box[k]
        dy = y - box[k + 1]
        if (dx * dx + dy * dy < box[k + 2]) == (box[k + 3] > 0.0):
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
    """The corners that the first rims make with all others in the box: ends of sides, and crossings.

    How many there are; as many as there is room for are left in `out`. The box is followed by four numbers for each
    circle that bounds them: centre x, y, radius squared, 1 to be outside or 0 to be inside.
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


def draw(
    rows: Ints, far: int, spare: float, ox: int, oy: int, bx: int, by: int, box: Floats, rims: Floats, count: int,
) -> int:  # fmt: skip
    """Add a circle about each disc in `rows` that comes near the box: nothing is a place that is not `far` and its
    radius from its middle. Not for those centred at o or b. The new number of rims.
    """
    for k in range(0, len(rows), 20):
        x, y = rows[k], rows[k + 1]
        if rows[k + 14] > 0 or (x == ox and y == oy) or (x == bx and y == by):
            continue
        r = max(0.0, float(far + rows[k + 2]) + spare)
        if x - r <= box[2] + 2.0 and y - r <= box[3] + 2.0 and x + r >= box[0] - 2.0 and y + r >= box[1] - 2.0:
            at = 5 * count
            rims[at], rims[at + 1], rims[at + 2], rims[at + 3], rims[at + 4] = 0.0, float(x), float(y), r, KEEP_OUT
            count += 1
    return count


def corners(rims: Floats, count: int, first: int, box: Floats, out: Floats) -> int:
    """`crossings` of some rims, with the circles among them that bound places; the box has room for four numbers each.

    Two ticks are left to rounding.
    """
    used = 4
    for at in range(0, 5 * count, 5):
        if rims[at] == 0.0 and rims[at + 4] > 0.0:
            outside = rims[at + 4] == KEEP_OUT
            r = max(0.0, rims[at + 3] - 2.0) if outside else rims[at + 3] + 2.0
            box[used], box[used + 1], box[used + 2] = rims[at + 1], rims[at + 2], r * r
            box[used + 3] = 1.0 if outside else 0.0
            used += 4
    return crossings(rims[: 5 * count], first, box[:used], out)


def _before(spots: Ints, i: int, x: int, y: int, gx: int, gy: int) -> bool:
    """Whether a place comes before a spot: nearer to g, or as near and lower."""
    qx, qy = spots[2 * i], spots[2 * i + 1]
    far = (x - gx) * (x - gx) + (y - gy) * (y - gy)
    there = (qx - gx) * (qx - gx) + (qy - gy) * (qy - gy)
    return far < there or (far == there and (x < qx or (x == qx and y < qy)))


def settle(placed: Floats, count: int, gx: int, gy: int, spots: Ints) -> int:
    """Some places to the nearest tick, each once, the nearest to g first; how many there are."""
    for i in range(2 * count):
        spots[i] = floor(placed[i] + 0.5)
    step = 1
    while 3 * step < count:
        step = 3 * step + 1
    while step > 0:
        for i in range(step, count):
            x, y = spots[2 * i], spots[2 * i + 1]
            k = i
            while k >= step and _before(spots, k - step, x, y, gx, gy):
                spots[2 * k], spots[2 * k + 1] = spots[2 * (k - step)], spots[2 * (k - step) + 1]
                k -= step
            spots[2 * k], spots[2 * k + 1] = x, y
        step //= 3
    kept = 0
    for i in range(count):
        x, y = spots[2 * i], spots[2 * i + 1]
        if kept == 0 or x != spots[2 * kept - 2] or y != spots[2 * kept - 1]:
            spots[2 * kept], spots[2 * kept + 1] = x, y
            kept += 1
    return kept


def gates(rims: Floats, low: float, high: float, box: Floats, out: Floats) -> int:
    """The middles of the gaps between circles, and between circles and sides, that are `low` to `high` wide."""
    count = 0
    n = len(rims) // 5
    for i in range(n):
        a = 5 * i
        if rims[a] > 0.0:
            continue
        for j in range(n):
            b = 5 * j
            x, y, r = rims[b + 1], rims[b + 2], rims[b + 3]
            if rims[b] > 0.0:
                dx = rims[b + 3] - x
                dy = rims[b + 4] - y
                square = dx * dx + dy * dy
                t = (dx * (rims[a + 1] - x) + dy * (rims[a + 2] - y)) / square if square > 0.0 else 0.0
                if not 0.0 < t < 1.0:
                    continue
                x, y, r = x + t * dx, y + t * dy, 0.0
            elif j <= i:
                continue
            dx = x - rims[a + 1]
            dy = y - rims[a + 2]
            square = dx * dx + dy * dy
            both = rims[a + 3] + r
            if square < (low + both) * (low + both) or square > (high + both) * (high + both) or square == 0.0:
                continue
            far = sqrt(square)
            part = (rims[a + 3] + (far - both) / 2.0) / far
            count = _put(rims[a + 1] + part * dx, rims[a + 2] + part * dy, box, out, count)
    return count

"""Kernels of `going`: whether a base gets along a way and may stand at its end, for one way or many. See `_fast`.

They are `walk` and `fits` in one call. Arrays are laid out as in `_lines`; `kept` are rows of bases in groups, and
`marks` two numbers a group: where its rows end, and the gap to leave to them.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import sqrt

from hexless.table._lines import _spot, fits
from hexless.table._walks import _barred, _overlaps, _price

Ints = MutableSequence[int]
Floats = MutableSequence[float]
STOPPED = -1.0
SURE = 8  # ticks: more than all that rounding to whole ones may move a line


def _hangs(x: int, y: int, r: int, length: int, width: int, fx: int, fy: int, wide: int, deep: int) -> bool:
    """Whether some part of a base is over the table's edge."""
    if length == 0:
        return x < r or y < r or x > wide - r or y > deep - r
    for k in range(1, 5):
        cx, cy = _spot(k, x, y, r, length, width, fx, fy, 0, 0)
        if cx < 0 or cy < 0 or cx > wide or cy > deep:
            return True
    return False


def _ends(
    flat: Ints, walls: Ints, rows: Ints, kept: Ints, marks: Ints, x: int, y: int, r: int, length: int, width: int,
    fx: int, fy: int, ox: int, oy: int, quad: Ints,
) -> bool:  # fmt: skip
    """Whether a base overlaps no wall and no base, and leaves the gaps that it has to leave."""
    if fits(flat, walls, rows, x, y, r, length, width, fx, fy, ox, oy, 0, quad) >= 0:
        return False
    start = 0
    for k in range(len(marks) // 2):
        group = kept[start : marks[2 * k]]
        if fits(flat, walls[:0], group, x, y, r, length, width, fx, fy, ox, oy, marks[2 * k + 1], quad) >= 0:
            return False
        start = marks[2 * k]
    return True


def toll(
    flat: Ints, picks: Ints, percents: Ints, walls: Ints, rows: Ints, kept: Ints, marks: Ints, way: Ints, r: int,
    length: int, width: int, fx: int, fy: int, wide: int, deep: int, most: float, ts: Floats, tags: Ints, bits: Ints,
    inside: Ints, legs: Floats, quad: Ints,
) -> float:  # fmt: skip
    """The cost of a way, or `STOPPED`: off a table so `wide` (-1: no matter) and deep, barred, dearer than `most`,
    or with no room at its end for a base that faces along f.
    """
    sweep = r if length == 0 else min(length, width) // 2
    last = len(way) - 2
    if wide >= 0:
        for k in range(2, last + 1, 2):
            if _hangs(way[k], way[k + 1], sweep, 0, 0, 0, 1, wide, deep):
                return STOPPED
        if length > 0 and _hangs(way[last], way[last + 1], r, length, width, fx, fy, wide, deep):
            return STOPPED
    cost = _price(flat, picks, percents, way, ts, tags, bits, inside, legs)
    if cost > most:
        return STOPPED
    stands = _ends(
        flat, walls, rows, kept, marks, way[last], way[last + 1], r, length, width, fx, fy, way[0], way[1], quad
    )
    return cost if stands and not _barred(flat, walls, rows, way, sweep) else STOPPED


def tolls(
    flat: Ints, picks: Ints, percents: Ints, walls: Ints, rows: Ints, kept: Ints, marks: Ints, way: Ints, r: int,
    length: int, width: int, spots: Ints, wide: int, deep: int, most: float, ts: Floats, tags: Ints, bits: Ints,
    inside: Ints, legs: Floats, quad: Ints, out: Floats,
) -> None:  # fmt: skip
    """`toll` of the same way to many ends: x, y and facing of each in `spots`."""
    last = len(way) - 2
    for k in range(len(spots) // 4):
        way[last], way[last + 1] = spots[4 * k], spots[4 * k + 1]
        out[k] = toll(flat, picks, percents, walls, rows, kept, marks, way, r, length, width, spots[4 * k + 2],
                      spots[4 * k + 3], wide, deep, most, ts, tags, bits, inside, legs, quad)  # fmt: skip


def stands(
    flat: Ints, walls: Ints, rows: Ints, kept: Ints, marks: Ints, ox: int, oy: int, r: int, length: int, width: int,
    spots: Ints, wide: int, deep: int, quad: Ints, out: Ints,
) -> None:  # fmt: skip
    """Whether a base may stand on each of many spots (x, y and facing of each), on the table: 1 where it may."""
    for k in range(len(spots) // 4):
        x, y, fx, fy = spots[4 * k], spots[4 * k + 1], spots[4 * k + 2], spots[4 * k + 3]
        free = not _hangs(x, y, r, length, width, fx, fy, wide, deep)
        if free:
            free = _ends(flat, walls, rows, kept, marks, x, y, r, length, width, fx, fy, ox, oy, quad)
        out[k] = 1 if free else 0


def shut(flat: Ints, walls: Ints, rows: Ints, x: int, y: int, r: int, tx: int, ty: int, tr: int, most: int) -> bool:
    """Whether it is sure that no straight way of a disc at (x, y), at most so long, makes contact with another at t.

    Headings are told by their slope to the line of centres. What is met for sure before there can be contact bars those
    between its two sides; together they have to bar all that lead to the target.
    """
    wx, wy = tx - x, ty - y
    d = sqrt(float(wx * wx + wy * wy))
    wide, near = float(r + tr + SURE), d - float(r + tr + SURE)
    if near <= 1.0:
        return False
    long, last = float(most + SURE), wide / sqrt(d * d - wide * wide)
    if long * long < d * d - wide * wide:
        cos = (long * long + d * d - wide * wide) / (2.0 * long * d)
        if cos >= 1.0:
            return True
        last = sqrt(1.0 - cos * cos) / cos
    at = -last
    while at < last:
        beyond = _barred_to(flat, walls, rows, x, y, r, float(wx) / d, float(wy) / d, near, at)
        if beyond <= at:
            return False
        at = beyond
    return True


def _barred_to(
    flat: Ints, walls: Ints, rows: Ints, x: int, y: int, r: int, ux: float, uy: float, near: float, at: float
) -> float:
    """Up to which slope one thing bars all headings from a slope on; that slope itself if nothing does."""
    far = at
    for j in range(len(rows) // 20):
        k = 20 * j
        if rows[k + 5] >= 0 and rows[k + 14] == 0:
            far = max(far, _beside(float(rows[k] - x), float(rows[k + 1] - y), r + rows[k + 2], ux, uy, near, at))
    for i in range(len(walls)):
        row = 1 + 12 * walls[i]
        off, n = flat[row], flat[row + 1]
        if _overlaps(flat, off, n, x, y, r + SURE):
            continue
        bx, by = float(flat[off + 2 * n - 2] - x), float(flat[off + 2 * n - 1] - y)
        for k in range(n):
            ax, ay = bx, by
            bx, by = float(flat[off + 2 * k] - x), float(flat[off + 2 * k + 1] - y)
            far = max(far, _beside(bx, by, r, ux, uy, near, at))
            far = max(far, _along(ax * ux + ay * uy, ux * ay - uy * ax, bx * ux + by * uy, ux * by - uy * bx, near, at))
    return far


def _beside(x: float, y: float, reach: int, ux: float, uy: float, near: float, at: float) -> float:
    """`_barred_to` for a disc: between its two tangents, drawn a little inside of it."""
    square, size = x * x + y * y, float(reach - SURE)
    if size <= 0.0 or square < float((reach + SURE) * (reach + SURE)) or square - size * size > near * near:
        return at
    along, ahead, aside = sqrt(square - size * size), x * ux + y * uy, ux * y - uy * x
    low, high = ahead * along + aside * size, ahead * along - aside * size
    if low <= 0.0 or high <= 0.0 or (aside * along - ahead * size) / low > at:
        return at
    return (aside * along + ahead * size) / high


def _along(a: float, b: float, c: float, d: float, near: float, at: float) -> float:
    """`_barred_to` for an edge from a ahead and b aside to c and d, as far as it is ahead and near enough."""
    if max(a, c) <= 1.0 or min(a, c) >= near:
        return at
    if a > c:
        a, b, c, d = c, d, a, b
    slope = (d - b) / (c - a) if c > a else 0.0
    if a < 1.0:
        a, b = 1.0, b + slope * (1.0 - a)
    if c > near:
        c, d = near, d + slope * (near - c)
    return max(b / a, d / c) if min(b / a, d / c) <= at else at

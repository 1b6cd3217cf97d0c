"""Kernels of `going`: whether a base gets along a way and may stand at its end, for one way or many. See `_fast`.

They are `walk` and `fits` in one call. Arrays are laid out as in `_lines`; `kept` are rows of bases in groups, and
`marks` two numbers a group: where its rows end, and the gap to leave to them.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from hexless.table._lines import _spot, fits
from hexless.table._walks import _barred, _price

Ints = MutableSequence[int]
Floats = MutableSequence[float]
STOPPED = -1.0


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

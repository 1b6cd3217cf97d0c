"""Kernels of `fares`: how far a way leads through some discs, and whether it comes near some boxes.

See `_fast`; arrays are laid out as in `_going`.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import sqrt

from hexless.table._going import toll
from hexless.table._posts import _dear

Ints = MutableSequence[int]
Floats = MutableSequence[float]


def _through(rows: Ints, px: int, py: int, qx: int, qy: int, r: int) -> int:
    """The length of a straight stretch on which a disc overlaps any of some others."""
    dx, dy = qx - px, qy - py
    far = int(sqrt(float(dx * dx + dy * dy)))
    total = 0
    reached = 0
    found = far > 0
    while found:
        found = False
        low = high = far
        for k in range(0, len(rows), 20):
            room, fx, fy = r + rows[k + 2], rows[k] - px, rows[k + 1] - py
            if fx * fx + fy * fy > (far + room + 1) * (far + room + 1):
                continue
            side = (dx * fy - dy * fx) // far
            if side <= -room or side >= room:
                continue
            middle, half = (dx * fx + dy * fy) // far, int(sqrt(float(room * room - side * side)))
            begin, end = max(0, middle - half), min(far, middle + half)
            if begin < end and end > reached and begin < low:
                low, high, found = begin, end, True
        if found:
            total += high - max(low, reached)
            reached = high
    return total


def met(rows: Ints, boxes: Ints, way: Ints, r: int) -> tuple[int, bool]:
    """The length of a way on which a disc overlaps others, and whether it comes near any of some boxes."""
    total, last = 0, len(way) - 2
    for i in range(0, last, 2):
        total += _through(rows, way[i], way[i + 1], way[i + 2], way[i + 3], r)
    return total, _dear(boxes, way, way[last], way[last + 1])


def fare(
    flat: Ints, picks: Ints, percents: Ints, walls: Ints, rows: Ints, kept: Ints, marks: Ints, way: Ints, r: int,
    length: int, width: int, fx: int, fy: int, wide: int, deep: int, most: float, ts: Floats, tags: Ints, bits: Ints,
    inside: Ints, legs: Floats, quad: Ints, friends: Ints, boxes: Ints,
) -> tuple[float, int, bool]:  # fmt: skip
    """`toll` and `met` of a way."""
    cost = toll(flat, picks, percents, walls, rows, kept, marks, way, r, length, width, fx, fy, wide, deep, most, ts,
                tags, bits, inside, legs, quad)  # fmt: skip
    if cost < 0.0:
        return cost, 0, False
    through, near = met(friends, boxes, way, r)
    return cost, through, near

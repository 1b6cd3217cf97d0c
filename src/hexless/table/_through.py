"""Kernel of what leads through whom: how much of a way a disc overlaps others. See `_fast`; arrays as in `_going`."""

from __future__ import annotations

from collections.abc import MutableSequence
from math import sqrt

Ints = MutableSequence[int]


def through(rows: Ints, way: Ints, r: int) -> int:
    """The length of a way on which a disc overlaps any of some others."""
    total = 0
    for i in range(0, len(way) - 2, 2):
        total += _stretch(rows, way[i], way[i + 1], way[i + 2], way[i + 3], r)
    return total


def _stretch(rows: Ints, px: int, py: int, qx: int, qy: int, r: int) -> int:
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

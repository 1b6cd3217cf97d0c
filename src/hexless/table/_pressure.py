"""Kernels for pressure: what each of some things could do to the others, all pairs in one call. See `_fast`.

A thing is a row of 34 numbers: x, y, how much its pressure counts, its kind (a bit), hardness, size, percent of harm
that gets through, value, whether it is met at the shorter reach, how many means it has; then 6 numbers for each of up
to 4 means: reach, shorter reach (-1: any), the kinds that it can touch (bits), strength, blows in thousandths, 0.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import sqrt

Ints = MutableSequence[int]


def _harm(strength: int, hardness: int) -> int:
    """The harm of one blow, in sixths: a die and the strength against the hardness, twice as much if 2 above it."""
    sixths = 0
    for face in range(2, 7):
        over = face + strength - hardness
        if over >= 2:
            sixths += 2
        elif over >= 0:
            sixths += 1
    return sixths


def _done(rows: Ints, at: int, to: int, square: int) -> int:
    """The share of a thing's value that another one takes with its best means in reach."""
    best = 0
    for k in range(rows[at + 9]):
        means = at + 10 + 6 * k
        reach = rows[means + rows[to + 8]]
        if (reach < 0 or square <= reach * reach) and rows[means + 2] & rows[to + 3]:
            harm = _harm(rows[means + 3], rows[to + 4]) * rows[means + 4] * rows[to + 6] // 600
            best = max(best, min(1000, harm // max(1, rows[to + 5])))
    return best * rows[to + 7]


def pressure(rows: Ints, first: int, far: int) -> int:
    """What the first so many things press for more than the others: each on the best that it reaches, as it counts.

    A thing with means that reaches nobody loses a little for each `far` between it and the nearest of the others.
    """
    total = 0
    count = len(rows) // 34
    for i in range(count):
        low, high, sign = (first, count, 1) if i < first else (0, first, -1)
        at, best, nearest = 34 * i, 0, -1
        for j in range(low, high):
            to = 34 * j
            dx, dy = rows[to] - rows[at], rows[to + 1] - rows[at + 1]
            square = dx * dx + dy * dy
            if nearest < 0 or square < nearest:
                nearest = square
            best = max(best, _done(rows, at, to, square))
        total += sign * (best * rows[at + 2] // 100000)
        if best == 0 and nearest > 0 and rows[at + 9] > 0:
            total -= sign * (int(sqrt(float(nearest))) // far)
    return total

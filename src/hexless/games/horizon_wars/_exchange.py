"""Kernels for peril: what elements could do to each other, and who is near a place. See `hexless.table._fast`.

An element is a row of 14 numbers: x, y, radius, kind (0 infantry, 1 vehicle, 2 mech), P, F, M, A, D, what cover adds to
the range, what it is worth, percent that its threat counts, whether it is effective, 0.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import sqrt

Ints = MutableSequence[int]


def _apart(rows: Ints, a: int, b: int) -> int:
    """Inches between the closest points of two elements, rounded up."""
    dx, dy = rows[a] - rows[b], rows[a + 1] - rows[b + 1]
    far = int(sqrt(float(dx * dx + dy * dy))) - rows[a + 2] - rows[b + 2]
    return max(0, (far + 999) // 1000)


def _cost(rows: Ints, at: int, thousandths: int) -> int:
    """What so many thousandths of hits cost an element; half of what it has makes it useless."""
    whole = max(2, rows[at + 5] + rows[at + 6] + rows[at + 7])
    return min(rows[at + 10], rows[at + 10] * 2 * thousandths // (1000 * whole))


def _strike(rows: Ints, a: int, b: int, far: int) -> int:
    """What a charge may be expected to take from its target more than it costs the charger; roughly."""
    foot, met = rows[a + 3] == 0, rows[b + 3] == 0
    bonus = 1 if foot or far <= 4 else 2
    mine = 1300 - 1300 // (rows[a + 4] + 1) + 100 * bonus  # a hundred times the highest of P dice
    theirs = 1300 - 1300 // (rows[b + 4] + 1)
    wins = min(95, max(5, 50 + (mine - theirs) // 11))
    if foot and met:
        return rows[b + 10] * wins // 100 - rows[a + 10] * (100 - wins) // 100
    taken, lost = _cost(rows, b, 5 * mine), _cost(rows, a, 5 * theirs)
    if foot:
        return (rows[b + 10] * wins + taken * (100 - wins)) // 100 - _cost(rows, a, 3 * theirs)
    if met:
        again = rows[a + 10] * (100 - wins) * (100 - wins) // 10000
        return (rows[b + 10] * wins + taken * (100 - wins)) // 100 - lost - again
    return taken - lost


def _harm(rows: Ints, a: int, b: int, far: int, hits: Ints, needs: int) -> int:
    """What one element may be expected to take from another: by its fire, or by a charge if that is better."""
    need = far + rows[b + 7] + rows[b + 9]
    best = 0
    if need < needs:
        best = _cost(rows, b, hits[(min(rows[a + 5], 10) * 7 + min(rows[b + 8], 6)) * needs + need])
    if far <= 2 * rows[a + 6]:
        best = max(best, _strike(rows, a, b, far))
    return best


def exchange(rows: Ints, first: int, seen: Ints, hits: Ints, needs: int) -> int:
    """What the first so many elements threaten more than the others do: each its best mark in sight, as it counts."""
    count = len(rows) // 14
    total = 0
    for i in range(count):
        best = 0
        low, high = (first, count) if i < first else (0, first)
        for j in range(low, high):
            line = i * (count - first) + j - first if i < first else j * (count - first) + i - first
            if seen[line]:
                best = max(best, _harm(rows, 14 * i, 14 * j, _apart(rows, 14 * i, 14 * j), hits, needs))
        total += best * rows[14 * i + 11] * (1 if i < first else -1)
    return total // 100


def grip(rows: Ints, low: int, high: int, x: int, y: int, reach: int) -> int:
    """What the effective ones of some elements are worth round a place, each less by the turns that it is away."""
    total = 0
    for i in range(low, high):
        at = 14 * i
        if rows[at + 12]:
            dx, dy = rows[at] - x, rows[at + 1] - y
            far = max(0, int(sqrt(float(dx * dx + dy * dy))) - rows[at + 2] - reach)
            turns = far * 10 // (4000 * rows[at + 6])  # in tenths, at two Patrol Moves a turn
            total += rows[at + 10] * 10 // (10 + 4 * turns)
    return total

"""Kernels for peril: what elements could do to each other, and who is near a place. See `hexless.table._fast`.

An element is a row of 17 numbers: x, y, radius, kind (0 infantry, 1 vehicle, 2 mech), P, F, M, A, D, what cover adds to
the range, what it is worth, percent that its threat counts, whether it is effective, its side, whether it is on the
table, whether it has acted, and what it counts for wherever it is. Who is not on the table is not effective.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import sqrt

Ints = MutableSequence[int]
Int8s = MutableSequence[int]
WIDE = 17
TOLD = 6  # numbers before those of the places


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


def _best(rows: Ints, i: int, others: Ints, seen: Int8s, hits: Ints, needs: int) -> int:
    """What an element threatens: its best mark in sight, as it counts."""
    best = 0
    count = len(rows) // WIDE
    for k in range(len(others)):
        j = others[k]
        if seen[i * count + j]:
            best = max(best, _harm(rows, WIDE * i, WIDE * j, _apart(rows, WIDE * i, WIDE * j), hits, needs))
    return best * rows[WIDE * i + 11]


def exchange(rows: Ints, ours: Ints, theirs: Ints, seen: Int8s, hits: Ints, needs: int) -> int:
    """What some elements threaten more than others do; `seen` is a row an element."""
    total = 0
    for k in range(len(ours)):
        total += _best(rows, ours[k], theirs, seen, hits, needs)
    for k in range(len(theirs)):
        total -= _best(rows, theirs[k], ours, seen, hits, needs)
    return total // 100


def grip(rows: Ints, some: Ints, x: int, y: int, reach: int) -> int:
    """What the effective ones of some elements are worth round a place, each less by the turns that it is away."""
    total = 0
    for k in range(len(some)):
        at = WIDE * some[k]
        if rows[at + 12]:
            far = max(0, _way(rows, at, x, y, reach))
            turns = far * 10 // (4000 * rows[at + 6])  # in tenths, at two Patrol Moves a turn
            total += rows[at + 10] * 10 // (10 + 4 * turns)
    return total


def _holds(rows: Ints, some: Ints, x: int, y: int, reach: int) -> int:
    """Whether an effective one of some elements is near a place."""
    found = 0
    for k in range(len(some)):
        at = WIDE * some[k]
        dx, dy, far = rows[at] - x, rows[at + 1] - y, reach + rows[at + 2]
        if rows[at + 12] and dx * dx + dy * dy <= far * far:
            found = 1
    return found


def _stays(rows: Ints, some: Ints, others: Ints, x: int, y: int, reach: int) -> int:
    """Percent of chance that somebody effective of a side is near a place when the turn is over.

    Who is there may be driven off by every enemy who has yet to act and can charge that far after a Rapid Move; who has
    yet to act himself may still come, by two of them.
    """
    foes, none = 0, 10000
    for k in range(len(others)):
        at = WIDE * others[k]
        if rows[at + 12] and not rows[at + 15] and _way(rows, at, x, y, reach) <= 5000 * rows[at + 6]:
            foes += 1
    for k in range(len(some)):
        at = WIDE * some[k]
        if rows[at + 12]:
            far = _way(rows, at, x, y, reach)
            if far <= 0:
                none = none * (100 - max(40, 95 - 15 * foes)) // 100
            elif not rows[at + 15] and far <= 6000 * rows[at + 6]:
                none = none * 60 // 100
    return (10000 - none) // 100


def _way(rows: Ints, at: int, x: int, y: int, reach: int) -> int:
    """How far an element is from being near a place; less than nothing if it is."""
    dx, dy = rows[at] - x, rows[at + 1] - y
    return int(sqrt(float(dx * dx + dy * dy))) - rows[at + 2] - reach


def _inches(square: int) -> int:
    """The root of a square in whole inches, rounded down; of less than nothing none."""
    inches = int(sqrt(float(max(0, square)))) // 1000
    while inches * inches * 1000000 > square >= 0:
        inches -= 1
    while (inches + 1) * (inches + 1) * 1000000 <= square:
        inches += 1
    return inches


def ways(rows: Ints, own: Ints, foes: Ints, spots: Ints, liked: int) -> int:
    """The inches that the effective ones are away from the nearest place, and beyond so many from the nearest foe."""
    inches = 0
    for k in range(len(own)):
        at = WIDE * own[k]
        if rows[at + 12]:
            near = far = -1
            for m in range(len(spots) // 2):
                dx, dy = spots[2 * m] - rows[at], spots[2 * m + 1] - rows[at + 1]
                near = dx * dx + dy * dy if near < 0 else min(near, dx * dx + dy * dy)
            for m in range(len(foes)):
                dx, dy = rows[WIDE * foes[m]] - rows[at], rows[WIDE * foes[m] + 1] - rows[at + 1]
                far = dx * dx + dy * dy if far < 0 else min(far, dx * dx + dy * dy)
            inches += _inches(near) + max(0, _inches(far) - liked)
    return inches


def _place(rows: Ints, ours: Ints, theirs: Ints, x: int, y: int, reach: int, once: int, at: int, out: Ints) -> None:
    """Writes who has a place, in percent, and what each side has there."""
    if once:
        out[at] = _stays(rows, ours, theirs, x, y, reach) - _stays(rows, theirs, ours, x, y, reach)
    else:
        out[at] = 100 * (_holds(rows, ours, x, y, reach) - _holds(rows, theirs, x, y, reach))
    out[at + 1], out[at + 2] = grip(rows, ours, x, y, reach), grip(rows, theirs, x, y, reach)


def weigh(
    rows: Ints, seat: int, ours: Ints, theirs: Ints, seen: Int8s, hits: Ints, needs: int, spots: Ints, reach: int,
    way: int, liked: int, once: int, out: Ints,
) -> None:  # fmt: skip
    """Writes what a side has more than the other: by what its elements count for, threaten and are away.

    Then how many elements on the table have acted, how many there are, how many of the second side are effective and
    their P, and how far away this side is. And of each place in percent who holds it (100: this side, -100: the other),
    or where it counts `once`, who can be expected to when the turn is over; and what each has there.
    """
    out[0] = exchange(rows, ours, theirs, seen, hits, needs)
    out[5] = ways(rows, ours, theirs, spots, liked)
    out[0] += way * (ways(rows, theirs, ours, spots, liked) - out[5])
    for at in range(0, len(rows), WIDE):
        out[0] += rows[at + 16] if rows[at + 13] == seat else -rows[at + 16]
        out[1] += rows[at + 15]
        out[2] += rows[at + 14]
        if rows[at + 13] == 1 and rows[at + 12]:
            out[3] += 1
            out[4] += rows[at + 4]
    for k in range(len(spots) // 2):
        _place(rows, ours, theirs, spots[2 * k], spots[2 * k + 1], reach, once, TOLD + 3 * k, out)

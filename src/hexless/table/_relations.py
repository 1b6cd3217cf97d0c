"""Kernels of `relations`: what holds between one base of a table and all others. See `_fast`.

`bases` are rows of 20 (see `shapes`), in the order of the units; a reach below 0 marks a place that nobody stands on.
A matrix is a row a base, one after another; -1 stands where nothing is known yet.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import sqrt

from hexless.table._lines import holds
from hexless.table._parts import NO_ROOM, _own, _pair, clear_line

Ints = MutableSequence[int]
Int8s = MutableSequence[int]
Int32s = MutableSequence[int]
Floats = MutableSequence[float]
UNKNOWN = -1


def _rounded_root(square: int) -> int:
    """The square root to the nearest whole number."""
    floor = int(sqrt(float(square)))
    while floor * floor > square:
        floor -= 1
    while (floor + 1) * (floor + 1) <= square:
        floor += 1
    return floor + 1 if (2 * floor + 1) * (2 * floor + 1) < 4 * square else floor


def gap_row(bases: Ints, i: int, gaps: Int32s) -> None:
    """The gaps of a base to all others, both ways; those of a rectangle are left unknown."""
    count = len(bases) // 20
    a = 20 * i
    for j in range(count):
        b = 20 * j
        gap = UNKNOWN
        if bases[a + 5] >= 0 and bases[b + 5] >= 0 and bases[a + 14] == 0 and bases[b + 14] == 0:
            dx = bases[a] - bases[b]
            dy = bases[a + 1] - bases[b + 1]
            gap = max(0, _rounded_root(dx * dx + dy * dy) - bases[a + 2] - bases[b + 2])
        gaps[i * count + j] = gap
        gaps[j * count + i] = gap


def gap_rows(bases: Ints, gaps: Int32s) -> None:
    """The gaps between all bases."""
    for i in range(len(bases) // 20):
        gap_row(bases, i, gaps)


def _stands_in(flat: Ints, piece: int, x: int, y: int) -> bool:
    """Whether a piece contains a point; its edge does too."""
    at = 1 + 12 * piece
    if x < flat[at + 2] or x > flat[at + 4] or y < flat[at + 3] or y > flat[at + 5]:
        return False
    return holds(flat, flat[at], flat[at + 1], x, y) >= 0


def _holding(flat: Ints, picks: Ints, x: int, y: int, out: Ints, count: int) -> int:
    """Put those of some pieces that contain a point behind the first so many in `out`; how many are there then."""
    for k in range(len(picks)):
        if _stands_in(flat, picks[k], x, y):
            out[count] = picks[k]
            count += 1
    return count


def _eye(flat: Ints, hills: Ints, bases: Ints, at: int, level: int) -> int:
    """The height that a base looks from: its top on the highest hill under it; below -2**20, `level` is all eyes'."""
    if level < -(2**20):
        return level
    ground = bases[at + 3]
    found = False
    for k in range(len(hills)):
        if _stands_in(flat, hills[k], bases[at], bases[at + 1]):
            top = flat[1 + 12 * hills[k] + 10]
            ground = max(ground, top) if found else top
            found = True
    return ground + bases[at + 4] - bases[at + 3] + level


def sight_row(
    flat: Ints, picks: Ints, sides: Ints, convex: Ints, passed: Ints, hills: Ints, level: int, family: int,
    parts: bool, inside: Ints, crowd: Ints, bases: Ints, i: int, among: Ints, one: bool, seen: Int8s, two: Ints,
    own: Ints, shapes: Floats, circles: Floats, kept: Floats, lines: Floats, ends: Ints,
) -> int:  # fmt: skip
    """Whom of some base i sees, as far as it is not known; both ways, for sight is mutual. 1 if it sees any, else 0,
    or `NO_ROOM` where lines were left out.

    one: enough is known as soon as it sees one.
    passed: the pieces that do not stop who is in them. level: what is added to every top to look from.
    """
    count = len(bases) // 20
    a = 20 * i
    mine = _holding(flat, passed, bases[a], bases[a + 1], inside, 0)
    az = _eye(flat, hills, bases, a, level)
    any_seen = 0
    for k in range(len(among)):
        j = among[k]
        b = 20 * j
        if seen[i * count + j] != UNKNOWN:
            any_seen = max(any_seen, int(seen[i * count + j]))
            continue
        clear = UNKNOWN
        if i != j and bases[a + 5] >= 0 and bases[b + 5] >= 0:
            theirs = _holding(flat, passed, bases[b], bases[b + 1], inside, mine)
            picked = own[: _own(picks, sides, inside[:mine], inside[mine:theirs], own)]
            _pair(bases, a, bases, b, two)
            bz = _eye(flat, hills, bases, b, level)
            clear = clear_line(flat, picked, convex, crowd, two, az, bz, family, parts, shapes, circles, kept, lines,
                               ends)  # fmt: skip
            if clear == NO_ROOM:
                return NO_ROOM
        seen[i * count + j] = seen[j * count + i] = 1 if clear >= 0 else 0
        any_seen = max(any_seen, 1 if clear >= 0 else 0)
        if one and any_seen == 1:
            break
    return any_seen


def sight_rows(
    flat: Ints, picks: Ints, sides: Ints, convex: Ints, passed: Ints, hills: Ints, level: int, family: int,
    parts: bool, inside: Ints, crowd: Ints, bases: Ints, some: Ints, among: Ints, seen: Int8s, two: Ints, own: Ints,
    shapes: Floats, circles: Floats, kept: Floats, lines: Floats, ends: Ints,
) -> int:  # fmt: skip
    """`sight_row` of some bases: all that is not known between them and others."""
    for k in range(len(some)):
        found = sight_row(flat, picks, sides, convex, passed, hills, level, family, parts, inside, crowd, bases,
                          some[k], among, False, seen, two, own, shapes, circles, kept, lines, ends)  # fmt: skip
        if found == NO_ROOM:
            return NO_ROOM
    return 0


def forget(bases: Ints, before: Ints, i: int, blocks: bool, seen: Int8s) -> None:
    """Forget whom a base sees after it has moved and, if it blocks, what lines it may have come into or gone out of.

    Nothing of it is farther off its middle than its reach, and no line leaves the strip between two bases.
    """
    count = len(bases) // 20
    for j in range(count):
        seen[i * count + j] = seen[j * count + i] = UNKNOWN
    if not blocks:
        return
    for k in range(count):
        for j in range(k):
            if seen[k * count + j] != UNKNOWN and (
                _in_strip(bases, 20 * k, 20 * j, bases, 20 * i) or _in_strip(bases, 20 * k, 20 * j, before, 20 * i)
            ):
                seen[k * count + j] = seen[j * count + k] = UNKNOWN


def _in_strip(bases: Ints, a: int, b: int, others: Ints, at: int) -> bool:
    """Whether a base may reach into the strip between two others, as `near` draws it; a little more than it does."""
    dx = float(bases[b] - bases[a])
    dy = float(bases[b + 1] - bases[a + 1])
    size = sqrt(dx * dx + dy * dy)
    x = float(others[at] - bases[a])
    y = float(others[at + 1] - bases[a + 1])
    wide = float(max(bases[a + 5], bases[b + 5]) + others[at + 5] + 8) * size
    return -wide <= x * dy - y * dx <= wide and -wide <= x * dx + y * dy <= size * size + wide

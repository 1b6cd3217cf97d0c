"""Kernels of `sightlines`: whether some line runs free from any part of a base to any part of others. See `_fast`.

Arrays are laid out as in `_lines`. `two` holds the rows of the two bases at hand. A pick is a row of `flat` that stops
lines; `sides` are two numbers a pick, the pieces that it belongs to: itself, or the two that a seam is between.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import floor, sqrt

from hexless.table._lines import _near_edge, blocker, first_clear, holds, look
from hexless.table._tangents import near, tangents

Ints = MutableSequence[int]
Floats = MutableSequence[float]
WIDER = 2.0  # ticks that corners and rims are drawn wider than they are, so that rounded lines clear them
NO_ROOM = -2


def _touches(flat: Ints, piece: int, two: Ints, at: int) -> bool:
    """Whether a disc that holds a base comes within a tick of a piece."""
    row = 1 + 12 * piece
    x, y, r = two[at], two[at + 1], two[at + 5] + 1
    if x + r < flat[row + 2] or x - r > flat[row + 4] or y + r < flat[row + 3] or y - r > flat[row + 5]:
        return False
    return holds(flat, flat[row], flat[row + 1], x, y) >= 0 or _near_edge(flat, flat[row], flat[row + 1], x, y, r)


def _walled(flat: Ints, picks: Ints, convex: Ints, rows: Ints, two: Ints, az: int, bz: int) -> bool:
    """Whether one piece stands right across the whole strip between two bases, as most do that hide anybody."""
    dx = two[20] - two[0]
    dy = two[21] - two[1]
    size = sqrt(float(dx * dx + dy * dy))
    if size == 0.0:
        return False
    wide = float(max(two[5], two[25]) + 1) / size
    ox = int(-dy * wide)
    oy = int(dx * wide)
    stop = -1
    for side in (1, -1):
        x = side * ox
        y = side * oy
        found = blocker(flat, picks, rows, two[0] + x, two[1] + y, az, two[20] + x, two[21] + y, bz, two[0], two[1],
                        two[20], two[21])  # fmt: skip
        if found < 0 or found >= flat[0] or (stop >= 0 and found != stop):
            return False
        stop = found
    if flat[1 + 12 * stop + 10] <= max(az, bz) or convex[stop] == 0:
        return False
    return not (_touches(flat, stop, two, 0) or _touches(flat, stop, two, 20))


def _shape(two: Ints, at: int, shapes: Floats, to: int) -> None:
    """A base as `tangents` cuts it: x, y, radius and four corners; the radius of a rectangle is below 0."""
    shapes[to] = float(two[at])
    shapes[to + 1] = float(two[at + 1])
    shapes[to + 2] = float(two[at + 2]) if two[at + 14] == 0 else -1.0
    for k in range(8):
        shapes[to + 3 + k] = float(two[at + 6 + k])


def _circle(x: float, y: float, r: float, circles: Floats, count: int) -> int:
    circles[3 * count] = x
    circles[3 * count + 1] = y
    circles[3 * count + 2] = r
    return count + 1


def _outermost(two: Ints, at: int, circles: Floats, count: int) -> int:
    """The outermost parts of a base that a line may touch: its rim, or its corners, a little inside."""
    x = float(two[at])
    y = float(two[at + 1])
    if two[at + 14] == 0:
        return _circle(x, y, max(0.0, float(two[at + 2]) - WIDER), circles, count)
    for k in range(4):
        dx = float(two[at + 6 + 2 * k]) - x
        dy = float(two[at + 7 + 2 * k]) - y
        part = max(0.0, 1.0 - WIDER / max(abs(dx), abs(dy), 1.0))
        count = _circle(x + dx * part, y + dy * part, 0.0, circles, count)
    return count


def _circles(flat: Ints, picks: Ints, rows: Ints, two: Ints, circles: Floats) -> int:
    """What a line may touch: the parts of both bases, corners of pieces, rims of other bases; how many there are."""
    count = _outermost(two, 20, circles, _outermost(two, 0, circles, 0))
    for k in range(len(picks)):
        at = 1 + 12 * picks[k]
        for i in range(flat[at + 1]):
            x, y = flat[flat[at] + 2 * i], flat[flat[at] + 2 * i + 1]
            count = _circle(float(x), float(y), WIDER, circles, count)
    for j in range(len(rows) // 20):
        at = 20 * j
        x, y = rows[at], rows[at + 1]
        if (x == two[0] and y == two[1]) or (x == two[20] and y == two[21]):
            continue
        if rows[at + 14] == 0:
            count = _circle(float(x), float(y), float(rows[at + 2]) + WIDER, circles, count)
        else:
            for k in range(4):
                x, y = rows[at + 6 + 2 * k], rows[at + 7 + 2 * k]
                count = _circle(float(x), float(y), WIDER, circles, count)
    return count


def _passes_over(flat: Ints, picks: Ints, rows: Ints, level: int) -> bool:
    """Whether anything is so low that a line from a height may pass over it."""
    low = False
    for k in range(len(picks)):
        low = low or flat[1 + 12 * picks[k] + 10] <= level
    for j in range(len(rows) // 20):
        low = low or rows[20 * j + 4] <= level
    return low


def free(
    flat: Ints, picks: Ints, pieces: int, convex: Ints, rows: Ints, two: Ints, az: int, bz: int, shapes: Floats,
    circles: Floats, kept: Floats, lines: Floats, ends: Ints,
) -> int:  # fmt: skip
    """The number of a line in `ends` that nothing stops, -1 where there is none, or `NO_ROOM` for all that decide.

    Of the picks the first so many are pieces, the others seams.
    """
    if _walled(flat, picks[:pieces], convex, rows, two, az, bz):
        return -1
    count = _circles(flat, picks[:pieces], rows, two, circles)
    shapes[0], shapes[1], shapes[2], shapes[3] = float(two[0]), float(two[1]), float(two[20]), float(two[21])
    shapes[4] = float(max(two[5], two[25]))
    count = near(circles[: 3 * count], shapes, kept)
    _shape(two, 0, shapes, 0)
    _shape(two, 20, shapes, 11)
    found = tangents(kept, count, shapes, _passes_over(flat, picks[:pieces], rows, max(az, bz)), lines)
    if 4 * found > len(ends):
        return NO_ROOM
    for k in range(4 * found):
        ends[k] = floor(lines[k] + 0.5)
    return first_clear(flat, picks, rows, ends[: 4 * found], az, bz, two[0], two[1], two[20], two[21])


def _own(picks: Ints, sides: Ints, ours: Ints, theirs: Ints, own: Ints) -> int:
    """The picks that belong to no piece which either of two bases is in; how many."""
    count = 0
    for k in range(len(picks)):
        left = True
        for i in range(len(ours)):
            if ours[i] == sides[2 * k] or ours[i] == sides[2 * k + 1]:
                left = False
        for i in range(len(theirs)):
            if theirs[i] == sides[2 * k] or theirs[i] == sides[2 * k + 1]:
                left = False
        if left:
            own[count] = picks[k]
            count += 1
    return count


def _pair(ours: Ints, a: int, theirs: Ints, b: int, two: Ints) -> None:
    """Put the rows of two bases together."""
    for k in range(20):
        two[k], two[20 + k] = ours[a + k], theirs[b + k]


def _turned(two: Ints) -> bool:
    """Put the two bases in the order of their centres, so that the same lines decide from either end."""
    if (two[20], two[21]) >= (two[0], two[1]):
        return False
    for k in range(20):
        two[k], two[20 + k] = two[20 + k], two[k]
    return True


def seen(
    flat: Ints, picks: Ints, sides: Ints, convex: Ints, rows: Ints, ours: Ints, theirs: Ints, marks: Ints, levels: Ints,
    family: int, parts: bool, two: Ints, own: Ints, shapes: Floats, circles: Floats, kept: Floats, lines: Floats,
    ends: Ints, out: Ints,
) -> int:  # fmt: skip
    """Which of some bases a base sees: 1 in `out` where it does; `NO_ROOM` where all the lines do not go in.

    ours: the row of the base, and the pieces that it is in. theirs: the rows of the others, then the pieces that they
    are in, up to where `marks` say for each. levels: of the base, and of each of the others.
    """
    count = len(marks)
    start = 20 * count
    for j in range(count):
        last = 20 * count + marks[j]
        mine = own[: _own(picks, sides, ours[20:], theirs[start:last], own)]
        start = last
        _pair(ours, 0, theirs, 20 * j, two)
        clear = clear_line(
            flat, mine, convex, rows, two, levels[0], levels[1 + j], family, parts, shapes, circles, kept, lines, ends
        )
        if clear == NO_ROOM:
            return NO_ROOM
        out[j] = 1 if clear >= 0 else 0
    return 0


def clear_line(
    flat: Ints, picks: Ints, convex: Ints, rows: Ints, two: Ints, az: int, bz: int, family: int, parts: bool,
    shapes: Floats, circles: Floats, kept: Floats, lines: Floats, ends: Ints,
) -> int:  # fmt: skip
    """Below 0 where no line between two bases is clear (`NO_ROOM`: not all of them were looked along)."""
    clear = look(
        flat, picks, rows, two[0], two[1], two[2], two[14], two[15], two[16], two[17], az, two[20], two[21], two[22],
        two[34], two[35], two[36], two[37], bz, family, ends[:0],
    )  # fmt: skip
    if clear >= 0 or not parts:
        return clear
    if _turned(two):
        az, bz = bz, az
    pieces = 0
    while pieces < len(picks) and picks[pieces] < flat[0]:
        pieces += 1
    return free(flat, picks, pieces, convex, rows, two, az, bz, shapes, circles, kept, lines, ends)

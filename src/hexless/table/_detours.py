"""Kernels of `detours`: where a way may bend, and the shortest of those that do. See `_fast`.

Arrays are laid out as in `_lines` and `_rims`; a spot is x, y. Distances are whole ticks, as `distance` gives them.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import floor, sqrt

from hexless.table._going import _hangs
from hexless.table._lines import fits
from hexless.table._rims import gates
from hexless.table._walks import _free_leg

Ints = MutableSequence[int]
Floats = MutableSequence[float]
FAR = 2**40


def _apart(dx: int, dy: int) -> int:
    """A distance to the nearest tick."""
    square = dx * dx + dy * dy
    low = int(sqrt(float(square)))
    while low * low > square:
        low -= 1
    while (low + 1) * (low + 1) <= square:
        low += 1
    return low + 1 if square > low * (low + 1) else low


def _even(value: float) -> int:
    """The nearest whole number, of two equally near the even one."""
    low = floor(value)
    rest = value - low
    return int(low) + 1 if rest > 0.5 or (rest == 0.5 and int(low) % 2 == 1) else int(low)


def _on_the_way(x: int, y: int, sx: int, sy: int, goals: Ints, length: int) -> bool:
    """Whether a way over a spot from s to one of some goals can be so short."""
    rest = length - _apart(x - sx, y - sy)
    if rest <= 0:
        return False
    for k in range(0, len(goals), 2):
        dx = goals[k] - x
        dy = goals[k + 1] - y
        if dx * dx + dy * dy <= rest * rest:
            return True
    return False


def _circle(x: int, y: int, r: int, sx: int, sy: int, wide: int, rims: Floats, count: int) -> int:
    """Keep a circle that comes within so much of s, once; the new number of rims."""
    if _apart(x - sx, y - sy) > wide + r:
        return count
    for at in range(0, 5 * count, 5):
        if rims[at + 1] == x and rims[at + 2] == y and rims[at + 3] == r:
            return count
    at = 5 * count
    rims[at], rims[at + 1], rims[at + 2], rims[at + 3], rims[at + 4] = 0.0, float(x), float(y), float(r), 0.0
    return count + 1


def _sides(pts: Ints, off: int, n: int, rims: Floats, count: int) -> int:
    """Keep the sides of an outline; the new number of rims."""
    for i in range(n):
        a = off + 2 * ((i + n - 1) % n)
        b = off + 2 * i
        at = 5 * count
        rims[at], rims[at + 1], rims[at + 2] = 1.0, float(pts[a]), float(pts[a + 1])
        rims[at + 3], rims[at + 4] = float(pts[b]), float(pts[b + 1])
        count += 1
    return count


def _rims_about(flat: Ints, walls: Ints, rows: Ints, sx: int, sy: int, wide: int, rims: Floats) -> tuple[int, int]:
    """Discs and corners within so much of s as circles, then the sides of all outlines: how many circles, and rims."""
    count = 0
    for at in range(0, len(rows), 20):
        if rows[at + 14] == 0 and not (rows[at] == sx and rows[at + 1] == sy):
            count = _circle(rows[at], rows[at + 1], rows[at + 2], sx, sy, wide, rims, count)
    for at in range(0, len(rows), 20):
        if rows[at + 14] > 0 and not (rows[at] == sx and rows[at + 1] == sy):
            for k in range(at + 6, at + 14, 2):
                count = _circle(rows[k], rows[k + 1], 0, sx, sy, wide, rims, count)
    for w in range(len(walls)):
        row = 1 + 12 * walls[w]
        for k in range(flat[row], flat[row] + 2 * flat[row + 1], 2):
            count = _circle(flat[k], flat[k + 1], 0, sx, sy, wide, rims, count)
    whole = count
    for at in range(0, len(rows), 20):
        if rows[at + 14] > 0 and not (rows[at] == sx and rows[at + 1] == sy):
            whole = _sides(rows, at + 6, 4, rims, whole)
    for w in range(len(walls)):
        row = 1 + 12 * walls[w]
        whole = _sides(flat, flat[row], flat[row + 1], rims, whole)
    return count, whole


def _bend(
    x: int, y: int, flat: Ints, walls: Ints, rows: Ints, sx: int, sy: int, r: int, wide: int, deep: int, length: int,
    goals: Ints, quad: Ints, out: Ints, count: int,
) -> int:  # fmt: skip
    """Keep a spot that is on the way and where a disc may stand; the new number of spots, also without room for it."""
    if not _on_the_way(x, y, sx, sy, goals, length) or _hangs(x, y, r, 0, 0, 0, 1, wide, deep):
        return count
    if fits(flat, walls, rows, x, y, r, 0, 0, 0, 1, sx, sy, 0, quad) >= 0:
        return count
    if 2 * count + 1 < len(out):
        out[2 * count], out[2 * count + 1] = x, y
    return count + 1


def bends(
    flat: Ints, walls: Ints, rows: Ints, sx: int, sy: int, r: int, wide: int, deep: int, length: int, wider: float,
    goals: Ints, turns: Ints, rims: Floats, box: Floats, gaps: Floats, quad: Ints, out: Ints,
) -> int:  # fmt: skip
    """Where the way of a disc of radius r from s to some goals might bend, within a length: in gates that it just
    passes, then about the rims of discs and the corners of outlines, along each of `turns` (of length 1000).

    How many spots there are; as many as there is room for are left in `out`. Less than 0: there are so many gates that
    `gaps` has no room for them. `rims` is room for all rims, `box` holds the gates.
    """
    circles, whole = _rims_about(flat, walls, rows, sx, sy, length + r, rims)
    found = gates(rims[: 5 * whole], 2.0 * r, 2.0 * r * wider + 8.0, box, gaps)
    if 2 * found > len(gaps):
        return -found
    count = 0
    for k in range(0, 2 * found, 2):
        count = _bend(_even(gaps[k]), _even(gaps[k + 1]), flat, walls, rows, sx, sy, r, wide, deep, length, goals,
                      quad, out, count)  # fmt: skip
    for at in range(0, 5 * circles, 5):
        x, y = int(rims[at + 1]), int(rims[at + 2])
        far = (int(rims[at + 3]) + r + 2) * wider
        if not _on_the_way(x, y, sx, sy, goals, length + int(2.0 * far) + 4):  # then no spot of its rim is
            continue
        for t in range(0, len(turns), 2):
            bx, by = _even(x + turns[t] * far / 1000.0), _even(y + turns[t + 1] * far / 1000.0)
            count = _bend(bx, by, flat, walls, rows, sx, sy, r, wide, deep, length, goals, quad, out, count)
    return count


def onward(
    flat: Ints, walls: Ints, rows: Ints, spots: Ints, first: int, length: int, r: int, way: Ints, far: Ints,
    before: Ints, done: Ints,
) -> int:  # fmt: skip
    """Search on from spot 0 until the next goal (spots 1 to `first`) is come to: its index, or 0 when there is none.

    `far` is how far each spot is (`FAR`: nobody knows yet), `before` whence it is come to, `done` 1 where that is
    settled; they keep the search from one goal to the next. `way` is room for three places.
    """
    n = len(far)
    way[0], way[1] = spots[0], spots[1]
    while True:
        i, least = -1, FAR
        for k in range(n):
            if done[k] == 0 and far[k] < least:
                i, least = k, far[k]
        if i < 0:
            return 0
        done[i] = 1
        if 0 < i < first:
            return i
        px, py = spots[2 * i], spots[2 * i + 1]
        way[2], way[3] = px, py
        for k in range(1, n):
            if done[k] > 0:
                continue
            qx, qy = spots[2 * k], spots[2 * k + 1]
            there = least + _apart(qx - px, qy - py)
            if there > length or there >= far[k]:
                continue
            way[4], way[5] = qx, qy
            if _free_leg(flat, walls, rows, way, r):
                far[k], before[k] = there, i

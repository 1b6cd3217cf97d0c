"""Kernels of `posts`: where a disc that belongs to a group may go, out of many places. See `_fast`, `_going`.

Arrays are laid out as in `_going`. Only discs are judged here; their bonds are compared exactly in whole numbers.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from hexless.table._going import _hangs, toll
from hexless.table._lines import fits

Ints = MutableSequence[int]
Floats = MutableSequence[float]
STRAIGHT, BY_WAY, STAYS = 1, 2, 4


def rings(x: int, y: int, far: int, near: Ints, spaces: Ints, turns: Ints, spots: Ints) -> None:
    """Places all round the discs in `near` (rows of 20), for each space between, the nearest to (x, y) first in each
    ring: `far` more than space and radius from the middle, along each of `turns` (of length 1000).
    """
    n = len(turns) // 2
    at = 0
    for s in range(len(spaces)):
        for k in range(len(near) // 20):
            out = far + near[20 * k + 2] + spaces[s]
            for t in range(n):
                px = near[20 * k] + (turns[2 * t] * out + 500) // 1000
                py = near[20 * k + 1] + (turns[2 * t + 1] * out + 500) // 1000
                size = (px - x) * (px - x) + (py - y) * (py - y)
                i = at + t
                while i > at:
                    qx, qy = spots[2 * i - 2], spots[2 * i - 1]
                    if (qx - x) * (qx - x) + (qy - y) * (qy - y) <= size:
                        break
                    spots[2 * i], spots[2 * i + 1] = qx, qy
                    i -= 1
                spots[2 * i], spots[2 * i + 1] = px, py
            at += n


def _tied(x: int, y: int, r: int, rows: Ints, at: int, limit: int) -> bool:
    """Whether a disc is within a limit of the disc in a row, to half a tick."""
    dx = rows[at] - x
    dy = rows[at + 1] - y
    reach = limit + r + rows[at + 2]
    return reach >= 0 and 4 * (dx * dx + dy * dy) <= (2 * reach + 1) * (2 * reach + 1)


def _bound(x: int, y: int, r: int, taken: Ints, near: Ints, ties: Ints, limits: Ints, link: int) -> bool:
    """Whether a disc overlaps nobody in `taken`, is within its limit of each of `ties`, and within the link of one."""
    for k in range(0, len(taken), 20):
        dx = taken[k] - x
        dy = taken[k + 1] - y
        reach = r + taken[k + 2]
        if dx * dx + dy * dy < reach * reach:
            return False
    for k in range(len(limits)):
        if not _tied(x, y, r, ties, 20 * k, limits[k]):
            return False
    linked = False
    for k in range(0, len(near), 20):
        linked = linked or _tied(x, y, r, near, k, link)
    return linked


def _stands(flat: Ints, walls: Ints, rows: Ints, kept: Ints, x: int, y: int, r: int, wide: int, deep: int, quad: Ints,
) -> bool:  # fmt: skip
    """Whether a disc may be put down."""
    if _hangs(x, y, r, 0, 0, 0, 1, wide, deep) or fits(flat, walls, rows, x, y, r, 0, 0, 0, 1, x, y, 0, quad) >= 0:
        return False
    return fits(flat, walls, kept, x, y, r, 0, 0, 0, 1, x, y, 0, quad) < 0


def _in_reach(cost: float, reach: int) -> bool:
    """Whether a cost, rounded to the nearest tick (halves to the even one), is at most a reach."""
    return 0.0 <= cost < reach + 0.5 or (cost == reach + 0.5 and reach % 2 == 0)


def posts(
    flat: Ints, picks: Ints, percents: Ints, walls: Ints, rows: Ints, kept: Ints, marks: Ints, way: Ints, via: Ints,
    rest: Ints, r: int, wide: int, deep: int, reach: int, ts: Floats, tags: Ints, bits: Ints, inside: Ints,
    legs: Floats, quad: Ints, taken: Ints, near: Ints, ties: Ints, limits: Ints, link: int, spots: Ints,
    first: int, out: Ints,
) -> int:  # fmt: skip
    """Which of `spots`, from the first on, a disc may go to: how many, as many as `out` has room for.

    `out` gets two numbers for each: its index, and whether it is reached straight, by the leader's way (with its end
    open: `via`, empty for none), or both, or is where the disc stands. `way` is room for the straight one. With reach
    -1 the disc is put down. Nobody may end on the pieces in `rest`.
    """
    count = 0
    for k in range(first, len(spots) // 2):
        if 2 * count + 1 >= len(out):
            break
        x, y = spots[2 * k], spots[2 * k + 1]
        if not _bound(x, y, r, taken, near, ties, limits, link):
            continue
        if len(rest) > 0 and fits(flat, rest, rows[:0], x, y, r, 0, 0, 0, 1, x, y, 0, quad) >= 0:
            continue
        how = 0
        if reach < 0:
            how = STRAIGHT if _stands(flat, walls, rows, kept, x, y, r, wide, deep, quad) else 0
        elif x == way[0] and y == way[1]:
            how = 0 if _hangs(x, y, r, 0, 0, 0, 1, wide, deep) else STAYS
        elif (x - way[0]) * (x - way[0]) + (y - way[1]) * (y - way[1]) <= 2 * reach * (2 * reach + 1):
            way[2], way[3] = x, y
            cost = toll(flat, picks, percents, walls, rows, kept, marks, way, r, 0, 0, 0, 1, wide, deep, reach + 1.0,
                        ts, tags, bits, inside, legs, quad)  # fmt: skip
            if _in_reach(cost, reach):
                how = STRAIGHT
            if len(via) > 2:
                via[len(via) - 2], via[len(via) - 1] = x, y
                cost = toll(flat, picks, percents, walls, rows, kept, marks, via, r, 0, 0, 0, 1, wide, deep,
                            reach + 1.0, ts, tags, bits, inside, legs, quad)  # fmt: skip
                if _in_reach(cost, reach):
                    how += BY_WAY
        if how > 0:
            out[2 * count], out[2 * count + 1] = k, how
            count += 1
    return count

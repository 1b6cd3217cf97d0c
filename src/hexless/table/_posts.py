"""Kernels of `posts`: where a disc that belongs to a group may go, out of many places. See `_fast`, `_going`.

Arrays are laid out as in `_going`. Only discs are judged here; their bonds are compared exactly in whole numbers.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import sqrt

from hexless.table._going import _ends, _hangs
from hexless.table._lines import fits, holds
from hexless.table._through import through
from hexless.table._walks import _barred, _price

Ints = MutableSequence[int]
Floats = MutableSequence[float]
STRAIGHT, BY_WAY, STAYS = 1, 2, 4
NONE, FAR, UNSAID = 1, 2, 3
LEFT = -2  # the reach of a man without a place


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


def _affords(
    flat: Ints, picks: Ints, percents: Ints, way: Ints, reach: int, ts: Floats, tags: Ints, bits: Ints, inside: Ints,
    legs: Floats, passed: Ints, r: int,
) -> bool:  # fmt: skip
    """Whether a disc can pay for a way: the ground, and what leads through those who are passed a second time."""
    cost = _price(flat, picks, percents, way, ts, tags, bits, inside, legs)
    return _in_reach(cost, reach) and (len(passed) == 0 or _in_reach(cost, reach - through(passed, way, r)))


def _how(
    flat: Ints, picks: Ints, percents: Ints, walls: Ints, rows: Ints, kept: Ints, marks: Ints, way: Ints, via: Ints,
    rest: Ints, x: int, y: int, r: int, wide: int, deep: int, reach: int, ts: Floats, tags: Ints, bits: Ints,
    inside: Ints, legs: Floats, quad: Ints, passed: Ints, both: bool,
) -> int:  # fmt: skip
    """How a disc gets to a place: straight, by the leader's way (where it gets there straight, only if `both` are
    asked for), or both; it stays there; or not at all (0). What is quick to judge is judged first.
    """
    if reach >= 0 and (x - way[0]) * (x - way[0]) + (y - way[1]) * (y - way[1]) > 2 * reach * (2 * reach + 1):
        return 0
    if len(rest) > 0 and fits(flat, rest, rows[:0], x, y, r, 0, 0, 0, 1, x, y, 0, quad) >= 0:
        return 0
    if reach < 0:
        return STRAIGHT if _stands(flat, walls, rows, kept, x, y, r, wide, deep, quad) else 0
    if _hangs(x, y, r, 0, 0, 0, 1, wide, deep):
        return 0
    if x == way[0] and y == way[1]:
        return STAYS
    how = 0
    way[2], way[3] = x, y
    if _affords(flat, picks, percents, way, reach, ts, tags, bits, inside, legs, passed, r):
        how = STRAIGHT
    if len(via) > 2:
        via[len(via) - 2], via[len(via) - 1] = x, y
        if _affords(flat, picks, percents, via, reach, ts, tags, bits, inside, legs, passed, r):
            how += BY_WAY
    if how == 0 or not _ends(flat, walls, rows, kept, marks, x, y, r, 0, 0, 0, 1, way[0], way[1], quad):
        return 0
    if how & STRAIGHT > 0 and _barred(flat, walls, rows, way, r):
        how -= STRAIGHT
    if how & BY_WAY > 0 and (both or how == BY_WAY) and not _clear(flat, walls, rows, via, r, wide, deep):
        how -= BY_WAY
    return how


def _clear(flat: Ints, walls: Ints, rows: Ints, way: Ints, r: int, wide: int, deep: int) -> bool:
    """Whether a disc stays on the table at each place of a way, and runs into nothing on it."""
    for k in range(2, len(way) - 2, 2):
        if _hangs(way[k], way[k + 1], r, 0, 0, 0, 1, wide, deep):
            return False
    return not _barred(flat, walls, rows, way, r)


def posts(
    flat: Ints, picks: Ints, percents: Ints, walls: Ints, rows: Ints, kept: Ints, marks: Ints, way: Ints, via: Ints,
    rest: Ints, r: int, wide: int, deep: int, reach: int, ts: Floats, tags: Ints, bits: Ints, inside: Ints,
    legs: Floats, quad: Ints, taken: Ints, near: Ints, ties: Ints, limits: Ints, link: int, both: bool, spots: Ints,
    first: int, out: Ints,
) -> int:  # fmt: skip
    """Which of `spots`, from the first on, a disc may go to: how many, as many as `out` has room for.

    `out` gets two numbers for each: its index, and whether it is reached straight, by the leader's way (with its end
    open: `via`, empty for none), or both (see `_how`), or is where the disc stands. `way` is room for the straight one.
    With reach -1 the disc is put down. Nobody may end on the pieces in `rest`.
    """
    count = 0
    for k in range(first, len(spots) // 2):
        if 2 * count + 1 >= len(out):
            break
        x, y = spots[2 * k], spots[2 * k + 1]
        if not _bound(x, y, r, taken, near, ties, limits, link):
            continue
        how = _how(flat, picks, percents, walls, rows, kept, marks, way, via, rest, x, y, r, wide, deep, reach, ts,
                   tags, bits, inside, legs, quad, rows[:0], both)  # fmt: skip
        if how > 0:
            out[2 * count], out[2 * count + 1] = k, how
            count += 1
    return count


def _held(zone: Ints, x: int, y: int, r: int) -> int:
    """1 where a disc lies inside an outline (none holds all), 0 where it does not, -1 where it is too close to say."""
    n = len(zone) // 2
    if n == 0:
        return 1
    if holds(zone, 0, n, x, y) < 0:
        return 0
    verdict = 1
    bx = zone[2 * n - 2] - x
    by = zone[2 * n - 1] - y
    for i in range(n):
        ax, ay = bx, by
        bx = zone[2 * i] - x
        by = zone[2 * i + 1] - y
        ex = bx - ax
        ey = by - ay
        along = -(ax * ex + ay * ey)
        size = ex * ex + ey * ey
        if along <= 0:
            if ax * ax + ay * ay < r * r:
                return 0
        elif along < size:
            off = float(abs(ax * ey - ay * ex)) - float(r) * sqrt(float(size))
            if ex == 0 or ey == 0:
                if off < 0.0:
                    return 0
            elif off < -1.0:
                return 0
            elif off < 1.0:
                verdict = -1
    return verdict


def _dear(dues: Ints, way: Ints, x: int, y: int) -> bool:
    """Whether a way that ends at a place leads through one of some boxes, where it may cost more than the ground."""
    last = len(way) - 2
    for k in range(0, len(dues), 4):
        for i in range(0, last, 2):
            px, py = way[i], way[i + 1]
            qx, qy = (x, y) if i + 2 == last else (way[i + 2], way[i + 3])
            aside = max(px, qx) < dues[k] or min(px, qx) > dues[k + 2]
            aside = aside or max(py, qy) < dues[k + 1] or min(py, qy) > dues[k + 3]
            box = dues[k] - px, dues[k + 1] - py, dues[k + 2] - px, dues[k + 3] - py
            if not (aside or _beside(qx - px, qy - py, *box)):
                return True
    return False


def _beside(dx: int, dy: int, left: int, low: int, right: int, high: int) -> bool:
    """Whether a line through the origin along a vector has a box wholly on one side."""
    least = dx * (low if dx > 0 else high) - dy * (right if dy > 0 else left)
    most = dx * (high if dx > 0 else low) - dy * (left if dy > 0 else right)
    return least > 0 or most < 0


def _verdict(
    flat: Ints, picks: Ints, percents: Ints, walls: Ints, rows: Ints, kept: Ints, marks: Ints, way: Ints, via: Ints,
    rest: Ints, x: int, y: int, r: int, wide: int, deep: int, reach: int, ts: Floats, tags: Ints, bits: Ints,
    inside: Ints, legs: Floats, quad: Ints, taken: Ints, ties: Ints, limits: Ints, link: int, zone: Ints, passed: Ints,
    dues: Ints,
) -> int:  # fmt: skip
    """1 where a disc may go to a place, 0 where it may not, -1 where that is not for a kernel to say."""
    if not _bound(x, y, r, taken, taken, ties, limits, link):
        return 0
    held = _held(zone, x, y, r)
    if held == 0:
        return 0
    how = _how(flat, picks, percents, walls, rows, kept, marks, way, via, rest, x, y, r, wide, deep, reach, ts, tags,
               bits, inside, legs, quad, passed, len(dues) > 0)  # fmt: skip
    if how == 0 or held < 0:
        return 0 if how == 0 else -1
    if reach < 0 or how == STAYS or len(dues) == 0:
        return 1
    if how & STRAIGHT > 0 and not _dear(dues, way, x, y):
        return 1
    return 1 if how & BY_WAY > 0 and not _dear(dues, via, x, y) else -1


def _candidate(
    c: int, sx: int, sy: int, r: int, ox: int, oy: int, taken: Ints, stand: int, spare: int, spaces: Ints, turns: Ints,
    ring: Ints,
) -> tuple[int, int]:  # fmt: skip
    """The place that a disc at s tries after c others: as it stood to the leader, two thirds of that, all about those
    in place, and where it is. `ring` keeps one ring of them.
    """
    n = len(turns) // 2
    if c < 2:
        dx, dy = (sx - ox, sy - oy) if c == 0 else ((sx - ox) * 2 // 3, (sy - oy) * 2 // 3)
        return taken[0] + dx, taken[1] + dy
    other, space = (c - 2) // n % stand, (c - 2) // n // stand
    if space == len(spaces):
        return sx, sy
    at = (c - 2) % n
    if at == 0:
        about, between = taken[20 * other : 20 * other + 20], spaces[space : space + 1]
        rings(sx, sy, r + spare, about, between, turns, ring)
    return ring[2 * at], ring[2 * at + 1]


def ranks(
    flat: Ints, picks: Ints, percents: Ints, walls: Ints, rows: Ints, kept: Ints, marks: Ints, way: Ints, via: Ints,
    rest: Ints, wide: int, deep: int, ts: Floats, tags: Ints, bits: Ints, inside: Ints, legs: Floats, quad: Ints,
    ties: Ints, limits: Ints, link: int, zone: Ints, passed: Ints, dues: Ints, men: Ints, taken: Ints, stand: int,
    ox: int, oy: int, spare: int, spaces: Ints, turns: Ints, ring: Ints,
) -> int:  # fmt: skip
    """Places for discs one after another, each the first that it may go to. `men`: x, y, radius and reach (-1: put
    down) of each. The leader, who came from o, is first of the rows that `stand` in `taken`.

    Each that finds one becomes a row of `taken`, and has it in `men`. 0 when all have; else why the next has none:
    `NONE` of these is one, he is too `FAR` from the leader, or it is `UNSAID` by a kernel; then his reach is `LEFT`.
    """
    for k in range(len(men) // 4):
        sx, sy, r, reach = men[4 * k], men[4 * k + 1], men[4 * k + 2], men[4 * k + 3]
        men[4 * k + 3] = LEFT
        if reach >= 0 and not _tied(sx, sy, r, taken, 0, 2 * reach + limits[0]):
            return FAR
        way[0], way[1] = sx, sy
        if len(via) > 2:
            via[0], via[1] = sx, sy
        there = taken[: 20 * stand]
        found, x, y = 0, sx, sy
        for c in range(3 + len(turns) // 2 * stand * len(spaces)):
            x, y = _candidate(c, sx, sy, r, ox, oy, taken, stand, spare, spaces, turns, ring)
            found = _verdict(
                flat, picks, percents, walls, rows, kept, marks, way, via, rest, x, y, r, wide, deep, reach, ts, tags,
                bits, inside, legs, quad, there, ties, limits, link, zone, passed, dues,
            )  # fmt: skip
            if found != 0:
                break
        if found <= 0:
            return NONE if found == 0 else UNSAID
        men[4 * k], men[4 * k + 1], men[4 * k + 3] = x, y, reach
        taken[20 * stand], taken[20 * stand + 1], taken[20 * stand + 2] = x, y, r
        stand += 1
    return 0


def settles(
    flat: Ints, picks: Ints, percents: Ints, walls: Ints, rows: Ints, kept: Ints, marks: Ints, way: Ints, via: Ints,
    rest: Ints, wide: int, deep: int, ts: Floats, tags: Ints, bits: Ints, inside: Ints, legs: Floats, quad: Ints,
    ties: Ints, limits: Ints, link: int, zone: Ints, passed: Ints, dues: Ints, men: Ints, taken: Ints, stand: int,
    ox: int, oy: int, spare: int, spaces: Ints, turns: Ints, ring: Ints, x: int, y: int,
) -> int:  # fmt: skip
    """Whether the first of the men may go to a place, and all others find theirs when he is there: 0 if so, `NONE` if
    he may not (nor by a way that bends), else `UNSAID`. What is given is as for `ranks`.
    """
    sx, sy, r, reach = men[0], men[1], men[2], men[3]
    way[0], way[1] = sx, sy
    if len(via) > 2:
        via[0], via[1] = sx, sy
    there = taken[: 20 * stand]
    found = _verdict(
        flat, picks, percents, walls, rows, kept, marks, way, via, rest, x, y, r, wide, deep, reach, ts, tags, bits,
        inside, legs, quad, there, ties, limits, link, zone, passed, dues,
    )  # fmt: skip
    if found == 0:
        far = reach < 0 or (x - sx) * (x - sx) + (y - sy) * (y - sy) > reach * (reach + 1)
        return NONE if far or not _bound(x, y, r, there, there, ties, limits, link) else UNSAID
    taken[20 * stand], taken[20 * stand + 1], taken[20 * stand + 2] = x, y, r
    others = 0 if found < 0 else ranks(
        flat, picks, percents, walls, rows, kept, marks, way, via, rest, wide, deep, ts, tags, bits, inside, legs, quad,
        ties, limits, link, zone, passed, dues, men[4:], taken, stand + 1, ox, oy, spare, spaces, turns, ring,
    )  # fmt: skip
    return 0 if found > 0 and others == 0 else UNSAID

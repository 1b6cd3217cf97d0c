"""Kernels for threat: what units could do to each other from where they stand. See `hexless.table._fast`.

A unit is a row of 81 numbers: x, y and radius of its leader; how far it may move before it shoots; its seat; its
size; whether it is a soldier's; whether it is a strider's; Protection; Combat; what a point of damage costs it; the
most that one attack may cost it; whether it has taken cover; whether it may shoot, and strike; how many weapons follow,
each with its dice, those that are rolled again, Accuracy, Penetration, Damage, what a locked shot needs (0: no locked
shot), whether it is for close combat, and which fighter alone has it (-1: not one alone); then how many fighters stand
where, as x and y.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import sqrt

Ints = MutableSequence[int]
HEAD, GUN, GUNS, SPOTS = 16, 8, 6, 8
WIDE = HEAD + GUN * GUNS + 1 + 2 * SPOTS
AT = HEAD + GUN * GUNS  # where the fighters stand
BAND = 10000
CLOSE = 10000  # from here to a wall, it protects nobody


def _needed(difference: int) -> int:
    """The lowest die that succeeds: the Universal Resolution Table."""
    if difference <= -6:
        return 7
    if difference <= -2:
        return 6 if difference <= -4 else 5
    if difference <= 1:
        return 4
    if difference <= 5:
        return 3 if difference <= 3 else 2
    return 1


def _crosses(x0: int, y0: int, x1: int, y1: int, boxes: Ints, at: int) -> bool:
    """Whether a line meets a box."""
    a, b, c, d = boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]
    if max(x0, x1) < a or min(x0, x1) > c or max(y0, y1) < b or min(y0, y1) > d:
        return False
    nx, ny = y1 - y0, x0 - x1
    base = nx * x0 + ny * y0
    low = min(nx * a, nx * c) + min(ny * b, ny * d)
    high = max(nx * a, nx * c) + max(ny * b, ny * d)
    return low <= base <= high


def _clear(rows: Ints, i: int, j: int, blocks: Ints) -> bool:
    """Whether nothing blocks the line from one place to another, by where the two are written."""
    clear = True
    for at in range(0, len(blocks), 4):
        clear = clear and not _crosses(rows[i], rows[i + 1], rows[j], rows[j + 1], blocks, at)
    return clear


def _sees(rows: Ints, a: int, i: int, b: int, blocks: Ints) -> bool:
    """Whether a fighter of a unit sees somebody of another."""
    found = False
    for j in range(rows[b + AT]):
        found = found or _clear(rows, a + AT + 1 + 2 * i, b + AT + 1 + 2 * j, blocks)
    return found


def _seeing(rows: Ints, a: int, b: int, blocks: Ints) -> int:
    """Of 60 fighters of a unit so many see somebody of another."""
    many, found = rows[a + AT], 0
    for i in range(many):
        found += _sees(rows, a, i, b, blocks)
    return 60 * found // max(1, many)


def _walled(rows: Ints, a: int, b: int, walls: Ints) -> bool:
    """Whether a low wall protects a unit from another: from soldiers who do not stand near it."""
    if not rows[a + 6] or not rows[b + 6]:
        return False
    for at in range(0, len(walls), 4):
        if _crosses(rows[a], rows[a + 1], rows[b], rows[b + 1], walls, at):
            dx = max(walls[at] - rows[a], 0, rows[a] - walls[at + 2])
            dy = max(walls[at + 1] - rows[a + 1], 0, rows[a + 1] - walls[at + 3])
            if dx * dx + dy * dy > CLOSE * CLOSE:
                return True
    return False


def _through(rows: Ints, gun: int, b: int, far: int) -> int:
    """Of 216 attacks with a weapon so many points of damage are to be expected."""
    need = rows[gun + 5]
    if (rows[b + 6] and need) or not (rows[b + 6] or rows[b + 7] or need):
        return 0  # locked shots go at machines only, and at generators nothing else does
    if rows[gun + 6]:
        need = _needed(rows[gun + 2] - rows[b + 9])
    elif not need:
        need = _needed(rows[gun + 2] - max(0, (far + BAND - 1) // BAND - 1))
    dice, good = rows[gun], 7 - need
    hits = 6 * dice * good + min(6 * rows[gun + 1], dice * (6 - good)) * good
    pierce = 7 - _needed(rows[gun + 3] - rows[b + 8])
    return hits * pierce * (rows[gun + 4] if rows[b + 7] else 1)


def _apart(rows: Ints, a: int, b: int) -> int:
    """Between the edges of two leaders."""
    dx, dy = rows[a] - rows[b], rows[a + 1] - rows[b + 1]
    return max(0, int(sqrt(float(dx * dx + dy * dy))) - rows[a + 2] - rows[b + 2])


def _fire(rows: Ints, a: int, gun: int, b: int, far: int, eye: int, unseen: int, walls: Ints) -> int:
    """What the fire of a weapon may be expected to cost a unit; less if nobody sees it, and he may yet move there."""
    sees = max(eye, unseen) if rows[a + 3] and rows[b + 9] else eye
    if not sees:
        return 0
    cost = _through(rows, gun, b, max(0, far - rows[a + 3])) * rows[b + 10] * sees // (216 * 60)
    if not rows[gun + 5] and _walled(rows, a, b, walls):
        cost = cost * (2 if rows[b + 12] else 3) // 6
    return min(cost, rows[b + 11])


def _blow(rows: Ints, a: int, gun: int, b: int, far: int, reach: int) -> int:
    """What a unit's blades may be expected to cost another that a move away; half of them get there."""
    if far > reach or not rows[b + 9]:
        return 0
    return min(_through(rows, gun, b, far) * rows[b + 10] // (2 * 216), rows[b + 11])


def threat(rows: Ints, a: int, blocks: Ints, walls: Ints, unseen: int, eyes: Ints, count: int) -> int:
    """What a unit could do: each weapon to its best mark."""
    total, blades = 0, 0
    for gun in range(a + HEAD, a + HEAD + GUN * rows[a + 15], GUN):
        best = 0
        for k in range(count):
            b = WIDE * k
            if rows[gun] and rows[b + 4] != rows[a + 4] and rows[b + 11]:
                far = _apart(rows, a, b)
                if rows[gun + 6]:
                    if rows[a + 14]:
                        best = max(best, _blow(rows, a, gun, b, far, max(3000, 2 * rows[a + 3])))
                elif rows[a + 13]:
                    if rows[gun + 7] >= 0:
                        eye = 60 * _sees(rows, a, rows[gun + 7], b, blocks)
                    else:
                        if eyes[k] < 0:
                            eyes[k] = _seeing(rows, a, b, blocks)
                        eye = eyes[k]
                    best = max(best, _fire(rows, a, gun, b, far, eye, unseen, walls))
        if rows[gun + 6]:
            blades = max(blades, best)
        else:
            total += best
    return total + blades


def weigh(rows: Ints, counts: Ints, blocks: Ints, walls: Ints, unseen: int, out: Ints) -> None:
    """Writes for each side what its units could do, each as it counts."""
    count = len(rows) // WIDE
    eyes = out[2:]
    for i in range(count):
        if counts[i]:
            for k in range(count):
                eyes[k] = -1
            out[rows[WIDE * i + 4]] += threat(rows, WIDE * i, blocks, walls, unseen, eyes, count) * counts[i] // 100

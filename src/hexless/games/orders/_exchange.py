"""Kernels for peril: whom each base would attack from where it stands, and what that would do. See `table._fast`.

A base is a row of 20 numbers: x, y, radius, side, whether it is a vehicle, AM, AP, their reach in ticks, what it
resists with now and in the next turn, SP, whether it may still act, its move in ticks, two features that it stands in
(-1: none), what it is worth, whether it is on the table, from how many inches it likes to fight, and what it counts for
wherever it is. Who has not been placed has zeros but for its side and what it counts for.

`edges` are those of whatever hides, feature by feature: which it is, how many edges it has, a circle that holds it (x,
y, radius), and the two ends of each.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import sqrt

Ints = MutableSequence[int]
WIDE = 20
SEATS = 12  # more than ever play: seats are counted on from one's own


def _side(ax: int, ay: int, bx: int, by: int, x: int, y: int) -> int:
    """On which side of a line a point lies."""
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax)


def _crosses(ax: int, ay: int, bx: int, by: int, edges: Ints, k: int) -> bool:
    """Whether a line of sight crosses an edge."""
    px, py, qx, qy = edges[k], edges[k + 1], edges[k + 2], edges[k + 3]
    if (_side(ax, ay, bx, by, px, py) > 0) == (_side(ax, ay, bx, by, qx, qy) > 0):
        return False
    return (_side(px, py, qx, qy, ax, ay) > 0) != (_side(px, py, qx, qy, bx, by) > 0)


def _passes(ax: int, ay: int, bx: int, by: int, x: int, y: int, radius: int) -> bool:
    """Whether a line surely passes a circle by."""
    dx, dy = float(bx - ax), float(by - ay)
    off, near = float(x - ax) * dy - float(y - ay) * dx, float(radius + 4)
    return off * off > near * near * (dx * dx + dy * dy)


def _clouded(ax: int, ay: int, bx: int, by: int, x: int, y: int, radius: int) -> bool:
    """Whether a line of sight passes through a cloud."""
    dx, dy = bx - ax, by - ay
    size = float(dx * dx + dy * dy)
    part = 0.0 if size == 0 else min(1.0, max(0.0, float((x - ax) * dx + (y - ay) * dy) / size))
    ex, ey = ax + part * dx - x, ay + part * dy - y
    return ex * ex + ey * ey < float(radius * radius)


def glance(rows: Ints, a: int, b: int, edges: Ints, smoke: Ints) -> bool:
    """Whether two bases see each other's centres, past features that neither stands in, and smoke; roughly."""
    ax, ay, bx, by = rows[a], rows[a + 1], rows[b], rows[b + 1]
    at = 0
    while at < len(edges):
        piece, first, at = edges[at], at + 5, at + 5 + 4 * edges[at + 1]
        if piece == rows[a + 14] or piece == rows[a + 15] or piece == rows[b + 14] or piece == rows[b + 15]:
            continue
        if _passes(ax, ay, bx, by, edges[first - 3], edges[first - 2], edges[first - 1]):
            continue
        for k in range(first, at, 4):
            if _crosses(ax, ay, bx, by, edges, k):
                return False
    hidden = 0
    for k in range(0, len(smoke), 3):
        hidden += _clouded(ax, ay, bx, by, smoke[k], smoke[k + 1], smoke[k + 2])
    return hidden == 0


def _far(rows: Ints, a: int, b: int) -> int:
    dx, dy = rows[a] - rows[b], rows[a + 1] - rows[b + 1]
    return max(0, int(sqrt(float(dx * dx + dy * dy))) - rows[a + 2] - rows[b + 2])


def _mark(rows: Ints, a: int, gun: int, edges: Ints, smoke: Ints) -> int:
    """The nearest base of the right class that another has in reach and in sight, and -1 if there is none; of equally
    near ones that of the next seat, so that no seat is every other's target.
    """
    best, least, after = -1, rows[a + 7 + gun] + 1, 0
    for b in range(0, len(rows), WIDE):
        if rows[b + 17] and rows[b + 3] != rows[a + 3] and rows[b + 4] == 1 - gun:
            far, turn = _far(rows, a, b), (rows[b + 3] - rows[a + 3]) % SEATS
            if (far < least or (far == least and turn < after)) and glance(rows, a, b, edges, smoke):
                best, least, after = b, far, turn
    return best


def press(rows: Ints, edges: Ints, smoke: Ints, powers: Ints) -> None:
    """For each base: the attack values that are turned on it by who may still act, the highest of them, and all.

    powers: four numbers for each base, to be filled in: best and sum of who may act, best and sum of all.
    """
    for a in range(0, len(rows), WIDE):
        if not rows[a + 17]:
            continue
        for gun in range(2):
            value = rows[a + 5 + gun]
            mark = _mark(rows, a, gun, edges, smoke) if value else -1
            if mark >= 0:
                at = mark // WIDE * 4
                if rows[a + 12]:
                    powers[at] = max(powers[at], value)
                    powers[at + 1] += value
                powers[at + 2] = max(powers[at + 2], value)
                powers[at + 3] += value


def _share(losses: Ints, best: int, every: int, resist: int, sp: int) -> int:
    """Thousandths of a base that an attack with some support takes."""
    if best == 0:
        return 0
    power = best + (every - best) // 2
    return losses[min(24, max(0, power - resist + 12)) * 3 + min(2, sp)]


def peril(rows: Ints, edges: Ints, smoke: Ints, losses: Ints, now: int, later: int, powers: Ints, out: Ints) -> None:
    """Writes into `out` what each side may lose by the attacks that could be made; `powers`: four zeros a base."""
    press(rows, edges, smoke, powers)
    for b in range(0, len(rows), WIDE):
        at = b // WIDE * 4
        soon = _share(losses, powers[at], powers[at + 1], rows[b + 9], rows[b + 11])
        then = _share(losses, powers[at + 2], powers[at + 3], rows[b + 10], rows[b + 11])
        out[rows[b + 3]] += rows[b + 16] * (now * soon + later * then) // 100000


def ground(rows: Ints, spots: Ints, reach: int, sides: int, out: Ints) -> None:
    """Writes for each spot, after one number a side: who holds it (-1: nobody), how firmly in percent, and what each
    side has round it.

    A base counts for less by the turns that it is away; who is closest holds a spot, if that is within reach. Nobody
    comes closer than who stands over it: that one has to be destroyed, and is the nearer to it the more it is
    suppressed; who stands beside it is pushed off by one step.
    """
    for k in range(len(spots) // 2):
        at = sides + k * (2 + sides)
        least, holder, firm = reach + 1, -1, 0
        for b in range(0, len(rows), WIDE):
            dx, dy = rows[b] - spots[2 * k], rows[b + 1] - spots[2 * k + 1]
            far = max(0, int(sqrt(float(dx * dx + dy * dy))) - rows[b + 2])
            if rows[b + 17] and far <= least:
                holder = rows[b + 3] if far < least or holder == rows[b + 3] else -1
                least, firm = far, (100 if far == 0 else 66) * (4 - rows[b + 11]) // 4
            turns = 10 * max(0, far - reach) // max(1000, rows[b + 13]) + (0 if rows[b + 17] else 8)  # in tenths
            out[at + 2 + rows[b + 3]] += rows[b + 16] * 10 // (10 + turns)
        out[at], out[at + 1] = holder if least <= reach else -1, firm


def _nearest(rows: Ints, a: int, spots: Ints) -> int:
    """How many inches the nearest of some places is away, rounded down; nowhere is not far."""
    least = -1
    for k in range(len(spots) // 2):
        dx, dy = spots[2 * k] - rows[a], spots[2 * k + 1] - rows[a + 1]
        least = dx * dx + dy * dy if least < 0 else min(least, dx * dx + dy * dy)
    return _inches(least)


def _inches(square: int) -> int:
    """The root of a square in whole inches, rounded down; of less than nothing none."""
    inches = int(sqrt(float(max(0, square)))) // 1000
    while inches * inches * 1000000 > square >= 0:
        inches -= 1
    while (inches + 1) * (inches + 1) * 1000000 <= square:
        inches += 1
    return inches


def standing(rows: Ints, spots: Ints, way: int, out: Ints) -> None:
    """Adds to `out` what the bases of each side count for, less `way` for every inch that one is away: from the nearest
    spot, and beyond where it likes to fight from the nearest enemy.
    """
    for a in range(0, len(rows), WIDE):
        out[rows[a + 3]] += rows[a + 19]
        if rows[a + 17]:
            least = -1
            for b in range(0, len(rows), WIDE):
                if rows[b + 17] and rows[b + 3] != rows[a + 3]:
                    dx, dy = rows[b] - rows[a], rows[b + 1] - rows[a + 1]
                    least = dx * dx + dy * dy if least < 0 else min(least, dx * dx + dy * dy)
            out[rows[a + 3]] -= way * (_nearest(rows, a, spots) + max(0, _inches(least) - rows[a + 18]))


def weigh(
    rows: Ints, edges: Ints, smoke: Ints, losses: Ints, now: int, later: int, spots: Ints, reach: int, way: int,
    sides: int, powers: Ints, out: Ints,
) -> None:  # fmt: skip
    """All of it: `peril` taken from what `standing` gives, and `ground` behind it; `out` holds zeros."""
    peril(rows, edges, smoke, losses, now, later, powers, out)
    for side in range(sides):
        out[side] = -out[side]
    standing(rows, spots, way, out)
    ground(rows, spots, reach, sides, out)

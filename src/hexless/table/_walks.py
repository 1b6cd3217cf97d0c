"""Kernels along a line: how much of it lies inside each outline, what walking it costs, what a disc runs into.

Arrays are laid out as in `_lines`. Lengths are float64 in one fixed order of operations, so that the compiled
code and its twin agree to the last bit; verdicts compare whole numbers or exact products where they tie.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import sqrt

Ints = MutableSequence[int]
Floats = MutableSequence[float]
NONE = 2.0


def _events(
    pts: Ints, off: int, n: int, px: int, py: int, dx: int, dy: int, tag: int, ts: Floats, tags: Ints,
    bits: Ints, m: int,
) -> int:  # fmt: skip
    """Add the places 0 < t < 1 where p + t d changes sides of an outline to sorted lists of length m; the new length.

    Bit 1 is the line moved a hair to its left, bit 2 to its right. What lies at or before t = 0 is added at
    t = 0. A line is inside while both bits are odd, so running along an edge is not inside.
    """
    start = 0
    size = float(dx * dx + dy * dy)
    bx = pts[off + 2 * n - 2] - px
    by = pts[off + 2 * n - 1] - py
    sb = dx * by - dy * bx
    for i in range(n):
        ax, ay, sa = bx, by, sb
        bx = pts[off + 2 * i] - px
        by = pts[off + 2 * i + 1] - py
        sb = dx * by - dy * bx
        bit = (1 if (sa >= 0) != (sb >= 0) else 0) + (2 if (sa > 0) != (sb > 0) else 0)
        if bit == 0:
            continue
        if sa == 0:
            t = float(dx * ax + dy * ay) / size
        elif sb == 0:
            t = float(dx * bx + dy * by) / size
        else:
            t = float((bx - ax) * ay - (by - ay) * ax) / float((bx - ax) * dy - (by - ay) * dx)
        if t <= 0.0:
            start = start ^ bit
        elif t < 1.0:
            m = _insert(t, tag, bit, ts, tags, bits, m)
    if start:
        m = _insert(0.0, tag, start, ts, tags, bits, m)
    return m


def _insert(t: float, tag: int, bit: int, ts: Floats, tags: Ints, bits: Ints, m: int) -> int:
    if m >= len(tags):
        return m
    k = m
    while k > 0 and ts[k - 1] > t:
        ts[k], tags[k], bits[k] = ts[k - 1], tags[k - 1], bits[k - 1]
        k -= 1
    ts[k], tags[k], bits[k] = t, tag, bit
    return m + 1


def _flush_part(
    pts: Ints, off: int, n: int, px: int, py: int, dx: int, dy: int, ts: Floats, tags: Ints, bits: Ints,
) -> float:  # fmt: skip
    """`_part` for a line through corners."""
    m = _events(pts, off, n, px, py, dx, dy, 0, ts, tags, bits, 0)
    total = 0.0
    state = 0
    for k in range(m):
        if state == 3:
            total += ts[k] - ts[k - 1]
        state = state ^ bits[k]
    if state == 3:
        total += 1.0 - ts[m - 1]
    return total


def _part(
    pts: Ints, off: int, n: int, px: int, py: int, dx: int, dy: int, ts: Floats, tags: Ints, bits: Ints,
) -> float:  # fmt: skip
    """The part of p + t d inside a counter-clockwise outline: what follows sides crossed inwards less outwards."""
    total = 0.0
    bx = pts[off + 2 * n - 2] - px
    by = pts[off + 2 * n - 1] - py
    sb = dx * by - dy * bx
    for i in range(n):
        ax, ay, sa = bx, by, sb
        bx = pts[off + 2 * i] - px
        by = pts[off + 2 * i + 1] - py
        sb = dx * by - dy * bx
        if sb == 0:
            return _flush_part(pts, off, n, px, py, dx, dy, ts, tags, bits)
        if (sa > 0) != (sb > 0):
            turn = (bx - ax) * dy - (by - ay) * dx
            at = (bx - ax) * ay - (by - ay) * ax
            if turn > 0:
                total += 1.0 if at <= 0 else 0.0 if at >= turn else 1.0 - float(at) / float(turn)
            else:
                total -= 1.0 if at >= 0 else 0.0 if at <= turn else 1.0 - float(at) / float(turn)
    return total


def _meets(
    cx: Floats, cy: Floats, cr: Floats, px: float, py: float, dx: float, dy: float, near: Ints,
) -> None:  # fmt: skip
    """Mark the circles that the line from p by d might pass through, without a branch."""
    square = dx * dx + dy * dy
    size = sqrt(square)
    for k in range(len(cx)):
        x = cx[k] - px
        y = cy[k] - py
        wide = cr[k] * size
        along = dx * x + dy * y
        near[k] = (abs(dx * y - dy * x) < wide) & (along > -wide) & (along < square + wide)


def inside(
    flat: Ints, picks: Ints, circles: Floats, ends: Ints, ts: Floats, tags: Ints, bits: Ints, near: Ints, out: Ints,
) -> None:  # fmt: skip
    """The ticks of each line (px, py, qx, qy in `ends`) inside each piece of `picks`, a row for each line.

    `circles` are x, y and radius of circles that hold the picks, column by column; `out` holds zeros.
    """
    m = len(picks)
    cx, cy, cr = circles[:m], circles[m : 2 * m], circles[2 * m : 3 * m]
    for i in range(len(ends) // 4):
        px, py, qx, qy = ends[4 * i], ends[4 * i + 1], ends[4 * i + 2], ends[4 * i + 3]
        if qx < px or (qx == px and qy < py):
            px, py, qx, qy = qx, qy, px, py
        dx = qx - px
        dy = qy - py
        size = sqrt(float(dx * dx + dy * dy))
        _meets(cx, cy, cr, float(px), float(py), float(dx), float(dy), near)
        for k in range(m):
            if near[k]:
                at = 1 + 12 * picks[k]
                part = _part(flat, flat[at], flat[at + 1], px, py, dx, dy, ts, tags, bits)
                out[i * m + k] = int(part * size + 0.5)


def _hit_disc(px: int, py: int, dx: int, dy: int, cx: int, cy: int, r: int) -> float:
    """The t where a point on p + t d comes nearer than r to c, or NONE; at t = 0 when it starts nearer."""
    cx -= px
    cy -= py
    along = dx * cx + dy * cy
    size = dx * dx + dy * dy
    if cx * cx + cy * cy < r * r:
        return 0.0
    if along <= 0:
        return NONE
    side = float(abs(dx * cy - dy * cx))
    reach = float(r) * sqrt(float(size))
    if side >= reach:
        return NONE
    if along > size and (cx - dx) * (cx - dx) + (cy - dy) * (cy - dy) >= r * r:
        return NONE
    t = (float(along) - sqrt((reach - side) * (reach + side))) / float(size)
    return min(max(t, 0.0), 1.0)


def _hit_side(px: int, py: int, dx: int, dy: int, ax: int, ay: int, ex: int, ey: int, r: int) -> float:
    """The t where a disc of radius r on p + t d runs into the outer side of an edge a + s e, or NONE."""
    turn = ex * dy - ey * dx
    if turn <= 0:
        return NONE
    size = ex * ex + ey * ey
    reach = float(r) * sqrt(float(size))
    away = float(ey * (px - ax) - ex * (py - ay))
    if away < reach or away - float(turn) >= reach:
        return NONE
    t = (away - reach) / float(turn)
    along = float(ex * (px - ax) + ey * (py - ay)) + t * float(ex * dx + ey * dy)
    return t if 0.0 <= along <= float(size) else NONE


def _hit_outline(pts: Ints, off: int, n: int, px: int, py: int, dx: int, dy: int, r: int) -> float:
    """The first t where a disc of radius r on p + t d runs into an outline from outside, or NONE."""
    first = NONE
    bx = pts[off + 2 * n - 2]
    by = pts[off + 2 * n - 1]
    for i in range(n):
        ax, ay = bx, by
        bx = pts[off + 2 * i]
        by = pts[off + 2 * i + 1]
        t = _hit_side(px, py, dx, dy, ax, ay, bx - ax, by - ay, r)
        first = min(first, t)
        t = _hit_disc(px, py, dx, dy, bx, by, r)
        first = min(first, t)
    return first


def _overlaps(pts: Ints, off: int, n: int, x: int, y: int, r: int) -> bool:
    """Whether a disc overlaps an outline."""
    inside = False
    bx = pts[off + 2 * n - 2] - x
    by = pts[off + 2 * n - 1] - y
    for i in range(n):
        ax, ay = bx, by
        bx = pts[off + 2 * i] - x
        by = pts[off + 2 * i + 1] - y
        ex = bx - ax
        ey = by - ay
        side = ax * by - ay * bx
        if (ay > 0) != (by > 0) and (side > 0) == (by > ay):
            inside = not inside
        along = -(ax * ex + ay * ey)
        size = ex * ex + ey * ey
        if bx * bx + by * by < r * r:
            return True
        if 0 < along < size and float(abs(side)) < float(r) * sqrt(float(size)):
            return True
    return inside


def _wall(flat: Ints, at: int, sx: int, sy: int, px: int, py: int, dx: int, dy: int, r: int) -> float:
    """Where a disc on p + t d runs into the piece at a row, or NONE; not if it overlapped it at its start s."""
    if max(px, px + dx) + r <= flat[at + 2] or min(px, px + dx) - r >= flat[at + 4]:
        return NONE
    if max(py, py + dy) + r <= flat[at + 3] or min(py, py + dy) - r >= flat[at + 5]:
        return NONE
    t = _hit_outline(flat, flat[at], flat[at + 1], px, py, dx, dy, r)
    if t < NONE and _overlaps(flat, flat[at], flat[at + 1], sx, sy, r):
        return NONE
    return t


def _body(rows: Ints, at: int, sx: int, sy: int, px: int, py: int, dx: int, dy: int, r: int) -> float:
    """`_wall` for the base at a row."""
    x = rows[at]
    y = rows[at + 1]
    reach = r + rows[at + 5]
    if rows[at + 5] < 0 or max(px, px + dx) + reach <= x or min(px, px + dx) - reach >= x:
        return NONE
    if max(py, py + dy) + reach <= y or min(py, py + dy) - reach >= y:
        return NONE
    if rows[at + 14] > 0:
        t = _hit_outline(rows, at + 6, 4, px, py, dx, dy, r)
        if t < NONE and _overlaps(rows, at + 6, 4, sx, sy, r):
            return NONE
        return t
    if (x - sx) * (x - sx) + (y - sy) * (y - sy) < reach * reach:
        return NONE
    return _hit_disc(px, py, dx, dy, x, y, reach)


def collide(flat: Ints, walls: Ints, rows: Ints, way: Ints, r: int, found: Floats) -> int:
    """What a disc of radius r first runs into on a way: a piece, or a base (its index after the pieces), or -1.

    `found` gets at 1 and 2 the stretch and the part of it. What it overlaps at the very start it may leave.
    """
    sx, sy = way[0], way[1]
    for i in range(len(way) // 2 - 1):
        px, py = way[2 * i], way[2 * i + 1]
        dx, dy = way[2 * i + 2] - px, way[2 * i + 3] - py
        if dx == 0 and dy == 0:
            continue
        first = NONE
        stop = -1
        for k in range(len(walls)):
            t = _wall(flat, 1 + 12 * walls[k], sx, sy, px, py, dx, dy, r)
            if t < first:
                first = t
                stop = walls[k]
        for j in range(len(rows) // 20):
            t = _body(rows, 20 * j, sx, sy, px, py, dx, dy, r)
            if t < first:
                first = t
                stop = flat[0] + j
        if stop >= 0:
            found[1], found[2] = float(i), first
            return stop
    return -1


def _barred(flat: Ints, walls: Ints, rows: Ints, way: Ints, r: int) -> bool:
    """Whether a disc of radius r runs into anything on a way: `collide`, for who need not know into what."""
    sx, sy = way[0], way[1]
    for i in range(len(way) // 2 - 1):
        px, py = way[2 * i], way[2 * i + 1]
        dx, dy = way[2 * i + 2] - px, way[2 * i + 3] - py
        if dx == 0 and dy == 0:
            continue
        for k in range(len(walls)):
            if _wall(flat, 1 + 12 * walls[k], sx, sy, px, py, dx, dy, r) < NONE:
                return True
        for j in range(0, len(rows), 20):
            if _body(rows, j, sx, sy, px, py, dx, dy, r) < NONE:
                return True
    return False


def walk(
    flat: Ints, picks: Ints, percents: Ints, walls: Ints, rows: Ints, way: Ints, r: int, ts: Floats,
    tags: Ints, bits: Ints, inside: Ints, legs: Floats,
) -> int:  # fmt: skip
    """Price a way, and find what stops it as `collide` does, which is left in `legs` as well."""
    _price(flat, picks, percents, way, ts, tags, bits, inside, legs)
    return collide(flat, walls, rows, way, r, legs)


def _price(
    flat: Ints, picks: Ints, percents: Ints, way: Ints, ts: Floats, tags: Ints, bits: Ints, inside: Ints, legs: Floats,
) -> float:  # fmt: skip
    """The cost of a way, leg by leg.

    `legs` gets the number of legs, at 3 and 4 length and cost; then, as far as there is room, from 8 on five numbers a
    leg: stretch, part at its end, length so far, cost so far, deciding pick.
    """
    count = 0
    length = 0.0
    cost = 0.0
    for i in range(len(way) // 2 - 1):
        px, py = way[2 * i], way[2 * i + 1]
        dx, dy = way[2 * i + 2] - px, way[2 * i + 3] - py
        size = sqrt(float(dx * dx + dy * dy))
        m = 0
        for k in range(len(picks)):
            inside[k] = 0
            at = 1 + 12 * picks[k]
            if max(px, px + dx) <= flat[at + 2] or min(px, px + dx) >= flat[at + 4]:
                continue
            if max(py, py + dy) <= flat[at + 3] or min(py, py + dy) >= flat[at + 5]:
                continue
            if percents[k] > 0 and size > 0.0:
                m = _events(flat, flat[at], flat[at + 1], px, py, dx, dy, k, ts, tags, bits, m)
        before = 0.0
        for e in range(m + 1):
            t = 1.0 if e == m else ts[e]
            if t > before or e == m:
                pick = _deciding(inside)
                percent = 100 if pick < 0 else percents[pick]
                length += size * (t - before)
                cost += size * (t - before) * float(percent) / 100.0
                before = t
                at = 8 + 5 * count
                if at + 5 <= len(legs):
                    legs[at], legs[at + 1], legs[at + 2], legs[at + 3], legs[at + 4] = (
                        float(i),
                        t,
                        length,
                        cost,
                        float(pick),
                    )
                    count += 1
            if e < m:
                inside[tags[e]] = inside[tags[e]] ^ bits[e]
    legs[0], legs[3], legs[4] = float(count), length, cost
    return cost


def _deciding(inside: Ints) -> int:
    """The last pick that the line is inside of, or -1."""
    for k in range(len(inside) - 1, -1, -1):
        if inside[k] == 3:
            return k
    return -1


def _free_leg(flat: Ints, walls: Ints, rows: Ints, way: Ints, r: int) -> bool:
    """Whether nothing is in the way from the second to the third place, for who started at the first."""
    px, py = way[2], way[3]
    dx, dy = way[4] - px, way[5] - py
    first = NONE
    for k in range(len(walls)):
        first = min(first, _wall(flat, 1 + 12 * walls[k], way[0], way[1], px, py, dx, dy, r))
        if first < NONE:
            return False
    for j in range(len(rows) // 20):
        first = min(first, _body(rows, 20 * j, way[0], way[1], px, py, dx, dy, r))
        if first < NONE:
            return False
    return first == NONE

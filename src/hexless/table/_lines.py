"""Kernels that answer exactly: a line against outlines, and whether a base fits. See `_fast`.

A terrain is one flat array: at 0 the number of pieces, then a row of 12 numbers a piece (start of its points, how
many, box min x, min y, max x, max y, bounding circle x, y, radius, ground, top, the piece it is of), rows of the same
kind for the seams between pieces that abut, then the points x, y in counter-clockwise order. Bases are rows of 20
(see `shapes`). All values are whole numbers of at most 2**20 (heights 2**17), so that every product here stays below
2**63.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import sqrt

Ints = MutableSequence[int]
CENTRE, EDGES, ANY = 0, 1, 2


def _away(value: float) -> int:
    return int(value + 0.5) if value >= 0.0 else -int(0.5 - value)


def _enters(
    pts: Ints, off: int, n: int, px: int, py: int, dx: int, dy: int, ox: int, oy: int, lo: int, div: int,
) -> bool:  # fmt: skip
    """Whether the line p + t d is inside the outline just after o + lo / div d, with both its sides."""
    left = False
    right = False
    bx = pts[off + 2 * n - 2]
    by = pts[off + 2 * n - 1]
    sb = dx * (by - py) - dy * (bx - px)
    for i in range(n):
        ax, ay, sa = bx, by, sb
        bx = pts[off + 2 * i]
        by = pts[off + 2 * i + 1]
        sb = dx * (by - py) - dy * (bx - px)
        on_left = (sa >= 0) != (sb >= 0)
        on_right = (sa > 0) != (sb > 0)
        if on_left or on_right:
            turn = (bx - ax) * dy - (by - ay) * dx
            past = ((by - ay) * (ax - ox) - (bx - ax) * (ay - oy)) * div + lo * turn
            if (past >= 0 and turn > 0) or (past <= 0 and turn < 0):
                left = left != on_left
                right = right != on_right
    return left and right


def _cuts_flush(pts: Ints, off: int, n: int, px: int, py: int, dx: int, dy: int, lo: int, hi: int, div: int) -> bool:
    """`cuts` for a line through corners that no side crosses in between: look just after each corner."""
    if _enters(pts, off, n, px, py, dx, dy, px, py, lo, div):
        return True
    size = dx * dx + dy * dy
    for i in range(n):
        wx = pts[off + 2 * i]
        wy = pts[off + 2 * i + 1]
        if dx * (wy - py) - dy * (wx - px) == 0:
            along = (dx * (wx - px) + dy * (wy - py)) * div
            if lo * size < along < hi * size and _enters(pts, off, n, px, py, dx, dy, wx, wy, 0, 1):
                return True
    return False


def cuts(pts: Ints, off: int, n: int, px: int, py: int, dx: int, dy: int, lo: int, hi: int, div: int) -> bool:
    """Whether p + t d with lo / div < t < hi / div passes through the inside; edge and corner are outside."""
    inside = False
    flush = False
    bx = pts[off + 2 * n - 2] - px
    by = pts[off + 2 * n - 1] - py
    sb = dx * by - dy * bx
    for i in range(n):
        ax, ay, sa = bx, by, sb
        bx = pts[off + 2 * i] - px
        by = pts[off + 2 * i + 1] - py
        sb = dx * by - dy * bx
        if sb == 0:
            flush = True
        elif (sa > 0 and sb < 0) or (sa < 0 and sb > 0):
            turn = (bx - ax) * dy - (by - ay) * dx
            base = ((by - ay) * ax - (bx - ax) * ay) * div
            first = base + lo * turn
            last = base + hi * turn
            if turn < 0:
                first, last = -first, -last
            if first >= 0:
                inside = not inside
            elif last > 0:
                return True
    if flush:
        return _cuts_flush(pts, off, n, px, py, dx, dy, lo, hi, div)
    return inside


def _under(top: int, pz: int, qz: int) -> tuple[int, int, int]:
    """The part lo / div to hi / div of a line that runs below a top; (0, 0, 1) when none."""
    if pz < top and qz < top:
        return 0, 1, 1
    if pz < top:
        return 0, top - pz, qz - pz
    if qz < top:
        return pz - top, pz - qz, pz - qz
    return 0, 0, 1


def _disc_cuts(cx: int, cy: int, r: int, px: int, py: int, dx: int, dy: int, lo: int, hi: int, div: int) -> bool:
    """`cuts` for a disc: some point of the line is nearer to the centre than the radius."""
    cx -= px
    cy -= py
    size = dx * dx + dy * dy
    along = dx * cx + dy * cy
    end = lo if along * div < lo * size else hi
    if lo * size <= along * div <= hi * size:
        return float(abs(dx * cy - dy * cx)) < float(r) * sqrt(float(size))
    gx = float(div * cx - end * dx)
    gy = float(div * cy - end * dy)
    return gx * gx + gy * gy < float(r) * float(r) * float(div) * float(div)


def blocker(
    flat: Ints, picks: Ints, rows: Ints, px: int, py: int, pz: int, qx: int, qy: int, qz: int, ax: int,
    ay: int, bx: int, by: int,
) -> int:  # fmt: skip
    """The first piece on a line (its index), or base (its index after the pieces), or -1; not those at a and b."""
    dx, dy = qx - px, qy - py
    if dx == 0 and dy == 0:
        return -1
    size = sqrt(float(dx * dx + dy * dy))
    for k in range(len(picks)):
        at = 1 + 12 * picks[k]
        if (px <= flat[at + 2] and qx <= flat[at + 2]) or (px >= flat[at + 4] and qx >= flat[at + 4]):
            continue
        if (py <= flat[at + 3] and qy <= flat[at + 3]) or (py >= flat[at + 5] and qy >= flat[at + 5]):
            continue
        side = dx * (flat[at + 7] - py) - dy * (flat[at + 6] - px)
        if float(abs(side)) >= float(flat[at + 8]) * size:
            continue
        lo, hi, div = _under(flat[at + 10], pz, qz)
        if hi > lo and cuts(flat, flat[at], flat[at + 1], px, py, dx, dy, lo, hi, div):
            return flat[at + 11]
    for j in range(len(rows) // 20):
        at = 20 * j
        x = rows[at]
        y = rows[at + 1]
        if rows[at + 5] < 0 or (x == ax and y == ay) or (x == bx and y == by):
            continue
        if float(abs(dx * (y - py) - dy * (x - px))) >= float(rows[at + 5]) * size:
            continue
        lo, hi, div = _under(rows[at + 4], pz, qz)
        if hi <= lo:
            continue
        if rows[at + 14] > 0:
            if cuts(rows, at + 6, 4, px, py, dx, dy, lo, hi, div):
                return flat[0] + j
        elif _disc_cuts(x, y, rows[at + 2], px, py, dx, dy, lo, hi, div):
            return flat[0] + j
    return -1


def _half(extent: int, fx: int, fy: int) -> tuple[int, int]:
    size = 2.0 * sqrt(float(fx * fx + fy * fy))
    return _away(extent * fx / size), _away(extent * fy / size)


def _spot(
    k: int, x: int, y: int, r: int, length: int, width: int, fx: int, fy: int, sx: int, sy: int,
) -> tuple[int, int]:  # fmt: skip
    """Spot k of a base: 0 the centre; a disc's left and right for the line (sx, sy); a rectangle's corners."""
    if k == 0:
        return x, y
    if length == 0:
        size = sqrt(float(sx * sx + sy * sy))
        if size == 0.0:
            return x, y
        ox = _away(-r * sy / size)
        oy = _away(r * sx / size)
        return (x + ox, y + oy) if k == 1 else (x - ox, y - oy)
    ux, uy = _half(length, fx, fy)
    vx, vy = _half(width, -fy, fx)
    if k in (3, 4):
        ux, uy = -ux, -uy
    if k in (1, 4):
        vx, vy = -vx, -vy
    return x + ux + vx, y + uy + vy


def _outer(
    left: bool, ahead: int, x: int, y: int, r: int, length: int, width: int, fx: int, fy: int, sx: int, sy: int,
) -> tuple[int, int]:  # fmt: skip
    """The outermost spot of a base to the left or right of the line (sx, sy); of two, the nearer to the other base.

    `ahead` is 1 when the other base lies along the line, -1 when it lies back, so that both ends agree.
    """
    if sx == 0 and sy == 0:
        return x, y
    if length == 0:
        return _spot(1 if left else 2, x, y, r, length, width, fx, fy, sx, sy)
    best_x, best_y = _spot(1, x, y, r, length, width, fx, fy, sx, sy)
    for k in range(2, 5):
        cx, cy = _spot(k, x, y, r, length, width, fx, fy, sx, sy)
        side = sx * (cy - best_y) - sy * (cx - best_x)
        if not left:
            side = -side
        if side > 0 or (side == 0 and ahead * (sx * (cx - best_x) + sy * (cy - best_y)) > 0):
            best_x, best_y = cx, cy
    return best_x, best_y


def look(
    flat: Ints, picks: Ints, rows: Ints, ax: int, ay: int, ar: int, al: int, aw: int, afx: int, afy: int,
    az: int, bx: int, by: int, br: int, bl: int, bw: int, bfx: int, bfy: int, bz: int, family: int, out: Ints,
) -> int:  # fmt: skip
    """Look along the family's lines from a to b: the number of the first clear one, or -1.

    With room in `out`, all lines are looked along and each leaves px, py, qx, qy and its blocker there.
    """
    count_a = 1 if family == CENTRE else 5 if al > 0 else 3 if ar > 0 else 1
    count_b = 1 if family == CENTRE else 5 if bl > 0 else 3 if br > 0 else 1
    if family == EDGES:
        count_a = 2
        count_b = 1
    clear = -1
    for line in range(count_a * count_b):
        if family == EDGES:
            px, py = _outer(line == 0, 1, ax, ay, ar, al, aw, afx, afy, bx - ax, by - ay)
            qx, qy = _outer(line == 0, -1, bx, by, br, bl, bw, bfx, bfy, bx - ax, by - ay)
        else:
            px, py = _spot(line // count_b, ax, ay, ar, al, aw, afx, afy, bx - ax, by - ay)
            qx, qy = _spot(line % count_b, bx, by, br, bl, bw, bfx, bfy, bx - ax, by - ay)
        stop = blocker(flat, picks, rows, px, py, az, qx, qy, bz, ax, ay, bx, by)
        if stop < 0 and clear < 0:
            clear = line
            if len(out) == 0:
                return clear
        if len(out) > 0:
            at = 5 * line
            out[at], out[at + 1], out[at + 2], out[at + 3], out[at + 4] = px, py, qx, qy, stop
    return clear


def look_all(
    flat: Ints, picks: Ints, rows: Ints, froms: Ints, tos: Ints, family: int, level: int, none: Ints, out: Ints
) -> None:  # fmt: skip
    """`look` between all pairs; out gets 1 where some line is clear, or for each of `froms` who sees anybody at all.

    Below 2**30, `level` is the eye of all; above it, each looks from its top less what `level` is above it.
    """
    m = len(tos) // 20
    each = m if len(out) == m * (len(froms) // 20) else 0
    for i in range(len(froms) // 20):
        a = 20 * i
        for j in range(m):
            b = 20 * j
            az = froms[a + 4] - (level - 2**30) if level >= 2**30 else level
            bz = tos[b + 4] - (level - 2**30) if level >= 2**30 else level
            if family == CENTRE:  # a shorter way for the one line that most ask for
                ax, ay, bx, by = froms[a], froms[a + 1], tos[b], tos[b + 1]
                seen = -1 - blocker(flat, picks, rows, ax, ay, az, bx, by, bz, ax, ay, bx, by)
            else:
                seen = look(
                    flat, picks, rows, froms[a], froms[a + 1], froms[a + 2], froms[a + 14], froms[a + 15],
                    froms[a + 16], froms[a + 17], az, tos[b], tos[b + 1], tos[b + 2], tos[b + 14], tos[b + 15],
                    tos[b + 16], tos[b + 17], bz, family, none,
                )  # fmt: skip
            if each > 0:
                out[i * m + j] = 1 if seen >= 0 else 0
            elif seen >= 0:
                out[i] = 1
                break


def first_clear(
    flat: Ints, picks: Ints, rows: Ints, ends: Ints, az: int, bz: int, ax: int, ay: int, bx: int, by: int
) -> int:
    """The first of some lines (px, py, qx, qy in `ends`) that nothing stops but bases at a and b, or -1."""
    for k in range(len(ends) // 4):
        at = 4 * k
        if blocker(flat, picks, rows, ends[at], ends[at + 1], az, ends[at + 2], ends[at + 3], bz, ax, ay, bx, by) < 0:
            return k
    return -1


def open_lines(flat: Ints, picks: Ints, rows: Ints, px: int, py: int, level: int, ends: Ints, out: Ints) -> None:
    """Whether nothing stops the line from a point to each of some, all at one height: 1 where it is free."""
    for k in range(len(out)):
        qx = ends[2 * k]
        qy = ends[2 * k + 1]
        out[k] = 1 if blocker(flat, picks, rows, px, py, level, qx, qy, level, px, py, qx, qy) < 0 else 0


def holds(pts: Ints, off: int, n: int, x: int, y: int) -> int:
    """1 when a point is inside the outline, 0 on its edge, -1 outside."""
    inside = -1
    bx = pts[off + 2 * n - 2] - x
    by = pts[off + 2 * n - 1] - y
    for i in range(n):
        ax, ay = bx, by
        bx = pts[off + 2 * i] - x
        by = pts[off + 2 * i + 1] - y
        side = ax * by - ay * bx
        if side == 0 and ax * bx <= 0 and ay * by <= 0:
            return 0
        if (ay > 0) != (by > 0) and (side > 0) == (by > ay):
            inside = -inside
    return inside


def _near_edge(pts: Ints, off: int, n: int, x: int, y: int, r: int) -> bool:
    """Whether a point is nearer than r to the outline."""
    bx = pts[off + 2 * n - 2] - x
    by = pts[off + 2 * n - 1] - y
    for i in range(n):
        ax, ay = bx, by
        bx = pts[off + 2 * i] - x
        by = pts[off + 2 * i + 1] - y
        ex = bx - ax
        ey = by - ay
        along = -(ax * ex + ay * ey)
        size = ex * ex + ey * ey
        if along <= 0:
            if ax * ax + ay * ay < r * r:
                return True
        elif along < size and float(abs(ax * ey - ay * ex)) < float(r) * sqrt(float(size)):
            return True
    return False


def disc_meets(pts: Ints, off: int, n: int, x: int, y: int, r: int) -> bool:
    """Whether a disc and an outline share more than their edges."""
    return holds(pts, off, n, x, y) > 0 or _near_edge(pts, off, n, x, y, r)


def outlines_meet(pts: Ints, off: int, n: int, other: Ints, at: int, m: int, x: int, y: int) -> bool:
    """Whether two outlines share more than their edges; (x, y) is a point inside the second."""
    if holds(pts, off, n, x, y) > 0:
        return True
    for i in range(m):
        px = other[at + 2 * i]
        py = other[at + 2 * i + 1]
        k = (i + 1) % m
        if cuts(pts, off, n, px, py, other[at + 2 * k] - px, other[at + 2 * k + 1] - py, 0, 1, 1):
            return True
    for i in range(n):
        px = pts[off + 2 * i]
        py = pts[off + 2 * i + 1]
        k = (i + 1) % n
        if cuts(other, at, m, px, py, pts[off + 2 * k] - px, pts[off + 2 * k + 1] - py, 0, 1, 1):
            return True
    return False


def fits(
    flat: Ints, picks: Ints, rows: Ints, x: int, y: int, r: int, length: int, width: int, fx: int, fy: int,
    ox: int, oy: int, gap: int, quad: Ints,
) -> int:  # fmt: skip
    """What a base overlaps: a piece (its index), or a base nearer than `gap` (its index after the pieces), or -1.

    A base centred at o is this one before it moved. `quad` is room for four corners.
    """
    if length > 0:
        for k in range(4):
            quad[2 * k], quad[2 * k + 1] = _spot(k + 1, x, y, r, length, width, fx, fy, 0, 0)
    span = r if length == 0 else (length + width) // 2 + 2
    for k in range(len(picks)):
        at = 1 + 12 * picks[k]
        if x + span <= flat[at + 2] or x - span >= flat[at + 4] or y + span <= flat[at + 3] or y - span >= flat[at + 5]:
            continue
        if length == 0:
            if disc_meets(flat, flat[at], flat[at + 1], x, y, r):
                return picks[k]
        elif outlines_meet(flat, flat[at], flat[at + 1], quad, 0, 4, x, y):
            return picks[k]
    for j in range(len(rows) // 20):
        at = 20 * j
        dx = rows[at] - x
        dy = rows[at + 1] - y
        reach = span + rows[at + 5] + gap
        if rows[at + 5] < 0 or dx * dx + dy * dy >= reach * reach or (rows[at] == ox and rows[at + 1] == oy):
            continue
        if _base_meets(rows, at, x, y, r, length, gap, quad):
            return flat[0] + j
    return -1


def _base_meets(rows: Ints, at: int, x: int, y: int, r: int, length: int, gap: int, quad: Ints) -> bool:
    """Whether the base in a row and another (a disc, or corners in `quad`) overlap or are nearer than a gap above 0."""
    if rows[at + 14] == 0 and length == 0:
        return True
    if rows[at + 14] == 0:
        return disc_meets(quad, 0, 4, rows[at], rows[at + 1], rows[at + 2] + gap)
    if length == 0:
        return disc_meets(rows, at + 6, 4, x, y, r + gap)
    if outlines_meet(rows, at + 6, 4, quad, 0, 4, x, y):
        return True
    if gap == 0:
        return False
    for k in range(4):
        if _near_edge(rows, at + 6, 4, quad[2 * k], quad[2 * k + 1], gap):
            return True
        if _near_edge(quad, 0, 4, rows[at + 6 + 2 * k], rows[at + 7 + 2 * k], gap):
            return True
    return False

"""Kernel of `shadows`: the places that no line from an outline reaches past some pieces. See `_fast`, `_walks`.

Arrays are laid out as in `_lines`. `ts`, `tags` and `bits` are room for what one line crosses.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import sqrt

from hexless.table._walks import _part

Ints = MutableSequence[int]
Floats = MutableSequence[float]
FINE = 1 << 20  # parts of a side of an outline
PASSES, BESIDE, STOPPED = 0, 1, 2


def _stops(flat: Ints, at: int, px: int, py: int, qx: int, qy: int, ts: Floats, tags: Ints, bits: Ints) -> bool:
    """Whether a tick of a line is inside the piece at a row."""
    if qx < px or (qx == px and qy < py):
        px, py, qx, qy = qx, qy, px, py
    dx = qx - px
    dy = qy - py
    if qx < flat[at + 2] or px > flat[at + 4] or (dx == 0 and dy == 0):
        return False
    if max(py, qy) < flat[at + 3] or min(py, qy) > flat[at + 5]:
        return False
    part = _part(flat, flat[at], flat[at + 1], px, py, dx, dy, ts, tags, bits)
    return int(part * sqrt(float(dx * dx + dy * dy)) + 0.5) > 0


def _line(
    flat: Ints, picks: Ints, px: int, py: int, qx: int, qy: int, seam: int, ts: Floats, tags: Ints, bits: Ints,
    by: Ints, first: int,
) -> int:  # fmt: skip
    """Whether some piece stops a line, or the lines beside it to the left and to the right are both stopped: so they
    are where it runs along the seam of two pieces. The pieces that stop any of the three are marked in `by`.
    """
    dx = seam if qy < py else -seam if qy > py else 0
    dy = seam if qx > px else -seam if qx < px else 0
    middle, left, right = False, False, False
    for k in range(len(picks)):
        at = 1 + 12 * picks[k]
        a = _stops(flat, at, px, py, qx, qy, ts, tags, bits)
        b = _stops(flat, at, px + dx, py + dy, qx + dx, qy + dy, ts, tags, bits)
        c = _stops(flat, at, px - dx, py - dy, qx - dx, qy - dy, ts, tags, bits)
        if a or b or c:
            by[first + k] = 1
        middle, left, right = middle or a, left or b, right or c
    return STOPPED if middle else BESIDE if left and right else PASSES


def _alone(flat: Ints, picks: Ints, convex: Ints, outline: Ints, x: int, y: int, seam: int) -> bool:
    """Whether only one piece, and one without a dent, comes between an outline and a place, by its box."""
    x0, y0, x1, y1 = x, y, x, y
    for i in range(0, len(outline), 2):
        x0, x1 = min(x0, outline[i]), max(x1, outline[i])
        y0, y1 = min(y0, outline[i + 1]), max(y1, outline[i + 1])
    far = seam + 1
    near = 0
    for k in range(len(picks)):
        at = 1 + 12 * picks[k]
        aside = flat[at + 2] - far > x1 or x0 > flat[at + 4] + far
        if not aside and flat[at + 3] - far <= y1 and y0 <= flat[at + 5] + far:
            near += 1 if convex[picks[k]] == 1 else 2
    return near == 1


def _cuts(flat: Ints, picks: Ints, ax: int, ay: int, dx: int, dy: int, x: int, y: int, cuts: Ints) -> int:
    """Where on a side from a by d what lines to a place meet may change, in order, each once; how many there are."""
    cuts[0], cuts[1] = 0, FINE
    count = 2
    for k in range(len(picks)):
        at = 1 + 12 * picks[k]
        off, n = flat[at], flat[at + 1]
        for i in range(n):
            cx, cy = flat[off + 2 * i], flat[off + 2 * i + 1]
            j = off + 2 * ((i + 1) % n)
            for past in range(2):  # past its corner, and along its edge
                ex, ey = (cx - x, cy - y) if past == 0 else (flat[j] - cx, flat[j + 1] - cy)
                across = dx * ey - dy * ex
                if across == 0:
                    continue
                cut = FINE * ((cx - ax) * ey - (cy - ay) * ex) // across
                if cut <= 0 or cut >= FINE:
                    continue
                m = count
                while cuts[m - 1] > cut:
                    m -= 1
                if cuts[m - 1] == cut:
                    continue
                for move in range(count, m, -1):
                    cuts[move] = cuts[move - 1]
                cuts[m] = cut
                count += 1
    return count


def _shadowed(
    flat: Ints, picks: Ints, convex: Ints, outline: Ints, x: int, y: int, seam: int, cuts: Ints, ts: Floats,
    tags: Ints, bits: Ints, by: Ints, first: int,
) -> bool:  # fmt: skip
    """Whether every line from an outline to a place is stopped; the pieces that stop one are marked in `by`.

    Between two places on the outline from where the line just passes a corner nothing changes, so one line from
    between them speaks for all. A single piece without a dent stops all between two lines that it stops.
    """
    middle = True
    for i in range(0, len(outline), 2):
        how = _line(flat, picks, outline[i], outline[i + 1], x, y, seam, ts, tags, bits, by, first)
        if how == PASSES:
            return False
        middle = middle and how == STOPPED
    if middle and _alone(flat, picks, convex, outline, x, y, seam):
        return True
    for i in range(0, len(outline), 2):
        j = (i + 2) % len(outline)
        ax, ay = outline[i], outline[i + 1]
        dx, dy = outline[j] - ax, outline[j + 1] - ay
        for k in range(1, _cuts(flat, picks, ax, ay, dx, dy, x, y, cuts)):
            part = (cuts[k - 1] + cuts[k]) // 2
            px, py = ax + dx * part // FINE, ay + dy * part // FINE
            if _line(flat, picks, px, py, x, y, seam, ts, tags, bits, by, first) == PASSES:
                return False
    return True


def shadows(
    flat: Ints, picks: Ints, convex: Ints, outline: Ints, spots: Ints, seam: int, cuts: Ints, ts: Floats, tags: Ints,
    bits: Ints, by: Ints,
) -> None:  # fmt: skip
    """For each of some places a row with a mark for each pick in whose shadow it lies: none where a line passes all.

    `by` holds zeros; `cuts` is room for two numbers and two more a corner. Pieces no farther apart than `seam` abut.
    """
    m = len(picks)
    for i in range(len(spots) // 2):
        if not _shadowed(flat, picks, convex, outline, spots[2 * i], spots[2 * i + 1], seam, cuts, ts, tags, bits, by,
                         i * m):  # fmt: skip
            for k in range(m):
                by[i * m + k] = 0

"""Measuring: the closest points of two bases, or of a base and an outline, compared exactly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt
from typing import NamedTuple

import msgspec

from hexless.table import _lines
from hexless.table.lengths import EDGE, Point, at_most, half_up, root
from hexless.table.shapes import Base

__all__ = [
    "Gap", "apart", "clear", "gap", "gap_of_outlines", "gap_to_edge", "gap_to_outline", "off_outline",
    "outline_touches", "within", "within_outline",
]  # fmt: skip


class Gap(msgspec.Struct, frozen=True):
    """How far apart two things are to the nearest tick, and their closest points; 0 when they touch or overlap."""

    distance: int
    start: Point
    end: Point


class _Near(NamedTuple):
    """A closest pair: the distance squared is top / bottom."""

    top: int
    bottom: int
    start: Point
    end: Point

    def below(self, other: _Near) -> bool:
        return self.top * other.bottom < other.top * self.bottom

    def turned(self) -> _Near:
        return _Near(self.top, self.bottom, self.end, self.start)


def gap(a: Base, b: Base) -> Gap:
    """The gap between two bases, with its ends on their rims."""
    near = _near(a, b)
    return _gap(near, a.radius, b.radius)


def apart(a: Base, b: Base) -> int:
    """How far apart two bases are: what `gap` measures, without its ends."""
    dx, dy = a.x - b.x, a.y - b.y
    discs = not (a.length or a.width or b.length or b.width)
    size = root(dx * dx + dy * dy) if discs else _root(*_near(a, b)[:2])
    return max(0, size - a.radius - b.radius)


def within(a: Base, b: Base, limit: int) -> bool:
    """Whether the gap between two bases measures at most `limit`; at the limit is within, to half a tick: `EDGE`."""
    dx, dy = a.x - b.x, a.y - b.y
    square = dx * dx + dy * dy
    reach = limit + a.radius + b.radius
    if not (a.length or a.width or b.length or b.width):
        return reach >= 0 and 4 * square <= (2 * reach + EDGE) ** 2  # `at_most`, without a call
    if square > (limit + a.span + b.span + 1) ** 2:
        return False
    near = _near(a, b)
    return at_most(near.top, reach, near.bottom)


def clear(a: Base, b: Base, least: int) -> bool:
    """Whether the gap between two bases is `least` or more, exactly."""
    reach = least + a.radius + b.radius
    if not (a.length or a.width or b.length or b.width):
        dx, dy = a.x - b.x, a.y - b.y
        return dx * dx + dy * dy >= reach * reach or reach <= 0
    near = _near(a, b)
    return near.top >= reach * reach * near.bottom or reach <= 0


def gap_to_outline(base: Base, outline: Sequence[Point]) -> Gap:
    """The gap between a base and a filled outline."""
    return _gap(_near_outline(base, outline), base.radius, 0)


def off_outline(x: int, y: int, outline: Sequence[Point]) -> int:
    """How far a point is from a filled outline: what `gap_to_outline` measures, without the closest points."""
    if _side(outline, Point(x, y)) >= 0:
        return 0
    top, bottom = -1, 1
    ax, ay = outline[-1]
    for bx, by in outline:
        ex, ey, px, py = bx - ax, by - ay, x - ax, y - ay
        along, size = px * ex + py * ey, ex * ex + ey * ey
        if along <= 0:
            square, size = px * px + py * py, 1
        elif along >= size:
            square, size = (x - bx) ** 2 + (y - by) ** 2, 1
        else:
            square = (ex * py - ey * px) ** 2
        if top < 0 or square * bottom < top * size:
            top, bottom = square, size
        ax, ay = bx, by
    return _root(top, bottom)


def gap_of_outlines(a: Sequence[Point], b: Sequence[Point]) -> int:
    """How far two filled outlines are apart, to the nearest tick; a point, or a line of two, is one as well."""
    if len(a) == 1 or len(b) == 1:
        return off_outline(*a[0], b) if len(a) == 1 else off_outline(*b[0], a)
    if any(_crosses(a, i, b) for i in range(len(a))):
        return 0
    ours, theirs = (off_outline(*p, b) for p in a), (off_outline(*q, a) for q in b)
    return min(*ours, *theirs)


def gap_to_edge(base: Base, outline: Sequence[Point]) -> Gap:
    """The gap between a base and the line of an outline, also from inside."""
    spots = base.corners() or (base.centre,)
    near = _least(_to_rim(spot, outline) for spot in spots)
    if not base.round and any(_crosses(base.corners(), i, outline) for i in range(4)):
        near = _Near(0, 1, near.end, near.end)
    return _gap(near, base.radius, 0)


def outline_touches(outline: Sequence[Point], base: Base) -> bool:
    """Whether a base overlaps a filled outline or touches its edge."""
    if base.round:
        return not _clears(base.x, base.y, base.radius**2, outline, 1) or _side(outline, base.centre) >= 0
    return _near_outline(base, outline).top == 0


def within_outline(base: Base, outline: Sequence[Point]) -> bool:
    """Whether a base lies fully within an outline; touching the edge from inside is within."""
    if base.round:
        x, y, r = base.x, base.y, base.radius
        if box := _upright(outline):
            return box[0] + r <= x <= box[2] - r and box[1] + r <= y <= box[3] - r
        return _clears(x, y, r * r, outline) and _side(outline, base.centre) >= 0
    corners = base.corners()
    if any(_side(outline, corner) < 0 for corner in corners):
        return False
    pts, quad = _flat(outline), _flat(corners)
    for i in range(len(outline)):
        p, q = outline[i - 1], outline[i]
        if _lines.cuts(quad, 0, 4, p.x, p.y, q.x - p.x, q.y - p.y, 0, 1, 1):
            return False
    return _lines.holds(pts, 0, len(outline), base.x, base.y) >= 0


def _upright(outline: Sequence[Point]) -> tuple[int, int, int, int] | None:
    """The least and greatest x and y of an outline that is a rectangle along the edges of the table; None of others."""
    if len(outline) != 4:
        return None
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = outline
    if not ((ax == dx and bx == cx and ay == by and cy == dy) or (ax == bx and cx == dx and ay == dy and by == cy)):
        return None
    (left, right), (low, high) = (ax, cx) if ax < cx else (cx, ax), (ay, cy) if ay < cy else (cy, ay)
    return left, low, right, high


def _gap(near: _Near, start: int, end: int) -> Gap:
    """The gap left when a closest pair of points gets discs about its ends."""
    size = _root(near.top, near.bottom)
    p, q = near.start, near.end
    left = size - start - end
    if left <= 0:
        meet = _along(p, q, min(start, size), max(size, 1))
        return Gap(0, meet, meet)
    return Gap(left, _along(p, q, start, size), _along(q, p, end, size))


def _along(p: Point, q: Point, part: int, whole: int) -> Point:
    """The point part / whole of the way from p to q."""
    return Point(p.x + half_up((q.x - p.x) * part, whole), p.y + half_up((q.y - p.y) * part, whole))


def _root(top: int, bottom: int) -> int:
    """The square root of top / bottom to the nearest whole number."""
    if bottom == 1:
        return root(top)
    floor = isqrt(top // bottom)
    return floor + ((2 * floor + 1) ** 2 * bottom < 4 * top)


def _near(a: Base, b: Base) -> _Near:
    """The closest pair between the cores of two bases: a disc's core is its centre."""
    if a.round and b.round:
        dx, dy = a.x - b.x, a.y - b.y
        return _Near(dx * dx + dy * dy, 1, a.centre, b.centre)
    if b.round:
        return _near_outline(b, a.corners()).turned()
    return _near_outline(a, b.corners())


def _near_outline(base: Base, outline: Sequence[Point]) -> _Near:
    if base.round:
        centre = base.centre
        return _Near(0, 1, centre, centre) if _side(outline, centre) >= 0 else _to_rim(centre, outline)
    corners = base.corners()
    ours = _least(_to_rim(corner, outline) for corner in corners)
    theirs = _least(_to_rim(point, corners) for point in outline).turned()
    near = ours if ours.below(theirs) else theirs
    if near.top and _lines.outlines_meet(_flat(outline), 0, len(outline), _flat(corners), 0, 4, base.x, base.y):
        return _Near(0, 1, near.start, near.start)
    return near


def _least(pairs: Iterable[_Near]) -> _Near:
    some = iter(pairs)
    best = next(some)
    for pair in some:
        if pair.below(best):
            best = pair
    return best


def _to_rim(p: Point, outline: Sequence[Point]) -> _Near:
    """The closest pair between a point and the line of an outline; of several, on the first side that has one."""
    x, y = p
    ax, ay = outline[-1]
    least, bottom, side, k = -1, 1, 0, 0
    for i, (bx, by) in enumerate(outline):
        ex, ey, px, py = bx - ax, by - ay, x - ax, y - ay
        along, size = px * ex + py * ey, ex * ex + ey * ey
        if along <= 0:
            top, under = px * px + py * py, 1
        elif along >= size:
            top, under = (x - bx) ** 2 + (y - by) ** 2, 1
        else:
            top, under = (ex * py - ey * px) ** 2, size
        if least < 0 or top * bottom < least * under:
            least, bottom, side, k = top, under, i, along
        ax, ay = bx, by
    a, b = outline[side - 1], outline[side]
    if bottom == 1:
        return _Near(least, bottom, p, a if k <= 0 else b)
    return _Near(
        least, bottom, p, Point(a.x + half_up((b.x - a.x) * k, bottom), a.y + half_up((b.y - a.y) * k, bottom))
    )


def _clears(x: int, y: int, square: int, outline: Sequence[Point], more: int = 0) -> bool:
    """Whether no side of an outline comes nearer to a point than the root of a square; with 1 more, none as near."""
    ax, ay = outline[-1]
    for bx, by in outline:
        ex, ey, px, py = bx - ax, by - ay, x - ax, y - ay
        along, size = px * ex + py * ey, ex * ex + ey * ey
        if along <= 0:
            off = px * px + py * py >= square + more
        elif along >= size:
            off = (x - bx) ** 2 + (y - by) ** 2 >= square + more
        else:
            off = (ex * py - ey * px) ** 2 >= square * size + more
        if not off:
            return False
        ax, ay = bx, by
    return True


def _crosses(corners: Sequence[Point], i: int, outline: Sequence[Point]) -> bool:
    """Whether a side of an outline passes from one side of another to the other."""
    p, q = corners[i - 1], corners[i]
    turns = [(_turn(outline[k - 1], outline[k], p), _turn(outline[k - 1], outline[k], q),
              _turn(p, q, outline[k - 1]), _turn(p, q, outline[k])) for k in range(len(outline))]  # fmt: skip
    return any(a * b < 0 and c * d < 0 for a, b, c, d in turns)


def _turn(a: Point, b: Point, c: Point) -> int:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def _side(outline: Sequence[Point], p: Point) -> int:
    """1 when a point is inside an outline, 0 on its edge, -1 outside: `_lines.holds`, without a flat list."""
    x, y = p
    inside = -1
    bx, by = outline[-1]
    bx, by = bx - x, by - y
    for cx, cy in outline:
        ax, ay, bx, by = bx, by, cx - x, cy - y
        side = ax * by - ay * bx
        if side == 0 and ax * bx <= 0 and ay * by <= 0:
            return 0
        if (ay > 0) != (by > 0) and (side > 0) == (by > ay):
            inside = -inside
    return inside


def _flat(points: Sequence[Point]) -> list[int]:
    return [value for point in points for value in point]

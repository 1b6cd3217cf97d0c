"""Seams: where pieces abut, nothing passes between them.

A line through the inside of a piece is stopped, a line along its edge is not; so a line could slip exactly along the
edge that two pieces share, or through a corner where they meet. Each such place gets a sliver of a few ticks that
stops it, as high as the lower of the two. Pieces that are turned are rounded to whole ticks, so edges a few ticks
apart are taken to abut.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from hexless.table.lengths import Point

if TYPE_CHECKING:
    from hexless.table.terrain import Piece

__all__ = ["Seam", "seams"]

CLOSE = 3  # ticks


class Seam(NamedTuple):
    """A sliver between two pieces, counter-clockwise."""

    first: int
    second: int
    outline: tuple[Point, ...]


def seams(pieces: Sequence[Piece]) -> tuple[Seam, ...]:
    """The slivers of all pieces that abut."""
    boxes = [(min(p.x for p in o), min(p.y for p in o), max(p.x for p in o), max(p.y for p in o))
             for o in (each.outline for each in pieces)]  # fmt: skip
    found = []
    for i, j in combinations(range(len(pieces)), 2):
        a, b = boxes[i], boxes[j]
        if a[0] <= b[2] + CLOSE and b[0] <= a[2] + CLOSE and a[1] <= b[3] + CLOSE and b[1] <= a[3] + CLOSE:
            found += [Seam(i, j, sliver) for sliver in _slivers(pieces[i].outline, pieces[j].outline)]
    return tuple(found)


def _slivers(a: Sequence[Point], b: Sequence[Point]) -> Iterator[tuple[Point, ...]]:
    contacts = list(dict.fromkeys([p for p in a if _near(p, b)] + [p for p in b if _near(p, a)]))
    joined: list[Point] = []
    for p, q in combinations(contacts, 2):
        middle = ((p.x + q.x) / 2, (p.y + q.y) / 2)
        if _near(middle, a) and _near(middle, b) and (sliver := _strip(p, q)):
            joined += (p, q)
            yield sliver
    for p in contacts:
        if p not in joined:
            yield (Point(p.x + CLOSE, p.y), Point(p.x, p.y + CLOSE), Point(p.x - CLOSE, p.y), Point(p.x, p.y - CLOSE))


def _strip(p: Point, q: Point) -> tuple[Point, ...] | None:
    """A few ticks on both sides of the line between two places; None if they are all but one."""
    dx, dy = q.x - p.x, q.y - p.y
    size = sqrt(dx * dx + dy * dy)
    if size <= CLOSE:
        return None
    nx, ny = round(-dy * CLOSE / size), round(dx * CLOSE / size)
    return (Point(p.x - nx, p.y - ny), Point(q.x - nx, q.y - ny), Point(q.x + nx, q.y + ny), Point(p.x + nx, p.y + ny))


def _near(p: tuple[float, float], outline: Sequence[Point]) -> bool:
    """Whether a place is a few ticks from the line of an outline."""
    return any(_apart(p, outline[i - 1], outline[i]) <= CLOSE * CLOSE for i in range(len(outline)))


def _apart(p: tuple[float, float], a: Point, b: Point) -> float:
    """The distance squared of a place from a side."""
    ex, ey, px, py = b.x - a.x, b.y - a.y, p[0] - a.x, p[1] - a.y
    size = ex * ex + ey * ey
    t = min(max((px * ex + py * ey) / size, 0.0), 1.0) if size else 0.0
    return (px - t * ex) ** 2 + (py - t * ey) ** 2

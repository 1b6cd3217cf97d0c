"""Along a way: how long it is, where everybody is on it, and how high the ground is there."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from hexless.moves import Way
from hexless.table import Base, Point, Terrain, distance

from .model import Element

__all__ = ["Track", "Trail", "grounded", "length", "on_way", "trail"]

Spots = tuple[Base, ...]


def level(terrain: Terrain, x: int, y: int) -> int:
    """How high one stands at a point: on a hill, or on top of what is climbed."""
    near = [i for i, x0, y0, x1, y1 in _high(terrain) if x0 <= x <= x1 and y0 <= y <= y1]
    if not near:
        return 0
    under = terrain.at((x, y))
    return max([terrain.pieces[i].top for i in near if i in under], default=0)


@lru_cache(maxsize=64)
def _high(terrain: Terrain) -> list[tuple[int, int, int, int, int]]:
    """The hills, and what is climbed, each with its box."""
    return [(i, *terrain.box(i)) for i in terrain.having("climb", "hill").pieces]


def grounded(terrain: Terrain, base: Base) -> Base:
    """The base at the height of the ground under it."""
    z = level(terrain, base.x, base.y)
    return base if z == base.z else base.at(base.x, base.y, z)


def length(base: Base, way: Way) -> int:
    """How long a way is."""
    corners = [(base.x, base.y), *way.points]
    return sum(distance(p, q) for p, q in pairwise(corners))


def on_way(base: Base, way: Way, far: int) -> Point:
    """The point that is so far along a way."""
    here = Point(base.x, base.y)
    for point in way.points:
        step = distance(here, point)
        if far <= step and step:
            return Point(here.x + (point[0] - here.x) * far // step, here.y + (point[1] - here.y) * far // step)
        far, here = far - step, Point(*point)
    return here


# ---- everybody on the way


class Track(NamedTuple):
    """One figure of a move: where it began, and where it ends."""

    start: Base
    end: Base


class Trail(NamedTuple):
    """A move of a whole Troop Element: the leader's way, its length, and where each figure begins and ends."""

    way: Way
    whole: int
    tracks: tuple[Track, ...]  # the leader's first

    def at(self, terrain: Terrain, far: int) -> Spots:
        """Where each figure is when the leader has gone so far."""
        if far >= self.whole:
            return tuple([grounded(terrain, t.end) for t in self.tracks])
        rest = [grounded(terrain, t.end.at(*_part(t, far, self.whole))) for t in self.tracks[1:]]
        return self.lead(terrain, far), *rest

    def lead(self, terrain: Terrain, far: int) -> Base:
        """Where the leader is when he has gone so far."""
        t = self.tracks[0]
        return grounded(terrain, t.end if far >= self.whole else t.end.at(*on_way(t.start, self.way, far)))


def _part(t: Track, far: int, whole: int) -> Point:
    """So much of a figure's straight line as the leader has gone of his way."""
    a, b = t.start, t.end
    return Point(a.x + (b.x - a.x) * far // whole, a.y + (b.y - a.y) * far // whole)


def trail(e: Element, way: Way, ends: Spots) -> Trail:
    """The move of a Troop Element along its leader's way."""
    return Trail(way, length(e.leader, way), tuple([Track(*two) for two in zip(e.bases, ends)]))

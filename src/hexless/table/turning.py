"""Turning: what a rectangle runs into when it faces along every stretch of its way and turns in place between them.

A rectangle looks the same backwards, so it never turns by more than a right angle. While it goes straight it covers
one longer rectangle; while it turns it is judged every few degrees, so that no corner strays by more than a
two-hundredth of a unit unseen. It is drawn a tick smaller on the way, so that it can go flush along a wall; where it
ends it is judged exactly. What it overlaps where it starts, or hangs over, it may leave.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

from hexless.table.lengths import Point, distance
from hexless.table.path import Stop, fits
from hexless.table.shapes import Base, Bases, pack
from hexless.table.terrain import Costs, Terrain

__all__ = ["poses", "turned"]

UNSEEN = 5  # ticks that a corner may stray between two looks
Facing = tuple[int, int]


def turned(
    terrain: Terrain,
    base: Base,
    points: Sequence[tuple[int, int]],
    costs: Costs,
    others: Sequence[Base] | Bases = (),
    face: Facing | None = None,
) -> Stop | None:
    """What stops a rectangle as it turns and goes along its way: somebody, a wall, the table's edge; None: nothing."""
    if base.round:
        return None
    costs, others = _left(terrain, base, costs, pack(others))
    hangs = not terrain.fits_table(base)
    for pose, point in poses(base, points, face):
        if not hangs and (over := _over(terrain, pose)) > 0:
            return Stop("off_table", -1, over, point, (base.centre, point))
        if found := fits(terrain, pose, costs, others, base):
            return Stop("no_fit", found[1], 0, point, (base.centre, point))
    return None


def _left(terrain: Terrain, base: Base, costs: Costs, others: Bases) -> tuple[Costs, Bases]:
    """What is in the way of a base, without what it overlaps where it starts."""
    gone: list[int] = []
    while found := fits(terrain, base, costs, others, base):
        if found[0] == "base":
            gone.append(found[1])
            others = others.without(*gone)
        else:
            costs = Costs(tuple(each for each in costs.pieces if each[0] != found[1]), costs.corners)
    return costs, others


def _over(terrain: Terrain, pose: Base) -> int:
    """How far a rectangle hangs over the edge of the table."""
    return max(max(-x, x - terrain.width, -y, y - terrain.depth) for x, y in pose.corners())


def poses(base: Base, points: Sequence[tuple[int, int]], face: Facing | None) -> Iterator[tuple[Base, Point]]:
    """All that a rectangle covers on its way, one rectangle after another, and where its centre is then.

    face: how it is turned at the end; None: along the last stretch.
    """
    here = base
    for x, y in points:
        ahead = (x - here.x, y - here.y)
        if ahead == (0, 0):
            continue
        yield from _turned(here, ahead)
        here = here.facing(*ahead)
        middle = ((here.x + x) // 2, (here.y + y) // 2)
        far = distance(here.centre, (x, y))
        yield Base(*middle, 0, _less(here.length) + far, _less(here.width), *ahead), Point(x, y)
        here = here.at(x, y)
    if face is not None:
        yield from _turned(here, face)


def _turned(base: Base, face: Facing) -> Iterator[tuple[Base, Point]]:
    """The poses from one facing to another, the nearer way round, both ends included."""
    a, b = _unit((base.fx, base.fy)), _unit(face)
    if a[0] * b[0] + a[1] * b[1] < 0:
        b = (-b[0], -b[1])
    wide = sqrt(8 * UNSEEN / max(1, base.span))  # the angle of a chord that is so far from its arc
    apart = sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)
    steps = int(apart * 1.42 / wide) + 1  # equal parts of a chord are unequal parts of its arc
    for k in range(1, steps + 1):
        x, y = a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps
        face = (round(x * 10000), round(y * 10000))
        yield Base(base.x, base.y, 0, _less(base.length), _less(base.width), *face), base.centre


def _less(extent: int) -> int:
    return max(1, extent - 2)


def _unit(vector: Facing) -> tuple[float, float]:
    size = sqrt(vector[0] ** 2 + vector[1] ** 2)
    return vector[0] / size, vector[1] / size

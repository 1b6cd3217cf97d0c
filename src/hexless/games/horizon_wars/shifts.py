"""The inch after a fight where something stands in the way: every straight way that can lead out of it.

A way ends where it leaves a circle about the opponent. What bars the headings between two of those that are tried bars
one of them: they just pass an obstacle, or lead to where the circle meets what bounds the places of the base.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from hexless.table import Base, Room, distance
from hexless.table.lengths import half_up

from .lines import Point, grazing, landing
from .model import INCH, HorizonWars, UnitId
from .movement import obstacles, price

__all__ = ["along", "aside", "past"]

BESIDE = 50  # ticks along the circle, within which some place measures just an inch


def along(base: Base, line: Point, size: int) -> Point:
    """So far from a base on a line."""
    far = distance((0, 0), line) or 1
    return base.x + half_up(line[0] * size, far), base.y + half_up(line[1] * size, far)


def aside(s: HorizonWars, unit: UnitId, opponent: Base) -> Iterator[Point]:
    """The places an inch from an opponent to which a straight way may lead, the shortest first."""
    base = s[unit].base
    ends = {end for line in _headings(s, unit, opponent, INCH) if (end := _leaves(base, opponent, line, INCH))}
    for end in sorted(ends, key=lambda p: (distance(base.centre, p), p)):
        yield from _at_an_inch(base, opponent, end)
        yield end


def past(s: HorizonWars, unit: UnitId, target: UnitId, space: int) -> Iterator[tuple[Point, Point]]:
    """Headings through a target and where they leave it, so far beyond it: the straightest first, half a right angle
    to either side.
    """
    base, t = s[unit].base, s[target].base
    ahead = (t.x - base.x, t.y - base.y)
    lines = (ahead, *_headings(s, unit, t, space, target))
    ends = {line: end for line in lines if (end := _leaves(base, t, line, space))}
    for line in sorted(ends, key=lambda line: (-distance(base.centre, ends[line]), line)):
        if line[0] * ahead[0] + line[1] * ahead[1] >= abs(line[0] * ahead[1] - line[1] * ahead[0]):
            yield from ((line, end) for end in (*(_at_an_inch(base, t, ends[line]) if space else ()), ends[line]))


def _headings(
    s: HorizonWars, unit: UnitId, opponent: Base, space: int, through: UnitId | None = None
) -> Iterator[Point]:
    """The headings that decide: to the corners of the room about an opponent, and just past whatever is there."""
    base, costs = s[unit].base, price(s, s[unit])
    others = obstacles(s, unit, *([] if through is None else [through]))
    room = Room(base).on_table(s.terrain).off(s.terrain, costs).clear_of(others).clear_of([opponent], space)
    near = room.from_here(2 * (base.radius + opponent.radius + INCH))
    yield from ((x - base.x, y - base.y) for x, y in near.places(lambda _: True) if (x, y) != base.centre)
    yield from grazing([piece.outline for piece in s.terrain.pieces], base, others)


def _leaves(base: Base, opponent: Base, line: Point, space: int) -> Point | None:
    """Where a base that goes along a line is last so near to an opponent, two ticks on; None if it never is."""
    wx, wy, far = base.x - opponent.x, base.y - opponent.y, distance((0, 0), line) or 1
    forth, size = (wx * line[0] + wy * line[1]) // far, base.radius + opponent.radius + space + 2
    square = size * size - wx * wx - wy * wy + forth * forth
    step = isqrt(square) - forth if square >= 0 else -1
    return along(base, line, step) if step > 0 else None


def _at_an_inch(base: Base, opponent: Base, end: Point) -> Iterator[Point]:
    """The places about the end of a way that measure an inch."""
    out = (end[0] - opponent.x, end[1] - opponent.y)
    for side in (0, BESIDE, -BESIDE):
        place = landing(base.at(*along(base.at(*end), (-out[1], out[0]), side)), opponent, INCH)
        if place is not None:
            yield place

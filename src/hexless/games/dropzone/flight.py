"""Flight: the moments of an aircraft's way at which AA weapons may fire at it. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from hexless.table import Point, Terrain, distance, gap_of_outlines

from . import aiming
from .lines import extent
from .model import INCH, Dropzone, Gun, Unit
from .unit_types import level

__all__ = ["moments"]

Pair = tuple[int, int]


def moments(s: Dropzone, unit: int, start: Pair, points: Sequence[Pair]) -> tuple[Pair, ...]:
    """Half-way and at the end of each stretch; and where somebody has it in range and sight who never has it there."""
    return _moments(s, unit, start, tuple(points))


@lru_cache(maxsize=64)
def _moments(s: Dropzone, unit: int, start: Pair, points: tuple[Pair, ...]) -> tuple[Pair, ...]:
    legs = [(a, b) for a, b in zip((start, *points), points) if a != b]
    usual = [(k, far) for k, (a, b) in enumerate(legs) for far in (distance(a, b) // 2, distance(a, b))]
    found = dict.fromkeys(usual)
    for foe, gun in _ready(s, unit):
        near = [k for k, leg in enumerate(legs) if _in_reach(s, foe, gun, leg)]
        if near and not any(_hits(s, foe, gun, unit, legs[k], far) for k, far in usual if k in near):
            looks = ((k, far) for k in near for far in _looks(s, foe, legs[k]))
            seen = (at for at in looks if _hits(s, foe, gun, unit, legs[at[0]], at[1]))
            found[next(seen, usual[-1])] = None
    return tuple(dict.fromkeys(_along(legs[k], far) for k, far in sorted(found))) or tuple(points[-1:])


def _ready(s: Dropzone, unit: int) -> Iterator[tuple[int, Gun]]:
    """The AA weapons of the enemy that have not shot."""
    side = s.units[unit].side
    for i, guns in s.field.flak:
        if s.units[i].side != side:
            yield from ((i, gun) for k, gun in guns if aiming.ready(s, i, k))


def _in_reach(s: Dropzone, foe: int, gun: Gun, leg: tuple[Pair, Pair]) -> bool:
    """Whether a stretch comes near enough to a weapon at all."""
    inches = gun.full if min(gun.full, gun.countered) < 0 else max(gun.full, gun.countered)
    ends = [Point(*end) for end in leg]
    return inches < 0 or gap_of_outlines(extent(s.terrain, s.units[foe]), ends) <= inches * INCH


def _hits(s: Dropzone, foe: int, gun: Gun, unit: int, leg: tuple[Pair, Pair], far: int) -> bool:
    """Whether a weapon could hit an aircraft that far along a stretch."""
    u, v, (x, y) = s.units[unit], s.units[foe], _along(leg, far)
    if _too_far(v, gun, u, x, y):
        return False
    there = u.with_(base=u.base.at(x, y, level(s, u, x, y, True)), placed=True, flying=True)
    return aiming.against(s, v, gun, there) is None


def _too_far(v: Unit, gun: Gun, u: Unit, x: int, y: int) -> bool:
    """Whether an aircraft there is out of range of somebody on the ground, whom nothing in the air can touch."""
    reach = aiming.reach_of(gun, u)
    if reach < 0 or v.piece is not None or v.flying or u.zones:
        return False
    return (x - v.base.x) ** 2 + (y - v.base.y) ** 2 > (reach + aiming.NEAR) ** 2


def _along(leg: tuple[Pair, Pair], far: int) -> Pair:
    (ax, ay), (bx, by) = leg
    whole = distance(*leg)
    return ax + (bx - ax) * far // whole, ay + (by - ay) * far // whole


def _looks(s: Dropzone, foe: int, leg: tuple[Pair, Pair]) -> list[int]:
    """Where to look: every inch, where the way comes nearest, and between any two corners of what may hide it."""
    (ax, ay), (bx, by) = leg
    whole, eye = distance(*leg), s.units[foe].base
    centre = eye.centre
    passed = sorted([far for c in _corners(s.terrain) if (far := _passes(centre, c, leg, whole)) is not None])
    nearest = ((eye.x - ax) * (bx - ax) + (eye.y - ay) * (by - ay)) // whole
    between = [(a + b) // 2 for a, b in pairwise([0, *passed, whole])]
    return sorted({*range(INCH, whole, INCH), min(whole, max(0, nearest)), *between})


@lru_cache(maxsize=64)
def _corners(terrain: Terrain) -> tuple[Point, ...]:
    """The corners of what may hide an aircraft."""
    return tuple([c for i in terrain.having("solid").pieces for c in terrain.pieces[i].outline])


def _passes(eye: Point, corner: Point, leg: tuple[Pair, Pair], whole: int) -> int | None:
    """How far along a stretch the line from an eye past a corner meets it."""
    (px, py), (qx, qy) = leg
    dx, dy = corner.x - eye.x, corner.y - eye.y
    across = (qx - px) * dy - (qy - py) * dx
    far = whole * ((eye.x - px) * dy - (eye.y - py) * dx) // across if across else -1
    return far if 0 < far < whole else None

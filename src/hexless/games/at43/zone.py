"""Zone of fire: who is caught between a shooting unit and its target, and takes impacts first."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from hexless.moves.packed import packed
from hexless.table import Base, amid, apart

from ._sheet import rule
from .model import AT43, FighterId, Unit

__all__ = ["Caught", "caught", "zone"]


EDGE = 2  # ticks: who is no farther from the zone touches it


class Caught(NamedTuple):
    """A fighter of a third unit in a zone of fire."""

    unit: int
    fighter: FighterId


@rule("at.zone.outline", "at.zone.special-weapon")
def zone(s: AT43, shooter: int, target: int) -> tuple[Base, ...]:
    """The area between the outermost figures of both whole units, whoever of them fires: what is amid them all."""
    return (*s[shooter].bases, *s[target].bases)


@rule("at.zone.smaller-ignored", "at.play.sizes")
def too_small(s: AT43, other: int, shooter: int, target: int) -> bool:
    """Smaller than the shooters or smaller than the targets; equal is not smaller."""
    size = s[other].card.size
    return size < s[shooter].card.size or size < s[target].card.size


@rule("at.tactic.hit-the-deck")
def lies_low(s: AT43, unit: int) -> bool:
    """A unit that has hit the deck takes no impacts for being in a zone of fire."""
    return s[unit].deck


@rule("at.zone.outline", "at.los.soldiers-clear")
@lru_cache(maxsize=128)
def caught(s: AT43, shooter: int, target: int) -> tuple[Caught, ...]:
    """The fighters of third units in the zone, friend or foe, not too small and not on the deck.

    The nearest to the shooting leader comes first.
    """
    a, b = s[shooter], s[target]
    about = [
        Caught(i, f)
        for i, u in enumerate(s.units)
        if i not in (shooter, target) and u.here and u.card.kind != "generator"
        if _beside(u, a, b) and not lies_low(s, i) and not too_small(s, i, shooter, target)
        for f in u.living
    ]
    bases = tuple([s[c.unit].fighters[c.fighter].base for c in about])
    inside = amid(packed(zone(s, shooter, target)), packed(bases), EDGE) if about else ()
    origin = a.chief.base
    found = [(apart(origin, base), c) for c, base, hit in zip(about, bases, inside) if hit]
    return tuple([c for _, c in sorted(found)])


def _beside(u: Unit, a: Unit, b: Unit) -> bool:
    """Whether a unit comes anywhere near the zone between two others, by the boxes that hold them: along both edges of
    the table, and across the line from one to the other.
    """
    (x0, y0, x1, y1), (a0, b0, a1, b1), (c0, d0, c1, d1) = u.box, a.box, b.box
    if (x0 > a1 and x0 > c1) or (y0 > b1 and y0 > d1) or (x1 < a0 and x1 < c0) or (y1 < b0 and y1 < d0):
        return False
    nx, ny = b0 + b1 - d0 - d1, c0 + c1 - a0 - a1
    (at, half), (line, wide), (_, broad) = _along(u.box, nx, ny), _along(a.box, nx, ny), _along(b.box, nx, ny)
    return abs(at - line) <= half + max(wide, broad) + 2 * EDGE * (abs(nx) + abs(ny))


def _along(box: tuple[int, int, int, int], nx: int, ny: int) -> tuple[int, int]:
    """Where the middle of a box is along a direction, and how far it reaches to either side; both twice."""
    x0, y0, x1, y1 = box
    return nx * (x0 + x1) + ny * (y0 + y1), abs(nx) * (x1 - x0) + abs(ny) * (y1 - y0)

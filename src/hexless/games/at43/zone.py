"""Zone of fire: who is caught between a shooting unit and its target, and takes impacts first."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from hexless.moves.packed import packed
from hexless.table import Base, amid, gap

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
@lru_cache(maxsize=512)
def caught(s: AT43, shooter: int, target: int) -> tuple[Caught, ...]:
    """The fighters of third units in the zone, friend or foe, not too small and not on the deck.

    The nearest to the shooting leader comes first.
    """
    about = [
        Caught(i, f)
        for i, u in enumerate(s.units)
        if i not in (shooter, target) and u.here and u.card.kind != "generator"
        if _beside(u, s[shooter], s[target]) and not lies_low(s, i) and not too_small(s, i, shooter, target)
        for f in u.living
    ]
    bases = tuple([s[c.unit].fighters[c.fighter].base for c in about])
    inside = amid(packed(zone(s, shooter, target)), packed(bases), EDGE) if about else ()
    origin = s[shooter].chief.base
    found = [(gap(origin, base).distance, c) for c, base, hit in zip(about, bases, inside) if hit]
    return tuple([c for _, c in sorted(found)])


def _beside(u: Unit, a: Unit, b: Unit) -> bool:
    """Whether a unit comes anywhere near the zone between two others, by the boxes that hold them."""
    (x0, y0, x1, y1), (a0, b0, a1, b1), (c0, d0, c1, d1) = u.box, a.box, b.box
    return x0 <= max(a1, c1) and y0 <= max(b1, d1) and x1 >= min(a0, c0) and y1 >= min(b0, d0)

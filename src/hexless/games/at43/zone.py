"""Zone of fire: who is caught between a shooting unit and its target, and takes impacts first."""

from __future__ import annotations

from functools import lru_cache

from hexless.kernel import Game
from hexless.table import Base, Point, gap, hull, outline_touches

from ._sheet import rule
from .model import AT43

__all__ = ["caught", "share_out", "zone"]

G = Game[AT43]


@rule("at.zone.outline", "at.zone.special-weapon")
def zone(s: AT43, shooter: int, target: int) -> tuple[Point, ...]:
    """The area between the outermost figures of both whole units, whoever of them fires."""
    return _hull((*s[shooter].bases, *s[target].bases))


@lru_cache(maxsize=4096)
def _hull(bases: tuple[Base, ...]) -> tuple[Point, ...]:
    """The hull; of bases of one size only those matter whose centres are outermost."""
    outer = []
    for radius in dict.fromkeys(base.radius for base in bases):
        alike = [base for base in bases if base.radius == radius]
        corners = hull([Base(base.x, base.y) for base in alike])
        outer += [base for base in alike if len(corners) < 3 or base.centre in corners]
    return hull(outer)


@rule("at.zone.smaller-ignored", "at.play.sizes")
def too_small(s: AT43, other: int, shooter: int, target: int) -> bool:
    """Smaller than the shooters or smaller than the targets; equal is not smaller."""
    size = s[other].card.size
    return size < s[shooter].card.size or size < s[target].card.size


def between(s: AT43, shooter: int, target: int) -> list[tuple[int, int]]:
    """The fighters of third units in the zone, nearest to the shooting leader first."""
    outline, origin = zone(s, shooter, target), s[shooter].chief.base
    inside = [
        (i, f)
        for i, u in enumerate(s.units)
        if i not in (shooter, target) and u.placed and not u.gone and u.card.kind != "generator"
        for f in u.living
        if _inside(outline, u.fighters[f].base)
    ]
    return sorted(inside, key=lambda each: (gap(origin, s[each[0]].fighters[each[1]].base).distance, each))


@lru_cache(maxsize=1 << 14)
def _inside(outline: tuple[Point, ...], base: Base) -> bool:
    """Whether a base is touched by an outline; far off its box it is not."""
    x0, y0, x1, y1 = _box(outline)
    near = (
        x0 <= base.x + base.span and base.x - base.span <= x1 and y0 <= base.y + base.span and base.y - base.span <= y1
    )
    return near and outline_touches(outline, base)


@lru_cache(maxsize=4096)
def _box(outline: tuple[Point, ...]) -> tuple[int, int, int, int]:
    xs, ys = [p.x for p in outline], [p.y for p in outline]
    return min(xs), min(ys), max(xs), max(ys)


@rule("at.zone.outline")
def caught(g: G, shooter: int, target: int) -> list[tuple[int, int]]:
    """Those of them that take an impact: friend or foe, not too small, and not on the deck."""
    s, inside = g.state, between(g.state, shooter, target)
    if any(s[i].card.soldier for i, _ in inside):
        g.cite("at.los.soldiers-clear")
    if any(too_small(s, i, shooter, target) for i, _ in inside):
        g.cite("at.zone.smaller-ignored", "at.play.sizes")
    if any(s[i].deck for i, _ in inside):
        on_the_deck(g)
    return [(i, f) for i, f in inside if not s[i].deck and not too_small(s, i, shooter, target)]


@rule("at.tactic.hit-the-deck")
def on_the_deck(g: G) -> None:
    """A unit that has hit the deck takes no impacts for being in a zone of fire."""


@rule("at.zone.one-each", "at.zone.rest-to-target", "at.play.impact-order")
def share_out(g: G, inside: list[tuple[int, int]], impacts: int) -> tuple[list[tuple[int, int]], int]:
    """One impact to each fighter caught, the nearest first; the rest goes to the target."""
    struck = inside[:impacts]
    rest = impacts - len(struck)
    if struck:
        g.note("caught", units=tuple(dict.fromkeys(g.state[i].name for i, _ in struck)), impacts=len(struck), rest=rest)
    return struck, rest

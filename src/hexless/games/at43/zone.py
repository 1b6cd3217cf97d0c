"""Zone of fire: who is caught between a shooting unit and its target, and takes impacts first."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, pairwise
from math import isqrt, sqrt
from typing import NamedTuple

import msgspec

from hexless.table import Base, Point, gap, hull, hull_of, outline_touches

from ._sheet import rule
from .model import AT43, FighterId

__all__ = ["Caught", "caught", "zone"]


EDGE = 2  # ticks: who is no farther from the zone touches it
RIM = 20  # ticks: by so much at most the corners of an outline cut the rims that they stand for
Box = tuple[int, int, int, int]


class Caught(NamedTuple):
    """A fighter of a third unit in a zone of fire."""

    unit: int
    fighter: FighterId


@rule("at.zone.outline", "at.zone.special-weapon")
def zone(s: AT43, shooter: int, target: int) -> tuple[Point, ...]:
    """The area between the outermost figures of both whole units, whoever of them fires."""
    return _between(s[shooter].bases, s[target].bases)


@lru_cache(maxsize=4096)
def _between(a: tuple[Base, ...], b: tuple[Base, ...]) -> tuple[Point, ...]:
    return hull_of((*_hull(a), *_hull(b)))


@lru_cache(maxsize=1024)
def _hull(bases: tuple[Base, ...]) -> tuple[Point, ...]:
    """The hull of a unit; of bases of one size only those matter whose centres are outermost."""
    outer = []
    for radius in dict.fromkeys(base.radius for base in bases):
        alike = [base for base in bases if base.radius == radius]
        corners = hull_of(base.centre for base in alike)
        outer += [base for base in alike if len(corners) < 3 or base.centre in corners]
    return hull(outer)


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
@lru_cache(maxsize=1024)
def caught(s: AT43, shooter: int, target: int) -> tuple[Caught, ...]:
    """The fighters of third units in the zone, friend or foe, not too small and not on the deck.

    The nearest to the shooting leader comes first.
    """
    origin, core = s[shooter].chief.base, _core((*s[shooter].bases, *s[target].bases))
    inside = []
    for i, u in enumerate(s.units):
        third = i not in (shooter, target) and u.here and u.card.kind != "generator"
        for f in u.living if third and _beside(core.box, u.box) else ():
            base = u.fighters[f].base
            depth = core.depth(base)
            if depth > 0 or (depth == 0 and _inside(zone(s, shooter, target), core.discs, base, u.box)):
                inside.append(Caught(i, f))
    exposed = [c for c in inside if not lies_low(s, c.unit) and not too_small(s, c.unit, shooter, target)]
    return tuple(sorted(exposed, key=lambda c: (gap(origin, s[c.unit].fighters[c.fighter].base).distance, c)))


class _Core(NamedTuple):
    """The hull of the centres of a zone's discs: it says of most bases whether they are in the zone or far off."""

    discs: tuple[Base, ...]
    rim: int  # what the zone reaches beyond it, at most
    box: Box  # what holds the zone
    sides: tuple[tuple[int, int, int, int, int], ...]  # an end, the way there, and its length rounded up

    def depth(self, base: Base) -> int:
        """1 where the centre of a base is inside, -1 where it is far outside, 0 where the zone itself decides."""
        x, y, least = base.x, base.y, 1
        far = base.span + self.rim
        for cx, cy, ex, ey, size in self.sides:
            off = ey * (x - cx) - ex * (y - cy)
            if off > far * size:
                return -1
            if off > 0:
                least = 0
        return least if len(self.sides) > 2 else 0


def _core(discs: tuple[Base, ...]) -> _Core:
    corners = hull_of(base.centre for base in discs)
    rim = max([base.span for base in discs]) + EDGE + RIM
    xs, ys = [p.x for p in corners], [p.y for p in corners]
    sides = [(q.x, q.y, q.x - p.x, q.y - p.y, 1 + isqrt((q.x - p.x) ** 2 + (q.y - p.y) ** 2))
             for p, q in pairwise((*corners[-1:], *corners))]  # fmt: skip
    return _Core(discs, rim, (min(xs) - rim, min(ys) - rim, max(xs) + rim, max(ys) + rim), tuple(sides))


def _inside(outline: tuple[Point, ...], discs: tuple[Base, ...], base: Base, whole: Box) -> bool:
    """Whether a base is touched by the zone; off its box it or its whole unit is not, at its rim the discs decide."""
    box, span = _box(outline), base.span + EDGE
    if not (_beside(box, whole) and _beside(box, (base.x - span, base.y - span, base.x + span, base.y + span))):
        return False
    wide = msgspec.structs.replace(base, radius=base.radius + RIM)
    return outline_touches(outline, base) or (outline_touches(outline, wide) and not _parted(discs, base))


def _parted(discs: tuple[Base, ...], base: Base) -> bool:
    """Whether a straight line parts a base from all of some discs: square to one of them, or along two of them."""
    arms = [(base.x - d.x, base.y - d.y, base.radius + d.radius + EDGE) for d in discs]
    looks = [(x / far, y / far) for x, y, _ in arms if (far := sqrt(x * x + y * y))]
    for (ax, ay, a), (bx, by, b) in combinations(arms, 2):
        x, y, more = ax - bx, ay - by, a - b
        square = x * x + y * y
        if square > more * more:
            side = sqrt(square - more * more)
            looks += [((more * x - k * y) / square, (more * y + k * x) / square) for k in (side, -side)]
    return any(all(x * ux + y * uy > room for x, y, room in arms) for ux, uy in looks)


def _beside(a: Box, b: Box) -> bool:
    """Whether two boxes touch."""
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _box(outline: tuple[Point, ...]) -> Box:
    xs, ys = [p.x for p in outline], [p.y for p in outline]
    return min(xs), min(ys), max(xs), max(ys)

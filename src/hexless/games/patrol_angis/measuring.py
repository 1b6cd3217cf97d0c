"""What every action measures: ranges, lines of sight and contact between Troop Elements."""

from __future__ import annotations

from functools import lru_cache

from hexless.kernel import Total
from hexless.table import CONTACT, Base, Sight, Terrain, arc, distance, gap, sees, sight

from ._sheet import rule
from .model import Box, Element, PatrolAngis, foes
from .rulings import Rulings

__all__ = [
    "apart", "between", "bounded", "clear_line", "engaged", "line", "line_of_sight", "measured", "pair", "same",
    "sighted", "touching",
]  # fmt: skip

Bases = tuple[Base, ...]


@rule("pa.play.measuring")
def measured(s: PatrolAngis, a: int, b: int) -> tuple[Base, Base]:
    """The two bases that are measured between: the leaders', or the nearest two."""
    return pair(s.rulings, s.units[a].bases, s.units[b].bases)


def pair(rulings: Rulings, a: Bases, b: Bases) -> tuple[Base, Base]:
    """`measured` of two Troop Elements as they stand, or would stand."""
    return (a[0], b[0]) if rulings.measure_from == "leader" else _nearest(a, b)


@lru_cache(maxsize=4096)
def _nearest(a: Bases, b: Bases) -> tuple[Base, Base]:
    return min(((p, q) for p in a for q in b), key=lambda two: between(*two))


def apart(s: PatrolAngis, a: int, b: int) -> int:
    """The distance between two Troop Elements, in ticks."""
    return between(*measured(s, a, b))


@lru_cache(maxsize=1 << 13)
def between(a: Base, b: Base) -> int:
    """The distance between two bases, in ticks."""
    if a.round and b.round:
        return max(0, distance((a.x, a.y), (b.x, b.y)) - a.radius - b.radius)  # `gap` without its ends
    return gap(a, b).distance


@rule("pa.play.line-of-sight")
def clear_line(s: PatrolAngis, a: int, b: int) -> bool:
    """Whether nothing solid stands between, all round; vehicles perhaps only to the front."""
    return same(s, s.units[a], s.units[b])


def same(s: PatrolAngis, a: Element, b: Element) -> bool:
    """Sight between two Troop Elements as they stand, or would stand."""
    p, q = pair(s.rulings, a.bases, b.bases)
    return sighted(s.rulings, a, p, q) and line(s.terrain, p, q)


def sighted(rulings: Rulings, e: Element, own: Base, other: Base) -> bool:
    """Whether a base is in the arc that a Troop Element sees."""
    if e.kind != "vehicle" or rulings.isv_front_arc == 360:
        return True
    return arc(own, other, rulings.isv_front_arc).inside


def line(terrain: Terrain, a: Base, b: Base) -> bool:
    """Whether terrain leaves a line, the same both ways; what either stands in or on does not block."""
    return _line(terrain, a, b) if (a.x, a.y) <= (b.x, b.y) else _line(terrain, b, a)


@lru_cache(maxsize=1 << 12)
def _line(terrain: Terrain, a: Base, b: Base) -> bool:
    solid = terrain.having("solid")
    return not solid.pieces or sees(terrain, a, b, solid, "any", _standing_in(terrain, a, b))


def line_of_sight(s: PatrolAngis, a: int, b: int) -> Sight:
    """The same with its witness."""
    p, q = measured(s, a, b)
    return sight(s.terrain, p, q, s.terrain.having("solid"), "any", _standing_in(s.terrain, p, q))


def _standing_in(terrain: Terrain, a: Base, b: Base) -> tuple[int, ...]:
    pieces = terrain.having("solid").pieces
    here = (*terrain.at((a.x, a.y)), *terrain.at((b.x, b.y)))
    return tuple([i for i in here if i in pieces])


@lru_cache(maxsize=1 << 11)
def touching(a: Bases, b: Bases) -> bool:
    """Whether any two of these bases touch."""
    for p in a:
        for q in b:
            room = p.radius + q.radius + CONTACT
            if (p.x - q.x) ** 2 + (p.y - q.y) ** 2 <= room * room:
                return True
    return False


def engaged(s: PatrolAngis, unit: int) -> list[int]:
    """The enemies in contact with a Troop Element."""
    e = s.units[unit]
    enemies = foes(s, e.side) if e.figures else []
    return [i for i in enemies if _beside(e.box, s.units[i].box) and touching(e.bases, s.units[i].bases)]


def _beside(a: Box, b: Box) -> bool:
    """Whether what is in two boxes may touch."""
    aside = a[2] + CONTACT < b[0] or b[2] + CONTACT < a[0]
    return not (aside or a[3] + CONTACT < b[1] or b[3] + CONTACT < a[1])


@rule("pa.play.target-number-roll", "pa.play.target-number-limits")
def bounded(rulings: Rulings, need: Total, die: int = 8) -> int:
    """The target number that is rolled against: 1 or less always succeeds, more than the die has faces never does."""
    low = 2 if rulings.natural_1_always_fails else 1
    high = die if rulings.natural_8_always_succeeds else die + 1
    return max(low, min(high, need.value))

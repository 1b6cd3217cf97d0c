"""Cover: how much of it lies on a line, and who stands wholly within it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import isqrt

from hexless.kernel import Row
from hexless.table import Base, Crossing, Point, Terrain, crossing, distance, show

from ._sheet import rule
from .measuring import measured
from .model import CM, Element, PatrolAngis

__all__ = ["Cover", "cover", "cover_limit", "hidden", "in_cover", "intervening", "too_much_cover"]

MOST = 4
SEAM = 4  # ticks: pieces that are no farther apart adjoin
FINE = 1 << 16  # parts of an edge


class Cover(Crossing, frozen=True):
    """The covering pieces on a line: those the shooters stand in, those the target stands in, and the rest."""

    own: tuple[int, ...] = ()
    theirs: tuple[int, ...] = ()


@lru_cache(maxsize=1 << 12)
def _cover(terrain: Terrain, a: Base, b: Base, shooters: tuple[Base, ...], targets: tuple[Base, ...]) -> Cover:
    covering = terrain.having("cover")
    own = _within(terrain, shooters)
    theirs = tuple([i for i in _within(terrain, targets) if i not in own])
    line = (a.x, a.y), (b.x, b.y)
    found = crossing(terrain, *line, terrain.mask(covering, (*own, *theirs)))
    crossed = tuple([i for i in own if any(span.piece == i for span in crossing(terrain, *line, covering).spans)])
    return Cover(found.line, found.spans, found.total, crossed, theirs)


def _within(terrain: Terrain, bases: tuple[Base, ...]) -> tuple[int, ...]:
    """The covering pieces that a whole Troop Element stands in: one that holds everybody, else several together."""
    return _holding(terrain, bases) if in_cover(terrain, bases[0]) else ()


@lru_cache(maxsize=1 << 12)
def _holding(terrain: Terrain, bases: tuple[Base, ...]) -> tuple[int, ...]:
    covering, here = terrain.having("cover"), in_cover(terrain, bases[0])
    whole = tuple([i for i in here if all(terrain.holds(i, base) for base in bases)])
    if whole or len(covering.pieces) == 1:
        return whole
    found: dict[int, None] = {}
    for base in bases:
        near = [i for i in covering.pieces if terrain.touches(i, base)]
        holding = [i for i in near if terrain.holds(i, base)]
        if not holding and not _together(terrain, near, base):
            return ()
        found |= dict.fromkeys(holding or near)
    return tuple(found)


def in_cover(terrain: Terrain, base: Base) -> list[int]:
    """The covering pieces that a base has its centre in."""
    covering = terrain.having("cover").pieces
    return [i for i in terrain.at((base.x, base.y)) if i in covering]


def _together(terrain: Terrain, pieces: list[int], base: Base) -> bool:
    """Whether pieces that adjoin or overlap hold a base among them: no edge of one opens to the outside under it."""
    if not any(i in pieces for i in terrain.at((base.x, base.y))):
        return False
    edges = [edge for i in pieces for edge in _edges(terrain.pieces[i].outline)]
    return all(
        any(i in pieces for i in terrain.at(_outside(p, q, low, high)))
        for p, q in edges
        for low, high in pairwise(_stations(base, (p, q), edges))
    )


def _edges(outline: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The edges, the piece always on their left."""
    around = (
        outline if sum(p[0] * q[1] - p[1] * q[0] for p, q in pairwise((*outline, outline[0]))) > 0 else outline[::-1]
    )
    return list(pairwise((*around, around[0])))


def _stations(base: Base, edge: tuple[Point, Point], edges: list[tuple[Point, Point]]) -> list[int]:
    """The part of an edge under a base, cut where other edges meet it; in thousandths of a tick along it."""
    (px, py), (qx, qy) = edge
    dx, dy = qx - px, qy - py
    square = dx * dx + dy * dy
    side = dx * (base.y - py) - dy * (base.x - px)
    under = base.radius * base.radius * square - side * side
    if under <= 0:
        return []
    middle, half = dx * (base.x - px) + dy * (base.y - py), isqrt(under)
    low, high = max(0, (middle - half) * FINE // square), min(FINE, (middle + half) * FINE // square)
    cuts = []
    for (ax, ay), (bx, by) in edges:
        for x, y in ((ax, ay), (bx, by)):
            cuts.append(FINE * (dx * (x - px) + dy * (y - py)) // square)
        ex, ey = bx - ax, by - ay
        if across := dx * ey - dy * ex:
            cuts.append(FINE * ((ax - px) * ey - (ay - py) * ex) // across)
    return sorted({low, high, *(cut for cut in cuts if low < cut < high)}) if low < high else []


def _outside(p: Point, q: Point, low: int, high: int) -> tuple[int, int]:
    """A point just outside an edge, half-way between two stations."""
    far = distance(p, q)
    x, y = (p[i] + (q[i] - p[i]) * (low + high) // (2 * FINE) for i in (0, 1))
    return x + (q[1] - p[1]) * SEAM // far, y - (q[0] - p[0]) * SEAM // far


def intervening(s: PatrolAngis, shooter: int, target: int) -> Cover:
    """The cover between two Troop Elements, along the line that is measured."""
    return _cover(s.terrain, *measured(s, shooter, target), s.units[shooter].bases, s.units[target].bases)


@rule("pa.to-hit.infantry-cover-limit", "pa.to-hit.vehicle-portable-cover-limit")
def cover_limit(e: Element) -> tuple[int, str]:
    """How much intervening cover stops a shot: more than 10 cm for infantry, 15 cm for all others."""
    if e.kind == "infantry":
        return 10 * CM, "pa.to-hit.infantry-cover-limit"
    return 15 * CM, "pa.to-hit.vehicle-portable-cover-limit"


def too_much_cover(s: PatrolAngis, shooter: int, target: int) -> bool:
    """Whether more lies between two Troop Elements than the shooter may fire through."""
    return hidden(s.terrain, s.units[shooter], s.units[target].bases, measured(s, shooter, target))


def hidden(terrain: Terrain, e: Element, target: tuple[Base, ...], two: tuple[Base, Base]) -> bool:
    """`too_much_cover` along the line between two bases of theirs."""
    if not terrain.having("cover").pieces:
        return False
    return _cover(terrain, *two, e.bases, target).total > cover_limit(e)[0]


@rule("pa.to-hit.own-terrain-ignored", "pa.to-hit.target-within-cover", "pa.to-hit.cover-maximum")
def cover(s: PatrolAngis, shooter: int, target: int) -> list[Row]:
    """Cover along the line and about the target, at most +4 together."""
    if not s.terrain.having("cover").pieces:
        return []
    found = intervening(s, shooter, target)
    rows = []
    for i in found.own:
        rows.append(Row(0, f"the shooters stand in {s.terrain.pieces[i].name}", "pa.to-hit.own-terrain-ignored"))
    if between := band(found.total):
        rows.append(between)
    if found.theirs:
        name = s.terrain.pieces[found.theirs[0]].name
        rows.append(Row(3, f"the target is within {name}", "pa.to-hit.target-within-cover"))
    over = sum(row.value for row in rows) - MOST
    if over > 0:
        rows.append(Row(-over, "cover is at most +4", "pa.to-hit.cover-maximum"))
    return rows


@rule("pa.to-hit.cover-under-3cm", "pa.to-hit.cover-3-to-5cm", "pa.to-hit.cover-over-5cm")
def band(ticks: int) -> Row | None:
    """+1 below 3 cm of intervening cover, +2 from 3 to 5 cm, +3 above."""
    if ticks == 0:
        return None
    why = f"{show(ticks)} cm of cover between"
    if ticks < 3 * CM:
        return Row(1, why, "pa.to-hit.cover-under-3cm")
    if ticks <= 5 * CM:
        return Row(2, why, "pa.to-hit.cover-3-to-5cm")
    return Row(3, why, "pa.to-hit.cover-over-5cm")

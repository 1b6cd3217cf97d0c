"""Ranged Fire Target Number Modifiers."""

from __future__ import annotations

from functools import lru_cache

from hexless.kernel import Row, Total, total
from hexless.table import Base, Crossing, Mask, Terrain, crossing, show

from ._sheet import rule
from .measuring import apart, measured
from .model import CM, Element, PatrolAngis, Weapon

__all__ = ["Cover", "cover", "cover_limit", "in_range", "intervening", "to_hit", "too_much_cover"]

MOST = 4


def to_hit(s: PatrolAngis, shooter: int, target: int, weapon: Weapon, how: str = "") -> Total:
    """The target number of one weapon, with every row that makes it."""
    e, t = s.units[shooter], s.units[target]
    return total(
        Row(2, "base", "pa.to-hit.base"),
        *along_the_line(s, shooter, target, weapon, how),
        *special(t),
        manner(how),
        *situation(t),
        errant(e, t),
    )


def along_the_line(s: PatrolAngis, shooter: int, target: int, weapon: Weapon, how: str) -> list[Row | None]:
    """Distance and cover, of which fire from off the table knows nothing."""
    if how == "support":
        return []
    return [point_blank(weapon, apart(s, shooter, target)), *cover(s, shooter, target)]


@rule("pa.to-hit.base", "pa.to-hit.beyond-range")
def in_range(weapon: Weapon, far: int) -> bool:
    """No shots beyond range; exactly at range is in range."""
    return far <= weapon.range * CM


@rule("pa.to-hit.point-blank")
def point_blank(weapon: Weapon, far: int) -> Row | None:
    """-1 within the weapon's own point blank distance."""
    if far > weapon.point_blank * CM:
        return None
    return Row(-1, f"point blank, {show(far)} cm", "pa.to-hit.point-blank")


# ---- cover


class Cover(Crossing, frozen=True):
    """The covering pieces on a line: those the shooters stand in, those the target stands in, and the rest."""

    own: tuple[int, ...] = ()
    theirs: tuple[int, ...] = ()


def _within(terrain: Terrain, covering: Mask, bases: tuple[Base, ...]) -> tuple[int, ...]:
    """The covering pieces that a whole Troop Element stands in."""
    here = [i for i in terrain.at((bases[0].x, bases[0].y)) if i in covering]
    return tuple([i for i in here if all(terrain.holds(i, base) for base in bases)])


@lru_cache(maxsize=1 << 14)
def _cover(terrain: Terrain, a: Base, b: Base, shooters: tuple[Base, ...], targets: tuple[Base, ...]) -> Cover:
    covering = terrain.having("cover")
    own = _within(terrain, covering, shooters)
    theirs = tuple([i for i in _within(terrain, covering, targets) if i not in own])
    found = crossing(terrain, (a.x, a.y), (b.x, b.y), covering)
    between = crossing(terrain, (a.x, a.y), (b.x, b.y), terrain.mask(covering, (*own, *theirs)))
    crossed = tuple([i for i in own if any(span.piece == i for span in found.spans)])
    return Cover(found.line, between.spans, between.total, crossed, theirs)


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
    return intervening(s, shooter, target).total > cover_limit(s.units[shooter])[0]


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


# ---- special


@rule("pa.to-hit.target-vehicle", "pa.to-hit.target-fast")
def special(t: Element) -> list[Row]:
    """-1 at an Infantry Sized Vehicle, +1 at a target with a Movement Rate of 20 cm or more."""
    rows = []
    if t.kind == "vehicle":
        rows.append(Row(-1, "the target is a vehicle", "pa.to-hit.target-vehicle"))
    if t.rate >= 20 * CM:
        rows.append(Row(1, "the target is fast", "pa.to-hit.target-fast"))
    return rows


@rule("pa.precise-fire.to-hit-bonus", "pa.dash.to-hit-penalty")
def manner(how: str) -> Row | None:
    """-1 for Precise Ranged Fire, +2 on a Dash."""
    if how == "precise":
        return Row(-1, "precise fire", "pa.precise-fire.to-hit-bonus")
    return Row(2, "on a dash", "pa.dash.to-hit-penalty") if how == "dash" else None


@rule("pa.rapid-move.harder-to-shoot", "pa.play.chameleon-circuit")
def situation(t: Element) -> list[Row]:
    """+2 after a Rapid Move; +1 for a Chameleon Circuit that has not moved this turn."""
    rows = []
    if "rapid" in t.did:
        rows.append(Row(2, "the target made a rapid move", "pa.rapid-move.harder-to-shoot"))
    if not t.moved and all("chameleon" in f.profile.armor or f.profile.platform for f in t.figures):
        rows.append(Row(1, "chameleon circuit", "pa.play.chameleon-circuit"))
    return rows


def errant(e: Element, t: Element) -> Row | None:
    """The skill Errant: its Troop Element is 1 harder to hit."""
    return Row(1, "an errant target", "pa.to-hit.base") if t.all_have("errant") else None

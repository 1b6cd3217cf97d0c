"""Ranged Fire Target Number Modifiers."""

from __future__ import annotations

from hexless.kernel import Row, Total, total
from hexless.table import show

from ._sheet import rule
from .cover import cover
from .measuring import apart
from .model import CM, Element, PatrolAngis, Weapon

__all__ = ["in_range", "to_hit"]


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

"""Weapons that strike more than their target: a fire projector's corridor and a Maser Emitter's field."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hexless.kernel import Game, Row, total

from .armor import armor_save
from .hits import Salvo, barrage, bounds, morale_after, shell, struck
from .measuring import clear_line, measured
from .model import CM, Element, PatrolAngis, Weapon
from .morale import Before, before

__all__ = ["CHARGED", "Caught", "caught", "charge", "power", "strike", "swept"]

G = Game[PatrolAngis]
CHARGED = 2  # turns without a move before a Maser Emitter can shoot
BASE = 2  # the target number against those that are not aimed at


def aside(weapon: Weapon) -> int:
    """How far to either side of its line a weapon strikes: 1 cm of flames, half the range of a maser."""
    if "fire" in weapon.traits:
        return 1 * CM
    return weapon.range * CM // 2 if "maser" in weapon.traits else 0


def swept(s: PatrolAngis, shooter: int, target: int, weapon: Weapon) -> list[int]:
    """Who else, friend or foe, has a figure in sight on that ground, as far ahead as the weapon reaches."""
    if not aside(weapon):
        return []
    a, b = measured(s, shooter, target)
    dx, dy = b.x - a.x, b.y - a.y
    line, far, wide = dx * dx + dy * dy, weapon.range * CM + a.radius, aside(weapon)
    found = []
    for i, e in enumerate(s.units):
        if i in (shooter, target) or not e.here or not clear_line(s, shooter, i):
            continue
        for base in e.bases:
            x, y = base.x - a.x, base.y - a.y
            ahead, off = x * dx + y * dy, x * dy - y * dx
            if ahead > 0 and ahead**2 <= (far + base.radius) ** 2 * line and off**2 <= (wide + base.radius) ** 2 * line:
                found.append(i)
                break
    return found


class Caught(NamedTuple):
    """Somebody whom a weapon strikes beside its target, and how he stood before."""

    unit: int
    salvo: Salvo
    then: Before


def caught(s: PatrolAngis, shooter: int, target: int, guns: Iterable[tuple[Weapon, tuple[int, ...]]]) -> list[Caught]:
    """Everybody else on the ground that the weapons strike: the same dice, at the base target number."""
    need = total(Row(BASE, "base", "pa.to-hit.base"))
    found = []
    for weapon, users in guns:
        for unit in swept(s, shooter, target, weapon):
            save = armor_save(s, unit, weapon.strength + power(s[shooter], weapon))
            dice = weapon.dice * len(users)
            one = Salvo(shooter, unit, weapon, dice, need, save, *bounds(s.rulings, need, save))
            found.append(Caught(unit, one, before(s, unit)))
    return found


def strike(g: G, one: Caught) -> None:
    """Hits like any others: they cancel Overwatch, tokens cancel kills, and losses are a matter of morale."""
    if not g.state[one.unit].here:
        return
    g.note("swept", unit=one.unit, weapon=one.salvo.weapon.name)
    hit, kills, marks = g.call(barrage, (one.salvo,), shell(g.state, one.unit))
    fell = struck(g, one.unit, hit, kills, marks)
    morale_after(g, one.unit, fell, one.then)


# ---- the charge of a Maser Emitter


def power(e: Element, weapon: Weapon) -> int:
    """A maser that was charged for a third turn is 1 stronger."""
    return int("maser" in weapon.traits and e.charge > CHARGED)


def charge(e: Element) -> int:
    """A turn without a move charges a Maser Emitter; a move loses the charge."""
    carried = any("maser" in weapon.traits for f in e.figures for weapon in f.profile.weapons)
    return min(CHARGED + 1, e.charge + 1) if carried and e.placed and not e.moved else 0

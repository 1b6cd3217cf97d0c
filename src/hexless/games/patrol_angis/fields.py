"""Weapons that strike more than their target: a fire projector's corridor and a Maser Emitter's field."""

from __future__ import annotations

from hexless.kernel import Game

from . import ranged_fire
from .armor import armor_save
from .losses import apply_kills
from .measuring import bounded, clear_line, measured
from .model import CM, Element, PatrolAngis, Weapon

__all__ = ["CHARGED", "charge", "power", "sweep", "swept"]

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
    line, far, wide = dx * dx + dy * dy, weapon.range * CM, aside(weapon)
    found = []
    for i, e in enumerate(s.units):
        if i in (shooter, target) or not e.here or not clear_line(s, shooter, i):
            continue
        for base in e.bases:
            x, y = base.x - a.x, base.y - a.y
            ahead, off = x * dx + y * dy, x * dy - y * dx
            if ahead > 0 and ahead**2 <= far**2 * line and off**2 <= (wide + base.radius) ** 2 * line:
                found.append(i)
                break
    return found


def sweep(g: G, shooter: int, target: int, weapon: Weapon, dice: int) -> None:
    """The same dice at everybody else on the ground that it strikes, at the base target number."""
    for unit in swept(g.state, shooter, target, weapon):
        s = g.state
        die, strength = s.rulings.save_die, weapon.strength + power(s[shooter], weapon)
        save = bounded(s.rulings, armor_save(s, unit, strength), die)
        hits, kills = g.call(ranged_fire.volley, dice, BASE, save, weapon.aoe, 0, die)
        g.note("swept", unit=unit, weapon=weapon.name, hits=hits, kills=kills)
        if hits and "fire" in weapon.traits:
            g.change(unit, burning=weapon.strength)
        if kills:
            apply_kills(g, unit, kills)


# ---- the charge of a Maser Emitter


def power(e: Element, weapon: Weapon) -> int:
    """A maser that was charged for a third turn is 1 stronger."""
    return int("maser" in weapon.traits and e.charge > CHARGED)


def charge(e: Element) -> int:
    """A turn without a move charges a Maser Emitter; a move loses the charge."""
    carried = any("maser" in weapon.traits for f in e.figures for weapon in f.profile.weapons)
    return min(CHARGED + 1, e.charge + 1) if carried and e.placed and not e.moved else 0

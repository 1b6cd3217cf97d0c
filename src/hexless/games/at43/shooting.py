"""Shooting: declaring, the salvo, impacts and Damage tests. All of one shooting is measured when it is declared."""

from __future__ import annotations

from typing import NamedTuple

from hexless.kernel import Choice, Game, OneOf, chance, d6
from hexless.table import Base

from ._sheet import rule
from .aiming import Shot, firers, is_special, lowest, ready, targets, to_hit, why_not
from .cover import NO_COVER, cover
from .locations import damage_vehicle
from .losses import lose
from .model import AT43, Weapon
from .sight import apart, looked_over, seen
from .special import blow_up, destroy
from .urt import FAIL, damage_test, needed, successes
from .zone import caught, share_out

__all__ = ["declare", "fire", "pick_vehicle", "resolve", "take", "volley"]

G = Game[AT43]


# ---- declaring


@rule("at.shoot.together", "at.shoot.new-target", "at.los.no-premeasuring")
def declare(g: G, unit: int, spent: tuple[int, ...]) -> list[Shot]:
    """A target for each weapon of the unit that is ready; every one of several may hold its fire."""
    u, weapons = g.state[unit], ready(g.state, unit, spent)
    weapons.sort(key=lambda w: is_special(u, w))
    several = len(weapons) > 1
    shots = [special_aim(g, unit, w, several) if is_special(u, w) else aim(g, unit, w, several) for w in weapons]
    return [shot for shot in shots if shot is not None]


@rule("at.shoot.special-target", "at.special.weapons")
def special_aim(g: G, unit: int, weapon: int, may_hold: bool) -> Shot | None:
    """A special weapon may be aimed at another unit than the rest."""
    return aim(g, unit, weapon, may_hold)


@rule("at.shoot.line-of-sight", "at.los.one-clear", "at.los.no-premeasuring")
def aim(g: G, unit: int, weapon: int, may_hold: bool) -> Shot | None:
    """Name a target that somebody sees; None: hold this weapon's fire."""
    s, u = g.state, g.state[unit]
    found = targets(s, unit, weapon)
    options: tuple[Choice, ...] = (*found, None) if may_hold else tuple(found)
    labels = tuple("hold fire" if t is None else s[int(t)].name for t in options)
    ask = OneOf(
        prompt=f"target of {u.name}, {u.card.weapons[weapon].name}", rules=g.cites, options=options, labels=labels,
        about="unit", by=unit, why=lambda t: why_not(s, unit, weapon, t),
    )  # fmt: skip
    target = g.ask(u.side, ask)
    if target is None:
        return None
    if looked_over(s, unit, target):
        g.cite("at.los.see-over")
    g.note("aims", unit=unit, target=target, weapon=u.card.weapons[weapon].name)
    return Shot(weapon, target, pick_vehicle(g, unit, target))


def pick_vehicle(g: G, unit: int, target: int) -> int | None:
    """The vehicle of a unit that takes all the hits; none of a unit of soldiers."""
    return one_vehicle(g, unit, target) if g.state[target].card.vehicle else None


@rule("at.play.vehicle-target")
def one_vehicle(g: G, unit: int, target: int) -> int:
    """The shooter picks one that somebody of his unit sees."""
    t = g.state[target]
    options = seen(g.state, unit, target)
    labels = tuple(f"{t.name} {i + 1}" for i in options)
    ask = OneOf(prompt="which vehicle", rules=g.cites, options=options, labels=labels, about="fighter")
    chosen: int = g.ask(g.state[unit].side, ask)
    return chosen


# ---- the salvo


def resolve(g: G, unit: int, shots: list[Shot]) -> None:
    """Every salvo that was declared, in order; what the first does changes nothing of what was measured."""
    g.each(fire, shots, unit, g.state)


@rule("at.shoot.dice", "at.shoot.impact", "at.los.measure-edges", "at.los.measure-leaders")
def fire(g: G, shot: Shot, unit: int, before: AT43) -> None:
    """One salvo: impacts by the range between the leaders, then the zone of fire, cover and Damage tests."""
    weapon = before[unit].card.weapons[shot.weapon]
    shooters = len(firers(before, unit, shot.weapon, shot.target)) if g.state[shot.target].here else 0
    if not shooters:
        g.note("no target", unit=unit, target=shot.target, weapon=weapon.name)
    elif before[shot.target].card.kind == "generator":
        at_generator(g, unit, shot, shooters)
    else:
        impacts = salvo(g, shot, unit, before, shooters)
        hits = locked_on(g, shot, impacts) if weapon.locked else spread(g, shot, unit, before, impacts)
        g.each(take, [hit for hit in hits if hit.impacts], unit, weapon, before)


def salvo(g: G, shot: Shot, unit: int, before: AT43, shooters: int) -> int:
    """The dice of all who fire, and the re-rolls of all their weapons."""
    weapon = before[unit].card.weapons[shot.weapon]
    test = to_hit(before, unit, shot.target, weapon)
    dice, again = weapon.rate * shooters, weapon.reroll * shooters
    impacts = g.call(volley, dice, lowest(test, weapon), again, before.rulings.urt_auto_consumes_dice)
    if again:
        g.cite("at.shoot.re-roll")
    g.note(
        "locked salvo" if weapon.locked else "salvo", unit=unit, target=shot.target, weapon=weapon.name, dice=dice,
        test=test, impacts=impacts, range=apart(before, unit, shot.target).distance,
    )  # fmt: skip
    return impacts


@rule("at.locked.targets")
def at_generator(g: G, unit: int, shot: Shot, shooters: int) -> None:
    """Missiles roll one die each; another locked weapon has to hit and to penetrate."""
    s, weapon = g.state, g.state[unit].card.weapons[shot.weapon]
    if weapon.missile:
        blow_up(g, unit, shot.target, shooters)
        return
    always = s.rulings.urt_auto_consumes_dice
    impacts = g.call(volley, weapon.rate * shooters, s.rulings.locked_to_hit, weapon.reroll * shooters, always)
    through = g.call(successes, impacts, needed(damage_test(weapon, s[shot.target].card)), always, "damage")
    g.note("generator", unit=unit, target=shot.target, result="is destroyed" if through else "stands")
    if through:
        destroy(g, shot.target)


@rule("at.shoot.dice", "at.shoot.impact", "at.shoot.re-roll")
@chance()
def volley(g: G, dice: int, need: int, again: int, always: bool = False) -> int:
    """Impacts: every die that reaches the minimum; so many failed ones are rolled once more."""
    impacts = successes(g, dice, need, always, "to hit")
    second = min(again, dice - impacts) if need < FAIL else 0
    return impacts + (successes(g, second, need, always, "re-roll") if second else 0)


class Hit(NamedTuple):
    """Impacts on a unit: on one vehicle of it, or on whoever stands in one of the places (None: anywhere)."""

    unit: int
    impacts: int
    vehicle: int | None
    places: tuple[Base, ...] | None = None


@rule("at.locked.ignores-zone", "at.missile.locked")
def locked_on(g: G, shot: Shot, impacts: int) -> list[Hit]:
    """Whoever is in the zone of fire of a locked shot is not hit by it."""
    return [Hit(shot.target, impacts, shot.vehicle)]


def spread(g: G, shot: Shot, unit: int, before: AT43, impacts: int) -> list[Hit]:
    """The impacts of a salvo: first on those caught in the zone of fire, then on the target."""
    inside = tuple(c for c in caught(before, unit, shot.target) if g.state[c.unit].fighters[c.fighter].alive)
    struck, rest = share_out(g, inside, impacts)
    hits: list[Hit] = []
    for other in dict.fromkeys(c.unit for c in struck):
        mine = [c.fighter for c in struck if c.unit == other]
        if before[other].card.vehicle:
            hits += [Hit(other, 1, vehicle) for vehicle in mine]
        else:
            places = tuple(before[other].fighters[c.fighter].base for c in inside if c.unit == other)
            hits.append(Hit(other, len(mine), None, places))
    return [*hits, Hit(shot.target, rest, shot.vehicle)]


@rule("at.shoot.damage-test", "at.shoot.damage-points", "at.play.impact-order")
def take(g: G, hit: Hit, shooter: int, weapon: Weapon, before: AT43) -> None:
    """A unit takes impacts: cover cancels some, each other one is tested for damage."""
    if not g.state[hit.unit].here:
        return
    save, test = cover(before, shooter, hit.unit, weapon), damage_test(weapon, before[hit.unit].card)
    through = g.call(penetrate, hit.impacts, save.value, needed(test), before.rulings.urt_auto_consumes_dice)
    if weapon.missile and through:
        g.cite("at.missile.damage")
    g.note("damage", unit=hit.unit, impacts=hit.impacts, cover=save, test=test, through=through, damage=weapon.damage)
    if hit.vehicle is None:
        g.call(casualties, hit, through, before[shooter].chief.base, weapon.damage)
    else:
        g.each(damage_vehicle, [hit.vehicle] * through, hit.unit, before[shooter].side, weapon.damage)


@rule("at.shoot.damage-test", "at.cover.roll")
@chance()
def penetrate(g: G, impacts: int, save: int, need: int, always: bool = False) -> int:
    """The impacts that are not cancelled by cover and pass their Damage test."""
    left = impacts - (g.count(d6(impacts), save, "cover") if save != NO_COVER else 0)
    return successes(g, left, need, always, "damage")


def casualties(g: G, hit: Hit, through: int, origin: Base, damage: int) -> None:
    """One loss after another."""
    for _ in range(through):
        lose(g, hit.unit, origin, damage, hit.places)

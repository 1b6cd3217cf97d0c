"""Shooting: declaring, the salvo, impacts and Damage tests. All of one shooting is measured when it is declared."""

from __future__ import annotations

from typing import NamedTuple

from hexless.kernel import Choice, Game, OneOf
from hexless.table import Base

from ._sheet import rule
from .aiming import Shot, firers, is_special, lowest, ready, targets, to_hit, why_not
from .cover import NO_COVER, cover
from .locations import damage_vehicle
from .losses import lose
from .model import AT43, Weapon
from .sight import apart, seen
from .special import blow_up, destroy, ignores_zone
from .urt import damage_test, needed
from .volley import Rolls, pierced, volley
from .zone import Caught, caught, share_out

__all__ = ["declare", "fire", "pick_vehicle", "resolve", "take"]

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
        salvo(g, shot, unit, before, shooters)


def salvo(g: G, shot: Shot, unit: int, before: AT43, shooters: int) -> None:
    """The dice of all who fire, and the re-rolls of all their weapons."""
    weapon = before[unit].card.weapons[shot.weapon]
    test = to_hit(before, unit, shot.target, weapon)
    rolls = Rolls(weapon.rate * shooters, lowest(test, weapon), weapon.reroll * shooters)
    if rolls.again:
        g.cite("at.shoot.re-roll")
    g.note(
        "locked salvo" if weapon.locked else "salvo", unit=unit, target=shot.target, weapon=weapon.name,
        dice=rolls.dice, test=test, range=apart(before, unit, shot.target).distance,
    )  # fmt: skip
    inside = in_the_zone(g, shot, unit, before)
    if inside:
        spread(g, inside, shot, unit, before, rolls)
    else:
        take(g, Hit(shot.target, rolls, shot.vehicle), unit, weapon, before)


@rule("at.locked.targets")
def at_generator(g: G, unit: int, shot: Shot, shooters: int) -> None:
    """Missiles roll one die each; another locked weapon has to hit and to penetrate."""
    s, weapon = g.state, g.state[unit].card.weapons[shot.weapon]
    if weapon.missile:
        blow_up(g, unit, shot.target, shooters)
        return
    rolls = Rolls(weapon.rate * shooters, s.rulings.locked_to_hit, weapon.reroll * shooters)
    through = pierced(g, rolls, NO_COVER, needed(damage_test(weapon, s[shot.target].card)), 1)
    g.note("generator", unit=unit, target=shot.target, result="is destroyed" if through else "stands")
    if through:
        destroy(g, shot.target)


class Hit(NamedTuple):
    """Impacts on a unit, known or still to be rolled for: on one vehicle of it, or on whoever stands in its places.

    places: None means anywhere.
    """

    unit: int
    impacts: int | Rolls
    vehicle: int | None
    places: tuple[Base, ...] | None = None


def in_the_zone(g: G, shot: Shot, unit: int, before: AT43) -> tuple[Caught, ...]:
    """Those caught in the zone of fire who are still alive; nobody is by a shot that passes them."""
    if ignores_zone(before[unit].card.weapons[shot.weapon]):
        return ()
    return tuple(c for c in caught(before, unit, shot.target) if g.state[c.unit].fighters[c.fighter].alive)


def spread(g: G, inside: tuple[Caught, ...], shot: Shot, unit: int, before: AT43, rolls: Rolls) -> None:
    """The impacts of a salvo: first on those caught in the zone of fire, then on the target."""
    struck, rest = share_out(g, inside, g.call(volley, rolls, before.rulings.urt_auto_consumes_dice))
    hits: list[Hit] = []
    for other in dict.fromkeys(c.unit for c in struck):
        mine = [c.fighter for c in struck if c.unit == other]
        if before[other].card.vehicle:
            hits += [Hit(other, 1, vehicle) for vehicle in mine]
        else:
            places = tuple(before[other].fighters[c.fighter].base for c in inside if c.unit == other)
            hits.append(Hit(other, len(mine), None, places))
    hits += [Hit(shot.target, rest, shot.vehicle)] if rest else []
    g.each(take, hits, unit, before[unit].card.weapons[shot.weapon], before)


@rule("at.shoot.damage-test", "at.shoot.damage-points", "at.play.impact-order")
def take(g: G, hit: Hit, shooter: int, weapon: Weapon, before: AT43) -> None:
    """A unit takes impacts: cover cancels some, each other one is tested for damage."""
    if not g.state[hit.unit].here:
        return
    save, test = cover(before, shooter, hit.unit, weapon), damage_test(weapon, before[hit.unit].card)
    if weapon.missile:
        g.cite("at.missile.damage")
    g.note("damage", unit=hit.unit, cover=save, test=test, damage=weapon.damage)
    through = pierced(g, hit.impacts, save.value, needed(test), g.state[hit.unit].toughness)
    if hit.vehicle is None:
        for _ in range(through):
            lose(g, hit.unit, before[shooter].chief.base, weapon.damage, hit.places)
    else:
        g.each(damage_vehicle, [hit.vehicle] * through, hit.unit, before[shooter].side, weapon.damage)

"""Shooting: declaring, the salvo, impacts and Damage tests. All of one shooting is measured when it is declared."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from hexless.kernel import Choice, Game, OneOf
from hexless.table import Base

from ._sheet import rule
from .aiming import Shot, firers, is_special, lowest, ready, targets, to_hit, why_not
from .cover import cover
from .locations import damage_vehicle
from .losses import lose
from .model import AT43, FighterId
from .sight import apart, seen
from .special import blow_up, destroy, ignores_zone
from .urt import damage_test, needed
from .volley import Rolls, Salvo, Struck, pierced, salvos
from .zone import Caught, caught

__all__ = ["declare", "fire", "pick_vehicle", "resolve", "suffer"]

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


def pick_vehicle(g: G, unit: int, target: int) -> FighterId | None:
    """The vehicle of a unit that takes all the hits; none of a unit of soldiers."""
    return one_vehicle(g, unit, target) if g.state[target].card.vehicle else None


@rule("at.play.vehicle-target")
def one_vehicle(g: G, unit: int, target: int) -> FighterId:
    """The shooter picks one that somebody of his unit sees."""
    t = g.state[target]
    options = seen(g.state, unit, target)
    labels = tuple(f"{t.name} {i + 1}" for i in options)
    ask = OneOf(prompt="which vehicle", rules=g.cites, options=options, labels=labels, about="fighter", by=unit,
                to=target)  # fmt: skip
    chosen: FighterId = g.ask(g.state[unit].side, ask)
    return chosen


# ---- the salvos


class Mark(NamedTuple):
    """Somebody who is shot at: one vehicle, or the soldiers of a unit who stand in some places (None: anywhere)."""

    unit: int
    damage: int  # that an impact which goes through does
    vehicle: FighterId | None
    places: tuple[Base, ...] | None = None


def resolve(g: G, unit: int, shots: list[Shot]) -> None:
    """All salvos of one shooting: they are measured and thrown at once, then everybody takes what he has got."""
    machines = [shot for shot in shots if g.state[shot.target].card.kind == "generator"]
    fired = [shot for shot in shots if shot not in machines]
    if fired:
        fire(g, unit, fired)
    g.each(at_generator, machines, unit)


@rule("at.shoot.dice", "at.shoot.impact", "at.los.measure-edges", "at.los.measure-leaders")
def fire(g: G, unit: int, shots: list[Shot]) -> None:
    """Impacts by the range between the leaders, then the zone of fire, cover and Damage tests; then the losses."""
    s, marks = g.state, dict[Mark, None]()
    for shot in shots:
        marks.update(dict.fromkeys(marked(s, unit, shot)))
    salvo = tuple(measured(s, unit, shot, list(marks)) for shot in shots)
    if any(each.rolls.again for each in salvo):
        g.cite("at.shoot.re-roll")
    enough = tuple(s[mark.unit].toughness for mark in marks)
    through = g.call(salvos, salvo, enough, s.rulings.urt_auto_consumes_dice)
    g.each(suffer, [blow for blow in zip(marks, through) if blow[1]], s[unit].chief.base, s[unit].side)


def marked(s: AT43, unit: int, shot: Shot) -> list[Mark]:
    """The target of a shot, and those caught in its zone of fire."""
    damage = s[unit].card.weapons[shot.weapon].damage
    inside = in_the_zone(s, unit, shot)
    found = [Mark(shot.target, damage, shot.vehicle)]
    for other in dict.fromkeys(c.unit for c in inside):
        mine = [c.fighter for c in inside if c.unit == other]
        if s[other].card.vehicle:
            found += [Mark(other, damage, vehicle) for vehicle in mine]
        else:
            found.append(Mark(other, damage, None, tuple(s[other].fighters[f].base for f in mine)))
    return found


def in_the_zone(s: AT43, unit: int, shot: Shot) -> tuple[Caught, ...]:
    """Those caught in the zone of fire; nobody is by a shot that passes them."""
    return () if ignores_zone(s[unit].card.weapons[shot.weapon]) else caught(s, unit, shot.target)


@lru_cache(maxsize=512)
def _measured(s: AT43, unit: int, shot: Shot, marks: tuple[Mark, ...]) -> Salvo:
    weapon = s[unit].card.weapons[shot.weapon]
    shooters, test = len(firers(s, unit, shot.weapon, shot.target)), to_hit(s, unit, shot.target, weapon)
    mine = marked(s, unit, shot)
    numbers = {(mark.unit, mark.vehicle): number for number, mark in enumerate(mine)}
    struck = [
        Struck(marks.index(mark), mark.unit, cover(s, unit, mark.unit, weapon), damage_test(weapon, s[mark.unit].card))
        for mark in mine
    ]
    return Salvo(
        unit=unit, target=shot.target, weapon=weapon.name, damage=weapon.damage, locked=weapon.locked, test=test,
        range=apart(s, unit, shot.target).distance,
        rolls=Rolls(weapon.rate * shooters, lowest(test, weapon), weapon.reroll * shooters), struck=tuple(struck),
        caught=tuple(
            numbers[c.unit, c.fighter if s[c.unit].card.vehicle else None] for c in in_the_zone(s, unit, shot)
        ),
    )  # fmt: skip


def measured(s: AT43, unit: int, shot: Shot, marks: list[Mark]) -> Salvo:
    """A salvo: the dice of all who fire, the re-rolls of all their weapons, and whom it may strike."""
    return _measured(s, unit, shot, tuple(marks))


@rule("at.locked.targets")
def at_generator(g: G, shot: Shot, unit: int) -> None:
    """Missiles roll one die each; another locked weapon has to hit and to penetrate."""
    s, weapon = g.state, g.state[unit].card.weapons[shot.weapon]
    shooters = len(firers(s, unit, shot.weapon, shot.target)) if s[shot.target].here else 0
    if not shooters:
        g.note("no target", unit=unit, target=shot.target, weapon=weapon.name)
    elif weapon.missile:
        blow_up(g, unit, shot.target, shooters)
    else:
        rolls = Rolls(weapon.rate * shooters, s.rulings.locked_to_hit, weapon.reroll * shooters)
        need = needed(damage_test(weapon, s[shot.target].card))
        through = g.call(pierced, rolls, need, 1, s.rulings.urt_auto_consumes_dice)
        g.note("generator", unit=unit, target=shot.target, result="is destroyed" if through else "stands")
        if through:
            destroy(g, shot.target)


@rule("at.shoot.damage-points", "at.missile.damage")
def suffer(g: G, blow: tuple[Mark, int], origin: Base, attacker: str) -> None:
    """Somebody takes the impacts that went through, each for the Damage points of its weapon."""
    mark, through = blow
    if mark.vehicle is not None:
        g.each(damage_vehicle, [mark.vehicle] * through, mark.unit, attacker, mark.damage)
        return
    for _ in range(through):
        lose(g, mark.unit, origin, mark.damage, mark.places)

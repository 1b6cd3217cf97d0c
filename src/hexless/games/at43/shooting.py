"""Shooting: declaring, the salvo, impacts and Damage tests."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from hexless.kernel import Choice, Game, OneOf, Refusal, Total, chance, d6

from ._sheet import rule
from .cover import NO_COVER, cover
from .locations import damage_vehicle
from .losses import lose
from .model import AT43, Unit, Weapon
from .sight import apart, in_view, looked_over, seers, view_of
from .special import blow_up, destroy, may_lock
from .urt import FAIL, damage_test, fixed, needed, shooting_test, successes
from .zone import caught, share_out

__all__ = ["Shot", "declare", "fire", "loaded", "may_shoot", "resolve", "salvo", "targets", "volley"]

G = Game[AT43]


class Shot(NamedTuple):
    """A salvo that is declared: all weapons of one kind at one unit, or at one vehicle of it."""

    weapon: int
    target: int
    vehicle: int | None


@rule("at.shoot.each-weapon-once")
def loaded(u: Unit, fired: tuple[int, ...]) -> list[int]:
    """The ranged weapons that a unit still has to fire: each once in an activation, none that is destroyed."""
    return [
        w
        for w, weapon in enumerate(u.card.weapons)
        if not weapon.melee and w not in fired and any(_carries(u, i, w) for i in u.living)
    ]


def _carries(u: Unit, fighter: int, weapon: int) -> bool:
    f = u.fighters[fighter]
    return weapon in f.weapons and (not f.vehicle or f.arms[weapon] > 0)


@rule("at.shoot.line-of-sight")
def firers(s: AT43, unit: int, weapon: int, target: int) -> list[int]:
    """The fighters with this weapon that see at least one member of the target."""
    return [i for i in seers(s, unit, target) if _carries(s[unit], i, weapon)]


def targets(s: AT43, unit: int, weapon: int) -> list[int]:
    """The enemy units that a weapon may be aimed at. How far they are, nobody knows yet."""
    u = s[unit]
    kind = u.card.weapons[weapon]
    enemies = [i for i, e in enumerate(s.units) if e.side != u.side and e.here and may_lock(kind, e.card)]
    return [i for i in enemies if in_view(s, unit, i) and firers(s, unit, weapon, i)]


def may_shoot(s: AT43, unit: int, moved: str, fired: tuple[int, ...]) -> bool:
    """Whether a unit may shoot now, and has a weapon and a target for it."""
    if moved in ("rush", "dropped") or not _free(s, unit, moved):
        return False
    return any(targets(s, unit, w) for w in loaded(s[unit], fired))


@rule("at.shoot.engaged", "at.shoot.engaged-move-first")
def _free(s: AT43, unit: int, moved: str) -> bool:
    """Nobody of an engaged unit shoots, unless its engaged move took it out (or the ruling lets it)."""
    return not s[unit].engaged or (moved == "engaged" and s.rulings.engaged_may_shoot_after_move == "always")


# ---- declaring


@rule("at.shoot.together", "at.los.no-premeasuring", "at.shoot.new-target", "at.los.all-round", "at.los.edge-lines")
def declare(g: G, unit: int, fired: tuple[int, ...], split: bool) -> list[Shot]:
    """A target for each weapon of the unit, before anything is measured. Held weapons may fire later.

    A special weapon fires in the same moment as the others, at whom it likes; Split fire lets it wait.
    """
    u = g.state[unit]
    ready = [w for w in loaded(u, fired) if targets(g.state, unit, w)]
    plain = [w for w in ready if not _special(u, w)]
    shots = [shot for w in plain if (shot := aim(g, unit, w, len(ready) > 1))]
    for w in ready:
        may_hold = bool(shots) or (split and bool(plain))
        if _special(u, w) and (shots or split or not plain) and (shot := special_aim(g, unit, w, may_hold)):
            shots.append(shot)
    if not shots and plain:  # the unit chose to shoot: its first weapon does
        shots = [shot for w in plain[:1] if (shot := aim(g, unit, w, False))]
    return shots


def _special(u: Unit, weapon: int) -> bool:
    return bool(u.card.weapons[weapon].special) and u.card.soldier


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
        about="unit", by=unit, why=lambda t: _why_not(s, unit, weapon, t),
    )  # fmt: skip
    target = g.ask(u.side, ask)
    if target is None:
        return None
    if looked_over(s, unit, target):
        g.cite("at.los.see-over")
    g.note("aims", unit=unit, target=target, weapon=u.card.weapons[weapon].name)
    return Shot(weapon, target, pick_vehicle(g, unit, target))


def _why_not(s: AT43, unit: int, weapon: int, target: Choice) -> Refusal | None:
    """Why a unit is no target: a locked shot goes at machines only, or nobody sees it."""
    if type(target) is not int or not 0 <= target < len(s.units):
        return None
    t = s[target]
    if t.side == s[unit].side or not t.here:
        return None
    if not may_lock(s[unit].card.weapons[weapon], t.card):
        return Refusal(f"{s[unit].card.weapons[weapon].name} cannot be aimed at {t.name}", "at.locked.targets")
    if not in_view(s, unit, target):
        return Refusal(f"nobody sees {t.name}", "at.los.one-clear", msgspec.to_builtins(view_of(s, unit, target)))
    return Refusal(f"nobody with that weapon sees {t.name}", "at.shoot.line-of-sight")


def pick_vehicle(g: G, unit: int, target: int) -> int | None:
    """The vehicle of a unit that takes all the hits; none of a unit of soldiers."""
    t = g.state[target]
    if not t.card.vehicle:
        return None
    return several_vehicles(g, unit, target) if len(t.living) > 1 else t.living[0]


@rule("at.play.vehicle-target")
def several_vehicles(g: G, unit: int, target: int) -> int:
    """The shooter picks one."""
    t = g.state[target]
    options = tuple(t.living)
    labels = tuple(f"{t.name} {i + 1}" for i in options)
    ask = OneOf(prompt="which vehicle", rules=g.cites, options=options, labels=labels, about="fighter")
    chosen: int = g.ask(g.state[unit].side, ask)
    return chosen


# ---- the salvo


@rule("at.shoot.dice", "at.shoot.impact", "at.los.measure-edges", "at.los.measure-leaders")
def fire(g: G, unit: int, shot: Shot) -> None:
    """One salvo: impacts by the range between the leaders, then the zone of fire, cover and Damage tests."""
    s, u = g.state, g.state[unit]
    weapon = u.card.weapons[shot.weapon]
    shooters = firers(s, unit, shot.weapon, shot.target) if s[shot.target].here else []
    if not shooters:
        g.note("no target", unit=unit, target=shot.target, weapon=weapon.name)
        return
    if s[shot.target].card.kind == "generator":
        at_generator(g, unit, shot, len(shooters))
        return
    test = to_hit(s, unit, shot.target, weapon)
    need = test.value if weapon.locked else needed(test)
    dice, again = weapon.rate * len(shooters), weapon.reroll * len(shooters)
    impacts = g.call(volley, dice, need, again, s.rulings.urt_auto_consumes_dice)
    if again:
        g.cite("at.shoot.re-roll")
    if weapon.locked:
        g.cite("at.locked.no-range")
    g.note(
        "salvo", unit=unit, target=shot.target, weapon=weapon.name, dice=dice, test=test, impacts=impacts,
        range=apart(s, unit, shot.target).distance,
    )  # fmt: skip
    spread(g, unit, shot, weapon, impacts)


@rule("at.urt.shooting", "at.urt.locked-shot", "at.locked.no-range")
def to_hit(s: AT43, unit: int, target: int, weapon: Weapon) -> Total:
    """The test of a salvo, with its rows."""
    if weapon.locked:
        return fixed(s.rulings.locked_to_hit)
    return shooting_test(weapon, apart(s, unit, target).distance)


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


def spread(g: G, unit: int, shot: Shot, weapon: Weapon, impacts: int) -> None:
    """The impacts of a salvo: first on those caught in the zone of fire, then on the target."""
    if weapon.locked:
        g.cite("at.missile.locked" if weapon.missile else "at.locked.targets")
        if impacts:
            past_the_zone(g)
        inside: list[tuple[int, int]] = []
    else:
        inside = caught(g, unit, shot.target) if impacts else []
        if weapon.special:
            whole_unit_bounds(g)
    struck, rest = share_out(g, inside, impacts)
    for other in dict.fromkeys(i for i, _ in struck):
        hit = [f for i, f in struck if i == other]
        if g.state[other].card.vehicle:
            for vehicle in hit:
                take(g, unit, other, weapon, 1, vehicle)
        else:
            take(g, unit, other, weapon, len(hit), None)
    take(g, unit, shot.target, weapon, rest, shot.vehicle)


@rule("at.locked.ignores-zone")
def past_the_zone(g: G) -> None:
    """Figures in the zone of fire of a locked shot are not hit by it."""


@rule("at.zone.special-weapon")
def whole_unit_bounds(g: G) -> None:
    """The outermost figures of the whole unit bound the zone even if only its special weapon shoots."""


@rule("at.shoot.damage-test", "at.shoot.damage-points", "at.play.impact-order")
def take(g: G, shooter: int, unit: int, weapon: Weapon, impacts: int, vehicle: int | None) -> None:
    """A unit takes impacts: cover cancels some, each other one is tested for damage."""
    s = g.state
    if not impacts or not s[unit].here:
        return
    save = cover(g, shooter, unit, weapon)
    test = damage_test(weapon, s[unit].card)
    always = s.rulings.urt_auto_consumes_dice
    through = g.call(penetrate, impacts, save.value, needed(test), always)
    if weapon.missile and through:
        g.cite("at.missile.damage")
    g.note("damage", unit=unit, impacts=impacts, cover=save, test=test, through=through, damage=weapon.damage)
    origin, attacker = s[shooter].chief.base, s[shooter].side
    for _ in range(through):
        if vehicle is None:
            lose(g, unit, origin, weapon.damage)
        else:
            damage_vehicle(g, attacker, unit, vehicle, weapon.damage)


@rule("at.shoot.damage-test", "at.cover.roll")
@chance()
def penetrate(g: G, impacts: int, save: int, need: int, always: bool = False) -> int:
    """The impacts that are not cancelled by cover and pass their Damage test."""
    left = impacts - (g.count(d6(impacts), save, "cover") if save != NO_COVER else 0)
    return successes(g, left, need, always, "damage")


@chance()
def salvo(g: G, dice: int, need: int, again: int, save: int, pierce: int, damage: int) -> int:
    """The Damage points of one salvo, from dice to damage."""
    return damage * g.call(penetrate, g.call(volley, dice, need, again), save, pierce)


def resolve(g: G, unit: int, shots: list[Shot]) -> None:
    """Every salvo that was declared, in order; a unit that is wiped out fires no more."""
    for shot in shots:
        if g.state[unit].here:
            fire(g, unit, shot)

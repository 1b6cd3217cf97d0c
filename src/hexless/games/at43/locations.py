"""The Hit Location Table: propulsion, frame and weapons of a vehicle, and what becomes of its pilot."""

from __future__ import annotations

from typing import Literal

from hexless.kernel import Game, OneOf, Place, d6
from hexless.moves import Placing
from hexless.table import Base, within

from ._sheet import rule
from .losses import eliminated, kill, with_fighter
from .model import AT43, Card, Fighter, Person, Unit, enemy_of
from .morale import test_morale
from .obstacles import ground_for, solid
from .units import LEASH, LINK, new_leader

__all__ = ["damage_vehicle"]

G = Game[AT43]
Part = Literal["propulsion", "frame", "weapon"]


@rule("at.play.location-roll")
def damage_vehicle(g: G, attacker: str, unit: int, vehicle: int, points: int) -> None:
    """A successful Damage test: one die for the location, which takes all of its points."""
    if not g.state[unit].fighters[vehicle].alive:
        return
    part = located(g, g.sum(d6(), "location"))
    f = g.state[unit].fighters[vehicle]
    if part == "weapon" and any(f.arms):
        hit_weapon(g, attacker, unit, vehicle, points)
    elif part == "propulsion" and f.propulsion > 0:
        hit_propulsion(g, unit, vehicle, points)
    elif part == "frame":
        hit_frame(g, unit, vehicle, points)
    else:
        location_gone(g, unit, vehicle, points)


def located(g: G, die: int) -> Part:
    """1-2 propulsion, 3-5 frame, 6 a weapon."""
    g.cite("at.hit.propulsion" if die <= 2 else "at.hit.frame" if die <= 5 else "at.hit.weapon")
    return "propulsion" if die <= 2 else "frame" if die <= 5 else "weapon"


@rule("at.hit.propulsion", "at.play.structure-points")
def hit_propulsion(g: G, unit: int, vehicle: int, points: int) -> None:
    """Propulsion used up makes the vehicle immobile."""
    f = g.state[unit].fighters[vehicle]
    left = max(0, f.propulsion - points)
    g.state = with_fighter(g.state, unit, vehicle, propulsion=left)
    g.note("location", unit=unit, part="propulsion", points=points, left=left)
    overflow(g, unit, vehicle, points - f.propulsion)
    if left == 0 and g.state[unit].fighters[vehicle].alive:
        immobilised(g, unit, vehicle)


@rule("at.hit.frame", "at.play.structure-points")
def hit_frame(g: G, unit: int, vehicle: int, points: int) -> None:
    """The frame used up destroys the vehicle."""
    left = max(0, g.state[unit].fighters[vehicle].frame - points)
    g.state = with_fighter(g.state, unit, vehicle, frame=left)
    g.note("location", unit=unit, part="frame", points=points, left=left)
    if left == 0:
        frame_destroyed(g, unit, vehicle)


@rule("at.hit.weapon", "at.play.structure-points")
def hit_weapon(g: G, attacker: str, unit: int, vehicle: int, points: int) -> None:
    """A weapon that the attacker picks; destroyed, it cannot fire."""
    u = g.state[unit]
    f = u.fighters[vehicle]
    whole = tuple(w for w, left in enumerate(f.arms) if left)
    arm = whole[0]
    if len(whole) > 1:
        labels = tuple(u.card.weapons[w].name for w in whole)
        ask = OneOf(prompt="which weapon is hit", rules=g.cites, options=whole, labels=labels, about="weapon")
        arm = g.ask(attacker, ask)
    left = max(0, f.arms[arm] - points)
    g.state = with_fighter(g.state, unit, vehicle, arms=(*f.arms[:arm], left, *f.arms[arm + 1 :]))
    g.note("location", unit=unit, part=u.card.weapons[arm].name, points=points, left=left)
    overflow(g, unit, vehicle, points - f.arms[arm])


@rule("at.hit.location-gone")
def location_gone(g: G, unit: int, vehicle: int, points: int) -> None:
    """A hit on a location that is already destroyed strikes the frame."""
    hit_frame(g, unit, vehicle, points)


def overflow(g: G, unit: int, vehicle: int, beyond: int) -> None:
    """Points beyond a location's last are lost, or go on to the frame by the ruling."""
    if beyond > 0 and g.state.rulings.location_overflow:
        hit_frame(g, unit, vehicle, beyond)


@rule("at.hit.frame-destroyed")
def frame_destroyed(g: G, unit: int, vehicle: int) -> None:
    """The vehicle is removed and its pilot dies."""
    kill(g, unit, vehicle)
    shaken(g, unit)


@rule("at.morale.vehicles")
def shaken(g: G, unit: int) -> None:
    """Vehicles also test at once when one of them is destroyed or abandoned."""
    u = g.state[unit]
    if u.alive and u.card.morale and u.status != "rout" and g.state.rulings.afv_tests_at_once:
        test_morale(g, unit)


@rule("at.hit.immobile")
def immobilised(g: G, unit: int, vehicle: int) -> None:
    """It can no longer move, and its pilot may eject."""
    g.note("immobile", unit=unit)
    when = g.state.rulings.eject_on_immobile
    wants = when == "optional" and g.may(g.state[unit].side, f"the pilot of {g.state[unit].name} ejects")
    if when == "always" or wants:
        eject(g, unit, vehicle)


@rule("at.hit.pilot-ejects")
def eject(g: G, unit: int, vehicle: int) -> None:
    """The pilot leaves, and the vehicle stands there as an obstacle; a hero stays in the battle."""
    u = g.state[unit]
    person = u.fighters[vehicle].person
    g.state = with_fighter(g.state, unit, vehicle, pilot=False, person=None)
    g.note("ejects", unit=unit, who=person.title if person else "the pilot")
    officer = vehicle == u.leader and person is not None and person.rank > 0
    if not g.state[unit].living:
        eliminated(g, unit)
    elif officer:
        officer_ejected(g, unit, vehicle)
    elif vehicle == u.leader:
        new_leader(g, unit)
    if person is not None and person.hero and person.foot is not None:
        hero_on_foot(g, unit, vehicle, person)
    shaken(g, unit)


@rule("at.hit.officer-ejects")
def officer_ejected(g: G, unit: int, vehicle: int) -> None:
    """The others stay within 2.5 cm of the vehicle, or go on leaderless; without an officer they cost 1 LP."""
    u = g.state[unit]
    wreck = u.fighters[vehicle].base
    near = all(within(u.fighters[i].base, wreck, LINK) for i in u.living)
    labels = (f"stay within 2.5 cm of {u.name}'s vehicle", "go on leaderless")
    options = ("stay", "leaderless") if near else ("leaderless",)
    ask = OneOf(prompt="the rest of the group", rules=g.cites, options=options, labels=labels[-len(options) :])
    new_leader(g, unit)
    if g.ask(u.side, ask) == "stay":
        g.change(unit, tied=vehicle)


@rule("at.hit.hero-ejects")
def hero_on_foot(g: G, unit: int, vehicle: int, person: Person) -> None:
    """He stands beside the vehicle: a unit of his own, or one of a group that is near enough."""
    s, side = g.state, g.state[unit].side
    wreck, card = s[unit].fighters[vehicle].base, person.foot
    if card is None:
        return
    base = Base(wreck.x, wreck.y, radius=card.radius, height=card.height)
    others, names = solid(s, None)
    reach = wreck.radius + 3 * card.radius
    box = tuple((wreck.x + x * reach, wreck.y + y * reach) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    costs = ground_for(s, card)
    yard = Placing(terrain=s.terrain, base=base, outline=box, costs=costs, others=others, names=names, touch=wreck)
    if not yard.suggest(1):
        g.note("no room", unit=unit)
        return
    rules = ("at.hit.hero-ejects",)
    spot = g.ask(side, Place(prompt=f"{person.title} gets out", rules=rules, unit=unit, ground=yard))
    join(g, side, person, card, yard.placed(spot))


def join(g: G, side: str, person: Person, card: Card, base: Base) -> None:
    """He joins a group whose cohesion he is in, if he likes, with its arms; or goes alone."""
    s = g.state
    groups = [i for i in s.army(side) if s[i].placed and s[i].card.soldier and _welcome(s[i], base)]
    chosen = None
    if groups:
        labels = (*(s[i].name for i in groups), "nobody")
        ask = OneOf(prompt=f"{person.title} joins", rules=g.cites, options=(*groups, None), labels=labels, about="unit")
        chosen = g.ask(side, ask)
    if chosen is None:
        g.set(units=(*s.units, _alone(s, side, person, card, base)))
        g.note("on foot", unit=len(s.units))
        return
    u = s[chosen]
    arms = tuple(w for w, weapon in enumerate(u.card.weapons) if not weapon.special)
    hero = Fighter(base=base, wounds=2, weapons=arms, person=person)
    g.change(chosen, fighters=(*u.fighters, hero), start=u.start + 1)
    g.note("joins", unit=chosen, who=person.title)


def _welcome(u: Unit, base: Base) -> bool:
    near = any(within(base, other, LINK) for other in u.bases)
    return near and within(base, u.chief.base, LEASH) and base.radius == u.card.radius


def _alone(s: AT43, side: str, person: Person, card: Card, base: Base) -> Unit:
    arms = tuple(range(len(card.weapons)))
    hero = Fighter(base=base, wounds=2, weapons=arms, person=person)
    engaged = any(
        within(base, other, LINK)
        for i in s.army(enemy_of(s, side))
        if s[i].placed and s[i].card.soldier
        for other in s[i].bases
    )
    return Unit(name=person.title, side=side, card=card, fighters=(hero,), start=1, placed=True, engaged=engaged)

"""What becomes of a pilot: he ejects, an officer leaves his group behind, a hero fights on on foot."""

from __future__ import annotations

from hexless.kernel import Game, OneOf
from hexless.moves import Place, Placing
from hexless.table import Base, within

from ._sheet import rule
from .losses import eliminated, with_fighter
from .model import AT43, Card, Fighter, FighterId, Person, Unit
from .morale import shaken
from .movement import STANDING, engage
from .obstacles import rest_for, solid
from .units import LEASH, LINK, new_leader

__all__ = ["eject", "still_stays"]

G = Game[AT43]


@rule("at.hit.pilot-ejects")
def eject(g: G, unit: int, vehicle: FighterId) -> None:
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
        hero_on_foot(g, unit, vehicle, person, person.foot)
    shaken(g, unit)


@rule("at.hit.officer-ejects")
def officer_ejected(g: G, unit: int, vehicle: FighterId) -> None:
    """The others stay within 2.5 cm of the vehicle, led as before; or go on leaderless, at 1 LP an activation."""
    u = g.state[unit]
    wreck = u.fighters[vehicle].base
    near = all(within(u.fighters[i].base, wreck, LINK) for i in u.living)
    labels = (f"stay within 2.5 cm of {u.name}'s vehicle", "go on leaderless")
    options = ("stay", "leaderless") if near else ("leaderless",)
    ask = OneOf(prompt="the rest of the group", rules=g.cites, options=options, labels=labels[-len(options) :])
    new_leader(g, unit)
    if g.ask(u.side, ask) == "stay":
        g.change(unit, tied=vehicle)


@rule("at.hit.officer-ejects")
def still_stays(g: G, unit: int) -> None:
    """Those who have stayed with the vehicle may go on leaderless whenever they are activated."""
    u = g.state[unit]
    labels = ("stay with the vehicle", "go on leaderless")
    ask = OneOf(
        prompt=f"{u.name} at the vehicle", rules=g.cites, options=("stay", "leaderless"), labels=labels, about="pilot"
    )
    if g.ask(u.side, ask) == "leaderless":
        g.change(unit, tied=None)


@rule("at.hit.hero-ejects")
def hero_on_foot(g: G, unit: int, vehicle: FighterId, person: Person, card: Card) -> None:
    """He stands on free ground beside the vehicle, or as near as there is any; where there is none he is lost."""
    s, side = g.state, g.state[unit].side
    wreck = s[unit].fighters[vehicle].base
    yards = (_beside(s, wreck, card, wreck), _beside(s, wreck, card, None))
    yard = next((yard for yard in yards if yard.room), None)
    if yard is None:
        g.state = with_fighter(s, unit, vehicle, person=person)
        g.note("no room", unit=unit)
        return
    rules = ("at.hit.hero-ejects",)
    spot = g.ask(side, Place(prompt=f"{person.title} gets out", rules=rules, unit=unit, ground=yard))
    join(g, side, person, card, yard.placed(spot))


def _beside(s: AT43, wreck: Base, card: Card, touch: Base | None) -> Placing:
    """Free ground in contact with a vehicle, or else within 10 cm of it."""
    others, names, _ = solid(s, None)
    reach = wreck.radius + (3 * card.radius if touch else LEASH)
    box = tuple((wreck.x + x * reach, wreck.y + y * reach) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    base = Base(wreck.x, wreck.y, radius=card.radius, height=card.height)
    return Placing(
        terrain=s.terrain, base=base, outline=box, costs=rest_for(s), others=others, names=names, touch=touch,
        rules=STANDING, toward=((wreck.x, wreck.y),),
    )  # fmt: skip


def join(g: G, side: str, person: Person, card: Card, base: Base) -> None:
    """He joins a group whose cohesion he is in, if he likes, with its arms; or goes alone. Enemies there engage him."""
    s = g.state
    groups = [i for i in s.army(side) if s[i].placed and s[i].card.soldier and _welcome(s[i], base)]
    labels = (*(s[i].name for i in groups), "nobody")
    ask = OneOf(prompt=f"{person.title} joins", rules=g.cites, options=(*groups, None), labels=labels, about="unit")
    group = g.ask(side, ask)
    if group is None:
        group = len(s.units)
        g.set(units=(*s.units, _alone(side, person, card, base)))
        g.note("on foot", unit=group)
    else:
        u = s[group]
        arms = tuple(w for w, weapon in enumerate(u.card.weapons) if not weapon.special)
        hero = Fighter(base=base, wounds=2, weapons=arms, person=person)
        g.change(group, fighters=(*u.fighters, hero), start=u.start + 1)
        g.note("joins", unit=group, who=person.title)
    engage(g, group)


def _welcome(u: Unit, base: Base) -> bool:
    near = any(within(base, other, LINK) for other in u.bases)
    return near and within(base, u.chief.base, LEASH) and base.radius == u.card.radius


def _alone(side: str, person: Person, card: Card, base: Base) -> Unit:
    hero = Fighter(base=base, wounds=2, weapons=tuple(range(len(card.weapons))), person=person)
    return Unit(name=person.title, side=side, card=card, fighters=(hero,), start=1, placed=True)

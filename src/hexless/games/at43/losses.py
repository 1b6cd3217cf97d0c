"""Losses: who falls, and who steps into the leader's place."""

from __future__ import annotations

from hexless.kernel import Game
from hexless.table import Base

from ._sheet import rule
from .model import AT43, FighterId
from .units import nearest, new_leader

__all__ = ["kill", "lose", "remove", "wound"]

G = Game[AT43]


@rule("at.loss.nearest", "at.play.wounds")
def lose(g: G, unit: int, origin: Base, damage: int, places: tuple[Base, ...] | None = None) -> None:
    """A shooting casualty: the member nearest to the shooting leader; the owner settles ties.

    places: only who stands in one of them may fall; in the zone of fire, for a unit that is caught in it.
    """
    u = g.state[unit]
    able = [i for i in u.living if places is None or u.fighters[i].base in places]
    if not u.alive or not able:
        return
    fallen = nearest(g, unit, able, origin, u.side, "who falls")
    if fallen == u.leader and len(u.living) > 1:
        fallen = instead_of_leader(g, unit, origin)
    wound(g, unit, fallen, damage)


@rule("at.loss.leader")
def instead_of_leader(g: G, unit: int, origin: Base) -> FighterId:
    """Another figure falls in the leader's stead, the nearest that could succeed him, and he takes its place."""
    u = g.state[unit]
    able = [i for i in u.living if i != u.leader and not u.fighters[i].special]
    if not able:
        return u.leader
    other = nearest(g, unit, able, u.chief.base, u.side, "who falls for the leader")
    spot, place = u.fighters[other].base, u.chief.base
    g.state = with_fighter(g.state, unit, u.leader, base=spot)
    g.state = with_fighter(g.state, unit, other, base=place)
    return other


def with_fighter(s: AT43, unit: int, fighter: FighterId, **changes: object) -> AT43:
    """The state with one fighter changed."""
    fighters = s[unit].fighters
    changed = fighters[fighter].with_(**changes)
    return s.change(unit, fighters=(*fighters[:fighter], changed, *fighters[fighter + 1 :]))


@rule("at.play.wounds")
def wound(g: G, unit: int, fighter: FighterId, damage: int) -> None:
    """A fighter loses Damage points; what is beyond his last is lost."""
    left = max(0, g.state[unit].fighters[fighter].wounds - damage)
    g.state = with_fighter(g.state, unit, fighter, wounds=left)
    if left:
        g.note("wounded", unit=unit, fighter=fighter + 1, left=left)
    else:
        kill(g, unit, fighter)


def kill(g: G, unit: int, fighter: FighterId) -> None:
    """A fighter is out; somebody else leads, if it was the leader."""
    u = g.state[unit]
    person = u.fighters[fighter].person
    g.note("killed", unit=unit, fighter=fighter + 1, who=person.title if person else "a fighter", left=len(u.living))
    if not u.living:
        eliminated(g, unit)
    elif fighter == u.leader:
        new_leader(g, unit)


def eliminated(g: G, unit: int) -> None:
    """Nobody is left."""
    g.change(unit, **CLEARED)
    g.note("eliminated", unit=unit)


CLEARED: dict[str, bool] = {"engaged": False, "overwatch": False, "deck": False, "covered": False}


def remove(g: G, unit: int, why: str) -> None:
    """A whole unit leaves the game as lost."""
    g.change(unit, gone=True, **CLEARED)
    g.note("removed", unit=unit, why=why)

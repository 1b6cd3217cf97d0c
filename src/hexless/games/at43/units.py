"""Units: cohesion, leaders and who succeeds them."""

from __future__ import annotations

from functools import lru_cache

from hexless.kernel import Game, OneOf
from hexless.table import Base, gap, within

from ._sheet import rule
from .model import AT43, CM, FighterId, Unit

__all__ = ["LEASH", "LINK", "holds", "nearest", "new_leader", "strays"]

G = Game[AT43]
LEASH, LINK = 10 * CM, 2500


@rule("at.unit.cohesion", "at.unit.cohesion-leader", "at.unit.cohesion-neighbour")
def strays(u: Unit, connected: bool) -> list[FighterId]:
    """The fighters out of cohesion: beyond 10 cm of the leader, or with nobody within 2.5 cm.

    An immobile vehicle cannot help where it stands, and a single figure has nobody to keep to.
    """
    living = [i for i in u.living if i == u.leader or not u.fighters[i].immobile]
    if len(living) < 2 or u.leader not in living:
        return []
    bases = {i: u.fighters[i].base for i in living}
    joined = _chain(bases, u.leader) if connected else _paired(bases)
    head = bases[u.leader]
    return [i for i in living if i not in joined or not within(bases[i], head, LEASH)]


def _paired(bases: dict[FighterId, Base]) -> list[FighterId]:
    return [i for i, b in bases.items() if any(within(b, o, LINK) for j, o in bases.items() if j != i)]


def _chain(bases: dict[FighterId, Base], leader: FighterId) -> list[FighterId]:
    chain = [leader]
    for i in chain:
        chain += [j for j, b in bases.items() if j not in chain and within(bases[i], b, LINK)]
    return chain


def holds(s: AT43, unit: int) -> bool:
    """Whether a unit is in cohesion."""
    return not strays(s[unit], s.rulings.cohesion_connected)


@lru_cache(maxsize=1 << 12)
def _apart(a: Base, b: Base) -> int:
    return gap(a, b).distance


def nearest(g: G, unit: int, among: list[FighterId], to: Base, chooser: str, prompt: str) -> FighterId:
    """The fighter nearest to a base; among equals somebody chooses."""
    u = g.state[unit]
    gaps = {i: _apart(u.fighters[i].base, to) for i in among}
    least = min(gaps.values())
    equal = [i for i in among if gaps[i] == least]
    labels = tuple(f"{u.name} {i + 1}" for i in equal)
    ask = OneOf(prompt=prompt, rules=g.cites, options=tuple(equal), labels=labels, about="fighter", to=unit)
    chosen: FighterId = g.ask(chooser, ask)
    return chosen


@rule("at.unit.new-leader")
def new_leader(g: G, unit: int) -> None:
    """When the leader is killed the nearest fighter takes command; a special weapon only if nobody else is left."""
    u = g.state[unit]
    able = able_to_lead(g, unit)
    if not able:
        return
    g.change(unit, leader=able[0])  # somebody leads, also while the owner decides
    heir = nearest(g, unit, able, u.chief.base, u.side, "new leader")
    g.change(unit, leader=heir)
    g.note("new leader", unit=unit, fighter=heir + 1)


@rule("at.special.no-succession")
def able_to_lead(g: G, unit: int) -> list[FighterId]:
    """Those who may take over from the leader: no bearer of a special weapon, unless only such are left."""
    u = g.state[unit]
    others = [i for i in u.living if i != u.leader]
    able = [i for i in others if not u.fighters[i].special]
    if not able and len(others) == 1:
        last_fighter(g, unit)
    return able or others


@rule("at.special.last-fighter")
def last_fighter(g: G, unit: int) -> None:
    """The last of a unit leads it, and keeps his special weapon."""
    g.note("special leader", unit=unit)

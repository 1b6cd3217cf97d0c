"""What stands in the way: terrain by its traits, enemies, and machines of either side."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from hexless.moves.later import Later
from hexless.moves.packed import gathered
from hexless.table import Base, Bases, Costs

from ._sheet import rule
from .model import AT43, Card, Unit

__all__ = ["TRAITS", "friends", "ground_for", "rest_for", "solid"]

TRAITS = ("low-wall", "high-wall", "container")


@rule("at.move.obstacles")
def ground_for(s: AT43, card: Card) -> Costs:
    """Terrain is gone round; only infantry crosses low walls."""
    return s.terrain.costs({}, TRAITS if card.vehicle else TRAITS[1:])


@rule("at.move.no-end-on-obstacle")
def rest_for(s: AT43) -> Costs:
    """Nobody ends on an obstacle, also not on one that he may cross."""
    return s.terrain.costs({}, TRAITS)


class Solid(NamedTuple):
    """Bases that cannot be passed, whose they are, and whether they are of the own side."""

    bases: Bases
    names: Sequence[str]
    mine: Sequence[bool]


@rule("at.move.enemies", "at.move.friends")
@lru_cache(maxsize=64)
def solid(s: AT43, unit: int | None, over_soldiers: bool = False) -> Solid:
    """Whom a unit cannot pass: enemy soldiers, and machines of either side; with their names.

    Without a unit: everybody, for somebody who is put down. over_soldiers: enemy soldiers are run over.
    """
    side = s.units[unit].side if unit is not None else ""
    groups: list[tuple[Unit, tuple[Base, ...]]] = []
    for i, u in enumerate(s.units):
        if not u.placed:
            continue
        if i == unit:
            stays = tuple([f.base for f in u.fighters if f.wreck or (f.alive and f.immobile)])
        elif u.card.soldier:
            stays = u.standing if u.side != side and not over_soldiers else ()
        else:
            stays = u.standing
        if stays:
            groups.append((u, stays))
    return Solid(
        gathered(tuple([stays for _, stays in groups])),
        Later(lambda: [u.name for u, stays in groups for _ in stays]),
        Later(lambda: [u.side == side for u, stays in groups for _ in stays]),
    )


@rule("at.move.friends")
@lru_cache(maxsize=64)
def friends(s: AT43, unit: int, over_soldiers: bool = False) -> Bases:
    """Whom a unit may pass but not end upon: soldiers of its own side, and enemies that it runs over."""
    side = s.units[unit].side
    mine = [
        u.bases
        for i, u in enumerate(s.units)
        if i != unit and u.placed and not u.gone and u.card.soldier and (u.side == side or over_soldiers) and u.bases
    ]
    return gathered(tuple(mine))

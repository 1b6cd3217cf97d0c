"""Special weapons, locked shots and missile launchers: what they may do, and what they may not."""

from __future__ import annotations

from hexless.kernel import Game, d6

from ._sheet import rule
from .losses import eliminated, with_fighter
from .model import AT43, Card, Fighter, FighterId, Weapon

__all__ = ["bearer", "blow_up", "destroy", "ignores_zone", "may_lock", "strikes"]

G = Game[AT43]


@rule("at.special.weapons")
def bearer(card: Card, weapons: tuple[int, ...]) -> bool:
    """Whether somebody carries a special weapon: a sonic gun or a missile launcher."""
    return card.soldier and any(card.weapons[w].special for w in weapons)


@rule("at.special.no-close-combat")
def strikes(f: Fighter) -> bool:
    """Bearers of special weapons never attack in close combat."""
    return not f.special


@rule("at.locked.targets", "at.missile.locked")
def may_lock(weapon: Weapon, target: Card) -> bool:
    """Locked shots, missiles among them, go at vehicles and generators only; no other weapon goes at a generator."""
    if target.kind == "generator":
        return weapon.locked
    return not weapon.locked or target.vehicle


@rule("at.locked.ignores-zone")
def ignores_zone(weapon: Weapon) -> bool:
    """Whoever is in the zone of fire of a locked shot is not hit by it."""
    return weapon.locked


@rule("at.missile.generator")
def blow_up(g: G, unit: int, target: int, shots: int) -> None:
    """One die for each missile launcher: 3+ destroys the Generator."""
    hits = g.count(d6(shots), 3, "missiles at a generator")
    g.note("generator", unit=unit, target=target, result="is destroyed" if hits else "stands")
    if hits:
        destroy(g, target)


def destroy(g: G, target: int) -> None:
    """A generator is gone."""
    g.state = with_fighter(g.state, target, FighterId(0), wounds=0)
    eliminated(g, target)

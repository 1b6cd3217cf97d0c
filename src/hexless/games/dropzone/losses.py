"""Hits that wound, and what the death of a unit brings about."""

from __future__ import annotations

from hexless.kernel import Game

from . import behemoths, cards, commanders, crashes, gates, objectives, wrecks
from ._sheet import rule
from .damage import Blow, harm, saves
from .deck import in_force
from .lines import in_cover
from .model import Dropzone, Unit, aboard_of, alive_of, change_squad, other

__all__ = ["automatic", "destroy", "hurt", "inflict", "lose", "most_of", "shield"]

G = Game[Dropzone]


def shield(s: Dropzone, unit: int, guard: bool = True) -> int:
    """The Passive number that a unit may use; against Energy 13 and more only a Behemoth has one."""
    p = s.units[unit].profile
    if not guard and p.kind != "behemoth":
        return 0
    return flares(p.passive) if in_force(s, "flare-screen", s.units[unit].squad) else p.passive


@rule("dz.cards.flare-screen")
def flares(passive: int) -> int:
    """Passive Countermeasures of 5+, or its own if they are better."""
    return min(passive or 5, 5)


def most_of(u: Unit, zone: int) -> int:
    """The Damage Points that a unit, or a zone of a Behemoth, can lose."""
    return u.zones[zone] if u.zones else u.dp


def inflict(g: G, unit: int, hits: int, blow: Blow, *, zone: int = 0, guard: bool = True, dodge: bool = False) -> int:
    """Damage dice for some hits, then countermeasures, then the loss. The Damage that got through."""
    u = g.state[unit]
    if hits <= 0 or not u.alive:
        return 0
    least = u.profile.dodge if dodge else 0
    damage: int = g.call(harm, hits, blow, shield(g.state, unit, guard), least, most_of(u, zone))
    hurt(g, unit, damage, zone=zone)
    return damage


def lose(g: G, unit: int, damage: int, *, zone: int = 0, guard: bool = True) -> None:
    """Passive Countermeasures against Damage that needs no dice; then the loss."""
    passive = shield(g.state, unit, guard)
    hurt(g, unit, g.call(saves, damage, passive) if damage and passive else damage, zone=zone)


def hurt(g: G, unit: int, damage: int, *, zone: int = 0, close: str = "") -> None:
    """Take Damage Points off a unit; `close`: the side whose Close Quarters weapon did it."""
    u = g.state[unit]
    if damage <= 0 or not u.alive:
        return
    if close:
        change_squad(g, u.squad, hurt=True)
    if u.zones:
        behemoths.hurt_zone(g, unit, zone, damage)
        return
    left = max(0, u.dp - damage)
    g.note("damaged", unit=unit, damage=damage, left=left)
    if left:
        g.change(unit, dp=left)
    else:
        destroy(g, unit, close)


@rule("dz.play.dice")
def automatic(
    g: G, unit: int, hits: int, energy: int, why: str, *, cover: bool = False, six: bool = False, again: str = "",
    retry: str = "",
) -> int:  # fmt: skip
    """Automatic hits from a crash, a wreck, a collapse or a fire."""
    u = g.state[unit]
    if not u.alive:  # another crash of the same moment was quicker
        return 0
    body = int(cover and in_cover(g.state, None, u, "body"))
    g.note("hits", unit=unit, hits=hits, energy=energy, why=why)
    blow = Blow(energy, u.profile.armour, body, criticals=not (six or u.profile.resilient), six=six,
                cover_criticals=g.state.rulings.body_cover_critical)  # fmt: skip
    blow = blow.with_(again=again, retry=retry) if again or retry else blow
    return inflict(g, unit, hits, blow, dodge=six)


def destroy(g: G, unit: int, close: str = "") -> None:
    """A unit dies: Kill Points, what it carried, who was inside, and the crash of an aircraft."""
    u = g.state[unit]
    cargo = aboard_of(g.state, unit)
    g.change(unit, dp=0, scan=False, zones=())
    g.note("destroyed", unit=unit)
    if u.cv:
        cards.bereave(g, u.side)
    score_kill(g, u)
    if not alive_of(g.state, u.squad):
        objectives.lost_with(g, u.squad, u, close)
    if u.flying and u.placed and u.aboard is None:
        crashes.down(g, unit, cargo)
    elif u.profile.kind == "behemoth" and u.here:
        behemoths.fall(g, unit)
    elif cargo:
        wrecks.wreck(g, unit, cargo)
    g.change(unit, aboard=None, piece=None, edge=-1, flying=False, held=False)
    if u.profile.access:
        gates.closed(g, u.side)


@rule("dz.play.victory")
def score_kill(g: G, u: Unit) -> None:
    """Kill Points: the points of the unit, and of the commander in it."""
    s = g.state
    foe = s.sides.index(other(s, u.side))
    if u.cv:
        g.cite(f"dz.commanders.cv-{u.cv}")
    worth = u.profile.points + commanders.cost_of(u.cv)
    g.set(kills=tuple(k + worth * (i == foe) for i, k in enumerate(s.kills)))

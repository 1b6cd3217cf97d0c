"""Aircraft: landing, and reaction fire while they move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hexless.kernel import Game, YesNo, act
from hexless.moves.packed import packed
from hexless.table import Base, fits

from . import aiming, shooting
from ._sheet import rule
from .model import INCH, Dropzone
from .unit_types import ground, level
from .units import Gun, Profile

__all__ = ["can_land", "land", "reaction_fire", "take_off"]

G = Game[Dropzone]


# ---- landing


def can_land(s: Dropzone, unit: int) -> bool:
    """Whether the model fits on the ground below it; a Fast one never lands."""
    u = s.units[unit]
    if u.profile.fast:
        return False
    others = packed(tuple([s.units[i].base for i in s.field.ground if i != unit]))
    base = u.base.at(u.base.x, u.base.y, 0)
    return fits(s.terrain, base, ground(s.terrain, "tank", INCH), others, Base(-(1 << 19), -(1 << 19))) is None


@rule("dz.play.landing")
def land(g: G, unit: int) -> None:
    """On the ground it counts as a Vehicle, cannot move and claims nothing."""
    base = g.state[unit].base
    g.change(unit, flying=False, base=base.at(base.x, base.y, 0))
    g.note("landed", unit=unit)


@rule("dz.play.landing")
def take_off(g: G, unit: int) -> None:
    """Up again, as part of a move."""
    u = g.state[unit]
    g.change(unit, flying=True, base=u.base.at(u.base.x, u.base.y, level(g.state, u, u.base.x, u.base.y, True)))
    g.note("took off", unit=unit)


# ---- reaction fire


@rule("dz.play.reaction-fire")
def reaction_fire(g: G, unit: int, moments: Sequence[tuple[int, int]]) -> None:
    """At each moment of an aircraft's move, enemy AA weapons in range and sight that have not shot may do so."""
    for x, y in moments:
        u = g.state[unit]
        if not u.alive:
            return
        g.change(unit, base=u.base.at(x, y, level(g.state, u, x, y, True)))
        for shooter, gun in _watchers(g.state, unit):
            if not g.state[unit].alive:
                return
            g.call(watch, shooter, gun, unit)


def _watchers(s: Dropzone, unit: int) -> list[tuple[int, int]]:
    """The AA weapons that could fire now."""
    target, found = s.units[unit], []
    for i, v in enumerate(s.units):
        if v.side == target.side or not (guns := _flak(v.profile)) or not v.present:
            continue
        for k, gun in guns:
            if aiming.ready(s, i, k) and aiming.can_hit(s, i, gun, unit):
                found.append((i, k))
                break
    return found


@lru_cache(maxsize=256)
def _flak(profile: Profile) -> tuple[tuple[int, Gun], ...]:
    """The weapons of a unit that may fire at aircraft on their way."""
    return tuple([(k, gun) for k, gun in enumerate(profile.guns) if gun.aa >= 0 and not gun.indirect])


@rule("dz.play.reaction-fire")
@act
def watch(g: G, shooter: int, gun: int, unit: int) -> None:
    """One weapon fires at an aircraft on its way, if its player likes."""
    name = g.state[shooter].profile.guns[gun].name
    says = f"{g.state[shooter].name} fires {name} at {g.state[unit].name}"
    if g.ask(g.state[shooter].side, YesNo(prompt=says, rules=g.cites, by=shooter)):
        react(g, shooter, gun, unit)


@rule("dz.play.reaction-fire")
def react(g: G, shooter: int, gun: int, unit: int) -> None:
    """One volley at +2, and the weapon is spent for the round."""
    salvo = aiming.measured(g.state, aiming.Shot(shooter, gun, unit), reaction=True)
    shooting.spend(g, shooter, gun)
    shooting.volley_at(g, salvo)


def moments(start: tuple[int, int], points: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Half-way and at the end of each stretch."""
    stretches = zip((start, *points), points)
    return tuple(spot for a, b in stretches for spot in (((a[0] + b[0]) // 2, (a[1] + b[1]) // 2), b))

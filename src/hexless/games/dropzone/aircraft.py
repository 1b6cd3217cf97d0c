"""Aircraft: landing, and reaction fire while they move."""

from __future__ import annotations

from collections.abc import Sequence

from hexless.kernel import Game, YesNo, act
from hexless.moves.packed import packed
from hexless.table import Base, fits

from . import aiming, shooting
from ._sheet import rule
from .flight import moments
from .model import INCH, Dropzone
from .unit_types import ground, level

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
def reaction_fire(g: G, unit: int, start: tuple[int, int], points: Sequence[tuple[int, int]]) -> None:
    """At each moment of an aircraft's move, enemy AA weapons in range and sight that have not shot may do so."""
    for x, y in moments(g.state, unit, start, points):
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
    side, found = s.units[unit].side, []
    for i, guns in s.field.flak:
        for k, gun in guns if s.units[i].side != side else ():
            if aiming.ready(s, i, k) and aiming.can_hit(s, i, gun, unit):
                found.append((i, k))
                break
    return found


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

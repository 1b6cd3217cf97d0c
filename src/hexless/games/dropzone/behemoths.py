"""Behemoths: what their feet do to whatever is below them."""

from __future__ import annotations

from hexless.kernel import Game, OneOf, d3
from hexless.table import Base

from . import crashes, losses
from ._sheet import rule
from .lines import near_piece
from .model import INCH, Dropzone, Unit

__all__ = ["crush", "trample"]

G = Game[Dropzone]


@rule("dz.play.behemoth-zones")
def trample(g: G, unit: int) -> None:
    """Where it ends its move every other squad and Destructible piece within its spread takes D3 hits of Energy 10."""
    u = g.state[unit]
    if below(g.state, unit, u.base) or pieces_below(g.state, u, u.base):
        crush(g, unit, u.base, g.sum(d3(), "trampled"), 10, "a Behemoth's feet")


def below(s: Dropzone, unit: int, base: Base) -> dict[int, list[int]]:
    """The squads on the ground within a Behemoth's spread, with all their units in the open."""
    u = s.units[unit].with_(base=base)
    near = [i for i in crashes.near_units(s, u, u.profile.spread, unit) if s.units[i].here and not s.units[i].flying]
    squads = dict.fromkeys(s.units[i].squad for i in near)
    return {q: [i for i in s.squads[q].units if s.units[i].here and not s.units[i].flying] for q in squads}


def pieces_below(s: Dropzone, u: Unit, base: Base) -> list[int]:
    """The Destructible pieces within a Behemoth's spread."""
    reach = u.profile.spread * INCH
    return [p for p, at in enumerate(s.scenery) if at.dp and near_piece(s.terrain, base, p) <= reach]


def crush(g: G, unit: int, base: Base, hits: int, energy: int, why: str) -> None:
    """As many hits on every squad (on a unit that the Behemoth's player picks) and every piece below."""
    pieces = pieces_below(g.state, g.state[unit], base)
    g.each(underfoot, [tuple(units) for units in below(g.state, unit, base).values()], unit, hits, energy, why)
    g.each(losses.struck, pieces, hits, energy)


def underfoot(g: G, units: tuple[int, ...], unit: int, hits: int, energy: int, why: str) -> None:
    """The hits on one squad below."""
    there = [i for i in units if g.state[i].here]
    if there:
        losses.automatic(g, _victim(g, g.state[unit].side, there), hits, energy, why, cover=True)


def _victim(g: G, side: str, units: list[int]) -> int:
    """The unit of a squad that takes the hits."""
    if len(units) == 1:
        return units[0]
    labels = tuple(g.state[i].name for i in units)
    ask = OneOf(prompt="who is crushed", rules=g.cites, options=tuple(units), labels=labels, about="unit")
    unit: int = g.ask(side, ask)
    return unit

"""Crashes: aircraft that are destroyed in the air, and all that is near."""

from __future__ import annotations

from collections.abc import Sequence

from hexless.kernel import Game, d3

from . import losses, scenery, wrecks
from ._sheet import rule
from .lines import caught, near_piece, off
from .model import INCH, Dropzone, Unit

__all__ = ["crash", "down", "near_units"]

G = Game[Dropzone]


def down(g: G, unit: int, cargo: Sequence[int]) -> None:
    """An aircraft is destroyed in the air."""
    if not g.state[unit].profile.small:
        crash(g, unit, cargo)
        return
    no_crash(g, unit)
    if cargo:
        wrecks.wreck(g, unit, cargo)


@rule("dz.aircraft.small-no-crash")
def no_crash(g: G, unit: int) -> None:
    """An Aircraft-S does not crash."""
    g.note("no crash", unit=unit)


@rule("dz.aircraft.crash-no-effect")
def harmless(g: G, unit: int) -> int:
    """A 3 has no effect."""
    return 0


@rule("dz.aircraft.crash-hits")
def crash(g: G, unit: int, cargo: Sequence[int]) -> None:
    """1D3: on 1 or 2 everything that near takes as many hits of Energy 10, the cargo too; a 3 does nothing."""
    u = g.state[unit]
    hits = g.sum(d3(), "crash")
    hits = harmless(g, unit) if hits == 3 else hits
    g.note("crash", unit=unit, hits=hits)
    if hits:
        _impact(g, unit, u, hits, cargo)
    wrecks.bail(g, unit, cargo)


def _impact(g: G, unit: int, u: Unit, hits: int, cargo: Sequence[int]) -> None:
    """The hits on everybody and everything near."""
    g.each(burning_wreck, (*near_units(g.state, u, hits, unit), *cargo), hits)
    pieces = [p for p in range(len(g.state.scenery)) if near_piece(g.state.terrain, u.base, p) <= hits * INCH]
    g.each(scenery.struck, pieces, hits, 10)


def burning_wreck(g: G, unit: int, hits: int) -> None:
    """The hits of a crash on one unit."""
    losses.automatic(g, unit, hits, 10, "a crash", cover=True)


def near_units(s: Dropzone, u: Unit, inches: int, unit: int) -> list[int]:
    """All units that near, those in garrisons from where they are in them; aircraft where the ruling says so."""
    return [
        i
        for i, v in enumerate(s.units)
        if i != unit and caught(s, v) and off(s.terrain, v, u.base.centre) <= inches * INCH
    ]

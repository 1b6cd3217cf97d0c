"""Wrecks: who was inside a transport or a garrison that is no more, and gets out of it."""

from __future__ import annotations

from collections.abc import Sequence

from hexless.kernel import Game, d3
from hexless.moves import Place

from . import losses
from ._sheet import rule
from .entering import PASSAGE
from .model import CENTRE, INCH, Dropzone, change_squad, outermost
from .places import standing_room
from .unit_types import stood

__all__ = ["bail", "put_outside", "wreck"]

G = Game[Dropzone]


@rule("dz.transports.destroyed-hits")
def wreck(g: G, unit: int, cargo: Sequence[int]) -> None:
    """1D3: on 1 or 2 every unit aboard takes as many hits of Energy 10; on 3 none. Then they get out."""
    hits = g.sum(d3(), "destroyed transport")
    hits = unharmed(g) if hits == 3 else hits
    g.note("wreck", unit=unit, hits=hits)
    g.each(hurled, cargo if hits else (), hits)
    bail(g, unit, cargo)


def hurled(g: G, unit: int, hits: int) -> None:
    """The hits of a wreck on one unit aboard."""
    losses.automatic(g, unit, hits, 10, "the wreck")


@rule("dz.transports.destroyed-no-hits")
def unharmed(g: G) -> int:
    """A 3 hurts nobody aboard."""
    return 0


def bail(g: G, unit: int, cargo: Sequence[int]) -> None:
    """Who survives gets out."""
    for i in cargo:
        if g.state[i].alive and g.state[i].aboard == unit:
            get_out(g, unit, i)


@rule("dz.transports.survivors-disembark")
def get_out(g: G, unit: int, passenger: int) -> None:
    """Within 2 inches of the wreck, in coherency or not; who has no room is destroyed."""
    s = g.state
    at = s[outermost(s, unit)].base
    where = standing_room(
        s, passenger, [], anchor=(at.x, at.y), reach=2 * INCH, rule="dz.transports.survivors-disembark"
    )
    if not where.room:
        no_room(g, passenger)
        return
    ask = Place(prompt="out of the wreck", rules=g.cites, unit=passenger, ground=where)
    spot = g.ask(s[passenger].side, ask)
    g.change(passenger, aboard=None, placed=True, base=stood(s, passenger, where.placed(spot)), moved=0)
    change_squad(g, s[passenger].squad, disembarked=True)
    g.note("gets out", unit=passenger)


@rule("dz.transports.no-room")
def no_room(g: G, unit: int) -> None:
    """A survivor that cannot be placed is destroyed too."""
    losses.destroy(g, unit)


def put_outside(g: G, units: list[int], piece: int) -> None:
    """Place units near a garrison in coherency, which counts as a move; who has no room is destroyed."""
    done: list[int] = []
    for unit in units:
        s = g.state
        where = standing_room(
            s, unit, done, outline=s.terrain.pieces[piece].outline, reach=2 * INCH, rule="dz.garrisons.exit"
        )
        if not where.room:
            losses.destroy(g, unit)
            continue
        g.change(unit, piece=None, edge=CENTRE, placed=False)
        spot = g.ask(s[unit].side, Place(prompt="outside", rules=("dz.garrisons.exit",), unit=unit, ground=where))
        g.change(unit, placed=True, base=where.placed(spot), moved=(s[unit].moved or 0) + PASSAGE)
        done.append(unit)

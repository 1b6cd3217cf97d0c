"""Access: gates that squads go into, and come out of anywhere; between the two they are in Holding."""

from __future__ import annotations

from hexless.kernel import Game, OneOf

from . import losses
from ._sheet import rule
from .boarding import exits, gates_of
from .model import Dropzone

__all__ = ["choose", "closed", "hold", "passed"]

G = Game[Dropzone]


@rule("dz.play.unit-access")
def choose(g: G, squad: int) -> int:
    """The gate that a squad comes out of."""
    options = exits(g.state, squad)
    labels = tuple(g.state[i].name for i in options)
    ask = OneOf(prompt="out of", rules=g.cites, options=tuple(options), labels=labels, about="unit")
    gate: int = g.ask(g.state.squads[squad].side, ask) if len(options) > 1 else options[0]
    return gate


@rule("dz.play.unit-access")
def hold(g: G, unit: int, gate: int) -> None:
    """Who embarks on a gate is in Holding, not inside it."""
    passed(g, unit, gate, 0)
    g.change(unit, aboard=None, held=True)


def passed(g: G, unit: int, gate: int, way: int) -> None:
    """A gate lets as much through in a round as its Capacity, each way (0 in, 1 out)."""
    used, more = g.state[gate].passed, g.state[unit].profile.bulk
    g.change(gate, passed=(used[0] + more * (way == 0), used[1] + more * (way == 1)))


def closed(g: G, side: str) -> None:
    """If the last gate is gone, nobody comes out of Holding any more."""
    if not gates_of(g.state, side) and any(u.held and u.alive and u.side == side for u in g.state.units):
        shut(g, side)


@rule("dz.play.unit-access")
def shut(g: G, side: str) -> None:
    """They count as destroyed."""
    for i, u in enumerate(g.state.units):
        if u.held and u.side == side and g.state[i].alive:
            losses.destroy(g, i)

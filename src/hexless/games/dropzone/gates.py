"""Access: gates that squads go into, and come out of anywhere; between the two they are in Holding."""

from __future__ import annotations

from hexless.kernel import Game, OneOf

from ._sheet import rule
from .boarding import exits, gates_of
from .model import Dropzone, SquadId

__all__ = ["choose", "hold", "passed", "stranded"]

G = Game[Dropzone]


@rule("dz.play.unit-access")
def choose(g: G, squad: SquadId) -> int:
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


def stranded(s: Dropzone, side: str) -> list[int]:
    """Who is in Holding and cannot come out, because the last gate is gone."""
    return [] if gates_of(s, side) else [i for i, u in enumerate(s.units) if u.held and u.alive and u.side == side]

"""Suppression points and destroyed bases: what both kinds of fire lead to."""

from __future__ import annotations

from hexless.kernel import Game

from ._sheet import rule
from .model import BaseId, Orders, carried_by
from .moves import can_dismount, step_out

__all__ = ["destroy", "suppress"]

G = Game[Orders]

MOST_SP = 2


def suppress(g: G, unit: BaseId, points: int, by: str) -> None:
    """Add suppression points."""
    sp = g.state[unit].sp + points
    if sp > MOST_SP:
        overwhelm(g, unit, points, by)
        return
    g.change(unit, sp=sp)
    g.note("suppressed", unit=unit, points=points, sp=sp)


@rule("or.attack.suppressed-to-death")
def overwhelm(g: G, unit: BaseId, points: int, by: str) -> None:
    """More than 2 suppression points destroy a base."""
    g.note("overwhelmed", unit=unit, points=points, sp=g.state[unit].sp)
    destroy(g, unit, by)


def destroy(g: G, unit: BaseId, by: str) -> None:
    """A base is destroyed by a player's fire."""
    e = g.state[unit]
    for passenger in carried_by(g.state, unit):
        bail_out(g, passenger, unit, by)
    (leave_wreckage if e.vehicle else remove_infantry)(g, unit)
    g.change(unit, sp=0, activation=False, vulnerable=False)
    if e.leader:
        lose_leader(g, unit, by)


@rule("or.attack.remove-infantry")
def remove_infantry(g: G, unit: BaseId) -> None:
    """Destroyed infantry leaves the playing area."""
    g.change(unit, alive=False, aboard=None)
    g.note("destroyed", unit=unit)


@rule("or.attack.wreckage")
def leave_wreckage(g: G, unit: BaseId) -> None:
    """A destroyed vehicle stays as wreckage."""
    g.change(unit, alive=False)
    g.note("wrecked", unit=unit)


@rule("or.play.leader-lost", "or.turn.leader-kills")
def lose_leader(g: G, unit: BaseId, by: str) -> None:
    """Its bases go on without it; whoever destroyed an enemy leader has it counted."""
    s = g.state
    kills = tuple(n + (side == by and s[unit].side != by) for side, n in zip(s.sides, s.leader_kills))
    g.set(leader_kills=kills)
    g.note("leader lost", unit=unit, by=by)


@rule("or.play.transport-destroyed")
def bail_out(g: G, passenger: BaseId, transport: BaseId, by: str) -> None:
    """Bases in a destroyed transport get out against the wreck, vulnerable and with a suppression point."""
    if g.state.rulings.passengers == "die" or not can_dismount(g.state, passenger):
        g.change(passenger, aboard=None, placed=False)
        destroy(g, passenger, by)
        return
    step_out(g, passenger, transport)
    g.change(passenger, vulnerable=True)
    suppress(g, passenger, 1, by)

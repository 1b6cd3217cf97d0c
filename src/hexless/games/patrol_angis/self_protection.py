"""Self-Protection: half a move, then two points of armor until the next."""

from __future__ import annotations

from hexless.kernel import Game

from ._sheet import rule
from .band import Order
from .march import move
from .model import PatrolAngis

__all__ = ["protect"]

G = Game[PatrolAngis]


@rule("pa.self-protection.half-move")
def protect(g: G, unit: int, away: bool = False) -> None:
    """Up to half a move, which comes first."""
    covered = g.state[unit].protected
    move(g, unit, Order(g.state[unit].rate // 2, "half move", away=away))
    if not g.state[unit].here:
        return
    if covered:
        again(g, unit)
    else:
        dig_in(g, unit)


@rule("pa.self-protection.armor-bonus")
def dig_in(g: G, unit: int) -> None:
    """Armor Rating +2 until the Troop Element moves."""
    g.change(unit, protected=True)
    g.note("protected", unit=unit)


@rule("pa.self-protection.not-cumulative")
def again(g: G, unit: int) -> None:
    """It was in effect already, and does not add up."""
    g.change(unit, protected=True)
    g.note("protected", unit=unit)

"""Rapid Move: three moves, hard to hit and easy to catch for the rest of the turn."""

from __future__ import annotations

from hexless.kernel import Game

from ._sheet import rule
from .band import Order
from .march import one_move
from .model import PatrolAngis

__all__ = ["rapid_move"]

G = Game[PatrolAngis]


@rule("pa.rapid-move.three-moves")
def rapid_move(g: G, unit: int, away: bool = False) -> None:
    """Up to three moves, and no shooting; `away`, the first has to leave a fight."""
    for n in ("first", "second", "third"):
        order = Order(g.state[unit].rate, f"rapid move, {n} of three", away=away and n == "first")
        if one_move(g, unit, order, "pa.rapid-move.jump-jets") is None or not g.state[unit].here:
            return

"""Dash: two moves and a hasty shot."""

from __future__ import annotations

from hexless.kernel import Game, OneOf

from ._sheet import rule
from .march import Order, one_move
from .model import PatrolAngis
from .ranged_fire import attack

__all__ = ["dash"]

G = Game[PatrolAngis]


@rule("pa.dash.two-moves")
def dash(g: G, unit: int) -> None:
    """Two moves, and one shot before, between or after them."""
    when = ("before", "between", "after", "never")
    labels = ("shoot before both moves", "shoot between them", "shoot after both", "do not shoot")
    ask = OneOf(prompt="when to shoot on the dash", rules=g.cites, options=when, labels=labels, about="order",
                declines="never")  # fmt: skip
    shot = g.ask(g.state[unit].side, ask)
    for moment, prompt in zip(when, ("dash, first move", "dash, second move", "")):
        if shot == moment and g.state[unit].here:
            dash_shot(g, unit)
        if prompt and g.state[unit].here:
            one_move(g, unit, Order(g.state[unit].rate, prompt), "pa.dash.jump-jets")


@rule("pa.dash.one-shooting")
def dash_shot(g: G, unit: int) -> None:
    """The one shooting attack of a Dash, at a target number 2 higher."""
    attack(g, unit, "dash")

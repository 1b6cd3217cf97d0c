"""Dash: two moves and a hasty shot."""

from __future__ import annotations

from hexless.kernel import Game, OneOf

from ._sheet import rule
from .band import Order
from .march import one_move
from .model import PatrolAngis
from .ranged_fire import attack

__all__ = ["dash"]

G = Game[PatrolAngis]


WHEN = {
    "before": "shoot before both moves", "between": "shoot between them", "after": "shoot after both",
    "never": "do not shoot",
}  # fmt: skip


@rule("pa.dash.two-moves", "pa.dash.one-shooting")
def dash(g: G, unit: int, away: bool = False) -> None:
    """Two moves, and one shot before, between or after them; `away`, the first move leaves a fight, and comes first."""
    options = tuple(WHEN)[away:]
    ask = OneOf(prompt="when to shoot on the dash", rules=g.cites, options=options,
                labels=tuple(WHEN[o] for o in options), about="order", by=unit, declines="never")  # fmt: skip
    shot = g.ask(g.state[unit].side, ask)
    for moment, prompt in zip(WHEN, ("dash, first move", "dash, second move", "")):
        if shot == moment and g.state[unit].here:
            attack(g, unit, "dash")
        if prompt and g.state[unit].here:
            order = Order(g.state[unit].rate, prompt, away=away and moment == "before")
            one_move(g, unit, order, "pa.dash.jump-jets")

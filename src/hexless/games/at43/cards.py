"""The rows of cards: turning one up, or discarding it."""

from __future__ import annotations

from hexless.kernel import Game

from ._sheet import rule
from .model import AT43, Activation, enemy_of, seat_of

__all__ = ["discard", "reveal", "set_row"]

G = Game[AT43]


def set_row(g: G, side: str, row: tuple[int, ...]) -> None:
    """A side's row of cards."""
    rows = [row if each == side else kept for each, kept in zip(g.state.sides, g.state.cards)]
    g.set(cards=(rows[0], rows[1]))


@rule("at.round.alternate")
def reveal(g: G, side: str) -> None:
    """The next card of a row is turned up."""
    row = g.state.cards[seat_of(g.state, side)]
    set_row(g, side, row[1:])
    g.change(row[0], carded=False)
    g.set(phase="activate", active=Activation(unit=row[0], extra=g.state.extra), extra=False)
    g.note("revealed", unit=row[0])


@rule("at.round.dead-card")
def discard(g: G, side: str) -> None:
    """The card of a unit that is wiped out is discarded, and the turn passes."""
    row = g.state.cards[seat_of(g.state, side)]
    g.change(row[0], carded=False)
    g.note("dead card", unit=row[0])
    set_row(g, side, row[1:])
    g.set(next=enemy_of(g.state, side), extra=False)

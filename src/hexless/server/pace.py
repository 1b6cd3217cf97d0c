"""How long a bot may think: its own time for a turn, of which its decisions take what is left."""

from __future__ import annotations

from hexless.bots import pace

from . import forms

__all__ = ["Pace"]

_LEAST = 50  # milliseconds that any answer gets


class Pace:
    """What the bots of a match have left of their turns, in milliseconds."""

    def __init__(self) -> None:
        self._turns: dict[str, tuple[int, int]] = {}  # by seat: the turn, and what was spent in it

    def left(self, seat: str, turn: int, played: forms.Seat) -> int:
        """The time for the next answer of a seat: all that it may take, or what is left of its time for the turn."""
        own = pace(played.bot)
        if own is None:
            return played.budget
        before, spent = self._turns.get(seat, (turn, 0))
        spent = spent if before == turn else 0
        self._turns[seat] = turn, spent
        return max(_LEAST, min(own, played.budget) - spent)

    def spend(self, seat: str, took: int) -> None:
        """An answer took so long."""
        if seat in self._turns:
            turn, spent = self._turns[seat]
            self._turns[seat] = turn, spent + took

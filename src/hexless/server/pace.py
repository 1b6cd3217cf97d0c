"""How long a bot may think: its own time for a turn, of which its decisions take what is left; and a person's patience.

Whatever bots decide between two decisions of people is one wait: however many turns and bots it has, they share it.
"""

from __future__ import annotations

from hexless.bots import pace

from . import forms

__all__ = ["Pace"]

_LEAST = 50  # milliseconds that any answer gets
_WAIT = 3600  # that all bots together think while people wait


class Pace:
    """What the bots of a match have left, in milliseconds: each of its turn, all of them of the wait."""

    def __init__(self) -> None:
        self._turns: dict[str, tuple[int, int]] = {}  # by seat: the turn, and what was spent in it
        self._wait = 0, 0  # what people have decided so far, and what was spent since

    def left(self, seat: str, turn: int, played: forms.Seat, decided: int | None = None) -> int:
        """The time for the next answer of a seat: all that it may take, or what is left of its time for the turn.

        decided: how often people have decided in this game; None where all are bots, and nobody waits.
        """
        own = pace(played.bot)
        before, spent = self._turns.get(seat, (turn, 0))
        spent = spent if before == turn else 0
        self._turns[seat] = turn, spent
        mine = played.budget if own is None else min(own, played.budget) - spent
        if decided is not None:
            since, waited = self._wait
            waited = waited if since == decided else 0
            self._wait = decided, waited
            mine = min(mine, (_WAIT - waited) // (2 if own is None else 1))
        return max(_LEAST, mine)

    def spend(self, seat: str, took: int) -> None:
        """An answer took so long."""
        if seat in self._turns:
            turn, spent = self._turns[seat]
            self._turns[seat] = turn, spent + took
        self._wait = self._wait[0], self._wait[1] + took

    def stood(self) -> None:
        """A standing order answered for somebody, who waits on."""
        self._wait = self._wait[0] + 1, self._wait[1]

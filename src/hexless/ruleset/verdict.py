"""What a game that is over is worth to a seat, for whoever weighs states."""

from __future__ import annotations

from hexless.kernel import Outcome

__all__ = ["final"]

DECIDED = 1_000_000  # beyond anything that a table in the middle of a game is worth


def final(over: Outcome, seat: str) -> int:
    """Won, lost, or drawn."""
    if over.winner is None:
        return 0
    return DECIDED if over.winner == seat else -DECIDED

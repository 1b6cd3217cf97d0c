"""What a seat sees: everything, for nothing is hidden in this game."""

from __future__ import annotations

from hexless.kernel import Stream

from .model import HorizonWars

__all__ = ["guess", "view"]


def view(s: HorizonWars, seat: str | None) -> HorizonWars:
    """Nothing is hidden in this game."""
    return s


def guess(s: HorizonWars, seat: str | None, stream: Stream) -> HorizonWars:
    """Nothing is left to guess."""
    return s

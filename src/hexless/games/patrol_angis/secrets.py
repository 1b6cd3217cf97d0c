"""What each seat may know: nothing is hidden in this game."""

from __future__ import annotations

from hexless.kernel import Stream

from .model import PatrolAngis

__all__ = ["guess", "view"]


def view(s: PatrolAngis, seat: str | None) -> PatrolAngis:
    """All that there is."""
    return s


def guess(s: PatrolAngis, seat: str | None, stream: Stream) -> PatrolAngis:
    """Nothing is left to guess."""
    return s

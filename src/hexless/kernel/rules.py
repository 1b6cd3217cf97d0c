"""What the kernel knows of a game: how a step is played, how it ends, who sees what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from .game import Game
from .state import State
from .streams import Stream

__all__ = ["Outcome", "Rules"]

S = TypeVar("S", bound=State)


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winning seat (None: a draw), and why."""

    winner: str | None
    why: str
    rule: str = ""


class Rules(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """A game as something to run. `step` goes from one checkpoint to the next; the rest only reads."""

    id: str
    seats: Callable[[S], tuple[str, ...]]
    step: Callable[[Game[S]], None]
    outcome: Callable[[S], Outcome | None]
    view: Callable[[S, str | None], S]  # the state with everything hidden from the seat left out
    guess: Callable[[S, str | None, Stream], S]  # a whole state that agrees with such a view

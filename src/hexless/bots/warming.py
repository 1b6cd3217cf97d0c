"""Before a clock starts: the code that a game takes is loaded by playing it once, by chance."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from hexless.kernel import Dice, Stream, play_out
from hexless.ruleset import Ruleset, starting

from .random import RandomBot

__all__ = ["warm"]

_SEED = "warm"
_MOST = 1500  # answers: by then whatever a game has to load is loaded
_WARM: set[str] = set()


def warm(rules: Ruleset[Any]) -> None:
    """Let a game of this ruleset be played, once in a process; whatever fails is told to whoever plays it."""
    if rules.id in _WARM:
        return
    _WARM.add(rules.id)
    with suppress(Exception):
        header, start = starting.set_up(rules, seed=_SEED)
        for seat in header.seats:
            rules.score(start, seat)
        agents = {seat: RandomBot(Stream(_SEED, seat)) for seat in header.seats}
        play_out(rules, start, Dice(_SEED), agents, most=_MOST)

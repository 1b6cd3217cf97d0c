"""Bots: they see a question and the game as their seat sees it, and know no ruleset by name."""

from __future__ import annotations

from typing import Any

from hexless.kernel import Agent, GameError, Stream, UnknownName
from hexless.ruleset import Ruleset

from .greedy import GreedyBot, Reason
from .random import RandomBot

__all__ = ["GreedyBot", "RandomBot", "Reason", "check", "make", "names"]

_LONGEST = 600_000  # milliseconds for one answer


def names() -> list[str]:
    """The bots there are; `greedy:200` is greedy with 200 ms for each answer."""
    return ["random", "greedy"]


def check(spec: str) -> float | None:
    """The seconds that a spec such as `random`, `greedy` or `greedy:200` gives its bot; raises if there is none."""
    name, colon, budget = spec.partition(":")
    if name not in names():
        raise UnknownName("bot", spec, names())
    if not colon:
        return None
    if name == "random":
        raise GameError(f"the bot {spec!r} takes no budget; write random")
    if not (budget.isascii() and budget.isdecimal() and len(budget) < 10 and 1 <= int(budget) <= _LONGEST):
        raise GameError(f"the bot {spec!r} needs whole milliseconds from 1 to {_LONGEST} after the colon: greedy:200")
    return int(budget) / 1000


def make(spec: str, rules: Ruleset[Any], stream: Stream) -> Agent:
    """The bot of this spec for a game, drawing from a stream of its own."""
    seconds = check(spec)
    return RandomBot(stream) if spec == "random" else GreedyBot(rules, stream, seconds=seconds)

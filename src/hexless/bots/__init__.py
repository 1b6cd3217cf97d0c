"""Bots: they see a question and the game as their seat sees it, and know no ruleset by name."""

from __future__ import annotations

from hexless.kernel import Agent, GameError, Stream, UnknownName

from .greedy import GreedyBot, Reason
from .random import RandomBot

__all__ = ["GreedyBot", "RandomBot", "Reason", "make", "names"]

_LONGEST = 600_000  # milliseconds for one answer


def names() -> list[str]:
    """The bots there are; `greedy:200` is greedy with 200 ms for each answer."""
    return ["random", "greedy"]


def make(spec: str, stream: Stream) -> Agent:
    """The bot that a spec such as `random`, `greedy` or `greedy:200` names, drawing from a stream of its own."""
    name, colon, budget = spec.partition(":")
    if name not in names():
        raise UnknownName("bot", spec, names())
    if name == "random":
        if colon:
            raise GameError(f"the bot {spec!r} takes no budget; write random")
        return RandomBot(stream)
    if not colon:
        return GreedyBot(stream)
    if not (budget.isascii() and budget.isdecimal() and len(budget) < 10 and 1 <= int(budget) <= _LONGEST):
        raise GameError(f"the bot {spec!r} needs whole milliseconds from 1 to {_LONGEST} after the colon: greedy:200")
    return GreedyBot(stream, seconds=int(budget) / 1000)

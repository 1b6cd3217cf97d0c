"""Bots: they see a question and the game as their seat sees it, and know no ruleset by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.metadata import entry_points
from typing import Any

from hexless.kernel import Agent, GameError, Stream, UnknownName
from hexless.kernel.errors import clip
from hexless.ruleset import Ruleset

from .easy import EasyBot
from .greedy import GreedyBot, Reason
from .racing import HARD, NORMAL, Level, RacingBot
from .random import RandomBot

__all__ = ["EasyBot", "GreedyBot", "RacingBot", "RandomBot", "Reason", "check", "make", "names", "pace"]

GROUP = "hexless.bots"
_LONGEST = 600_000  # milliseconds
_UNTIMED = ("random", "easy")

Maker = Callable[[Ruleset[Any], Stream, float | None], Agent]  # rules, stream, seconds or None: by work


def _greedy(rules: Ruleset[Any], stream: Stream, seconds: float | None) -> Agent:
    return GreedyBot(rules, stream, seconds=seconds)


def _racing(level: Level, rules: Ruleset[Any], stream: Stream, seconds: float | None) -> Agent:
    return RacingBot(rules, stream, level, seconds)


_LEVELS = {"normal": NORMAL, "hard": HARD}
_OURS: dict[str, Maker] = {
    "easy": lambda rules, stream, seconds: EasyBot(rules, stream),
    **{name: partial(_racing, level) for name, level in _LEVELS.items()},
    "greedy": _greedy,
    "random": lambda rules, stream, seconds: RandomBot(stream),
}


def names() -> list[str]:
    """The bots there are: ours, then those that other packages bring.

    `hard:2000` is hard with 2,000 ms for each of its turns, `greedy:200` greedy with 200 ms for each answer.
    """
    return list(dict.fromkeys((*_OURS, *sorted(point.name for point in entry_points(group=GROUP)))))


def check(spec: str) -> float | None:
    """The seconds that a spec such as `random`, `hard` or `hard:2000` gives its bot; raises if there is none."""
    name, colon, budget = spec.partition(":")
    if name not in names():
        raise UnknownName("bot", spec, names())
    if not colon:
        return None
    if name in _UNTIMED:
        raise GameError(f"the bot {spec!r} takes no budget; write {name}")
    if not (budget.isascii() and budget.isdecimal() and len(budget) < 10 and 1 <= int(budget) <= _LONGEST):
        raise GameError(f"the bot {spec!r} needs whole milliseconds from 1 to {_LONGEST} after the colon: {name}:200")
    return int(budget) / 1000


def pace(spec: str) -> int | None:
    """The milliseconds that a bot takes for a turn at the table, if its budget is for turns and not for answers."""
    name, _, budget = spec.partition(":")
    if name not in _LEVELS:
        return None
    return int(budget) if budget else round(_LEVELS[name].seconds * 1000)


def make(spec: str, rules: Ruleset[Any], stream: Stream) -> Agent:
    """The bot of this spec for a game, drawing from a stream of its own."""
    seconds = check(spec)
    return _maker(spec.partition(":")[0])(rules, stream, seconds)


def _maker(name: str) -> Maker:
    if name in _OURS:
        return _OURS[name]
    (point, *_) = entry_points(group=GROUP, name=name)
    try:
        found: Maker = point.load()
    except Exception as error:
        raise GameError(f"the bot {name} at {point.value} does not load: {clip(error)}") from error
    return found

"""Bots: they see a question and the game as their seat sees it, and know no ruleset by name."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any

from hexless.kernel import Agent, GameError, Stream, UnknownName
from hexless.kernel.errors import clip
from hexless.ruleset import Ruleset

from .easy import EasyBot
from .greedy import GreedyBot, Reason
from .levels import Level, levels, parse
from .racing import RacingBot
from .random import RandomBot
from .warming import warm

__all__ = [
    "EasyBot",
    "GreedyBot",
    "Level",
    "RacingBot",
    "RandomBot",
    "Reason",
    "check",
    "levels",
    "make",
    "names",
    "pace",
    "warm",
]

GROUP = "hexless.bots"
_UNTIMED = ("random", "easy")

Maker = Callable[[Ruleset[Any], Stream, float | None], Agent]  # rules, stream, seconds or None: by work


_OURS: dict[str, Maker] = {
    "easy": lambda rules, stream, seconds: EasyBot(rules, stream),
    "random": lambda rules, stream, seconds: RandomBot(stream),
}


def names() -> list[str]:
    """The bots there are: ours, then those that other packages bring.

    `hard:2000` is hard with 2,000 ms for each of its turns, `greedy:200` greedy with 200 ms for each answer;
    `normal/best=4/turns=3` and `greedy/work=8/width=4` are these with other numbers.
    """
    ours = ("easy", *levels(), "greedy", "random")
    return list(dict.fromkeys((*ours, *sorted(point.name for point in entry_points(group=GROUP)))))


def check(spec: str) -> float | None:
    """The seconds that a spec such as `random`, `hard` or `hard:2000` gives its bot; raises if there is none."""
    found = parse(spec)
    if found.name not in names():
        raise UnknownName("bot", spec, names())
    if found.budget is None:
        return None
    if found.name in _UNTIMED:
        raise GameError(f"the bot {spec!r} takes no budget; write {found.name}")
    return found.budget / 1000


def pace(spec: str) -> int | None:
    """The milliseconds that a bot takes for a turn at the table, if its budget is for turns and not for answers."""
    found = parse(spec)
    return found.budget or round(found.level.seconds * 1000) if isinstance(found.level, Level) else None


def make(spec: str, rules: Ruleset[Any], stream: Stream) -> Agent:
    """The bot of this spec for a game, drawing from a stream of its own; before one with a clock all code is loaded."""
    seconds, found = check(spec), parse(spec, rules)
    if seconds is not None:
        warm(rules)
    if isinstance(found.level, Level):
        return RacingBot(rules, stream, found.level, seconds)
    if found.level is not None:
        return GreedyBot(rules, stream, found.level.work, found.level.width, seconds)
    return _maker(found.name)(rules, stream, seconds)


def _maker(name: str) -> Maker:
    if name in _OURS:
        return _OURS[name]
    (point, *_) = entry_points(group=GROUP, name=name)
    try:
        found: Maker = point.load()
    except Exception as error:
        raise GameError(f"the bot {name} at {point.value} does not load: {clip(error)}") from error
    return found

"""The list of games: ours, and those that other packages bring through the entry-point group."""

from __future__ import annotations

import sys
from functools import lru_cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from typing import Any

from hexless.kernel import BrokenRuleset, UnknownName
from hexless.kernel.errors import clip

from .ruleset import Ruleset

__all__ = ["find", "names"]

_GAMES = ("horizon-wars", "at43", "patrol-angis", "dropzone", "orders")
GROUP = "hexless.rulesets"


@lru_cache(maxsize=8)
def _brought(path: tuple[str, ...]) -> EntryPoints:
    """What other packages bring; to look through all that are installed takes longer than an answer of a game."""
    return entry_points(group=GROUP)


def names() -> list[str]:
    """The ids of every ruleset: ours first, then those that other packages bring."""
    return list(dict.fromkeys((*_GAMES, *sorted(point.name for point in _brought(tuple(sys.path))))))


def find(name: str) -> Ruleset[Any]:
    """The ruleset with this id; nothing is loaded but it, so a broken one spoils no other."""
    ours = EntryPoint(name, f"hexless.games.{name.replace('-', '_')}:ruleset", GROUP)
    for point in [ours] if name in _GAMES else _brought(tuple(sys.path)).select(name=name):
        try:
            found = point.load()
        except Exception as error:
            raise BrokenRuleset(f"the ruleset {name} at {point.value} does not load: {clip(error)}") from error
        if not isinstance(found, Ruleset) or found.id != name:
            raise BrokenRuleset(f"{point.value} is registered as the ruleset {name}, and is not that")
        return found
    raise UnknownName("game", name, names())

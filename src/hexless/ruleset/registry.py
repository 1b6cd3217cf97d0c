"""The list of games: ours, and those that other packages bring through the entry-point group."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import Any

from hexless.kernel import BrokenRuleset, UnknownName
from hexless.kernel.errors import clip

from .ruleset import Ruleset

__all__ = ["find", "names"]

_GAMES = ("horizon-wars", "at43", "patrol-angis", "dropzone", "orders")
GROUP = "hexless.rulesets"


def names() -> list[str]:
    """The ids of every ruleset: ours first, then those that other packages bring."""
    return list(dict.fromkeys((*_GAMES, *sorted(point.name for point in entry_points(group=GROUP)))))


def find(name: str) -> Ruleset[Any]:
    """The ruleset with this id; nothing is loaded but it, so a broken one spoils no other."""
    ours = EntryPoint(name, f"hexless.games.{name.replace('-', '_')}:ruleset", GROUP)
    for point in [ours] if name in _GAMES else entry_points(group=GROUP, name=name):
        try:
            found = point.load()
        except Exception as error:
            raise BrokenRuleset(f"the ruleset {name} at {point.value} does not load: {clip(error)}") from error
        if not isinstance(found, Ruleset) or found.id != name:
            raise BrokenRuleset(f"{point.value} is registered as the ruleset {name}, and is not that")
        return found
    raise UnknownName("game", name, names())

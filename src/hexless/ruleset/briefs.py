"""What people are told before they play: of the game in its `game.toml`, of a battle and an army in their own files.

A scenario or force file may have a part `brief`. It is no part of the game: no state and no header knows it.
"""

from __future__ import annotations

from importlib.resources import files as resources
from typing import Any, Literal

import msgspec

from . import files
from .ruleset import Ruleset

__all__ = ["About", "Habit", "Muster", "Situation", "about"]


class _Text(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class Situation(_Text, frozen=True, kw_only=True):
    """A battle: who you are and who the enemy is, seat by seat; how it is won, when it ends, what is special of it."""

    you: tuple[str, ...] = ()
    win: str = ""
    ends: str = ""
    special: tuple[str, ...] = ()


class Muster(_Text, frozen=True, kw_only=True):
    """An army: what it is, and what each of its kinds is good for, by the name of the kind."""

    who: str = ""
    units: dict[str, str] = {}


class Habit(_Text, frozen=True, kw_only=True):
    """A standing order that a person's seat begins with; `like` is what the questions have in common."""

    like: str
    how: Literal["decline", "first", "same", "follow", "even", "best"] = "first"
    says: str


class About(_Text, frozen=True, kw_only=True):
    """A game: what it is, how long and how hard; the battle that begins at once; the words of its stats.

    `begins` are the rules (or beginnings of their ids) whose questions come when everybody is in place. `minutes` and
    `decisions` are those of a person, a battle and a turn of the battle `now`.
    """

    says: str = ""
    minutes: int = 0
    decisions: int = 0
    level: Literal["", "easy", "middling", "hard"] = ""
    now: str = ""
    forces: tuple[str, ...] = ()  # of that battle, where they are not its own
    begins: tuple[str, ...] = ()
    words: dict[str, str] = {}
    asks: dict[str, str] = {}  # fuller words for a question; a star stands for any words
    habits: tuple[Habit, ...] = ()


def about(rules: Ruleset[Any]) -> About:
    """What the game says of itself; nothing, where it has no `game.toml`."""
    file = resources(rules.files.package).joinpath("game.toml")
    return files.read(file.read_bytes(), About, "game.toml", toml=True) if file.is_file() else About()

"""A guided first game: lessons that people write (`guide.toml`) along a game that a tool has played (`guide.json`).

Neither is a part of the game: no state and no header knows them. The tape holds decisions only; the dice are those of
the seed.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files as resources
from typing import Any

import msgspec

from . import files
from .registry import find
from .ruleset import Ruleset

__all__ = ["Guide", "Lesson", "Step", "guide", "like", "named", "tape"]


class _Text(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class Lesson(_Text, frozen=True, kw_only=True):
    """What is said to one question: to the next that is worded so (a star stands for any words).

    `take` is the answer that is shown, in the words of the table; without it a bot shows one. `who` is the unit that
    the question is about, where it matters. `after` is said once the answer is given.
    """

    asks: str
    who: str = ""
    title: str = ""
    says: str = ""
    take: str = ""
    after: str = ""


class Guide(_Text, frozen=True, kw_only=True):
    """A first game: the battle, who learns and what is said. `again` is for questions without a lesson of their own.

    `beyond` is how many decisions of the learner follow the last lesson.
    """

    title: str
    says: str
    ends: str
    scenario: str
    forces: tuple[str, ...] = ()
    seed: str
    seat: str
    lessons: tuple[Lesson, ...]
    again: tuple[Lesson, ...] = ()
    beyond: int = 0


class Step(_Text, frozen=True, kw_only=True, omit_defaults=True):
    """A decision on the path: whose, what was answered, which lesson it is (0: none), whether an order gave it.

    `placed`: it comes before the learner sits down.
    """

    by: str
    answer: Any
    lesson: int = 0
    order: bool = False
    placed: bool = False


def guide(rules: Ruleset[Any]) -> Guide | None:
    """The guided game of a ruleset, if it has one."""
    file = resources(rules.files.package).joinpath("guide.toml")
    return files.read(file.read_bytes(), Guide, "guide.toml", toml=True) if file.is_file() else None


@cache
def tape(game: str) -> tuple[Step, ...]:
    """The path of a game's guide, as it was recorded."""
    file = resources(find(game).files.package).joinpath("guide.json")
    return files.read(file.read_bytes(), tuple[Step, ...], "guide.json") if file.is_file() else ()


def like(words: str, wanted: str) -> bool:
    """Whether words are of this form; a star stands for any."""
    return bool(re.fullmatch(".*".join(map(re.escape, wanted.split("*"))), words))


def named(words: str, wanted: str) -> bool:
    """Whether an answer is meant; what it costs and gives may stand behind a colon."""
    return like(words, wanted) or like(words.partition(":")[0], wanted)

"""The levels of the racing bot, read from their file; and what a spec such as `hard:2000` or `normal/best=4` means.

A game may bring numbers of its own for a level, in a file of the same form beside its rules: what the lab has found.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files as resources
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec
from msgspec import Meta

from hexless.kernel import GameError, Value
from hexless.ruleset import Ruleset

__all__ = ["LONGEST", "Level", "Look", "Spec", "levels", "parse"]

LONGEST = 600_000  # milliseconds
_FILE = "levels.toml"

L = TypeVar("L", bound="Look")
Count = Annotated[int, Meta(ge=1, le=1_000_000)]


class Look(Value, frozen=True, kw_only=True):
    """How carefully a bot ranks its answers."""

    work: Annotated[int, Meta(ge=2, le=100_000)] = 48  # runs of the step for the ranking
    width: Annotated[int, Meta(ge=2, le=64)] = 12  # suggestions that are ranked


class Level(Look, frozen=True, kw_only=True):
    """How far a bot looks besides. `steps` and `seconds` are for all the decisions of one turn together."""

    best: Annotated[int, Meta(ge=2, le=64)]  # of which so many race
    near: Annotated[int, Meta(ge=0)]  # that are behind the first by no more than this
    bits: Annotated[int, Meta(ge=1, le=12)]  # in at most 2 ** bits games each
    turns: Annotated[int, Meta(ge=1, le=20)]  # over so many turns: our own, the reply, ...
    reply: Annotated[int, Meta(ge=1, le=1000)]  # runs for each suggestion and decision of a step on the way
    replies: Annotated[int, Meta(ge=2, le=64)]  # of so many suggestions
    doubt: Annotated[float, Meta(ge=0, le=10)]  # standard errors that another must be better by than greedy's choice
    steps: Count  # that are played on
    seconds: Annotated[float, Meta(gt=0, le=LONGEST / 1000)]


class Spec(NamedTuple):
    """A bot in words: its name, the milliseconds after a colon, and what differs from its level after slashes."""

    name: str
    budget: int | None
    level: Look | None  # a `Level` of the racing bot, a `Look` of greedy


@cache
def levels() -> dict[str, Level]:
    """The levels that come with us, by name."""
    return msgspec.toml.decode((resources(__package__) / _FILE).read_bytes(), type=dict[str, Level])


@cache
def _at_home(package: str) -> dict[str, Level]:
    """The levels as a game knows them: what its own `levels.toml` says otherwise, if it has one."""
    file = resources(package) / _FILE
    try:
        own = msgspec.toml.decode(file.read_bytes() if file.is_file() else b"", type=dict[str, dict[str, int | float]])
    except msgspec.DecodeError as error:
        raise GameError(f"{_FILE} of {package}: {error}") from None
    if unknown := [name for name in own if name not in levels()]:
        raise GameError(f"{_FILE} of {package} has no level {unknown[0]!r}; there is: {', '.join(levels())}")
    told = {name: [f"{number}={value}" for number, value in own.get(name, {}).items()] for name in levels()}
    return {name: _changed(name, level, told[name]) for name, level in levels().items()}


def parse(spec: str, rules: Ruleset[Any] | None = None) -> Spec:
    """What a spec says, in some game or in any; `GameError` where it says nothing that can be understood."""
    head, *changes = spec.split("/")
    name, colon, budget = head.partition(":")
    if colon and not (budget.isascii() and budget.isdecimal() and len(budget) < 10 and 1 <= int(budget) <= LONGEST):
        raise GameError(f"the bot {spec!r} needs whole milliseconds from 1 to {LONGEST} after the colon: {name}:200")
    known = levels() if rules is None else _at_home(rules.files.package)
    level: Look | None = Look() if name == "greedy" else known.get(name)
    if changes and level is None:
        raise GameError(f"the bot {spec!r} has no numbers to change; {', '.join(levels())} and greedy have")
    return Spec(name, int(budget) if colon else None, _changed(spec, level, changes) if level and changes else level)


def _changed(spec: str, level: L, changes: list[str]) -> L:
    given = dict(change.partition("=")[::2] for change in changes)
    if unknown := [name for name in given if name not in level.__struct_fields__]:
        raise GameError(f"the bot {spec!r} has no {unknown[0]!r}; it has: {', '.join(level.__struct_fields__)}")
    try:
        return msgspec.convert({**msgspec.to_builtins(level), **given}, type(level), strict=False)
    except msgspec.ValidationError as error:
        raise GameError(f"the bot {spec!r} cannot be made: {error}") from None

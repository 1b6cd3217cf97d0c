"""Rulesets: one record each, and the list of those that there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar

import msgspec

from .errors import BrokenRuleset, Fault, UnknownName, clip
from .game import Game
from .log import Row
from .odds import Dist
from .scene import Scene
from .sheet import Sheet
from .state import State
from .streams import Stream

__all__ = ["Attack", "Input", "Law", "Outcome", "Ruleset", "find", "names", "ruling"]

S = TypeVar("S", bound=State)


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winning seat (None: a draw), and why."""

    winner: str | None
    why: str
    rule: str = ""


class Law(msgspec.Struct, Generic[S], frozen=True):
    """Something that is true in every state of every game; `broken` says what is wrong, or nothing."""

    name: str
    broken: Callable[[S], str | None]


class Input(msgspec.Struct, frozen=True):
    """One number or word that an attack's odds depend on."""

    name: str
    says: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    default: int | str | None = None


class Attack(msgspec.Struct, frozen=True):
    """Odds of one kind of attack, taken from the rules themselves.

    `measure(state, attacker, target)` reads the inputs off a table, with every modifier row.
    """

    name: str
    says: str
    value: str
    inputs: tuple[Input, ...]
    odds: Callable[..., Dist]
    rules: tuple[str, ...]
    measure: Callable[[Any, int, int], tuple[dict[str, int | str], tuple[Row, ...]]] | None = None


class Ruleset(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """All that the rest of hexless knows of a game."""

    id: str
    title: str
    sheet: Sheet
    revision: int  # moves only when behaviour moves
    package: str  # where its data files lie
    rulings: type[Any]
    scenario: type[Any]  # the form of a scenario file
    force: type[Any]  # the form of a force file
    scenario_faults: Callable[[Any], Sequence[Fault]]
    force_faults: Callable[[Any], Sequence[Fault]]
    setup: Callable[[Any, Sequence[Any], Any, Stream], S]  # scenario, forces, rulings, set-up stream
    seats: Callable[[S], tuple[str, ...]]
    step: Callable[[Game[S]], None]
    outcome: Callable[[S], Outcome | None]
    view: Callable[[S, str | None], S]
    guess: Callable[[S, str | None, Stream], S]
    score: Callable[[S, str], int]
    scene: Callable[[S], Scene]
    laws: tuple[Law[S], ...]
    attacks: tuple[Attack, ...]
    phrases: Mapping[str, str]
    survey: Any = None  # a `hexless.ground.Survey`: what players may ask before they decide

    def attack(self, name: str) -> Attack:
        """The attack of this name."""
        for attack in self.attacks:
            if attack.name == name:
                return attack
        raise UnknownName(f"attack in {self.title}", name, [attack.name for attack in self.attacks])


def ruling(says: str, *rules: str) -> msgspec.Meta:
    """What a field of a `Rulings` record decides, and the rules that it touches."""
    return msgspec.Meta(description=says, extra_json_schema={"rules": list(rules)})


_GAMES = ("horizon-wars", "at43", "patrol-angis", "dropzone", "orders")
_GROUP = "hexless.rulesets"


def names() -> list[str]:
    """The ids of every ruleset: ours first, then those that other packages bring."""
    return list(dict.fromkeys((*_GAMES, *sorted(point.name for point in entry_points(group=_GROUP)))))


def find(name: str) -> Ruleset[Any]:
    """The ruleset with this id; nothing is loaded but it, so a broken one spoils no other."""
    ours = EntryPoint(name, f"hexless.games.{name.replace('-', '_')}:ruleset", _GROUP)
    for point in [ours] if name in _GAMES else entry_points(group=_GROUP, name=name):
        try:
            found = point.load()
        except Exception as error:
            raise BrokenRuleset(f"the ruleset {name} at {point.value} does not load: {clip(error)}") from error
        if not isinstance(found, Ruleset) or found.id != name:
            raise BrokenRuleset(f"{point.value} is registered as the ruleset {name}, and is not that")
        return found
    raise UnknownName("game", name, names())

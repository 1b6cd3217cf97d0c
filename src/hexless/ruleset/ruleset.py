"""What a game declares: one record in named parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar

import msgspec

from hexless.kernel import Choice, Fault, Rules, Sheet, State, Stream, UnknownName

from .attack import Attack
from .scene import Scene, Token
from .survey import Survey

__all__ = ["Files", "Law", "Ruleset", "Showing", "ruling"]

S = TypeVar("S", bound=State)


class Law(msgspec.Struct, Generic[S], frozen=True):
    """Something that is true in every state of every game; `broken` says what is wrong, or nothing."""

    name: str
    broken: Callable[[S], str | None]


class Files(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """What people bring: the forms of the files, what is wrong with one, and the first state made of them."""

    package: str  # where the game's own lie
    rulings: type[Any]
    scenario: type[Any]
    force: type[Any]
    scenario_faults: Callable[[Any], Sequence[Fault]]
    force_faults: Callable[[Any], Sequence[Fault]]
    setup: Callable[[Any, Sequence[Any], Any, Stream], S]  # scenario, forces, rulings, set-up stream
    cost: Callable[[Any], int] | None = None  # what a force costs, where the game has points

    def form(self, kind: Literal["scenario", "force"]) -> tuple[type[Any], Callable[[Any], Sequence[Fault]]]:
        """The form of a kind of file, and what tells its faults."""
        scenario, force = (self.scenario, self.scenario_faults), (self.force, self.force_faults)
        return scenario if kind == "scenario" else force


class Showing(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """How a state looks, and what events are called; a phrase may name the fields of its event.

    cues: what is to be seen and heard when an event happens, by its kind: shot, arc, charge, fight (the first unit that
    the phrase names does it to the second), hit, loss, shake, rally, smoke, move, turn or end.
    stands(state, about, option): the units of an option that is no unit itself: a squad, a platoon.
    drawn(state, unit): the tokens of a unit wherever it is, also off the table.
    """

    scene: Callable[[S], Scene]
    phrases: Mapping[str, str]
    cues: Mapping[str, str] = {}
    stands: Callable[[S, str, Choice], Sequence[int]] | None = None
    drawn: Callable[[S, int], Sequence[Token]] | None = None


class Ruleset(Rules[S], Generic[S], frozen=True, kw_only=True):
    """All that the rest of hexless knows of a game: its rules (id, seats, step, outcome, view, guess), and these."""

    title: str
    sheet: Sheet
    revision: int  # moves only when behaviour moves
    files: Files[S]
    showing: Showing[S]
    score: Callable[[S, str], int]  # what a state is worth to a seat, for bots
    laws: tuple[Law[S], ...]
    asking: Survey[S] = Survey()  # what players may ask before they decide
    attacks: tuple[Attack, ...] = ()  # attacks whose odds can be asked for without a table

    def attack(self, name: str) -> Attack:
        """The attack of this name."""
        for attack in self.attacks:
            if attack.name == name:
                return attack
        raise UnknownName(f"attack in {self.title}", name, [attack.name for attack in self.attacks])


def ruling(says: str, *rules: str) -> msgspec.Meta:
    """What a field of a `Rulings` record decides, and the rules that it touches."""
    return msgspec.Meta(description=says, extra_json_schema={"rules": list(rules)})

"""What a player may ask of the table before deciding: who sees whom, where a unit can go, what it threatens.

A ruleset that can tell puts a `Survey` into its record. Every function gets the state as the asking seat sees it. What
is None cannot be told; lengths and the ground that a tape crosses need no ruleset, for the scene has them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from hexless.kernel import Refusal, State, Value
from hexless.table import Point, Reach

__all__ = ["Put", "Seen", "Survey", "Threat", "exposed", "in_range"]

S = TypeVar("S", bound=State)


class Seen(Value, frozen=True):
    """Whether one unit sees another, in words, by which rule, and the lines that show it."""

    clear: bool
    says: str = ""
    rule: str = ""
    witness: Any = None


class Threat(Value, frozen=True):
    """The units that a unit could attack from where it stands, and outlines of the ground that it threatens."""

    units: tuple[int, ...] = ()
    outlines: tuple[tuple[Point, ...], ...] = ()


class Put(Protocol[S]):
    """The state in which a unit stands somewhere else, and looks there if that is said."""

    def __call__(self, state: S, unit: int, at: Point, facing: tuple[int, int] | None = None, /) -> S: ...


class Survey(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """The abilities of a ruleset beyond playing.

    sees(state, unit, other); reach(state, unit), None when it cannot move; threat(state, unit);
    arc(state, unit, other), the name of the unit's arc that the other is in;
    measuring(state, seat), why nothing may be measured now;
    put(state, unit, at, facing), the state in which a unit stands somewhere else, with all of it.
    """

    sees: Callable[[S, int, int], Seen] | None = None
    reach: Callable[[S, int], Reach | None] | None = None
    threat: Callable[[S, int], Threat] | None = None
    arc: Callable[[S, int, int], str] | None = None
    measuring: Callable[[S, str | None], Refusal | None] | None = None
    put: Put[S] | None = None


def in_range(
    survey: Survey[S], state: S, unit: int, at: tuple[int, int], facing: tuple[int, int] | None = None
) -> tuple[int, ...]:
    """Which units a unit could attack if it stood there and looked that way."""
    if survey.put is None or survey.threat is None:
        return ()
    return survey.threat(survey.put(state, unit, Point(*at), facing), unit).units


def exposed(survey: Survey[S], state: S, unit: int, at: tuple[int, int], others: Iterable[int]) -> tuple[int, ...]:
    """Which of some units could attack a unit if it stood there: what each threatens at the table as it then is."""
    if survey.put is None or survey.threat is None:
        return ()
    there, threat = survey.put(state, unit, Point(*at)), survey.threat
    return tuple(other for other in others if unit in threat(there, other).units)

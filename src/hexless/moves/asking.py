"""Questions about the table: put something down, or move it along a way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

import msgspec

from hexless.kernel import BadAnswer, Question, Refusal, Stream

from . import forms
from .ground import Ground, Journey, Shade, Shaded, Snapping, Spot, Travelled, Way

__all__ = ["Path", "Place"]


class _OnTable(Question, frozen=True, kw_only=True):
    """A continuous question: its ground judges, draws and proposes."""

    dear: ClassVar[int] = 10
    unit: int | None = None  # what is moved or put down, where that is a unit
    ground: Ground[Any]

    def _mark(self) -> str:
        return f" {'' if self.unit is None else self.unit} {self.ground.key}"

    def check(self, answer: Any) -> Refusal | None:
        return self.ground.check(answer)

    def sample(self, stream: Stream) -> Any:
        return self.ground.sample(stream)

    def suggest(self, most: int) -> Sequence[Any]:
        return self.ground.suggest(most)

    def meant(self, raw: object) -> Any:
        return self.snapped(self.accept(raw))

    def snapped(self, answer: Any) -> Any:
        """The answer brought into the contact that it all but makes."""
        return self.ground.snapped(answer) if isinstance(self.ground, Snapping) else answer

    def journey(self, answer: Any) -> Journey | None:
        """What the way to where an answer leads costs, leg by leg; None where nothing walks."""
        return self.ground.journey(answer) if isinstance(self.ground, Travelled) else None

    def shade(self) -> Shade | None:
        """The cost to get anywhere, where something walks."""
        return self.ground.shade() if isinstance(self.ground, Shaded) else None


_FAR = 1 << 20  # no coordinate is larger: the table's own limit


class Place(_OnTable, frozen=True, kw_only=True):
    """Put a unit down somewhere."""

    def accept(self, raw: object) -> Spot:
        return _converted(raw, Spot, "a place: x, y and perhaps a facing, in whole ticks")

    def wire(self) -> forms.Place:
        return self._told(forms.Place, unit=self.unit, ground=self.ground.wire())


class Path(_OnTable, frozen=True, kw_only=True):
    """Move a unit along waypoints."""

    unit: int
    most_points: int = 32

    def accept(self, raw: object) -> Way:
        way = _converted(raw, Way, "a path: points [x, y] in whole ticks and perhaps a facing")
        if len(way.points) > self.most_points:
            raise BadAnswer(len(way.points), f"at most {self.most_points} waypoints")
        return way

    def wire(self) -> forms.Path:
        return self._told(forms.Path, unit=self.unit, ground=self.ground.wire())


S = TypeVar("S", Spot, Way)


def _converted(raw: object, kind: type[S], wanted: str) -> S:
    try:
        answer = msgspec.convert(msgspec.to_builtins(raw) if isinstance(raw, kind) else raw, kind)
    except (ValueError, TypeError, RecursionError):  # of msgspec, or of a text that is no Unicode
        raise BadAnswer(raw, wanted) from None
    pairs = [(answer.x, answer.y)] if isinstance(answer, Spot) else list(answer.points)
    if answer.facing is not None:
        pairs.append(answer.facing)
        if answer.facing == (0, 0):
            raise BadAnswer(raw, "a facing that points somewhere")
    if any(abs(x) > _FAR or abs(y) > _FAR for x, y in pairs):
        raise BadAnswer(raw, f"coordinates within {_FAR} ticks")
    return answer

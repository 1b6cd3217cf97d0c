"""The log: what happened, by which rules, and who may know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .state import Value

__all__ = ["Event", "Row", "Total", "seen_by", "total"]


class Row(Value, frozen=True):
    """One modifier: how much, why, by which rule."""

    value: int
    why: str
    rule: str


class Total(Value, frozen=True):
    """A number that arrives together with the rows that made it."""

    value: int
    rows: tuple[Row, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rows."""
        return tuple([row.rule for row in self.rows])


def total(*rows: Row | None) -> Total:
    """The sum of the rows that apply (None is one that does not)."""
    applied = tuple([row for row in rows if row is not None])
    return Total(sum([row.value for row in applied]), applied)


class Event(Value, frozen=True):
    """Something that happened after answer number `at`; `audience` None means that everybody knows."""

    kind: str
    at: int
    rules: tuple[str, ...] = ()
    data: dict[str, Any] = {}
    audience: tuple[str, ...] | None = None


def seen_by(events: Iterable[Event], seat: str | None) -> list[Event]:
    """The events that a seat (None: a spectator) may know of."""
    return [e for e in events if e.audience is None or seat in e.audience]

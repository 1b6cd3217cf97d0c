"""The log: what happened, by which rules, and who may know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from .state import Value

__all__ = ["Event", "Row", "Total", "seen_by", "tell", "total"]


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
        return tuple(row.rule for row in self.rows)


def total(*rows: Row | None) -> Total:
    """The sum of the rows that apply (None is one that does not)."""
    applied = tuple(row for row in rows if row is not None)
    return Total(sum(row.value for row in applied), applied)


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


def tell(event: Event, phrases: Mapping[str, str], names: Mapping[int, str]) -> str:
    """The event in words: the ruleset's phrase for its kind, where `{x.name}` reads a unit id as its name."""
    words = {key: _worded(value) for key, value in event.data.items()}
    phrase = phrases.get(event.kind)
    if phrase is None:
        shown = ", ".join(f"{key} {word}" for key, word in words.items())
        return f"{event.kind}: {shown}" if shown else event.kind
    for key, value in event.data.items():
        if type(value) is int:
            words[f"{key}.name"] = names.get(value, str(value))
    # safer than str.format, whose fields may reach into objects; a word that is not there stays as it stands
    return re.sub(r"\{([^{}]*)\}", lambda field: words.get(field[1], field[0]), phrase)


def _worded(value: Any) -> str:
    match value:
        case Total(value=number) | {"value": number, "rows": _}:  # as it was noted, or read from a record
            return str(number)
        case list() | tuple():
            return ", ".join(_worded(v) for v in value) or "none"
    return str(value)

"""Frozen state: plain data that is changed by making a new value."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Self

import msgspec
from msgspec.structs import replace

__all__ = ["State", "Value", "digest", "to_json"]


class Value(msgspec.Struct, frozen=True):
    """An immutable record; equal fields, equal value."""

    def with_(self, **changes: Any) -> Self:
        """The same value with some fields changed."""
        return replace(self, **changes)


class State(Value, frozen=True, cache_hash=True):
    """A game between two answers. A ruleset narrows `units` and adds what it needs.

    A unit's id is its place in `units`; the dead stay in place, so ids never move.
    """

    units: tuple[Any, ...] = ()

    def __getitem__(self, unit: int) -> Any:
        return self.units[unit]

    def change(self, unit: int, **changes: Any) -> Self:
        """The state with some fields of one unit changed."""
        if unit < 0:
            raise IndexError(f"there is no unit {unit}")
        units = list(self.units)
        units[unit] = replace(units[unit], **changes)
        return replace(self, units=tuple(units))


def to_json(value: object) -> bytes:
    """Canonical JSON: the same value is the same bytes everywhere."""
    return msgspec.json.encode(value, order="sorted")


def digest(value: object) -> str:
    """SHA-256 of the canonical JSON."""
    return sha256(to_json(value)).hexdigest()

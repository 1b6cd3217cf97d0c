"""Witnesses as lines to draw: whatever a verdict says of points on the table, found by the names of its fields."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import msgspec

__all__ = ["Stroke", "strokes"]

_MOST = 400
_DEEP = 12
Points = tuple[tuple[float, float], ...]


class Stroke(NamedTuple):
    """A line or outline to draw: `look` is clear, stopped, gap, route, crossing, area or circle; `length` in ticks."""

    look: str
    points: Points
    length: int | None = None
    cross: tuple[float, float] | None = None  # where it is stopped


def strokes(witness: Any) -> list[Stroke]:
    """All that a witness (a struct, or its JSON) shows."""
    return list(islice(_found(msgspec.to_builtins(witness), 0), _MOST))


def _found(raw: Any, depth: int) -> Iterator[Stroke]:
    if depth > _DEEP:
        return
    if isinstance(raw, dict):
        yield from _of(raw)
    inner = raw.values() if isinstance(raw, dict) else raw if isinstance(raw, list | tuple) else ()
    for value in inner:
        if isinstance(value, dict | list | tuple):
            yield from _found(value, depth + 1)


def _of(raw: dict[str, Any]) -> Iterator[Stroke]:
    """The strokes of one record; `_found` goes on into its fields."""
    length = raw.get("distance", raw.get("length"))
    length = length if type(length) is int else None
    stops = _points([raw.get("point")], 1)
    for ends in (_points(raw.get("line"), 2), _points([raw.get("start"), raw.get("end")], 2)):
        if ends and "what" in raw:
            yield Stroke("stopped", ends, None, stops[0] if stops else None)
        elif ends:
            yield Stroke(_look(raw), ends, length)
    if points := _points(raw.get("points"), 2):
        yield Stroke("route", points, length)
    if outline := _points(raw.get("outline"), 3):
        yield Stroke("area", outline)
    if (centre := _points([[raw.get("x"), raw.get("y")]], 1)) and type(raw.get("radius")) is int:
        yield Stroke("circle", centre, raw["radius"])


def _look(raw: dict[str, Any]) -> str:
    if "spans" in raw:
        return "crossing"
    if "line" in raw:
        return "clear"
    return "route" if "cost" in raw else "gap"


def _points(raw: Any, least: int) -> Points | None:
    if not isinstance(raw, list | tuple) or len(raw) < least:
        return None
    for point in raw:
        if not isinstance(point, list | tuple) or len(point) != 2 or not all(type(n) in (int, float) for n in point):
            return None
    return tuple((float(x), float(y)) for x, y in raw)

"""Witnesses as strokes: what a verdict of the table says, as lines and points that any client can draw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from hexless.moves import witness as witnesses
from hexless.table import Base, hull, show

from .forms import Point, Stroke

__all__ = ["strokes"]

_MOST = 60
_LOOKS: dict[str, Literal["clear", "blocked", "gap", "crossing", "route", "outline"]] = {
    "clear": "clear",
    "stopped": "blocked",
    "gap": "gap",
    "crossing": "crossing",
    "route": "route",
    "area": "outline",
}


def strokes(witness: Any) -> list[Stroke]:
    """All that a witness shows; what has no place on the table shows nothing."""
    if bare := _bare(witness):
        return [bare]
    return [stroke for found in witnesses.strokes(witness)[:_MOST] for stroke in _drawn(found)]


def _bare(witness: Any) -> Stroke | None:
    """A point, a line or an outline without further words."""
    if _is_point(witness):
        return Stroke(look="point", points=_pairs((witness,)))
    if isinstance(witness, list | tuple) and witness and all(map(_is_point, witness)):
        return Stroke(look="limit" if len(witness) == 2 else "outline", points=_pairs(witness))
    return None


def _is_point(raw: Any) -> bool:
    return isinstance(raw, list | tuple) and len(raw) == 2 and all(type(n) is int for n in raw)


def _drawn(found: witnesses.Stroke) -> Iterator[Stroke]:
    if found.look == "circle":
        x, y = _pairs(found.points)[0]
        yield Stroke(look="outline", points=_pairs(hull([Base(x, y, radius=found.length or 0)])))
        return
    label = "" if found.length is None else show(found.length)
    yield Stroke(look=_LOOKS[found.look], points=_pairs(found.points), label=label)
    if found.cross is not None:
        yield Stroke(look="point", points=_pairs((found.cross,)))


def _pairs(points: Any) -> list[Point]:
    return [(round(x), round(y)) for x, y in points]

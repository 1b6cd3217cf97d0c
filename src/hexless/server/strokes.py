"""Witnesses as strokes: what a verdict of the table says, as lines and points that any client can draw."""

from __future__ import annotations

from itertools import chain
from typing import Any

from hexless.table import Arc, Block, Cohesion, Crossing, Gap, Leg, Link, Route, Sight, Stop, show

from .parts import Point, Stroke

__all__ = ["strokes"]

_MOST = 200


def strokes(witness: Any) -> list[Stroke]:
    """All that a witness shows; what has no place on the table shows nothing."""
    return _of(witness)[:_MOST]


def _of(witness: Any) -> list[Stroke]:
    match witness:
        case Gap():
            return [_line("gap", witness.start, witness.end, witness.distance)]
        case Sight():
            clear = [Stroke(look="clear", points=_pairs(witness.line))] if witness.line else []
            return [*clear, *chain.from_iterable(map(_of, witness.blocks[: 1 if clear else None]))]
        case Block():
            stopped = Stroke(look="blocked", points=_pairs((witness.start, witness.end)))
            return [stopped, Stroke(look="point", points=_pairs((witness.point,)))]
        case Crossing():
            return [_line("crossing", *witness.line, witness.total)]
        case Leg():
            return [_line("route", witness.start, witness.end, witness.cost)]
        case Route():
            return [*chain.from_iterable(map(_of, witness.legs)), *_of(witness.stop)]
        case Stop():
            return [
                _line("limit", *witness.line, witness.amount),
                Stroke(look="point", points=_pairs((witness.point,))),
            ]
        case Cohesion():
            return _inner(getattr(witness, "links", ()))
        case Link() | Arc():
            return []
        case list() | tuple():
            return _points(witness)
    return _inner(witness.values()) if isinstance(witness, dict) else []


def _inner(witnesses: Any) -> list[Stroke]:
    return [stroke for each in witnesses for stroke in _of(each)]


def _points(witness: Any) -> list[Stroke]:
    """A bare point, a line or an outline, or a list of witnesses."""
    if _is_point(witness):
        return [Stroke(look="point", points=_pairs((witness,)))]
    if witness and all(_is_point(each) for each in witness):
        look = "limit" if len(witness) == 2 else "outline"
        return [Stroke(look=look, points=_pairs(witness))]  # type: ignore[arg-type]
    return _inner(each for each in witness if not isinstance(each, int | str))


def _is_point(raw: Any) -> bool:
    return isinstance(raw, list | tuple) and len(raw) == 2 and all(type(n) is int for n in raw)


def _pairs(points: Any) -> list[Point]:
    return [(int(x), int(y)) for x, y in points]


def _line(look: Any, start: Any, end: Any, length: int) -> Stroke:
    return Stroke(look=look, points=_pairs((start, end)), label=show(length))

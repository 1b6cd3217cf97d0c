"""Fares: what a way meets that may cost more than the ground, asked together with what the ground costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexless.table import _fares, _fast
from hexless.table.going import HUGE, Going
from hexless.table.shapes import Base, Bases

__all__ = ["boxes_of", "fare", "met"]

Place = tuple[int, int]


def boxes_of(boxes: Sequence[tuple[int, int, int, int]]) -> Any:
    """Boxes (low x and y, high x and y) as kernels read them."""
    return _fast.ints([value for box in boxes for value in box])


def met(base: Base, points: Sequence[Place], others: Bases, boxes: Any) -> tuple[int, bool]:
    """The length of a disc's way on which it overlaps any of some discs, and whether the way comes near any box."""
    way = [base.x, base.y]
    for x, y in points:
        way += (x, y)
    length, near = _fast.load(_fares).met(others.rows, boxes, _fast.ints(way), base.radius)
    return int(length), bool(near)


def fare(
    going: Going, points: Sequence[Place], face: Place | None, others: Bases, boxes: Any
) -> tuple[int, int, bool] | None:
    """`Going.toll` of a way at any price, and what is `met` on it; None where it is stopped."""
    cost, through, near = _fast.load(_fares).fare(*going.given(points, HUGE, face), others.rows, boxes)
    return None if cost < 0.0 else (round(cost), int(through), bool(near))

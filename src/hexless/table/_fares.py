"""Kernels of `fares`: how far a way leads through some discs, and whether it comes near some boxes.

See `_fast`; arrays are laid out as in `_going`.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from hexless.table._going import toll
from hexless.table._posts import _dear
from hexless.table._through import through

Ints = MutableSequence[int]
Floats = MutableSequence[float]


def met(rows: Ints, boxes: Ints, way: Ints, r: int) -> tuple[int, bool]:
    """The length of a way on which a disc overlaps others, and whether it comes near any of some boxes."""
    last = len(way) - 2
    return through(rows, way, r), _dear(boxes, way, way[last], way[last + 1])


def fare(
    flat: Ints, picks: Ints, percents: Ints, walls: Ints, rows: Ints, kept: Ints, marks: Ints, way: Ints, r: int,
    length: int, width: int, fx: int, fy: int, wide: int, deep: int, most: float, ts: Floats, tags: Ints, bits: Ints,
    inside: Ints, legs: Floats, quad: Ints, friends: Ints, boxes: Ints,
) -> tuple[float, int, bool]:  # fmt: skip
    """`toll` and `met` of a way."""
    cost = toll(flat, picks, percents, walls, rows, kept, marks, way, r, length, width, fx, fy, wide, deep, most, ts,
                tags, bits, inside, legs, quad)  # fmt: skip
    if cost < 0.0:
        return cost, 0, False
    long, near = met(friends, boxes, way, r)
    return cost, long, near

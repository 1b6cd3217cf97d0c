"""Any part of one base to any part of another: the lines that decide whether there is a free one (see `_tangents`).

Exact to a few ticks where heights are left out, or where whatever stands between is higher than both eyes; where a
line may pass over something, the nearest and the farthest ends of each of these lines are tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from hexless.table import _fast, _parts
from hexless.table.lengths import Point
from hexless.table.shapes import Base, Bases
from hexless.table.terrain import Mask, Terrain

__all__ = ["free_line", "seen"]

Levels = Sequence[int]
FEW, MOST = 1024, 1 << 20  # lines that are provided for


def free_line(
    terrain: Terrain, a: Base, b: Base, mask: Mask, others: Bases, levels: tuple[int, int]
) -> tuple[Point, Point] | None:
    """A line from some part of a base to some part of another that nothing stops, or None: there is none."""
    if b.centre < a.centre:  # the same lines from either end
        line = free_line(terrain, b, a, mask, others, levels[::-1])
        return line[::-1] if line else None
    two, picks = Bases((a, b)).rows, terrain.blocking(mask)

    def look(_: Any, __: Any, *room: Any) -> int:
        free, pieces = _fast.load(_parts).free, len(mask.pieces)
        return int(free(terrain.flat, picks, pieces, terrain.bulges, others.rows, two, *levels, *room))

    clear, ends = _with_room(terrain, others, look)
    if clear < 0:
        return None
    px, py, qx, qy = (int(value) for value in ends[4 * clear : 4 * clear + 4])
    return Point(px, py), Point(qx, qy)


def seen(
    terrain: Terrain, a: Base, targets: Bases, mask: Mask, inside: Sequence[tuple[int, ...]], others: Bases,
    levels: Levels, family: int, parts: bool,
) -> list[bool]:  # fmt: skip
    """Which of some bases a base sees past the pieces of a mask, along a family of lines or (`parts`) along any.

    inside: the pieces that the base itself, and then each of the others, looks out of and is seen in.
    levels: their eyes, in the same order.
    """
    picks, sides = terrain.blocking(mask), terrain.sides(mask)
    ours = _fast.joined([Bases((a,)).rows, _fast.ints(inside[0])])
    marks, there = list[int](), list[int]()
    for pieces in inside[1:]:
        there += pieces
        marks.append(len(there))
    theirs = _fast.joined([targets.rows, _fast.ints(there)])
    out = _fast.zeros(len(targets))

    def look(*room: Any) -> int:
        table = terrain.flat, picks, sides, terrain.bulges, others.rows
        bases = ours, theirs, _fast.ints(marks), _fast.ints(levels)
        return int(_fast.load(_parts).seen(*table, *bases, family, parts, *room, out))

    _with_room(terrain, others, look)
    return [bool(one) for one in (out.tolist() if _fast.compiled() else out)]


def _with_room(terrain: Terrain, others: Bases, look: Callable[..., int]) -> tuple[int, Any]:
    """What a look along lines finds, with room for as many lines as it takes; and the ends of these lines."""
    things = 8 + len(terrain.flat) + 4 * len(others)
    lines = FEW
    while (found := look(*(room := _room(-(-things // 256), lines)))) == _parts.NO_ROOM and lines < MOST:
        lines *= 4
    return found, room[-1]


@lru_cache(maxsize=8)
def _room(things: int, lines: int) -> tuple[Any, ...]:
    """Working space: two bases, picks, shapes, circles, those of them that are kept, lines, and their ends."""
    sizes = 3 * 256 * things
    numbers = [_fast.filled(size, 0.0, "float64") for size in (22, sizes, sizes, 4 * lines)]
    return _fast.zeros(40), _fast.zeros(sizes), *numbers, _fast.zeros(4 * lines)

"""Shadows: the dead angle behind pieces, as seen from all of an outline."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from hexless.table import _fast, _shadows
from hexless.table.lengths import Point
from hexless.table.terrain import Mask, Terrain

__all__ = ["shadows"]


def shadows(
    terrain: Terrain, mask: Mask, outline: Sequence[Point], spots: Sequence[tuple[int, int]], seam: int = 0
) -> list[tuple[int, ...]]:
    """For each place the pieces of a mask whose shadow it lies in: no point of the outline is joined to it by a line
    that passes them all. None where there is such a line. Pieces no farther apart than `seam` cast one shadow.
    """
    count = len(mask.pieces)
    by, room = _fast.zeros(count * len(spots)), terrain.scratch(count)[:3]
    _fast.load(_shadows).shadows(
        terrain.flat, mask.picks, terrain.bulges, _fast.ints([value for point in outline for value in point]),
        _fast.ints([value for spot in spots for value in spot]), seam, _fast.zeros(2 + len(terrain.flat)), *room, by,
    )  # fmt: skip
    marks = _fast.listed(by)
    return [tuple(compress(mask.pieces, marks[at : at + count])) for at in range(0, count * len(spots), count)]

"""Templates: which bases a circle, or a convex outline, laid on the table touches. Touching counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from hexless.table.lengths import Point
from hexless.table.measure import Gap, gap, outline_touches, within
from hexless.table.shapes import Base

__all__ = ["Template", "template", "touched"]


class Template(msgspec.Struct, frozen=True):
    """A circle, the bases that it touches, and from its centre to the nearest point of each."""

    x: int
    y: int
    radius: int
    touched: tuple[int, ...]
    gaps: tuple[Gap, ...]


def template(x: int, y: int, radius: int, bases: Iterable[Base]) -> Template:
    """Lay a circle on the table: the bases it touches by index, each with the gap from the circle's centre."""
    spot, disc, found = Base(x, y), Base(x, y, radius=radius), list[tuple[int, Gap]]()
    for i, base in enumerate(bases):
        if within(disc, base, 0):
            found.append((i, gap(spot, base)))
    return Template(x, y, radius, tuple(i for i, _ in found), tuple(space for _, space in found))


def touched(outline: Sequence[Point], bases: Iterable[Base]) -> tuple[int, ...]:
    """The bases that a filled outline touches, by index."""
    return tuple(i for i, base in enumerate(bases) if outline_touches(outline, base))

"""Places for the fighters of a group one after another, as far as one call of a kernel can say."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hexless.table import Base, Point

from .drill import UNSAID, Drill

__all__ = ["fill", "settler"]


def fill(
    drill: Drill,
    men: Sequence[Base],
    reach: Sequence[int] | None,
    via: Sequence[Point],
    before: Base,
    taken: Sequence[Base],
) -> tuple[list[Base], int]:
    """What `choose` finds for some fighters one after another (the leader is first of those taken), for as many as one
    kernel can say, and why no more: 0 where there are no more.
    """
    if not _for_kernels(drill, men, taken):
        return [], UNSAID
    return drill.ranks.fill(men, reach, via if reach is not None else (), before, taken)


def settler(
    drill: Drill,
    men: Sequence[Base],
    reach: Sequence[int] | None,
    via: Sequence[Point],
    before: Base,
    taken: Sequence[Base],
) -> Callable[[int, int], int]:
    """Whether the first of some fighters may go to a place x, y, and `fill` has one for all others then: 0 if so,
    `NONE` if he may not, `UNSAID` where no kernel can say.
    """
    if not _for_kernels(drill, men, taken):
        return lambda x, y: UNSAID
    return drill.ranks.settler(men, reach, via if reach is not None else (), before, taken)


def _for_kernels(drill: Drill, men: Sequence[Base], taken: Sequence[Base]) -> bool:
    """Whether places can be judged by kernels: for discs, where it is known which ways cost more than the ground."""
    bases = (*men, *taken) if drill.tie is None else (*men, *taken, drill.tie)
    said = drill.on_top is None or drill.dues is not None
    return said and not [base for base in bases if base.length or base.width]

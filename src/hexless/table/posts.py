"""Posts: where a disc that belongs to a group may go, out of many places, judged in one call of a kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from hexless.table import _fast, _posts
from hexless.table.going import Going, nothing
from hexless.table.shapes import Base, Bases
from hexless.table.terrain import Costs

__all__ = ["Post", "Posts", "spots_of"]

_TURNS: dict[tuple[tuple[int, int], ...], Any] = {}


class Post(NamedTuple):
    """A place where he may go, by the index of its spot, and how he gets there: neither way where he stands already."""

    spot: int
    straight: bool
    by_way: bool


class Posts:
    """A disc in a group: the going, how far it may walk (None: it is put down), and what binds it.

    via: the leader's way, along which it may go too. taken: bases that it may not overlap. It has to be within `link`
    of one of `near`, and within its limit of each of `ties`. rest: ground where it may not end. All bases are discs.
    """

    def __init__(
        self,
        going: Going,
        reach: int | None,
        via: Sequence[tuple[int, int]],
        taken: Bases,
        near: Bases,
        link: int,
        ties: Sequence[tuple[Base, int]],
        rest: Costs | None,
    ) -> None:
        self.going, self.near = going, near
        base, costs, ways = going.base, going.costs, [value for point in via for value in point]
        by_way = [base.x, base.y, *ways, 0, 0] if ways and reach is not None else []
        self._given = (
            *going.ground, _fast.ints([base.x, base.y, 0, 0]), _fast.ints(by_way) if by_way else nothing(),
            nothing() if rest is None else rest.walls, base.radius, going.terrain.width, going.terrain.depth,
            -1 if reach is None else reach, *costs.room, *going.scratch, taken.rows, near.rows,
            Bases([tie for tie, _ in ties]).rows, _fast.ints([limit for _, limit in ties]), link,
        )  # fmt: skip

    def open(self, spots: Any, first: int, most: int) -> list[Post]:
        """The first so many of some places (x, y, one after another) that it may go to, from an index on."""
        out = _fast.ints([0] * (2 * most))
        count = int(_fast.load(_posts).posts(*self._given, spots, first, out))
        found = [int(value) for value in out[: 2 * count]]
        return [Post(spot, how & 1 > 0, how & 2 > 0) for spot, how in zip(found[::2], found[1::2])]

    def rings(self, spare: int, spaces: Sequence[int], turns: tuple[tuple[int, int], ...]) -> Any:
        """Places all round those it may be near to, for each space between and so much to spare: the nearest first."""
        if turns not in _TURNS:
            _TURNS[turns] = _fast.ints([value for turn in turns for value in turn])
        base = self.going.base
        spots = _fast.filled(2 * len(turns) * len(self.near) * len(spaces), 0, "int64")
        kernel = _fast.load(_posts).rings
        kernel(base.x, base.y, base.radius + spare, self.near.rows, _fast.ints(spaces), _TURNS[turns], spots)
        return spots


def spots_of(values: Sequence[int]) -> Any:
    """Places x, y, one after another, as `Posts.open` reads them."""
    return _fast.ints(values)

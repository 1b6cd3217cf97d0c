"""Posts: where a disc that belongs to a group may go, out of many places, judged in one call of a kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from hexless.table import _fast, _posts
from hexless.table.going import Going, nothing
from hexless.table.shapes import ROW, Base, Bases
from hexless.table.terrain import Costs

__all__ = ["NONE", "UNSAID", "Post", "Posts", "Ranks", "spots_of"]

NONE, UNSAID = _posts.NONE, _posts.UNSAID
_TURNS: dict[tuple[tuple[int, int], ...], Any] = {}


class Post(NamedTuple):
    """A place where he may go, by the index of its spot, and how he gets there: neither way where he stands already."""

    spot: int
    straight: bool
    by_way: bool


class Posts:
    """A disc in a group: the going, how far it may walk (None: it is put down), and what binds it.

    via: the leader's way, along which it may go too. taken: bases that it may not overlap. It has to be within `link`
    of one of `near`, and within its limit of each of `ties`. rest: ground where it may not end. both: whether its ways
    are all wanted, or the first will do. All bases are discs.
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
        both: bool = True,
    ) -> None:
        self.going, self.near = going, near
        base, costs, ways = going.base, going.costs, [value for point in via for value in point]
        by_way = [base.x, base.y, *ways, 0, 0] if ways and reach is not None else []
        self._given = (
            *going.ground, _fast.ints([base.x, base.y, 0, 0]), _fast.ints(by_way) if by_way else nothing(),
            nothing() if rest is None else rest.walls, base.radius, going.terrain.width, going.terrain.depth,
            -1 if reach is None else reach, *costs.room, *going.scratch, taken.rows, near.rows,
            Bases([tie for tie, _ in ties]).rows, _fast.ints([limit for _, limit in ties]), link, both,
        )  # fmt: skip

    def open(self, spots: Any, first: int, most: int) -> list[Post]:
        """The first so many of some places (x, y, one after another) that it may go to, from an index on."""
        out = _fast.zeros(2 * most)
        count = int(_fast.load(_posts).posts(*self._given, spots, first, out))
        found = _fast.listed(out[: 2 * count])
        return [Post(spot, how & 1 > 0, how & 2 > 0) for spot, how in zip(found[::2], found[1::2])]

    def rings(self, spare: int, spaces: Sequence[int], turns: tuple[tuple[int, int], ...]) -> Any:
        """Places all round those it may be near to, for each space between and so much to spare: the nearest first."""
        base = self.going.base
        spots = _fast.filled(2 * len(turns) * len(self.near) * len(spaces), 0, "int64")
        kernel = _fast.load(_posts).rings
        kernel(base.x, base.y, base.radius + spare, self.near.rows, _fast.ints(spaces), _turned(turns), spots)
        return spots


class Ranks:
    """The discs of a group: places for one after another, each the first of those it tries, in one call of a kernel.

    leash: how far from the leader each may be at most. tie: whatever else has a limit. zone: an outline to end in.
    dues: boxes; a way that leads through one may cost more than the ground, which is for others to say.
    spaces: what each likes best between him and another, and a bit to `spare`.
    """

    def __init__(
        self,
        going: Going,
        link: int,
        leash: int,
        tie: tuple[Base, int] | None,
        rest: Costs | None,
        zone: Sequence[tuple[int, int]],
        dues: Sequence[int],
        spare: int,
        spaces: Sequence[int],
        turns: tuple[tuple[int, int], ...],
    ) -> None:
        self._ground, self._straight = going.ground, _fast.zeros(4)
        self._room = (
            nothing() if rest is None else rest.walls, going.terrain.width, going.terrain.depth, *going.costs.room,
            *going.scratch,
        )  # fmt: skip
        self._tie = None if tie is None else Bases((tie[0],)).rows
        self._bounds = (
            _fast.ints([leash] if tie is None else [leash, tie[1]]), link,
            _fast.ints([value for point in zone for value in point]) if zone else nothing(),
            _fast.ints(dues) if dues else nothing(),
        )  # fmt: skip
        self._about = spare, _fast.ints(spaces), _turned(turns), _fast.zeros(2 * len(turns))

    def fill(
        self,
        men: Sequence[Base],
        reach: Sequence[int] | None,
        via: Sequence[tuple[int, int]],
        before: Base,
        standing: Sequence[Base],
    ) -> tuple[list[Base], int]:
        """Places for the first of the men, and why the next has none; 0: all have. Who stands (the leader first) is
        not to be overlapped; `before` is the leader where he came from, `via` his way.
        """
        far = [-1] * len(men) if reach is None else reach
        rows = [value for man, leg in zip(men, far) for value in (man.x, man.y, man.radius, leg)]
        first, taken = len(standing), _fast.filled(ROW * (len(standing) + len(men)), -1, "int64")
        taken[: ROW * first] = Bases(standing).rows
        ways = [value for point in via for value in point]
        by_way = _fast.ints([0, 0, *ways, 0, 0]) if ways and reach is not None else nothing()
        ties = taken[:ROW] if self._tie is None else _fast.joined([taken[:ROW], self._tie])
        why = int(_fast.load(_posts).ranks(
            *self._ground, self._straight, by_way, *self._room, ties, *self._bounds, _fast.ints(rows), taken, first,
            before.x, before.y, *self._about,
        ))  # fmt: skip
        found = _fast.listed(taken[ROW * first :])
        return [man.at(x, y) for man, x, y, r in zip(men, found[::ROW], found[1::ROW], found[2::ROW]) if r >= 0], why


def _turned(turns: tuple[tuple[int, int], ...]) -> Any:
    """Directions as kernels read them."""
    if turns not in _TURNS:
        _TURNS[turns] = _fast.ints([value for turn in turns for value in turn])
    return _TURNS[turns]


def spots_of(values: Sequence[int]) -> Any:
    """Places x, y, one after another, as `Posts.open` reads them."""
    return _fast.ints(values)

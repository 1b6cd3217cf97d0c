"""Posts: where a disc that belongs to a group may go, out of many places, judged in one call of a kernel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from hexless.table import _fast, _posts
from hexless.table.going import Going, nothing, numbers
from hexless.table.shapes import ROW, Base, Bases
from hexless.table.terrain import Costs

__all__ = ["NONE", "UNSAID", "Post", "Posts", "Ranks", "spots_of"]

NONE, UNSAID = _posts.NONE, _posts.UNSAID


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
        kernel(base.x, base.y, base.radius + spare, self.near.rows, _fast.ints(spaces), _turned(turns)[0], spots)
        return spots


class Ranks:
    """The discs of a group: places for one after another, each the first of those it tries, in one call of a kernel.

    going: of any of them. leash: how far from the leader each may be at most; ties: whatever else has a limit.
    zone: an outline to end in. passed: discs; what of a way leads through them costs as much again as open ground.
    dues: boxes; a way that comes near one may cost yet more, which is for others to say. spaces: what each likes best
    between him and another, and a bit to `spare`.
    """

    def __init__(
        self,
        going: Going,
        link: int,
        leash: int,
        ties: Sequence[tuple[Base, int]],
        rest: Costs | None,
        zone: Sequence[tuple[int, int]],
        passed: Bases,
        dues: Any,
        spare: int,
        spaces: Sequence[int],
        turns: tuple[tuple[int, int], ...],
    ) -> None:
        self._ground = *going.ground, _straight()
        self._room = (
            nothing() if rest is None else rest.walls, going.terrain.width, going.terrain.depth, *going.costs.room,
            *going.scratch,
        )  # fmt: skip
        self._tied = Bases([tie for tie, _ in ties]).rows if ties else None
        self._limits = (
            numbers(leash, *[limit for _, limit in ties]), link,
            _fast.ints([value for point in zone for value in point]) if zone else nothing(),
            passed.rows, nothing() if dues is None else dues,
        )  # fmt: skip
        self._about = spare, numbers(*spaces), *_turned(turns)

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
        rows = self._rows(men, reach)
        ground, about = self._given(via, before, standing, len(men))
        why = int(_fast.load(_posts).ranks(*ground, rows, *about))
        found = _fast.listed(rows)
        some = men[: found[3::4].index(_posts.LEFT)] if why else men
        return [man.at(x, y) for man, x, y in zip(some, found[::4], found[1::4])], why

    def settler(
        self,
        men: Sequence[Base],
        reach: Sequence[int] | None,
        via: Sequence[tuple[int, int]],
        before: Base,
        standing: Sequence[Base],
    ) -> Callable[[int, int], int]:
        """Whether the first of the men may go to a place x, y so that all others find theirs: 0 if so, `NONE` if he
        may not, `UNSAID` if that is not for a kernel to say. What is given is as for `fill`, once for all places.
        """
        rows, kernel = self._rows(men, reach), _fast.load(_posts).settles
        ground, about = self._given(via, before, standing, len(men))
        return lambda x, y: int(kernel(*ground, rows.copy(), *about, x, y))

    @staticmethod
    def _rows(men: Sequence[Base], reach: Sequence[int] | None) -> Any:
        """Place, radius and reach of each, for kernels."""
        far = [-1] * len(men) if reach is None else reach
        return _fast.ints([value for man, leg in zip(men, far) for value in (man.x, man.y, man.radius, leg)])

    def _given(
        self, via: Sequence[tuple[int, int]], before: Base, standing: Sequence[Base], more: int
    ) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """What kernels are given before the men and after them, with room for so many more to stand."""
        way = _fast.ints([0, 0, *[value for point in via for value in point], 0, 0]) if via else nothing()
        taken = _fast.filled(ROW * (len(standing) + more), -1, "int64")
        for k, base in enumerate(standing):
            _fast.written(taken, ROW * k, (base.x, base.y, base.radius))
        ties = taken[:ROW] if self._tied is None else _fast.joined([taken[:ROW], self._tied])
        about = taken, len(standing), before.x, before.y, *self._about
        return (*self._ground, way, *self._room, ties, *self._limits), about


@cache
def _straight() -> Any:
    """Room for a straight way."""
    return _fast.zeros(4)


@lru_cache(maxsize=64)
def _turned(turns: tuple[tuple[int, int], ...]) -> tuple[Any, Any]:
    """Directions as kernels read them, and room for a place along each."""
    return _fast.ints([value for turn in turns for value in turn]), _fast.zeros(2 * len(turns))


def spots_of(values: Sequence[int]) -> Any:
    """Places x, y, one after another, as `Posts.open` reads them."""
    return _fast.ints(values)

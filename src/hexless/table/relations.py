"""Relations: what holds between the bases of a table, kept with their arrangement.

An arrangement is the bases of a table in the order of its units, None for a unit that stands nowhere. Equal
arrangements share what is known of them. One in which few bases have moved is made from the one before: it takes over
whatever cannot have changed. Gaps are measured when it is made, whom a base sees when somebody asks, a row at a time
in one call of a kernel. The verdicts are those of `gap`, `within`, `sees_each` and `arc`, which give the witness.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress, count
from operator import is_not
from typing import Any

import msgspec

from hexless.once import once
from hexless.table import _fast, _relations
from hexless.table._parts import NO_ROOM
from hexless.table.arc import in_arc
from hexless.table.lengths import CONTACT
from hexless.table.measure import gap
from hexless.table.shapes import ROW, Base, Bases, _row, numbers
from hexless.table.sight import _DEEP, _FAMILY, _LOWER, Lines, Tops
from hexless.table.sightlines import FEW, MOST, _room
from hexless.table.terrain import Mask, Terrain

__all__ = ["Arrangement", "Looking", "Relations", "changed", "relations"]

Arrangement = tuple[Base | None, ...]
FEW_MOVED = 4  # more than these are a new table
KEPT = 128  # arrangements
PACKS = 64  # of each
NOWHERE = Base(0, 0)
ABSENT = (0, 0, 0, 0, 0, -1, *[0] * (ROW - 6))  # the row of who stands there


class Looking(msgspec.Struct, frozen=True, cache_hash=True):
    """How bases look at each other: past which pieces and over which tops, along which lines. See `sees_each`.

    crowd: the units that stop lines where they stand, by their places.
    """

    blockers: tuple[str, ...] | None = None
    lines: Lines = "any"
    inside: tuple[str, ...] = ()
    flat: bool = False
    tops: Tops = "over"
    hills: tuple[str, ...] = ()
    crowd: tuple[int, ...] = ()


class Relations:
    """What holds between the bases of one arrangement; bases are named by their places in it."""

    __slots__ = ("_gaps", "_gaps_of", "_packs", "_rectangles", "_sights", "bases", "known", "rows", "terrain")

    def __init__(
        self, terrain: Terrain, bases: Arrangement, before: Relations | None = None, changed: Sequence[int] = ()
    ) -> None:
        """A new table, or one on which a few bases, the `changed`, stand otherwise than `before`."""
        self.terrain, self.bases = terrain, bases
        self._gaps_of: dict[int, list[int]] = {}
        self._sights: dict[Looking, _Sights] = {}
        self._packs: dict[tuple[int, ...], Bases] = {}
        self.known: dict[Any, Any] = {}  # what else somebody has worked out of this arrangement
        if before is None:
            self._rectangles = any(base is not None and not base.round for base in bases)
            self.rows = _fast.joined([_row(base) if base else _absent() for base in bases])
            self._gaps = _fast.filled(len(bases) ** 2, _relations.UNKNOWN, "int32")
            _fast.load(_relations).gap_rows(self.rows, self._gaps)
        else:
            self._renew(before, changed)

    def _renew(self, before: Relations, changed: Sequence[int]) -> None:
        """Take over from another arrangement what cannot have changed."""
        moved = [i for i in changed if not _only_turned(self.bases[i], before.bases[i])]
        self._rectangles = before._rectangles or any((base := self.bases[i]) and not base.round for i in moved)
        self.rows = before.rows.copy()
        for i in changed:
            base = self.bases[i]
            _fast.written(self.rows, ROW * i, numbers(base) if base else ABSENT)
        self._gaps, self._gaps_of = before._gaps, before._gaps_of
        if not moved:
            self._sights = before._sights
            return
        self._gaps, self._gaps_of, kernels = before._gaps.copy(), {}, _fast.load(_relations)
        for i in moved:
            kernels.gap_row(self.rows, i, self._gaps)
        for looking, sights in before._sights.items():
            self._sights[looking] = sights.after(self, before, moved)

    def after(self, moved: Sequence[tuple[int, Base]]) -> Relations:
        """What holds when some bases stand elsewhere."""
        if not moved:
            return self
        bases = list(self.bases)
        for i, base in moved:
            bases[i] = base
        return relations(self.terrain, tuple(bases))

    def pack(self, among: tuple[int, ...]) -> Bases:
        """Some of the bases that are there, packed for kernels."""
        found = self._packs.get(among)
        if found is None:
            if len(self._packs) >= PACKS:
                self._packs.clear()
            found = self._packs[among] = _Some(self, among)
        return found

    def gaps(self, i: int) -> list[int]:
        """The gap of a base to each, as `gap` measures it; -1 to who is not there."""
        found = self._gaps_of.get(i)
        if found is None:
            count = len(self.bases)
            row = self._gaps[i * count : i * count + count]
            found = self._gaps_of[i] = row.tolist() if _fast.compiled() else list(row)
            if self._rectangles and (base := self.bases[i]):
                found[:] = [gap(base, b).distance if b and g < 0 else g for b, g in zip(self.bases, found)]
        return found

    def gap(self, i: int, j: int) -> int:
        """How far apart two bases are; 0 where they touch."""
        return self.gaps(i)[j]

    def within(self, i: int, limit: int, among: Iterable[int]) -> list[int]:
        """Those of some units that are within a distance of a base."""
        found = self.gaps(i)
        return [j for j in among if 0 <= found[j] <= limit]

    def touching(self, i: int, j: int) -> bool:
        """Whether two bases are in contact."""
        return 0 <= self.gaps(i)[j] <= CONTACT

    def seen(self, i: int, looking: Looking, among: tuple[int, ...] | None = None) -> Sequence[int]:
        """Whom a base sees, and who sees it: 1 for each that it does; where `among` is given, for these at least."""
        return self._looked(looking).of(i, tuple(range(len(self.bases))) if among is None else among)

    def sights(self, some: tuple[int, ...], among: tuple[int, ...], looking: Looking) -> Any:
        """Who sees whom, a row a base, for kernels: whatever holds between some bases and others is in it."""
        return self._looked(looking).between(some, among)

    def _looked(self, looking: Looking) -> _Sights:
        sights = self._sights.get(looking)
        if sights is None:
            sights = self._sights[looking] = _sights(self, looking)
        return sights

    def sees_any(self, i: int, looking: Looking, among: tuple[int, ...]) -> bool:
        """Whether a base sees anybody of some."""
        return bool(among) and self._looked(looking).any_of(i, among)

    def sees(self, i: int, j: int, looking: Looking) -> bool:
        """Whether one base sees another."""
        return bool(self.seen(i, looking, (j,))[j])

    def in_arc(self, i: int, degrees: int, among: Iterable[int]) -> list[int]:
        """Those of some units whose centre is in the arc of a base."""
        base = self.bases[i]
        there = ((j, self.bases[j]) for j in among)
        return [j for j, other in there if base and other and in_arc(base, other.x, other.y, degrees)]


class _Some(Bases):
    """Some bases of a table, which are seldom asked for themselves."""

    def __init__(self, table: Relations, among: tuple[int, ...]) -> None:
        super().__init__()
        del self.__dict__["bases"]
        self._standing, self._among = table.bases, among
        self.rows = _fast.picked(table.rows, ROW, _places(among)) if among else _nobody()

    @once
    def bases(self) -> tuple[Base, ...]:
        return tuple([self._standing[i] or NOWHERE for i in self._among])


class _Sights:
    """Who sees whom in one way of looking, as far as it was asked."""

    __slots__ = ("_count", "_ground", "_known", "_looking", "_rows", "_table")

    def __init__(self, looking: Looking, ground: tuple[Any, ...], table: Relations, known: Any) -> None:
        rows = [table.rows[ROW * i : ROW * i + ROW] for i in looking.crowd if table.bases[i]]
        self._looking, self._count, self._ground, self._known = looking, len(table.bases), ground, known
        self._rows: dict[int, tuple[tuple[int, ...], list[int]]] = {}
        self._table = (*ground, _fast.joined(rows) if rows else _nobody(), table.rows)

    def of(self, i: int, among: tuple[int, ...]) -> list[int]:
        """Whom a base sees: 1 for each of some that it does."""
        asked, found = self._rows.get(i, ((), []))
        if asked != among or not found:
            found = self._row(i)
            if _relations.UNKNOWN in [found[j] for j in among]:
                self._look(i, among, False)
                found = self._row(i)
            self._rows[i] = among, found
        return found

    def any_of(self, i: int, among: tuple[int, ...]) -> bool:
        """Whether a base sees any of some; no more are looked at than it takes."""
        row = self._row(i)
        found = [row[j] for j in among]
        return 1 in found or (_relations.UNKNOWN in found and self._look(i, among, True))

    def _row(self, i: int) -> list[int]:
        return _fast.listed(self._known[i * self._count : i * self._count + self._count])

    def _look(self, i: int, among: tuple[int, ...], one: bool) -> bool:
        """Look at whoever of some has not been looked at, or until one is seen; whether one is."""
        return self._ask(_fast.load(_relations).sight_row, i, _places(among), one) == 1

    def between(self, some: tuple[int, ...], among: tuple[int, ...]) -> Any:
        """All that is known, and that holds between some bases and others."""
        self._ask(_fast.load(_relations).sight_rows, _places(some), _places(among))
        return self._known

    def _ask(self, kernel: Any, *asked: Any) -> int:
        """Have a kernel look, with more room for lines if it takes that."""
        things, lines = 8 + len(self._ground[0]) + 4 * len(self._looking.crowd), FEW
        while True:
            found = int(kernel(*self._table, *asked, self._known, *_room(-(-things // 256), lines)))
            if found != NO_ROOM or lines >= MOST:
                return found
            lines *= 4

    def after(self, table: Relations, before: Relations, moved: Sequence[int]) -> _Sights:
        """The same after some bases have moved."""
        crowd = self._looking.crowd
        if crowd and any(i in crowd and _top(table.bases[i]) != _top(before.bases[i]) for i in moved):
            return _sights(table, self._looking)  # lines may now pass over it, or no more
        known = self._known.copy()
        for i in moved:
            _fast.load(_relations).forget(table.rows, before.rows, i, i in crowd, known)
        return _Sights(self._looking, self._ground, table, known)


def _sights(table: Relations, looking: Looking) -> _Sights:
    """Nothing is known yet."""
    known = _fast.filled(len(table.bases) ** 2, _relations.UNKNOWN, "int8")
    return _Sights(looking, _ground(table.terrain, looking), table, known)


@lru_cache(maxsize=64)
def _ground(terrain: Terrain, looking: Looking) -> tuple[Any, ...]:
    """What stops lines, what does not stop who is in it, and what raises who stands on it; for kernels.

    Then the lines' height and family, and room for the pieces that two bases are in.
    """
    mask, hills = terrain.mask(looking.blockers), terrain.mask(looking.hills)
    inside = terrain.mask(looking.inside).pieces
    passed = Mask(tuple([i for i in range(len(terrain.pieces)) if i in inside or i in hills]))
    pieces = terrain.flat, terrain.blocking(mask), terrain.sides(mask), terrain.bulges, passed.picks, hills.picks
    level = _DEEP if looking.flat else -_LOWER[looking.tops]
    room = _fast.zeros(2 * len(terrain.pieces) + 2)
    return *pieces, level, _FAMILY[looking.lines], looking.lines == "parts", room


@lru_cache(maxsize=256)
def _places(among: tuple[int, ...]) -> Any:
    """Some units, for kernels."""
    return _fast.ints(among)


@lru_cache(maxsize=1)
def _absent() -> Any:
    """The row of who stands nowhere."""
    return _fast.ints(ABSENT)


@lru_cache(maxsize=1)
def _nobody() -> Any:
    return _fast.ints(())


def _only_turned(new: Base | None, old: Base | None) -> bool:
    """Whether a disc stands where it stood, and only faces elsewhere."""
    if new is None or old is None or new.x != old.x or new.y != old.y or new.length:
        return False
    return (new.radius, new.z, new.height) == (old.radius, old.z, old.height) and not old.length


def _top(base: Base | None) -> int | None:
    return None if base is None else base.top


def changed(before: tuple[Any, ...], after: tuple[Any, ...]) -> list[int]:
    """The places at which two rosters of the same units do not hold the same value."""
    return [*compress(count(), map(is_not, before, after))]


_latest: list[Relations] = []


@lru_cache(maxsize=KEPT)
def relations(terrain: Terrain, bases: Arrangement) -> Relations:
    """What holds between the bases of a table: the same value for equal arrangements."""
    before = _latest[0] if _latest else None
    if before is not None and before.terrain is terrain and len(before.bases) == len(bases):
        others = changed(before.bases, bases)
        found = Relations(terrain, bases, before if len(others) <= FEW_MOVED else None, others)
    else:
        found = Relations(terrain, bases)
    _latest[:] = [found]
    return found

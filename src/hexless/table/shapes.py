"""Placed bases: discs, and rectangles that face along any whole-number vector."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import isqrt, sqrt
from struct import Struct
from typing import Any

import msgspec

from hexless.once import once
from hexless.table import _fast, _hull
from hexless.table.lengths import HEIGHT_CAP, REACH_CAP, Point

__all__ = ["Base", "Bases", "hull", "hull_of", "pack"]

ROW = 20  # columns of a packed base: x y radius z top reach, 4 corners, length width fx fy, 2 spare


NO_CORNERS = [0] * 8
_new = tuple.__new__  # of a `Point`, without a call of its own: the middle is asked for all the time


class Base(msgspec.Struct, frozen=True, cache_hash=True):
    """A placed base: a disc of `radius`, or a rectangle of full extents `length` (along the facing) and `width`.

    The facing is any whole-number vector but zero. A rectangle's corners are whole ticks: each half extent
    is a vector rounded once, so the shape is an exact parallelogram, the same in mirror image.
    """

    x: int
    y: int
    radius: int = 0
    length: int = 0
    width: int = 0
    fx: int = 0
    fy: int = 1000
    z: int = 0
    height: int = 0

    @property
    def centre(self) -> Point:
        """The middle of the base."""
        return _new(Point, (self.x, self.y))

    @property
    def top(self) -> int:
        """The height of its highest point, which is also its eye."""
        return self.z + self.height

    @property
    def round(self) -> bool:
        """True for a disc (or a bare point)."""
        return not (self.length or self.width)

    @property
    def sweep(self) -> int:
        """The radius of the disc that stands for the base while it moves."""
        return min(self.length, self.width) // 2 if self.length or self.width else self.radius

    @property
    def span(self) -> int:
        """The radius of a disc about the centre that holds the whole base."""
        return isqrt(self.length**2 + self.width**2) // 2 + 2 if self.length or self.width else self.radius

    def at(self, x: int, y: int, z: int | None = None) -> Base:
        """The same base in another place."""
        level = self.z if z is None else z
        return Base(x, y, self.radius, self.length, self.width, self.fx, self.fy, level, self.height)

    def facing(self, fx: int, fy: int) -> Base:
        """The same base turned to face along a vector."""
        if not (fx or fy):
            raise ValueError("a facing is any vector but (0, 0)")
        return Base(self.x, self.y, self.radius, self.length, self.width, fx, fy, self.z, self.height)

    def corners(self) -> tuple[Point, ...]:
        """The four corners counter-clockwise from front right; none for a disc."""
        if self.round:
            return ()
        (ux, uy), (vx, vy), x, y = *_halves(self.length, self.width, self.fx, self.fy), self.x, self.y
        front, rear = (x + ux, y + uy), (x - ux, y - uy)
        return (
            Point(front[0] - vx, front[1] - vy),
            Point(front[0] + vx, front[1] + vy),
            Point(rear[0] + vx, rear[1] + vy),
            Point(rear[0] - vx, rear[1] - vy),
        )

    @property
    def plain(self) -> bool:
        """Whether it is a disc without any fault that faces along a vector which is not zero."""
        size = -REACH_CAP <= self.x <= REACH_CAP and -REACH_CAP <= self.y <= REACH_CAP and 0 <= self.radius <= REACH_CAP
        level = -HEIGHT_CAP <= self.z <= HEIGHT_CAP and 0 <= self.height <= HEIGHT_CAP
        facing = -REACH_CAP <= self.fx <= REACH_CAP and -REACH_CAP <= self.fy <= REACH_CAP and (self.fx or self.fy)
        return bool(size and level and facing and self.length == 0 and self.width == 0)

    def faults(self) -> list[str]:
        """What makes it no base: sizes below zero, too large, both kinds at once, or no facing."""
        found = []
        sizes = (self.radius, self.length, self.width)
        if min(sizes) < 0 or max(sizes) > REACH_CAP:
            found.append(f"radius, length and width {sizes} must be from 0 to {REACH_CAP}")
        if self.radius and not self.round:
            found.append("a base is a disc (radius) or a rectangle (length and width), not both")
        if bool(self.length) != bool(self.width):
            found.append("a rectangle needs both length and width")
        if not (self.fx or self.fy) or max(abs(self.fx), abs(self.fy)) > REACH_CAP:
            found.append(f"facing ({self.fx}, {self.fy}) must not be zero nor beyond {REACH_CAP}")
        if max(abs(self.x), abs(self.y)) > REACH_CAP:
            found.append(f"place ({self.x}, {self.y}) is beyond {REACH_CAP}")
        if abs(self.z) > HEIGHT_CAP or not 0 <= self.height <= HEIGHT_CAP:
            found.append(f"z {self.z} and height {self.height} must be within {HEIGHT_CAP}")
        return found


def _away(value: float) -> int:
    return int(value + 0.5) if value >= 0.0 else -int(0.5 - value)


@lru_cache(maxsize=4096)
def _halves(length: int, width: int, fx: int, fy: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Half the length along the facing and half the width to the left of it, as whole vectors."""
    size = 2.0 * sqrt(float(fx * fx + fy * fy))
    ahead = (_away(length * fx / size), _away(length * fy / size))
    left = (_away(width * -fy / size), _away(width * fx / size))
    return ahead, left


class Bases:
    """Some bases packed for the kernels once, to be asked many times."""

    def __init__(self, bases: Iterable[Base] = ()) -> None:
        """Keep the bases in their order; they are named by index."""
        self.__dict__["bases"] = tuple(bases)

    @once
    def bases(self) -> tuple[Base, ...]:
        """The bases themselves."""
        return ()

    def __len__(self) -> int:
        return len(self.bases)

    def __iter__(self) -> Iterator[Base]:
        return iter(self.bases)

    def __getitem__(self, index: int) -> Base:
        return self.bases[index]

    @once
    def rows(self) -> Any:
        """The flat array that kernels read. Refuses what is too large for them."""
        if not _fast.compiled():
            return _fast.joined([_row(base) for base in self.bases])
        return _fast.strung(map(_bytes, self.bases))

    @once
    def angular(self) -> tuple[Base, ...]:
        """Those that are no discs."""
        return tuple([base for base in self.bases if base.length or base.width])

    @classmethod
    def joined(cls, packs: Sequence[Bases]) -> Bases:
        """The bases of several packs, one after another."""
        return _Joined(packs)

    def grown(self, by: int) -> Bases:
        """The same discs, each larger by so many ticks."""
        return _Grown(self, by)

    def without(self, *indexes: int) -> Bases:
        """These bases with some out of the way: they keep their index but touch and hide nothing."""
        known: dict[tuple[int, ...], Bases] = self.__dict__.setdefault("_fewer", {})
        if indexes not in known:
            known[indexes] = fewer = Bases(self.bases)
            rows = self.rows.copy()
            for index in indexes:
                rows[index * ROW + 5] = -1
            fewer.__dict__["rows"] = rows
        return known[indexes]


class _Joined(Bases):
    """Several packs in one."""

    def __init__(self, packs: Sequence[Bases]) -> None:
        self._packs = packs

    @once
    def bases(self) -> tuple[Base, ...]:
        """The bases themselves, which kernels do not ask for."""
        return tuple([base for pack in self._packs for base in pack.bases])

    @once
    def rows(self) -> Any:
        """The rows of all of them."""
        return _fast.joined([pack.rows for pack in self._packs])

    def __len__(self) -> int:
        return len(self.rows) // ROW


class _Grown(Bases):
    """The discs of a pack, each larger by so much."""

    def __init__(self, pack: Bases, by: int) -> None:
        self._pack, self._by = pack, by

    @once
    def bases(self) -> tuple[Base, ...]:
        """The bases themselves, which kernels do not ask for."""
        return tuple([msgspec.structs.replace(base, radius=base.radius + self._by) for base in self._pack.bases])

    @once
    def rows(self) -> Any:
        """The rows of the pack with other radii."""
        return _fast.raised(self._pack.rows, ROW, (2, 5), self._by)

    def __len__(self) -> int:
        return len(self.rows) // ROW


def pack(bases: Sequence[Base] | Bases) -> Bases:
    """The bases packed for the kernels; what is packed already is given back."""
    return bases if isinstance(bases, Bases) else Bases(bases)


@lru_cache(maxsize=2048)
def _row(base: Base) -> Any:
    """One packed base, kept because most bases of a game stand still from one moment to the next."""
    return _fast.ints(numbers(base))


def numbers(base: Base) -> list[int]:
    """A base as kernels read it. Refuses what is too large for them."""
    if not base.plain and (faults := base.faults()):
        raise ValueError(f"not a base: {'; '.join(faults)}")
    x, y, z, r = base.x, base.y, base.z, base.radius
    if base.length == 0:
        return [x, y, r, z, z + base.height, r, *NO_CORNERS, 0, 0, base.fx, base.fy, 0, 0]
    corners = [value for corner in base.corners() for value in corner]
    return [x, y, r, z, z + base.height, base.span, *corners, base.length, base.width, base.fx, base.fy, 0, 0]


_DISC = Struct("6q80x2q16x")  # the row of a disc, without its zeros


@lru_cache(maxsize=4096)
def _bytes(base: Base) -> bytes:
    """The same row as it lies in memory: a string of many is made at once."""
    if not base.plain:
        return _fast.row(numbers(base))
    x, y, z, r = base.x, base.y, base.z, base.radius
    return _DISC.pack(x, y, r, z, z + base.height, r, base.fx, base.fy)


_RIM = (
    (1000, 0), (981, 195), (924, 383), (831, 556), (707, 707), (556, 831), (383, 924), (195, 981),
)  # fmt: skip


KEY = 1 << 32
MIDDLE = 1 << 24  # more than any coordinate with its radius, so that keys sort as their points do


@lru_cache(maxsize=1024)
def _around(radius: int) -> tuple[int, ...]:
    """32 points of the rim of a disc, as what they add to the key of its centre."""
    rim = [(_away(radius * cos / 1000), _away(radius * sin / 1000)) for cos, sin in _RIM]
    return tuple(px * KEY + py for c, s in rim for px, py in ((c, s), (-s, c), (-c, -s), (s, -c)))


def _keys(base: Base) -> list[int]:
    """The points of a rim, or the corners of a rectangle, as whole numbers that sort by x, then y."""
    if base.round:
        middle = base.x * KEY + base.y + MIDDLE
        return [middle + point for point in _around(base.radius)]
    return [x * KEY + y + MIDDLE for x, y in base.corners()]


def hull(bases: Iterable[Base]) -> tuple[Point, ...]:
    """The smallest convex outline about the bases, counter-clockwise; a disc counts by 32 points of its rim."""
    return _hulled(tuple(bases))


@lru_cache(maxsize=256)
def _hulled(bases: tuple[Base, ...]) -> tuple[Point, ...]:
    alike = {(base.radius, base.length, base.width) for base in bases}
    centres = sorted({(base.x, base.y) for base in bases})
    if len(alike) != 1 or not bases[0].round or len(centres) < 2:
        return _outline({key for base in bases for key in _keys(base)})
    points, rim = [value for centre in centres for value in centre], _rim(bases[0].radius)
    room, out = _fast.zeros(2 * len(points)), _fast.zeros(len(points) + len(rim))
    count = int(_fast.load(_hull).swept(_fast.ints(points), rim, room, out))
    found = _fast.listed(out[: 2 * count])
    return tuple(map(Point, found[::2], found[1::2]))


@lru_cache(maxsize=256)
def _rim(radius: int) -> Any:
    """The outline of the rim of a disc about nothing, for kernels."""
    return _fast.ints([value for point in _outline(set(_keys(Base(0, 0, radius)))) for value in point])


def hull_of(some: Iterable[Point]) -> tuple[Point, ...]:
    """The smallest convex outline about some points, counter-clockwise, without what lies along its sides."""
    return _outline({x * KEY + y + MIDDLE for x, y in some})


def _outline(keys: Iterable[int]) -> tuple[Point, ...]:
    points = [value for key in sorted(keys) for value in (key // KEY, key % KEY - MIDDLE)]
    if len(points) < 6:
        return tuple(Point(x, y) for x, y in zip(points[::2], points[1::2]))
    out = _fast.filled(2 * len(points), 0, "int64")
    count = int(_fast.load(_hull).hull(_fast.ints(points), out))
    found = _fast.listed(out[: 2 * count])
    return tuple(map(Point, found[::2], found[1::2]))

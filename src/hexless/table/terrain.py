"""Terrain: named outlines with height and traits on a table of a given size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import isqrt
from typing import Any

import msgspec

from hexless.once import once
from hexless.table import _fast, _lines
from hexless.table.lengths import HEIGHT_CAP, REACH_CAP, Point
from hexless.table.seams import Seam, seams
from hexless.table.shapes import Base

__all__ = ["Costs", "Mask", "Piece", "Terrain", "piece", "shared"]

MOST_PERCENT = 10_000
IMPASSABLE = -1


class Piece(msgspec.Struct, frozen=True, cache_hash=True):
    """A piece of terrain: a simple outline, counter-clockwise, from its ground `z` up to `z + height`."""

    name: str
    outline: tuple[Point, ...]
    height: int = 0
    z: int = 0
    traits: tuple[str, ...] = ()

    @property
    def top(self) -> int:
        """The height of its highest point."""
        return self.z + self.height

    @property
    def twice_area(self) -> int:
        """Twice the area, below zero when the outline runs clockwise."""
        return _twice_area(self.outline)


def piece(
    name: str, outline: Iterable[Sequence[int]], height: int = 0, z: int = 0, traits: Iterable[str] = ()
) -> Piece:
    """A piece from an outline in either direction; it is stored counter-clockwise with its first point kept."""
    points = tuple(Point(x, y) for x, y in outline)
    if _twice_area(points) < 0:
        points = points[:1] + points[:0:-1]
    return Piece(name, points, height, z, tuple(traits))


class Mask(msgspec.Struct, frozen=True, dict=True, cache_hash=True):
    """Some pieces of one terrain, by index; made by `Terrain.having` and friends."""

    pieces: tuple[int, ...]

    @once
    def picks(self) -> Any:
        """The flat array that kernels read."""
        return _fast.ints(self.pieces)

    def __contains__(self, index: int) -> bool:
        return index in self.pieces


class Costs(msgspec.Struct, frozen=True, dict=True, cache_hash=True):
    """What ground costs: (piece, percent) in table order, percent -1 for impassable; made by `Terrain.costs`."""

    pieces: tuple[tuple[int, int], ...]
    corners: int = 0

    @once
    def picks(self) -> Any:
        """The pieces, for kernels."""
        return _fast.ints(index for index, _ in self.pieces)

    @once
    def percents(self) -> Any:
        """Their percents, for kernels."""
        return _fast.ints(percent for _, percent in self.pieces)

    @once
    def room(self) -> tuple[Any, Any, Any, Any]:
        """Working space for kernels: as many crossings as one line can have, and a mark a piece."""
        most = self.corners + 1
        return (
            _fast.floats([0.0] * most),
            _fast.zeros(most),
            _fast.zeros(most),
            _fast.zeros(len(self.pieces)),
        )

    @once
    def cheapest(self) -> int:
        """The percent of the easiest ground there is."""
        return min([100, *(percent for _, percent in self.pieces if percent > 0)])

    @once
    def walls(self) -> Any:
        """The impassable pieces, for kernels."""
        return _fast.ints(index for index, percent in self.pieces if percent == IMPASSABLE)


class Terrain(msgspec.Struct, frozen=True, dict=True, cache_hash=True):
    """A table from (0, 0) to (width, depth) with its pieces, later ones on top of earlier ones."""

    width: int
    depth: int
    pieces: tuple[Piece, ...] = ()

    @once
    def flat(self) -> Any:
        """All outlines in one array for the kernels (laid out in `_lines`). Refuses what is too large for them."""
        _check_size(self)
        rows, points = [len(self.pieces)], list[int]()
        start = 1 + 12 * (len(self.pieces) + len(self.seams))
        whole = [(i, each.outline, each.z, each.top) for i, each in enumerate(self.pieces)]
        for a, b, outline in self.seams:
            one, two = self.pieces[a], self.pieces[b]
            whole.append((a, outline, max(one.z, two.z), min(one.top, two.top)))
        for owner, outline, z, top in whole:
            rows += [start + len(points), len(outline), *_frame(outline), z, top, owner]
            points += [value for point in outline for value in point]
        return _fast.ints(rows + points)

    @once
    def seams(self) -> tuple[Seam, ...]:
        """Where pieces abut, so that nothing passes between them; in `flat` they follow the pieces."""
        return seams(self.pieces)

    def blocking(self, mask: Mask) -> Any:
        """The rows of `flat` that stop a line past the pieces of a mask: those pieces, and the seams between them."""
        if not self.seams:
            return mask.picks
        key = ("blocking", mask.pieces)
        if key not in self._known:
            first = len(self.pieces)
            between = [first + k for k, seam in enumerate(self.seams) if seam.first in mask and seam.second in mask]
            self._known[key] = _fast.ints((*mask.pieces, *between)) if between else mask.picks
        return self._known[key]

    def abutting(self, mask: Mask) -> tuple[int, ...]:
        """The pieces of a mask that abut another of them, seam by seam."""
        key = ("abutting", mask.pieces)
        if key not in self._known:
            pairs = (seam[:2] for seam in self.seams if seam.first in mask and seam.second in mask)
            self._known[key] = tuple(i for pair in pairs for i in pair)
        found: tuple[int, ...] = self._known[key]
        return found

    def scratch(self, count: int) -> tuple[Any, ...]:
        """Working space for kernels: as many crossings as one outline can have, and a mark for each of some pieces."""
        key = ("scratch", count)
        if key not in self._known:
            most = 1 + max((len(each.outline) for each in self.pieces), default=0)
            self._known[key] = _fast.floats([0.0] * most), *(_fast.zeros(size) for size in (most, most, count))
        room: tuple[Any, ...] = self._known[key]
        return room

    def sides(self, mask: Mask) -> Any:
        """Two pieces for each of the rows in `blocking`: one and the same, or those that a seam is between."""
        key = ("sides", mask.pieces)
        if key not in self._known:
            seams = [seam[:2] for seam in self.seams if seam.first in mask and seam.second in mask]
            pairs = [*((i, i) for i in mask.pieces), *seams]
            self._known[key] = _fast.ints([i for pair in pairs for i in pair])
        return self._known[key]

    @once
    def _known(self) -> dict[Any, Any]:
        return {}

    def having(self, *traits: str) -> Mask:
        """The pieces that have any of the traits."""
        key = ("having", traits)
        if key not in self._known:
            found = (i for i, each in enumerate(self.pieces) if any(t in each.traits for t in traits))
            self._known[key] = Mask(tuple(found))
        mask: Mask = self._known[key]
        return mask

    @once
    def everything(self) -> Mask:
        """All pieces."""
        return Mask(tuple(range(len(self.pieces))))

    def mask(self, chosen: Mask | str | Iterable[str] | None, ignore: tuple[int, ...] = ()) -> Mask:
        """A mask from a mask, a trait, traits, or None for all pieces, without the pieces to ignore."""
        if chosen is None:
            found = self.everything
        elif isinstance(chosen, Mask):
            found = chosen
        else:
            found = self.having(*((chosen,) if isinstance(chosen, str) else chosen))
        return self._less(found, tuple(ignore)) if ignore else found

    def _less(self, mask: Mask, ignore: tuple[int, ...]) -> Mask:
        key = ("less", mask.pieces, ignore)
        if key not in self._known:
            self._known[key] = Mask(tuple(i for i in mask.pieces if i not in ignore))
        less: Mask = self._known[key]
        return less

    def corners(self, mask: Mask, radius: float) -> Any:
        """The corners of some pieces as circles x, y, radius, one after another, for kernels."""
        key = ("corners", mask.pieces, radius)
        if key not in self._known:
            points = (point for i in mask.pieces for point in self.pieces[i].outline)
            self._known[key] = _fast.floats(value for x, y in points for value in (float(x), float(y), radius))
        return self._known[key]

    @once
    def convex(self) -> tuple[bool, ...]:
        """Which pieces have no corner that turns inwards."""
        return tuple(_is_convex(each.outline) for each in self.pieces)

    @once
    def bulges(self) -> Any:
        """The same for kernels: 1 for each that is convex."""
        return _fast.ints([int(each) for each in self.convex])

    def circles(self, mask: Mask) -> Any:
        """Circles that hold some pieces, column by column, for kernels that look at all of them at once."""
        key = ("circles", mask.pieces)
        if key not in self._known:
            columns = zip(*(_frame(self.pieces[i].outline)[4:] for i in mask.pieces))
            self._known[key] = _fast.floats(float(value) for column in columns for value in column)
        return self._known[key]

    def costs(self, percents: Mapping[str, int] | None = None, impassable: Iterable[str] = ()) -> Costs:
        """What moving costs: percent by trait (100 plain, 200 double, 50 half), and traits nobody enters.

        Where pieces overlap the last listed piece with a cost decides. A piece with several traits of the
        mapping costs by the first of them; impassable comes before any cost. A trait at 100 cuts legs only.
        """
        percents, walls = percents or {}, tuple(impassable)
        if any(not 1 <= percent <= MOST_PERCENT for percent in percents.values()):
            raise ValueError(f"a percent is 1 to {MOST_PERCENT}; name traits that nobody enters in `impassable`")
        key = ("costs", tuple(percents.items()), walls)
        if key not in self._known:
            priced = ((i, _percent(each, percents, walls)) for i, each in enumerate(self.pieces))
            chosen = tuple((i, percent) for i, percent in priced if percent is not None)
            self._known[key] = Costs(chosen, sum(len(self.pieces[i].outline) for i, _ in chosen))
        found: Costs = self._known[key]
        return found

    @once
    def _boxes(self) -> list[tuple[int, int, int, int, int, list[int]]]:
        """Index, box and flat outline of each piece, for questions about one point."""
        frames = ((i, each.outline, _frame(each.outline)) for i, each in enumerate(self.pieces))
        return [(i, box[0], box[1], box[2], box[3], [v for p in outline for v in p]) for i, outline, box in frames]

    def box(self, i: int) -> tuple[int, int, int, int]:
        """The least and greatest x and y of a piece: min x, min y, max x, max y."""
        return self._boxes[i][1:5]

    @once
    def _circles(self) -> list[tuple[int, int, int]]:
        return [(x, y, reach) for *_, x, y, reach in (_frame(each.outline) for each in self.pieces)]

    def circle(self, i: int) -> tuple[int, int, int]:
        """A circle that holds a piece: x, y and radius."""
        return self._circles[i]

    def at(self, point: tuple[int, int]) -> tuple[int, ...]:
        """The pieces that contain a point; the edge counts as inside."""
        return _at(self, *point)

    def touches(self, i: int, base: Base) -> bool:
        """Whether a base overlaps piece i or touches its edge."""
        return _touches(self, i, base)

    def holds(self, i: int, base: Base) -> bool:
        """Whether a base lies fully within piece i; it may touch the edge from inside."""
        from hexless.table.measure import within_outline

        return within_outline(base, self.pieces[i].outline)

    def fits_table(self, base: Base) -> bool:
        """Whether no part of a base hangs over the table's edge."""
        if base.round:
            r = base.radius
            return r <= base.x <= self.width - r and r <= base.y <= self.depth - r
        return all(0 <= x <= self.width and 0 <= y <= self.depth for x, y in base.corners())


@lru_cache(maxsize=64)
def shared(terrain: Terrain) -> Terrain:
    """The one value of all equal terrains: what was worked out for one game is there for the next."""
    return terrain


@lru_cache(maxsize=1 << 11)
def _touches(terrain: Terrain, i: int, base: Base) -> bool:
    from hexless.table.measure import gap_to_outline

    return gap_to_outline(base, terrain.pieces[i].outline).distance == 0


@lru_cache(maxsize=1 << 13)
def _at(terrain: Terrain, x: int, y: int) -> tuple[int, ...]:
    """Asked again and again of bases that have not moved."""
    near = [(i, pts) for i, x0, y0, x1, y1, pts in terrain._boxes if x0 <= x <= x1 and y0 <= y <= y1]
    return tuple([i for i, pts in near if _lines.holds(pts, 0, len(pts) // 2, x, y) >= 0])


def _percent(each: Piece, percents: Mapping[str, int], walls: tuple[str, ...]) -> int | None:
    if any(trait in each.traits for trait in walls):
        return IMPASSABLE
    return next((percent for trait, percent in percents.items() if trait in each.traits), None)


def _is_convex(outline: Sequence[Point]) -> bool:
    turns = ((outline[i - 2], outline[i - 1], outline[i]) for i in range(len(outline)))
    return all((b.x - a.x) * (c.y - b.y) >= (b.y - a.y) * (c.x - b.x) for a, b, c in turns)


def _twice_area(points: Sequence[Point]) -> int:
    return sum(points[i - 1].x * q.y - points[i - 1].y * q.x for i, q in enumerate(points))


def _frame(outline: Sequence[Point]) -> list[int]:
    """The box of an outline, and a circle about the box's middle that holds it with a tick to spare."""
    xs, ys = [p.x for p in outline], [p.y for p in outline]
    box = [min(xs), min(ys), max(xs), max(ys)]
    cx, cy = (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
    square = max((x - cx) ** 2 + (y - cy) ** 2 for x, y in outline)
    return [*box, cx, cy, isqrt(square) + 2]


def _check_size(terrain: Terrain) -> None:
    if not (0 < terrain.width <= REACH_CAP and 0 < terrain.depth <= REACH_CAP):
        raise ValueError(f"table {terrain.width} x {terrain.depth} must be within 1 to {REACH_CAP} ticks")
    for each in terrain.pieces:
        if len(each.outline) < 3 or any(max(abs(p.x), abs(p.y)) > REACH_CAP for p in each.outline):
            raise ValueError(f"outline of {each.name!r} needs 3 points or more, all within {REACH_CAP} ticks")
        if abs(each.z) > HEIGHT_CAP or not 0 <= each.height <= HEIGHT_CAP:
            raise ValueError(f"z and height of {each.name!r} must be within {HEIGHT_CAP} ticks")

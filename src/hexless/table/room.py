"""Room: whether there is any place for a base, and where, decided by the places where rims cross.

Whatever a base must keep clear of, touch, stay inside of or stay near to bounds the places of its centre by circles
and straight sides (its rims). If there is any place, there is one at a corner of those: where two rims cross, or a
side ends. So it is enough to judge these. Rims are drawn a tick on the safe side, so that a corner rounded to whole
ticks is a place: no room here means that there is none with a tick (a thousandth of a unit) to spare. Then the
corners without that tick and the ticks about them are tried, so that an exact fit is found as well.

A rectangle is judged with the facing that it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import compress
from math import sqrt
from typing import Any

from hexless.table import _fast, _rims
from hexless.table.lengths import CONTACT, Point
from hexless.table.shapes import Base, Bases
from hexless.table.terrain import Costs, Terrain

__all__ = ["Legal", "Room", "contact_ahead"]

Legal = Callable[[Point], bool]
Row = tuple[float, float, float, float, float]
Spot = tuple[float, float]
BATCH = 16  # places that are judged at once
Draw = tuple[Callable[[Base, Any, float], list[Row]], Any, int, int]  # how, of what, how far, which side is safe
FREE, KEEP_OUT, STAY_IN = _rims.FREE, _rims.KEEP_OUT, _rims.STAY_IN
BESIDE = ((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
ROUND = (
    (1000, 0), (924, 383), (707, 707), (383, 924), (0, 1000), (-383, 924), (-707, 707), (-924, 383),
    (-1000, 0), (-924, -383), (-707, -707), (-383, -924), (0, -1000), (383, -924), (707, -707), (924, -383),
)  # fmt: skip


class Room:
    """The rims that bound the places of a base. Each method adds some; `find` and `places` judge the corners.

    >>> Room(base).on_table(terrain).clear_of(others).within(leader, ticks(6)).find(legal)
    """

    def __init__(self, base: Base) -> None:
        """Places are searched for this base, from where it stands."""
        self.base = base
        self._draws: list[Draw] = []
        self._packs: list[tuple[Bases, int, Base]] = []  # discs, the gap to them, and one that is left out
        self._target: list[Row] = []
        self._samples: list[Spot] = []
        self._box = [-(2.0**20), -(2.0**20), 2.0**20, 2.0**20]

    def on_table(self, terrain: Terrain) -> Room:
        """No part of it hangs over the edge."""
        corners = (Point(0, 0), Point(terrain.width, 0), Point(terrain.width, terrain.depth), Point(0, terrain.depth))
        return self.inside(corners)

    def inside(self, outline: Sequence[tuple[int, int]]) -> Room:
        """It lies fully within an outline."""
        points, box = _counter_clockwise(tuple(outline))
        self._bound(*box)
        self._draws.append((_inside, points, 0, 1))
        return self

    def clear_of(self, others: Iterable[Base] | Bases, gap: int = 0, but: Base | None = None) -> Room:
        """It overlaps none of these bases, or keeps a gap; who is centred where it or `but` stands does not count."""
        packed, but = others if isinstance(others, Bases) else Bases(others), but or self.base
        if self.base.round and len(packed):
            self._packs.append((packed, gap, but))
        apart = packed.angular if self.base.round else packed
        centres = (self.base.x, self.base.y), (but.x, but.y)
        self._draws += [(_clear, other, gap, 1) for other in apart if (other.x, other.y) not in centres]
        return self

    def off(self, terrain: Terrain, costs: Costs) -> Room:
        """It stands on no impassable piece."""
        self._draws += [(_off, terrain.pieces[int(index)].outline, 0, 1) for index in costs.walls]
        return self

    def within(self, other: Base, limit: int) -> Room:
        """It is at most so far from a base."""
        self._about(other.x, other.y, self.base.span + other.span + limit)
        self._draws.append((_near, other, limit, -1))
        return self

    def within_any(self, others: Iterable[Base], limit: int) -> Room:
        """It is at most so far from one of these bases; which of them, the judge decides."""
        self._draws += [(_about, other, limit, -1) for other in others]
        return self

    def from_here(self, limit: int) -> Room:
        """Its centre moves at most so far from where it stands."""
        self._about(self.base.x, self.base.y, limit)
        self._draws.append((_at_most, self.base.centre, limit, -1))
        return self

    def near(self, outline: Sequence[tuple[int, int]], limit: int) -> Room:
        """It is at most so far from a filled outline."""
        self._draws.append((_outside, _counter_clockwise(tuple(outline))[0], limit, -1))
        return self

    def touching(self, target: Base, toward: tuple[int, int] | None = None) -> Room:
        """It is in contact with a base: only places along that one's rim are looked at, the nearest to a point too."""
        far = self.base.span + target.span + 2 * CONTACT
        self._bound(target.x - far, target.y - far, target.x + far, target.y + far)
        self._target += (rim := _about(self.base, target, CONTACT / 2))
        self._samples += _samples(rim, Point(*toward) if toward else self.base.centre)
        return self

    def _about(self, x: int, y: int, far: int) -> None:
        """Nothing is a place that is farther from a point, but for two ticks of rounding."""
        self._bound(x - far - 2, y - far - 2, x + far + 2, y + far + 2)

    def _bound(self, x0: float, y0: float, x1: float, y1: float) -> None:
        box = self._box
        self._box = [max(box[0], x0), max(box[1], y0), min(box[2], x1), min(box[3], y1)]

    def find(self, legal: Legal, toward: tuple[int, int] | None = None, tight: bool = True) -> Point | None:
        """The legal corner nearest to a point (else to where the base stands), or None: there is no room."""
        return next(self.places(legal, toward, tight), None)

    def places(
        self,
        legal: Legal,
        toward: tuple[int, int] | None = None,
        tight: bool = True,
        stands: Callable[[Sequence[Point]], Iterable[bool]] | None = None,
    ) -> Iterator[Point]:
        """The legal corners, the nearest to a point first; without a tick to spare (`tight`) if there are no others.

        stands: a part of the judgement that is made of many at once, before the rest.
        """
        goal = toward or self.base.centre
        found = False
        drawn = _fast.listed(self.spots(goal))
        for spot in _standing(list(map(Point, drawn[::2], drawn[1::2])), stands):
            if legal(spot):
                found = True
                yield spot
        if tight and not found:
            drawn = _fast.listed(self._corners(0.0))
            exact = [(int(x // 1), int(y // 1)) for x, y in zip(drawn[::2], drawn[1::2])]
            about = _sorted(goal, ((x + dx, y + dy) for x, y in exact for dx, dy in BESIDE))
            yield from (spot for spot in _standing(about, stands) if legal(spot))

    def spots(self, goal: tuple[int, int]) -> Any:
        """The corners with a tick to spare, and what else is looked at, the nearest to a point first: x, y, ..."""
        corners = self._corners(1.0)
        if self._samples:
            corners = _fast.joined([_fast.floats(value for spot in self._samples for value in spot), corners])
        spots, count = _fast.filled(len(corners), 0, "int64"), len(corners) // 2
        return spots[: 2 * int(_fast.load(_rims).settle(corners, count, *goal, spots))]

    def _corners(self, spare: float) -> Any:
        """Where the rims cross, drawn so far on the safe side: x, y, ..."""
        drawn = (draw(self.base, thing, far + side * spare) for draw, thing, far, side in self._draws)
        rows = self._target + [row for some in drawn for row in some if _meets(row, self._box)]
        base, kernels, count = self.base, _fast.load(_rims), len(rows)
        most = count + sum(len(packed) for packed, _, _ in self._packs)
        rims, box = _fast.filled(5 * most, 0.0, "float64"), _fast.filled(4 + 4 * most, 0.0, "float64")
        rims[: 5 * count], box[:4] = [value for row in rows for value in row], self._box
        for packed, gap, but in self._packs:
            out = base.x, base.y, but.x, but.y
            count = int(kernels.draw(packed.rows, base.radius + gap, spare, *out, box, rims, count))
        first, room = len(self._target) or count, 128
        while True:
            placed = _fast.filled(2 * room, 0.0, "float64")
            found = int(kernels.corners(rims, count, first, box, placed))
            if found <= room:
                return placed[: 2 * found]
            room = found


def contact_ahead(base: Base, target: Base) -> Point:
    """Where a base that goes straight at another meets it: the first that `Room.touching` looks at."""
    x, y = next(_samples(_about(base, target, CONTACT / 2), base.centre))
    return Point(int((x + 0.5) // 1), int((y + 0.5) // 1))


def _standing(spots: list[Point], stands: Callable[[Sequence[Point]], Iterable[bool]] | None) -> Iterator[Point]:
    """Those of some places that are judged well together, looked at a batch after another."""
    if stands is None:
        yield from spots
        return
    for first in range(0, len(spots), BATCH):
        some = spots[first : first + BATCH]
        yield from compress(some, stands(some))


def _sorted(goal: tuple[int, int], spots: Iterable[tuple[int, int]]) -> list[Point]:
    """Each place once, the nearest to the goal first."""
    once = dict.fromkeys(spots)
    return sorted((Point(*s) for s in once), key=lambda p: ((p.x - goal[0]) ** 2 + (p.y - goal[1]) ** 2, p))


@lru_cache(maxsize=256)
def _counter_clockwise(outline: tuple[tuple[int, int], ...]) -> tuple[tuple[Point, ...], tuple[int, int, int, int]]:
    """The points of an outline in that order, and its box."""
    points, xs, ys = tuple(Point(x, y) for x, y in outline), [x for x, _ in outline], [y for _, y in outline]
    area = sum(points[i - 1].x * q.y - points[i - 1].y * q.x for i, q in enumerate(points))
    return points if area >= 0 else points[::-1], (min(xs), min(ys), max(xs), max(ys))


def _meets(row: Row, box: Sequence[float]) -> bool:
    """Whether a rim comes anywhere near the box."""
    (kind, a, b, c, d), (x0, y0, x1, y1) = row, box
    if kind == 0.0:
        return x0 - 2 <= a + c and a - c <= x1 + 2 and y0 - 2 <= b + c and b - c <= y1 + 2
    wide = (a <= x1 + 2 or c <= x1 + 2) and (a >= x0 - 2 or c >= x0 - 2)
    return wide and (b <= y1 + 2 or d <= y1 + 2) and (b >= y0 - 2 or d >= y0 - 2)


def _at_most(base: Base, centre: Point, far: float) -> list[Row]:
    """The centres so far from a point, and no farther."""
    return [(0.0, float(centre.x), float(centre.y), max(0.0, far), STAY_IN)]


def _clear(base: Base, other: Base, apart: float) -> list[Row]:
    """`_about`, where nothing nearer is a place."""
    return _kinds(_about(base, other, apart), KEEP_OUT)


def _near(base: Base, other: Base, apart: float) -> list[Row]:
    """`_about`, where nothing farther is a place."""
    return _kinds(_about(base, other, apart), STAY_IN if base.round and other.round else FREE)


def _kinds(rows: list[Row], kind: float) -> list[Row]:
    return [(0.0, x, y, r, kind) if not side else (side, x, y, r, last) for side, x, y, r, last in rows]


def _about(base: Base, other: Base, apart: float) -> list[Row]:
    """The centres of a base from which its gap to another base is so much."""
    if base.round and other.round:
        return [(0.0, float(other.x), float(other.y), max(0.0, base.radius + other.radius + apart), FREE)]
    if base.round:
        return _rounded(other.corners(), base.radius + apart)
    if other.round:
        return _rounded(base.at(other.x, other.y).corners(), other.radius + apart)
    return _swept(base, other.corners(), apart)


def _outside(base: Base, outline: tuple[Point, ...], apart: float) -> list[Row]:
    """The centres of a base from which its gap to an outline is so much."""
    return _rounded(outline, base.radius + apart) if base.round else _swept(base, outline, apart)


def _off(base: Base, outline: tuple[Point, ...], apart: float) -> list[Row]:
    """`_outside`, where nothing nearer is a place."""
    return _rounded(outline, base.radius + apart, KEEP_OUT) if base.round else _swept(base, outline, apart)


def _inside(base: Base, outline: tuple[Point, ...], spare: float) -> list[Row]:
    """The centres of a base from which it touches an outline from within, or leaves so much to its edge."""
    return _rounded(outline, -base.radius - spare) if base.round else _swept(base, outline, -spare)


@lru_cache(maxsize=1024)
def _rounded(outline: tuple[tuple[float, float], ...], apart: float, kind: float = FREE) -> list[Row]:
    """The sides of an outline moved outwards by so much, and circles about its corners. Asked again and again of
    the same terrain, so not to be changed.
    """
    rows: list[Row] = []
    for i, (bx, by) in enumerate(outline):
        ax, ay = outline[i - 1]
        size = sqrt((bx - ax) ** 2 + (by - ay) ** 2)
        if size:
            ox, oy = (by - ay) * apart / size, (ax - bx) * apart / size
            rows.append((1.0, ax + ox, ay + oy, bx + ox, by + oy))
        rows.append((0.0, float(bx), float(by), abs(apart), kind))
    return rows


def _swept(base: Base, outline: tuple[Point, ...], apart: float) -> list[Row]:
    """`_rounded` for a rectangle: each of its corners on each side of the outline, each of its sides at each corner."""
    corners = base.at(0, 0).corners()
    sides = [row for row in _rounded(outline, apart) if row[0]]
    rows = [(1.0, ax - x, ay - y, bx - x, by - y) for x, y in corners for _, ax, ay, bx, by in sides]
    for px, py in outline:
        rows += _rounded(tuple([(px + x, py + y) for x, y in corners]), abs(apart))
    return rows


def _samples(rows: Sequence[Row], here: Point) -> Iterator[Spot]:
    """Some places all along rims, and of each the nearest to where a base stands."""
    for kind, a, b, c, d in rows:
        if kind == 0.0:
            far = sqrt((here.x - a) ** 2 + (here.y - b) ** 2)
            if far:
                yield a + (here.x - a) * c / far, b + (here.y - b) * c / far
            yield from ((a + dx * c / 1000, b + dy * c / 1000) for dx, dy in ROUND)
            continue
        dx, dy = c - a, d - b
        foot = ((here.x - a) * dx + (here.y - b) * dy) / (dx * dx + dy * dy or 1.0)
        yield from ((a + dx * t, b + dy * t) for t in (min(max(foot, 0.0), 1.0), 0.25, 0.5, 0.75))

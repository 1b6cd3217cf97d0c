"""Sight: whether some line of a finite family passes between two bases, and what stops the others.

The lines run between spots of the two bases. "centre": centre to centre. "any": all pairs of spots; a disc
has its centre and the two points of its rim square to the line of centres, a rectangle its centre and its
corners. "edges": two lines, between the outermost spots on the left and between those on the right. "parts": whatever
line there is between any part of the one and any part of the other (see `sightlines`); "any" are the first it looks at.

A line is stopped by a piece when it passes through the inside of its outline, at some place below its top. To touch
an edge or a corner is not to be stopped, but nothing passes between two pieces that abut. A line of no length is never
stopped. A line that runs level with a top passes over it (tops="over") or is stopped by it (tops="stop"), as the game
reads its sheet: with "over" two of a height see each other past a third, with "stop" they do not. `hills` are pieces
that one can stand on: who has his centre on one looks and is seen from its top, and it stops no line of his; whoever
else's line meets it is stopped by it as by any piece.

All rules are the same from either end, so sight is mutual.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, Literal

import msgspec

from hexless.table import _fast, _lines, _points
from hexless.table.lengths import Point, half_up
from hexless.table.shapes import Base, Bases, pack
from hexless.table.sightlines import free_line, seen
from hexless.table.terrain import Mask, Terrain

__all__ = [
    "Block", "Lines", "Sight", "Tops", "most_seen", "open_lines", "raised", "see_any", "sees", "sees_each", "sight",
    "sight_all",
]  # fmt: skip

Lines = Literal["centre", "edges", "any", "parts"]
_FAMILY = {"centre": _lines.CENTRE, "edges": _lines.EDGES, "any": _lines.ANY, "parts": _lines.ANY}
Tops = Literal["over", "stop"]
_LOWER = {"over": 0, "stop": 1}
_DEEP = -(2**30)
_OWN = 2**30
_NOBODY = Bases()


class Block(msgspec.Struct, frozen=True):
    """A line that is stopped: from, to, by which piece or which other base, and where it enters that."""

    start: Point
    end: Point
    what: Literal["piece", "base"]
    index: int
    point: Point


class Sight(msgspec.Struct, frozen=True):
    """The verdict: a clear line if there is one, what stops each line that is not clear, how many lines there were."""

    clear: bool
    line: tuple[Point, Point] | None
    blocks: tuple[Block, ...]
    lines: int

    @property
    def full(self) -> bool:
        """Whether every line is clear."""
        return not self.blocks


def sees(
    terrain: Terrain,
    a: Base,
    b: Base,
    blockers: Mask | str | Iterable[str] | None = None,
    lines: Lines = "any",
    ignore: tuple[int, ...] = (),
    others: Sequence[Base] | Bases = _NOBODY,
    eyes: tuple[int, int] | None = None,
    flat: bool = False,
    tops: Tops = "over",
    hills: Mask | str | Iterable[str] = (),
) -> bool:
    """Whether `sight` is clear, without the witness."""
    if hills:
        a, b, ignore = _on_hills(terrain, a, b, ignore, hills)
    levels, others = _levels(a, b, eyes, flat, tops), pack(others)
    if lines == "parts":
        mask, out = terrain.mask(blockers, ignore), ((), ())
        return seen(terrain, a, Bases((b,)), mask, out, others, levels, _FAMILY[lines], True)[0]
    return _look(terrain, a, b, blockers, lines, ignore, others, levels, _nothing()) >= 0


def sees_each(
    terrain: Terrain,
    a: Base,
    targets: Sequence[Base] | Bases,
    blockers: Mask | str | Iterable[str] | None = None,
    lines: Lines = "any",
    inside: Mask | str | Iterable[str] = (),
    others: Sequence[Base] | Bases = _NOBODY,
    flat: bool = False,
    tops: Tops = "over",
    hills: Mask | str | Iterable[str] = (),
) -> list[bool]:
    """`sees` from one base to each of some, in one call.

    inside: pieces that do not stop the lines of who has his centre in them.
    """
    targets, within, mounds = pack(targets), terrain.mask(inside), terrain.mask(hills)
    stands = [_stand(terrain, base, within, mounds) for base in (a, *targets)]
    levels = [_DEEP if flat else top - _LOWER[tops] for _, top in stands]
    passed = [pieces for pieces, _ in stands]
    mask, parts = terrain.mask(blockers), lines == "parts"
    return seen(terrain, a, targets, mask, passed, pack(others), levels, _FAMILY[lines], parts)


def sight(
    terrain: Terrain,
    a: Base,
    b: Base,
    blockers: Mask | str | Iterable[str] | None = None,
    lines: Lines = "any",
    ignore: tuple[int, ...] = (),
    others: Sequence[Base] | Bases = _NOBODY,
    eyes: tuple[int, int] | None = None,
    flat: bool = False,
    tops: Tops = "over",
    hills: Mask | str | Iterable[str] = (),
) -> Sight:
    """Sight between two bases past the blocking pieces (a mask, traits, or None for all) and other bases.

    `others` at the centre of a or b are those bases themselves and stop nothing. `eyes` are the heights to
    look from (else each base's top). `flat` leaves heights out: whatever is on the line stops it. For `tops` and
    `hills` see above.
    """
    others = pack(others)
    out = _fast.zeros(125)
    if hills:
        a, b, ignore = _on_hills(terrain, a, b, ignore, hills)
    levels = _levels(a, b, eyes, flat, tops)
    clear = _look(terrain, a, b, blockers, lines, ignore, others, levels, out)
    rows = [tuple(map(int, out[5 * i : 5 * i + 5])) for i in range(_count(a, b, lines))]
    blocks = tuple(_block(terrain, others, row, levels) for row in rows if row[4] >= 0)
    line = (Point(*rows[clear][:2]), Point(*rows[clear][2:4])) if clear >= 0 else None
    if line is None and lines == "parts":
        line = free_line(terrain, a, b, terrain.mask(blockers, ignore), others, levels)
    return Sight(line is not None, line, blocks, len(rows))


def sight_all(
    terrain: Terrain,
    froms: Sequence[Base] | Bases,
    tos: Sequence[Base] | Bases,
    blockers: Mask | str | Iterable[str] | None = None,
    lines: Lines = "any",
    ignore: tuple[int, ...] = (),
    others: Sequence[Base] | Bases = _NOBODY,
    flat: bool = False,
    tops: Tops = "over",
) -> Any:
    """`sees` for all pairs in one call: a matrix of truth values, a row for each of `froms`."""
    import numpy as np

    froms, tos, picks = pack(froms), pack(tos), terrain.blocking(terrain.mask(blockers, ignore))
    out = _fast.zeros(len(froms) * len(tos))
    level = _DEEP if flat else _OWN + _LOWER[tops]
    _fast.load(_lines).look_all(
        terrain.flat, picks, pack(others).rows, froms.rows, tos.rows, _FAMILY[lines], level, _nothing(), out
    )
    seen = np.array(out, dtype=bool).reshape(len(froms), len(tos))
    for i, j in np.argwhere(~seen) if lines == "parts" else ():
        a, b = froms[int(i)], tos[int(j)]
        levels = _levels(a, b, None, flat, tops)
        seen[i, j] = free_line(terrain, a, b, terrain.mask(blockers, ignore), pack(others), levels) is not None
    return seen


def see_any(
    terrain: Terrain,
    froms: Bases,
    tos: Bases,
    blockers: Mask,
    lines: Lines = "any",
    others: Bases = _NOBODY,
    flat: bool = False,
    tops: Tops = "over",
) -> list[bool]:
    """Which of some bases see at least one of some others: the rows of `sight_all` in which anything is clear."""
    if lines == "parts":
        return [any(row) for row in sight_all(terrain, froms, tos, blockers, lines, (), others, flat, tops)]
    out, level = _fast.zeros(len(froms)), _DEEP if flat else _OWN + _LOWER[tops]
    _fast.load(_lines).look_all(
        terrain.flat, terrain.blocking(blockers), others.rows, froms.rows, tos.rows, _FAMILY[lines], level, _nothing(),
        out,
    )  # fmt: skip
    return [bool(one) for one in _fast.listed(out)]


def open_lines(
    terrain: Terrain, start: Point, ends: Sequence[Point], blockers: Mask, others: Bases = _NOBODY
) -> list[bool]:
    """Whether the line from a point to each of some is clear: `sees` from centre to centre, heights left out."""
    if not ends:
        return []
    out = _fast.zeros(len(ends))
    flat = _fast.ints([value for end in ends for value in end])
    kernel = _fast.load(_lines).open_lines
    kernel(terrain.flat, terrain.blocking(blockers), others.rows, start[0], start[1], _DEEP, flat, out)
    return [bool(one) for one in _fast.listed(out)]


def most_seen(
    terrain: Terrain,
    eyes: Iterable[tuple[int, int, int]],
    body: Iterable[tuple[int, int, int]],
    blockers: Mask | str | Iterable[str] | None = None,
    others: Sequence[Base] | Bases = _NOBODY,
) -> int:
    """How many points of a body the best of some eyes sees; each line runs from point to point, at their heights."""
    picks = terrain.blocking(terrain.mask(blockers))
    looking = _fast.ints([value for eye in eyes for value in eye])
    shown = _fast.ints([value for point in body for value in point])
    seen: int = _fast.load(_points).most_seen(terrain.flat, picks, pack(others).rows, looking, shown)
    return seen


@cache
def _nothing() -> Any:
    return _fast.ints(())


def _levels(a: Base, b: Base, eyes: tuple[int, int] | None, flat: bool, tops: Tops) -> tuple[int, int]:
    """The heights of both ends; to be stopped by a top of one's own height is to look from a tick below it."""
    if flat:
        return _DEEP, _DEEP
    low = _LOWER[tops]
    return (eyes[0] - low, eyes[1] - low) if eyes is not None else (a.top - low, b.top - low)


def _on_hills(
    terrain: Terrain, a: Base, b: Base, ignore: tuple[int, ...], hills: Mask | str | Iterable[str]
) -> tuple[Base, Base, tuple[int, ...]]:
    """Both bases raised to what they stand on, and what their lines pass for that."""
    mask = terrain.mask(hills)
    under = [i for base in (a, b) for i in terrain.at(base.centre) if i in mask]
    if not under:
        return a, b, ignore
    return raised(terrain, a, mask), raised(terrain, b, mask), tuple(sorted({*ignore, *under}))


@lru_cache(maxsize=1 << 13)
def _stand(terrain: Terrain, base: Base, inside: Mask, hills: Mask) -> tuple[tuple[int, ...], int]:
    """The pieces that a base looks out of where it stands, and the height of its eye."""
    pieces = tuple([i for i in terrain.at(base.centre) if i in inside or i in hills])
    return pieces, raised(terrain, base, hills).top


def raised(terrain: Terrain, base: Base, hills: Mask | str | Iterable[str]) -> Base:
    """A base at the height of the ground under its centre: the top of the highest hill that it stands on."""
    mask = terrain.mask(hills)
    tops = [terrain.pieces[i].top for i in terrain.at(base.centre) if i in mask]
    return base.at(base.x, base.y, max(tops)) if tops else base


def _look(
    terrain: Terrain,
    a: Base,
    b: Base,
    blockers: Mask | str | Iterable[str] | None,
    lines: Lines,
    ignore: tuple[int, ...],
    others: Bases,
    levels: tuple[int, int],
    out: Any,
) -> int:
    mask = blockers if isinstance(blockers, Mask) and not ignore else terrain.mask(blockers, ignore)
    (az, bz), picks, look = levels, terrain.blocking(mask), _fast.load(_lines).look
    found: int = look(terrain.flat, picks, others.rows, a.x, a.y, a.radius, a.length, a.width, a.fx, a.fy, az,
                      b.x, b.y, b.radius, b.length, b.width, b.fx, b.fy, bz, _FAMILY[lines], out)  # fmt: skip
    return found


def _count(a: Base, b: Base, lines: Lines) -> int:
    if lines in ("centre", "edges"):
        return 1 if lines == "centre" else 2
    spots = [5 if base.length else 3 if base.radius else 1 for base in (a, b)]
    return spots[0] * spots[1]


def _block(terrain: Terrain, others: Bases, row: tuple[int, ...], levels: tuple[int, int]) -> Block:
    p, q, stop = Point(row[0], row[1]), Point(row[2], row[3]), row[4]
    index = stop - len(terrain.pieces)
    if index < 0:
        each = terrain.pieces[stop]
        part = _lines._under(each.top, *levels)
        return Block(p, q, "piece", stop, _entry(each.outline, p, q, part))
    base = others[index]
    part = _lines._under(base.top, *levels)
    where = base.centre if base.round else _entry(base.corners(), p, q, part)
    return Block(p, q, "base", index, where)


def _entry(outline: Sequence[Point], p: Point, q: Point, part: tuple[int, int, int]) -> Point:
    """Where a line that is stopped first comes inside, below the top."""
    lo, hi, div = part
    dx, dy = q.x - p.x, q.y - p.y
    low, high = Fraction(lo, div), Fraction(hi, div)
    stops = sorted({low, high, *(t for t in _crossings(outline, p, dx, dy) if low < t < high)})
    flat = [value for point in outline for value in point]
    for t, after in pairwise(stops):
        mid = (t + after) / 2
        n = mid.denominator
        scaled = [value * n for value in flat]
        if _lines.holds(scaled, 0, len(outline), p.x * n + mid.numerator * dx, p.y * n + mid.numerator * dy) > 0:
            return Point(p.x + half_up(dx * t.numerator, t.denominator), p.y + half_up(dy * t.numerator, t.denominator))
    return p


def _crossings(outline: Sequence[Point], p: Point, dx: int, dy: int) -> Iterable[Fraction]:
    """Where the sides of an outline meet the carrier of a line, as parts of it."""
    for i, b in enumerate(outline):
        a = outline[i - 1]
        ex, ey = b.x - a.x, b.y - a.y
        turn = ex * dy - ey * dx
        ends = (dx * (a.y - p.y) - dy * (a.x - p.x), dx * (b.y - p.y) - dy * (b.x - p.x))
        if turn and min(ends) <= 0 <= max(ends):
            yield Fraction(ex * (a.y - p.y) - ey * (a.x - p.x), turn)

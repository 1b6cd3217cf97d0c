"""Line of sight: from the centre of a base to any part of another, past blocking features, smoke and concealment.

What stops a line changes only where the line sweeps over a corner, a cloud's rim, or the place where an edge meets the
target's rim. So one line between each two such directions decides exactly whether any part is seen; only how deep a
base lies in concealing terrain changes in between, and there the shallowest line is searched for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import compress, pairwise
from math import isqrt
from typing import Any, NamedTuple

import msgspec

from hexless.kernel import Value
from hexless.moves.packed import packed
from hexless.once import once
from hexless.table import Base, Block, Mask, Point, Span, Terrain, open_lines, sight
from hexless.table.crossing import spans_inside

from ._sheet import rule
from .model import INCH, BaseId, Orders, is_wreck, table
from .terrain import stand_on

__all__ = ["Seen", "can_see_point", "in_sight", "sees", "sees_point"]

FINE = 1 << 20  # directions are counted in this part of the way to the target
EDGE = 2  # ticks: what whole numbers may be off, so that a depth exactly at the limit is at it in every direction
SAMPLES = 8
NEVER = 1 << 30  # excess of a line that is not only too deep


class Seen(Value, frozen=True):
    """Whether one base sees another (or a point), along which line, and what hides it."""

    clear: bool
    line: tuple[Point, Point]
    says: str = ""
    rule: str = ""
    witness: Any = None
    too_deep: int = 0  # ticks beyond what its Size allows


class _View(Value, frozen=True, cache_hash=True, dict=True):
    """All that a line of sight depends on; it is drawn from the centre of `eye` to the rim of `other`."""

    terrain: Terrain
    smoke: tuple[Base, ...]
    wrecks: tuple[Base, ...]  # where the ruling says that they block sight
    eye: Base
    other: Base
    deepest: tuple[int | None, int | None]  # ticks that each may be inside concealing terrain; None: any
    names: tuple[str, str]

    @once
    def inside(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The features that each base stands in, with its centre."""
        return self.terrain.at(self.eye.centre), self.terrain.at(self.other.centre)

    @once
    def lower(self) -> tuple[int, ...]:
        """From an elevated position, and up to it, one sees over whatever is lower."""
        position, pieces = max(self.eye.z, self.other.z), self.terrain.pieces
        hiding = self.terrain.having("blocking", "concealment").pieces if position else ()
        return tuple(i for i in hiding if pieces[i].top < position)

    @once
    def over(self) -> tuple[int, ...]:
        """What lines pass: the features that hold a base, and those that are lower."""
        return (*self.inside[0], *self.inside[1], *self.lower)

    @once
    def blocking(self) -> Mask:
        """What else blocks."""
        return self.terrain.mask("blocking", self.over)

    @property
    def concealing(self) -> Mask:
        """What hides whoever is in it, and all that is behind it."""
        return self.terrain.having("concealment")

    @once
    def clouds(self) -> tuple[Base, ...]:
        """Smoke, and wreckage on which neither base stands with its centre."""
        return (*self.smoke, *(w for w in self.wrecks if not (_on(self.eye, w) or _on(self.other, w))))


@rule("or.play.line-of-sight", "or.play.smoke-effect")
def sees(s: Orders, viewer: BaseId, target: BaseId) -> Seen:
    """A straight line from either centre to any part of the other base that no feature, smoke or concealment stops."""
    look = _seen(_view(s, viewer, target, viewer))
    if look.clear or s.rulings.sight_from == "viewer":
        return look
    other = _seen(_view(s, target, viewer, viewer))
    return other.with_(line=other.line[::-1]) if other.clear else look


def in_sight(s: Orders, viewer: BaseId, target: BaseId) -> bool:
    """Whether one base sees another, without the witness; the same for all states in which nobody moves."""
    how, known = s.rulings, table(s).known
    if how.wreck_blocks_los:
        return _in_sight(s, viewer, target)
    sizes = s.units[viewer].size, s.units[target].size
    key = (viewer, target, *sizes, s.smoke, how.sight_mutual, how.sight_from, how.smoke_diameter_in)
    if key not in known:
        known[key] = _in_sight(s, viewer, target)
    seen: bool = known[key]
    return seen


def _in_sight(s: Orders, viewer: BaseId, target: BaseId) -> bool:
    if _clear(_view(s, viewer, target, viewer)) is not None:
        return True
    return s.rulings.sight_from != "viewer" and _clear(_view(s, target, viewer, viewer)) is not None


def _view(s: Orders, eye: BaseId, other: BaseId, viewer: BaseId) -> _View:
    """From the centre of one base to another; where sight is not mutual, only who is looked at may lie too deep."""
    a, b = s.units[eye], s.units[other]
    deep = [e.size * INCH if s.rulings.sight_mutual or i != viewer else None for e, i in ((a, eye), (b, other))]
    return _View(s.terrain, _clouds(s), _wrecks(s), a.base, b.base, (deep[0], deep[1]), (a.name, b.name))


@rule("or.bombard.template")
def sees_point(s: Orders, viewer: BaseId, x: int, y: int) -> Seen:
    """The same for a bare point of the table, which has no Size."""
    return _seen(_view_of_point(s, viewer, x, y))


def _view_of_point(s: Orders, viewer: BaseId, x: int, y: int) -> _View:
    a, point = s[viewer], Base(x, y, z=stand_on(s, x, y))
    deepest = (a.size * INCH if s.rulings.sight_mutual else None, 0 if s.rulings.template_hidden else None)
    return _View(s.terrain, _clouds(s), _wrecks(s), a.base, point, deepest, (a.name, "that point"))


def can_see_point(s: Orders, viewer: BaseId, x: int, y: int) -> bool:
    """Whether a base sees a point, without the witness."""
    return _clear(_view_of_point(s, viewer, x, y)) is not None


def _clouds(s: Orders) -> tuple[Base, ...]:
    """The smoke counters."""
    return tuple([Base(x, y, radius=s.rulings.smoke_diameter_in * INCH // 2) for x, y in s.smoke]) if s.smoke else ()


def _wrecks(s: Orders) -> tuple[Base, ...]:
    """Wreckage, where the ruling says that it blocks sight."""
    return tuple([e.base for e in s.units if is_wreck(e)]) if s.rulings.wreck_blocks_los else ()


# ---- which lines decide


def _seen(view: _View) -> Seen:
    """The verdict along the first line that is clear, else along the one through the middle."""
    return _look(view, _clear(view) or 0)


@lru_cache(maxsize=1 << 12)
def _clear(view: _View) -> int | None:
    """The direction of the first line that is clear: the middle, or between two in which the verdict can change."""
    if not _excesses(view, (0,))[0]:
        return 0
    between = [*pairwise(sorted({*_cuts(view)}))] if view.other.radius else []
    middles = [(low + high) // 2 for low, high in between]
    for (low, high), at, excess in zip(between, middles, _excesses(view, middles)):
        if excess and excess < NEVER:
            at, excess = _shallowest(view, low, high)
        if not excess:
            return at
    return None


def _shallowest(view: _View, low: int, high: int) -> tuple[int, int]:
    """The direction between two in which a base lies least deep in concealing terrain, and how much too deep."""
    while True:
        step = max(1, (high - low) // SAMPLES)
        tried = range(low + step, high, step)
        excess = dict(zip(tried, _excesses(view, tried)))
        at = min(excess, key=lambda at: excess[at], default=low)
        slope = max((abs(excess[near] - excess[at]) for near in (at - step, at + step) if near in excess), default=0)
        if step == 1 or excess[at] > 2 * slope:  # found to a tick, or too deep by far
            return at, excess.get(at, NEVER)
        low, high = max(low, at - step), min(high, at + step)


def _cuts(view: _View) -> Iterator[int]:
    """The directions in which the verdict can change, from one side of the target to the other."""
    eye, other = view.eye, view.other
    wx, wy = other.x - eye.x, other.y - eye.y
    slant = wx * wx + wy * wy - other.radius**2
    if slant <= 0:
        return
    most = other.radius * FINE // isqrt(slant)
    yield from (-most, most)
    for x, y in _corners(view):
        ahead, aside = x * wx + y * wy, wx * y - wy * x
        if ahead > 0 and -most * ahead < aside * FINE < most * ahead:
            yield aside * FINE // ahead


def _corners(view: _View) -> Iterator[tuple[int, int]]:
    """Where something begins or ends, seen from the eye: corners, rims of clouds, and edges at the target's rim."""
    eye, other = view.eye, view.other
    for i in view.terrain.having("blocking", "concealment").pieces:
        if not _in_the_way(view, i):
            continue
        outline = view.terrain.pieces[i].outline
        for k, end in enumerate(outline):
            yield end.x - eye.x, end.y - eye.y
            for point in _edge_meets_rim(outline[k - 1], end, other):
                yield point[0] - eye.x, point[1] - eye.y
    for cloud in view.clouds:
        cx, cy = cloud.x - eye.x, cloud.y - eye.y
        slant = cx * cx + cy * cy - cloud.radius**2
        if slant > 0:
            ahead = isqrt(slant)
            for side in (cloud.radius, -cloud.radius):
                yield cx * ahead - cy * side, cy * ahead + cx * side
        for point in _rims_meet(cloud, other):
            yield point[0] - eye.x, point[1] - eye.y


def _in_the_way(view: _View, piece: int) -> bool:
    """Whether a circle about a piece meets the wedge from the eye about the target; else no corner of it counts."""
    x, y, reach = view.terrain.circle(piece)
    wx, wy, x, y = view.other.x - view.eye.x, view.other.y - view.eye.y, x - view.eye.x, y - view.eye.y
    size, along, aside = wx * wx + wy * wy, x * wx + y * wy, abs(wx * y - wy * x)
    if along < 0 and along * along > reach * reach * size:
        return False
    return aside * isqrt(size - view.other.radius**2) - along * view.other.radius <= reach * size


def _edge_meets_rim(p: Point, q: Point, disc: Base) -> Iterator[tuple[int, int]]:
    """Where a straight edge cuts the rim of a disc."""
    dx, dy, mx, my = q.x - p.x, q.y - p.y, disc.x - p.x, disc.y - p.y
    size, along, off = dx * dx + dy * dy, dx * mx + dy * my, dx * my - dy * mx
    inside = disc.radius**2 * size - off * off
    if inside > 0:
        for part in (along - isqrt(inside), along + isqrt(inside)):
            if 0 <= part <= size:
                yield p.x + dx * part // size, p.y + dy * part // size


def _rims_meet(a: Base, b: Base) -> Iterator[tuple[int, int]]:
    """Where the rims of two discs cut each other."""
    dx, dy = b.x - a.x, b.y - a.y
    size = dx * dx + dy * dy
    along = size + a.radius**2 - b.radius**2
    off = 4 * size * a.radius**2 - along * along
    if size and off > 0:
        side = isqrt(off)
        for turn in (side, -side):
            yield a.x + (dx * along - dy * turn) // (2 * size), a.y + (dy * along + dx * turn) // (2 * size)


# ---- one line


def _excesses(view: _View, asides: Sequence[int]) -> list[int]:
    """For each of some directions 0 if the line is clear, else how much too deep a base is, or `NEVER`."""
    start, ends = view.eye.centre, [_nearest(view.eye, view.other, aside) for aside in asides]
    free = open_lines(view.terrain, start, ends, view.blocking, packed(view.clouds))
    lines = [(start, end) for end in compress(ends, free)]
    crossed = spans_inside(view.terrain, [(*start, *end) for _, end in lines], view.concealing)
    found = iter([_hidden_by(view, line, spans) for line, spans in zip(lines, crossed)])
    return [next(found) if each else NEVER for each in free]


def _hidden_by(view: _View, line: tuple[Point, Point], spans: Sequence[Span]) -> int:
    """How much too deep a base is in concealing terrain, or `NEVER`, along a line that is open; 0 if it is seen."""
    if view.smoke and _in_smoke(view, line):
        return NEVER
    hidden = _cover(view, line, spans) if spans else None
    return 0 if hidden is None else hidden.too_deep or NEVER


def _look(view: _View, aside: int) -> Seen:
    """Along one direction, to the first point of the target that lies on it."""
    line = _line(view, aside)
    if _in_smoke(view, line):
        return Seen(False, line, "smoke is in the way", "or.play.smoke-effect", {"line": line})
    plain = sight(*_plainly(view, line))
    if plain.clear:
        spans = spans_inside(view.terrain, [(*line[0], *line[1])], view.concealing)[0]
        return _concealed(view, line, spans) or Seen(True, line, witness=plain)
    says, cited = _blocker(view, plain.blocks[0])
    return Seen(False, line, f"{says} is in the way", cited, msgspec.to_builtins(plain))


def _line(view: _View, aside: int) -> tuple[Point, Point]:
    return view.eye.centre, _nearest(view.eye, view.other, aside)


def _in_smoke(view: _View, line: tuple[Point, Point]) -> bool:
    """Whether a line begins or ends in the very middle of a cloud."""
    return line[0] != line[1] and any(cloud.centre in line for cloud in view.smoke)


def _plainly(view: _View, line: tuple[Point, Point]) -> tuple[Any, ...]:
    """What `sight` is asked about one line: every blocking feature but those that hold a base or are lower."""
    ends, clouds = (Base(*line[0]), Base(*line[1])), packed(view.clouds)
    return view.terrain, *ends, "blocking", "centre", view.over, clouds, None, True


def _nearest(eye: Base, disc: Base, aside: int) -> Point:
    """The first point of a disc from a place, in a direction that is so much aside of its centre."""
    wx, wy = disc.x - eye.x, disc.y - eye.y
    if wx * wx + wy * wy <= disc.radius**2:
        return eye.centre
    vx, vy = wx * FINE - wy * aside, wy * FINE + wx * aside
    size, along, off = vx * vx + vy * vy, vx * wx + vy * wy, vx * wy - vy * wx
    part = along - isqrt(max(0, disc.radius**2 * size - off * off))
    return Point(eye.x + (2 * vx * part + size) // (2 * size), eye.y + (2 * vy * part + size) // (2 * size))


def _on(base: Base, wreck: Base) -> bool:
    """Whether a base stands on a wreck, with its centre."""
    return (base.x - wreck.x) ** 2 + (base.y - wreck.y) ** 2 <= wreck.radius**2


def _blocker(view: _View, block: Block) -> tuple[str, str]:
    """What stops a line, and by which rule."""
    if block.what == "piece":
        return view.terrain.pieces[block.index].name, "or.play.line-of-sight"
    return ("smoke", "or.play.smoke-effect") if block.index < len(view.smoke) else ("wreckage", "or.play.wreck-effect")


class _Cover(NamedTuple):
    """A piece that hides: all that is behind it, or one of the two bases (0 or 1) that is so much too deep in it."""

    piece: int
    end: int = 0
    too_deep: int = 0


@rule("or.terrain.concealment")
def _cover(view: _View, line: tuple[Point, Point], spans: Sequence[Span]) -> _Cover | None:
    """Concealing terrain hides whoever is deeper in it than its Size, and all that lies beyond."""
    found, worst = None, EDGE
    for span in spans:
        if span.piece not in view.inside[0] and span.piece not in view.inside[1]:
            if span.piece not in view.lower:
                return _Cover(span.piece)
            continue
        for end, excess in enumerate(_depths(view, line, span)):
            if excess > worst:
                found, worst = _Cover(span.piece, end, excess), excess
    return found


def _concealed(view: _View, line: tuple[Point, Point], spans: Sequence[Span]) -> Seen | None:
    """The same in words."""
    cover = _cover(view, line, spans)
    if cover is None:
        return None
    name = view.terrain.pieces[cover.piece].name
    says = f"{view.names[cover.end]} is too deep in {name}" if cover.too_deep else f"{name} hides what is behind it"
    return _hidden(line, says, cover.too_deep)


def _depths(view: _View, line: tuple[Point, Point], span: Span) -> Iterator[int]:
    """How much deeper than it may be each of the two bases is, at its near edge."""
    for base, inside, deepest, point in zip((view.eye, view.other), view.inside, view.deepest, line):
        depth = span.length - (base.radius if point == base.centre else 0)
        yield depth - deepest if span.piece in inside and deepest is not None else 0


def _hidden(line: tuple[Point, Point], says: str, too_deep: int = 0) -> Seen:
    return Seen(False, line, says, "or.terrain.concealment", {"what": "piece", "line": line}, too_deep)

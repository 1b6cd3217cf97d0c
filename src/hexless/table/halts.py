"""Halts: where a base stands at exactly the distance that a rule says, in every direction of the compass."""

from __future__ import annotations

from collections.abc import Callable

from hexless.table.lengths import Point, distance, half_up
from hexless.table.measure import apart, clear, gap
from hexless.table.shapes import Base

__all__ = ["halt"]

Places = Callable[[int], Point]
ABOUT = ((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
ASIDE = 81  # places to the sides of a line that are tried, up to a twenty-fifth of a unit off


def halt(base: Base, target: Base, space: int, line: tuple[int, int] | None = None) -> Point | None:
    """The place on a base's line where its gap to a target is `space`: never less, and it measures just that.

    The line is the one through both centres, on the base's side: it comes nearer, or backs off if it is too near. Or
    it moves along `line` (a vector) from where it stands and halts where it first comes so near, at once if it is
    nearer; None if it passes by. The place may lie some ticks beside the line, where no whole tick on it measures
    right. (Between two rectangles a tick more may be left, where they lie so aslant that no place measures right.)

    >>> halt(Base(0, 0, 500), Base(6000, 0, 500), 1000)
    Point(x=4000, y=0)
    """
    if line is not None:
        return _first(base, target, space, line)
    out = (base.x - target.x, base.y - target.y)
    place = _along(target.centre, out if any(out) else (-target.fx, -target.fy))
    least = _bisect(0, base.span + target.span + space + 2, lambda s: clear(base.at(*place(s)), target, space))
    return _exact(base, target, space, place(least))


def _first(base: Base, target: Base, space: int, line: tuple[int, int]) -> Point | None:
    """Where a base that moves along a line first comes so near."""
    if not clear(base, target, space):
        return base.centre
    place = _along(base.centre, line)
    low, high = 0, distance(base.centre, target.centre) + base.span + target.span
    while high - low > 2:  # the gap falls, then rises: look for the least
        one, two = low + (high - low) // 3, high - (high - low) // 3
        if apart(base.at(*place(one)), target) <= apart(base.at(*place(two)), target):
            high = two
        else:
            low = one
    nearest = (low + high) // 2
    if clear(base.at(*place(nearest)), target, space + 1):
        return None
    met = _bisect(0, nearest, lambda s: not clear(base.at(*place(s)), target, space))
    return _exact(base, target, space, place(met))


def _along(start: Point, line: tuple[int, int]) -> Places:
    """The places on a line, by how far they are from its start."""
    far = distance((0, 0), line)
    return lambda s: Point(start.x + half_up(line[0] * s, far), start.y + half_up(line[1] * s, far))


def _bisect(low: int, high: int, good: Callable[[int], bool]) -> int:
    """The least number that is good, where all above it are; the highest if none is."""
    while low < high:
        mid = (low + high) // 2
        low, high = (low, mid) if good(mid) else (mid + 1, high)
    return low


def _exact(base: Base, target: Base, space: int, about: Point) -> Point:
    """A place about a point, or as little to its side as can be, whose gap is not less and measures right."""
    best: tuple[int, Point] | None = None
    near = gap(base.at(*about), target)
    out = (near.start.x - near.end.x, near.start.y - near.end.y)
    aside = _along(about, (-out[1], out[0]) if any(out) else (1, 0))
    for k in range(ASIDE):
        x, y = aside(k // 2 if k % 2 else -(k // 2))
        for dx, dy in ABOUT:
            spot = base.at(x + dx, y + dy)
            if not clear(spot, target, space):
                continue
            size = apart(spot, target)
            if size == space:
                return spot.centre
            if best is None or size < best[0]:
                best = size, spot.centre
    return best[1] if best else about

"""What a hand means that points where nothing may go: round what is in the way, else as near as is allowed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from math import dist
from typing import Any

import msgspec

from hexless.moves import Path, Place, Spot, Way

__all__ = ["forgiven", "stops"]

Point = tuple[int, int]
_STEPS, _HALVES = 16, 6  # a line is tried in so many steps, and the last of them halved so often
_NEAR = 24  # proposals among which the nearest is looked for
_BETWEEN = 2  # points of a leg at which danger is looked for, its end aside


def forgiven(question: Path | Place, wish: Any) -> Any:
    """The legal answer that ends nearest to where this one would; the wish itself if there is none."""
    if question.check(wish) is None:
        return wish
    found = [*islice(_round(question, wish), 1)] or [*_towards(question, wish)]
    return min(found, key=lambda answer: _off(question, answer, wish), default=wish)


def _off(question: Path | Place, answer: Any, wish: Any) -> float:
    """How far from the end that was meant an answer ends."""
    return dist(_end(question, answer), _end(question, wish))


def _round(question: Path | Place, wish: Any) -> Iterator[Way]:
    """Ways round what stands between, where the ground knows how to find them."""
    to = getattr(question.ground, "to", None)
    if isinstance(wish, Way) and len(wish.points) == 1 and to is not None:
        ways = (msgspec.structs.replace(way, facing=wish.facing or way.facing) for way in to(wish.points))
        yield from (way for way in ways if question.check(way) is None)


def _towards(question: Path | Place, wish: Any) -> Iterator[Any]:
    """As far towards the wish as is allowed: from the nearest proposal, and from where the last leg begins."""
    for near in sorted(question.suggest(_NEAR), key=lambda each: _off(question, each, wish))[:1]:
        yield near
        yield from _along(question, _end(question, near), wish, near)
    if isinstance(wish, Way):
        yield from _along(question, _end(question, Way(wish.points[:-1])), wish, wish)


def _along(question: Path | Place, start: Point, wish: Any, like: Any) -> Iterator[Any]:
    """The answer like another that ends farthest on the line from a point to the wish, of those tried."""
    end = _end(question, wish)
    tried = (share / _STEPS for share in range(_STEPS - 1, 0, -1))
    legal = next((share for share in tried if question.check(_at(like, _between(start, end, share))) is None), None)
    if legal is None:
        return
    above = legal + 1 / _STEPS
    for _ in range(_HALVES):
        middle = (legal + above) / 2
        if question.check(_at(like, _between(start, end, middle))) is None:
            legal = middle
        else:
            above = middle
    yield _at(like, _between(start, end, legal))


def _at(answer: Any, point: Point) -> Any:
    """The answer with another end."""
    if isinstance(answer, Way):
        return msgspec.structs.replace(answer, points=(*answer.points[:-1], point))
    return msgspec.structs.replace(answer, x=point[0], y=point[1])


def _end(question: Path | Place, answer: Any) -> Point:
    """Where an answer ends; who stays ends where he is."""
    if isinstance(answer, Spot):
        return answer.x, answer.y
    return answer.points[-1] if answer.points else question.ground.wire().start or (0, 0)


def _between(a: Point, b: Point, share: float) -> Point:
    return round(a[0] + (b[0] - a[0]) * share), round(a[1] + (b[1] - a[1]) * share)


def stops(answer: Any, start: Point | None) -> list[Point]:
    """Where somebody who gives this answer is on the way and at its end."""
    if isinstance(answer, Spot):
        return [(answer.x, answer.y)]
    points = [*([start] if start else []), *answer.points]
    shares = [n / (_BETWEEN + 1) for n in range(1, _BETWEEN + 2)]
    return [_between(a, b, share) for a, b in pairwise(points) for share in shares]

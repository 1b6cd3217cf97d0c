"""The ground of Skirmish: where a base fits. It answers for the kernel's `Place` and `Path`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import isqrt

from hexless.kernel import Refusal, Stream, Value
from hexless.moves import Sketch, Spot, Way

from .model import RADIUS, STRIP, Skirmish

Point = tuple[int, int]


def square(a: Point, b: Point) -> int:
    """The distance between two points, squared."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def gap(state: Skirmish, a: int, b: int) -> int:
    """From base to base, in whole ticks rounded down."""
    return isqrt(square((state[a].x, state[a].y), (state[b].x, state[b].y))) - 2 * RADIUS


def standing(state: Skirmish, but: int) -> tuple[Point, ...]:
    """Where all the others stand."""
    return tuple((u.x, u.y) for i, u in enumerate(state.units) if u.stands and i != but)


def passes(a: Point, b: Point, base: Point) -> bool:
    """Whether a base that moves from a to b stays clear of another."""
    dx, dy, px, py = b[0] - a[0], b[1] - a[1], base[0] - a[0], base[1] - a[1]
    along, length, clear = px * dx + py * dy, dx * dx + dy * dy, (2 * RADIUS) ** 2
    if 0 < along < length:
        return (px * dy - py * dx) ** 2 >= clear * length
    return min(square(a, base), square(b, base)) >= clear


class Strip(Value, frozen=True):
    """A seat's own strip of the table, and the bases already there."""

    left: int
    depth: int
    others: tuple[Point, ...]

    @property
    def key(self) -> str:
        return f"strip at {self.left}"

    def check(self, spot: Spot) -> Refusal | None:
        right = self.left + STRIP
        if not (self.left + RADIUS <= spot.x <= right - RADIUS and RADIUS <= spot.y <= self.depth - RADIUS):
            return Refusal("the base must stand wholly inside its strip", "sk.deploy", (self.left, right))
        for base in self.others:
            if square((spot.x, spot.y), base) < (2 * RADIUS) ** 2:
                return Refusal("another base stands there", "sk.deploy", base)
        return None

    def sample(self, stream: Stream) -> Spot:
        for _ in range(20):
            spot = Spot(self.left + stream.between(0, STRIP), stream.between(0, self.depth))
            if self.check(spot) is None:
                return spot
        return stream.choice(self.suggest(99))

    def suggest(self, most: int) -> Sequence[Spot]:
        ys = range(RADIUS, self.depth, 2 * RADIUS)
        spots = [Spot(self.left + x, y) for y, x in product(ys, (STRIP // 2, RADIUS, STRIP - RADIUS))]
        return [spot for spot in spots if self.check(spot) is None][:most]

    def wire(self) -> Sketch:
        right = self.left + STRIP
        return Sketch(outline=((self.left, 0), (right, 0), (right, self.depth), (self.left, self.depth)))


class Walk(Value, frozen=True):
    """A walk of at most `reach` ticks over open ground, round the other bases."""

    start: Point
    reach: int
    width: int
    depth: int
    others: tuple[Point, ...]

    @property
    def key(self) -> str:
        return f"{self.reach} from {self.start[0]},{self.start[1]}"

    def check(self, way: Way) -> Refusal | None:
        here, walked = self.start, 0
        for point in way.points:
            if not (RADIUS <= point[0] <= self.width - RADIUS and RADIUS <= point[1] <= self.depth - RADIUS):
                return Refusal("the path leaves the table", "sk.move", point)
            for base in self.others:
                if not passes(here, point, base):
                    return Refusal("another base is in the way", "sk.move", base)
            walked += isqrt(square(here, point))
            here = point
        return (
            Refusal(f"the path is {walked} long; {self.reach} is the most", "sk.move") if walked > self.reach else None
        )

    def sample(self, stream: Stream) -> Way:
        x, y = self.start
        way = Way(((x + stream.between(-self.reach, self.reach), y + stream.between(-self.reach, self.reach)),))
        return way if self.check(way) is None else Way()

    def suggest(self, most: int) -> Sequence[Way]:
        x, y = self.start
        steps = (self.reach, 0, -self.reach)
        ways = [Way(((x + dx, y + dy),)) for dx, dy in product(steps, steps)]
        return [way for way in (*ways, Way()) if self.check(way) is None][:most]

    def wire(self) -> Sketch:
        return Sketch(start=self.start, allowance=self.reach)

"""Aiming as a question: where a template, a marker or a counter may be put."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from hexless.kernel import Refusal, Stream

from .ground import Sketch, Spot
from .walk import DIRECTIONS

__all__ = ["Aim"]

Point = tuple[int, int]


class Aim(msgspec.Struct, frozen=True, kw_only=True):
    """The points within `reach` of a centre that a ruleset's own judge accepts. The centre itself is always one."""

    centre: Point
    reach: int
    width: int  # of the table
    depth: int
    judge: Callable[[int, int], Refusal | None]
    rule: str = ""
    radius: int = 0  # of what is put there
    toward: tuple[Point, ...] = ()
    fits: Callable[[int, int], bool] | None = None  # whether the judge accepts it, where that is quicker to say
    first: Sequence[Point] = ()  # what is proposed before anything else

    def check(self, answer: Spot) -> Refusal | None:
        dx, dy = answer.x - self.centre[0], answer.y - self.centre[1]
        if not (0 <= answer.x <= self.width and 0 <= answer.y <= self.depth):
            return Refusal("that is off the table", self.rule)
        if dx * dx + dy * dy > self.reach**2:
            return Refusal("that is out of reach", self.rule, {"line": (self.centre, (answer.x, answer.y))})
        return self.judge(answer.x, answer.y)

    def _legal(self, spot: Spot) -> bool:
        """Whether `check` refuses nothing, without its reasons."""
        if self.fits is None:
            return self.check(spot) is None
        dx, dy = spot.x - self.centre[0], spot.y - self.centre[1]
        there = 0 <= spot.x <= self.width and 0 <= spot.y <= self.depth and dx * dx + dy * dy <= self.reach**2
        return there and self.fits(spot.x, spot.y)

    def sample(self, stream: Stream) -> Spot:
        low_x, high_x = max(0, self.centre[0] - self.reach), min(self.width, self.centre[0] + self.reach)
        low_y, high_y = max(0, self.centre[1] - self.reach), min(self.depth, self.centre[1] + self.reach)
        for goal in stream.shuffled(self.toward)[:1]:
            if self._legal(spot := Spot(*goal)):
                return spot
        for _ in range(12):
            spot = Spot(stream.between(low_x, high_x), stream.between(low_y, high_y))
            if self._legal(spot):
                return spot
        return Spot(*self.centre)

    def suggest(self, most: int) -> Sequence[Spot]:
        spots = [Spot(*goal) for goal in (*self.first, *self.toward)]
        x, y = self.centre
        spots += [Spot(x + dx * self.reach // 2000, y + dy * self.reach // 2000) for dx, dy in DIRECTIONS]
        return [*filter(self._legal, spots), Spot(x, y)][:most]

    def wire(self) -> Sketch:
        return Sketch(centre=self.centre, reach=self.reach, radius=self.radius)

    @property
    def key(self) -> str:
        return f"within {self.reach} of {self.centre[0]},{self.centre[1]}"

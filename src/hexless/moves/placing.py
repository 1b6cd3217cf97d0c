"""Placing as a question: where in a zone a base fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import msgspec

from hexless.kernel import Refusal, Spot, Stream
from hexless.table import Base, Bases, Costs, Point, Stop, Terrain, fits, gap, show, within_outline

from .walk import flush, refusal, touching

__all__ = ["Placing"]


class Placing(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The places of one base inside an outline, clear of other bases and of ground that it cannot enter."""

    terrain: Terrain
    base: Base
    outline: tuple[tuple[int, int], ...]
    costs: Costs
    others: Bases
    rules: dict[str, str] = {}
    names: tuple[str, ...] = ()
    toward: tuple[tuple[int, int], ...] = ()
    touch: Base | None = None  # it has to be in contact with it

    def placed(self, spot: Spot) -> Base:
        """The base on this spot."""
        base = self.base.at(spot.x, spot.y)
        return base.facing(*spot.facing) if spot.facing else base

    @cached_property
    def _corners(self) -> tuple[Point, ...]:
        return tuple(Point(*corner) for corner in self.outline)

    def check(self, answer: Spot) -> Refusal | None:
        base = self.placed(answer)
        if not within_outline(base, self._corners):
            says = "that is not wholly inside the zone"
            return Refusal(says, self.rules.get("zone", self.rules.get("", "")), {"outline": self.outline})
        if not self.terrain.fits_table(base):
            return Refusal("that leaves the table", self.rules.get("off_table", self.rules.get("", "")))
        if self.touch and not touching(base, self.touch):
            says = f"that is {show(gap(base, self.touch).distance)} away from contact"
            return Refusal(says, self.rules.get("touch", self.rules.get("", "")))
        found = fits(self.terrain, base, self.costs, self.others, self.base)
        if found is None:
            return None
        here = Point(base.x, base.y)
        return refusal(Stop(*found, 0, here, (here, here)), self)

    def sample(self, stream: Stream) -> Spot:
        low, high = self._box()
        if self.touch:
            return stream.choice(self.suggest(16))
        for _ in range(40):
            spot = Spot(stream.between(low[0], high[0]), stream.between(low[1], high[1]))
            if self.check(spot) is None:
                return spot
        free = list(self._grid(24)) or self.suggest(16)
        return stream.choice(free) if free else Spot(self.base.x, self.base.y)

    def suggest(self, most: int) -> Sequence[Spot]:
        spots: list[Spot] = []
        for goal in flush(self.base, self.touch) if self.touch else self.toward:
            spot = Spot(*goal)
            if self.check(spot) is None:
                spots.append(spot)
        for cells in () if self.touch else (4, 8, 16, 32):
            spots += [spot for spot in self._grid(cells) if spot not in spots]
            if len(spots) >= most:
                break
        step = max(1, len(spots) // most)
        return spots[::step][:most]

    @property
    def room(self) -> bool:
        """Whether there is any place, without looking for the best."""
        if self.touch:
            return any(self.check(Spot(*goal)) is None for goal in flush(self.base, self.touch))
        return any(True for cells in (4, 8, 16, 32) for _ in self._grid(cells))

    def _grid(self, cells: int) -> Iterator[Spot]:
        """Every free spot on a grid over the zone."""
        (x0, y0), (x1, y1) = self._box()
        for j in range(cells + 1):
            for i in range(cells + 1):
                spot = Spot(x0 + (x1 - x0) * i // cells, y0 + (y1 - y0) * j // cells)
                if self.check(spot) is None:
                    yield spot

    def _box(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The centres to try: the zone's box, less the base's size."""
        rim = self.base.radius or min(self.base.length, self.base.width) // 2
        xs, ys = [x for x, _ in self.outline], [y for _, y in self.outline]
        return (min(xs) + rim, min(ys) + rim), (max(xs) - rim, max(ys) - rim)

    def wire(self) -> dict[str, Any]:
        return {"outline": self.outline, "radius": self.base.radius, "facing": (self.base.fx, self.base.fy)}

    @property
    def key(self) -> str:
        return f"in {self._box()}"

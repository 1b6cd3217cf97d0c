"""Placing as a question: where in a zone a base fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, compress, islice

import msgspec

from hexless.kernel import Refusal, Stream
from hexless.once import once
from hexless.table import (
    Base,
    Bases,
    Costs,
    Going,
    Point,
    Stop,
    Terrain,
    distance,
    fits,
    gap,
    show,
    within,
    within_outline,
)
from hexless.table.room import contact_ahead

from .ground import Sketch, Spot, sketch
from .room import places, touching
from .walk import DIRECTIONS, SNAP, refusal

__all__ = ["Placing"]


class Placing(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The places of one base inside an outline, clear of other bases and of ground that it cannot enter."""

    terrain: Terrain
    base: Base
    outline: tuple[tuple[int, int], ...]
    costs: Costs
    others: Bases
    rules: dict[str, str] = {}
    names: Sequence[str] = ()
    toward: tuple[tuple[int, int], ...] = ()
    touch: Base | None = None  # it has to be in contact with it
    snap: int = SNAP  # so near to it, it is meant to be

    def placed(self, spot: Spot) -> Base:
        """The base on this spot."""
        base = self.base.at(spot.x, spot.y)
        return base.facing(*spot.facing) if spot.facing else base

    @once
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

    def legal(self, spots: Sequence[Spot]) -> Iterator[Spot]:
        """Those of some spots where `check` refuses nothing, without its reasons."""
        own = self.base.fx, self.base.fy
        free = self._going.stands([(spot.x, spot.y) for spot in spots], [spot.facing or own for spot in spots])
        for spot in compress(spots, free):
            base = self.placed(spot)
            held = within_outline(base, self._corners) and (self.touch is None or touching(base, self.touch))
            if held and self.suits(base):
                yield spot

    def suits(self, there: Base) -> bool:
        """Whatever else a ruleset wants of a place; it says in `check` what it misses."""
        return True

    @once
    def _going(self) -> Going:
        return Going(self.terrain, self.base, self.costs, self.others)

    def sample(self, stream: Stream) -> Spot:
        low, high = self._box
        if self.touch is None and low[0] <= high[0] and low[1] <= high[1]:
            for _ in range(40):
                spot = Spot(stream.between(low[0], high[0]), stream.between(low[1], high[1]))
                if any(True for _ in self.legal([spot])):
                    return spot
        if self.touch:
            corners = tuple(self._corners_free())
            free = corners[:: max(1, len(corners) // 16)][:16]
        else:
            free = tuple(sorted(self._grid(24), key=lambda spot: (spot.y, spot.x))) or tuple(self.suggest(16))
        return stream.choice(free) if free else Spot(self.base.x, self.base.y)

    def suggest(self, most: int) -> Sequence[Spot]:
        if self.touch:
            return _spread(list(self._corners_free()), most)
        spots = list(self.legal([Spot(*goal) for goal in self.toward]))
        for cells in (4, 8, 16, 32):
            spots += [spot for spot in self._grid(cells) if spot not in spots]
            if len(spots) >= most:
                break
        return _spread(spots or list(self._corners_free()), most)

    @once
    def room(self) -> bool:
        """Whether there is any place; exact for a disc, and for a rectangle in each of the facings that are tried."""
        tried = self._beside(self.touch) if self.touch else (spot for cells in (4, 8) for spot in self._grid(cells))
        return any(True for _ in chain(tried, self._corners_free()))

    def _corners_free(self) -> Iterator[Spot]:
        """The places that decide whether there is room, for a rectangle turned all round if need be."""
        for facing in (None,) if self.base.round else (None, *DIRECTIONS[:8]):
            base = self.base.facing(*facing) if facing else self.base
            toward = self.toward[0] if self.toward else None
            found = [
                Spot(*spot, facing)
                for spot in places(self.terrain, base, self.costs, self.others, outline=self.outline, touch=self.touch,
                                   toward=toward)
            ]  # fmt: skip
            yield from self.legal(found)
            if found:
                return

    def _beside(self, other: Base) -> Iterator[Spot]:
        """Every free spot of some in contact with a base, all round it."""
        x, y = other.centre
        spots = (Spot(*contact_ahead(self.base.at(x + dx, y + dy), other)) for dx, dy in DIRECTIONS)
        yield from self.legal([next(spots)])
        yield from self.legal([*spots])

    def _grid(self, cells: int) -> Iterator[Spot]:
        """Every free spot on a grid over the zone, from its rear on and from left to right."""
        for ahead in range(cells + 1):
            yield from self.legal([self._cell(across, ahead, cells) for across in range(cells + 1)])

    def _cell(self, across: int, ahead: int, cells: int) -> Spot:
        """So far from the left and from the rear of the zone as the base looks, in parts of it: alike for all sides."""
        fx, fy = self.base.fx, self.base.fy
        if -fy < fx <= fy:  # up the table
            i, j = across, ahead
        elif fx < fy <= -fx:
            i, j = cells - ahead, across
        elif fy <= fx < -fy:
            i, j = cells - across, cells - ahead
        else:
            i, j = ahead, cells - across
        (x0, y0), (x1, y1) = self._box
        return Spot(x0 + (x1 - x0) * i // cells, y0 + (y1 - y0) * j // cells)

    @once
    def _box(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The centres to try: the zone's box, less the base's size."""
        rim = self.base.radius or min(self.base.length, self.base.width) // 2
        xs, ys = [x for x, _ in self.outline], [y for _, y in self.outline]
        return (min(xs) + rim, min(ys) + rim), (max(xs) - rim, max(ys) - rim)

    def snapped(self, answer: Spot) -> Spot:
        """The place in contact with what it has to touch, if it is almost there."""
        base = self.placed(answer)
        if self.touch is None or not within(base, self.touch, self.snap) or self.check(answer) is None:
            return answer
        turned = base.at(self.base.x, self.base.y)
        spots = places(self.terrain, turned, self.costs, self.others, outline=self.outline, touch=self.touch,
                       toward=base.centre)  # fmt: skip
        there = (
            Spot(*spot, answer.facing) for spot in islice(spots, 3) if distance(spot, base.centre) <= 2 * self.snap
        )
        return next((spot for spot in there if self.check(spot) is None), answer)

    def wire(self) -> Sketch:
        return msgspec.structs.replace(sketch(self.base), start=None, outline=self.outline)

    @property
    def key(self) -> str:
        return f"in {self._box}"


def _spread(spots: Sequence[Spot], most: int) -> Sequence[Spot]:
    """So many of some spots, from all over them: the first, the last and some between."""
    if len(spots) <= most or most < 2:
        return spots[:most]
    return [spots[n * (len(spots) - 1) // (most - 1)] for n in range(most)]

"""Where units go and are put: moves that keep a squad together, places near something, ways in from an edge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import compress, islice
from math import isqrt

import msgspec

from hexless.kernel import Refusal, Stream
from hexless.moves import Journey, Shade, Sketch, Spot, Walk, Way
from hexless.moves.packed import packed
from hexless.moves.walk import DIRECTIONS
from hexless.once import once
from hexless.table import (
    Base,
    Bases,
    Costs,
    Point,
    Room,
    Terrain,
    at_most,
    fits,
    gap_to_outline,
    hull,
    toll,
    within_outline,
)
from hexless.table import Going as Ground

from .model import INCH, Dropzone, Unit
from .unit_types import all_road, link_of, walls

__all__ = ["Going", "Nearby", "standing_room"]

Pair = tuple[int, int]
NOWHERE = Base(-(1 << 19), -(1 << 19))
FREE = Costs(())
NEXT = 10  # ticks: what is farther from a place than this is not beside it
FIRST, BATCH = 4, 24  # places that are judged at once: a few first, often they are enough


def linked(p: Pair, mates: Sequence[Pair], link: int) -> bool:
    """Whether a point is in coherency with some mate."""
    return not mates or any(at_most((p[0] - x) ** 2 + (p[1] - y) ** 2, link) for x, y in mates)


class Going(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The ways of one unit: those of a `Walk`, 2 inches longer on Exceptional ground all the way.

    mates: where its squad stands already; proposals stay in coherency with them, but nobody has to.
    """

    ways: Callable[[], tuple[Walk, Bases]]  # those by themselves, and who may be crossed, but no way ends on them
    boost: int = 0
    mates: tuple[Pair, ...] = ()
    link: int = 0

    @once
    def walk(self) -> Walk:
        """Worked out for whoever looks: a step that is run again has its answer."""
        walk, self.__dict__["standing"] = self.ways()
        return walk

    @once
    def standing(self) -> Bases:
        return self.ways()[1]

    def check(self, answer: Way) -> Refusal | None:
        refused = self.walk.check(answer)
        if refused is None:
            return self._on_top(answer)
        start = (self.walk.base.x, self.walk.base.y)
        if self.boost and answer.points and all_road(self.walk.terrain, start, answer.points):
            return self._longer.check(answer) or self._on_top(answer)
        return self._named(refused)

    def _on_top(self, way: Way) -> Refusal | None:
        """No move ends on another unit."""
        if self._ends_free(way):
            return None
        return Refusal("no move may end on another unit", "dz.moving.distance", {"point": way.points[-1]})

    def _ends_free(self, way: Way) -> bool:
        if not way.points or not len(self.standing):
            return True
        end = self.walk.base.at(*way.points[-1])
        return fits(self.walk.terrain, end, FREE, self.standing, NOWHERE) is None

    def straight(self, points: Sequence[Pair]) -> Iterator[Way]:
        """The legal ways straight to some places, in their order."""
        ways = (self._longer if self.boost else self.walk).straight(points)
        return (way for way in ways if (not self.boost or self._in_reach(way)) and self._ends_free(way))

    def _in_reach(self, way: Way) -> bool:
        """Whether a way that is no longer than the longest is one, on this ground."""
        return self.walk.legal(way) or all_road(self.walk.terrain, (self.walk.base.x, self.walk.base.y), way.points)

    @once
    def _longer(self) -> Walk:
        """The ways on Exceptional ground; what is met on them is the same."""
        ways = msgspec.structs.replace(self.walk, allowance=self.walk.allowance + self.boost)
        ways.__dict__["_going"] = self.walk._going
        return ways

    def _named(self, refused: Refusal) -> Refusal:
        """Solid scenery that is not called Impassable is so by a rule of its own."""
        stop = refused.witness
        if isinstance(stop, dict) and stop.get("what") == "terrain" and stop.get("index", -1) >= 0:
            traits = self.walk.terrain.pieces[stop["index"]].traits
            if "impassable" not in traits:
                return refused.with_(rule="dz.scenery.solid-impassable")
        return refused

    def sample(self, stream: Stream) -> Way:
        if self.mates and stream.below(6):
            for way in self.straight(stream.shuffled(self._rings)[:8]):
                return way
        if self.walk.toward and stream.below(2):
            return stream.choice([way for way in self.walk.suggest(3) if self._ends_free(way)] or [Way()])
        ways = (self.walk.sample(stream) for _ in range(3))
        return next((way for way in ways if self._ends_free(way)), Way())

    @once
    def _rings(self) -> list[Pair]:
        """Places about the mates that are in coherency."""
        wide = self.walk.base.radius * 2
        steps = [step for step in (self.link, self.link * 3 // 4, self.link // 2) if step > wide]
        return [(x + dx * r // 1001, y + dy * r // 1001) for r in steps for x, y in self.mates for dx, dy in DIRECTIONS]

    def suggest(self, most: int) -> Sequence[Way]:
        goal = self.walk.toward[0] if self.walk.toward else (self.walk.base.x, self.walk.base.y)
        rings = sorted(self._rings, key=lambda p: (p[0] - goal[0]) ** 2 + (p[1] - goal[1]) ** 2) if self.mates else []
        ways = list(islice(self.straight(rings), max(1, most - 1)))
        ways += [way for way in self.walk.suggest(most) if self._ends_free(way)]
        return ways[:most] or [Way()]

    def journey(self, answer: Way) -> Journey:
        return self.walk.journey(answer)

    def shade(self) -> Shade:
        return self.walk.shade()

    def wire(self) -> Sketch:
        return self.walk.wire()

    @property
    def key(self) -> str:
        return self.walk.key


class Nearby(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Places whose centre is within `reach` of an anchor: a point, the edge of an outline, or inside a zone (reach 0).

    come: the unit moves straight in from its table edge, which is that far away at most.
    """

    terrain: Terrain
    base: Base
    costs: Costs
    others: Bases
    names: tuple[str, ...] = ()
    anchor: Pair | None = None
    outline: tuple[Point, ...] = ()
    zone: tuple[Pair, ...] = ()
    reach: int = 0
    mates: tuple[Pair, ...] = ()  # the place has to be in coherency with one of them
    link: int = 0
    rule: str = ""
    come: int | None = None  # how far it may come in
    facing: Pair = (0, 1000)
    ways: Costs | None = None  # what it may cross on the way in
    toward: tuple[Pair, ...] = ()

    def placed(self, spot: Spot) -> Base:
        base = self.base.at(spot.x, spot.y)
        return base.facing(*(spot.facing or self.facing))

    def check(self, answer: Spot) -> Refusal | None:
        says = self._fault(self.placed(answer))
        return Refusal(says, self.rule, {"point": (answer.x, answer.y)}) if says else None

    def _fault(self, base: Base) -> str:
        if not self.terrain.fits_table(base):
            return "that leaves the table"
        if not self._near(base):
            return "that is too far away"
        if not linked((base.x, base.y), self.mates, self.link):
            return "that is out of coherency"
        if found := fits(self.terrain, base, self.costs, self.others, NOWHERE):
            name = self.terrain.pieces[found[1]].name if found[0] == "terrain" else self.names[found[1]]
            return f"{name} is in the way"
        if self.come is not None and self.came(base) is None:
            return "no straight way in from the edge is short enough"
        return ""

    def _near(self, base: Base) -> bool:
        if self.anchor is not None:
            return at_most((base.x - self.anchor[0]) ** 2 + (base.y - self.anchor[1]) ** 2, self.reach)
        if self.outline:
            return gap_to_outline(Base(base.x, base.y), self.outline).distance <= self.reach
        if self._box:
            (x0, y0), (x1, y1) = self._box
            return x0 + base.radius <= base.x <= x1 - base.radius and y0 + base.radius <= base.y <= y1 - base.radius
        return not self.zone or within_outline(base, self._inside)

    @once
    def _box(self) -> tuple[Pair, Pair] | None:
        """The zone, if it is a rectangle along the table's edges."""
        xs, ys = sorted({x for x, _ in self.zone}), sorted({y for _, y in self.zone})
        return ((xs[0], ys[0]), (xs[1], ys[1])) if len(xs) == len(ys) == 2 and len(self.zone) == 4 else None

    @once
    def _inside(self) -> tuple[Point, ...]:
        return tuple(Point(*at) for at in self.zone)

    def came(self, base: Base) -> int | None:
        """What a straight way in from the unit's table edge costs; None: it cannot be done."""
        fx, fy = self.facing
        r = base.radius
        if abs(fx) > abs(fy):
            start = base.at(r if fx > 0 else self.terrain.width - r, base.y)
        else:
            start = base.at(base.x, r if fy > 0 else self.terrain.depth - r)
        if (start.x, start.y) == (base.x, base.y):
            return 0
        return toll(self.terrain, start, ((base.x, base.y),), self.ways or self.costs, self.come, self.others)

    def _tries(self, ranked: bool = True) -> Iterator[Pair]:
        """Where a place might be; where that is anywhere in a zone, the best first, if that matters."""
        for x, y in self.mates:
            for r in (self.link, self.link * 3 // 4, self.link // 2):
                yield from ((x + dx * r // 1001, y + dy * r // 1001) for dx, dy in DIRECTIONS)
        if self.anchor is not None:
            for r in (self.reach, self.reach * 4 // 5, self.reach * 3 // 5, 0):
                yield from ((self.anchor[0] + dx * r // 1001, self.anchor[1] + dy * r // 1001) for dx, dy in DIRECTIONS)
        elif self.outline:
            for k in range(len(self.outline)):
                a, b = self.outline[k - 1], self.outline[k]
                for q in (4, 2, 6, 1, 7):
                    x, y = a.x + (b.x - a.x) * q // 8, a.y + (b.y - a.y) * q // 8
                    for r in (self.reach, self.reach // 2):
                        yield from ((x + dx * r // 1001, y + dy * r // 1001) for dx, dy in DIRECTIONS)
        else:
            yield from self._grid(ranked)

    def _grid(self, ranked: bool) -> Iterator[Pair]:
        table = ((0, 0), (self.terrain.width, self.terrain.depth))
        xs, ys = zip(*(self.zone or table))
        (x0, y0), (x1, y1) = (min(xs), min(ys)), (max(xs), max(ys))
        for cells in (8, 13):
            odd = range(1, 2 * cells, 2)
            spots = [(x0 + (x1 - x0) * i // (2 * cells), y0 + (y1 - y0) * j // (2 * cells)) for j in odd for i in odd]
            yield from sorted(spots, key=self._worth) if ranked and self.toward else spots

    def _worth(self, p: Pair) -> int:
        """Nearer to something that matters is better."""
        return min((p[0] - x) ** 2 + (p[1] - y) ** 2 for x, y in self.toward)

    def _legal(self, most: int) -> list[Spot]:
        """The first legal places, so many at most."""
        found: list[Spot] = []
        for spot in self._open(self._tries()):
            if spot not in found:
                found.append(spot)
                if len(found) >= most:
                    break
        return found or self._tight[:most]

    def _open(self, tries: Iterator[Pair]) -> Iterator[Spot]:
        """Those of some places that are legal."""
        for x, y in self._standing(tries):
            spot = Spot(x, y)
            if self.come is None or self.came(self.placed(spot)) is not None:
                yield spot

    def _standing(self, tries: Iterator[Pair]) -> Iterator[Pair]:
        """Those of some places that are near enough and where it fits, looked at a batch after another."""
        base, size = self.base.at(NOWHERE.x, NOWHERE.y).facing(*self.facing), FIRST
        going = Ground(self.terrain, base, self.costs, self.others)
        while some := list(islice(tries, size)):
            near = [at for at in some if self._near(base.at(*at)) and linked(at, self.mates, self.link)]
            yield from compress(near, going.stands(near)) if near else ()
            size = BATCH

    @once
    def _tight(self) -> list[Spot]:
        """A place where rims cross, or in a lane of a hundredth of an inch: there is one if there is any at all."""
        r = self.base.radius
        rims = Room(self.base).on_table(self.terrain).clear_of(self.others).off(self.terrain, self.costs)
        if self.mates:
            rims.within_any([Base(x, y) for x, y in self.mates], self.link - r)
        if self.anchor is not None:
            rims.within(Base(*self.anchor), self.reach - r)
        if self.outline:
            rims.near(self.outline, self.reach - r)
        if self.zone:
            rims.inside(self.zone)
        at = rims.find(lambda p: self.check(Spot(*p)) is None, self.toward[0] if self.toward else self.anchor)
        if at is not None:
            return [Spot(*at)]
        return list(islice((spot for spot in self._lanes() if self.check(spot) is None), 1))

    def _lanes(self) -> Iterator[Spot]:
        """For a way in from the edge to a mate: in every lane the place that is nearest to the edge."""
        across, depth = abs(self.facing[0]) > abs(self.facing[1]), self.link
        inwards = 1 if self.facing[0 if across else 1] > 0 else -1
        for x, y in self.mates if self.come is not None else ():
            for off in range(-depth, depth + 1, INCH // 100):
                back = -inwards * isqrt(depth * depth - off * off)
                yield Spot(x + back, y + off) if across else Spot(x + off, y + back)

    @once
    def room(self) -> bool:
        """Whether there is any place at all."""
        return next(self._open(self._tries(ranked=False)), None) is not None or bool(self._tight)

    def sample(self, stream: Stream) -> Spot:
        for _ in range(6):
            spot = self._drawn(stream)
            if self.check(spot) is None:
                return spot
        return stream.choice(self._legal(6))

    def _drawn(self, stream: Stream) -> Spot:
        """Some point where a place might be."""
        around, reach = self.mates or ((self.anchor,) if self.anchor else ()), self.link if self.mates else self.reach
        if around:
            x, y = stream.choice(around)
            return Spot(x + stream.between(-reach, reach), y + stream.between(-reach, reach))
        xs, ys = zip(*self._region)
        return Spot(stream.between(min(xs), max(xs)), stream.between(min(ys), max(ys)))

    def suggest(self, most: int) -> Sequence[Spot]:
        return self._legal(most)

    def wire(self) -> Sketch:
        return Sketch(radius=self.base.radius, facing=self.facing, outline=self._region)

    @once
    def _region(self) -> tuple[Pair, ...]:
        """Where the centre may be, as an outline to draw."""
        if self.anchor is not None:
            return hull([Base(*self.anchor, radius=self.reach)])
        if self.outline:
            return hull([Base(x, y, radius=self.reach) for x, y in self.outline])
        return self.zone or _corners(self.terrain)

    @property
    def key(self) -> str:
        return f"within {self.reach} of {self.anchor or (self.outline or self.zone or ((0, 0),))[0]}"


def _corners(terrain: Terrain) -> tuple[Pair, ...]:
    return (0, 0), (terrain.width, 0), (terrain.width, terrain.depth), (0, terrain.depth)


def standing_room(
    s: Dropzone, unit: int, mates: list[int], *, anchor: Pair | None = None, reach: int = 0, **where: object
) -> Nearby:
    """Places for a unit that is put down on the ground near something."""
    u = s.units[unit]
    there = [s.units[i] for i in s.field.ground if i != unit]
    if anchor is not None:
        there = _about(there, anchor, reach + u.base.radius)
    link = link_of(u.profile)
    spots = tuple((s.units[i].base.x, s.units[i].base.y) for i in mates) if link else ()
    kind = "tank" if u.profile.kind == "aircraft" else u.profile.kind
    facing = s.mission.zones[s.sides.index(u.side)].facing if s.mission.zones else (0, 1000)
    found = Nearby(
        terrain=s.terrain, base=u.base, costs=walls(s.terrain, kind, u.base.height), mates=spots, link=link,
        others=packed(tuple([v.base for v in there])), names=tuple([v.name for v in there]), facing=facing,
        anchor=anchor, reach=reach, **where,  # type: ignore[arg-type]
    )  # fmt: skip
    return found if anchor is None else _known(found)


def _about(there: list[Unit], at: Pair, reach: int) -> list[Unit]:
    """Those who may be in the way of somebody who is put down within so much of a point."""
    (x, y), far = at, reach + NEXT
    return [v for v in there if (v.base.x - x) ** 2 + (v.base.y - y) ** 2 <= (far + v.base.radius) ** 2]


@lru_cache(maxsize=1 << 9)
def _known(where: Nearby) -> Nearby:
    """The same places for the same question: what was found for one state is there for the next."""
    return where

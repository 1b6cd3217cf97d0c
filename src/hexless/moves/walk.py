"""Moving as a question: which ways a base can go, what each costs, and what stands in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import Self

import msgspec

from hexless.kernel import Refusal, Stream
from hexless.once import once
from hexless.table import (
    CONTACT,
    Base,
    Bases,
    Costs,
    Going,
    Reach,
    Route,
    Terrain,
    detours,
    distance,
    fits,
    gap,
    reach,
    route,
    show,
    tight,
    turned,
    walked,
    within,
)
from hexless.table.reach import farthest
from hexless.table.room import contact_ahead

from .ground import Journey, Leg, Shade, Sketch, Way, shade, sketch
from .packed import NOBODY
from .refused import refusal
from .room import contacts, places, touching

__all__ = ["Extra", "Walk", "after", "into_contact", "refusal"]

Point = tuple[int, int]

DIRECTIONS: tuple[Point, ...] = (
    (1000, 0), (924, 383), (707, 707), (383, 924), (0, 1000), (-383, 924), (-707, 707), (-924, 383),
    (-1000, 0), (-924, -383), (-707, -707), (-383, -924), (0, -1000), (383, -924), (707, -707), (924, -383),
)  # fmt: skip


FIRST, BATCH = 4, 16  # ways that are judged at once: few at first, for often no more are wanted
SNAP = 80  # ticks: 2 mm of an inch; a game in centimetres says 200


class Extra(msgspec.Struct, frozen=True):
    """A cost of a way on top of the ground's own: a wall climbed, a turn, friends pushed through."""

    cost: int
    why: str
    rule: str = ""


class Walk(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The ways of one base within an allowance. Staying where it is, is a way, unless it has to `touch` somebody.

    rules: the rule id to name for each kind of obstacle (a `Stop.what`), "" for all others.
    toward: points worth walking to, best first; they only shape the proposals.
    """

    terrain: Terrain
    base: Base
    allowance: int
    costs: Costs
    others: Bases  # not to be crossed
    keep: tuple[tuple[Bases, int], ...] = ()  # and how far from which of them the way must end
    rules: dict[str, str] = {}
    names: Sequence[str] = ()  # of `others`
    toward: Sequence[Point] = ()
    touch: Base | None = None  # the way must end in contact with it
    rest: Costs | None = None  # ground that may be crossed, but where no way may end
    on_top: Callable[[Base, Way], Sequence[Extra]] | None = None  # what a way costs on top of the ground
    snap: int = SNAP  # a way that ends so near to whom it has to touch is meant to touch
    stays: Callable[[], bool] | None = None  # whether staying is proposed first
    over: bool = False  # others may be crossed, but no way may end on them

    @property
    def _barring(self) -> Bases:
        """The bases that bar the way."""
        return NOBODY if self.over else self.others

    @property
    def _keeping(self) -> tuple[tuple[Bases, int], ...]:
        """The bases that matter where the way ends."""
        return (*self.keep, (self.others, 0)) if self.over else self.keep

    def route(self, way: Way) -> Route:
        """The legs of a way with their costs, and what stops it."""
        face = self._face(way)
        found = route(
            self.terrain, self.base, way.points, self.costs, self.allowance, self._barring, self._keeping, face=face
        )
        if found.stop or self.base.round:
            return found
        stop = turned(self.terrain, self.base, way.points, self.costs, self._barring, way.facing)
        return msgspec.structs.replace(found, stop=stop)

    def walked(self, way: Way) -> Route:
        """The legs of a way with their costs, whatever stops it: for one that has been judged."""
        return walked(self.terrain, self.base, way.points, self.costs)

    def _face(self, way: Way) -> Point | None:
        """How a rectangle is turned at the end of a way; a disc need not care."""
        if self.base.round:
            return way.facing
        end = after(self.base, way)
        return end.fx, end.fy

    def extras(self, way: Way) -> Sequence[Extra]:
        """What a way costs on top of the ground's own cost."""
        return self.on_top(self.base, way) if self.on_top else ()

    def surcharge(self, way: Way) -> int:
        """All that together."""
        return sum(extra.cost for extra in self.extras(way))

    def journey(self, answer: Way) -> Journey:
        """The legs of a way with their costs, extra costs at its end, and the allowance."""
        taken, end = self.walked(answer), answer.points[-1] if answer.points else (self.base.x, self.base.y)
        legs = [Leg(leg.start, leg.end, leg.length, leg.cost) for leg in taken.legs]
        legs += [Leg(end, end, 0, extra.cost, extra.why) for extra in self.extras(answer) if extra.cost]
        return Journey(tuple(legs), taken.length, sum(leg.cost for leg in legs), self.allowance)

    def shade(self) -> Shade:
        """The cost to get anywhere by the ground, as the field of costs knows it."""
        return shade(self.field())

    def field(self, cell: int | None = None) -> Reach:
        """That field, by cells of a size."""
        return reach(self.terrain, self.base, max(0, self.allowance), self.costs, self._barring, cell)

    def snapped(self, answer: Way) -> Way:
        """The way into contact with whom it has to touch, if it ends almost there."""
        return self.snap_to(answer, self._goals, self.check)

    def snap_to(self, way: Way, goals: Sequence[Base], check: Callable[[Way], Refusal | None]) -> Way:
        """A way whose end is moved into contact with one of some bases, if it all but is, and may."""
        end = self.base.at(*way.points[-1]) if way.points else self.base
        near = [goal for goal in goals if within(end, goal, self.snap)] if way.points else []
        if not near or (any(touching(end, goal) for goal in near) and check(way) is None):
            return way
        for goal in sorted(near, key=lambda goal: gap(end, goal).distance):
            spots = places(self.terrain, self.base, self.costs, self.others, rest=self.rest, keep=self.keep,
                           touch=goal, toward=end.centre)  # fmt: skip
            ways = (msgspec.structs.replace(way, points=(*way.points[:-1], spot)) for spot in islice(spots, 3))
            for there in ways:
                if distance(there.points[-1], end.centre) <= 2 * self.snap and check(there) is None:
                    return there
        return way

    @property
    def _goals(self) -> tuple[Base, ...]:
        """Whom the way has to touch."""
        return (self.touch,) if self.touch else ()

    def into_contact(self, target: Base) -> Self:
        """The ways that touch a target; what is met on them is the same."""
        ways = msgspec.structs.replace(self, touch=target)
        ways.__dict__["_going"] = self._going
        return ways

    def check(self, answer: Way) -> Refusal | None:
        if self._moves(answer) and not self._free(answer):
            if stop := self.route(answer).stop:
                return refusal(stop, self)
            return self._too_dear(answer)
        return self._bad_end(answer) if self.touch or self.rest else None

    def _bad_end(self, way: Way) -> Refusal | None:
        """Why a way that is free all along may still not end where it does."""
        end = after(self.base, way)
        if self.touch and not touching(end, self.touch):
            space = gap(end, self.touch)
            rule = self.rules.get("touch", self.rules.get("", ""))
            return Refusal(f"that ends {show(space.distance)} short of contact", rule, msgspec.to_builtins(space))
        if self.rest and way.points and (inside := fits(self.terrain, end, self.rest, NOBODY, FAR)):
            name = self.terrain.pieces[inside[1]].name
            return Refusal(f"no move may end in {name}", self.rules.get("terrain", self.rules.get("", "")))
        return None

    def _too_dear(self, way: Way) -> Refusal:
        """The ground alone would not be too much."""
        over, extras = self.journey(way).cost - self.allowance, self.extras(way)
        most = max(extras, key=lambda extra: extra.cost)
        rule = most.rule or self.rules.get("too_far", self.rules.get("", ""))
        return Refusal(f"that is {show(over)} too far with {most.why}", rule, {"points": way.points})

    @once
    def _going(self) -> Going:
        """What the base meets, for whatever way."""
        return Going(self.terrain, self.base, self.costs, self._barring, self._keeping)

    @property
    def _most(self) -> int | None:
        """The price of the ground above which no way is one."""
        return self.allowance

    def legal(self, way: Way) -> bool:
        """Whether `check` refuses nothing, without its reasons; every way is judged once."""
        known = self._judged.get(way)
        if known is None:
            known = self._judged[way] = self._judge(way)
        return known

    @once
    def _judged(self) -> dict[Way, bool]:
        return {}

    def _judge(self, way: Way) -> bool:
        return (not self._moves(way) or self._free(way)) and self._well_ended(way)

    def _moves(self, way: Way) -> bool:
        """Whether there is anything to price; who stays as he is may do so, whatever he overlaps."""
        return bool(way.points or self.on_top or (way.facing and not self.base.round))

    def _free(self, way: Way) -> bool:
        return self._paid(way, self._going.toll(way.points, self._most, self._face(way)))

    def _paid(self, way: Way, price: int | None) -> bool:
        """Whether a way that the ground alone allows at a price is one, with what it costs on top and its turns."""
        if price is None or (self.on_top is not None and price + self.surcharge(way) > self.allowance):
            return False
        return self.base.round or not turned(self.terrain, self.base, way.points, self.costs, self._barring, way.facing)

    def _well_ended(self, way: Way) -> bool:
        """Whether a way that is free all along may end where it does."""
        return not (self.touch or self.rest) or self._bad_end(way) is None

    def sample(self, stream: Stream) -> Way:
        reach, base = self.allowance, self.base
        if self.touch:
            ways = self.suggest(8)
            return stream.choice(ways) if ways else Way()
        if reach <= 0:
            return Way()
        for shrink in (1, 1, 2, 2, 4, 8):
            span = max(1, reach // shrink)
            x, y = base.x + stream.between(-span, span), base.y + stream.between(-span, span)
            if self._thinkable(x, y) and self._judge(way := Way(((x, y),))):
                return way
        return Way()

    def _thinkable(self, x: int, y: int) -> bool:
        """Whether a place is on the table, and not so far away that no way leads there, be the ground ever so easy."""
        rim, base, least = self.base.sweep, self.base, self.costs.cheapest
        if not (rim <= x <= self.terrain.width - rim and rim <= y <= self.terrain.depth - rim):
            return False
        far = (x - base.x) * (x - base.x) + (y - base.y) * (y - base.y)
        return far * least * least <= (self.allowance + 1) * (self.allowance + 1) * 10_000

    def suggest(self, most: int) -> Sequence[Way]:
        still = () if self.touch and not touching(self.base, self.touch) else (Way(),)
        if self.touch and not still:
            return list(islice(self.to(self._contacts), most))
        wanted = max(1, most - len(still))  # the first is never to stay, if there is a way
        ways = islice(self.straight(self._contacts if self.touch else self._all_round()), wanted)
        return [*islice(chain(still, ways) if self.stays and self.stays() else chain(ways, still), most)]

    @property
    def open(self) -> bool:
        """Whether there is any way: straight at whom it has to touch, or one that it takes longer to find."""
        if self.touch is None or self.legal(Way((contact_ahead(self.base, self.touch),))):
            return True
        return bool(self.suggest(1))

    def to(self, points: Sequence[Point]) -> Iterator[Way]:
        """Legal ways to some places: the straight ones in their order; only where there are none, those that bend."""
        found = False
        for way in self.straight(points):
            found = True
            yield way
        if points and not found:
            yield from self._bent(points)

    def straight(self, points: Iterable[Point]) -> Iterator[Way]:
        """The legal ways straight to some places, in their order; a rectangle may keep its facing on the way."""
        left, batch = iter(points), FIRST
        while some := [*islice(left, batch)]:
            batch = min(2 * batch, BATCH)
            if not self.base.round:
                yield from self._turning(some)
                continue
            for point, price in zip(some, self._going.tolls(some, self._most)):
                if price is not None and self._legal_at(price, way := Way((point,))):
                    yield way

    def _turning(self, points: Sequence[Point]) -> Iterator[Way]:
        """The same for a rectangle: turned along its way, or else facing as it does."""
        own = (self.base.fx, self.base.fy)
        ways = [Way((point,), face) for point in points for face in (None, own)]
        turns = [self._face(way) or own for way in ways]
        priced = zip(ways, self._going.tolls([way.points[0] for way in ways], self._most, turns))
        for same in zip(priced, priced):
            yield from islice((way for way, price in same if self._legal_at(price, way)), 1)

    def _legal_at(self, price: int | None, way: Way) -> bool:
        """`legal`, where the price of the ground is known."""
        self._judged[way] = legal = self._paid(way, price) and self._well_ended(way)
        return legal

    def _bent(self, points: Sequence[Point]) -> Iterator[Way]:
        """Ways round whatever stands between, pulled tight if they are too long otherwise."""
        longest = farthest(self.terrain, self.base, self.allowance, self.costs)
        ground = self.terrain, self.base, points, longest, self.costs, self._barring
        for bends in chain(detours(*ground), self._by_field(points)):
            for way in self._shorter(bends) if len(bends) > 1 else (Way(tuple(bends)),):
                if self.legal(way):
                    yield way
                    break

    def _by_field(self, points: Sequence[Point]) -> Iterator[Sequence[Point]]:
        """Ways by the field of costs, where the ground is not all alike."""
        if any(percent > 0 for _, percent in self.costs.pieces):
            yield from (way for point in points if (way := self._wide_field.path_to(point)))

    @once
    def _wide_field(self) -> Reach:
        """The field of costs, with a bit to spare for what pulling tight saves."""
        return _field(self.terrain, self.base, self.allowance + self.allowance // 16, self.costs, self._barring)

    def _shorter(self, points: Sequence[Point]) -> Iterator[Way]:
        """A way, then straight at whom it has to touch from its last bend, then pulled tight."""
        yield Way(tuple(points))
        if self.touch and len(points) > 1:
            ends = contacts(
                self.terrain, self.base.at(*points[-2]), self.touch, self.costs, self.others, rest=self.rest
            )
            points = (*points[:-1], *ends[:1]) if ends else points
            yield Way(tuple(points))
        price = Going(self.terrain, self.base, self.costs, self._barring).toll(points)
        if price is None or price <= self.allowance + self.allowance // 64 + 8:  # bends are never that much too wide
            yield Way(tight(self.terrain, self.base, points, self.costs, self._barring))

    @once
    def _contacts(self) -> Sequence[Point]:
        """The places in contact with whom it has to touch."""
        far = self.allowance * 100 // self.costs.cheapest + CONTACT
        if self.touch is None or not within(self.base, self.touch, far):
            return []
        return contacts(self.terrain, self.base, self.touch, self.costs, self.others, rest=self.rest, keep=self.keep)

    def _all_round(self) -> Iterator[Point]:
        """Straight towards what matters, then all round: far, half-way and near."""
        (x, y), reach = (self.base.x, self.base.y), max(0, self.allowance)
        for goal in self.toward if reach else ():
            yield from (on_line((x, y), goal, step) for step in (reach, reach // 2))
        for step in (reach, reach // 2, reach // 4) if reach else ():
            yield from [(x + dx * step // 1000, y + dy * step // 1000) for dx, dy in DIRECTIONS]

    def wire(self) -> Sketch:
        return msgspec.structs.replace(sketch(self.base), allowance=self.allowance)

    @property
    def key(self) -> str:
        return f"{show(self.allowance)} from {self.base.x},{self.base.y}"


@lru_cache(maxsize=4)
def _field(terrain: Terrain, base: Base, allowance: int, costs: Costs, barring: Bases) -> Reach:
    """The same field for who would touch one and then another."""
    return reach(terrain, base, allowance, costs, barring)


def into_contact(walk: Walk, target: Base) -> Way | None:
    """A way of a walk into contact with a target, straight or round what stands between; None: there is none."""
    return next(iter(walk.into_contact(target).suggest(1)), None)


FAR = Base(-(1 << 19), -(1 << 19))  # nowhere near the table


def on_line(start: Point, goal: Point, step: int) -> Point:
    """The point `step` along from start towards goal, or the goal if it is nearer."""
    far = distance(start, goal)
    if far <= step:
        return goal
    return start[0] + (goal[0] - start[0]) * step // far, start[1] + (goal[1] - start[1]) * step // far


def after(base: Base, way: Way) -> Base:
    """The base at the end of its way: turned as it wishes, else along the last leg."""
    if way.points:
        x, y = way.points[-1]
        before = way.points[-2] if len(way.points) > 1 else (base.x, base.y)
        fx, fy = x - before[0], y - before[1]
        base = base.at(x, y)
        if (fx or fy) and way.facing is None:
            return base.facing(fx, fy)
    return base.facing(*way.facing) if way.facing else base

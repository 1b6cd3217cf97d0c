"""What binds the fighters of one group, and where one of them may stand when the others do.

`choose` proposes a place, the first of some candidates that is open; every place is judged by `Drill.fault`, so every
proposal is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, islice
from math import isqrt

import msgspec

from hexless.kernel import Way
from hexless.table import Base, Bases, Costs, Going, Point, Room, Terrain, distance, fits, within, within_outline
from hexless.table.lengths import EDGE, half_up

from .packed import NOBODY
from .walk import DIRECTIONS, Extra, Walk

__all__ = ["SLACK", "Drill", "Prefer", "between", "choose", "overlaps"]

Spots = Iterator[tuple[int, int]]
Prefer = Callable[[Base], int]
Disc = tuple[int, int, int]  # a place, and a square to compare with
ENOUGH = 6  # legal places that are compared, where one is preferred to another
BENDS = 6  # places to which a way round is looked for
BATCH = 8  # places that are walked to in one call
FEW = 2  # of the first, which mostly are
SLACK = 2  # ticks: whole numbers cannot always keep an exact distance
NOWHERE = Base(0, 0)


class Drill(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What binds the fighters of one group, whoever of them moves."""

    terrain: Terrain
    costs: Costs
    link: int  # how near to another fighter each must be
    leash: int  # how near to the leader
    others: Bases = NOBODY  # nobody to be crossed
    standing: Bases = NOBODY  # may be passed, but not stood on
    zone: tuple[Point, ...] = ()  # everybody has to end inside it, if there is one
    tie: Base | None = None  # something else that everybody has to be within `link` of
    rest: Costs | None = None  # ground that may be crossed, but where nobody may end
    on_top: Callable[[Base, Way], Sequence[Extra]] | None = None  # what a way costs on top of the ground

    def fault(
        self,
        start: Base,
        spot: Base,
        reach: int | None,
        via: Sequence[Point],
        leader: Base,
        near: Sequence[Base],
        bent: bool = False,
    ) -> str:
        """Why a fighter may not end here ("" if it may); `reach` None: it is put down and does not walk.

        bent: he may go round what stands between; else only straight, or along the leader's way.
        """
        return self.loose(spot, leader, near) or self.blocked(start, spot, reach, via, bent)

    def loose(self, spot: Base, leader: Base, near: Sequence[Base]) -> str:
        """Which bond a fighter breaks here ("" for none)."""
        if not within(spot, leader, self.leash):
            return "leash"
        if not any(within(spot, other, self.link) for other in near):
            return "link"
        return "tie" if self.tie is not None and not within(spot, self.tie, self.link) else ""

    def blocked(self, start: Base, spot: Base, reach: int | None, via: Sequence[Point], bent: bool = False) -> str:
        """Why a fighter cannot get here at all, whatever the others do."""
        if not self.terrain.fits_table(spot):
            return "off_table"
        if self.zone and not within_outline(spot, self.zone):
            return "zone"
        if self.rest is not None and fits(self.terrain, spot, self.rest):
            return "terrain"
        if reach is not None and spot.x == start.x and spot.y == start.y:
            return ""
        for there in (self.others, self.standing) if len(self.standing) else (self.others,):
            if found := fits(self.terrain, spot, self.costs, there):
                return found[0]
        if reach is None:
            return ""
        if distance((start.x, start.y), (spot.x, spot.y)) > reach * 2:
            return "too_far"
        return "" if self.way(start, spot, reach, via, bent) is not None else "too_far"

    def holds(self, spot: Base) -> bool:
        """Whether the ground lets a fighter end there: inside the zone, and not where nobody may."""
        if self.zone and not within_outline(spot, self.zone):
            return False
        return self.rest is None or not fits(self.terrain, spot, self.rest)

    def way(self, start: Base, spot: Base, reach: int, via: Sequence[Point], bent: bool = True) -> Way | None:
        """How a fighter gets to a place: straight, along the leader's way, or round whatever stands between."""
        face, end, going = (spot.fx, spot.fy), (spot.x, spot.y), self.going.of(start)
        for points in ((end,), (*via, end))[: 1 + bool(via)]:
            price = going.toll(points, reach, face)
            if price is not None and self.paid(start, Way(points, face), reach, price):
                return Way(points, face)
        if not bent or distance((start.x, start.y), end) > reach:
            return None
        return next(self.walk(start, reach).to([spot.centre]), None)

    def paid(self, start: Base, way: Way, reach: int, price: int) -> bool:
        """Whether a way at that price of the ground is still within reach with what it costs on top."""
        return self.on_top is None or self.walk(start, reach).paid(way, price)

    @cached_property
    def going(self) -> Going:
        """What every fighter meets, wherever he starts."""
        return Going(self.terrain, NOWHERE, self.costs, self.others, self._keep)

    @property
    def _keep(self) -> tuple[tuple[Bases, int], ...]:
        return ((self.standing, 0),) if len(self.standing) else ()

    def walk(self, start: Base, reach: int) -> Walk:
        """The ways of one fighter by himself."""
        return Walk(
            terrain=self.terrain, base=start, allowance=reach, costs=self.costs, others=self.others, keep=self._keep,
            on_top=self.on_top,
        )  # fmt: skip


def choose(
    drill: Drill,
    start: Base,
    reach: int | None,
    via: Sequence[Point],
    before: Base,
    leader: Base,
    taken: Sequence[Base],
    near: Sequence[Base],
    goals: Sequence[Base] = (),
    prefer: Prefer | None = None,
) -> Base | None:
    """The first legal place, or the preferred one of the first few."""
    if reach is not None and not within(start, leader, reach * 2 + drill.leash):
        return None
    spots = _bonded(drill, start, before, leader, taken, near, goals)
    places = _open(drill, start, reach, via, spots)
    found = next(places, None) if prefer is None else max(islice(places, ENOUGH), key=prefer, default=None)
    return _last(drill, start, reach, via, leader, taken, near) if found is None else found


def _open(drill: Drill, start: Base, reach: int | None, via: Sequence[Point], spots: Iterator[Base]) -> Iterator[Base]:
    """The places to which a fighter gets, and where he may stay; many are judged in one call."""
    going, size = drill.going.of(start), FEW
    while some := list(islice(spots, size)):
        ends = [(spot.x, spot.y) for spot in some]
        legal: Iterable[bool] = going.stands(ends) if reach is None else _walked(drill, going, some, ends, reach, via)
        yield from (spot for spot, fine in zip(some, legal) if fine and drill.holds(spot))
        size = BATCH


def _walked(
    drill: Drill,
    going: Going,
    spots: Sequence[Base],
    ends: Sequence[tuple[int, int]],
    reach: int,
    via: Sequence[Point],
) -> Iterable[bool]:
    """Whether a fighter gets to each place, straight or along the leader's way, and may stay; he may where he is."""
    start = going.base
    ways: list[tuple[Sequence[Point], list[int | None]]] = [((), going.tolls(ends, reach))]
    if via and (drill.on_top is not None or None in ways[0][1]):
        ways.append((via, going.tolls(ends, reach, via=via)))
    for k, spot in enumerate(spots):
        if spot.x == start.x and spot.y == start.y:
            yield not drill.blocked(start, spot, reach, via)
        else:
            gets = any(_paid(drill, start, spot, reach, by, prices[k]) for by, prices in ways)
            yield gets and distance((start.x, start.y), ends[k]) <= reach * 2


def _paid(drill: Drill, start: Base, spot: Base, reach: int, via: Sequence[Point], price: int | None) -> bool:
    if price is None or drill.on_top is None:
        return price is not None
    return drill.paid(start, Way((*via, (spot.x, spot.y)), (spot.fx, spot.fy)), reach, price)


def _bonded(
    drill: Drill,
    start: Base,
    before: Base,
    leader: Base,
    taken: Sequence[Base],
    near: Sequence[Base],
    goals: Sequence[Base],
) -> Iterator[Base]:
    """The candidates where a fighter overlaps none of his group and breaks no bond."""
    candidates = _candidates(drill, start, before, leader, near, goals)
    ties = () if drill.tie is None else (drill.tie,)
    if not all(base.round for base in (start, leader, *taken, *near, *ties)):
        spots = (start.at(x, y) for x, y in candidates)
        free = (spot for spot in spots if not any(overlaps(spot, other) for other in taken))
        yield from (spot for spot in free if not drill.loose(spot, leader, near))
        return
    discs = [(b.x, b.y, (b.radius + start.radius) ** 2) for b in taken]
    bonds = [_reach(start, leader, drill.leash), *(_reach(start, tie, drill.link) for tie in ties)]
    links = [_reach(start, other, drill.link) for other in near]
    for x, y in candidates:
        if _holds(x, y, discs, bonds, links):
            yield start.at(x, y)


def _holds(x: int, y: int, discs: Sequence[Disc], bonds: Sequence[Disc], links: Sequence[Disc]) -> bool:
    """Whether a place is clear of all discs, near enough to all bonds, and to one of the links."""
    for bx, by, far in bonds:
        if 4 * ((x - bx) ** 2 + (y - by) ** 2) > far:
            return False
    for bx, by, least in discs:
        if (x - bx) ** 2 + (y - by) ** 2 < least:
            return False
    return any(4 * ((x - bx) ** 2 + (y - by) ** 2) <= far for bx, by, far in links)


def _reach(start: Base, other: Base, limit: int) -> Disc:
    """A disc, and four times the square of how far from it another may be; see `within`."""
    far = limit + start.radius + other.radius
    return other.x, other.y, (2 * far + EDGE) ** 2 if far >= 0 else -1


def _last(
    drill: Drill,
    start: Base,
    reach: int | None,
    via: Sequence[Point],
    leader: Base,
    taken: Sequence[Base],
    near: Sequence[Base],
) -> Base | None:
    """A place where no candidate was one: the nearest to the leader of those that decide whether there is any."""
    room = _rims(drill, start, taken).within(leader, drill.leash).within_any(near, drill.link)
    if reach is not None:
        room.from_here(reach)

    def legal(spot: Point) -> bool:
        there = start.at(*spot)
        if any(overlaps(there, other) for other in taken) or drill.loose(there, leader, near):
            return False
        return any(_open(drill, start, reach, via, iter((there,))))

    found = room.find(legal, leader.centre, tight=False)
    if found is None and reach is not None:
        places = room.places(lambda spot: _stands(drill, start.at(*spot), leader, taken, near), tight=False)
        some = islice(places, BENDS)
        found = next((spot for spot in some if not drill.blocked(start, start.at(*spot), reach, via, bent=True)), None)
    return start.at(*found) if found else None


def _stands(drill: Drill, spot: Base, leader: Base, taken: Sequence[Base], near: Sequence[Base]) -> bool:
    """Whether a fighter could be put down there."""
    return not any(overlaps(spot, other) for other in taken) and not drill.fault(spot, spot, None, (), leader, near)


def _rims(drill: Drill, start: Base, taken: Sequence[Base]) -> Room:
    """What bounds the places of a fighter, whoever he has to be near to."""
    room = Room(start).on_table(drill.terrain).off(drill.terrain, drill.costs)
    room.clear_of(drill.others).clear_of(drill.standing).clear_of(taken)
    if drill.zone:
        room.inside(drill.zone)
    if drill.rest is not None:
        room.off(drill.terrain, drill.rest)
    return room if drill.tie is None else room.within(drill.tie, drill.link)


def _candidates(
    drill: Drill, start: Base, before: Base, leader: Base, taken: Sequence[Base], goals: Sequence[Base]
) -> Spots:
    """Contact with a goal; the same place in the formation; about those already in place, loosely, then tightly."""
    nearest = sorted(goals, key=lambda b: (b.x - start.x) ** 2 + (b.y - start.y) ** 2)[:4]
    for a, b in combinations(nearest, 2):
        yield from between(start, a, b)
    for goal in nearest:
        yield from _ring(start, goal, 0)[:8]
    dx, dy = start.x - before.x, start.y - before.y
    yield leader.x + dx, leader.y + dy
    yield leader.x + dx * 2 // 3, leader.y + dy * 2 // 3
    for space in (drill.link * 2 // 3, drill.link // 4, 0):
        for other in taken:
            yield from _ring(start, other, space)
    yield start.x, start.y


def _ring(base: Base, other: Base, space: int) -> list[tuple[int, int]]:
    """Places all round another base with a space between, the nearest to where one is first."""
    far = base.span + other.span + space + SLACK
    ring = [(other.x + (ux * far + 500) // 1000, other.y + (uy * far + 500) // 1000) for ux, uy in DIRECTIONS]
    return sorted(ring, key=lambda p: (p[0] - base.x) ** 2 + (p[1] - base.y) ** 2)


def between(base: Base, a: Base, b: Base) -> list[Point]:
    """The places where a disc touches two others at once."""
    dx, dy = b.x - a.x, b.y - a.y
    apart, to_a, to_b = dx * dx + dy * dy, base.span + a.span + 1, base.span + b.span + 1
    if not (base.round and a.round and b.round) or apart == 0 or apart >= (to_a + to_b) ** 2:
        return []
    along = apart + to_a * to_a - to_b * to_b  # twice the part of the way from a to b, times the whole
    side = isqrt(max(0, 4 * apart * to_a * to_a - along * along))
    x, y = 2 * apart * a.x + along * dx, 2 * apart * a.y + along * dy
    return [Point(half_up(x + s * dy, 2 * apart), half_up(y - s * dx, 2 * apart)) for s in (side, -side)]


def overlaps(a: Base, b: Base) -> bool:
    if a.round and b.round:
        return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < (a.radius + b.radius) ** 2
    return within(a, b, 0)

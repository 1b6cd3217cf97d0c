"""What binds the fighters of a group, and the place of one of them after another.

Every place is judged by `Drill.fault`, also those of fighters put down by hand. Discs are judged many at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice
from math import isqrt
from typing import Any

import msgspec

from hexless.once import once
from hexless.table import Base, Bases, Costs, Going, Point, Posts, Room, Terrain, distance, fits, within, within_outline
from hexless.table.lengths import half_up
from hexless.table.posts import NONE, UNSAID, Ranks, spots_of

from .ground import Way
from .packed import NOBODY
from .walk import DIRECTIONS, FAR, Extra, Walk

__all__ = ["NONE", "SLACK", "UNSAID", "Drill", "Prefer", "at_last", "between", "choose", "overlaps"]

Spots = Iterator[tuple[int, int]]
Prefer = Callable[[Sequence[Base]], Sequence[int]]  # what each of some places is worth
ENOUGH = 6  # legal places that are compared, where one is preferred to another
BENDS = 6  # places to which a way round is looked for
SLACK = 2  # ticks: whole numbers cannot always keep an exact distance


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
    passed: Bases = NOBODY  # part of that: as much again as open ground costs for what of a way leads through them
    dues: Any = None  # boxes (of `boxes_of`): no way costs more yet that comes near none of them; None: any way may

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
        return self._loose(spot, leader, near) or self.blocked(start, spot, reach, via, bent)

    def _loose(self, spot: Base, leader: Base, near: Sequence[Base]) -> str:
        """Which bond a fighter breaks here ("" for none)."""
        if not within(spot, leader, self.leash):
            return "leash"
        if not any(within(spot, other, self.link) for other in near):
            return "link"
        return "tie" if self.tie is not None and not within(spot, self.tie, self.link) else ""

    def open(
        self, start: Base, spot: Base, reach: int | None, via: Sequence[Point], leader: Base, near: Sequence[Base]
    ) -> bool:
        """`fault` without its reason, for whoever tries many places: whether a fighter gets here and may stay."""
        if reach is None or (spot.x == start.x and spot.y == start.y):
            return not self.fault(start, spot, reach, via, leader, near)
        return not self._loose(spot, leader, near) and self._gets(start, spot, reach, via)

    def _gets(self, start: Base, spot: Base, reach: int, via: Sequence[Point]) -> bool:
        """Whether a fighter walks to another place, straight or along the leader's way, and may stay."""
        if self.zone and not within_outline(spot, self.zone):
            return False
        if distance((start.x, start.y), (spot.x, spot.y)) > reach * 2:
            return False
        if self.rest is not None and fits(self.terrain, spot, self.rest):
            return False
        return self.way(start, spot, reach, via, bent=False) is not None

    def blocked(self, start: Base, spot: Base, reach: int | None, via: Sequence[Point], bent: bool = False) -> str:
        """Why a fighter cannot get here at all, whatever the others do ("" if he can)."""
        stays = reach is not None and spot.x == start.x and spot.y == start.y
        if reach is not None and not stays and self._gets(start, spot, reach, via):
            return ""
        if not self.terrain.fits_table(spot):
            return "off_table"
        if self.zone and not within_outline(spot, self.zone):
            return "zone"
        if self.rest is not None and fits(self.terrain, spot, self.rest):
            return "terrain"
        if stays:
            return ""
        for there in (self.others, self.standing) if len(self.standing) else (self.others,):
            if found := fits(self.terrain, spot, self.costs, there):
                return found[0]
        if reach is None:
            return ""
        if distance((start.x, start.y), (spot.x, spot.y)) > reach * 2:
            return "too_far"
        return "" if self.way(start, spot, reach, via, bent) is not None else "too_far"

    def way(self, start: Base, spot: Base, reach: int, via: Sequence[Point], bent: bool = True) -> Way | None:
        """How a fighter gets to a place: straight, along the leader's way, or round whatever stands between."""
        face, end, going = (spot.fx, spot.fy), (spot.x, spot.y), self.going(start)
        for points in ((end,), (*via, end))[: 1 + bool(via)]:
            cost = going.toll(points, reach, face)
            way = Way(points, face)
            if cost is not None and (self.on_top is None or self.walk(start, reach)._paid(way, cost)):
                return way
        if not bent or distance((start.x, start.y), end) > reach:
            return None
        return next(self.walk(start, reach).to([spot.centre]), None)

    def allows(self, start: Base, spot: Base, reach: int | None, free: Sequence[Sequence[Point]]) -> bool:
        """Whether a place to which some ways are free is inside the zone, and one of the ways not too dear."""
        if self.zone and not within_outline(spot, self.zone):
            return False
        if self.on_top is None or reach is None:
            return True
        face = (spot.fx, spot.fy)
        return any(self._paid(start, Way((*by, spot.centre), face), reach) for by in free)

    def _paid(self, start: Base, way: Way, reach: int) -> bool:
        """Whether a way is still within reach with what it costs on top of the ground."""
        return self.walk(start, reach)._free(way)

    @property
    def _keep(self) -> tuple[tuple[Bases, int], ...]:
        return ((self.standing, 0),) if len(self.standing) else ()

    def going(self, start: Base) -> Going:
        """What one fighter meets, wherever he goes."""
        known: dict[Base, Going] = self.__dict__.setdefault("_goings", {})
        if start not in known:
            same = next(iter(known.values()), None)  # what is met is the same for all
            known[start] = same.of(start) if same else Going(self.terrain, start, self.costs, self.others, self._keep)
        return known[start]

    @once
    def ranks(self) -> Ranks:
        """What finds places for one after another, whoever they are."""
        ties = [] if self.tie is None else [(self.tie, self.link)]
        going, limits, about = self.going(FAR), (self.link, self.leash, ties), (SLACK, _spaces(self), DIRECTIONS)
        return Ranks(going, *limits, self.rest, self.zone, self.passed, self.dues, *about)

    def walk(self, start: Base, reach: int) -> Walk:
        """The ways of one fighter by himself."""
        known: dict[tuple[Base, int], Walk] = self.__dict__.setdefault("_walks", {})
        if (start, reach) not in known:
            known[start, reach] = Walk(
                terrain=self.terrain, base=start, allowance=reach, costs=self.costs, others=self.others,
                keep=self._keep, on_top=self.on_top,
            )  # fmt: skip
        return known[start, reach]


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
    most = 1 if prefer is None else ENOUGH
    spots = list(islice(_open(drill, start, reach, via, before, leader, taken, near, goals, most), most))
    if not spots:
        return at_last(drill, start, reach, via, leader, taken, near)
    worth = prefer(spots) if prefer else [0]
    return spots[worth.index(max(worth))]


def _open(
    drill: Drill,
    start: Base,
    reach: int | None,
    via: Sequence[Point],
    before: Base,
    leader: Base,
    taken: Sequence[Base],
    near: Sequence[Base],
    goals: Sequence[Base],
    most: int,
) -> Iterator[Base]:
    """The candidates that a fighter gets to and may stay on, in their order; looked for so many at a time."""
    posts = _posts(drill, start, reach, via, leader, taken, near)
    if posts is None:
        for x, y in _candidates(drill, start, before, leader, near, goals):
            spot = start.at(x, y)
            if _free(drill, start, spot, reach, via, leader, taken, near):
                yield spot
        return
    for spots in _batches(drill, start, before, leader, posts, goals):
        yield from _judged(drill, start, reach, via, posts, spots, most)


def _free(
    drill: Drill,
    start: Base,
    spot: Base,
    reach: int | None,
    via: Sequence[Point],
    leader: Base,
    taken: Sequence[Base],
    near: Sequence[Base],
) -> bool:
    """Whether a fighter gets to a place where nobody of his group stands, and may stay."""
    return not any(overlaps(spot, other) for other in taken) and drill.open(start, spot, reach, via, leader, near)


def _posts(
    drill: Drill,
    start: Base,
    reach: int | None,
    via: Sequence[Point],
    leader: Base,
    taken: Sequence[Base],
    near: Sequence[Base],
) -> Posts | None:
    """What judges many places of a fighter at once; None where not everybody is a disc."""
    ties = [(leader, drill.leash)] if drill.tie is None else [(leader, drill.leash), (drill.tie, drill.link)]
    there = Bases(taken)
    close = there if near is taken else Bases(near)
    if there.angular or close.angular or not all(base.round for base in (start, *(tie for tie, _ in ties))):
        return None
    return Posts(drill.going(start), reach, via, there, close, drill.link, ties, drill.rest, drill.on_top is not None)


def _judged(
    drill: Drill, start: Base, reach: int | None, via: Sequence[Point], posts: Posts, spots: Any, most: int
) -> Iterator[Base]:
    """Those of some places that a fighter gets to and may stay on, looked for so many at a time."""
    found = posts.open(spots, 0, most)
    while found:
        for post in found:
            spot = start.at(int(spots[2 * post.spot]), int(spots[2 * post.spot + 1]))
            stays = not (post.straight or post.by_way)
            ways = [(), via][not post.straight : 1 + post.by_way]
            if drill.allows(start, spot, None if stays else reach, ways):
                yield spot
        first = found[-1].spot + 1
        found = posts.open(spots, first, most) if len(found) == most else []


def _batches(
    drill: Drill, start: Base, before: Base, leader: Base, posts: Posts, goals: Sequence[Base]
) -> Iterator[Any]:
    """`_candidates` for kernels: what is worth most, and only if that is not enough what is all about the others."""
    yield spots_of([value for spot in _foremost(start, before, leader, goals) for value in spot])
    yield posts.rings(SLACK, _spaces(drill), DIRECTIONS)
    yield spots_of((start.x, start.y))


def at_last(
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
    found = next(_at_corners(drill, start, reach, via, leader, taken, near, room, leader, 1), None)
    if found is None and reach is not None:
        some = islice(_at_corners(drill, start, None, (), leader, taken, near, room, start, BENDS), BENDS)
        found = next((spot for spot in some if not drill.blocked(start, spot, reach, via, bent=True)), None)
    return found


def _at_corners(
    drill: Drill,
    start: Base,
    reach: int | None,
    via: Sequence[Point],
    leader: Base,
    taken: Sequence[Base],
    near: Sequence[Base],
    room: Room,
    toward: Base,
    most: int,
) -> Iterator[Base]:
    """The legal places at the corners of a room, the nearest to a base first; with reach None he is put down there."""
    posts = _posts(drill, start, reach, via, leader, taken, near)
    if posts is not None:
        yield from _judged(drill, start, reach, via, posts, room.spots(toward.centre), most)
        return

    def legal(spot: Point) -> bool:
        there = start.at(*spot)
        return _free(drill, start if reach is not None else there, there, reach, via, leader, taken, near)

    yield from (start.at(*spot) for spot in room.places(legal, toward.centre, tight=False))


def _rims(drill: Drill, start: Base, taken: Sequence[Base]) -> Room:
    """What bounds the places of a fighter, whoever he has to be near to."""
    room = Room(start).on_table(drill.terrain).off(drill.terrain, drill.costs)
    room.clear_of(drill.others).clear_of(drill.standing).clear_of(taken)
    if drill.zone:
        room.inside(drill.zone)
    if drill.rest is not None and drill.rest != drill.costs:
        room.off(drill.terrain, drill.rest)
    return room if drill.tie is None else room.within(drill.tie, drill.link)


def _candidates(
    drill: Drill, start: Base, before: Base, leader: Base, near: Sequence[Base], goals: Sequence[Base]
) -> Spots:
    """Contact with a goal; the same place in the formation; about those already in place, loosely, then tightly."""
    yield from _foremost(start, before, leader, goals)
    for space in _spaces(drill):
        for other in near:
            yield from _ring(start, other, space)
    yield start.x, start.y


def _foremost(start: Base, before: Base, leader: Base, goals: Sequence[Base]) -> Spots:
    nearest = sorted(goals, key=lambda b: (b.x - start.x) ** 2 + (b.y - start.y) ** 2)[:4]
    for a, b in combinations(nearest, 2):
        yield from between(start, a, b)
    for goal in nearest:
        yield from _ring(start, goal, 0)[:8]
    dx, dy = start.x - before.x, start.y - before.y
    yield leader.x + dx, leader.y + dy
    yield leader.x + dx * 2 // 3, leader.y + dy * 2 // 3


def _spaces(drill: Drill) -> tuple[int, int, int]:
    """What is left between a fighter and another, as he likes it best first."""
    return drill.link * 2 // 3, drill.link // 4, 0


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
    if a.length or a.width or b.length or b.width:
        return within(a, b, 0)
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < (a.radius + b.radius) ** 2

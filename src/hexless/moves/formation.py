"""Groups that move together: a way for the leader, and places for the rest that keep them in cohesion.

`arrange` proposes a place for everybody; `March` is the leader's move as a question, which refuses ways that the
others cannot follow. Both judge a place by `Drill.fault`, as `posts` does for fighters put down by hand, so every
proposal is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, islice
from math import isqrt

import msgspec

from hexless.kernel import Journey, Refusal, Shade, Sketch, Stream, Way
from hexless.table import Base, Bases, Costs, Point, Room, Terrain, distance, fits, toll, within, within_outline
from hexless.table.lengths import half_up

from .packed import NOBODY
from .walk import DIRECTIONS, Extra, Walk, after, on_line

__all__ = ["Drill", "March", "arrange"]

Spots = Iterator[tuple[int, int]]
Prefer = Callable[[Base], int]
ENOUGH = 6  # legal places that are compared, where one is preferred to another
BENDS = 6  # places to which a way round is looked for
SLACK = 2  # ticks: whole numbers cannot always keep an exact distance


class Drill(msgspec.Struct, frozen=True, kw_only=True):
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
        if self._loose(spot, leader, near) or (self.zone and not within_outline(spot, self.zone)):
            return False
        if distance((start.x, start.y), (spot.x, spot.y)) > reach * 2:
            return False
        if self.rest is not None and fits(self.terrain, spot, self.rest):
            return False
        return self.way(start, spot, reach, via, bent=False) is not None

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

    def way(self, start: Base, spot: Base, reach: int, via: Sequence[Point], bent: bool = True) -> Way | None:
        """How a fighter gets to a place: straight, along the leader's way, or round whatever stands between."""
        face, end = (spot.fx, spot.fy), (spot.x, spot.y)
        for points in ((end,), (*via, end))[: 1 + bool(via)]:
            cost = toll(self.terrain, start, points, self.costs, reach, self.others, self._keep, face=face)
            if cost is not None and (self.on_top is None or self._paid(start, Way(points, face), reach)):
                return Way(points, face)
        if not bent or distance((start.x, start.y), end) > reach:
            return None
        return next(self.walk(start, reach).to([spot.centre]), None)

    def _paid(self, start: Base, way: Way, reach: int) -> bool:
        """Whether a way is still within reach with what it costs on top of the ground."""
        return self.walk(start, reach)._free(way)

    @property
    def _keep(self) -> tuple[tuple[Bases, int], ...]:
        return ((self.standing, 0),) if len(self.standing) else ()

    def walk(self, start: Base, reach: int) -> Walk:
        """The ways of one fighter by himself."""
        return Walk(
            terrain=self.terrain, base=start, allowance=reach, costs=self.costs, others=self.others, keep=self._keep,
            on_top=self.on_top,
        )  # fmt: skip


def arrange(
    drill: Drill,
    before: Base,
    leader: Base,
    fighters: Sequence[Base],
    reach: Sequence[int] | None,
    *,
    via: Sequence[Point] = (),
    goals: Sequence[Base] = (),
    prefer: Prefer | None = None,
    face: tuple[int, int] | None = None,
    strays: bool = False,
    placed: Sequence[Base] = (),
) -> tuple[Base, ...] | None:
    """Places for the fighters (all but the leader) after the leader went from `before` to `leader`; None: there are
    none that keep cohesion.

    reach: how far each may walk; None when all are put down. via: the leader's way.
    goals: bases to come into contact with. prefer: the higher the better, among the first few legal places.
    face: a point that everybody looks at. strays: who cannot keep up comes as near as he can, instead of None.
    placed: fighters that stand already; the others then come in the order given.
    """
    spots: dict[int, Base] = {}
    taken = [leader, *placed]
    for i in range(len(fighters)) if placed else chain(before, fighters, drill.link):
        start = fighters[i]
        allowed = None if reach is None else reach[i]
        chosen = choose(drill, start, allowed, via, before, leader, taken, taken, goals, prefer)
        if chosen is None:
            if not strays:
                return None
            chosen = _closest(drill, start, allowed, via, leader, taken)
        spots[i] = chosen
        taken.append(chosen)
    return tuple(looking(spots[i], face) for i in range(len(fighters)))


def looking(base: Base, at: tuple[int, int] | None) -> Base:
    """The base turned towards a point."""
    if at is None or (at[0] == base.x and at[1] == base.y):
        return base
    return base.facing(at[0] - base.x, at[1] - base.y)


def chain(leader: Base, fighters: Sequence[Base], link: int) -> list[int]:
    """Along the chain from the leader outwards, so that each finds his neighbour in place; strays come last."""
    order: list[int] = []
    linked, left = [leader], list(range(len(fighters)))
    for base in linked:
        joined = [i for i in left if within(base, fighters[i], link)]
        order += joined
        linked += [fighters[i] for i in joined]
        left = [i for i in left if i not in joined]
    left.sort(key=lambda i: (distance((leader.x, leader.y), (fighters[i].x, fighters[i].y)), i))
    return order + left


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
    best: tuple[int, Base] | None = None
    found = 0
    discs = [(b.x, b.y, (b.radius + start.radius) ** 2) for b in taken if b.round] if start.round else []
    shapes = [b for b in taken if not (b.round and start.round)]
    for x, y in _candidates(drill, start, before, leader, near, goals):
        spot = start.at(x, y)
        if any((x - bx) ** 2 + (y - by) ** 2 < least for bx, by, least in discs):
            continue
        if any(within(spot, other, 0) for other in shapes):
            continue
        if not drill.open(start, spot, reach, via, leader, near):
            continue
        if prefer is None:
            return spot
        worth = prefer(spot)
        if best is None or worth > best[0]:
            best = worth, spot
        found += 1
        if found >= ENOUGH:
            break
    return best[1] if best else _last(drill, start, reach, via, leader, taken, near)


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
        return not any(overlaps(there, other) for other in taken) and drill.open(start, there, reach, via, leader, near)

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
        yield from _between(start, a, b)
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


def _between(base: Base, a: Base, b: Base) -> list[Point]:
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


def _closest(
    drill: Drill, start: Base, reach: int | None, via: Sequence[Point], leader: Base, taken: Sequence[Base]
) -> Base:
    """As near to the leader as he can come; where he stands, at worst."""
    whole = reach if reach is not None else distance((start.x, start.y), (leader.x, leader.y))
    for eighths in range(8, 0, -1):
        spot = start.at(*on_line((start.x, start.y), (leader.x, leader.y), whole * eighths // 8))
        if not any(overlaps(spot, other) for other in taken) and not drill.blocked(start, spot, reach, via):
            return spot
    return start


class March(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A leader's move: the ways of a `Walk` that the others can follow. Staying where he is, is always one."""

    walk: Walk
    follow: Callable[[Base, Way], bool]  # whether the others can keep up, with the leader there after that way
    says: str
    rule: str
    contact: tuple[Base, ...] = ()  # worth walking into contact with
    friends: str = ""  # the rule of friends that are passed, but not stood on

    def check(self, answer: Way) -> Refusal | None:
        if refused := self.walk.check(answer):
            friend = bool(self.friends) and refused.rule == self.friends
            return (
                Refusal("somebody of the same side stands there", refused.rule, refused.witness) if friend else refused
            )
        if not answer.points or self.follow(after(self.walk.base, answer), answer):
            return None
        return Refusal(self.says, self.rule, {"point": answer.points[-1]})

    def legal(self, way: Way) -> bool:
        """Whether `check` refuses nothing, without its reasons."""
        return self.walk.legal(way) and (not way.points or self.follow(after(self.walk.base, way), way))

    def sample(self, stream: Stream) -> Way:
        mood = stream.below(3)  # into contact, towards something, or anywhere
        ways = self._contacts if mood else []
        tries = (ways if mood == 1 else stream.shuffled(ways))[:3]
        tries += stream.shuffled(self.walk.suggest(4)) if mood == 1 else []
        tries += [self.walk.sample(stream) for _ in range(2)]
        return next((way for way in tries if self.legal(way)), Way())

    def suggest(self, most: int) -> Sequence[Way]:
        known: dict[int, Sequence[Way]] = self.__dict__.setdefault("_suggested", {})
        if most not in known:
            known[most] = self._legal(most)
        return known[most]

    def _legal(self, most: int) -> Sequence[Way]:
        ways = list(self._contacts)
        ways += [way for way in self.walk.suggest(most) if way not in ways]
        legal: list[Way] = []
        for way in ways:
            if len(legal) == most:
                break
            if self.legal(way):
                legal.append(way)
        return legal or [Way()]

    @cached_property
    def _contacts(self) -> list[Way]:
        """Ways into contact with what is worth it: between two of them, then with each."""
        base, reach = self.walk.base, self.walk.allowance
        goals = [goal for goal in self.contact if within(base, goal, reach)]
        spots = [spot for a, b in combinations(goals, 2) for spot in _between(base, a, b)][:4]
        near = [spot for spot in spots if distance(spot, (base.x, base.y)) <= reach]
        ways = [Way((spot,)) for spot in near]
        for goal in goals[:4]:
            ways += islice(msgspec.structs.replace(self.walk, touch=goal).suggest(3), 3)
        return ways

    def snapped(self, answer: Way) -> Way:
        """The way into contact with what is worth it, if it ends almost there."""
        return self.walk.snap_to(answer, (*self.walk._goals, *self.contact), self.check)

    def journey(self, answer: Way) -> Journey:
        """What the leader's way costs."""
        return self.walk.journey(answer)

    def shade(self) -> Shade:
        """What it costs the leader to get anywhere."""
        return self.walk.shade()

    def wire(self) -> Sketch:
        return self.walk.wire()

    @property
    def key(self) -> str:
        return self.walk.key

"""Movement Cost Modifiers: what a way costs, and where a Troop Element's figures may follow it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise
from math import isqrt
from typing import Any

import msgspec

from hexless.kernel import Refusal, Stream
from hexless.moves import Extra, Walk, Way, contacts, touching
from hexless.moves.packed import NOBODY
from hexless.moves.walk import DIRECTIONS, on_line, refusal
from hexless.once import once
from hexless.table import CONTACT, Base, Bases, Costs, Stop, Terrain, crossing, distance, gap, route, show
from hexless.table.fares import boxes_of, fare, met
from hexless.table.going import nothing
from hexless.table.room import contact_ahead

from ._sheet import rule
from .model import CM, Element, PatrolAngis
from .trail import length

__all__ = [
    "LEAST", "Stride", "climbing", "climbs", "levies", "may_reach", "price", "quarter", "turning",
]  # fmt: skip

LEAST = 1 * CM
TURN = 2 * CM
SNAP = CM // 5  # 2 mm from contact, contact is meant
SEAM = 4  # ticks: what is no farther apart adjoins
PERCENT = {"paved": 50, "rough": 200, "dense": 300}
FLYING = {"paved": 50}
Point = tuple[int, int]
Box = tuple[int, int, int, int]


@rule("pa.move-cost.open", "pa.move-cost.paved", "pa.move-cost.rough", "pa.move-cost.dense", "pa.move-cost.impassable")
def price(s: PatrolAngis, e: Element) -> Costs:
    """Percent by the ground: 50 on paved, 200 on rough, 300 on dense; impassable ground is never entered."""
    floats = s.rulings.anti_grav_ignores_rough and all(f.profile.style == "anti-grav" for f in e.figures)
    return _costs(s.terrain, floats)


@lru_cache(maxsize=64)
def _costs(terrain: Terrain, floats: bool) -> Costs:
    return terrain.costs(FLYING if floats else PERCENT, ("impassable",))


# ---- what comes on top of the ground's own cost


@rule("pa.move-cost.climb")
def climbing(terrain: Terrain, start: Point, points: Sequence[Point]) -> int:
    """1 for each cm of height climbed up or down: buildings, fences, hedges, walls."""
    return sum([_climbed(terrain, p, q) for p, q in pairwise((start, *points))])


@lru_cache(maxsize=4096)
def _climbed(terrain: Terrain, p: Point, q: Point) -> int:
    """What is climbed up and down along a straight stretch."""
    return sum([abs(b - a) for a, b in pairwise(_heights(terrain, p, q))])


def _heights(terrain: Terrain, p: Point, q: Point) -> list[int]:
    """How high one stands on what is climbed, at the start, along a straight stretch and at its end."""
    walls = terrain.having("climb")
    crossed = [span.piece for span in crossing(terrain, p, q, walls).spans]
    if not crossed:
        return []
    cuts = [p, *([] if len(crossed) == 1 else _crossings(terrain, crossed, p, q)), q]
    parts = [(crossing(terrain, a, b, walls).spans, far) for a, b in pairwise(cuts) if (far := distance(a, b)) > SEAM]
    inside = (
        [[span.piece for span in spans if 2 * span.length > far] for spans, far in parts] if parts[1:] else [crossed]
    )
    ends = [[i for i in terrain.at(end) if i in crossed] for end in (p, q)]
    standing = [ends[0], *inside, ends[1]]
    return [max((terrain.pieces[i].height for i in pieces), default=0) for pieces in standing]


def _crossings(terrain: Terrain, pieces: Sequence[int], p: Point, q: Point) -> list[Point]:
    """Where a stretch crosses the edges of some pieces, in order."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    cuts = []
    for i in pieces:
        outline = terrain.pieces[i].outline
        for (ax, ay), (bx, by) in pairwise((*outline, outline[0])):
            across = dx * (by - ay) - dy * (bx - ax)
            part = (ax - p[0]) * (by - ay) - (ay - p[1]) * (bx - ax)
            if across and 0 < part * across < across * across:
                cuts.append((p[0] + dx * part // across, p[1] + dy * part // across))
    return sorted(cuts, key=lambda cut: (cut[0] - p[0]) ** 2 + (cut[1] - p[1]) ** 2)


@lru_cache(maxsize=64)
def climbs(terrain: Terrain) -> Any:
    """The boxes of what is climbed, for kernels: a way has to come near one to climb anything."""
    return boxes_of([terrain.box(i) for i in terrain.having("climb").pieces])


@lru_cache(maxsize=64)
def _priced(terrain: Terrain, costs: Costs) -> Any:
    """The boxes of all ground that is not open, a tick larger, for kernels."""
    boxes = [terrain.box(i) for i, percent in costs.pieces if percent > 0]
    return boxes_of([(x0 - 1, y0 - 1, x1 + 1, y1 + 1) for x0, y0, x1, y1 in boxes])


@rule("pa.move-cost.through-friends")
def levies(terrain: Terrain, friends: Bases, base: Base, way: Way) -> list[Extra]:
    """What everybody pays on top of the ground, leader and figures alike: for what is climbed, and 1 more for each cm
    that leads through friendly troops.
    """
    push, near = met(base, way.points, friends, climbs(terrain))
    climb = climbing(terrain, (base.x, base.y), way.points) if near else 0
    return [
        Extra(climb, "climbing", "pa.move-cost.climb"),
        Extra(push, "friends on the way", "pa.move-cost.through-friends"),
    ]


@rule("pa.move-cost.vehicle-turn")
def turning(base: Base, way: Way) -> int:
    """2 cm for each turn of up to 90 degrees: into each stretch, and at the end."""
    turns, facing, here = 0, (base.fx, base.fy), (base.x, base.y)
    for point in way.points:
        ahead = (point[0] - here[0], point[1] - here[1])
        if ahead != (0, 0):
            turns += _turns(facing, ahead)
            facing, here = ahead, point
    if way.facing is not None:
        turns += _turns(facing, way.facing)
    return turns * TURN


def _turns(old: Point, new: Point) -> int:
    """None straight on (within half a degree), one up to 90 degrees, two beyond."""
    cross, dot = old[0] * new[1] - old[1] * new[0], old[0] * new[0] + old[1] * new[1]
    if dot > 0 and abs(cross) * 100 <= dot:
        return 0
    return 1 if dot >= 0 else 2


@rule("pa.move-cost.minimum-one-cm")
def always(base: Base, way: Way) -> bool:
    """A move of 1 cm is always possible, whatever it costs."""
    return bool(way.points) and length(base, way) <= LEAST


# ---- moving as a question


class Stride(Walk, frozen=True, kw_only=True):
    """The ways of a leader: the ground's cost, climbing, pushing through friends, turning; and always 1 cm."""

    snap: int = SNAP
    friends: Bases = NOBODY  # passed at a price
    turns: bool = False
    soars: bool = False  # on Jump Jets nothing of this counts
    touches: tuple[Base, ...] = ()  # the way has to end in contact with one of these
    crowd: Sequence[tuple[Base, str]] = ()  # everybody else, by name

    def extras(self, way: Way) -> Sequence[Extra]:
        """What comes on top of the ground's cost."""
        if self.soars:
            return ()
        turn = turning(self.base, way) if self.turns else 0
        rows = levies(self.terrain, self.friends, self.base, way)
        return [*rows, Extra(turn, "turning", "pa.move-cost.vehicle-turn")]

    @once
    def _fares(self) -> dict[Way, tuple[int, int, bool] | None]:
        return {}

    def _fare(self, way: Way) -> tuple[int, int, bool] | None:
        """What the ground of a way costs, how much of it leads through friends, and whether there is anything to climb
        near it; None where something stands in it. Kept, for who has judged a way takes it.
        """
        if way not in self._fares:
            walls = nothing() if self.soars else climbs(self.terrain)
            self._fares[way] = fare(self._going, way.points, way.facing, self.friends, walls)
        return self._fares[way]

    def in_the_open(self, way: Way) -> bool:
        """Whether it is quick to say that a way leads over open ground alone."""
        return not met(self.base, way.points, NOBODY, _priced(self.terrain, self.costs))[1]

    def levied(self, way: Way) -> tuple[int, int]:
        """What an open way costs for climbing, and for friends on it."""
        found = self._fare(way)
        return (0, 0) if found is None else (self._climbed(way) if found[2] else 0, found[1])

    def _climbed(self, way: Way) -> int:
        return climbing(self.terrain, (self.base.x, self.base.y), way.points)

    def cost(self, way: Way) -> int | None:
        """What a way costs; None where something stands in it."""
        turn = turning(self.base, way) if self.turns else 0
        if not way.points:
            return turn
        if (found := self._fare(way)) is None:
            return None
        ground, push, near = found
        return ground + push + turn + (self._climbed(way) if near else 0)

    @property
    def _most(self) -> int | None:
        """None: the first centimetre may cost whatever it does."""
        return None

    def _face(self, way: Way) -> Point | None:
        return way.facing

    def _free(self, way: Way) -> bool:
        if not way.points:
            return not self.turns or turning(self.base, way) <= self.allowance
        found = self._fare(way)
        return found is not None and self._paid(way, found[0])

    def _paid(self, way: Way, price: int | None) -> bool:
        if price is None:
            return False
        dear = price > self.allowance or (self.cost(way) or 0) > self.allowance
        return not dear or always(self.base, way)

    def _well_ended(self, way: Way) -> bool:
        if self._goals and not self._meets(way):
            return False
        return not self.rest or self._bad_end(way) is None

    def _judge(self, way: Way) -> bool:
        return self._free(way) and self._well_ended(way)

    def check(self, answer: Way) -> Refusal | None:
        if self.legal(answer):
            return None
        if not self._free(answer):
            return self._why(answer)
        if self._goals and not self._meets(answer):
            return Refusal("that does not end in contact", self.rules.get("touch", ""))
        return self._bad_end(answer) if self.rest else None

    def _why(self, way: Way) -> Refusal:
        walked = route(self.terrain, self.base, way.points, self.costs, None, self.others, self.keep, face=way.facing)
        if walked.stop is not None:
            return refusal(walked.stop, self) if walked.stop.what != "too_close" else self._crowded(walked.stop)
        extra = self.surcharge(way) if way.points else turning(self.base, way)
        over = walked.cost + extra - self.allowance
        says = f"that costs {show(walked.cost + extra)} cm, {show(over)} too much"
        turned = self.turns and over <= turning(self.base, way)
        rule_id = "pa.move-cost.vehicle-turn" if turned else self.rules.get("too_far", "")
        return Refusal(says, rule_id, {"points": way.points, "cost": walked.cost, "extra": extra})

    def _crowded(self, stop: Stop) -> Refusal:
        end = self.base.at(*stop.point)
        name = min(self.crowd, key=lambda one: gap(end, one[0]).distance)[1]
        shown = {**msgspec.to_builtins(stop), "what": "base"}
        return Refusal(f"that ends too close to {name}", self.rules.get("base", ""), shown)

    def _meets(self, way: Way) -> bool:
        end = self.base.at(*way.points[-1]) if way.points else self.base
        return any(touching(end, other) for other in self._goals)

    @property
    def _goals(self) -> tuple[Base, ...]:
        """Whom the way has to touch."""
        return self.touches if self.touch is None else (self.touch,)

    def sample(self, stream: Stream) -> Way:
        if self._goals:
            return stream.choice(self.suggest(8) or [Way()])
        reach, here = self.allowance, self.base
        spans = (reach, reach, reach // 2, reach // 2, reach // 4, LEAST)
        for span in spans if stream.below(8) else (LEAST, *spans):
            goal = (here.x + stream.between(-span, span), here.y + stream.between(-span, span))
            if goal != (here.x, here.y) and self._thinkable(*goal) and self.legal(Way((goal,))):
                return Way((goal,))
        return Way()

    def _thinkable(self, x: int, y: int) -> bool:
        return Walk._thinkable(self, x, y) or (x - self.base.x) ** 2 + (y - self.base.y) ** 2 <= (LEAST + 1) ** 2

    def suggest(self, most: int) -> Sequence[Way]:
        still = [Way()] if self.legal(Way()) else []
        if self._goals:
            return [*islice(self.to(self._beside()), most), *still][:most]
        ends = (point for point in self._ends() if point != (self.base.x, self.base.y))
        return [*islice(self.straight(ends), max(0, most - len(still))), *still][:most]

    def _ends(self) -> Iterator[Point]:
        here, reach = (self.base.x, self.base.y), self.allowance
        for goal in self.toward:
            yield from (on_line(here, goal, step) for step in (reach, reach // 2))
        for step in (reach, reach // 2, min(LEAST, reach)):
            yield from [(here[0] + dx * step // 1000, here[1] + dy * step // 1000) for dx, dy in DIRECTIONS]

    def meeting(self) -> bool:
        """Whether any way ends in contact as it has to: straight ahead, or straight and aside, or any at all."""
        near = sorted(self._reachable, key=lambda other: gap(self.base, other).distance)
        if any(True for _ in self.straight([contact_ahead(self.base, other) for other in near])):
            return True
        if any(True for other in near for _ in self.straight(self._about(other))) or self.legal(Way()):
            return True
        return bool(near) and any(True for _ in self._bent(self._beside()))

    @once
    def _reachable(self) -> list[Base]:
        """Those whom it has to touch and might reach; nobody, if all are too far."""
        return [other for other in self._goals if may_reach(self.terrain, self.costs, self.base, other, self.allowance)]

    def _beside(self) -> list[Point]:
        """Every place in contact that matters, the nearest first."""
        here, spots = (self.base.x, self.base.y), [spot for other in self._reachable for spot in self._about(other)]
        return sorted(spots, key=lambda p: (p[0] - here[0]) ** 2 + (p[1] - here[1]) ** 2)

    def _about(self, other: Base) -> Sequence[Point]:
        known: dict[Base, Sequence[Point]] = self.__dict__.setdefault("_contacts", {})
        if other not in known:
            known[other] = contacts(
                self.terrain, self.base, other, self.costs, self.others, rest=self.rest, keep=self.keep
            )
        return known[other]


def may_reach(terrain: Terrain, costs: Costs, here: Base, other: Base, allowance: int) -> bool:
    """Whether somebody is near enough to be touched at all: straight over open ground, or by way of cheaper ground,
    which has to be reached and left again.
    """
    room, most = here.radius + other.radius, max(allowance, LEAST) + 2 * CONTACT + SEAM
    far = distance((here.x, here.y), (other.x, other.y)) - room
    if far <= most:
        return True
    boxes, percent = _cheap(terrain, costs)
    if not boxes or far * percent > most * 100:
        return False
    apart = min([_off(here, box) for box in boxes]) + max(0, min([_off(other, box) for box in boxes]) - room)
    return apart + max(0, far - apart) * percent // 100 <= most


def _off(base: Base, box: Box) -> int:
    """How far a base's centre is from a box at least."""
    x, y = max(box[0] - base.x, 0, base.x - box[2]), max(box[1] - base.y, 0, base.y - box[3])
    return isqrt(x * x + y * y)


@lru_cache(maxsize=256)
def _cheap(terrain: Terrain, costs: Costs) -> tuple[tuple[Box, ...], int]:
    """The boxes of the ground that costs less than open ground, and the least percent."""
    cheap = [(terrain.box(i), percent) for i, percent in costs.pieces if 0 < percent < 100]
    return tuple([box for box, _ in cheap]), min([percent for _, percent in cheap], default=100)


@rule("pa.overwatch.quarter-move")
def quarter(rate: int) -> int:
    """A quarter of the Movement Rate, or 1 cm if that is more."""
    return max(rate // 4, LEAST)

"""Movement Cost Modifiers: what a way costs, and where a Troop Element's figures may follow it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice, pairwise
from math import isqrt

import msgspec

from hexless.kernel import Refusal, Stream
from hexless.moves import Extra, Walk, Way, contacts, touching
from hexless.moves.walk import DIRECTIONS, on_line, refusal
from hexless.once import once
from hexless.table import CONTACT, Base, Costs, Stop, Terrain, crossing, distance, gap, route, show
from hexless.table.reach import farthest
from hexless.table.room import contact_ahead

from ._sheet import rule
from .model import CM, Element, PatrolAngis
from .trail import length

__all__ = [
    "LEAST", "Stride", "climbing", "dues", "levies", "may_reach", "price", "pushing", "quarter", "swollen", "turning",
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
    return s.terrain.costs(FLYING if floats else PERCENT, ("impassable",))


# ---- what comes on top of the ground's own cost


@rule("pa.move-cost.climb")
def climbing(terrain: Terrain, start: Point, points: Sequence[Point]) -> int:
    """1 for each cm of height climbed up or down: buildings, fences, hedges, walls."""
    cost, here, boxes = 0, start, _boxes(terrain)
    for point in points if boxes else ():
        if _may_meet(here, point, boxes):
            cost += _climbed(terrain, here, point)
        here = point
    return cost


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
def _boxes(terrain: Terrain) -> tuple[Box, ...]:
    outlines = [terrain.pieces[i].outline for i in terrain.having("climb").pieces]
    return tuple((min(p.x for p in o), min(p.y for p in o), max(p.x for p in o), max(p.y for p in o)) for o in outlines)


def _may_meet(p: Point, q: Point, boxes: Sequence[Box]) -> bool:
    """Whether a stretch comes near any of some boxes at all."""
    (x0, x1), (y0, y1) = sorted((p[0], q[0])), sorted((p[1], q[1]))
    near = [box for box in boxes if x1 >= box[0] and x0 <= box[2] and y1 >= box[1] and y0 <= box[3]]
    return bool(near) and any(not _beside(p, q, box) for box in near)


def _beside(p: Point, q: Point, box: Box) -> bool:
    """Whether the line through two points has a box wholly on one side."""
    (px, py), dx, dy = p, q[0] - p[0], q[1] - p[1]
    sides = [dx * (y - py) - dy * (x - px) for x in (box[0], box[2]) for y in (box[1], box[3])]
    return min(sides) > 0 or max(sides) < 0


@rule("pa.move-cost.through-friends")
def pushing(base: Base, points: Sequence[Point], friends: Sequence[Base]) -> int:
    """1 more for each cm that leads through friendly troops."""
    cost, here = 0, (base.x, base.y)
    for point in points:
        cost += _through(here, point, base.radius, friends)
        here = point
    return cost


def _through(p: Point, q: Point, radius: int, friends: Sequence[Base]) -> int:
    """The length of a straight stretch on which the mover overlaps somebody."""
    (px, py), (qx, qy) = p, q
    dx, dy = qx - px, qy - py
    far = isqrt(dx * dx + dy * dy)
    if not far:
        return 0
    parts = []
    for f in friends:
        room, fx, fy = radius + f.radius, f.x - px, f.y - py
        if fx * fx + fy * fy > (far + room + 1) ** 2:
            continue
        side = (dx * fy - dy * fx) // far
        if -room < side < room:
            middle, half = (dx * fx + dy * fy) // far, isqrt(room * room - side * side)
            low, high = max(0, middle - half), min(far, middle + half)
            if low < high:
                parts.append((low, high))
    return _union(parts)


def _union(parts: list[tuple[int, int]]) -> int:
    total = reached = 0
    for low, high in sorted(parts):
        if high > reached:
            total += high - max(low, reached)
            reached = high
    return total


def levies(terrain: Terrain, friends: Sequence[Base], base: Base, way: Way) -> list[Extra]:
    """What everybody pays on top of the ground: leader and figures alike."""
    climb = climbing(terrain, (base.x, base.y), way.points)
    push = pushing(base, way.points, friends)
    return [
        Extra(climb, "climbing", "pa.move-cost.climb"),
        Extra(push, "friends on the way", "pa.move-cost.through-friends"),
    ]


def dues(terrain: Terrain, friends: Sequence[Base], radius: int) -> tuple[Box, ...]:
    """The boxes that a way of somebody so large has to come near to pay any levy."""
    far = [(f.x, f.y, f.radius + radius) for f in friends]
    return (*_boxes(terrain), *[(x - r, y - r, x + r, y + r) for x, y, r in far])


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
    friends: tuple[Base, ...] = ()  # passed at a price
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

    def surcharge(self, way: Way) -> int:
        """All that together."""
        if self.soars:
            return 0
        return self._levied(way, self.friends)

    def _levied(self, way: Way, friends: Sequence[Base]) -> int:
        on_top = climbing(self.terrain, (self.base.x, self.base.y), way.points)
        on_top += pushing(self.base, way.points, friends) if friends else 0
        return on_top + turning(self.base, way) if self.turns else on_top

    @once
    def _met(self) -> list[Base]:
        """The friends that a way which the ground alone allows may lead through."""
        far = farthest(self.terrain, self.base, max(self.allowance, LEAST), self.costs) + self.base.span + SEAM
        x, y = self.base.x, self.base.y
        return [f for f in self.friends if (f.x - x) ** 2 + (f.y - y) ** 2 <= (far + f.radius) ** 2]

    def cost(self, way: Way) -> int | None:
        """What a way costs; None where something stands in it."""
        if not way.points:
            return turning(self.base, way) if self.turns else 0
        ground = self._going.toll(way.points, None, way.facing)
        return None if ground is None else ground + self.surcharge(way)

    @property
    def _most(self) -> int | None:
        """None: the first centimetre may cost whatever it does."""
        return None

    def _face(self, way: Way) -> Point | None:
        return way.facing

    def _free(self, way: Way) -> bool:
        if not way.points:
            return not self.turns or turning(self.base, way) <= self.allowance
        return self._paid(way, self._going.toll(way.points, None, way.facing))

    def _paid(self, way: Way, price: int | None) -> bool:
        if price is None:
            return False
        dear = price > self.allowance or (not self.soars and price + self._levied(way, self._met) > self.allowance)
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
        ends = [point for point in self._ends() if point != (self.base.x, self.base.y)]
        return [*islice(self.straight(ends), max(0, most - len(still))), *still][:most]

    def _ends(self) -> list[Point]:
        here, reach = (self.base.x, self.base.y), self.allowance
        points = [on_line(here, goal, step) for goal in self.toward for step in (reach, reach // 2)]
        for step in (reach, reach // 2, min(LEAST, reach)):
            points += [(here[0] + dx * step // 1000, here[1] + dy * step // 1000) for dx, dy in DIRECTIONS]
        return points

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


@lru_cache(maxsize=1024)
def swollen(bases: tuple[Base, ...], by: int) -> tuple[Base, ...]:
    """Bases that nobody may touch, not even their rims."""
    return tuple([msgspec.structs.replace(b, radius=b.radius + by) for b in bases])

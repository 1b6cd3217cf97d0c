"""Moving as a question: which ways a base can go, what each costs, and what stands in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import islice
from typing import Any

import msgspec

from hexless.kernel import Refusal, Stream, Way
from hexless.table import Base, Bases, Costs, Route, Stop, Terrain, distance, fits, gap, reach, route, show, toll

from .packed import NOBODY
from .room import contacts, touching

__all__ = ["Walk", "after", "refusal"]

Point = tuple[int, int]

DIRECTIONS: tuple[Point, ...] = (
    (1000, 0), (924, 383), (707, 707), (383, 924), (0, 1000), (-383, 924), (-707, 707), (-924, 383),
    (-1000, 0), (-924, -383), (-707, -707), (-383, -924), (0, -1000), (383, -924), (707, -707), (924, -383),
)  # fmt: skip


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
    names: tuple[str, ...] = ()  # of `others`
    toward: tuple[Point, ...] = ()
    touch: Base | None = None  # the way must end in contact with it
    rest: Costs | None = None  # ground that may be crossed, but where no way may end
    stays: bool = False  # staying is proposed first

    def route(self, way: Way) -> Route:
        """The legs of a way with their costs, and what stops it."""
        return route(
            self.terrain, self.base, way.points, self.costs, self.allowance, self.others, self.keep, face=way.facing
        )

    def check(self, answer: Way) -> Refusal | None:
        if answer.points and not self._free(answer):
            stop = self.route(answer).stop
            if stop:
                return refusal(stop, self)
        return self._bad_end(answer) if self.touch or self.rest else None

    def _bad_end(self, way: Way) -> Refusal | None:
        """Why a way that is free all along may still not end where it does."""
        end = self.base.at(*way.points[-1]) if way.points else self.base
        if self.touch and not touching(end, self.touch):
            space = gap(end, self.touch)
            rule = self.rules.get("touch", self.rules.get("", ""))
            return Refusal(f"that ends {show(space.distance)} short of contact", rule, msgspec.to_builtins(space))
        if self.rest and way.points and (inside := fits(self.terrain, end, self.rest, NOBODY, FAR)):
            name = self.terrain.pieces[inside[1]].name
            return Refusal(f"no move may end in {name}", self.rules.get("terrain", self.rules.get("", "")))
        return None

    def _free(self, way: Way) -> bool:
        price = toll(
            self.terrain, self.base, way.points, self.costs, self.allowance, self.others, self.keep, face=way.facing
        )
        return price is not None

    def sample(self, stream: Stream) -> Way:
        reach, base = self.allowance, self.base
        if self.touch:
            ways = self.suggest(8)
            return stream.choice(ways) if ways else Way()
        if reach <= 0:
            return Way()
        for shrink in (1, 1, 2, 2, 4, 8):
            span = max(1, reach // shrink)
            way = Way(((base.x + stream.between(-span, span), base.y + stream.between(-span, span)),))
            if self._free(way) and self.check(way) is None:
                return way
        return Way()

    def suggest(self, most: int) -> Sequence[Way]:
        ways: list[Way] = []
        still = () if self.touch and not touching(self.base, self.touch) else (Way(),)
        for point in self._proposals:
            if len(ways) >= max(1, most - len(still)):  # the first is never to stay, if there is a way
                break
            way = Way((point,))
            if self._free(way) and self.check(way) is None:
                ways.append(way)
        if self.touch and not ways and not still:
            ways = self._detours(most)
        return ([*still, *ways] if self.stays else [*ways, *still])[:most]

    def _detours(self, most: int) -> list[Way]:
        """Ways into contact round whatever stands between, where no straight one leads there."""
        field = reach(self.terrain, self.base, self.allowance, self.costs, self.others)
        ways = (Way(way) for point in self._proposals if (way := field.path_to(point)))
        return list(islice((way for way in ways if self.check(way) is None), most))

    @cached_property
    def _proposals(self) -> list[Point]:
        """Straight towards what matters, then all round: far, half-way and near."""
        here, reach = (self.base.x, self.base.y), self.allowance
        if self.touch:
            return [*contacts(self.terrain, self.base, self.touch, self.costs, self.others, rest=self.rest,
                              keep=self.keep)]  # fmt: skip
        if reach <= 0:
            return []
        points = [on_line(here, goal, step) for goal in self.toward for step in (reach, reach // 2)]
        for step in (reach, reach // 2, reach // 4):
            points += [(here[0] + dx * step // 1000, here[1] + dy * step // 1000) for dx, dy in DIRECTIONS]
        return points

    def wire(self) -> dict[str, Any]:
        return {
            "start": (self.base.x, self.base.y),
            "facing": (self.base.fx, self.base.fy),
            "radius": self.base.radius,
            "allowance": self.allowance,
        }

    @property
    def key(self) -> str:
        return f"{show(self.allowance)} from {self.base.x},{self.base.y}"


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


def _name(stop: Stop, ground: Any) -> str:
    """What is in the way."""
    if stop.what == "terrain":
        return str(ground.terrain.pieces[stop.index].name)
    if stop.what == "base":
        return str(ground.names[stop.index])
    if stop.what == "too_close":
        there = ground.base.at(*stop.point)
        nearest = min(range(len(ground.others)), key=lambda i: gap(there, ground.others[i]).distance)
        return str(ground.names[nearest])
    return ""


def refusal(stop: Stop, ground: Any) -> Refusal:
    """What stops a way, in words, with its rule and its witness."""
    name = _name(stop, ground)
    says = {
        "too_far": f"that is {show(stop.amount)} too far",
        "terrain": f"{name} is in the way",
        "base": f"{name} is in the way",
        "off_table": "that leaves the table",
        "too_close": f"that ends {show(stop.amount)} too close to {name}",
        "no_fit": "the base does not fit there",
    }[stop.what]
    return Refusal(says, ground.rules.get(stop.what, ground.rules.get("", "")), msgspec.to_builtins(stop))

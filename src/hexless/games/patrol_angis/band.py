"""Where a Troop Element can go: its leader's ways, what binds his figures, and ways into and out of contact."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from hexless.kernel import Refusal, Stream
from hexless.moves import Way, places
from hexless.moves.formation import Drill, March, arrange, overlaps
from hexless.moves.later import Later
from hexless.moves.packed import NOBODY, gathered
from hexless.once import once
from hexless.table import CONTACT, Base, Bases, Point

from ._sheet import rule
from .measuring import touching
from .model import CM, Element, PatrolAngis, foes
from .movement import LEAST, Stride, climbs, levies, price

__all__ = ["RULES", "Band", "Order", "can_fly", "can_leave", "closing", "drill", "fall_in", "others_of"]

Spots = tuple[Base, ...]
ALOOF = CONTACT + 2  # ticks that keep two bases out of contact
MANY = 40  # proposals that are tried before there is no way
RULES = {
    "too_far": "pa.move-cost.per-cm", "terrain": "pa.move-cost.impassable", "base": "pa.move-cost.through-friends",
    "": "pa.play.cohesion", "leash": "pa.play.cohesion", "touch": "pa.close-combat.unreachable-target",
}  # fmt: skip


class Order(NamedTuple):
    """What a move may do: how far, and whom it may or must touch."""

    reach: int
    prompt: str = "move"
    contact: bool = False  # it may end in contact with enemies
    target: int | None = None  # it has to
    jets: bool = False  # on Jump Jets
    join: int | None = None  # it has to end in contact with this friend
    away: bool = False  # it has to end out of contact: staying is no way


# ---- where a Troop Element can go


@lru_cache(maxsize=256)
def others_of(s: PatrolAngis, unit: int) -> tuple[Bases, Bases]:
    """The enemies' bases, and the friends'."""
    side = s.units[unit].side
    there = [e for i, e in enumerate(s.units) if e.here and i != unit]
    enemies, mates = [e.bases for e in there if e.side != side], [e.bases for e in there if e.side == side]
    return gathered(tuple(enemies)), gathered(tuple(mates))


def stride(s: PatrolAngis, unit: int, order: Order) -> Stride:
    """The leader's ways: round enemies, through friends at a price, ending on nobody."""
    e = s.units[unit]
    enemies, mates = others_of(s, unit)
    near = 0 if order.contact else ALOOF
    keep = [(Bases.joined((enemies, mates)), 0)] if order.jets else [(mates, 0)] if mates else []
    if near and enemies:
        keep.append((enemies, near))
    partner = order.target if order.target is not None else order.join
    return Stride(
        terrain=s.terrain,
        base=e.leader,
        allowance=order.reach,
        costs=s.terrain.costs({}, ()) if order.jets else price(s, e),
        others=NOBODY if order.jets else enemies,
        keep=tuple(keep),
        rules=RULES if order.join is None else {**RULES, "touch": "pa.reform.join"},
        names=Later(lambda: [s[i].name for i in foes(s, e.side) for _ in s[i].figures]),
        crowd=Later(lambda: crowd(s, unit)),
        toward=Later(lambda: goals(s, unit)),
        rest=s.terrain.costs({}, ("impassable",)) if order.jets else None,
        friends=NOBODY if order.jets else mates,
        turns=e.kind == "vehicle" and not order.jets,
        soars=order.jets,
        touches=s.units[partner].bases if partner is not None else (),
    )


def crowd(s: PatrolAngis, unit: int) -> list[tuple[Base, str]]:
    """Everybody else on the table, by name."""
    return [(f.base, o.name) for i, o in enumerate(s.units) if o.here and i != unit for f in o.figures]


def goals(s: PatrolAngis, unit: int) -> tuple[Point, ...]:
    """Places worth going to."""
    e = s[unit]
    points = [Point(o.x, o.y) for o in s.mission.objectives]
    if s.mission.exit and e.side == s.sides[0]:
        xs, ys = [p.x for p in s.mission.exit], [p.y for p in s.mission.exit]
        points.append(Point((min(xs) + max(xs)) // 2, min(max(e.leader.y, min(ys)), max(ys))))
    enemies = [s[i].leader.centre for i in foes(s, e.side)]
    enemies.sort(key=lambda p: (p.x - e.leader.x) ** 2 + (p.y - e.leader.y) ** 2)
    return (*points, *enemies[:3])


@rule("pa.play.cohesion")
def drill(s: PatrolAngis, unit: int, order: Order) -> Drill:
    """What binds the figures: everybody within 5 cm of the leader."""
    e, far = s[unit], s.rulings.cohesion_cm * CM
    enemies, mates = others_of(s, unit)
    walls = s.terrain.costs({}, ("impassable",)) if order.jets else price(s, e)
    rivals = enemies if order.contact else enemies.grown(ALOOF)  # nobody may touch their rims
    if order.jets:
        everyone = Bases.joined((rivals, mates))
        return Drill(terrain=s.terrain, costs=walls, link=far, leash=far, standing=everyone)
    return Drill(terrain=s.terrain, costs=walls, link=far, leash=far, others=rivals, standing=mates,
                 on_top=partial(levies, s.terrain, mates), passed=mates, dues=climbs(s.terrain))  # fmt: skip


class Figures:
    """The figures that follow their leader: where they go, for each of his ways that was looked at."""

    def __init__(self, s: PatrolAngis, unit: int, order: Order) -> None:
        self.state, self.unit, self.order = s, unit, order
        self.known: dict[tuple[Base, Way], Spots | None] = {}

    @once
    def drill(self) -> Drill:
        """What binds them."""
        return drill(self.state, self.unit, self.order)

    @property
    def reach(self) -> list[int] | None:
        """How far each may walk; None after a flight, when they are put down."""
        e = self.state[self.unit]
        return None if self.order.jets else [max(self.order.reach, LEAST) for _ in e.figures[1:]]

    def spots(self, end: Base, way: Way) -> Spots | None:
        """Places for all but the leader, or None."""
        if (end, way) not in self.known:
            e, order = self.state[self.unit], self.order
            strays = e.loose or order.join is not None
            found = arrange(
                self.drill, e.leader, end, e.bases[1:], self.reach, via=[Point(*p) for p in way.points[:-1]],
                goals=self.state[order.target].bases if order.target is not None else (), strays=strays,
            )  # fmt: skip
            found = self.untangled(end, found) if found and strays else found
            self.known[end, way] = None if found and order.away and self.held(found) else found
        return self.known[end, way]

    def held(self, spots: Spots) -> bool:
        """Whether somebody is still in contact with an enemy."""
        return touching(spots, others_of(self.state, self.unit)[0].bases)

    def untangled(self, end: Base, spots: Spots) -> Spots | None:
        """Strays that stayed behind may be in another's place: then all close up about the leader, if they can."""
        if not any(overlaps(a, b) for a, b in combinations((end, *spots), 2)):
            return spots
        e = self.state[self.unit]
        return arrange(self.drill, e.leader, end, e.bases[1:], None)

    def follow(self, end: Base, way: Way) -> bool:
        """Whether all can."""
        return len(self.state[self.unit].figures) == 1 or self.spots(end, way) is not None


class Band:
    """A Troop Element on the march."""

    def __init__(self, s: PatrolAngis, unit: int, order: Order) -> None:
        self.state, self.unit, self.order = s, unit, order
        self.figures = Figures(s, unit, order)

    @once
    def walk(self) -> Stride:
        """The leader's ways."""
        return stride(self.state, self.unit, self.order)

    @once
    def march(self) -> March:
        """The leader's ways that his figures can follow."""
        s, order = self.state, self.order
        rivals = [f.base for i in foes(s, s[self.unit].side) for f in s[i].figures[:2]] if order.contact else []
        return (Away if order.away else March)(
            walk=self.walk,
            follow=self.figures.follow,
            says=f"the others cannot keep within {s.rulings.cohesion_cm} cm",
            rule="pa.play.cohesion",
            contact=tuple(rivals),
        )


@lru_cache(maxsize=256)
def fall_in(s: PatrolAngis, unit: int, order: Order) -> Band:
    """The Troop Element under its order; a step that is run again finds the places that were found before."""
    return Band(s, unit, order)


@rule("pa.ranged-fire.jump-jets", "pa.close-combat.jump-jets", "pa.rapid-move.jump-jets", "pa.dash.jump-jets",
      "pa.play.jump-jets")  # fmt: skip
def can_fly(e: Element) -> bool:
    """Whether a Troop Element has a use of Jump Jets left; every member needs them."""
    return e.jets > 0 and all("jets" in f.profile.armor for f in e.figures)


class Away(March, frozen=True, kw_only=True):
    """A move out of contact: whoever said that he moves away has to."""

    def check(self, answer: Way) -> Refusal | None:
        if not answer.points:
            return Refusal("who moves away cannot stay", "pa.close-combat.engaged-fights-first")
        return March.check(self, answer)

    def legal(self, way: Way) -> bool:
        return bool(way.points) and March.legal(self, way)

    def sample(self, stream: Stream) -> Way:
        way = March.sample(self, stream)
        return way if way.points else self.suggest(1)[0]

    def suggest(self, most: int) -> Sequence[Way]:
        return ([way for way in March.suggest(self, max(most, MANY)) if way.points] or self._narrow)[:most]

    @once
    def _narrow(self) -> list[Way]:
        """Where none of the usual ways is open: one to some place that is just out of contact, if there is any."""
        w = self.walk
        spots = places(w.terrain, w.base, w.costs, w.others, rest=w.rest, keep=w.keep, near=((w.base, w.allowance),))
        return next(([way] for way in w.to(list(spots)) if self.legal(way)), [])


def can_leave(s: PatrolAngis, unit: int, reach: int) -> bool:
    """Whether some way of that cost leads out of contact, for all figures."""
    orders = [Order(reach, away=True), *[Order(2 * s[unit].rate, away=True, jets=True)] * can_fly(s[unit])]
    return any(fall_in(s, unit, order).march.suggest(1) for order in orders)


@lru_cache(maxsize=256)
def closing(s: PatrolAngis, unit: int, order: Order) -> bool:
    """Whether some way ends in contact as it has to."""
    return fall_in(s, unit, order).walk.meeting()

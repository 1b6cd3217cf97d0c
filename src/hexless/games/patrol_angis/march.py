"""Moving a Troop Element: the leader's way, places for his figures, and what happens on the way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from hexless.kernel import Game, OneOf, Path, Place, Refusal, Spot, Stream, Way, act
from hexless.moves.by_hand import Post, by_hand
from hexless.moves.formation import Drill, March, arrange, overlaps
from hexless.moves.packed import NOBODY, packed
from hexless.moves.walk import after
from hexless.table import Base, Point, Terrain, crossing, within

from ._sheet import rule
from .measuring import TOUCH, touching
from .model import CM, Element, PatrolAngis, foes, friends
from .movement import LEAST, Stride, climbing, length, level, on_way, price, pushing, swollen, turning
from .overwatch import moments, react

__all__ = ["Band", "Order", "can_leave", "choose_way", "closing", "grounded", "march", "move", "one_move", "soaring"]

G = Game[PatrolAngis]
Spots = tuple[Base, ...]
ALOOF = TOUCH + 2  # ticks that keep two bases out of contact
MANY = 40  # proposals that are tried before there is no way
GROUND = {50: "pa.move-cost.paved", 200: "pa.move-cost.rough", 300: "pa.move-cost.dense"}
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


def others_of(s: PatrolAngis, unit: int) -> tuple[Spots, Spots]:
    """The enemies' bases, and the friends'."""
    side = s[unit].side
    enemies = [f.base for i in foes(s, side) for f in s[i].figures]
    mates = [f.base for i in friends(s, side) if i != unit for f in s[i].figures]
    return tuple(enemies), tuple(mates)


def stride(s: PatrolAngis, unit: int, order: Order) -> Stride:
    """The leader's ways: round enemies, through friends at a price, ending on nobody."""
    e = s[unit]
    enemies, mates = others_of(s, unit)
    everyone = packed((*enemies, *mates))
    near = 0 if order.contact else ALOOF
    keep = [(everyone, 0)] if order.jets else [(packed(mates), 0)] if mates else []
    if near and enemies:
        keep.append((packed(enemies), near))
    rest = s.terrain.costs({}, ("impassable",)) if order.jets else None
    partner = order.target if order.target is not None else order.join
    return Stride(
        terrain=s.terrain,
        base=e.leader,
        allowance=order.reach,
        costs=s.terrain.costs({}, ()) if order.jets else price(s, e),
        others=NOBODY if order.jets or not enemies else packed(enemies),
        keep=tuple(keep),
        rules=RULES if order.join is None else {**RULES, "touch": "pa.reform.join"},
        names=tuple([s[i].name for i in foes(s, e.side) for _ in s[i].figures]),
        crowd=tuple([(f.base, o.name) for i, o in enumerate(s.units) if o.here and i != unit for f in o.figures]),
        toward=goals(s, unit),
        rest=rest,
        friends=() if order.jets else mates,
        turns=e.kind == "vehicle" and not order.jets,
        soars=order.jets,
        touches=s[partner].bases if partner is not None else (),
    )


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
    rivals = packed(enemies) if order.contact and enemies else swollen(enemies, ALOOF)
    if order.jets:
        everyone = packed((*rivals, *mates))
        return Drill(terrain=s.terrain, costs=walls, link=far, leash=far, standing=everyone)
    return Drill(terrain=s.terrain, costs=walls, link=far, leash=far, others=rivals,
                 standing=packed(mates) if mates else NOBODY)  # fmt: skip


class Band:
    """A Troop Element on the march: the places of its figures for each way that was looked at."""

    def __init__(self, s: PatrolAngis, unit: int, order: Order) -> None:
        self.state, self.unit, self.order = s, unit, order
        self.walk = stride(s, unit, order)
        self.drill = drill(s, unit, order)
        self.known: dict[tuple[Base, Way], Spots | None] = {}

    def reach(self) -> list[int] | None:
        """How far each figure may walk; put down after a flight."""
        e = self.state[self.unit]
        return None if self.order.jets else [max(self.order.reach, LEAST) for _ in e.figures[1:]]

    def spots(self, end: Base, way: Way) -> Spots | None:
        """Places for all but the leader, or None."""
        if (end, way) not in self.known:
            e, order = self.state[self.unit], self.order
            found = arrange(
                self.drill, e.leader, end, e.bases[1:], self.reach(), via=[Point(*p) for p in way.points[:-1]],
                goals=self.state[order.target].bases if order.target is not None else (),
                strays=e.loose or order.join is not None,
            )  # fmt: skip
            found = found if found is None else self.untangled(end, found)
            self.known[end, way] = None if found and order.away and self.held(found) else found
        return self.known[end, way]

    def held(self, spots: Spots) -> bool:
        """Whether somebody is still in contact with an enemy."""
        return touching(spots, others_of(self.state, self.unit)[0])

    def untangled(self, end: Base, spots: Spots) -> Spots | None:
        """Strays that stayed behind may be in another's place: then all close up about the leader, if they can."""
        if not any(overlaps(a, b) for a, b in combinations((end, *spots), 2)):
            return spots
        e = self.state[self.unit]
        return arrange(self.drill, e.leader, end, e.bases[1:], None)

    def follows(self, end: Base, way: Way) -> bool:
        return len(self.state[self.unit].figures) == 1 or self.spots(end, way) is not None


@lru_cache(maxsize=256)
def fall_in(s: PatrolAngis, unit: int, order: Order) -> Band:
    """The Troop Element under its order; a step that is run again finds the places that were found before."""
    return Band(s, unit, order)


def marching(s: PatrolAngis, unit: int, order: Order, band: Band) -> March:
    """The leader's ways that his figures can follow."""
    rivals = [f.base for i in foes(s, s[unit].side) for f in s[i].figures[:2]] if order.contact else []
    return (Away if order.away else March)(
        walk=band.walk,
        follow=band.follows,
        says=f"the others cannot keep within {s.rulings.cohesion_cm} cm",
        rule="pa.play.cohesion",
        contact=tuple(rivals),
    )


class Away(March, frozen=True, kw_only=True):
    """A move out of contact: whoever said that he moves away has to."""

    def check(self, answer: Way) -> Refusal | None:
        if not answer.points:
            return Refusal("who moves away cannot stay", "pa.close-combat.engaged-fights-first")
        return March.check(self, answer)

    def sample(self, stream: Stream) -> Way:
        way = March.sample(self, stream)
        return way if way.points else self.suggest(1)[0]

    def suggest(self, most: int) -> Sequence[Way]:
        return [way for way in March.suggest(self, max(most, MANY)) if way.points][:most]


def can_leave(s: PatrolAngis, unit: int, reach: int) -> bool:
    """Whether some way of that cost leads out of contact, for all figures."""
    orders = [Order(reach, away=True), *[Order(2 * s[unit].rate, away=True, jets=True)] * can_fly(s[unit])]
    return any(marching(s, unit, order, fall_in(s, unit, order)).suggest(1) for order in orders)


def closing(s: PatrolAngis, unit: int, order: Order) -> bool:
    """Whether some way ends in contact as it has to."""
    return bool(fall_in(s, unit, order).walk.suggest(1))


# ---- the move


@rule("pa.ranged-fire.jump-jets", "pa.close-combat.jump-jets", "pa.rapid-move.jump-jets", "pa.dash.jump-jets",
      "pa.play.jump-jets")  # fmt: skip
def can_fly(e: Element) -> bool:
    """Whether a Troop Element has a use of Jump Jets left; every member needs them."""
    return e.jets > 0 and all("jets" in f.profile.armor for f in e.figures)


def fly(g: G, unit: int, cite: str) -> bool:
    """Whether the next move is made on Jump Jets; `cite` is the rule of the action that allows it."""
    e = g.state[unit]
    if not can_fly(e) or not g.may(e.side, f"{e.name} uses Jump Jets", cite):
        return False
    g.cite(cite)
    return True


def move(g: G, unit: int, order: Order) -> int | None:
    """One move; what it cost, or None if the Troop Element stayed where it was."""
    return march(g, unit, *choose_way(g, unit, order))


@rule("pa.move-cost.per-cm", "pa.play.cohesion")
def choose_way(g: G, unit: int, order: Order) -> tuple[Band, Way]:
    """The leader's way."""
    band = fall_in(g.state, unit, order)
    must = order.target is not None or order.join is not None
    ground = band.walk if must else marching(g.state, unit, order, band)
    way: Way = g.ask(g.state[unit].side, Path(prompt=order.prompt, rules=g.cites, unit=unit, ground=ground))
    return band, way


@rule("pa.move-cost.per-cm", "pa.play.cohesion")
@act
def march(g: G, unit: int, band: Band, way: Way) -> int | None:
    """Along that way, with all that happens on it."""
    e = g.state[unit]
    if not way.points:
        if way.facing is not None:
            turn_round(g, unit, band.walk, way)
        return None
    end = after(e.leader, way)
    spots = places(g, unit, band, end, way)
    cost = band.walk.cost(way) or 0
    cite_ground(g, unit, band.walk, way, cost)
    if band.order.jets:
        take_off(g, unit)
    g.change(unit, protected=False, moved=True)
    g.note("moved", unit=unit, move=band.order.prompt, points=way.points, cost=cost)
    go(g, unit, way, (end, *spots))
    return cost


@rule("pa.play.jump-jets")
def take_off(g: G, unit: int) -> None:
    """Twice the Movement Rate, over everything; two uses a game."""
    g.change(unit, jets=g.state[unit].jets - 1)
    g.note("jets", unit=unit, left=g.state[unit].jets)


@rule("pa.move-cost.vehicle-turn")
def turn_round(g: G, unit: int, walk: Stride, way: Way) -> None:
    """A vehicle that only turns."""
    e = g.state[unit]
    figures = (e.figures[0].with_(base=after(e.leader, way)), *e.figures[1:])
    g.change(unit, figures=figures)
    g.note("turned", unit=unit, cost=turning(walk.base, way))


def places(g: G, unit: int, band: Band, end: Base, way: Way) -> Spots:
    """Where the figures go: as the engine proposes, or by hand."""
    e = g.state[unit]
    if len(e.figures) == 1:
        return ()
    spots = band.spots(end, way)
    if spots is None:  # only where the way itself was a must
        loose = arrange(band.drill, e.leader, end, e.bases[1:], band.reach(), strays=True) or e.bases[1:]
        spots = band.untangled(end, loose) or loose
    elif not band.order.join and not e.loose and _by_hand(g, unit):
        spots = hand_placed(g, unit, band, end, way)
    facing = (end.fx, end.fy)
    return tuple([spot.facing(*facing) for spot in spots])


def _by_hand(g: G, unit: int) -> bool:
    labels = ("arranged by the engine", "by hand")
    ask = OneOf(prompt="place the figures", rules=g.cites, options=("engine", "hand"), labels=labels, about="way")
    return bool(g.ask(g.state[unit].side, ask) == "hand")


def hand_placed(g: G, unit: int, band: Band, end: Base, way: Way) -> Spots:
    """Each figure put down in turn."""
    e = g.state[unit]

    def ask(index: int, post: Post) -> Spot:
        name = e.figures[index + 1].profile.name
        spot: Spot = g.ask(e.side, Place(prompt=f"place {name}", rules=g.cites, unit=unit, ground=post))
        return spot

    return by_hand(ask, band.drill, e.leader, end, e.bases[1:], band.reach(),
                   via=[Point(*p) for p in way.points[:-1]], rules=RULES)  # fmt: skip


def cite_ground(g: G, unit: int, walk: Stride, way: Way, cost: int) -> None:
    """The rows of the movement table that this way met."""
    if walk.soars:
        if any("impassable" in g.state.terrain.pieces[i].traits for i in _over(walk, way)):
            g.cite("pa.move-cost.impassable")
        return
    percents = dict(walk.costs.pieces)
    for leg in walk.route(way).legs:
        known = [percents[i] for i in leg.pieces]
        g.cite(GROUND.get(known[-1], "pa.move-cost.open") if known else "pa.move-cost.open")
    if climbing(walk.terrain, (walk.base.x, walk.base.y), way.points):
        g.cite("pa.move-cost.climb")
    if pushing(walk.base, way.points, walk.friends):
        g.cite("pa.move-cost.through-friends")
    if walk.turns and turning(walk.base, way):
        g.cite("pa.move-cost.vehicle-turn")
    if cost > walk.allowance:
        g.cite("pa.move-cost.minimum-one-cm")


def _over(walk: Stride, way: Way) -> list[int]:
    """The pieces that a flight passes over."""
    here, found = (walk.base.x, walk.base.y), []
    for point in way.points:
        found += [span.piece for span in crossing(walk.terrain, here, point).spans]
        here = point
    return found


# ---- on the way


class Track(NamedTuple):
    """One figure of a move: where it began, and where it ends."""

    start: Base
    end: Base


class Trail(NamedTuple):
    """A move of a whole Troop Element: the leader's way, its length, and where each figure begins and ends."""

    way: Way
    whole: int
    tracks: tuple[Track, ...]  # the leader's first

    def at(self, terrain: Terrain, far: int) -> Spots:
        """Where each figure is when the leader has gone so far."""
        if far >= self.whole:
            return tuple([grounded(terrain, t.end) for t in self.tracks])
        lead = on_way(self.tracks[0].start, self.way, far)
        rest = [_part(t, far, self.whole) for t in self.tracks[1:]]
        return tuple([grounded(terrain, t.end.at(*p)) for t, p in zip(self.tracks, (lead, *rest))])


def _part(t: Track, far: int, whole: int) -> Point:
    """So much of a figure's straight line as the leader has gone of his way."""
    a, b = t.start, t.end
    return Point(a.x + (b.x - a.x) * far // whole, a.y + (b.y - a.y) * far // whole)


def go(g: G, unit: int, way: Way, ends: Spots) -> None:
    """Along the way, halting wherever an enemy on Overwatch gets sight of the leader."""
    bases = g.state[unit].bases
    trail = Trail(way, length(bases[0], way), tuple([Track(*two) for two in zip(bases, ends)]))
    halts = moments(g.state, unit, way)
    stretches = [(before, *now) for before, now in zip([0, *(far for far, _ in halts)], halts)]
    last = halts[-1][0] if halts else 0
    g.set(moving=unit)
    if not g.each(stretch, stretches, unit, trail):
        put(g, unit, trail, last, trail.whole)
        settle(g, unit)
    g.set(moving=-1)


def stretch(g: G, part: tuple[int, int, int], unit: int, trail: Trail) -> bool:
    """From one halt to the next, where somebody may shoot; whether that was the end of the Troop Element."""
    before, far, watcher = part
    put(g, unit, trail, before, far)
    react(g, watcher, unit)
    return not g.state[unit].here


def put(g: G, unit: int, trail: Trail, before: int, far: int) -> None:
    """Move the living figures on."""
    terrain = g.state.terrain
    old = list(trail.at(terrain, before)) if before else [t.start for t in trail.tracks]
    new, figures = list(trail.at(terrain, far)), []
    for f in g.state[unit].figures:
        index = old.index(f.base)
        old.pop(index)
        figures.append(f.with_(base=new.pop(index)))
    g.change(unit, figures=tuple(figures))


def grounded(terrain: Terrain, base: Base) -> Base:
    """The base at the height of the ground under it."""
    return base.at(base.x, base.y, level(terrain, base.x, base.y))


def settle(g: G, unit: int) -> None:
    """After a move the figures are closed up about their leader, if they could keep up."""
    e, far = g.state[unit], g.state.rulings.cohesion_cm * CM
    g.change(unit, loose=not all(within(f.base, e.leader, far) for f in e.figures))


def soaring(g: G, unit: int, order: Order, jets: str) -> Order:
    """The same move on Jump Jets, if there are any and the player likes; `jets` is the rule that allows them."""
    return order._replace(reach=2 * g.state[unit].rate, jets=True) if fly(g, unit, jets) else order


def one_move(g: G, unit: int, order: Order, jets: str) -> int | None:
    """One normal move, on Jump Jets if there are any and the player likes."""
    return move(g, unit, soaring(g, unit, order, jets))

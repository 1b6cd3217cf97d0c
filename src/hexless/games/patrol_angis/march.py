"""Moving a Troop Element: along its leader's way, with all that happens on it."""

from __future__ import annotations

from hexless.kernel import Game, OneOf, act
from hexless.moves import Path, Place, Spot, Way
from hexless.moves.by_hand import Post, by_hand
from hexless.moves.formation import arrange
from hexless.moves.walk import after
from hexless.table import Base, Point, crossing, within

from ._sheet import rule
from .band import RULES, Band, Order, can_fly, fall_in
from .model import CM, PatrolAngis
from .movement import Stride, turning
from .overwatch import moments, react
from .trail import Trail, trail

__all__ = ["choose_way", "go", "march", "move", "one_move", "settle", "soaring"]

G = Game[PatrolAngis]
Spots = tuple[Base, ...]
GROUND = {50: "pa.move-cost.paved", 200: "pa.move-cost.rough", 300: "pa.move-cost.dense"}


# ---- the move


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
    ground = band.walk if must else band.march
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
    spots = band.figures.spots(end, way)
    if spots is None:  # only where the way itself was a must
        loose = arrange(band.figures.drill, e.leader, end, e.bases[1:], band.figures.reach, strays=True) or e.bases[1:]
        spots = band.figures.untangled(end, loose) or loose
    elif not band.order.join and not e.loose and _by_hand(g, unit):
        spots = g.call(hand_placed, unit, band, end, way)
    facing = (end.fx, end.fy)
    return tuple([spot.facing(*facing) for spot in spots])


def _by_hand(g: G, unit: int) -> bool:
    labels = ("arranged by the engine", "by hand")
    ask = OneOf(
        prompt="place the figures", rules=g.cites, options=("engine", "hand"), labels=labels, about="way", manual="hand"
    )
    return bool(g.ask(g.state[unit].side, ask) == "hand")


def hand_placed(g: G, unit: int, band: Band, end: Base, way: Way) -> Spots:
    """Each figure put down in turn."""
    e = g.state[unit]

    def ask(index: int, post: Post) -> Spot:
        name = e.figures[index + 1].profile.name
        spot: Spot = g.ask(e.side, Place(prompt=f"place {name}", rules=g.cites, unit=unit, ground=post))
        return spot

    return by_hand(ask, band.figures.drill, e.leader, end, e.bases[1:], band.figures.reach,
                   via=[Point(*p) for p in way.points[:-1]], rules=RULES)  # fmt: skip


def cite_ground(g: G, unit: int, walk: Stride, way: Way, cost: int) -> None:
    """The rows of the movement table that this way met."""
    if walk.soars:
        if any("impassable" in g.state.terrain.pieces[i].traits for i in _over(walk, way)):
            g.cite("pa.move-cost.impassable")
        return
    for percent in trodden(walk, way):
        g.cite(GROUND.get(percent, "pa.move-cost.open"))
    climb, push = walk.levied(way)
    if climb:
        g.cite("pa.move-cost.climb")
    if push:
        g.cite("pa.move-cost.through-friends")
    if walk.turns and turning(walk.base, way):
        g.cite("pa.move-cost.vehicle-turn")
    if cost > walk.allowance:
        g.cite("pa.move-cost.minimum-one-cm")


def trodden(walk: Stride, way: Way) -> list[int]:
    """The percents of the ground that a way leads over, leg by leg."""
    if len(way.points) == 1 and way.points[0] != walk.base.centre and walk.in_the_open(way):
        return [100]
    percents = dict(walk.costs.pieces)
    return [percents[leg.pieces[-1]] if leg.pieces else 100 for leg in walk.walked(way).legs]


def _over(walk: Stride, way: Way) -> list[int]:
    """The pieces that a flight passes over."""
    here, found = (walk.base.x, walk.base.y), []
    for point in way.points:
        found += [span.piece for span in crossing(walk.terrain, here, point).spans]
        here = point
    return found


# ---- on the way


def go(g: G, unit: int, way: Way, ends: Spots) -> None:
    """Along the way, halting wherever an enemy on Overwatch may shoot."""
    route = trail(g.state[unit], way, ends)
    halts = moments(g.state, unit, route)
    noticed = [(watcher, unit) for _, watcher in halts]
    g.set(moving=unit, noticed=tuple(dict.fromkeys((*g.state.noticed, *noticed))))
    stretches = [(before, *now) for before, now in zip([0, *(far for far, _ in halts)], halts)]
    if not g.each(stretch, stretches, unit, route):
        put(g, unit, route, halts[-1][0] if halts else 0, route.whole)
        settle(g, unit)
    g.set(moving=-1)


def stretch(g: G, part: tuple[int, int, int], unit: int, route: Trail) -> bool:
    """From one halt to the next, where somebody may shoot; whether that was the end of the Troop Element."""
    before, far, watcher = part
    put(g, unit, route, before, far)
    react(g, watcher, unit)
    return not g.state[unit].here


def put(g: G, unit: int, route: Trail, before: int, far: int) -> None:
    """Move the living figures on."""
    terrain = g.state.terrain
    old = list(route.at(terrain, before)) if before else [t.start for t in route.tracks]
    new, figures = list(route.at(terrain, far)), []
    for f in g.state[unit].figures:
        index = old.index(f.base)
        old.pop(index)
        figures.append(f.with_(base=new.pop(index)))
    g.change(unit, figures=tuple(figures))


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

"""Coming into play: deployment within 20 cm of the own edge, reserves that walk on from it, and drops."""

from __future__ import annotations

from collections.abc import Sequence

from hexless.kernel import Game, OneOf, Place, Refusal, Spot
from hexless.moves import Drill, Placing, arrange
from hexless.ruleset.maps import Objective
from hexless.table import Base, Point

from ._sheet import rule
from .losses import remove
from .model import AT43, CM, Activation, edge_of, seat_of
from .movement import RULES, engage, form_up, movers
from .obstacles import rest_for, solid
from .units import LEASH, LINK
from .victory import holder

__all__ = ["DEPTH", "arrive", "deploy"]

G = Game[AT43]
DEPTH = 20 * CM
DROP = 10 * CM
Outline = tuple[tuple[int, int], ...]


class Landing(Placing, frozen=True, kw_only=True):
    """The places of a leader in a zone where the others find places too."""

    drill: Drill
    fighters: tuple[Base, ...]

    def check(self, answer: Spot) -> Refusal | None:
        refused = Placing.check(self, answer)
        if refused is not None:
            return refused
        there = self.placed(answer)
        if not self.fighters or arrange(self.drill, there, there, self.fighters, None) is not None:
            return None
        return Refusal("there is no room for the others", "at.unit.cohesion")

    def suggest(self, most: int) -> Sequence[Spot]:
        spots: list[Spot] = []
        (x0, y0), (x1, y1) = self._box()
        for cells in (5, 11, 23):
            for n in range(cells * cells):
                j, i = divmod(n * 7 % (cells * cells), cells)  # all over the zone, not row by row
                spot = Spot(x0 + (x1 - x0) * i // (cells - 1), y0 + (y1 - y0) * j // (cells - 1))
                if len(spots) < most and spot not in spots and self.check(spot) is None:
                    spots.append(spot)
            if spots:
                break
        return spots


@rule("at.play.arrival")
def deploy(g: G, unit: int) -> None:
    """Units start within 20 cm of their own table edge; where there is no room at all one is lost."""
    s = g.state
    zone = s.mission.zones[seat_of(s, s[unit].side)]
    if not put_down(g, unit, zone.outline, zone.facing, "deploy"):
        remove(g, unit, "there is no room for it")


def put_down(g: G, unit: int, outline: Outline, facing: tuple[int, int], word: str) -> bool:
    """Place a whole unit in an outline: its leader, then the others; False when it does not fit."""
    s, u = g.state, g.state[unit]
    others, names = solid(s, None)
    corners = tuple(Point(x, y) for x, y in outline)
    drill = Drill(
        terrain=s.terrain, costs=rest_for(s), link=LINK, leash=LEASH, others=others, zone=corners, rest=rest_for(s)
    )
    bases = tuple(u.fighters[i].base for i in movers(u))
    yard = Landing(
        terrain=s.terrain, base=u.chief.base.facing(*facing), outline=outline, costs=rest_for(s), others=others,
        names=names, rules=RULES, drill=drill, fighters=bases,
    )  # fmt: skip
    if not yard.suggest(1):
        return False
    spot = g.ask(u.side, Place(prompt=f"{word}, the leader of {u.name}", rules=g.cites, unit=unit, ground=yard))
    form_up(g, unit, yard.placed(spot), None, drill, ())
    g.change(unit, placed=True)
    g.note("placed", unit=unit, how=word)
    return True


@rule("at.play.arrival")
def arrive(g: G, a: Activation) -> None:
    """A unit in reserve walks on from its own edge, drops at a drop point that its side holds, or waits."""
    s, u = g.state, g.state[a.unit]
    held = [o for o in s.mission.drops if holder(s, o) == u.side]
    options = ("walk on", *(f"drop: {o.name}" for o in held), "wait")
    ask = OneOf(prompt=f"{u.name} is in reserve", rules=g.cites, options=options, about="action")
    choice = g.ask(u.side, ask)
    if choice == "wait":
        if u.officer:
            declines(g)
        g.note("waits", unit=a.unit)
        g.set(active=a.with_(stage="orders", moved="dropped"))
        return
    facing = s.mission.zones[seat_of(s, u.side)].facing
    walks = choice == "walk on"
    outline = edge_strip(s, a.unit) if walks else _about(s, next(o for o in held if f"drop: {o.name}" == choice))
    if not put_down(g, a.unit, outline, facing, "walk on" if walks else "drop"):
        g.note("no room", unit=a.unit)
        g.set(active=a.with_(stage="orders", moved="dropped"))
        return
    engage(g, a.unit)
    stage = a.with_(acted=True, moved="arrived") if walks else a.with_(acted=True, moved="dropped", stage="orders")
    g.set(active=stage)


@rule("at.lp.officer-reserve")
def declines(g: G) -> None:
    """An officer's unit, which costs nothing, may also choose not to come."""


def edge_strip(s: AT43, unit: int) -> Outline:
    """What a combat move covers from the own edge, along the deployment zone."""
    u = s[unit]
    zone = s.mission.zones[seat_of(s, u.side)].outline
    xs, ys = [x for x, _ in zone], [y for _, y in zone]
    deep = u.card.move + 2 * u.card.radius
    x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
    match edge_of(s, u.side):
        case "south":
            y0, y1 = 0, deep
        case "north":
            y0, y1 = s.terrain.depth - deep, s.terrain.depth
        case "west":
            x0, x1 = 0, deep
        case _:
            x0, x1 = s.terrain.width - deep, s.terrain.width
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def _about(s: AT43, point: Objective) -> Outline:
    """The square of 10 cm each way about a drop point, cut to the table."""
    x0, x1 = max(0, point.x - DROP), min(s.terrain.width, point.x + DROP)
    y0, y1 = max(0, point.y - DROP), min(s.terrain.depth, point.y + DROP)
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)

"""Coming into play: deployment within 20 cm of the own edge, reserves that walk on from it, and drops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice

from hexless.kernel import Game, OneOf, Refusal, act
from hexless.moves import Drill, Place, Placing, Spot, arrange, places
from hexless.ruleset.maps import Objective
from hexless.table import Base, Point

from ._sheet import rule
from .losses import remove
from .model import AT43, CM, Activation, edge_of, seat_of
from .movement import STANDING, engage, form_up, movers
from .obstacles import rest_for, solid
from .units import LEASH, LINK
from .victory import holder

__all__ = ["DEPTH", "arrive", "deploy"]

G = Game[AT43]
DEPTH = 20 * CM
DROP = 10 * CM
ARC = 32  # corners of a quarter of a disc
Outline = tuple[tuple[int, int], ...]


class Landing(Placing, frozen=True, kw_only=True):
    """The places of a leader in a zone where the others find places too."""

    drill: Drill
    fighters: tuple[Base, ...]

    def suits(self, there: Base) -> bool:
        return not self.fighters or arrange(self.drill, there, there, self.fighters, None) is not None

    def check(self, answer: Spot) -> Refusal | None:
        refused = Placing.check(self, answer)
        if refused is not None or self.suits(self.placed(answer)):
            return refused
        return Refusal("there is no room for the others", "at.unit.cohesion")

    def suggest(self, most: int) -> Sequence[Spot]:
        known: dict[int, Sequence[Spot]] = self.__dict__.setdefault("_suggested", {})
        if most not in known:
            known[most] = self._legal(most)
        return known[most]

    def _legal(self, most: int) -> Sequence[Spot]:
        for cells in (5, 11, 23):
            some = chain.from_iterable(map(self.legal, self._all_over(cells)))
            if spots := list(islice(some, most)):
                return spots
        return list(islice(self.legal([*self._tight()]), most))

    def _all_over(self, cells: int) -> Iterator[list[Spot]]:
        """The places of a grid, some at a time and each once: all over the zone, not row by row."""
        tried: dict[Spot, None] = {}
        for first in range(0, cells * cells, cells):
            turns = [divmod(n * 7 % (cells * cells), cells) for n in range(first, first + cells)]
            spots = dict.fromkeys([self._cell(across, ahead, cells - 1) for ahead, across in turns])
            yield [spot for spot in spots if spot not in tried]
            tried.update(spots)

    def _tight(self) -> Iterator[Spot]:
        """The places where the leader just fits, in a zone so full that none on a grid is free."""
        found = places(self.terrain, self.base, self.costs, self.others, outline=self.outline)
        return (Spot(*spot) for spot in found)


@rule("at.play.arrival")
@act
def deploy(g: G, unit: int) -> None:
    """Units start within 20 cm of their own table edge; where there is no room at all one is lost."""
    s = g.state
    zone = s.mission.zones[seat_of(s, s[unit].side)]
    if not put_down(g, unit, zone.outline, zone.facing, "deploy"):
        remove(g, unit, "there is no room for it")


def put_down(g: G, unit: int, outline: Outline, facing: tuple[int, int], word: str) -> bool:
    """Place a whole unit in an outline: its leader, then the others; False when it does not fit."""
    u, yard = g.state[unit], landing(g.state, unit, outline, facing)
    if not yard.suggest(1):
        return False
    spot = g.ask(u.side, Place(prompt=f"{word}, the leader of {u.name}", rules=g.cites, unit=unit, ground=yard))
    form_up(g, unit, yard.placed(spot), None, yard.drill, ())
    g.change(unit, placed=True)
    g.note("placed", unit=unit, how=word)
    return True


@lru_cache(maxsize=64)
def landing(s: AT43, unit: int, outline: Outline, facing: tuple[int, int]) -> Landing:
    """The places of a leader in an outline, and what binds the others there."""
    u, corners, ground = s[unit], tuple(Point(x, y) for x, y in outline), rest_for(s)
    others, names, _ = solid(s, None)
    drill = Drill(terrain=s.terrain, costs=ground, link=LINK, leash=LEASH, others=others, zone=corners, rest=ground)
    return Landing(
        terrain=s.terrain, base=u.chief.base.facing(*facing), outline=outline, costs=ground, others=others,
        names=names, rules=STANDING, drill=drill, fighters=tuple([u.fighters[i].base for i in movers(u)]),
    )  # fmt: skip


@rule("at.play.arrival")
@act
def arrive(g: G, a: Activation) -> None:
    """A unit in reserve walks on from its own edge, drops at a drop point that its side holds, or waits."""
    s, u = g.state, g.state[a.unit]
    held = [o for o in s.mission.drops if holder(s, o) == u.side]
    options = ("walk on", *(f"drop: {o.name}" for o in held), "wait")
    ask = OneOf(prompt=f"{u.name} is in reserve", rules=g.cites, options=options, about="action", declines="wait")
    choice = g.ask(u.side, ask)
    if choice == "wait":
        declines(g, a)
        return
    facing = s.mission.zones[seat_of(s, u.side)].facing
    walks = choice == "walk on"
    outline = edge_strip(s, a.unit) if walks else _about(next(o for o in held if f"drop: {o.name}" == choice))
    if not put_down(g, a.unit, outline, facing, "walk on" if walks else "drop"):
        g.note("no room", unit=a.unit)
        g.set(active=a.with_(stage="orders", moved="dropped"))
        return
    engage(g, a.unit)
    stage = a.with_(acted=True, moved="arrived") if walks else a.with_(acted=True, moved="dropped", stage="orders")
    g.set(active=stage)


@rule("at.lp.officer-reserve")
def declines(g: G, a: Activation) -> None:
    """A unit may also choose not to come: one that was paid for, and an officer's, which costs nothing."""
    g.note("waits", unit=a.unit)
    g.set(active=a.with_(stage="orders", moved="dropped"))


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


def _about(point: Objective) -> Outline:
    """The disc of 10 cm about a drop point, as an outline inside it that misses it by 0.005 cm at most."""
    quarter = [(DROP * (ARC * ARC - k * k) // (ARC * ARC + k * k), DROP * 2 * k * ARC // (ARC * ARC + k * k))
               for k in range(ARC)]  # fmt: skip
    turns = ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0))
    return tuple((point.x + a * x + b * y, point.y + c * x + d * y) for a, b, c, d in turns for x, y in quarter)

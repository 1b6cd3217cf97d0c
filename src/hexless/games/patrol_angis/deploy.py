"""Mustering and deployment: the platoons, and where their Troop Elements begin."""

from __future__ import annotations

from collections.abc import Sequence

from hexless.kernel import Game, OneOf, Refusal
from hexless.moves import Place, Placing, Spot
from hexless.moves.formation import Drill, arrange
from hexless.moves.packed import NOBODY, packed
from hexless.table import Base, Point

from ._sheet import rule
from .model import CM, PatrolAngis, enemy_of
from .movement import price
from .trail import grounded

__all__ = ["deploy", "muster", "waiting"]

G = Game[PatrolAngis]
GRID = 12
SPOTS = GRID * GRID


@rule("pa.play.platoon-limits", "pa.play.element-sizes")
def muster(g: G) -> None:
    """The platoons as they come to the table."""
    s = g.state
    for p, platoon in enumerate(s.platoons):
        units = [e for e in s.units if e.platoon == p]
        points = sum(f.profile.points for e in units for f in e.figures)
        g.note("platoon", name=platoon.name, side=platoon.side, elements=len(units), points=points)
    g.set(phase="deploy")


def waiting(s: PatrolAngis, side: str) -> list[int]:
    """The Troop Elements of a side that are still to be placed."""
    return [i for i, e in enumerate(s.units) if e.side == side and e.figures and not e.placed and not e.left]


def deploy(g: G) -> None:
    """The sides place one Troop Element each in turn."""
    side = g.state.next
    if not waiting(g.state, side):
        side = enemy_of(g.state, side)
        if not waiting(g.state, side):
            g.set(phase="initiative", turn=1)
            g.note("turn", turn=1)
            return
    put_down(g, next_up(g, side))
    g.set(next=enemy_of(g.state, side))


def next_up(g: G, side: str) -> int:
    """The Troop Element that the side puts down next."""
    s, left = g.state, waiting(g.state, side)
    ask = OneOf(prompt="deploy next", rules=("pa.play.cohesion",), options=tuple(left),
                labels=tuple(s[i].name for i in left), about="unit")  # fmt: skip
    return int(g.ask(side, ask))


class Camp(Placing, frozen=True, kw_only=True):
    """Places for a leader where his figures find room about him."""

    drill: Drill
    figures: tuple[Base, ...] = ()

    def spots(self, leader: Base) -> tuple[Base, ...] | None:
        return arrange(self.drill, self.base, leader, self.figures, None) if self.figures else ()

    def suits(self, there: Base) -> bool:
        return self.spots(there) is not None

    def check(self, answer: Spot) -> Refusal | None:
        refused = Placing.check(self, answer)
        if refused is not None or self.suits(self.placed(answer)):
            return refused
        return Refusal("there is no room for the others about that place", "pa.play.cohesion")

    def suggest(self, most: int) -> Sequence[Spot]:
        found: list[Spot] = []
        for n in range(SPOTS):
            across, ahead = divmod(n * 53 % SPOTS, GRID)  # every cell once, far apart
            spot = self._cell(across, ahead, GRID - 1)
            if len(found) < most and self.check(spot) is None:
                found.append(spot)
        return found or Placing.suggest(self, most)


@rule("pa.play.cohesion")
def put_down(g: G, unit: int) -> None:
    """A leader in his side's zone, and his figures about him; where there is no room at all they are lost."""
    s, e = g.state, g.state[unit]
    if s.mission.goal == "meeting":
        g.cite("pa.play.meeting-engagement")
    camp = ground(s, unit)
    if not camp.room:
        g.change(unit, figures=())
        g.note("no room", unit=unit)
        return
    spot = g.ask(e.side, Place(prompt=f"deploy {e.name}", rules=g.cites, unit=unit, ground=camp))
    leader = camp.placed(spot)
    bases = (leader, *(b.facing(leader.fx, leader.fy) for b in camp.spots(leader) or ()))
    figures = tuple(f.with_(base=grounded(s.terrain, base)) for f, base in zip(e.figures, bases))
    g.change(unit, placed=True, figures=figures)
    g.note("deployed", unit=unit)


def ground(s: PatrolAngis, unit: int) -> Camp:
    """The zone of a side, clear of everybody who is there."""
    e = s[unit]
    zone = s.mission.zones[s.sides.index(e.side)]
    here = tuple([f.base for o in s.units if o.here for f in o.figures])
    names = tuple([o.name for o in s.units if o.here for _ in o.figures])
    others, far = packed(here) if here else NOBODY, s.rulings.cohesion_cm * CM
    drill = Drill(terrain=s.terrain, costs=price(s, e), link=far, leash=far, others=others,
                  zone=tuple(Point(*p) for p in zone.outline))  # fmt: skip
    return Camp(
        terrain=s.terrain, base=e.leader.facing(*zone.facing), outline=zone.outline, costs=price(s, e), others=others,
        rules={"": "pa.play.cohesion", "terrain": "pa.move-cost.impassable", "zone": "pa.play.meeting-engagement"},
        names=names, drill=drill, figures=e.bases[1:],
    )  # fmt: skip

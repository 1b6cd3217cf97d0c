"""Movement: how far, how straight, and what may follow."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from hexless.kernel import Game
from hexless.moves import Path, Walk
from hexless.moves.later import Later
from hexless.moves.walk import after
from hexless.table import Base, Bases, Costs, Terrain, distance, show

from ._sheet import rule
from .model import INCH, Element, HorizonWars, Kind, Ticks, UnitId, foes, here, table

__all__ = [
    "CAUTIOUS",
    "MOVES",
    "PATROL",
    "RAPID",
    "allowance",
    "ground_costs",
    "look_ahead",
    "move",
    "names",
    "obstacles",
    "price",
    "put",
    "stand_on",
    "walk",
]

G = Game[HorizonWars]

CAUTIOUS, PATROL, RAPID = "cautious", "patrol", "rapid"
MOVES = {CAUTIOUS: 1, PATROL: 2, RAPID: 3}  # times M, in inches
RULES = {kind: {"too_far": f"hw.move.{kind}", "terrain": "hw.play.terrain", "": "hw.play.spacing"} for kind in MOVES}
NEVER = {"vehicle": ("impassable", "building"), "mech": ("impassable", "building"), "infantry": ("impassable",)}


@rule("hw.move.cautious", "hw.move.patrol", "hw.move.rapid", "hw.play.current-stats")
def allowance(e: Element, kind: str) -> Ticks:
    """How far a move of this kind may go: M, twice M or three times M, by the current M."""
    return Ticks(MOVES[kind] * e.M * INCH)


@rule("hw.play.terrain")
def price(s: HorizonWars, e: Element) -> Costs:
    """What ground costs: difficult terrain doubles, impassable is never entered, buildings by infantry only."""
    return ground_costs(s.terrain, e.kind, s.rulings.difficult_cost)


@lru_cache(maxsize=256)
def ground_costs(terrain: Terrain, kind: Kind, difficult: int) -> Costs:
    """The same for a kind of element, by what an inch of difficult ground costs."""
    return terrain.costs({"difficult": 100 * difficult}, NEVER[kind])


def obstacles(s: HorizonWars, *ignored: UnitId) -> Bases:
    """The bases on the table but for some elements."""
    return table(s).pack(tuple([i for i in here(s) if i not in ignored]))


def names(s: HorizonWars, *ignored: UnitId) -> tuple[str, ...]:
    """Their names."""
    return tuple([e.name for i, e in enumerate(s.units) if e.here and i not in ignored])


@rule("hw.play.spacing")
def walk(s: HorizonWars, unit: UnitId, kind: str) -> Walk:
    """Where a move may go: through nobody, ending at least an inch from every enemy."""
    e, enemies = s[unit], foes(s, unit)
    gap = s.rulings.min_enemy_gap_in * INCH

    def goals() -> list[tuple[int, int]]:
        spots = [(o.x, o.y) for o in s.mission.objectives] + [s.units[i].base.centre for i in enemies]
        return sorted(spots, key=lambda p: (p[0] - e.base.x) ** 2 + (p[1] - e.base.y) ** 2)[:4]

    return Walk(
        terrain=s.terrain,
        base=e.base,
        allowance=allowance(e, kind),
        costs=price(s, e),
        others=obstacles(s, unit),
        keep=((table(s).pack(enemies), gap),) if enemies and gap else (),
        rules=RULES[kind],
        names=Later(lambda: names(s, unit)),
        toward=Later(goals),
    )


def stand_on(s: HorizonWars, x: int, y: int) -> int:
    """How high the ground is at a point: the top of the highest hill there."""
    hills = s.terrain.having("hill").pieces
    if not hills:
        return 0
    under = s.terrain.at((x, y))
    return max((s.terrain.pieces[i].top for i in hills if i in under), default=0)


@rule("hw.play.spacing", "hw.play.terrain", "hw.play.current-stats")
def move(g: G, unit: UnitId, kind: str) -> None:
    """One move of a kind."""
    e = g.state[unit]
    g.cite(f"hw.move.{kind}")
    way = g.ask(e.side, Path(prompt=f"{kind} move", rules=g.cites, unit=unit, ground=walk(g.state, unit, kind)))
    put(g, unit, after(e.base, way))
    if g.log is not None:
        far = sum(distance(p, q) for p, q in pairwise((e.base.centre, *way.points)))
        g.note("moved", unit=unit, move=kind, far=show(far), points=way.points)
    if kind == CAUTIOUS:
        look_round(g, unit)
    else:
        look_ahead(g, unit)


def put(g: G, unit: UnitId, base: Base) -> None:
    """An element stands here now, on the ground as high as it is."""
    g.change(unit, base=base.at(base.x, base.y, stand_on(g.state, base.x, base.y)))


@rule("hw.move.cautious-arc")
def look_round(g: G, unit: UnitId) -> None:
    """A Cautious Move gives an all-round arc, until the element moves in another way or is activated again."""
    g.change(unit, all_round=True)


def look_ahead(g: G, unit: UnitId) -> None:
    """Any other move ends an all-round arc, where the ruling says so."""
    if g.state.rulings.cautious_arc_lasts == "next_other_move" and g.state[unit].all_round:
        g.change(unit, all_round=False)

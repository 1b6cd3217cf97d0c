"""The fight of two elements in contact: damage to both, and who moves an inch."""

from __future__ import annotations

from hexless.kernel import Game
from hexless.moves.walk import DIRECTIONS
from hexless.table import Base, distance, toll

from ._sheet import rule
from .clash import Clash, Fighter, clash
from .damage import damage, destroy
from .lines import TOUCH, Point
from .model import INCH, STILL, HorizonWars, Ticks, UnitId
from .movement import obstacles, price, put

__all__ = ["fight"]

G = Game[HorizonWars]


@rule("hw.charge.damage")
def fight(g: G, charger: UnitId, target: UnitId, moved: Ticks, met: Ticks = STILL) -> None:
    """The clash of two elements in contact: damage to both at once, and somebody moves an inch."""
    a, b = g.state[charger], g.state[target]
    result = g.call(clash, Fighter(a.P, a.kind, moved), Fighter(b.P, b.kind, met), g.state.rulings.charge_compare)
    g.cite(*result.rules)
    g.note(
        "fought", charger=charger, target=target, winner=result.winner,
        to_charger=result.to_charger, to_target=result.to_target, destroyed=result.destroyed,
    )  # fmt: skip
    for unit, side, hits in ((target, "target", result.to_target), (charger, "charger", result.to_charger)):
        if result.destroyed == side:
            destroy(g, unit)
        else:
            damage(g, unit, hits)
    make_room(g, charger, target, result)


def make_room(g: G, charger: UnitId, target: UnitId, result: Clash) -> None:
    """Who moves an inch after a fight: a mech or vehicle over infantry goes on, else the loser gives way."""
    s = g.state
    overruns = not s[charger].infantry and s[target].infantry and not result.turned
    mover, other = (target, charger) if result.winner == "charger" and not overruns else (charger, target)
    if s[mover].here:
        if overruns:
            (draw_with_infantry if result.winner == "draw" else move_on)(g, mover, other)
        else:
            (draw if result.winner == "draw" else give_way)(g, mover, other)


@rule("hw.charge.push-back")
def give_way(g: G, loser: UnitId, opponent: UnitId) -> None:
    """The one that took more damage moves an inch straight away from its opponent.

    Where something stands there: the shortest shift that ends an inch from the opponent; else it stays.
    """
    e, o = g.state[loser].base, g.state[opponent].base
    away = (e.x - o.x, e.y - o.y)
    if shifted(g, loser, _steps(away, INCH)[:1]):
        return
    for size in range(INCH, 3 * INCH + 1, INCH // 4):
        if shifted(g, loser, _steps(away, size), clear_of=o if g.state[opponent].here else None):
            return


@rule("hw.play.charge-draw")
def draw(g: G, active: UnitId, other: UnitId) -> None:
    """In a draw the active element moves an inch away, as if it had lost."""
    give_way(g, active, other)


@rule("hw.charge.vehicle-moves-on")
def move_on(g: G, charger: UnitId, target: UnitId) -> None:
    """A mech or vehicle that wins its charge against infantry moves on an inch."""
    go_on(g, charger, target)


@rule("hw.charge.vehicle-draw")
def draw_with_infantry(g: G, charger: UnitId, target: UnitId) -> None:
    """A mech or vehicle that draws its charge against infantry moves on an inch."""
    go_on(g, charger, target)


def go_on(g: G, unit: UnitId, opponent: UnitId) -> None:
    """An inch on in the direction of the charge, or as near to it as there is room; never back."""
    e, o = g.state[unit].base, g.state[opponent].base
    ahead = (o.x - e.x, o.y - e.y)
    shifted(g, unit, [step for step in _steps(ahead, INCH) if step[0] * ahead[0] + step[1] * ahead[1] >= 0])


def shifted(g: G, unit: UnitId, steps: list[Point], clear_of: Base | None = None) -> bool:
    """Take the first of some steps that nothing stands in the way of."""
    s, base = g.state, g.state[unit].base
    others, _ = obstacles(s, unit)
    keep = ((clear_of, INCH - TOUCH),) if clear_of else ()
    for dx, dy in steps:
        x, y = base.x + dx, base.y + dy
        if toll(s.terrain, base, ((x, y),), price(s, s[unit]), None, others, keep) is not None:
            put(g, unit, base.at(x, y))
            g.note("shifted", unit=unit, x=x, y=y)
            return True
    return False


def _steps(heading: Point, size: int) -> list[Point]:
    """A step along the heading, then along the compass directions that turn least from it."""
    hx, hy = heading
    far = distance((0, 0), heading) or 1
    turns = sorted(DIRECTIONS, key=lambda d: -(d[0] * hx + d[1] * hy))
    return [(hx * size // far, hy * size // far), *((dx * size // INCH, dy * size // INCH) for dx, dy in turns)]

"""The fight of two elements in contact: damage to both, and who moves an inch."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hexless.kernel import Game
from hexless.table import Base, Room, distance, show, toll
from hexless.table.lengths import half_up

from ._sheet import rule
from .clash import Clash, Fighter, clash
from .damage import damage, destroy
from .lines import Point, landing, run_to
from .model import INCH, STILL, HorizonWars, Ticks, UnitId
from .movement import obstacles, price, put

__all__ = ["fight"]

G = Game[HorizonWars]

SHIFT = 3 * INCH  # no further than this does anybody look for room


@rule("hw.charge.damage")
def fight(
    g: G, charger: UnitId, target: UnitId, moved: Ticks, met: Ticks = STILL, active: UnitId | None = None
) -> None:
    """The clash of two elements in contact: damage to both at once, and somebody moves an inch.

    active: whose activation it is, the charger's if nothing else is said.
    """
    a, b = g.state[charger], g.state[target]
    fighters = Fighter(a.P, a.kind, moved, a.name), Fighter(b.P, b.kind, met, b.name)
    result = g.call(clash, *fighters, g.state.rulings.charge_compare)
    g.cite(*result.rules)
    g.note(
        "fought", charger=charger, target=target, result=_in_words(a.name, b.name, result),
        to_charger=result.to_charger, to_target=result.to_target,
    )  # fmt: skip
    for unit, side, hits in ((target, "target", result.to_target), (charger, "charger", result.to_charger)):
        if result.destroyed == side:
            destroy(g, unit)
        else:
            damage(g, unit, hits)
    make_room(g, charger, target, charger if active is None else active, result)


def _in_words(charger: str, target: str, result: Clash) -> str:
    winner = {"charger": charger, "target": target}.get(result.winner)
    return f"{winner} wins" if winner else "a draw"


def make_room(g: G, charger: UnitId, target: UnitId, active: UnitId, result: Clash) -> None:
    """Who moves an inch after a fight: a mech or vehicle over infantry goes on, else the loser gives way.

    In a draw it is the active one that moves, whoever of the two came into contact.
    """
    s = g.state
    overruns = not s[charger].infantry and s[target].infantry and not result.turned
    goes: Callable[[G, UnitId, UnitId], None]
    if result.winner == "draw":
        goes = draw_with_infantry if overruns and charger == active else draw
        mover, other = active, target if active == charger else charger
    elif overruns:
        goes, mover, other = move_on, charger, target
    else:
        goes = give_way
        mover, other = (target, charger) if result.winner == "charger" else (charger, target)
    if s[mover].here:
        goes(g, mover, other)


@rule("hw.charge.push-back")
def give_way(g: G, loser: UnitId, opponent: UnitId) -> None:
    """The one that took more damage moves straight away from its opponent, an inch off.

    Where something stands there: the shortest shift that ends an inch from the opponent; else it stays.
    """
    s, e, o = g.state, g.state[loser].base, g.state[opponent].base
    back = landing(e, o, INCH)
    places = [back] if back else []
    if not shifted(g, loser, places, "shifted"):
        shifted(g, loser, _shifts(s, loser, o, e.centre), "shifted")


@rule("hw.play.charge-draw")
def draw(g: G, active: UnitId, other: UnitId) -> None:
    """In a draw the active element moves an inch away, as if it had lost."""
    give_way(g, active, other)


@rule("hw.charge.vehicle-moves-on")
def move_on(g: G, charger: UnitId, target: UnitId) -> None:
    """A mech or vehicle that wins its charge against infantry moves straight on an inch, or as far as it can."""
    e, o = g.state[charger].base, g.state[target].base
    low, high = 0, int(INCH)
    while low < high:
        far = (low + high + 1) // 2
        low, high = (far, high) if run_to(g.state, charger, target, _along(e, o, far)).legal else (low, far - 1)
    if low:
        shifted(g, charger, [_along(e, o, low)], "moved on", through=target)


@rule("hw.charge.vehicle-draw")
def draw_with_infantry(g: G, charger: UnitId, target: UnitId) -> None:
    """A mech or vehicle that draws its charge against infantry moves on through it, to an inch beyond.

    Where something stands there: the nearest place beyond the infantry and clear of it; else it stays.
    """
    s, e, o = g.state, g.state[charger].base, g.state[target].base
    if not s[target].here:
        move_on(g, charger, target)
        return
    beyond = landing(e.at(2 * o.x - e.x, 2 * o.y - e.y), o, INCH) or e.centre
    if not shifted(g, charger, [beyond], "moved on", through=target):
        ahead = (o.x - e.x, o.y - e.y)
        places = _shifts(s, charger, o, beyond, clear=0)
        past = (p for p in places if (p[0] - o.x) * ahead[0] + (p[1] - o.y) * ahead[1] >= 0)
        shifted(g, charger, past, "moved on", through=target)


def _along(base: Base, toward: Base, size: int) -> Point:
    """So far from a base on the line to another."""
    dx, dy = toward.x - base.x, toward.y - base.y
    far = distance((0, 0), (dx, dy)) or 1
    return base.x + half_up(dx * size, far), base.y + half_up(dy * size, far)


def _shifts(s: HorizonWars, unit: UnitId, opponent: Base, toward: Point, clear: int = INCH) -> Iterable[Point]:
    """The places that decide whether there is room within a few inches, the nearest to a point first."""
    base, costs = s[unit].base, price(s, s[unit])
    others = [e.base for i, e in enumerate(s.units) if e.here and i != unit]
    reach = SHIFT + 2 * (base.radius + opponent.radius) * (clear == 0)
    room = Room(base).on_table(s.terrain).off(s.terrain, costs).clear_of(others).clear_of([opponent], clear)
    return room.from_here(reach).places(lambda _: True, toward)


def shifted(g: G, unit: UnitId, places: Iterable[Point], word: str, through: UnitId | None = None) -> bool:
    """Go straight to the first of some places that nothing stands in the way to."""
    s, base = g.state, g.state[unit].base
    others = obstacles(s, unit, *([] if through is None else [through]))
    for x, y in places:
        if toll(s.terrain, base, ((x, y),), price(s, s[unit]), None, others) is not None:
            put(g, unit, base.at(x, y))
            g.note(word, unit=unit, x=x, y=y, far=show(distance(base.centre, (x, y))))
            return True
    return False

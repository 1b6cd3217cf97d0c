"""The fight of two elements in contact: damage to both, and who moves an inch."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hexless.kernel import Game
from hexless.table import distance, show, toll

from ._sheet import rule
from .clash import Clash, Fighter, clash
from .damage import damage, destroy
from .lines import Point, landing, runs_to
from .model import INCH, STILL, HorizonWars, Ticks, UnitId
from .movement import obstacles, price, put
from .shifts import along, aside, past

__all__ = ["fight"]

G = Game[HorizonWars]


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

    Where something stands there: the shortest straight way that ends an inch from the opponent; else it stays.
    """
    s, o = g.state, g.state[opponent].base
    back = landing(s[loser].base, o, INCH)
    if not shifted(g, loser, [back] if back else [], "shifted"):
        shifted(g, loser, aside(s, loser, o), "shifted")


@rule("hw.play.charge-draw")
def draw(g: G, active: UnitId, other: UnitId) -> None:
    """In a draw the active element moves an inch away, as if it had lost."""
    give_way(g, active, other)


@rule("hw.charge.vehicle-moves-on")
def move_on(g: G, charger: UnitId, target: UnitId) -> None:
    """A mech or vehicle that wins its charge against infantry moves straight on an inch, or as far as it can."""
    e, o = g.state[charger].base, g.state[target].base
    ahead = (o.x - e.x, o.y - e.y)
    far = _as_far(g.state, charger, target, ahead, 0, INCH)
    if far:
        shifted(g, charger, [along(e, ahead, far)], "moved on", through=target)


@rule("hw.charge.vehicle-draw")
def draw_with_infantry(g: G, charger: UnitId, target: UnitId) -> None:
    """A mech or vehicle that draws its charge against infantry moves on through it, to an inch beyond.

    Where something stands there: the straightest way that ends an inch beyond; else the straightest that ends clear of
    it, as far on as can be; else it stays.
    """
    s, e, o = g.state, g.state[charger].base, g.state[target].base
    if not s[target].here:
        move_on(g, charger, target)
        return
    beyond = landing(e.at(2 * o.x - e.x, 2 * o.y - e.y), o, INCH)
    if shifted(g, charger, [beyond] if beyond else [], "moved on", through=target):
        return
    if not shifted(g, charger, (end for _, end in past(s, charger, target, INCH)), "moved on", through=target):
        clear = (_onward(s, charger, target, line, end) for line, end in past(s, charger, target, 0))
        shifted(g, charger, clear, "moved on", through=target)


def _onward(s: HorizonWars, unit: UnitId, target: UnitId, line: Point, end: Point) -> Point:
    """From a place beyond a target as far on along its line as can be, up to an inch."""
    base = s[unit].base
    out = distance(base.centre, end)
    return along(base, line, _as_far(s, unit, target, line, out, out + INCH))


def _as_far(s: HorizonWars, unit: UnitId, target: UnitId, line: Point, low: int, high: int) -> int:
    """How far an element can go along a line through a target, of two distances the first of which it may."""
    while low < high:
        far = (low + high + 1) // 2
        free = runs_to(s, unit, target, along(s[unit].base, line, far))
        low, high = (far, high) if free else (low, far - 1)
    return low


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

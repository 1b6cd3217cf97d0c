"""Fast aircraft: straight on, off the table and back again."""

from __future__ import annotations

from hexless.kernel import Game, OneOf, act
from hexless.moves.walk import DIRECTIONS
from hexless.table import Base, Point, crossing, distance

from . import aircraft
from ._sheet import rule
from .model import INCH, Dropzone, Unit
from .unit_types import crossed, ground, level

__all__ = ["arrive", "rush"]

G = Game[Dropzone]
OFF = -(1 << 19)
TURNS = {0: 0, 45: 2, -45: -2, 90: 4, -90: -4, 22: 1, -22: -1, 67: 3, -67: -3}  # degrees, and sixteenths of a circle


@rule("dz.play.unit-fast")
@act
def rush(g: G, unit: int) -> None:
    """Straight on by at least the minimum and at most MV, perhaps off the table; then a turn of up to 90 degrees."""
    s, u = g.state, g.state[unit]
    options = [n for n in range(u.profile.fast, u.profile.mv + 1) if s.terrain.fits_table(ahead(u, n * INCH))]
    if gone := u.profile.mv not in options:
        options.append(-1)
    labels = tuple("off the table" if n < 0 else f"{n} inches" for n in options)
    ask = OneOf(prompt=f"{u.name} flies on", rules=g.cites, options=tuple(options), labels=labels, by=unit)
    inches = options[0] if len(options) == 1 else g.ask(u.side, ask)
    if gone and inches < 0:
        leave(g, unit)
        return
    base, start = ahead(u, inches * INCH), (u.base.x, u.base.y)
    g.cite(*crossed(s, u, start, ((base.x, base.y),)))
    aircraft.reaction_fire(g, unit, start, (base.centre,))
    if g.state[unit].alive:
        g.change(unit, base=base.at(base.x, base.y, level(s, u, base.x, base.y, True)), moved=inches * INCH)
        g.note("flies", unit=unit, inches=inches)
        high(g, unit, start)
        turn(g, unit)


@rule("dz.play.unit-fast")
def arrive(g: G, unit: int, came: int) -> None:
    """Onto the table, under fire on the way in; then the turn."""
    s, u = g.state, g.state[unit]
    base = u.base.facing(*s.mission.zones[s.sides.index(u.side)].facing)
    g.change(unit, base=base)
    start = ahead(g.state[unit], -came)
    aircraft.reaction_fire(g, unit, start.centre, (base.centre,))
    if g.state[unit].alive:
        turn(g, unit)


def ahead(u: Unit, ticks: int) -> Base:
    """The base that far straight on."""
    far = distance((0, 0), (u.base.fx, u.base.fy)) or 1
    return u.base.at(u.base.x + u.base.fx * ticks // far, u.base.y + u.base.fy * ticks // far)


def high(g: G, unit: int, start: tuple[int, int]) -> None:
    """Over Impassable scenery of more than 8 inches it has to fly high, and then does not shoot this round."""
    s, u = g.state, g.state[unit]
    walls = ground(s.terrain, "aircraft", u.base.height).pieces
    spans = crossing(s.terrain, Point(*start), Point(u.base.x, u.base.y), s.terrain.everything).spans
    if any((span.piece, -1) in walls for span in spans):
        g.note("flies high", unit=unit)
        g.change(unit, fired=tuple(range(len(u.profile.guns))))


@rule("dz.play.unit-fast")
def turn(g: G, unit: int) -> None:
    """Up to 90 degrees to either side, after the move."""
    u = g.state[unit]
    labels = tuple("straight on" if not d else f"{abs(d)} degrees {'left' if d > 0 else 'right'}" for d in TURNS)
    ask = OneOf(prompt=f"{u.name} turns", rules=g.cites, options=tuple(TURNS), labels=labels, by=unit)
    cos, sin = DIRECTIONS[TURNS[g.ask(u.side, ask)] % 16]
    fx, fy = u.base.fx * cos - u.base.fy * sin, u.base.fx * sin + u.base.fy * cos
    far = distance((0, 0), (fx, fy))
    g.change(unit, base=u.base.facing(fx * 1000 // far, fy * 1000 // far))


@rule("dz.play.unit-fast")
def leave(g: G, unit: int) -> None:
    """Off the table, under fire until it is gone; then it is In Readiness again."""
    u = g.state[unit]
    inside = next(n for n in range(u.profile.mv * INCH, -1, -INCH // 4) if g.state.terrain.fits_table(ahead(u, n)))
    edge = ahead(u, inside)
    aircraft.reaction_fire(g, unit, u.base.centre, (edge.centre,))
    if g.state[unit].alive:
        g.change(unit, placed=False, flying=False, base=u.base.at(OFF, OFF, 0), moved=u.profile.mv * INCH)
        g.note("leaves the table", unit=unit)

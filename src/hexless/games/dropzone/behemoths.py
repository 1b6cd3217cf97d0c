"""Behemoths: three zones with Damage Points and thresholds of their own."""

from __future__ import annotations

from hexless.kernel import Game, OneOf, d3, d6
from hexless.moves.walk import DIRECTIONS
from hexless.table import Base, Terrain, piece

from . import crashes, losses, scenery
from ._sheet import rule
from .lines import near_piece
from .model import INCH, Dropzone, Unit, other
from .scenery_pieces import KINDS
from .scenery_pieces import scenery as stock
from .unit_types import cripples, level

__all__ = ["ZONES", "crush", "fall", "hurt_zone", "pick_zone", "trample"]

G = Game[Dropzone]
ZONES = ("Hull", "Legs", "Weapons")


@rule("dz.play.behemoth-zones")
def pick_zone(g: G, side: str, target: int) -> int:
    """The shooter picks the zone that its shots are aimed at."""
    left = [z for z in range(3) if g.state[target].zones[z] > 0]
    labels = tuple(f"{ZONES[z]} ({g.state[target].zones[z]} left)" for z in left)
    ask = OneOf(prompt="zone", rules=g.cites, options=tuple(left), labels=labels, about="zone")
    zone: int = g.ask(side, ask)
    return zone


@rule("dz.play.behemoth-zones")
def hurt_zone(g: G, unit: int, zone: int, damage: int) -> None:
    """Damage Points come off one zone; each threshold passed cripples it and costs another zone 1; two at 0 destroy."""
    u = g.state[unit]
    before, left = cripples(u, zone), max(0, u.zones[zone] - damage)
    zones = tuple(left if z == zone else points for z, points in enumerate(u.zones))
    g.change(unit, zones=zones, dp=sum(zones))
    g.note("zone damaged", unit=unit, zone=ZONES[zone], damage=damage, left=left)
    passed = cripples(g.state[unit], zone) - before
    for _ in range(passed):
        if zones.count(0) >= 2 or not g.state[unit].alive:
            break
        g.note("crippled", unit=unit, zone=ZONES[zone])
        others = [z for z in range(3) if z != zone and g.state[unit].zones[z] > 0]
        hurt_zone(g, unit, _next_zone(g, unit, others), 1)
    u = g.state[unit]
    if u.alive and u.zones.count(0) >= 2:
        losses.destroy(g, unit)


@rule("dz.play.behemoth-zones")
def fall(g: G, unit: int) -> None:
    """A die: as many hits of Energy 10 within as many inches, and a wreck; on a 1 another: all that near is gone."""
    u = g.state[unit]
    reach = g.sum(d6(), "the fall")
    gone = reach == 1
    if gone:
        reach = g.sum(d6(), "the fall, again")
    else:
        leave_wreck(g, u)
    g.note("falls", unit=unit, inches=reach)
    near = [p for p in range(len(g.state.scenery)) if near_piece(g.state.terrain, u.base, p) <= reach * INCH]
    g.each(buried, crashes.near_units(g.state, u, reach, unit), reach, gone)
    if gone:
        g.each(scenery.vanish, near)
    else:
        g.each(scenery.struck, near, reach, 10)


def buried(g: G, unit: int, hits: int, gone: bool) -> None:
    """What the fall of a Behemoth does to one unit."""
    if g.state[unit].alive and gone:
        losses.destroy(g, unit)
    elif g.state[unit].alive:
        losses.automatic(g, unit, hits, 10, "the fall", cover=True)


@rule("dz.play.behemoth-wreck")
def leave_wreck(g: G, u: Unit) -> None:
    """What was a Behemoth is Impassable scenery that blocks sight; aircraft above it rise."""
    r, s = u.base.radius - 3, g.state
    outline = [(u.base.x + dx * r // 1001, u.base.y + dy * r // 1001) for dx, dy in DIRECTIONS]
    wreck = piece(f"{u.name} (wreck)", outline, height=u.base.height, traits=KINDS["wreck"].traits)
    terrain = Terrain(s.terrain.width, s.terrain.depth, (*s.terrain.pieces, wreck))
    g.set(terrain=terrain, scenery=(*s.scenery, stock("wreck")))
    g.note("wrecked", piece=wreck.name)
    for i, v in enumerate(g.state.units):
        if v.here and v.flying:
            g.change(i, base=v.base.at(v.base.x, v.base.y, level(g.state, v, v.base.x, v.base.y, True)))


@rule("dz.play.behemoth-zones")
def trample(g: G, unit: int) -> None:
    """Where it ends its move every other squad and Destructible piece within its spread takes D3 hits of Energy 10."""
    u = g.state[unit]
    if below(g.state, unit, u.base) or pieces_below(g.state, u, u.base):
        crush(g, unit, u.base, g.sum(d3(), "trampled"), 10, "a Behemoth's feet")


def below(s: Dropzone, unit: int, base: Base) -> dict[int, list[int]]:
    """The squads on the ground within a Behemoth's spread, with all their units in the open."""
    u = s.units[unit].with_(base=base)
    near = [i for i in crashes.near_units(s, u, u.profile.spread, unit) if s.units[i].here and not s.units[i].flying]
    squads = dict.fromkeys(s.units[i].squad for i in near)
    return {q: [i for i in s.squads[q].units if s.units[i].here and not s.units[i].flying] for q in squads}


def pieces_below(s: Dropzone, u: Unit, base: Base) -> list[int]:
    """The Destructible pieces within a Behemoth's spread."""
    reach = u.profile.spread * INCH
    return [p for p, at in enumerate(s.scenery) if at.dp and near_piece(s.terrain, base, p) <= reach]


def crush(g: G, unit: int, base: Base, hits: int, energy: int, why: str) -> None:
    """As many hits on every squad (on a unit that the Behemoth's player picks) and every piece below."""
    pieces = pieces_below(g.state, g.state[unit], base)
    g.each(underfoot, [tuple(units) for units in below(g.state, unit, base).values()], unit, hits, energy, why)
    g.each(scenery.struck, pieces, hits, energy)


def underfoot(g: G, units: tuple[int, ...], unit: int, hits: int, energy: int, why: str) -> None:
    """The hits on one squad below."""
    there = [i for i in units if g.state[i].here]
    if there:
        losses.automatic(g, _victim(g, g.state[unit].side, there), hits, energy, why, cover=True)


def _victim(g: G, side: str, units: list[int]) -> int:
    """The unit of a squad that takes the hits."""
    if len(units) == 1:
        return units[0]
    labels = tuple(g.state[i].name for i in units)
    ask = OneOf(prompt="who is crushed", rules=g.cites, options=tuple(units), labels=labels, about="unit")
    unit: int = g.ask(side, ask)
    return unit


def _next_zone(g: G, unit: int, zones: list[int]) -> int:
    """The attacker's choice of another zone."""
    if len(zones) == 1:
        return zones[0]
    labels = tuple(ZONES[z] for z in zones)
    ask = OneOf(prompt="1 off another zone", rules=g.cites, options=tuple(zones), labels=labels, about="zone")
    zone: int = g.ask(other(g.state, g.state[unit].side), ask)
    return zone

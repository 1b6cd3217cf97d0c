"""Moving: units of a squad one by one, by land and by air, onto the table and about it."""

from __future__ import annotations

from functools import lru_cache, partial

from hexless.kernel import Game, OneOf, act
from hexless.moves import Path, Place, Walk
from hexless.moves.later import Later
from hexless.moves.packed import packed
from hexless.moves.walk import after
from hexless.table import Bases, Terrain, distance

from . import aircraft, behemoths, boarding, entering, fast, garrisons, leaving, transports
from ._sheet import rule
from .choices import allowance
from .model import INCH, Dropzone, SquadId, Unit, alive_of, foes_of
from .places import Going, Nearby, standing_room
from .transports import get_aboard
from .unit_types import boosted, coherency_rule, crossed, ground, leash_of, level, link_of, obstacles, walls

__all__ = ["move"]

G = Game[Dropzone]
Pair = tuple[int, int]
WALL_RULES = {
    "infantry": "dz.unit-types.impassable-infantry-vehicles",
    "tank": "dz.unit-types.impassable-infantry-vehicles",
    "skimmer": "dz.unit-types.impassable-skimmers",
    "walker": "dz.unit-types.impassable-walkers-behemoths",
    "behemoth": "dz.unit-types.impassable-walkers-behemoths",
    "aircraft": "dz.unit-types.impassable-aircraft",
}
UNIT_RULES = {
    "infantry": "dz.unit-types.other-units-ground",
    "tank": "dz.unit-types.other-units-ground",
    "skimmer": "dz.unit-types.other-units-ground",
    "walker": "dz.unit-types.other-units-walkers-behemoths",
    "behemoth": "dz.unit-types.other-units-walkers-behemoths",
    "aircraft": "dz.unit-types.other-units-aircraft",
}


@rule("dz.moving.distance", "dz.moving.turning")
def move(g: G, squad: SquadId) -> None:
    """A Moving action, whatever the squad is in; then into a garrison or a transport, if it likes."""
    units = alive_of(g.state, squad)
    first = g.state[units[0]]
    g.cite(coherency_rule(first.profile.kind))
    if first.profile.wide:
        g.cite("dz.play.unit-wide")
    for unit in units:
        if g.state[unit].scan:
            lose_token(g, unit)
    if first.piece is not None:
        leaving.inside(g, squad)
    elif get_out(g, squad):
        came_out = first.riding
        if g.state[units[0]].piece is None and not (came_out and go_in(g, squad)):
            advance(g, squad)
            go_in(g, squad)
    get_aboard(g, squad)


def get_out(g: G, squad: SquadId) -> bool:
    """Whoever rides gets out first; where others of the squad are on the table already, only if the player likes."""
    s = g.state
    units = [s[i] for i in alive_of(s, squad)]
    if not any(u.riding for u in units):
        return True
    if all(u.riding for u in units):
        return transports.disembark(g, squad)
    if boarding.can_leave(s, squad) and g.may(units[0].side, f"the rest of {s.squads[squad].name} gets out"):
        transports.disembark(g, squad)
    return True


@rule("dz.scanning.lost-when-moving")
def lose_token(g: G, unit: int) -> None:
    """A Moving action costs the Scan Token."""
    g.change(unit, scan=False)


def advance(g: G, squad: SquadId) -> None:
    """Each unit goes its way; the first one leads."""
    done: list[int] = []
    for unit in alive_of(g.state, squad):
        u = g.state[unit]
        if not u.alive or u.riding or u.pinned:
            continue
        if not u.placed:
            came = come_on(g, unit, done)
            if came is not None and u.profile.fast:
                fast.arrive(g, unit, came)
            elif came is not None and u.profile.kind == "aircraft":
                fly(g, unit, done, came)
        elif u.profile.fast:
            fast.rush(g, unit)
        elif u.profile.kind == "aircraft":
            fly(g, unit, done, None)
        else:
            walk(g, unit, done)
        if g.state[unit].present:
            done.append(unit)


def goals(s: Dropzone, u: Unit) -> tuple[Pair, ...]:
    """Where a unit may want to go: home with an objective, infantry to garrisons, all to objectives and enemies."""
    if s.squads[u.squad].carries is not None and s.mission.goal == "mobile":
        return (edge_of(s, u),)
    here, air = (u.base.x, u.base.y), u.profile.kind == "aircraft"
    wanted = [o for o in s.objectives if not o.gone and o.carrier is None and o.owner != u.side]
    spots = [(o.x, o.y) for o in wanted if o.piece is None or air]
    spots += [(v.base.x, v.base.y) for i in foes_of(s, u.side) if (v := s.units[i]).piece is None]
    doors: list[Pair] = []
    if u.profile.kind == "infantry":
        doors = [
            door for p in s.terrain.having("garrison").pieces if s.scenery[p].dp for door in doorsteps(s.terrain, p)
        ]
    return (*_nearest(here, doors)[:3], *_nearest(here, spots)[:3])


def _nearest(here: Pair, spots: list[Pair]) -> list[Pair]:
    return sorted(spots, key=lambda p: (p[0] - here[0]) ** 2 + (p[1] - here[1]) ** 2)


def edge_of(s: Dropzone, u: Unit) -> Pair:
    """The nearest place at a side's own edge: where it comes from, and where it takes an objective."""
    fx, fy = s.mission.zones[s.sides.index(u.side)].facing
    if abs(fx) > abs(fy):
        return (u.base.radius if fx > 0 else s.terrain.width - u.base.radius), u.base.y
    return u.base.x, (u.base.radius if fy > 0 else s.terrain.depth - u.base.radius)


@lru_cache(maxsize=512)
def doorsteps(terrain: Terrain, piece: int) -> tuple[Pair, ...]:
    """A step outside the middle of each side of a garrison."""
    found = []
    outline = terrain.pieces[piece].outline
    for k, a in enumerate(outline):
        b = outline[(k + 1) % len(outline)]
        dx, dy = b.y - a.y, a.x - b.x  # outwards: outlines run counter-clockwise
        far = distance((0, 0), (dx, dy)) or 1
        found.append(((a.x + b.x) // 2 + dx * 700 // far, (a.y + b.y) // 2 + dy * 700 // far))
    return tuple(found)


def going(s: Dropzone, unit: int, reach: int, limit: str, done: list[int]) -> Going:
    """The ways of one unit."""
    u = s.units[unit]
    link = link_of(u.profile)
    mates = tuple([(s.units[i].base.x, s.units[i].base.y) for i in done]) if link else ()
    boost, leash = 2 * INCH if boosted(s, u.kind) and s.terrain.having("exceptional").pieces else 0, leash_of(u)
    if leash is not None:
        boost = max(0, min(boost, leash - reach))  # also on a road nobody goes further than M&F
    return Going(ways=partial(ways, s, unit, reach, limit), boost=boost, mates=mates, link=link)


def ways(s: Dropzone, unit: int, reach: int, limit: str) -> tuple[Walk, Bases]:
    """The ways of one unit by the ground alone, and who may be crossed, but not stood on."""
    u = s.units[unit]
    others, names, standing = obstacles(s, unit)
    way = Walk(
        terrain=s.terrain,
        base=u.base,
        allowance=reach,
        costs=ground(s.terrain, u.kind, u.base.height),
        others=others,
        names=names,
        rules={"too_far": limit, "terrain": WALL_RULES[u.kind], "base": UNIT_RULES[u.kind], "": "dz.moving.distance"},
        toward=Later(lambda: goals(s, u)),
        rest=walls(s.terrain, u.kind, u.base.height) if u.kind in ("walker", "behemoth") else None,
    )
    return way, standing


def walk(g: G, unit: int, done: list[int]) -> None:
    """One unit on the ground."""
    reach, limit = allowance(g.state, unit)
    where = going(g.state, unit, reach, limit, done)
    u = g.state[unit]
    way = g.ask(u.side, Path(prompt=f"{u.name} moves", rules=g.cites[:2], unit=unit, ground=where))
    start = (u.base.x, u.base.y)
    g.cite(*crossed(g.state, u, start, way.points))
    base = after(u.base, way)
    if way.points or way.facing:
        length = path_length(start, way.points)
        lift = level(g.state, u, base.x, base.y, False)
        g.change(unit, base=base.at(base.x, base.y, lift), moved=(u.moved or 0) + length)
    g.note("moves", unit=unit, inches=path_length(start, way.points) // INCH)
    if u.kind == "behemoth" and way.points:
        behemoths.trample(g, unit)


def path_length(start: tuple[int, int], points: tuple[tuple[int, int], ...]) -> int:
    return sum(distance(a, b) for a, b in zip((start, *points), points))


# ---- onto the table


def come_on(g: G, unit: int, done: list[int]) -> int | None:
    """From In Readiness: a straight move in from the side's own edge. How far it came; None: there is no room."""
    s, u = g.state, g.state[unit]
    zone = s.mission.zones[s.sides.index(u.side)]
    reach = u.profile.mv * INCH
    toward = tuple((o.x, o.y) for o in s.objectives if not o.gone)
    zone_in = strip(s, u, reach, u.profile.fast * INCH)
    where = standing_room(s, unit, done, come=reach, rule="dz.play.deployment", zone=zone_in, toward=toward)
    if u.profile.kind == "aircraft":
        costs = ground(s.terrain, "aircraft", u.base.height)
        where = Nearby(
            terrain=s.terrain, base=u.base, costs=costs, others=packed(()), mates=where.mates, link=where.link,
            zone=where.zone, come=reach, facing=zone.facing, rule="dz.play.deployment", toward=where.toward,
        )  # fmt: skip
    if not where.room:
        g.note("waits", unit=unit)
        return None
    spot = g.ask(u.side, Place(prompt=f"{u.name} comes on", rules=("dz.play.deployment",), unit=unit, ground=where))
    base = where.placed(spot)
    far = where.came(base) or 0
    flying = u.profile.kind == "aircraft"
    g.change(
        unit, placed=True, flying=flying, moved=far, base=base.at(base.x, base.y, level(s, u, base.x, base.y, flying))
    )
    g.note("comes on", unit=unit)
    return far


def strip(s: Dropzone, u: Unit, reach: int, least: int = 0) -> tuple[tuple[int, int], ...]:
    """The part of the table that is that near to a side's edge, and no nearer than `least`."""
    fx, fy = s.mission.zones[s.sides.index(u.side)].facing
    w, d, far = s.terrain.width, s.terrain.depth, reach + u.base.radius
    if abs(fx) > abs(fy):
        low, high = (least, min(w, far)) if fx > 0 else (max(0, w - far), w - least)
        return (low, 0), (high, 0), (high, d), (low, d)
    low, high = (least, min(d, far)) if fy > 0 else (max(0, d - far), d - least)
    return (0, low), (w, low), (w, high), (0, high)


# ---- by air


def fly(g: G, unit: int, done: list[int], came: int | None) -> None:
    """An aircraft's move: up, on, under fire, down and up again as long as it has MV left, uses it and likes to."""
    left, limit = allowance(g.state, unit)
    went = INCH
    if came is not None:
        left = max(0, left - came)
        aircraft.reaction_fire(g, unit, edge_of(g.state, g.state[unit]), (g.state[unit].base.centre,))
    while g.state[unit].alive:
        if came is None:
            went = leg(g, unit, done, left, limit)
            left -= went
        came = None
        if not g.state[unit].alive or not touch_down(g, unit):
            return
        if min(left, went) < INCH or not g.state[unit].alive:
            return
        if not g.may(g.state[unit].side, f"{g.state[unit].name} takes off again", "dz.play.landing"):
            return
        aircraft.take_off(g, unit)


@act
def leg(g: G, unit: int, done: list[int], left: int, limit: str) -> int:
    """One stretch in the air, with reaction fire on the way. How long it was."""
    if not g.state[unit].flying:
        aircraft.take_off(g, unit)
    u = g.state[unit]
    where = going(g.state, unit, left, limit, done)
    way = g.ask(u.side, Path(prompt=f"{u.name} flies", rules=g.cites[:2], unit=unit, ground=where))
    start = (u.base.x, u.base.y)
    g.cite(*crossed(g.state, u, start, way.points))
    base = after(u.base, way)
    aircraft.reaction_fire(g, unit, start, way.points)
    if not g.state[unit].alive:
        return 0
    length = path_length(start, way.points)
    lift = level(g.state, u, base.x, base.y, True)
    if way.points or way.facing:
        g.change(unit, base=base.at(base.x, base.y, lift), moved=(u.moved or 0) + length)
    g.note("flies", unit=unit, inches=length // INCH)
    return length


@act
def touch_down(g: G, unit: int) -> bool:
    """Land, if it fits and its player likes; then the free exchange."""
    if not aircraft.can_land(g.state, unit):
        return False
    if not g.may(g.state[unit].side, f"{g.state[unit].name} lands", "dz.play.landing"):
        return False
    aircraft.land(g, unit)
    transports.free_exchange(g, unit)
    return True


# ---- where a move may lead


@act
def go_in(g: G, squad: SquadId) -> bool:
    """Infantry near an entrance may go in."""
    s = g.state
    pieces = entering.enterable(s, squad)
    if not pieces:
        return False
    labels = (*(s.terrain.pieces[p].name for p in pieces), "stay outside")
    ask = OneOf(prompt="enter", rules=("dz.garrisons.enter",), options=(*pieces, None), labels=labels, about="garrison")
    piece = g.ask(s.squads[squad].side, ask)
    if piece is not None:
        garrisons.enter(g, squad, piece)
    return piece is not None

"""The straight line of a charge: every heading that makes contact, what stands in it, and how far it may go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from math import isqrt

from hexless.kernel import Game, Refusal
from hexless.moves import contacts, touching
from hexless.moves.walk import refusal
from hexless.table import CONTACT, Base, Bases, Costs, Going, Route, Terrain, distance, halt, route, toll, within
from hexless.table.measure import apart

from ._sheet import rule
from .model import INCH, HorizonWars, Ticks, UnitId, foes, table
from .movement import look_ahead, names, obstacles, price, put

__all__ = [
    "Point",
    "charge_reach",
    "chargeable",
    "close_in",
    "contact_point",
    "grazing",
    "heading_to",
    "in_contact",
    "landing",
    "may_charge",
    "run_to",
    "runs_to",
    "why_not_charge",
    "why_not_counter",
]

G = Game[HorizonWars]
Point = tuple[int, int]
BATCH = 16  # headings that are judged at once
SPARE = 32  # ticks by which headings are rounded, and more
AWAY = 1 << 10  # who touches another and goes past it leaves it by this part of its way
landing = lru_cache(maxsize=1 << 12)(halt)  # asked again for every way that dice fall


def in_contact(s: HorizonWars, a: UnitId, b: UnitId) -> bool:
    """Whether two elements touch."""
    return touching(s[a].base, s[b].base)


def run_to(s: HorizonWars, unit: UnitId, target: UnitId, point: Point, reach: int | None = None) -> Route:
    """The straight line to a point, through nobody but the target."""
    return route(s.terrain, s[unit].base, (point,), price(s, s[unit]), reach, others=obstacles(s, unit, target))


def runs_to(s: HorizonWars, unit: UnitId, target: UnitId, point: Point, reach: int | None = None) -> bool:
    """Whether nothing stops it on that line."""
    e = s.units[unit]
    return toll(s.terrain, e.base, (point,), price(s, e), reach, obstacles(s, unit, target)) is not None


def contact_point(base: Base, target: Base, line: Point, space: int = 0) -> Point | None:
    """Where a base on a line comes so near to a target, to a tick or two; None if the line passes it by."""
    dx, dy = target.x - base.x, target.y - base.y
    far = distance((0, 0), line) or 1
    along, aside = (dx * line[0] + dy * line[1]) // far, abs(dx * line[1] - dy * line[0]) // far
    near = base.radius + target.radius + space
    if along < 0 or aside > near:
        return None
    step = max(0, along - isqrt(near * near - aside * aside))
    return base.x + line[0] * step // far, base.y + line[1] * step // far


# ---- any straight line into contact


def heading_to(s: HorizonWars, unit: UnitId, target: UnitId, reach: int) -> Point | None:
    """A heading whose straight line makes contact within reach, through nobody else: at the centre, or past what is
    in the way. If there is any, one of `_headings` is.
    """
    e, there = s.units[unit], table(s)
    key = (unit, target, reach, e.kind, s.rulings.difficult_cost)
    if key not in there.known:
        there.known[key] = _heading(
            price(s, e), e.base, s.units[target].base, obstacles(s, unit, target), s.terrain, reach
        )
    line: Point | None = there.known[key]
    return line


def _heading(costs: Costs, e: Base, t: Base, crowd: Bases, terrain: Terrain, reach: int) -> Point | None:
    going, centre = Going(terrain, e, costs, crowd), (t.x - e.x, t.y - e.y)
    if (point := contact_point(e, t, centre)) and going.toll((point,), reach + CONTACT) is not None:
        return centre
    if going.shut(t, reach + CONTACT):
        return None
    lines = _headings(terrain, costs, e, t, crowd)
    for some in (islice(lines, BATCH), lines):
        runs = [(line, point) for line in some if (point := contact_point(e, t, line))]
        for (line, _), cost in zip(runs, going.tolls([point for _, point in runs], reach + CONTACT)):
            if cost is not None:
                return line
    return None


def _headings(terrain: Terrain, costs: Costs, e: Base, t: Base, others: Bases) -> Iterator[Point]:
    """Beside the line of centres: the lines to every contact place that matters, and those that just pass an obstacle,
    a corner of ground, or the rim of the target. What bars the headings between two of them bars one of them.
    """
    centre = (t.x - e.x, t.y - e.y)
    yield from ((x - e.x, y - e.y) for x, y in contacts(terrain, e, t, costs, others) if (x, y) != (e.x, e.y))
    corners = [piece.outline for i, piece in enumerate(terrain.pieces) if _toward(terrain.circle(i), e, t)]
    passing = (*_tangents(e, t.centre, e.radius + t.radius - CONTACT), *grazing(corners, e, others))
    wide, far = e.radius + t.radius, distance((0, 0), centre)
    for line in passing:
        aside = abs(centre[0] * line[1] - centre[1] * line[0])
        if aside <= wide * distance((0, 0), line) and centre[0] * line[0] + centre[1] * line[1] > 0 and far:
            yield line


def _toward(circle: tuple[int, int, int], e: Base, t: Base) -> bool:
    """Whether a heading that passes a corner in a circle may make contact with a target: the circle comes near, or into
    the wedge about the target; a little more than that.
    """
    x, y, near = circle[0] - e.x, circle[1] - e.y, circle[2] + e.radius + SPARE
    wx, wy, wide = t.x - e.x, t.y - e.y, e.radius + t.radius + SPARE
    size, along, aside = wx * wx + wy * wy, x * wx + y * wy, abs(wx * y - wy * x)
    if size <= wide * wide or x * x + y * y <= (near + INCH) ** 2:
        return True
    if along < 0 and along * along > near * near * size:
        return False
    return aside * isqrt(size - wide * wide) - along * wide <= near * size


def grazing(outlines: Iterable[Sequence[Point]], base: Base, others: Iterable[Base]) -> Iterator[Point]:
    """The headings that just pass another base or a corner of ground, on either side."""
    for other in others:
        yield from _tangents(base, other.centre, base.radius + other.radius + 2)
    for outline in outlines:
        for corner in outline:
            yield from _tangents(base, corner, base.radius + 2)
            yield from _tangents(base, corner, 2)


def _tangents(base: Base, point: Point, room: int) -> Iterator[Point]:
    """The headings that pass a point at a distance, on either side; from nearer, square to it and a little away."""
    dx, dy = point[0] - base.x, point[1] - base.y
    long = dx * dx + dy * dy - room * room
    if long <= 0:
        yield from ((-dy * AWAY - dx, dx * AWAY - dy), (dy * AWAY - dx, -dx * AWAY - dy))
        return
    along = isqrt(long)
    for side in (room, -room):
        yield (dx * along - dy * side) // 1024, (dy * along + dx * side) // 1024


# ---- who may charge and counter-charge whom


@rule("hw.move.charge", "hw.play.current-stats")
def charge_reach(s: HorizonWars, charger: UnitId) -> Ticks:
    """A charge goes up to twice M."""
    return Ticks(2 * s.units[charger].M * INCH)


def chargeable(s: HorizonWars, charger: UnitId) -> list[UnitId]:
    """Whom an element may charge; those that are too far off are not looked at."""
    reach = charge_reach(s, charger)
    near = table(s).within(charger, reach + CONTACT, foes(s, charger)) if reach else ()
    return [UnitId(t) for t in near if may_charge(s, charger, UnitId(t))]


@rule("hw.move.charge", "hw.move.charge-straight", "hw.play.terrain")
def may_charge(s: HorizonWars, charger: UnitId, target: UnitId) -> bool:
    """Whether some straight line into contact is free, and its whole length within reach."""
    reach, e, t = charge_reach(s, charger), s.units[charger].base, s.units[target].base
    if not reach or _walled_in(s, charger, target) or not within(e, t, reach + CONTACT):
        return False
    return touching(e, t) or heading_to(s, charger, target, reach) is not None


def _walled_in(s: HorizonWars, charger: UnitId, target: UnitId) -> bool:
    """Whether a target is in a building, which only infantry enters."""
    inside = () if s.units[charger].infantry else s.terrain.at(s.units[target].base.centre)
    return any("building" in s.terrain.pieces[i].traits for i in inside)


def why_not_charge(s: HorizonWars, charger: UnitId, target: UnitId) -> Refusal | None:
    """What stands against a charge, if anything does."""
    if may_charge(s, charger, target):
        return None
    e, t = s[charger], s[target]
    reach = charge_reach(s, charger)
    if not reach:
        return Refusal(f"{e.name} cannot move", "hw.move.charge")
    if _walled_in(s, charger, target):
        return Refusal(f"{t.name} is inside a building", "hw.play.terrain")
    if not within(e.base, t.base, reach + CONTACT):
        return Refusal(f"{t.name} is more than twice M away", "hw.move.charge")
    centre = (t.base.x - e.base.x, t.base.y - e.base.y)
    stop = run_to(s, charger, target, contact_point(e.base, t.base, centre) or e.base.centre, reach + CONTACT).stop
    return None if stop is None else refusal(stop, _Line(s, charger, target))


class _Line:
    """The names that a refusal of a straight line needs."""

    def __init__(self, s: HorizonWars, charger: UnitId, target: UnitId) -> None:
        self.terrain, self.rules = s.terrain, {"": "hw.move.charge-straight", "too_far": "hw.move.charge"}
        self.names = names(s, charger, target)


@rule("hw.charge.vehicle-no-counter", "hw.move.counter-charge", "hw.move.counter-charge-contact")
def why_not_counter(s: HorizonWars, unit: UnitId, actor: UnitId) -> Refusal | None:
    """Against a charge at its halt, up to 1 inch, into contact, and never by a vehicle."""
    if s.charge is None:
        return Refusal("there is no charge to counter", "hw.move.counter-charge")
    if s[unit].kind == "vehicle":
        return Refusal("a vehicle cannot counter-charge", "hw.charge.vehicle-no-counter")
    if not within(s[unit].base, s[actor].base, INCH + CONTACT) or not (
        in_contact(s, unit, actor) or heading_to(s, unit, actor, INCH)
    ):
        return Refusal(f"{s[actor].name} is not within an inch", "hw.move.counter-charge-contact")
    return None


def close_in(g: G, unit: UnitId, target: UnitId, line: Point, space: int = 0) -> Ticks:
    """Go on along a line until the gap to a target measures so much, and face it; how far it was."""
    before, t = g.state[unit].base, g.state[target].base
    if within(before, t, space + CONTACT):
        return Ticks(0)
    x, y = _land(g.state, unit, target, line, space)
    put(g, unit, before.at(x, y).facing(t.x - x, t.y - y))
    look_ahead(g, unit)
    return Ticks(distance(before.centre, (x, y)))


def _land(s: HorizonWars, unit: UnitId, target: UnitId, line: Point, space: int) -> Point:
    """Where that is: a place that measures right, or at the table's edge and in a crowd the tick nearest to it."""
    base, t, others = s[unit].base, s[target].base, obstacles(s, unit, target)
    x, y = contact_point(base, t, line, space) or base.centre
    about = [(x + dx, y + dy) for dx in (0, -1, 1, -2, 2) for dy in (0, -1, 1, -2, 2)]
    places = [p for p in (landing(base, t, space, line), *about) if p is not None]
    right = (p for p in places if apart(base.at(*p), t) == space)
    free = (p for p in right if toll(s.terrain, base, (p,), price(s, s[unit]), None, others) is not None)
    return next(free, (x, y))

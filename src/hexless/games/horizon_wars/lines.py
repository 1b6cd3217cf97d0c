"""The straight line of a charge: where it makes contact, what stands in it, and how far it may go."""

from __future__ import annotations

from math import isqrt

from hexless.kernel import Game, Refusal
from hexless.moves.walk import refusal
from hexless.table import Base, Route, distance, gap, route

from ._sheet import rule
from .model import INCH, HorizonWars, Ticks, UnitId
from .movement import look_ahead, obstacles, price, put

__all__ = [
    "TOUCH",
    "Point",
    "charge_reach",
    "close_in",
    "contact_point",
    "in_contact",
    "run_to",
    "why_not_charge",
    "why_not_counter",
]

G = Game[HorizonWars]
Point = tuple[int, int]

TOUCH = 3  # ticks: whole numbers cannot always meet exactly


def in_contact(s: HorizonWars, a: UnitId, b: UnitId) -> bool:
    """Whether two elements touch."""
    return gap(s[a].base, s[b].base).distance <= TOUCH


def run_to(s: HorizonWars, unit: UnitId, target: UnitId, point: Point, reach: int | None = None) -> Route:
    """The straight line to a point, through nobody but the target."""
    others, _ = obstacles(s, unit, target)
    return route(s.terrain, s[unit].base, (point,), price(s, s[unit]), reach, others=others)


def contact_point(base: Base, target: Base, stop: int = 0, line: Point | None = None) -> Point | None:
    """Where a base comes within `stop` of a target, straight at it or along a line; None if the line passes it by."""
    dx, dy = target.x - base.x, target.y - base.y
    hx, hy = line or (dx, dy)
    far = distance((0, 0), (hx, hy)) or 1
    along, aside = (dx * hx + dy * hy) // far, abs(dx * hy - dy * hx) // far
    near = base.radius + target.radius + stop
    if aside > near:
        return None
    step = along - isqrt(near * near - aside * aside)
    if along < 0 or step <= 0:
        return None if along < 0 else (base.x, base.y)
    return base.x + hx * step // far, base.y + hy * step // far


@rule("hw.move.charge", "hw.play.current-stats")
def charge_reach(s: HorizonWars, charger: UnitId) -> Ticks:
    """A charge goes up to twice M."""
    return Ticks(2 * s[charger].M * INCH)


@rule("hw.move.charge", "hw.move.charge-straight", "hw.play.terrain")
def why_not_charge(s: HorizonWars, charger: UnitId, target: UnitId) -> Refusal | None:
    """The straight line into contact has to be free, and its whole length within reach."""
    e, t = s[charger], s[target]
    reach = charge_reach(s, charger)
    if not reach:
        return Refusal(f"{e.name} cannot move", "hw.move.charge")
    if not e.infantry and any("building" in s.terrain.pieces[i].traits for i in s.terrain.at((t.base.x, t.base.y))):
        return Refusal(f"{t.name} is inside a building", "hw.play.terrain")
    if distance((e.base.x, e.base.y), (t.base.x, t.base.y)) - e.base.radius - t.base.radius > reach + TOUCH:
        return Refusal(f"{t.name} is more than twice M away", "hw.move.charge")
    point = contact_point(e.base, t.base) or (e.base.x, e.base.y)
    stop = run_to(s, charger, target, point, reach + TOUCH).stop
    return None if stop is None else refusal(stop, _Line(s, charger, target))


class _Line:
    """The names that a refusal of a straight line needs."""

    def __init__(self, s: HorizonWars, charger: UnitId, target: UnitId) -> None:
        self.terrain, self.rules = s.terrain, {"": "hw.move.charge-straight", "too_far": "hw.move.charge"}
        self.names = obstacles(s, charger, target)[1]


@rule("hw.charge.vehicle-no-counter", "hw.move.counter-charge", "hw.move.counter-charge-contact")
def why_not_counter(s: HorizonWars, unit: UnitId, actor: UnitId) -> Refusal | None:
    """Against a charge at its halt, up to 1 inch, into contact, and never by a vehicle."""
    if s.charge is None:
        return Refusal("there is no charge to counter", "hw.move.counter-charge")
    if s[unit].kind == "vehicle":
        return Refusal("a vehicle cannot counter-charge", "hw.charge.vehicle-no-counter")
    point = contact_point(s[unit].base, s[actor].base)
    if point is None or run_to(s, unit, actor, point, INCH + INCH // 100).stop:
        return Refusal(f"{s[actor].name} is not within an inch", "hw.move.counter-charge-contact")
    return None


def close_in(g: G, unit: UnitId, target: UnitId, point: Point) -> Ticks:
    """Go straight to a point and face the target; how far it was."""
    before, t = g.state[unit].base, g.state[target].base
    moved = Ticks(distance((before.x, before.y), point))
    if moved:
        put(g, unit, before.at(*point).facing(t.x - point[0], t.y - point[1]))
        look_ahead(g, unit)
    return moved

"""The charge: into reach, reactions, the clash, and who gives way."""

from __future__ import annotations

from math import comb, isqrt

from hexless.kernel import Game, OneOf, Refusal, Row, Total, Value, chance, d12, total
from hexless.moves.walk import DIRECTIONS, refusal
from hexless.table import Base, Route, distance, gap, route, toll

from ._sheet import rule
from .damage import damage, destroy
from .model import HorizonWars, Kind, foes
from .movement import look_ahead, obstacles, price, put

__all__ = [
    "INCH",
    "Charge",
    "Clash",
    "Fighter",
    "can_charge",
    "clash",
    "close_in",
    "contact_point",
    "declare_charge",
    "fight",
    "halt_short",
    "in_contact",
    "run_to",
]

G = Game[HorizonWars]
Point = tuple[int, int]

INCH = 1000
TOUCH = 3  # ticks: whole numbers cannot always meet exactly


class Charge(Value, frozen=True):
    """A charge at its halt: along which line, how far it may go and has paid for, how far it came."""

    charger: int
    target: int
    line: Point
    reach: int
    paid: int
    moved: int


def in_contact(s: HorizonWars, a: int, b: int) -> bool:
    """Whether two elements touch."""
    return gap(s[a].base, s[b].base).distance <= TOUCH


def run_to(s: HorizonWars, charger: int, target: int, point: Point, reach: int | None = None) -> Route:
    """The straight line to a point, through nobody but the target."""
    others, _ = obstacles(s, charger, target)
    return route(s.terrain, s[charger].base, (point,), price(s, s[charger]), reach, others=others)


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
def charge_reach(s: HorizonWars, charger: int) -> int:
    """A charge goes up to twice M."""
    return 2 * s[charger].M * INCH


@rule("hw.move.charge", "hw.move.charge-straight", "hw.play.terrain")
def _why_no_charge(s: HorizonWars, charger: int, target: int) -> Refusal | None:
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

    def __init__(self, s: HorizonWars, charger: int, target: int) -> None:
        self.terrain, self.rules = s.terrain, {"": "hw.move.charge-straight", "too_far": "hw.move.charge"}
        self.names = obstacles(s, charger, target)[1]


def can_charge(s: HorizonWars, charger: int) -> bool:
    """Whether there is anybody to charge."""
    return any(_why_no_charge(s, charger, t) is None for t in foes(s, charger))


@rule("hw.move.charge", "hw.move.charge-straight")
def declare_charge(g: G, charger: int) -> int:
    """Name the target of a charge."""
    s, enemies = g.state, foes(g.state, charger)
    options = [t for t in enemies if _why_no_charge(s, charger, t) is None]
    ask = OneOf(
        prompt="charge",
        rules=g.cites,
        options=tuple(options),
        labels=tuple(s[t].name for t in options),
        about="unit",
        by=charger,
        why=lambda t: _why_no_charge(s, charger, t) if type(t) is int and t in enemies else None,
    )
    target: int = g.ask(s[charger].side, ask)
    return target


@rule("hw.move.charge-halt")
def halt_short(g: G, charger: int, target: int) -> Charge:
    """Halt an inch short of the target; an element within an inch of it halts where it stands."""
    s, e, t = g.state, g.state[charger].base, g.state[target].base
    point = contact_point(e, t, INCH) or (e.x, e.y)
    paid, reach = run_to(s, charger, target, point).cost, charge_reach(s, charger)
    moved = close_in(g, charger, target, point)
    g.note("halted", unit=charger, target=target, moved=moved)
    return Charge(charger, target, (t.x - e.x, t.y - e.y), reach, paid, moved)


def close_in(g: G, unit: int, target: int, point: Point) -> int:
    """Go straight to a point and face the target; how far it was."""
    before, t = g.state[unit].base, g.state[target].base
    moved = distance((before.x, before.y), point)
    if moved:
        put(g, unit, before.at(*point).facing(t.x - point[0], t.y - point[1]))
        look_ahead(g, unit)
    return moved


# ---- the clash


class Fighter(Value, frozen=True):
    """One side of a clash: its P, its kind, and how far it moved into it, in ticks."""

    P: int
    kind: Kind
    moved: int = 0

    @property
    def infantry(self) -> bool:
        return self.kind == "infantry"


class Clash(Value, frozen=True):
    """What a clash does: damage to both, the winner ("charger", "target" or "draw"), and who is destroyed outright."""

    to_charger: int
    to_target: int
    winner: str
    destroyed: str = ""
    turned: bool = False  # the infantry turned the tables
    rules: tuple[str, ...] = ()  # the special resolutions that made it so

    def by(self, rule_id: str, **changes: int | str | bool) -> Clash:
        """The same clash after a special resolution."""
        return self.with_(rules=(*self.rules, rule_id), **changes)


def _kept_weights(dice: int) -> tuple[dict[tuple[int, int], int], int]:
    """Highest die and its doubles: comb(n, k) ways to place k of them, (h - 1) ** (n - k) for the lower dice."""
    ways = {
        (high, k - 1): comb(dice, k) * (high - 1) ** (dice - k) for high in range(1, 13) for k in range(1, dice + 1)
    }
    return ways, 12**dice


@rule("hw.charge.roll")
@chance(_kept_weights)
def keep_highest(g: G, dice: int) -> tuple[int, int]:
    """Roll P dice, keep the highest; how many others are equal to it."""
    faces = g.roll(d12(dice), "charge")
    return faces[-1], faces.count(faces[-1]) - 1


@rule("hw.charge.matching-dice", "hw.charge.moved", "hw.charge.moved-over-four", "hw.charge.infantry-bonus-cap")
def bonuses(fighter: Fighter, doubles: int) -> tuple[Row | None, ...]:
    """+1 for each die equal to the highest, +1 if it moved, +1 if more than 4 inches; infantry adds at most 1."""
    rows = (
        Row(doubles, "dice equal to the highest", "hw.charge.matching-dice") if doubles else None,
        Row(1, "moved", "hw.charge.moved") if fighter.moved > 0 else None,
        Row(1, "moved more than 4 inches", "hw.charge.moved-over-four") if fighter.moved > 4 * INCH else None,
    )
    excess = total(*rows).value - 1
    if fighter.infantry and excess > 0:
        return *rows, Row(-excess, "infantry adds at most 1", "hw.charge.infantry-bonus-cap")
    return rows


def score(g: G, fighter: Fighter) -> Total:
    """The highest die and its bonuses."""
    high, doubles = g.call(keep_highest, fighter.P)
    return total(Row(high, "highest die", "hw.charge.roll"), *bonuses(fighter, doubles))


@rule("hw.charge.damage")
@chance()
def clash(g: G, charger: Fighter, target: Fighter, compare: str = "damage") -> Clash:
    """Both roll; each takes half of the other's score, rounded down; then the special resolutions."""
    a, b = score(g, charger), score(g, target)
    g.note("clash", charger=a, target=b)
    to_target, to_charger = a.value // 2, b.value // 2
    lead = to_target - to_charger if compare == "damage" else a.value - b.value
    winner = "charger" if lead > 0 else "target" if lead < 0 else "draw"
    result = Clash(to_charger, to_target, winner)
    if charger.infantry:
        return infantry_charges_infantry(result) if target.infantry else infantry_charges_armour(result)
    if not target.infantry:
        return result
    if result.winner == "target":
        return turn_the_tables(g, charger, target, compare)
    return armour_charges_infantry(result)


@rule("hw.charge.infantry-infantry")
def infantry_charges_infantry(result: Clash) -> Clash:
    """Whichever takes most damage is destroyed."""
    if result.winner == "draw":
        return result
    return result.by("hw.charge.infantry-infantry", destroyed="target" if result.winner == "charger" else "charger")


@rule("hw.charge.infantry-beats-vehicle", "hw.charge.infantry-halves-damage")
def infantry_charges_armour(result: Clash) -> Clash:
    """If the infantry wins, the mech or vehicle is destroyed; the infantry takes half its damage, rounded up."""
    halved = result.by("hw.charge.infantry-halves-damage", to_charger=(result.to_charger + 1) // 2)
    return halved.by("hw.charge.infantry-beats-vehicle", destroyed="target") if result.winner == "charger" else halved


@rule("hw.charge.vehicle-beats-infantry")
def armour_charges_infantry(result: Clash) -> Clash:
    """If the mech or vehicle wins, the infantry is destroyed."""
    return result.by("hw.charge.vehicle-beats-infantry", destroyed="target") if result.winner == "charger" else result


@rule("hw.charge.infantry-turns-tables")
def turn_the_tables(g: G, charger: Fighter, target: Fighter, compare: str) -> Clash:
    """The fight again at once, as though the infantry had charged: neither counts as having moved."""
    again = g.call(clash, target.with_(moved=0), charger.with_(moved=0), compare)
    swapped = {"charger": "target", "target": "charger", "draw": "draw", "": ""}
    rules = ("hw.charge.infantry-turns-tables", *again.rules)
    return Clash(again.to_target, again.to_charger, swapped[again.winner], swapped[again.destroyed], True, rules)


# ---- what follows from it


@rule("hw.charge.damage")
def fight(g: G, charger: int, target: int, moved: int, met: int = 0) -> None:
    """The clash of two elements in contact: damage to both at once, and somebody gives way."""
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


def make_room(g: G, charger: int, target: int, result: Clash) -> None:
    """Who moves an inch after a fight: an overrunning mech or vehicle moves on, else the loser gives way."""
    s = g.state
    overrun = not s[charger].infantry and s[target].infantry and not result.turned
    if result.winner == "charger" and not overrun:
        if s[target].here:
            give_way(g, target, charger)
    elif s[charger].here:
        if overrun:
            moves_on = move_on if result.winner == "charger" else draw_with_infantry
            moves_on(g, charger, target)
        else:
            gives_way = draw if result.winner == "draw" else give_way
            gives_way(g, charger, target)


@rule("hw.charge.push-back")
def give_way(g: G, loser: int, opponent: int) -> None:
    """The one that took more damage moves an inch away from its opponent."""
    back_off(g, loser, opponent)


@rule("hw.play.charge-draw")
def draw(g: G, charger: int, target: int) -> None:
    """In a draw the active element moves an inch away, as if it had lost."""
    back_off(g, charger, target)


@rule("hw.charge.vehicle-moves-on")
def move_on(g: G, charger: int, target: int) -> None:
    """A mech or vehicle that wins its charge against infantry moves on an inch."""
    go_on(g, charger, target)


@rule("hw.charge.vehicle-draw")
def draw_with_infantry(g: G, charger: int, target: int) -> None:
    """A mech or vehicle that draws its charge against infantry moves on an inch."""
    go_on(g, charger, target)


def back_off(g: G, unit: int, opponent: int) -> None:
    """An inch straight away, or the shortest shift that ends an inch from the opponent; else it stays."""
    e, o = g.state[unit].base, g.state[opponent].base
    away = (e.x - o.x, e.y - o.y)
    if shifted(g, unit, _steps(away, INCH)[:1]):
        return
    for size in range(INCH, 3 * INCH + 1, INCH // 4):
        if shifted(g, unit, _steps(away, size), clear_of=o if g.state[opponent].here else None):
            return


def go_on(g: G, unit: int, opponent: int) -> None:
    """An inch on in the direction of the charge, or as near to it as there is room; never back."""
    e, o = g.state[unit].base, g.state[opponent].base
    ahead = (o.x - e.x, o.y - e.y)
    shifted(g, unit, [step for step in _steps(ahead, INCH) if step[0] * ahead[0] + step[1] * ahead[1] >= 0])


def shifted(g: G, unit: int, steps: list[Point], clear_of: Base | None = None) -> bool:
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

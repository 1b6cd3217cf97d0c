"""The charge: into reach, reactions, the clash, and who gives way."""

from __future__ import annotations

from math import comb

from hexless.ground.walk import DIRECTIONS, refusal
from hexless.kernel import Game, OneOf, Refusal, Row, Total, Value, chance, d12, total
from hexless.table import Base, Route, distance, fits, gap, route

from ._sheet import rule
from .damage import damage, destroy
from .model import HorizonWars, Kind, foes
from .movement import obstacles, price, stand_on

__all__ = [
    "INCH",
    "Clash",
    "Fighter",
    "can_charge",
    "charge_targets",
    "clash",
    "close_in",
    "declare_charge",
    "fight",
    "in_contact",
    "run_at",
]

G = Game[HorizonWars]

INCH = 1000
TOUCH = 3  # ticks: whole numbers cannot always meet exactly


def in_contact(s: HorizonWars, a: int, b: int) -> bool:
    """Whether two elements touch."""
    return gap(s[a].base, s[b].base).distance <= TOUCH


def run_at(s: HorizonWars, charger: int, target: int, stop: int, reach: int) -> Route:
    """The straight line towards a target, up to `stop` from it, through nobody else."""
    e, t = s[charger].base, s[target].base
    others, _ = obstacles(s, charger, target)
    return route(s.terrain, e, (_towards(e, t, stop),), price(s, s[charger]), reach, others=others)


def _towards(base: Base, target: Base, stop: int) -> tuple[int, int]:
    """Where a base stands when it has come within `stop` of a target along the line of centres."""
    far = distance((base.x, base.y), (target.x, target.y))
    step = max(0, far - target.radius - base.radius - stop)
    if not step:
        return base.x, base.y
    x, y = (base.x + (target.x - base.x) * step // far, base.y + (target.y - base.y) * step // far)
    return x, y


@rule("hw.move.charge", "hw.move.charge-straight", "hw.play.current-stats")
def charge_reach(s: HorizonWars, charger: int) -> int:
    """A charge goes up to twice M."""
    return 2 * s[charger].M * INCH


def _why_no_charge(s: HorizonWars, charger: int, target: int) -> Refusal | None:
    e, t = s[charger], s[target]
    reach = charge_reach(s, charger)
    if not reach:
        return Refusal(f"{e.name} cannot move", "hw.move.charge")
    if not e.infantry and any("building" in s.terrain.pieces[i].traits for i in s.terrain.at((t.base.x, t.base.y))):
        return Refusal(f"{t.name} is inside a building", "hw.play.terrain")
    if distance((e.base.x, e.base.y), (t.base.x, t.base.y)) - e.base.radius - t.base.radius > reach + TOUCH:
        return Refusal(f"{t.name} is more than twice M away", "hw.move.charge")
    stop = run_at(s, charger, target, 0, reach + TOUCH).stop
    return None if stop is None else refusal(stop, _Line(s, charger, target))


class _Line:
    """The names that a refusal of a straight line needs."""

    def __init__(self, s: HorizonWars, charger: int, target: int) -> None:
        self.terrain, self.rules = s.terrain, {"": "hw.move.charge-straight", "too_far": "hw.move.charge"}
        self.names = obstacles(s, charger, target)[1]


def charge_targets(s: HorizonWars, charger: int) -> list[int]:
    """The enemies that a straight charge can reach."""
    return [t for t in foes(s, charger) if _why_no_charge(s, charger, t) is None]


def can_charge(s: HorizonWars, charger: int) -> bool:
    """Whether there is anybody to charge."""
    return any(_why_no_charge(s, charger, t) is None for t in foes(s, charger))


@rule("hw.move.charge", "hw.move.charge-straight")
def declare_charge(g: G, charger: int) -> int:
    """Name the target of a charge."""
    s = g.state
    options = charge_targets(s, charger)
    enemies = foes(s, charger)
    ask = OneOf(
        prompt="charge",
        rules=g.cites,
        options=tuple(options),
        labels=tuple(s[t].name for t in options),
        about="unit",
        by=charger,
        attack="charge",
        why=lambda t: _why_no_charge(s, charger, t) if type(t) is int and t in enemies else None,
    )
    target: int = g.ask(s[charger].side, ask)
    return target


@rule("hw.move.charge-halt", "hw.move.charge-finish")
def close_in(g: G, charger: int, target: int, stop: int) -> int:
    """Move straight at a target until `stop` away from it; how far it was."""
    before, t = g.state[charger].base, g.state[target].base
    x, y = _towards(before, t, stop)
    if (x, y) == (before.x, before.y):
        return 0
    base = before.at(x, y, stand_on(g.state, x, y)).facing(t.x - before.x, t.y - before.y)
    g.change(charger, base=base)
    moved = distance((before.x, before.y), (x, y))
    g.note("closed", unit=charger, target=target, moved=moved, halt=bool(stop))
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


def _kept_weights(dice: int) -> tuple[dict[tuple[int, int], int], int]:
    """Highest die and its doubles: comb(n, k) ways to place k of them, (h - 1) ** (n - k) for the lower dice."""
    ways = {
        (high, k - 1): comb(dice, k) * (high - 1) ** (dice - k) for high in range(1, 13) for k in range(1, dice + 1)
    }
    return ways, 12**dice


@rule("hw.charge.roll", "hw.charge.matching-dice")
@chance(_kept_weights)
def keep_highest(g: G, dice: int) -> tuple[int, int]:
    """Roll P dice, keep the highest; how many others are equal to it."""
    faces = g.roll(d12(dice), "charge")
    return faces[-1], faces.count(faces[-1]) - 1


@rule("hw.charge.moved", "hw.charge.moved-over-four", "hw.charge.infantry-bonus-cap")
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
    if charger.infantry and target.infantry:
        return infantry_charges_infantry(g, result)
    if charger.infantry:
        return infantry_charges_armour(g, result)
    if target.infantry:
        return armour_charges_infantry(g, result, charger, target, compare)
    return result


@rule("hw.charge.infantry-infantry")
def infantry_charges_infantry(g: G, result: Clash) -> Clash:
    """Whichever takes most damage is destroyed."""
    loser = {"charger": "target", "target": "charger", "draw": ""}[result.winner]
    return result.with_(destroyed=loser)


@rule("hw.charge.infantry-beats-vehicle", "hw.charge.infantry-halves-damage")
def infantry_charges_armour(g: G, result: Clash) -> Clash:
    """If the infantry wins, the mech or vehicle is destroyed; the infantry takes half its damage, rounded up."""
    destroyed = "target" if result.winner == "charger" else ""
    return result.with_(to_charger=(result.to_charger + 1) // 2, destroyed=destroyed)


@rule("hw.charge.vehicle-beats-infantry")
def armour_charges_infantry(g: G, result: Clash, charger: Fighter, target: Fighter, compare: str) -> Clash:
    """If the mech or vehicle wins, the infantry is destroyed; if the infantry wins, roll again as its own charge."""
    if result.winner == "charger":
        return result.with_(destroyed="target")
    if result.winner == "draw":
        return result
    return turn_the_tables(g, charger, target, compare)


@rule("hw.charge.infantry-turns-tables")
def turn_the_tables(g: G, charger: Fighter, target: Fighter, compare: str) -> Clash:
    """The fight again at once, as though the infantry had charged: it counts as not having moved."""
    again = g.call(clash, target.with_(moved=0), charger.with_(moved=0), compare)
    swapped = {"charger": "target", "target": "charger", "draw": "draw", "": ""}
    return Clash(again.to_target, again.to_charger, swapped[again.winner], swapped[again.destroyed], turned=True)


# ---- what follows from it


@rule("hw.charge.damage")
def fight(g: G, charger: int, target: int, moved: int, met: int = 0) -> None:
    """The clash of two elements in contact: damage to both at once, and the loser gives way."""
    a, b = g.state[charger], g.state[target]
    heading = (b.base.x - a.base.x, b.base.y - a.base.y)
    result = g.call(clash, Fighter(a.P, a.kind, moved), Fighter(b.P, b.kind, met), g.state.rulings.charge_compare)
    g.note(
        "fought", charger=charger, target=target, winner=result.winner,
        to_charger=result.to_charger, to_target=result.to_target, destroyed=result.destroyed,
    )  # fmt: skip
    for unit, side, hits in ((target, "target", result.to_target), (charger, "charger", result.to_charger)):
        if result.destroyed == side:
            destroy(g, unit)
        else:
            damage(g, unit, hits)
    overrun = not a.infantry and b.infantry and not result.turned
    match result.winner:
        case "charger":
            move_on(g, charger, heading) if overrun else give_way(g, target, heading)
        case "draw":
            draw_with_infantry(g, charger, heading) if overrun else draw(g, charger, heading)
        case _:
            give_way(g, charger, (-heading[0], -heading[1]))


@rule("hw.charge.vehicle-moves-on")
def move_on(g: G, charger: int, heading: tuple[int, int]) -> None:
    """A mech or vehicle that wins its charge against infantry moves on an inch."""
    shift(g, charger, heading)


@rule("hw.charge.vehicle-draw")
def draw_with_infantry(g: G, charger: int, heading: tuple[int, int]) -> None:
    """A mech or vehicle that draws its charge against infantry moves on an inch."""
    shift(g, charger, heading)


@rule("hw.charge.push-back")
def give_way(g: G, loser: int, heading: tuple[int, int]) -> None:
    """The one that took more damage moves an inch away from its opponent."""
    shift(g, loser, heading)


@rule("hw.play.charge-draw")
def draw(g: G, charger: int, heading: tuple[int, int]) -> None:
    """In a draw the active element moves an inch away, as if it had lost."""
    shift(g, charger, (-heading[0], -heading[1]))


def shift(g: G, unit: int, heading: tuple[int, int]) -> None:
    """One inch in a direction, or the nearest direction in which there is room; else it stays."""
    e = g.state[unit]
    if not e.here:
        return
    others, _ = obstacles(g.state, unit)
    costs = price(g.state, e)
    for dx, dy in _nearest_first(heading):
        x, y = e.base.x + dx, e.base.y + dy
        there = e.base.at(x, y, stand_on(g.state, x, y))
        if g.state.terrain.fits_table(there) and fits(g.state.terrain, there, costs, others, e.base) is None:
            g.change(unit, base=there)
            g.note("shifted", unit=unit, x=x, y=y)
            return


def _nearest_first(heading: tuple[int, int]) -> list[tuple[int, int]]:
    """An inch along the heading, then along the compass directions that turn least from it."""
    hx, hy = heading
    far = distance((0, 0), heading) or 1
    straight = (hx * INCH // far, hy * INCH // far)
    return [straight, *sorted(DIRECTIONS, key=lambda d: -(d[0] * hx + d[1] * hy))]

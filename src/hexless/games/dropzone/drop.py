"""The drop-harness: a Behemoth from orbit, called down by Infantry, and what its landing does to it."""

from __future__ import annotations

from hexless.kernel import Game, OneOf, Pool, Row, Total, act, d3, d6, total
from hexless.moves import Place
from hexless.moves.formation import overlaps
from hexless.moves.packed import NOBODY, packed
from hexless.moves.room import room
from hexless.moves.walk import DIRECTIONS
from hexless.table import Base, Bases, Costs, fits

from . import behemoths, crashes, losses
from ._sheet import rule
from .accuracy import look
from .choices import callable_by
from .lines import apart, near_piece
from .model import INCH, Dropzone, SquadId, alive_of, change_group, foes_of
from .places import NOWHERE, Nearby
from .unit_types import stood, walls

__all__ = ["chosen", "landing_dice", "signal"]

G = Game[Dropzone]


def chosen(g: G, group: int) -> bool:
    """Whether a battlegroup that could come by drop-harness does so; said when it is deployed."""
    s = g.state
    units = [s.units[i] for squad in s.squads if squad.group == group for i in squad.units]
    if not units or not all(u.profile.harness for u in units):
        return False
    rules = ("dz.play.behemoth-drop",)
    labels = ("as all others do", "by drop-harness")
    ask = OneOf(prompt=f"{s.groups[group].name} comes", rules=rules, options=("ground", "harness"), labels=labels)
    if g.ask(units[0].side, ask) == "ground":
        return False
    strap_in(g, group)
    return True


@rule("dz.play.behemoth-drop")
def strap_in(g: G, group: int) -> None:
    """It waits in orbit for a Signal, and is not activated before."""
    change_group(g, group, harness=True)
    g.note("in orbit", group=g.state.groups[group].name)


@rule("dz.play.behemoth-drop")
@act
def signal(g: G, squad: SquadId) -> None:
    """Both actions of Infantry: a point within 6 inches of it, or of the edge of its garrison."""
    s, side = g.state, g.state.squads[squad].side
    options = tuple(callable_by(s, squad))
    labels = tuple(s[i].name for i in options)
    ask = OneOf(prompt="call down", rules=g.cites, options=options, labels=labels, about="unit")
    unit = g.ask(side, ask) if len(options) > 1 else options[0]
    u = s[alive_of(s, squad)[0]]
    where = Nearby(
        terrain=s.terrain, base=s[unit].base, costs=Costs(()), others=NOBODY, reach=6 * INCH, rule=g.cites[0],
        anchor=(u.base.x, u.base.y) if u.piece is None else None,
        outline=() if u.piece is None else s.terrain.pieces[u.piece].outline,
        facing=s.mission.zones[s.sides.index(side)].facing,
    )  # fmt: skip
    g.note("signals", unit=alive_of(s, squad)[0], behemoth=unit)
    if where.room:
        spot = g.ask(side, Place(prompt=f"{s[unit].name} comes down", rules=g.cites, unit=unit, ground=where))
        land(g, unit, where.placed(spot))


def land(g: G, unit: int, base: Base) -> None:
    """Hits on whatever is below; then it is put down as near as scenery lets it, and suffers for the landing."""
    g.note("dropped", unit=unit)
    behemoths.crush(g, unit, base, g.sum(d3(2), "the landing"), 12, "a Behemoth from orbit")
    dice = landing_dice(g.state, unit, base)
    at = nearest(g.state, base, walls(g.state.terrain, "behemoth", base.height), NOBODY)
    if at is None:
        g.note("no room to land", unit=unit)
        return
    change_group(g, g.state.squad_of(unit).group, status="table", acted=True)
    make_room(g, unit, at)
    suffer(g, unit, dice)


# ---- its own damage


@rule("dz.play.behemoth-drop-damage")
def landing_dice(s: Dropzone, unit: int, base: Base) -> Total:
    """How many dice a landing costs: for scenery, enemies close by, units below and AA weapons."""
    cite, u = "dz.play.behemoth-drop-damage", s.units[unit].with_(base=base, placed=True)
    at = s.with_(units=(*s.units[:unit], u, *s.units[unit + 1 :]))
    spread = u.profile.spread
    pieces = [p.traits for i, p in enumerate(s.terrain.pieces) if near_piece(s.terrain, base, i) <= spread * INCH]
    hard = sum("impassable" in traits or "solid" in traits for traits in pieces)
    tough = sum("tough" in traits for traits in pieces)
    foes = dict.fromkeys(s.units[i].squad for i in foes_of(s, u.side) if apart(s, s.units[i], u) <= 3 * INCH)
    near = crashes.near_units(s, u, spread, unit)
    below = [i for i in near if s.units[i].here and not s.units[i].flying]
    flak = sum(_reaches(at, i, k, unit) for i in foes_of(s, u.side) for k in range(len(s.units[i].profile.guns)))
    return total(
        Row(5 * hard, "Impassable scenery", cite) if hard else None,
        Row(2 * tough, "Tough scenery", cite) if tough else None,
        Row(s.rulings.drop_dice_per_squad * len(foes), "enemy squads within 3 inches", cite) if foes else None,
        Row(len(below), "units below", cite) if below else None,
        Row(flak, "AA weapons", cite) if flak else None,
    )


def _reaches(s: Dropzone, foe: int, gun: int, unit: int) -> bool:
    """Whether an AA weapon has a Behemoth in its countered range and in sight."""
    profile, u = s.units[foe].profile.guns[gun], s.units[unit]
    if profile.aa < 0 or profile.close:
        return False
    far = apart(s, s.units[foe], u) - u.profile.spread * INCH
    return (profile.countered < 0 or far <= profile.countered * INCH) and look(s, foe, profile, unit).clear


@rule("dz.play.behemoth-drop-damage")
def suffer(g: G, unit: int, dice: Total) -> None:
    """Each 1 or 2 costs 1 Damage Point in a random zone."""
    lost = dice.value - g.count(d6(dice.value), 3, "the landing")
    g.note("landing", unit=unit, dice=dice, damage=lost)
    g.each(jolt, [unit] * lost)


def jolt(g: G, unit: int) -> None:
    """1 Damage Point off a random zone."""
    left = [z for z, points in enumerate(g.state[unit].zones) if points]
    if g.state[unit].alive and left:
        losses.hurt_zone(g, unit, left[g.sum(Pool(1, len(left)), "which zone") - 1], 1)


# ---- room


def make_room(g: G, unit: int, at: Base) -> None:
    """It stands, and units below it move as little as they can; who finds no room dies."""
    g.change(unit, base=at, placed=True)
    for i in range(len(g.state.units)):
        v = g.state[i]
        if i != unit and v.here and not v.flying and overlaps(v.base, at):
            push(g, i)


def push(g: G, unit: int) -> None:
    """One unit to the nearest free place."""
    s, u = g.state, g.state[unit]
    there = [v.base for i, v in enumerate(s.units) if i != unit and v.here and not v.flying]
    at = nearest(s, u.base, walls(s.terrain, u.kind, u.base.height), packed(tuple(there)))
    if at is None:
        losses.destroy(g, unit)
    else:
        g.change(unit, base=stood(s, unit, at))


def nearest(s: Dropzone, base: Base, costs: Costs, others: Bases) -> Base | None:
    """A place near to a base where it fits: the nearest of rings of a quarter of an inch, else where rims cross."""
    for step in range(0, 24 * INCH, INCH // 4):
        for dx, dy in DIRECTIONS if step else DIRECTIONS[:1]:
            at = base.at(base.x + dx * step // 1000, base.y + dy * step // 1000, base.z)
            if s.terrain.fits_table(at) and fits(s.terrain, at, costs, others, NOWHERE) is None:
                return at
    spot = room(s.terrain, base, costs, others)
    return base.at(*spot, base.z) if spot is not None else None

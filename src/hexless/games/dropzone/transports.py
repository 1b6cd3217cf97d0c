"""Transports: capacity, embarking and disembarking, also by air, and what happens when they are destroyed."""

from __future__ import annotations

from collections.abc import Sequence

from hexless.kernel import Game, OneOf, Place, act, d3

from . import gates, insertion, losses
from ._sheet import rule
from .deck import in_force
from .model import INCH, Dropzone, Unit, aboard_of, alive_of, change_squad, outermost
from .places import standing_room
from .unit_types import coherent

# fmt: off
__all__ = [
    "bail", "came_by_air", "can_leave", "disembark", "embark", "free_exchange", "group_aboard", "half", "rides",
    "room_left", "wreck",
]
# fmt: on

G = Game[Dropzone]
OFF = -(1 << 19)


# ---- destroyed


@rule("dz.transports.destroyed-hits")
def wreck(g: G, unit: int, cargo: Sequence[int]) -> None:
    """1D3: on 1 or 2 every unit aboard takes as many hits of Energy 10; on 3 none. Then they get out."""
    hits = g.sum(d3(), "destroyed transport")
    hits = unharmed(g) if hits == 3 else hits
    g.note("wreck", unit=unit, hits=hits)
    g.each(hurled, cargo if hits else (), hits)
    bail(g, unit, cargo)


def hurled(g: G, unit: int, hits: int) -> None:
    """The hits of a wreck on one unit aboard."""
    losses.automatic(g, unit, hits, 10, "the wreck")


@rule("dz.transports.destroyed-no-hits")
def unharmed(g: G) -> int:
    """A 3 hurts nobody aboard."""
    return 0


def bail(g: G, unit: int, cargo: Sequence[int]) -> None:
    """Who survives gets out."""
    for i in cargo:
        if g.state[i].alive and g.state[i].aboard == unit:
            get_out(g, unit, i)


@rule("dz.transports.survivors-disembark")
def get_out(g: G, unit: int, passenger: int) -> None:
    """Within 2 inches of the wreck, in coherency or not; who has no room is destroyed."""
    s = g.state
    at = s[outermost(s, unit)].base
    where = standing_room(
        s, passenger, [], anchor=(at.x, at.y), reach=2 * INCH, rule="dz.transports.survivors-disembark"
    )
    if not where.room:
        no_room(g, passenger)
        return
    ask = Place(prompt="out of the wreck", rules=g.cites, unit=passenger, ground=where)
    spot = g.ask(s[passenger].side, ask)
    g.change(passenger, aboard=None, placed=True, base=where.placed(spot), moved=0)
    change_squad(g, s[passenger].squad, disembarked=True)
    g.note("gets out", unit=passenger)


@rule("dz.transports.no-room")
def no_room(g: G, unit: int) -> None:
    """A survivor that cannot be placed is destroyed too."""
    losses.destroy(g, unit)


# ---- capacity


@rule("dz.play.transport-capacity")
def room_left(s: Dropzone, unit: int) -> int:
    """The room in a transport that is not taken; for a gate, what it can still take in this round."""
    if s.units[unit].profile.access:
        return s.units[unit].profile.room - s.units[unit].passed[0]
    return s.units[unit].profile.room - sum(s.units[i].profile.bulk for i in aboard_of(s, unit))


def group_aboard(s: Dropzone, unit: int) -> int | None:
    """The battlegroup whose squads are in a transport, at any depth; its own if it has one."""
    own = s.squads[s.units[unit].squad].group
    if own >= 0:
        return own
    for i in aboard_of(s, unit):
        group = group_aboard(s, i)
        if group is not None:
            return group
    return None


def seats_in(s: Dropzone, squad: int, transport: int) -> dict[int, int]:
    """Which unit goes into which transport: one that holds them all, or it and its squad-mates together; or nobody."""
    units = alive_of(s, squad)
    fleet = [transport, *(i for i in alive_of(s, s.units[transport].squad) if i != transport)]
    left = {i: room_left(s, i) for i in fleet if usable(s, i)}
    need = s.units[units[0]].profile.bulk
    if left.get(transport, 0) >= need * len(units):
        return dict.fromkeys(units, transport)
    if s.units[transport].profile.access:
        return {}
    seats: dict[int, int] = {}
    for unit in units:
        ride = next((i for i, room in left.items() if room >= need), None)
        if ride is None:
            return {}
        left[ride] -= need
        seats[unit] = ride
    return seats


def usable(s: Dropzone, unit: int) -> bool:
    """On the ground, and, if it flies, not moved by more than half its MV."""
    u = s.units[unit]
    return u.here and not u.flying and (u.profile.kind != "aircraft" or (u.moved or 0) <= half(u.profile.mv))


def half(mv: int) -> int:
    """Half an MV, rounded up to a whole inch."""
    return (mv + 1) // 2 * INCH


def carriers(s: Dropzone, squad: int) -> list[int]:
    """The transports within 2 inches that take this squad."""
    units = alive_of(s, squad)
    first = s.units[units[0]]
    group = group_of(s, squad)
    reach = 2 * INCH + last_seat(s, squad)
    found = []
    for i, v in enumerate(s.units):
        if v.side != first.side or not v.profile.room or v.profile.carries != first.profile.needs or not usable(s, i):
            continue
        near = any(beside(s.units[unit], v, reach) for unit in units)
        if near and v.squad != first.squad and group_aboard(s, i) in (None, group) and seats_in(s, squad, i):
            found.append(i)
    return found


def group_of(s: Dropzone, squad: int) -> int | None:
    """The battlegroup of a squad, or of what it carries."""
    return s.squads[squad].group if s.squads[squad].group >= 0 else group_aboard(s, alive_of(s, squad)[0])


def beside(u: Unit, v: Unit, reach: int) -> bool:
    """That near, from centre to centre."""
    p, q = u.base, v.base
    return (p.x - q.x) ** 2 + (p.y - q.y) ** 2 <= reach**2


@rule("dz.cards.last-seat")
def last_seat(s: Dropzone, squad: int) -> int:
    """A squad that runs for a transport has its MV once more, in ticks."""
    runs = s.squad == squad and in_force(s, "last-seat", squad)
    return s.units[alive_of(s, squad)[0]].profile.mv * INCH if runs else 0


def rides(s: Dropzone, squad: int) -> list[int]:
    """The transports that a squad may embark on from where it stands."""
    units = alive_of(s, squad)
    if not units or not all(s.units[i].here and not s.units[i].flying for i in units):
        return []
    if not s.units[units[0]].profile.needs or not coherent(s, squad) or "shoot" in s.squads[squad].actions:
        return []
    return carriers(s, squad)


@rule("dz.play.embark", "dz.play.transport-capacity", "dz.play.transport-shooting")
def embark(g: G, squad: int, transport: int) -> None:
    """The whole squad gets in, and does not shoot this round."""
    if last_seat(g.state, squad):
        g.cite("dz.cards.last-seat")
    for unit, ride in seats_in(g.state, squad, transport).items():
        base = g.state[unit].base
        g.change(unit, aboard=ride, placed=False, base=base.at(OFF, OFF, 0), scan=False)
        if g.state[ride].profile.access:
            gates.hold(g, unit, ride)
    change_squad(g, squad, embarked=True)
    if g.state[transport].profile.kind == "aircraft":
        by_air(g)
    g.note("embarks", unit=alive_of(g.state, squad)[0], transport=transport)


@rule("dz.play.aerial-transport")
def by_air(g: G) -> None:
    """An aerial transport is used only while it is landed and has moved no more than half its MV."""


def can_leave(s: Dropzone, squad: int) -> bool:
    """Whether all the transports of a squad can be left now, or there is a gate out of Holding."""
    if any(s.units[i].held for i in alive_of(s, squad)):
        return bool(gates.exits(s, squad))
    rides_of = [(i, ride) for i in alive_of(s, squad) if (ride := s.units[i].aboard) is not None]
    return bool(rides_of) and all(
        usable(s, ride) or ramp(s, squad, ride) or insertion.from_the_air(s, i, ride) for i, ride in rides_of
    )


@rule("dz.cards.hot-ramp")
def ramp(s: Dropzone, squad: int, ride: int) -> bool:
    """A landed transport is left however far it has moved, if a card says so."""
    u = s.units[ride]
    return u.here and not u.flying and any(in_force(s, "hot-ramp", q) for q in (squad, u.squad))


def came_by_air(s: Dropzone, ride: int) -> bool:
    """Whether a transport is an aircraft, or has come out of one this round."""
    return s.units[ride].profile.kind == "aircraft" or s.squad_of(ride).aerial


@rule("dz.play.disembark")
@act
def disembark(g: G, squad: int) -> bool:
    """Everybody is placed in coherency within 2 inches of the transport; if one cannot be, all stay aboard."""
    if insertion.into_garrison(g, squad):
        return True
    before, done = g.state, list[int]()
    seats = {i: ride for i in alive_of(before, squad) if (ride := before[i].aboard) is not None}
    if not seats:
        seats = dict.fromkeys([i for i in alive_of(before, squad) if before[i].held], gates.choose(g, squad))
    for unit, ride in seats.items():
        s, at = g.state, g.state[ride].base
        where = standing_room(s, unit, done, anchor=(at.x, at.y), reach=2 * INCH, rule="dz.play.disembark")
        if not where.room:
            g.set(units=before.units)
            g.note("no room to get out", unit=unit)
            return False
        spot = g.ask(s[unit].side, Place(prompt="disembark", rules=g.cites, unit=unit, ground=where))
        g.change(unit, aboard=None, placed=True, base=where.placed(spot), moved=0, held=False)
        if s[ride].profile.access:
            gates.passed(g, unit, ride, 1)
        done.append(unit)
    ride = seats[done[0]]
    air = came_by_air(before, ride)
    change_squad(g, squad, disembarked=True, aerial=air)
    if air:
        by_air(g)
    if not usable(before, ride):
        g.cite("dz.cards.hot-ramp" if ramp(before, squad, ride) else "dz.play.unit-rapid-insertion")
    g.note("disembarks", unit=done[0], transport=ride)
    return True


@rule("dz.play.aerial-transport")
def free_exchange(g: G, unit: int) -> None:
    """A landing allows one free disembarking or embarking in a round, of everybody; it is no action for the cargo."""
    s, u = g.state, g.state[unit]
    if u.exchanged or not u.profile.room or not (usable(s, unit) or ramp(s, u.squad, unit)):
        return
    leaving = [q for q in dict.fromkeys(s[i].squad for i in aboard_of(s, unit)) if can_leave(s, q)]
    ways = {"out": "all get out"} if leaving else {}
    ways |= {"in": "squads get in"} if waiting(s, unit) else {}
    if not ways:
        return
    ask = OneOf(
        prompt="landed", rules=g.cites, options=(*ways, None), labels=(*ways.values(), "nobody"), about="action"
    )
    choice = g.ask(u.side, ask)
    if choice is not None:
        g.change(unit, exchanged=True)
    for squad in leaving if choice == "out" else ():
        disembark(g, squad)
    while choice == "in" and (squads := waiting(g.state, unit)):
        labels = (*(s.squads[q].name for q in squads), "nobody else")
        ask = OneOf(prompt="gets in", rules=g.cites, options=(*squads, None), labels=labels, about="squad")
        if (squad := g.ask(u.side, ask)) is None:
            return
        embark(g, squad, unit)


def waiting(s: Dropzone, unit: int) -> list[int]:
    """The squads that could embark on a transport now."""
    side = s.units[unit].side
    return [q for q, squad in enumerate(s.squads) if squad.side == side and unit in rides(s, q)]

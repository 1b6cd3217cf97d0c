"""Boarding: what a transport holds, who may get in, and who may get out. Nothing here changes anything."""

from __future__ import annotations

from hexless.table import at_most

from ._sheet import rule
from .deck import in_force
from .lines import near_piece
from .model import INCH, Dropzone, SquadId, Unit, aboard_of, alive_of, group_aboard, squads_by_id, units_in
from .unit_types import coherent

# fmt: off
__all__ = [
    "beside", "came_by_air", "can_leave", "exits", "from_the_air", "gates_of", "half", "ramp", "rides",
    "roofs", "room_left", "seats_in", "usable", "waiting",
]
# fmt: on


@rule("dz.play.transport-capacity")
def room_left(s: Dropzone, unit: int) -> int:
    """The room in a transport that is not taken; for a gate, what it can still take in this round."""
    if s.units[unit].profile.access:
        return s.units[unit].profile.room - s.units[unit].passed[0]
    return s.units[unit].profile.room - sum(s.units[i].profile.bulk for i in aboard_of(s, unit))


def seats_in(s: Dropzone, squad: SquadId, transport: int) -> dict[int, int]:
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


def carriers(s: Dropzone, squad: SquadId) -> list[int]:
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


def group_of(s: Dropzone, squad: SquadId) -> int | None:
    """The battlegroup of a squad, or of what it carries."""
    return s.squads[squad].group if s.squads[squad].group >= 0 else group_aboard(s, alive_of(s, squad)[0])


def beside(u: Unit, v: Unit, reach: int) -> bool:
    """That near, from centre to centre."""
    p, q = u.base, v.base
    return at_most((p.x - q.x) ** 2 + (p.y - q.y) ** 2, reach)


@rule("dz.cards.last-seat")
def last_seat(s: Dropzone, squad: SquadId) -> int:
    """A squad that runs for a transport has its MV once more, in ticks."""
    runs = s.squad == squad and in_force(s, "last-seat", squad)
    return s.units[alive_of(s, squad)[0]].profile.mv * INCH if runs else 0


def rides(s: Dropzone, squad: SquadId) -> list[int]:
    """The transports that a squad may embark on from where it stands."""
    units = alive_of(s, squad)
    if not units or not all(s.units[i].here and not s.units[i].flying for i in units):
        return []
    if not s.units[units[0]].profile.needs or not coherent(s, squad) or has_shot(s, squad):
        return []
    return carriers(s, squad)


@rule("dz.play.transport-shooting")
def has_shot(s: Dropzone, squad: SquadId) -> bool:
    """Whether a squad shot this round, in its own activation or at an aircraft on its way: then it does not embark."""
    return "shoot" in s.squads[squad].actions or any(s.units[i].fired for i in alive_of(s, squad))


def can_leave(s: Dropzone, squad: SquadId) -> bool:
    """Whether all the transports of a squad can be left now, or there is a gate out of Holding."""
    if any(s.units[i].held for i in alive_of(s, squad)):
        return bool(exits(s, squad))
    rides_of = [(i, ride) for i in alive_of(s, squad) if (ride := s.units[i].aboard) is not None]
    return bool(rides_of) and all(
        usable(s, ride) or ramp(s, squad, ride) or from_the_air(s, i, ride) for i, ride in rides_of
    )


@rule("dz.cards.hot-ramp")
def ramp(s: Dropzone, squad: SquadId, ride: int) -> bool:
    """A landed transport is left however far it has moved, if a card says so."""
    u = s.units[ride]
    return u.here and not u.flying and any(in_force(s, "hot-ramp", q) for q in (squad, u.squad))


def came_by_air(s: Dropzone, ride: int) -> bool:
    """Whether a transport is an aircraft, or has come out of one this round."""
    return s.units[ride].profile.kind == "aircraft" or s.squad_of(ride).aerial


def waiting(s: Dropzone, unit: int) -> list[SquadId]:
    """The squads that could embark on a transport now."""
    side = s.units[unit].side
    return [q for q, squad in squads_by_id(s) if squad.side == side and unit in rides(s, q)]


def gates_of(s: Dropzone, side: str) -> list[int]:
    """The living Access units of a side."""
    return [i for i, u in enumerate(s.units) if u.profile.access and u.side == side and u.alive]


@rule("dz.play.unit-access")
def exits(s: Dropzone, squad: SquadId) -> list[int]:
    """The gates that a squad in Holding may come out of: of its class, usable, and not yet used up this round."""
    units = alive_of(s, squad)
    first = s.units[units[0]]
    need = first.profile.bulk * len(units)
    return [
        i
        for i in gates_of(s, first.side)
        if s.units[i].profile.carries == first.profile.needs
        and usable(s, i)
        and s.units[i].profile.room - s.units[i].passed[1] >= need
    ]


@rule("dz.play.unit-rapid-insertion")
def from_the_air(s: Dropzone, unit: int, ride: int) -> bool:
    """Whether a unit may leave an aircraft, landed or not, that moved no more than n inches over half its MV."""
    n, v = s.units[unit].profile.insertion, s.units[ride]
    far = half(v.profile.mv) + n * INCH
    return n >= 0 and v.here and v.profile.kind == "aircraft" and (v.moved or 0) <= far


def roofs(s: Dropzone, squad: SquadId) -> list[int]:
    """The garrisons with room within 2 inches of the transport that a squad is in."""
    units = alive_of(s, squad)
    first = s.units[units[0]]
    ride = first.aboard
    if ride is None or first.profile.insertion < 0 or first.profile.kind != "infantry":
        return []
    if any(s.units[i].aboard is None for i in units):  # who is on the table already does not come along
        return []
    at = s.units[ride].base
    return [
        p
        for p in s.terrain.having("garrison").pieces
        if s.scenery[p].dp
        and near_piece(s.terrain, at, p) <= 2 * INCH
        and len(units_in(s, p)) + len(units) <= s.scenery[p].full
    ]

"""Peril: elements as what they are worth and what they could do to each other from where they stand; for bots."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, NamedTuple

from hexless.ruleset.maps import Objective
from hexless.table import Base, Terrain, _fast, changed

from . import _exchange, hit_table
from ._exchange import TOLD, WIDE
from .model import Element, HorizonWars, UnitId, enemy_of, friends, table
from .movement import RAPID
from .shooting import MOVE_SHOTS, looking

__all__ = ["Weighed", "material", "weighed"]

FIRE = (0, 50, 85, 115, 142, 167, 190)  # by F, M and A: the first points are worth most
LEGS = (0, 40, 58, 70, 79, 86, 92)
ARMOUR = (0, 60, 105, 140, 165, 185, 200)
PRESENCE = 25
NOW, STORED, LATER = 32, 38, 14  # percent that a threat counts: this turn, as a reaction, in the next
KINDS = {"infantry": 0, "vehicle": 1, "mech": 2}
SPENT = frozenset({"stand", RAPID, *MOVE_SHOTS})  # after these a stored action is no shot
NEEDS = 60  # effective ranges that are looked at
AWAY = 7  # tenths of an element that is not on the table yet
STORING = 6  # an action that is stored
WAY, LIKED = 2, 8  # what every inch costs an effective element: from an objective, and beyond so many from an enemy;
# in an attack there is no objective, and only the attacker has to come nearer


@lru_cache(maxsize=1 << 12)
def material(P: int, F: int, M: int, A: int, D: int) -> int:  # noqa: N803 as the sheet has them
    """An element by what it can still do; one that is not effective is only good for its armour."""
    armour = ARMOUR[min(A, 6)] * (8 + D) // 10
    if not F or not M:
        return (armour + FIRE[min(F, 6)] + LEGS[min(M, 6)]) * 6 // 10
    return PRESENCE * P + FIRE[min(F, 6)] + LEGS[min(M, 6)] + armour


class _Packed(NamedTuple):
    """The elements of a state as the kernels read them, and what else that depends on."""

    units: tuple[Element, ...]
    terrain: Terrain
    how: tuple[bool, int, int, str]
    rows: Any


_latest: list[_Packed] = []


def packed(s: HorizonWars) -> Any:
    """All elements in their order, as the kernels read them; only those that have changed are written anew."""
    how = s.turn >= s.mission.turns, s.rulings.cover_light, s.rulings.cover_heavy, s.sides[0]
    last = _latest[0] if _latest else None
    if last is None or last.terrain is not s.terrain or last.how != how or len(last.units) != len(s.units):
        rows = _fast.ints([number for e in s.units for number in _row(s.terrain, e, *how)])
    elif last.units is s.units:
        return last.rows
    else:
        rows = last.rows.copy()
        for i in changed(last.units, s.units):
            _fast.written(rows, WIDE * i, _row(s.terrain, s.units[i], *how))
    _latest[:] = [_Packed(s.units, s.terrain, how, rows)]
    return rows


def _row(terrain: Terrain, e: Element, last: bool, light: int, heavy: int, first: str) -> tuple[int, ...]:
    """An element; one that is not on the table yet counts for less, one that is destroyed for nothing."""
    b, here, seat = e.base, e.here, e.side != first
    value = material(e.P, e.F, e.M, e.A, e.D)
    counts = value - e.track + STORING * e.reactions if here else (value - e.track) * AWAY // 10 if e.alive else 0
    return (
        b.x, b.y, b.radius, KINDS[e.kind], e.P, e.F, e.M, e.A, e.D, _covered(terrain, b, light, heavy) if here else 0,
        value, _counts(e, last), here and e.F > 0 and e.M > 0, seat, here, here and e.activated, counts,
    )  # fmt: skip


class Weighed(NamedTuple):
    """What a side has more than the other: what its elements count for, threaten and are away. How many elements on
    the table have acted, and how many there are; the effective ones of the second side, and their P; the inches that
    this side is away. And of each objective in percent who holds it (-100: the other side), or where it counts once,
    who is expected to when the turn is over; and what both have there.
    """

    ahead: int
    acted: int
    here: int
    able: int
    P: int
    away: int
    ground: list[tuple[int, int, int]]


def weighed(s: HorizonWars, side: str) -> Weighed:
    """The table, all elements at once."""
    ours, theirs, spots = friends(s, side), friends(s, enemy_of(s, side)), _spots(s.mission.objectives)
    seen = table(s).sights(ours, theirs, looking(s))
    out = _fast.zeros(TOLD + 3 * len(s.mission.objectives))
    _kernels().weigh(
        packed(s), int(side != s.sides[0]), _ids(ours), _ids(theirs), seen, _hits(), NEEDS, spots, s.mission.reach,
        WAY * (s.mission.goal != "attack"), LIKED, int(not s.mission.every_turn), out,
    )  # fmt: skip
    ahead, acted, here, able, presence, away, *told = _fast.listed(out)
    return Weighed(ahead, acted, here, able, presence, away, [*zip(told[::3], told[1::3], told[2::3])])


@lru_cache(maxsize=256)
def _ids(units: tuple[UnitId, ...]) -> Any:
    return _fast.ints(units)


@lru_cache(maxsize=64)
def _spots(objectives: tuple[Objective, ...]) -> Any:
    return _fast.ints([number for o in objectives for number in (o.x, o.y)])


@cache
def _kernels() -> Any:
    return _fast.load(_exchange)


def _counts(e: Element, last: bool) -> int:
    """Percent: a stored action answers in this turn, an element that has acted waits for the next."""
    if e.reactions and SPENT.isdisjoint(e.done):
        return STORED
    return NOW if not e.activated else 0 if last else LATER


@lru_cache(maxsize=1 << 13)
def _covered(terrain: Terrain, base: Base, light: int, heavy: int) -> int:
    """What the ground that it stands in adds to the range."""
    under = terrain.at(base.centre)
    if not under:
        return 0
    if any(i in terrain.having("heavy-cover", "building").pieces for i in under):
        return heavy
    return light if any(i in terrain.having("light-cover").pieces for i in under) else 0


@cache
def _hits() -> Any:
    """Thousandths of hits to be expected, by Fire dice (0 to 10), Incoming dice (0 to 6) and effective range."""
    return _fast.ints([_expected(f, d, need) for f in range(11) for d in range(7) for need in range(NEEDS)])


def _expected(fire: int, incoming: int, need: int) -> int:
    weights = hit_table.row(fire, incoming, max(1, need))
    if weights is None:
        return 650 * fire * 10 // (10 + 2 * incoming) // max(7, need) if need <= 9 * fire else 0
    return 1000 * sum([hits * weight for hits, weight in enumerate(weights)]) // sum(weights)

"""Peril: bases as what they are worth and what they could do to each other from where they stand; for bots."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, NamedTuple

from hexless.ruleset.maps import Objective
from hexless.table import Terrain, _fast, changed

from . import _exchange
from ._exchange import WIDE
from .attack import result
from .model import INCH, BaseId, Orders, Stand

__all__ = ["Weighed", "material", "weighed"]

NOT_THERE = (0, 0, 0)  # where a row begins that nobody stands on
POINT = 10  # a point of the force list
LEADER = 30  # a command point that a leader has every turn
WORN = (0, 150, 400)  # thousandths that a base has lost, by its suppression points
NOW, LATER = 10, 3  # percent that an attack counts: in this turn, and in the next
COUNTER = 4  # a counter spent this turn
WAY = 2  # what every inch costs a base that it is away: from an objective, and from where it could hit an enemy


@lru_cache(maxsize=1 << 12)
def material(e: Stand) -> int:
    """A base by its points, less what its suppression points have taken; and the command points that it brings."""
    whole = POINT * e.points + LEADER * e.cp
    return whole * (1000 - WORN[min(e.sp, 2)]) // 1000


class _Packed(NamedTuple):
    """The bases of a state as the kernels read them."""

    units: tuple[Stand, ...]
    ordered: tuple[tuple[BaseId, str], ...]
    sides: tuple[str, ...]
    terrain: Terrain
    rows: Any


_latest: list[_Packed] = []


def packed(s: Orders) -> Any:
    """All bases in their order, as the kernels read them; only those that are not what they were are written anew."""
    last = _latest[0] if _latest else None
    if last is None or last.terrain is not s.terrain or last.sides != s.sides or len(last.units) != len(s.units):
        rows = _fast.ints([number for i in range(len(s.units)) for number in _row(s, i)])
    elif last.units is s.units and last.ordered == s.ordered:
        return last.rows
    else:
        rows = last.rows.copy()
        for i in _again(s, last):
            _fast.written(rows, WIDE * i, _row(s, i))
    _latest[:] = [_Packed(s.units, s.ordered, s.sides, s.terrain, rows)]
    return rows


def _again(s: Orders, last: _Packed) -> list[int]:
    """Whoever has changed, and whoever is inside one of them."""
    others = changed(last.units, s.units)
    if last.ordered != s.ordered:
        before, now = dict(last.ordered), dict(s.ordered)
        others += [i for i in {**before, **now} if before.get(i) != now.get(i) and i not in others]
    if any(s.units[i].transport for i in others):
        others += [i for i, e in enumerate(s.units) if e.aboard in others]
    return others


def _row(s: Orders, i: int) -> tuple[int, ...]:
    """A base; who is inside a transport is where that is, who is suppressed may not act, but for rest, unless a leader
    pays for it.
    """
    e, seat = s.units[i], s.sides.index(s.units[i].side)
    counter = next((counter for unit, counter in s.ordered if unit == i), "")  # it gets it when the set is done
    acted, vulnerable = e.acted or counter != "", e.vulnerable or counter == "vulnerable"
    counts = material(e) - COUNTER * acted if e.alive else 0
    if not (e.alive and e.placed):
        return *NOT_THERE, seat, *[0] * (WIDE - 5), counts
    base = e.base if e.aboard is None else s.units[e.aboard].base
    under = s.terrain.at(base.centre)
    resist = e.SR + (e.defender and any(piece in s.terrain.having("defensible").pieces for piece in under))
    a, b = (*under, -1, -1)[:2]
    return (
        base.x, base.y, base.radius, seat, e.vehicle, e.AM, e.AP, _reach(e, e.am_range), _reach(e, e.ap_range),
        resist - 2 * vulnerable, resist, e.sp, not acted and e.sp < 2, e.move * INCH, a, b, material(e),
        e.aboard is None, _liked(e), counts,
    )  # fmt: skip


def _liked(e: Stand) -> int:
    """From how many inches a base likes to fight."""
    return max(e.am_range if e.AM else 0, e.ap_range if e.AP else 0) * 3 // 4


def _reach(e: Stand, inches: int) -> int:
    """How far a weapon threatens: its range, and half of what its base may move first."""
    return inches * INCH + e.move * INCH // 2


class Weighed(NamedTuple):
    """What the bases of each side are worth where they stand, less what it may lose by attacks; and of each objective
    who holds it (-1: nobody), how firmly in percent, and what each has there.
    """

    worth: list[int]
    ground: list[tuple[int, int, list[int]]]


def weighed(s: Orders) -> Weighed:
    """The table, all bases at once."""
    rows, sides, spots = packed(s), len(s.sides), _spots(s.mission.objectives)
    out, later = _fast.zeros(sides + (2 + sides) * len(s.mission.objectives)), LATER * (s.turn < s.mission.turns)
    walls, smoke = _walls(s.terrain), _smoke(s.smoke, s.rulings.smoke_diameter_in * INCH // 2)
    powers = _fast.zeros(4 * (len(rows) // WIDE))
    _kernels().weigh(rows, walls, smoke, _losses(), NOW, later, spots, s.mission.reach, WAY, sides, powers, out)
    found = _fast.listed(out)
    places = [found[at : at + 2 + sides] for at in range(sides, len(found), 2 + sides)]
    return Weighed(found[:sides], [(place[0], place[1], place[2:]) for place in places])


@lru_cache(maxsize=64)
def _spots(objectives: tuple[Objective, ...]) -> Any:
    return _fast.ints([number for o in objectives for number in (o.x, o.y)])


@cache
def _kernels() -> Any:
    return _fast.load(_exchange)


@lru_cache(maxsize=64)
def _walls(terrain: Terrain) -> Any:
    """The edges of what hides, as `_exchange` has them."""
    edges: list[int] = []
    for i in terrain.having("blocking", "concealment").pieces:
        outline = terrain.pieces[i].outline
        edges += (i, len(outline), *terrain.circle(i))
        for k, end in enumerate(outline):
            edges += (outline[k - 1].x, outline[k - 1].y, end.x, end.y)
    return _fast.ints(edges)


@lru_cache(maxsize=256)
def _smoke(smoke: tuple[tuple[int, int], ...], radius: int) -> Any:
    return _fast.ints([number for x, y in smoke for number in (x, y, radius)])


@cache
def _losses() -> Any:
    """Thousandths of a base that an attack takes, by what it has more than the target resists (-12 to 12) and SP."""
    return _fast.ints([_loss(more, sp) for more in range(-12, 13) for sp in range(3)])


def _loss(more: int, sp: int) -> int:
    """The mean over both dice."""
    whole = 0
    for first in range(1, 7):
        for second in range(1, 7):
            what, _ = result(more + first - second)
            after = sp + {"none": 0, "1sp": 1, "2sp": 2, "destroyed": 3}[what]
            whole += (1000 if after > 2 else WORN[after]) - WORN[sp]
    return whole // 36

"""Peril: bases as what they are worth and what they could do to each other from where they stand; for bots."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, NamedTuple

from hexless.ruleset.maps import Objective
from hexless.table import Base, Terrain, _fast

from . import _exchange
from .attack import result
from .model import INCH, Orders, Stand

__all__ = ["Weighed", "material", "weighed"]

WIDE = 18  # numbers in a row
POINT = 10  # a point of the force list
LEADER = 30  # a command point that a leader has every turn
WORN = (0, 150, 400)  # thousandths that a base has lost, by its suppression points
NOW, LATER = 10, 3  # percent that an attack counts: in this turn, and in the next


@lru_cache(maxsize=1 << 12)
def material(e: Stand) -> int:
    """A base by its points, less what its suppression points have taken; and the command points that it brings."""
    whole = POINT * e.points + LEADER * e.cp
    return whole * (1000 - WORN[min(e.sp, 2)]) // 1000


def packed(s: Orders) -> Any:
    """All bases that are left, as the kernels read them; who is inside a transport is where that is."""
    free, seats = {i for i, _ in s.ordered}, {side: seat for seat, side in enumerate(s.sides)}
    rows: list[int] = []
    for i, e in enumerate(s.units):
        if e.alive and e.placed:
            base = e.base if e.aboard is None else s.units[e.aboard].base
            rows += (base.x, base.y, base.radius, seats[e.side])
            rows += _row(s.terrain, e, base, i not in free)
    return _fast.ints(rows)


@lru_cache(maxsize=1 << 13)
def _row(terrain: Terrain, e: Stand, base: Base, free: bool) -> tuple[int, ...]:
    """A base but for its place and side; who is suppressed may not act, but for rest, unless a leader pays for it."""
    under = terrain.at(base.centre)
    resist = e.SR + (e.defender and any(i in terrain.having("defensible").pieces for i in under))
    a, b = (*under, -1, -1)[:2]
    return (
        e.vehicle, e.AM, e.AP, _reach(e, e.am_range), _reach(e, e.ap_range), resist - 2 * e.vulnerable, resist, e.sp,
        free and not e.acted and e.sp < 2, e.move * INCH, a, b, material(e), e.aboard is None,
    )  # fmt: skip


def _reach(e: Stand, inches: int) -> int:
    """How far a weapon threatens: its range, and half of what its base may move first."""
    return inches * INCH + e.move * INCH // 2


class Weighed(NamedTuple):
    """What each side may lose by attacks; and of each objective who holds it (-1: nobody), and what each has there."""

    lost: list[int]
    ground: list[tuple[int, list[int]]]


def weighed(s: Orders) -> Weighed:
    """The table, all bases at once."""
    rows, sides, spots = packed(s), len(s.sides), _spots(s.mission.objectives)
    out, later = _fast.zeros(sides + (1 + sides) * len(s.mission.objectives)), LATER * (s.turn < s.mission.turns)
    walls, smoke = _walls(s.terrain), _smoke(s.smoke, s.rulings.smoke_diameter_in * INCH // 2)
    kernels, powers = _kernels(), _fast.zeros(4 * (len(rows) // WIDE))
    kernels.peril(rows, walls, smoke, _losses(), NOW, later, powers, out)
    kernels.ground(rows, spots, s.mission.reach, sides, out)
    found = _fast.listed(out)
    places = [found[at : at + 1 + sides] for at in range(sides, len(found), 1 + sides)]
    return Weighed(found[:sides], [(place[0], place[1:]) for place in places])


@lru_cache(maxsize=64)
def _spots(objectives: tuple[Objective, ...]) -> Any:
    return _fast.ints([number for o in objectives for number in (o.x, o.y)])


@cache
def _kernels() -> Any:
    return _fast.load(_exchange)


@lru_cache(maxsize=64)
def _walls(terrain: Terrain) -> Any:
    """The edges of what hides: two ends, and whose they are."""
    edges: list[int] = []
    for i in terrain.having("blocking", "concealment").pieces:
        outline = terrain.pieces[i].outline
        for k, end in enumerate(outline):
            edges += (outline[k - 1].x, outline[k - 1].y, end.x, end.y, i)
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

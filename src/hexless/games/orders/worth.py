"""What a state is worth to a player, for bots."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

from hexless.ruleset.verdict import final

from .model import INCH, Orders, Stand
from .victory import holder

__all__ = ["score"]

Spots = tuple[tuple[int, int], ...]
Worths = tuple[tuple[str, int], ...]


def score(s: Orders, side: str) -> int:
    """How well a player stands: bases by their points, objectives, leaders, and being where it matters."""
    if s.over is not None:
        return final(s.over, side)
    sign = {each: len(s.sides) - 1 if each == side else -1 for each in s.sides}
    total = sum([sign[e.side] * _worth(e) for e in s.units if e.alive])
    for o in s.mission.objectives:
        held = holder(s, o)
        total += sign[held] * 60 * o.points if held else 0
    there = tuple([(e.side, e.base.x, e.base.y, _reach(e)) for e in s.units if e.here])
    goals = tuple([(o.x, o.y) for o in s.mission.objectives])
    return total + sum([sign[each] * worth for each, worth in _places(there, goals)])


@lru_cache(maxsize=256)
def _places(there: tuple[tuple[str, int, int, int], ...], goals: Spots) -> Worths:
    """What it is worth to each side to stand where it does; the same for all states in which nobody moves."""
    worths = dict.fromkeys([side for side, *_ in there], 0)
    enemies = {each: tuple([(x, y) for side, x, y, _ in there if side != each]) for each in worths}
    for side, x, y, reach in there:
        worths[side] += _place(x, y, reach, goals, enemies[side])
    return tuple(worths.items())


@lru_cache(maxsize=1 << 12)
def _worth(e: Stand) -> int:
    """A base by its points; most are as they were."""
    return 10 * e.points + (150 if e.leader else 0) - 60 * e.sp - (12 if e.vulnerable else 0) - (4 if e.acted else 0)


@lru_cache(maxsize=1 << 12)
def _reach(e: Stand) -> int:
    """From how far it likes to fight."""
    return max(e.am_range if e.AM else 0, e.ap_range if e.AP else 0) * 3 // 4


def _place(x: int, y: int, reach: int, goals: Spots, enemies: Spots) -> int:
    """Nearer to objectives, and near enough to an enemy to hit it."""
    near = max(0, _nearest(x, y, enemies) // INCH - reach) * 2 if enemies else 0
    return -(_nearest(x, y, goals) * 2 // INCH if goals else 0) - near


def _nearest(x: int, y: int, spots: Spots) -> int:
    """How far the nearest of some points is."""
    return isqrt(min([(a - x) * (a - x) + (b - y) * (b - y) for a, b in spots]))

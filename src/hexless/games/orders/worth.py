"""What a state is worth to a player, for bots."""

from __future__ import annotations

from math import isqrt

from hexless.ruleset.verdict import final

from .model import INCH, Orders, Stand
from .victory import holder

__all__ = ["score"]

Spots = list[tuple[int, int]]


def score(s: Orders, side: str) -> int:
    """How well a player stands: bases by their points, objectives, leaders, and being where it matters."""
    if s.over is not None:
        return final(s.over, side)
    sign = {each: len(s.sides) - 1 if each == side else -1 for each in s.sides}
    total = sum([sign[e.side] * _worth(e) for e in s.units if e.alive])
    for o in s.mission.objectives:
        held = holder(s, o)
        total += sign[held] * 60 * o.points if held else 0
    goals = [(o.x, o.y) for o in s.mission.objectives]
    for each in s.sides:
        enemies = [(e.base.x, e.base.y) for e in s.units if e.side != each and e.here]
        total += sign[each] * sum([_place(e, goals, enemies) for e in s.units if e.side == each and e.here])
    return total


def _worth(e: Stand) -> int:
    return 10 * e.points + (150 if e.leader else 0) - 60 * e.sp - (12 if e.vulnerable else 0) - (4 if e.acted else 0)


def _place(e: Stand, goals: Spots, enemies: Spots) -> int:
    """Nearer to objectives, and near enough to an enemy to hit it."""
    reach = max(e.am_range if e.AM else 0, e.ap_range if e.AP else 0) * 3 // 4
    near = max(0, _nearest(e, enemies) // INCH - reach) * 2 if enemies else 0
    return -(_nearest(e, goals) * 2 // INCH if goals else 0) - near


def _nearest(e: Stand, spots: Spots) -> int:
    """How far the nearest of some points is."""
    x, y = e.base.x, e.base.y
    return isqrt(min([(a - x) * (a - x) + (b - y) * (b - y) for a, b in spots]))

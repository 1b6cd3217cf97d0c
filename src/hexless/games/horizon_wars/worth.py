"""How well a side stands, for bots: what is left and what it can do, who will hold the ground, and who breaks whom."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt
from typing import Any

from hexless.ruleset.verdict import final

from .model import INCH, HorizonWars, UnitId
from .peril import grip, material, packed, peril
from .turn import holder

__all__ = ["score"]

WIN = 1500  # what it is worth to be far ahead on points
AWAY = 7  # tenths of an element that is not on the table yet
KEEPS = 40  # percent of an objective that counts every turn: how surely who holds it now holds it then
BREAK = (-1200, -1200, -1000, -250, 0, 120, 200)  # to the defender, by effective elements
STORED = 6  # an action that is stored
WAY, LIKED = 2, 8  # what every inch costs an effective element: from an objective, and beyond so many from an enemy
BUILT = 900  # to the defender, when twice his advance force stands

Spots = tuple[tuple[int, int], ...]


def score(s: HorizonWars, side: str) -> int:
    """What this side has more than the other: material, threat, ground and the way to victory."""
    if s.over is not None:
        return final(s.over, side)
    here: tuple[list[UnitId], list[UnitId]] = [], []
    ahead = 0
    for i, e in enumerate(s.units):
        if e.A > 0:
            value = material(e.P, e.F, e.M, e.A, e.D) - e.track
            value = value + STORED * e.reactions if e.placed else value * AWAY // 10
            ahead += value if e.side == side else -value
            if e.placed:
                here[e.side != side].append(UnitId(i))
    rows = packed(s, [*here[0], *here[1]])
    ahead += peril(s, rows, *here) + _ways(s, here[1], here[0]) - _ways(s, here[0], here[1])
    return ahead + (_attack(s, side) if s.mission.goal == "attack" else _ground(s, side, rows, len(here[0])))


# ---- objectives


def _ground(s: HorizonWars, side: str, rows: Any, ours: int) -> int:
    """Points made and to be expected: what is held now counts more, the nearer the reckoning."""
    if not s.mission.objectives:
        return 0
    count, sign = len(rows) // 14, 1 if side == s.sides[0] else -1
    left = max(0, s.mission.turns - s.turn)
    acted = sum([e.activated for e in s.units if e.here])
    over = 50 + 50 * acted // max(1, count)  # percent of this turn
    lead, stake = 100 * sign * (s.points[0] - s.points[1]), 0
    for o in s.mission.objectives:
        held = holder(s, o)
        grasp = 0 if held is None else 100 if held == side else -100
        near, far = (grip(rows, low, high, (o.x, o.y), s.mission.reach) for low, high in ((0, ours), (ours, count)))
        share = 100 * (near - far) // (near + far + 20)
        now, later = _times(s.mission.every_turn, left)
        keeps = KEEPS if s.mission.every_turn else 60 // (1 + left)
        coming = now * (over * grasp + (100 - over) * share) + later * (keeps * grasp + (100 - keeps) * share)
        lead += o.points * coming // 100
        stake += o.points * (now * (100 - over) // 100 + 100 * later)
    return WIN * lead // (abs(lead) + 50 + stake // 2)


def _times(every_turn: bool, left: int) -> tuple[int, int]:
    """How often objectives count at the end of this turn, and how often after it."""
    return (1, left) if every_turn else (0, 1) if left else (1, 0)


# ---- the way there


def _ways(s: HorizonWars, own: list[UnitId], foes: list[UnitId]) -> int:
    """What it costs a side that its elements are where they are."""
    able = tuple([(e.base.x, e.base.y) for e in [s.units[i] for i in own] if e.F > 0 and e.M > 0])
    goals = tuple([(o.x, o.y) for o in s.mission.objectives])
    return _all_ways(able, tuple([(b.x, b.y) for b in [s.units[i].base for i in foes]]), goals)


@lru_cache(maxsize=256)
def _all_ways(own: Spots, foes: Spots, goals: Spots) -> int:
    """The same for all states in which nobody moves."""
    inches = [_nearest(x, y, goals) // INCH + max(0, _nearest(x, y, foes) // INCH - LIKED) for x, y in own]
    return WAY * sum(inches)


def _nearest(x: int, y: int, spots: Spots) -> int:
    """How far the nearest of some points is; nowhere is not far."""
    return isqrt(min([(a - x) * (a - x) + (b - y) * (b - y) for a, b in spots])) if spots else 0


# ---- the attack


def _attack(s: HorizonWars, side: str) -> int:
    """For the attacker: the fewer effective elements the defender has, and the further he is from building up."""
    able = [e.P for e in s.units if e.side == s.sides[1] and e.effective]
    built = 100 * sum(able) // max(1, 2 * s.mission.advance_presence)
    passed = 40 * s.turn
    kept = BREAK[min(len(able), len(BREAK) - 1)] + BUILT * min(100, built) ** 2 // 10_000 + passed
    return kept if side == s.sides[1] else -kept

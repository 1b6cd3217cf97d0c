"""How well a side stands, for bots: what is left and what it can do, who will hold the ground, and who breaks whom."""

from __future__ import annotations

from hexless.ruleset.verdict import final

from .model import HorizonWars
from .peril import Weighed, weighed

__all__ = ["score"]

WIN = 1500  # what it is worth to be far ahead on points
KEEPS = 40  # percent: how surely who holds an objective now holds it in a later turn
SURE = 80  # percent that who can still come to an objective counts in the turn of its only reckoning
BREAK = (-1200, -1200, -1000, -250, 0, 120, 200)  # to the defender, by effective elements
BUILT = 900  # to the defender, when twice his advance force stands
PRESS = 4  # what every inch from the enemy costs the attacker: standing off together costs only him


def score(s: HorizonWars, side: str) -> int:
    """What this side has more than the other: material, threat, ground and the way to victory."""
    if s.over is not None:
        return final(s.over, side)
    table = weighed(s, side)
    return table.ahead + (_attack(s, side, table) if s.mission.goal == "attack" else _ground(s, side, table))


# ---- objectives


def _ground(s: HorizonWars, side: str, table: Weighed) -> int:
    """Points made and to be expected: who has the objectives counts more at their reckoning than before it."""
    if not s.mission.objectives:
        return 0
    left, sign = max(0, s.mission.turns - s.turn), 1 if side == s.sides[0] else -1
    over = 50 + 50 * table.acted // max(1, table.here)  # percent of this turn
    lead, stake = 100 * sign * (s.points[0] - s.points[1]), 0
    now, later = _times(s.mission.every_turn, left)
    sure = over if s.mission.every_turn else SURE
    for o, (grasp, near, far) in zip(s.mission.objectives, table.ground):
        share = 100 * (near - far) // (near + far + 20)
        coming = now * (sure * grasp + (100 - sure) * share) + later * (KEEPS * grasp + (100 - KEEPS) * share)
        lead += o.points * coming // 100
        stake += o.points * (now * (100 - over) // 100 + 100 * later)
    return WIN * lead // (abs(lead) + 50 + stake // 2)


def _times(every_turn: bool, left: int) -> tuple[int, int]:
    """How often objectives count at the end of this turn, and how often after it."""
    return (1, left) if every_turn else (0, 1) if left else (1, 0)


# ---- the attack


def _attack(s: HorizonWars, side: str, table: Weighed) -> int:
    """For the attacker: the fewer effective elements the defender has, and the further he is from building up."""
    built = 100 * table.P // max(1, 2 * s.mission.advance_presence)
    passed = 40 * s.turn
    kept = BREAK[min(table.able, len(BREAK) - 1)] + BUILT * min(100, built) ** 2 // 10_000 + passed
    return kept if side == s.sides[1] else -kept - PRESS * table.away

"""What a state is worth to a player, for bots: what is left, what is in peril, and who will hold what counts."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

from hexless.ruleset.verdict import final

from .model import INCH, Orders, Stand, on_table
from .peril import Weighed, material, weighed
from .victory import leaders_left

__all__ = ["score"]

WIN = 2500  # what it is worth to be far ahead
KILL = 900  # an enemy leader, where leaders are what counts
COUNTER = 4  # a counter spent this turn
WAY = 2  # what every inch costs a base that it is away: from an objective, and from where it could hit an enemy
HELD = 60  # percent: how surely who holds an objective in the last turn holds it at its end

Spots = tuple[tuple[int, int], ...]


def score(s: Orders, side: str) -> int:
    """What this player has more than the others: bases and what threatens them, ground, and the way to victory."""
    if s.over is not None:
        return final(s.over, side)
    table = weighed(s)
    worth = [-each - away for each, away in zip(table.lost, _ways(s))]
    seats = {each: seat for seat, each in enumerate(s.sides)}
    for e in s.units:
        if e.alive:
            worth[seats[e.side]] += material(e) - COUNTER * (e.activation or e.vulnerable)
    gains = _leaders(s) if s.mission.goal == "leaders" else _ground(s, table)
    worth = [each + gain for each, gain in zip(worth, gains)]
    mine = seats[side]
    return (len(worth) - 1) * worth[mine] - sum([each for seat, each in enumerate(worth) if seat != mine])


def _leaders(s: Orders) -> list[int]:
    """Enemy leaders destroyed, and own ones left."""
    return [KILL * kills + KILL // 3 * leaders_left(s, side) for side, kills in zip(s.sides, s.leader_kills)]


def _ground(s: Orders, table: Weighed) -> list[int]:
    """To each side what it may expect to hold at the end; more surely what it holds already, the nearer that is."""
    left = max(0, s.mission.turns - s.turn)
    acted = [e.activation or e.vulnerable for e in [s.units[i] for i in on_table(s)]]
    sure = HELD // (1 + left) if left else HELD + (100 - HELD) * sum(acted) // max(1, len(acted))
    points, stake = [0] * len(s.sides), 0
    for o, (holder, near) in zip(s.mission.objectives, table.ground):
        whole = sum(near) + 20
        for seat, own in enumerate(near):
            points[seat] += o.points * (sure * 100 * (holder == seat) + (100 - sure) * 100 * own // whole) // 100
        stake += o.points * (100 - sure)
    if s.mission.goal == "hold":
        points[0] += 50  # who defends wins where nobody is ahead
    return [_ahead(points, seat, stake) for seat in range(len(points))]


def _ahead(points: list[int], seat: int, stake: int) -> int:
    """Half of what it is worth to be so far ahead of the next."""
    lead = points[seat] - max([each for other, each in enumerate(points) if other != seat])
    return WIN // 2 * lead // (abs(lead) + 50 + stake // 2)


# ---- the way there


def _ways(s: Orders) -> tuple[int, ...]:
    """What it costs each side that its bases are where they are."""
    there = tuple([(e.side, e.base.x, e.base.y, _liked(e)) for e in [s.units[i] for i in on_table(s)]])
    return _all_ways(s.sides, there, tuple([(o.x, o.y) for o in s.mission.objectives]))


@lru_cache(maxsize=256)
def _all_ways(sides: tuple[str, ...], there: tuple[tuple[str, int, int, int], ...], goals: Spots) -> tuple[int, ...]:
    """The same for all states in which nobody moves."""
    ways = dict.fromkeys(sides, 0)
    enemies = {each: tuple([(x, y) for side, x, y, _ in there if side != each]) for each in sides}
    for side, x, y, liked in there:
        ways[side] += WAY * (_nearest(x, y, goals) // INCH + max(0, _nearest(x, y, enemies[side]) // INCH - liked))
    return tuple(ways.values())


@lru_cache(maxsize=1 << 12)
def _liked(e: Stand) -> int:
    """From how far a base likes to fight."""
    return max(e.am_range if e.AM else 0, e.ap_range if e.AP else 0) * 3 // 4


def _nearest(x: int, y: int, spots: Spots) -> int:
    """How far the nearest of some points is; nowhere is not far."""
    return isqrt(min([(a - x) * (a - x) + (b - y) * (b - y) for a, b in spots])) if spots else 0

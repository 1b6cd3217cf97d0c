"""What a state is worth to a player, for bots: what is left, what is in peril, and who will hold what counts."""

from __future__ import annotations

from hexless.ruleset.verdict import final

from .model import Orders, on_table
from .peril import Weighed, weighed
from .victory import leaders_left

__all__ = ["score"]

WIN = 2500  # what it is worth to be far ahead
KILL = 900  # an enemy leader, where leaders are what counts; besides the point that he is
HELD = 90  # percent: how surely who stands over an objective as the last turn begins holds it at the end
DOUBT = 9  # and less for every turn before


def score(s: Orders, side: str) -> int:
    """What this player has more than the others: bases and what threatens them, ground, and the way to victory."""
    if s.over is not None:
        return final(s.over, side)
    table, mine = weighed(s), s.sides.index(side)
    worth = table.worth
    if s.mission.objectives:
        worth = [each + gain for each, gain in zip(worth, _ground(s, table))]
    if s.mission.goal == "leaders":
        worth = [each + gain for each, gain in zip(worth, _leaders(s))]
    return (len(worth) - 1) * worth[mine] - sum([each for seat, each in enumerate(worth) if seat != mine])


def _leaders(s: Orders) -> list[int]:
    """Enemy leaders destroyed, and own ones left."""
    return [KILL * kills + KILL // 3 * leaders_left(s, side) for side, kills in zip(s.sides, s.leader_kills)]


def _ground(s: Orders, table: Weighed) -> list[int]:
    """To each side what it may expect to hold at the end: what it holds firmly, and its share of what is in doubt."""
    held, done = max(0, HELD - DOUBT * (s.mission.turns - s.turn)), _done(s)
    points, stake = [100 * kills for kills in s.leader_kills] if s.mission.goal == "leaders" else [0] * len(s.sides), 0
    for o, (holder, firm, near) in zip(s.mission.objectives, table.ground):
        sure, whole = held * firm // 100, sum(near) + 20
        sure += (100 - sure) * done // 100
        for seat, own in enumerate(near):
            points[seat] += o.points * (sure * 100 * (holder == seat) + (100 - sure) * 100 * own // whole) // 100
        stake += o.points * (100 - sure)
    if s.mission.goal == "hold":
        points[0] += 50  # who defends wins where nobody is ahead
    return [_ahead(points, seat, stake) for seat in range(len(points))]


def _done(s: Orders) -> int:
    """How much of the last turn is over, in percent: by the bases that have acted."""
    if s.turn < s.mission.turns:
        return 0
    acted = [e.activation or e.vulnerable for e in [s.units[i] for i in on_table(s)]]
    return 100 * sum(acted) // max(1, len(acted))


def _ahead(points: list[int], seat: int, stake: int) -> int:
    """Half of what it is worth to be so far ahead of the next."""
    lead = points[seat] - max([each for other, each in enumerate(points) if other != seat])
    return WIN // 2 * lead // (abs(lead) + 50 + stake // 2)

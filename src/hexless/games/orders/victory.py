"""How a game ends, and who has won it."""

from __future__ import annotations

from functools import lru_cache

from hexless.kernel import Game, Outcome
from hexless.ruleset.maps import Objective
from hexless.table import Base, gap, within

from ._sheet import rule
from .model import Orders

__all__ = ["finish", "holder", "sudden_end"]

G = Game[Orders]


def holder(s: Orders, o: Objective) -> str | None:
    """The side with a base within 3 inches and no enemy closer."""
    there = [(e.side, _away(e.base, o.x, o.y, s.mission.reach)) for e in s.units if e.here]
    least = min([far for _, far in there if far is not None], default=None)
    closest = {side for side, far in there if far is not None and far == least}
    return closest.pop() if len(closest) == 1 else None


@lru_cache(maxsize=1 << 13)
def _away(base: Base, x: int, y: int, reach: int) -> int | None:
    """How far a base is from a point, if it is near enough to hold it; most bases stand where they stood."""
    spot = Base(x, y)
    return gap(base, spot).distance if within(base, spot, reach) else None


def tally(s: Orders) -> dict[str, int]:
    """What each player has at the end: objectives held, and enemy leaders destroyed where the mission is about them."""
    held = [(holder(s, o), o.points) for o in s.mission.objectives]
    kills = s.leader_kills if s.mission.goal == "leaders" else [0] * len(s.sides)
    return {side: n + sum(points for who, points in held if who == side) for side, n in zip(s.sides, kills)}


def leaders_left(s: Orders, side: str) -> int:
    """How many leaders a player still has."""
    return sum(e.side == side and e.leader and e.alive for e in s.units)


def points_left(s: Orders, side: str) -> int:
    """What the bases that a player still has cost."""
    return sum(e.points for e in s.units if e.side == side and e.alive)


@rule("or.play.victory")
def finish(g: G) -> None:
    """After the last turn the player who holds most wins; the first player defends a town that must be held.

    In missions about leaders, of players who have equally much, the one with most leaders left wins, then with most
    points left.
    """
    s, points = g.state, tally(g.state)
    most = max(points.values())
    best = [side for side, n in points.items() if n == most]
    if s.mission.goal == "leaders":
        left = {side: (leaders_left(s, side), points_left(s, side)) for side in best}
        best = [side for side in best if left[side] == max(left.values())]
    winner = best[0] if len(best) == 1 else s.sides[0] if s.mission.goal == "hold" else None
    counted = ", ".join(f"{side} {n}" for side, n in points.items())
    end(g, Outcome(winner, f"{_counted(s)}: {counted}", "or.play.victory"))


def _counted(s: Orders) -> str:
    """What the points of the end are for."""
    if s.mission.goal != "leaders":
        return "objectives held"
    return "leaders destroyed and objectives held" if s.mission.objectives else "leaders destroyed"


@rule("or.play.victory")
def sudden_end(g: G) -> None:
    """A side that alone has bases left wins at once; by the ruling also one that alone has leaders left."""
    s = g.state
    if s.over is not None or s.turn == 0:
        return
    left = {e.side for e in s.units if e.alive}
    alive = [side for side in s.sides if side in left]
    leading = {e.side for e in s.units if e.alive and e.cp > 0} if by_leaders(s) else set()
    if not alive:
        finish(g)
    elif len(alive) == 1:
        end(g, Outcome(alive[0], "no enemy is left", "or.play.victory"))
    elif len(leading) == 1:
        end(g, Outcome(leading.pop(), "every enemy leader is destroyed", "or.play.victory"))


def by_leaders(s: Orders) -> bool:
    """Whether the last leaders decide at once: in missions about leaders, always, or never."""
    return s.rulings.sudden_death == "always" or (s.rulings.sudden_death == "scenario" and s.mission.goal == "leaders")


def end(g: G, over: Outcome) -> None:
    g.note("over", winner=over.winner or "nobody", why=over.why)
    g.set(over=over)

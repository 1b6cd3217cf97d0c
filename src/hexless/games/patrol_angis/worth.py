"""How well a side stands, for those who look ahead."""

from __future__ import annotations

from hexless.ruleset.verdict import final
from hexless.table import distance

from .model import CM, Element, PatrolAngis
from .turn import holder, victory_points

__all__ = ["score"]


def score(s: PatrolAngis, side: str) -> int:
    """How well a side stands: victory points, what is left, where it is, and tokens that can be used."""
    if s.over is not None:
        return final(s.over, side)
    sign = {each: 1 if each == side else -1 for each in s.sides}
    total = sum(sign[each] * (120 * victory_points(s, each) + 2 * s.slain[i] + 6 * s.gone[i])
                for i, each in enumerate(s.sides))  # fmt: skip
    total += sum(sign[e.side] * _worth(s, e) for e in s.units if e.here)
    for o in s.mission.objectives:
        held = holder(s, o)
        total += sign[held] * 100 * o.points if held else 0
    return total


def _worth(s: PatrolAngis, e: Element) -> int:
    """Wounds, nerves, tokens and position of a Troop Element."""
    hurt = sum(f.hurt * f.profile.points // f.profile.DMR for f in e.figures)
    worth = -hurt - 30 * e.fear + 12 * min(e.tokens, 3) + 5 * e.watch + 3 * e.protected
    return worth - _away(s, e)


def _away(s: PatrolAngis, e: Element) -> int:
    """How far from where it matters, in cm: an objective, the way out, or a good range to the enemy."""
    here = (e.leader.x, e.leader.y)
    if s.mission.exit and e.side == s.sides[0]:
        return distance(here, (s.mission.exit[0].x, here[1])) * 3 // CM
    goals = [distance(here, (o.x, o.y)) // CM for o in s.mission.objectives] if e.kind == "infantry" else []
    foes = [distance(here, (f.leader.x, f.leader.y)) // CM for f in s.units if f.side != e.side and f.here]
    near = max(0, min(foes) - _best_range(e)) if foes else 0
    return near + (min(goals) if goals else 0)


def _best_range(e: Element) -> int:
    """The point blank range of most of its weapons."""
    known = sorted(f.profile.weapons[0].point_blank for f in e.figures if f.profile.weapons)
    return known[len(known) // 2] if known else 0

"""How well a side stands, for the bots."""

from __future__ import annotations

from hexless.ruleset.verdict import final
from hexless.table import distance

from .model import INCH, Element, HorizonWars
from .turn import holder

__all__ = ["score"]


def score(s: HorizonWars, side: str) -> int:
    """How well a side stands: what is left of both forces, objectives, and being where it matters."""
    if s.over is not None:
        return final(s.over, side)
    sign = {each: 1 if each == side else -1 for each in s.sides}
    total = sum(sign[each] * 400 * points for each, points in zip(s.sides, s.points))
    total += sum(sign[e.side] * _worth(e) for e in s.units)
    for o in s.mission.objectives:
        held = holder(s, o)
        total += sign[held] * 150 * o.points if held else 0
    if s.mission.goal == "attack":  # won by breaking the defender's effective elements, or by keeping them
        total += sign[s.sides[1]] * sum(60 + 40 * e.P for e in s.units if e.side == s.sides[1] and e.effective)
    return total + sum(sign[e.side] * _place(s, e) for e in s.units if e.effective)


def _worth(e: Element) -> int:
    """An element by what it can still do; an ineffective one is only good for its armour."""
    if not e.alive:
        return 0
    able = e.F > 0 and e.M > 0
    return e.P * (60 if able else 15) + e.A * 30 + e.F * 22 + e.M * 8 + 6 * e.reactions


def _place(s: HorizonWars, e: Element) -> int:
    """Nearer to objectives, and near enough to an enemy to hit it."""
    here = (e.base.x, e.base.y)
    goals = [distance(here, (o.x, o.y)) * 3 // INCH for o in s.mission.objectives]
    foes = [distance(here, (f.base.x, f.base.y)) // INCH for f in s.units if f.side != e.side and f.here]
    near = max(0, min(foes) - 8) * 2 if foes else 0
    return -(min(goals) if goals else 0) - near

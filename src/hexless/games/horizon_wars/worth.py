"""How well a side stands, for the bots."""

from __future__ import annotations

from functools import lru_cache

from hexless.ruleset.verdict import final
from hexless.table.lengths import root

from .model import INCH, Element, HorizonWars
from .turn import holder

__all__ = ["score"]

Spot = tuple[int, int]
Spots = tuple[Spot, ...]


def score(s: HorizonWars, side: str) -> int:
    """How well a side stands: what is left of both forces, objectives, and being where it matters."""
    if s.over is not None:
        return final(s.over, side)
    sign = {each: 1 if each == side else -1 for each in s.sides}
    total = sum(sign[each] * 400 * points for each, points in zip(s.sides, s.points))
    total += sum([sign[e.side] * _worth(e) for e in s.units])
    for o in s.mission.objectives:
        held = holder(s, o)
        total += sign[held] * 150 * o.points if held else 0
    if s.mission.goal == "attack":  # won by breaking the defender's effective elements, or by keeping them
        total += sign[s.sides[1]] * sum(60 + 40 * e.P for e in s.units if e.side == s.sides[1] and e.effective)
    there = tuple([(e.side, e.base.x, e.base.y, e.effective) for e in s.units if e.here])
    goals = tuple([(o.x, o.y) for o in s.mission.objectives])
    return total + sum([sign[each] * worth for each, worth in _places(there, goals)])


def _worth(e: Element) -> int:
    """An element by what it can still do; an ineffective one is only good for its armour."""
    if not e.alive:
        return 0
    able = e.F > 0 and e.M > 0
    return e.P * (60 if able else 15) + e.A * 30 + e.F * 22 + e.M * 8 + 6 * e.reactions


@lru_cache(maxsize=256)
def _places(there: tuple[tuple[str, int, int, bool], ...], goals: Spots) -> tuple[tuple[str, int], ...]:
    """What it is worth to each side to stand where it does; the same for all states in which nobody moves."""
    worths = dict.fromkeys([side for side, *_ in there], 0)
    foes = {each: tuple([(x, y) for side, x, y, _ in there if side != each]) for each in worths}
    for side, x, y, able in there:
        if able:
            worths[side] += _place((x, y), goals, foes[side])
    return tuple(worths.items())


def _place(here: Spot, goals: Spots, foes: Spots) -> int:
    """Nearer to objectives, and near enough to an enemy to hit it."""
    near = max(0, _nearest(here, foes) // INCH - 8) * 2 if foes else 0
    return -(_nearest(here, goals) * 3 // INCH if goals else 0) - near


def _nearest(here: Spot, spots: Spots) -> int:
    """How far the nearest of some points is."""
    x, y = here
    return root(min([(a - x) * (a - x) + (b - y) * (b - y) for a, b in spots]))

"""How well a side stands, for whoever weighs states."""

from __future__ import annotations

from functools import lru_cache

from hexless.ruleset.verdict import final
from hexless.table import Point, distance

from .aiming import loaded
from .model import AT43, CM, Activation, Fighter, Unit, enemy_of
from .movement import RUSH
from .victory import holder

__all__ = ["score"]


def score(s: AT43, side: str) -> int:
    """How well a side stands: what is left of both armies, points, objectives, and being where it matters."""
    if s.over is not None:
        return final(s.over, side)
    sign = {each: 1 if each == side else -1 for each in s.sides}
    total = sum(sign[each] * 300 * points for each, points in zip(s.sides, s.vp))
    foes = {each: _leaders(s, enemy_of(s, each)) for each in s.sides}
    goals = tuple([Point(o.x, o.y) for o in s.mission.objectives])
    for u in s.units:
        total += sign[u.side] * _worth(s.mission.goal, u)
        if u.here and u.card.move:
            close = 2 if any(w.melee for w in u.card.weapons) else 15
            mine = goals if u.card.soldier else ()
            total += sign[u.side] * _place(u.chief.base.centre, mine, foes[u.side], close)
    for o in (*s.mission.objectives, *s.mission.drops):
        held = holder(s, o)
        total += sign[held] * 120 * o.points if held else 0
    total += sum(sign[each] * 3 * lp for each, lp in zip(s.sides, s.lp))
    return total + (sign[s[s.active.unit].side] * _promise(s, s.active) if s.active else 0)


def _promise(s: AT43, a: Activation) -> int:
    """What the active unit can still do: worth paying for, and less than doing it."""
    u = s[a.unit]
    if a.stage != "act" or not u.alive:
        return 0
    guns = 0 if a.moved in (RUSH, "dropped") or u.engaged else 10 * len(loaded(u, a.fired))
    return guns + 15 * (not a.moved) + 10 * (not a.fought and u.engaged)


@lru_cache(maxsize=4096)
def _worth(goal: str, u: Unit) -> int:
    """A unit by who is left of it, and the state they are in."""
    if u.gone:
        return 0
    if u.card.kind == "generator":
        return 2500 if u.alive and goal == "generators" else 0
    total = sum(_fighter(u, f) for f in u.fighters if f.alive)
    total -= {"valiant": 0, "disorganised": 60, "rout": 200}[u.status] if total else 0
    kept = 200 if goal == "kills" and total else 0
    return total + kept + 12 * u.overwatch + 4 * u.covered + 2 * u.deck


def _fighter(u: Unit, f: Fighter) -> int:
    person = 150 + 60 * f.person.commander if f.person else 0
    if f.vehicle:
        return 120 + 90 * f.frame + 40 * f.propulsion + 50 * sum(map(bool, f.arms)) + person
    return {"type-1": 40, "type-2": 60}.get(u.card.kind, 120) + 50 * f.special + person


@lru_cache(maxsize=1 << 14)
def _place(here: Point, goals: tuple[Point, ...], foes: tuple[Point, ...], close: int) -> int:
    """Nearer to what the mission is about, and near enough to an enemy to hit it."""
    goal = min((distance(here, goal) * 2 // CM for goal in goals), default=0)
    near = min((distance(here, foe) // CM for foe in foes), default=0)
    return -goal - max(0, near - close)


def _leaders(s: AT43, side: str) -> tuple[Point, ...]:
    """Where the units of a side are."""
    return tuple([s[i].chief.base.centre for i in s.army(side) if s[i].placed])

"""How well a side stands, for whoever weighs states: 100 is a victory point."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from hexless.ruleset.verdict import final
from hexless.table import distance

from .aiming import loaded
from .model import AT43, CM, Activation, Card, Mission, Unit, seat_of
from .movement import RUSH
from .threat import POINT, material, threats
from .victory import holder, paid_for

__all__ = ["score"]

GAINED = 100  # for a point of an objective that was held
HELD, COMING = 66, 45  # for a point of an objective that is held now, and in each of the rounds to come
PRESENT = 25  # for being on the table, so that nobody waits for nothing
LP, SPARE = 9, 2  # a Leadership Point that somebody needs this round, and one more
PULL = {"kills": 50, "objectives": 0, "generators": 0}  # percent of a point for each cm from the nearest enemy:
# who has somewhere to go lets the enemy come
BID = 4  # for each point in the Authority test
Place = tuple[int, int]


def score(s: AT43, side: str) -> int:
    """Points and those to come, what is left of both armies and what it could do, reserves, Leadership Points."""
    if s.over is not None:
        return final(s.over, side)
    mine, mission = seat_of(s, side), s.mission
    worth = [GAINED * points for points in s.vp] if mission.goal == "objectives" else [0, 0]
    marks = [_machines(s, seat) if mission.goal == "generators" else () for seat in (0, 1)]
    armies: tuple[list[_Alone], list[_Alone]] = [], []
    for u in s.units:
        seat = int(u.side != s.sides[0])
        alone = _alone(u, mission, seat, marks[seat])
        worth[seat] += alone.worth
        worth[1 - seat] += alone.paid
        if u.card.move and u.alive:
            armies[seat].append(alone)
    pull = PULL[mission.goal]
    for seat, threat in enumerate(threats(s)):
        worth[seat] += threat + _facing(pull, armies[seat], armies[1 - seat]) + _leadership(s, seat)
    for o in (*mission.objectives, *mission.drops):
        held = holder(s, o)
        if held:
            left = min(3, max(0, mission.rounds - s.round))
            worth[seat_of(s, held)] += o.points * (HELD + COMING * left)
    if s.active is not None:
        worth[seat_of(s, s[s.active.unit].side)] += _promise(s, s.active)
    return worth[mine] - worth[1 - mine]


class _Alone(NamedTuple):
    """A unit by itself: what it is worth to its side, what the enemy has for it, and where it is."""

    unit: Unit
    worth: int
    paid: int
    place: Place
    near: int  # no nearer to an enemy need it be


@lru_cache(maxsize=1 << 11)
def _alone(u: Unit, mission: Mission, seat: int, machines: tuple[Place, ...]) -> _Alone:
    """A reserve counts as standing at its edge."""
    worth, place = material(u, mission.goal) + 6 * u.overwatch + 3 * u.covered + u.deck, (0, 0)
    if u.card.move and u.alive:
        place = (u.chief.base.x, u.chief.base.y) if u.placed else _edge(mission, seat)
        worth += PRESENT * u.placed - _way_to_go(*place, u.card, _goals(mission), machines)
    return _Alone(u, worth, POINT * paid_for(mission.goal, u), place, (2 if _blades(u.card) else 15) * CM)


# ---- where it is


def _facing(pull: int, own: list[_Alone], enemies: list[_Alone]) -> int:
    """How far the units of a side are from the enemy."""
    foes = [e for e in enemies if e.unit.placed]
    if not foes or not pull:
        return 0
    nearest = _nearest(tuple([alone.place for alone in own]), tuple([e.place for e in foes]))
    return -sum([pull * (far - each.near) // (100 * CM) for each, far in zip(own, nearest) if far > each.near])


@lru_cache(maxsize=1024)
def _nearest(places: tuple[Place, ...], foes: tuple[Place, ...]) -> list[int]:
    """How far the nearest of some foes is from each of some places: the same until somebody moves."""
    return [isqrt(min([(x - ex) * (x - ex) + (y - ey) * (y - ey) for ex, ey in foes])) for x, y in places]


@lru_cache(maxsize=64)
def _goals(mission: Mission) -> tuple[Place, ...]:
    return tuple([(o.x, o.y) for o in (*mission.objectives, *mission.drops)])


def _machines(s: AT43, seat: int) -> tuple[Place, ...]:
    """The enemy's generators."""
    theirs = [u for u in s.units if u.card.kind == "generator" and u.alive and u.side != s.sides[seat]]
    return tuple([(u.chief.base.x, u.chief.base.y) for u in theirs])


@lru_cache(maxsize=64)
def _edge(mission: Mission, seat: int) -> Place:
    """The middle of a side's zone, at its back."""
    zone = mission.zones[seat]
    xs, ys = [x for x, _ in zone.outline], [y for _, y in zone.outline]
    fx, fy = zone.facing
    x = (min(xs) + max(xs)) // 2 if abs(fy) >= abs(fx) else min(xs) if fx > 0 else max(xs)
    y = (min(ys) + max(ys)) // 2 if abs(fx) > abs(fy) else min(ys) if fy > 0 else max(ys)
    return x, y


@lru_cache(maxsize=1 << 12)
def _way_to_go(x: int, y: int, card: Card, goals: tuple[Place, ...], machines: tuple[Place, ...]) -> int:
    """How far off, in cm, what the mission is about is: objectives for soldiers, generators for who can destroy one."""
    if machines and any(weapon.locked for weapon in card.weapons):
        goals = machines
    return min([distance((x, y), goal) // CM for goal in goals], default=0) if card.soldier or goals is machines else 0


@lru_cache(maxsize=512)
def _blades(card: Card) -> bool:
    return any(weapon.melee for weapon in card.weapons)


# ---- what can still be done


def _leadership(s: AT43, seat: int) -> int:
    """Points that somebody of the row still needs, and two for each card to come: what is left over is lost.

    Those in the Authority test are as good as spent.
    """
    bid = s.bids[seat] if s.bids else 0
    points = s.lp[seat] - bid
    cards = [s.units[i] for i in s.cards[seat] if i >= 0]
    need = sum([not u.officer for u in cards if u.alive])
    acts = s.active is not None and s[s.active.unit].side == s.sides[seat]
    spare = max(0, min(points - need, 2 * (len(s.cards[seat]) + acts)))
    return LP * min(points, need) + SPARE * spare + BID * bid


def _promise(s: AT43, a: Activation) -> int:
    """What the active unit can still do: worth paying for, and less than doing it."""
    u = s[a.unit]
    if a.stage != "act" or not u.alive:
        return 0
    guns = 0 if a.moved in (RUSH, "dropped") or u.engaged else 5 * _guns(u, a.fired)
    return guns + 8 * (not a.moved) + 5 * (not a.fought and u.engaged)


@lru_cache(maxsize=512)
def _guns(u: Unit, fired: tuple[int, ...]) -> int:
    return len(loaded(u, fired))

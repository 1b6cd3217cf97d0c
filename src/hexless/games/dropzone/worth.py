"""How well a side stands, for bots: Victory Points held and to come, what is alive, and what it can still do."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt
from typing import Any, NamedTuple

from hexless.kernel import Value
from hexless.ruleset.verdict import final
from hexless.table.pressure import joined, pressure

from .model import INCH, Dropzone, Mission, Objective, Squad, units_in
from .peril import as_thing
from .units import Unit

__all__ = ["score"]

Pair = tuple[int, int]
VICTORY = 3000  # a Victory Point that nobody can take back
POINT = 10  # a point of the army list, alive
KILL = 8  # a Kill Point
AWAY = 3  # what a point loses while it is not on the table
ROUND = 40  # what a round on the way to an objective costs each unit that may claim it
CARRY = 120  # and each that carries one home
HOPE = 600  # a squad where a Hidden Objective is
LANDED = 15  # what an aircraft on the ground risks
MISSILE = 20  # one use of a weapon of limited use
SHELTER = 20  # being in a garrison
RUIN = 3  # a Damage Point of scenery that shelters nobody of the other side
FAR = 4 * INCH


class Army(NamedTuple):
    """One side: what it is worth by itself, and its units as things that press on the others."""

    worth: int
    things: Any


class Aims(Value, frozen=True, kw_only=True, cache_hash=True):
    """What an army is after: its seat's edge, the objectives, and whether there is another round."""

    side: str
    home: tuple[int, int, int, int]  # facing of its zone, width and depth of the table
    mobile: bool
    objectives: tuple[Objective, ...]
    later: bool


def score(s: Dropzone, side: str) -> int:
    """What this side has more than the other."""
    if s.over is not None:
        return final(s.over, side)
    me = s.sides.index(side)
    mine, theirs = _of(s, me), _of(s, 1 - me)
    total = mine.worth - theirs.worth + pressure(mine.things, theirs.things, FAR)
    total += (VICTORY * (s.vp[me] - s.vp[1 - me])) + KILL * (s.kills[me] - s.kills[1 - me])
    return total + _held(s, me) - _held(s, 1 - me) - _ruins(s, me) + _command(s, me)


def _held(s: Dropzone, seat: int) -> int:
    """Objectives that are held count at the end: the more, the nearer it is; those that are carried at once."""
    if s.mission.goal == "kills":
        return 0
    held = sum([o.owner == s.sides[seat] and not o.gone for o in s.objectives])
    if s.mission.goal == "mobile":
        return held * VICTORY
    return held * VICTORY * (s.mission.rounds + s.round) // (2 * s.mission.rounds)


def _ruins(s: Dropzone, seat: int) -> int:
    """Scenery that was shot at for nothing: nobody of the other side is inside."""
    lost = 0
    for p, piece in enumerate(s.scenery):
        if piece.full > piece.dp or piece.tokens:
            foes = any(s.units[i].side != s.sides[seat] for i in units_in(s, p))
            lost += 0 if foes else RUIN * (piece.full - piece.dp + piece.tokens)
    return lost


def _command(s: Dropzone, me: int) -> int:
    """Cards in hand, and a little more for those that are at work."""
    held = 3 * (len(s.hands[me]) - len(s.hands[1 - me])) if s.hands else 0
    return held + sum(5 if effect.side == s.sides[me] else -5 for effect in s.effects)


# ---- one army


def _of(s: Dropzone, seat: int) -> Army:
    side = s.sides[seat]
    units, tops = s.field.armies.get(side, ((), ()))
    aims = _aims(s.mission, seat, side, s.terrain.width, s.terrain.depth, s.objectives, s.round < s.mission.rounds)
    return _army(units, tops, *_squads(s.squads), aims)


@lru_cache(maxsize=1 << 6)
def _aims(
    mission: Mission, seat: int, side: str, width: int, depth: int, objectives: tuple[Objective, ...], later: bool
) -> Aims:
    """The same aims for the same mission, so that nobody has to compare them."""
    home = (*mission.zones[seat].facing, width, depth)
    return Aims(side=side, home=home, mobile=mission.goal == "mobile", objectives=objectives, later=later)


@lru_cache(maxsize=1 << 6)
def _squads(squads: tuple[Squad, ...]) -> tuple[frozenset[int], frozenset[int]]:
    """The squads that may still shoot in this round, and those that carry something."""
    left = [q for q, a in enumerate(squads) if not a.done and len(a.actions) < 2 and "shoot" not in a.actions]
    return frozenset(left), frozenset([q for q, a in enumerate(squads) if a.carries is not None])


@lru_cache(maxsize=1 << 8)
def _army(
    units: tuple[Unit, ...], tops: tuple[Unit, ...], left: frozenset[int], carriers: frozenset[int], aims: Aims
) -> Army:
    """Each unit by itself, and what those are after who may claim."""
    worth, things, there = 0, [], set[int]()
    for u, top in zip(units, tops):
        own, goal = _one(u, top, u.squad in carriers, aims)
        worth += own
        if goal >= 0:
            there.add(goal)
        if u.placed and u.aboard is None:
            things.append(as_thing(u, u.squad in left, aims.later))
    return Army(worth + HOPE * len(there), joined(things))


@lru_cache(maxsize=1 << 12)
def _one(u: Unit, top: Unit, carries: bool, aims: Aims) -> tuple[int, int]:
    """A unit by itself and by the way that it still has to go; and the objective that it is at, -1 for none."""
    worth = _alone(u) - (0 if top.placed else AWAY * u.profile.points)
    if carries and aims.mobile:
        return worth - CARRY * _rounds(_home(top, aims.home), top, u) // 10, -1
    if u.profile.kind in ("aircraft", "behemoth"):
        return worth, -1
    rounds, goal = _nearest(u, top, aims)
    return worth - ROUND * rounds // 10, -1 if rounds else goal


def _alone(u: Unit) -> int:
    """What is alive, its missiles, and whether it is safe."""
    p = u.profile
    worth = POINT * p.points * u.dp // (sum(p.zones) or p.dp)
    worth += sum([MISSILE * (gun.limited - u.used.count(k)) for k, gun in enumerate(p.guns) if gun.limited])
    worth -= LANDED if p.kind == "aircraft" and u.placed and not u.flying else 0
    return worth + (SHELTER if u.piece is not None else 0) + (5 if u.scan else 0)


def _rounds(far: int, top: Unit, u: Unit) -> int:
    """Tenths of rounds to go so far, with whatever it rides in, and one to get out."""
    return 10 * far // (max(1, top.profile.mv) * INCH) + (5 if u.aboard is not None else 0)


def _home(top: Unit, home: tuple[int, int, int, int]) -> int:
    """How far it is to a side's own edge."""
    if not top.placed:
        return 0
    fx, fy, width, depth = home
    if abs(fx) > abs(fy):
        return top.base.x if fx > 0 else width - top.base.x
    return top.base.y if fy > 0 else depth - top.base.y


def _nearest(u: Unit, top: Unit, aims: Aims) -> tuple[int, int]:
    """Tenths of rounds to the nearest objective that a unit may want, and which; (0, -1) where there is none."""
    best, goal = 10_000, -1
    for o, at in enumerate(aims.objectives):
        if at.gone or at.carrier is not None or (at.owner == aims.side and not at.hidden):
            continue
        if at.piece is not None and u.profile.kind != "infantry":
            continue
        if at.piece is not None and u.piece == at.piece:
            return 0, o
        if top.placed:
            far = isqrt((top.base.x - at.x) ** 2 + (top.base.y - at.y) ** 2)
            far = far if at.piece is not None else max(0, far - 2 * INCH)
        else:
            far = _home(top.with_(placed=True, base=top.base.at(at.x, at.y)), aims.home) + top.profile.mv * INCH
        rounds = max(1 if at.piece is not None else 0, _rounds(far, top, u))
        if rounds < best:
            best, goal = rounds, o
    return (best, goal) if goal >= 0 else (0, -1)

"""Objectives, victory points and the end of the game."""

from __future__ import annotations

from functools import lru_cache

from hexless.kernel import Game, Outcome
from hexless.ruleset.maps import Objective
from hexless.table import Base, within

from ._sheet import rule
from .model import AT43, CM, Unit, enemy_of

__all__ = ["count_points", "holder", "last_army", "paid_for", "verdict"]

G = Game[AT43]
REACH = 10 * CM
EXTRA_ROUNDS = 4  # how long a tie is played on
GENERATOR, VEHICLE, INFANTRY, HERO = 10, 2, 1, 1


@rule("at.play.objective-control")
def holder(s: AT43, o: Objective) -> str | None:
    """The side with most infantry fighters within 10 cm of an objective."""
    a, b = _nearby(s.units, s.sides[0], o.x, o.y)
    return None if a == b else s.sides[a < b]


@lru_cache(maxsize=512)
def _nearby(units: tuple[Unit, ...], first: str, x: int, y: int) -> list[int]:
    """How many infantry fighters either side has there; asked again whenever somebody looks."""
    near = [0, 0]
    for u in units:
        near[u.side != first] += _near(u, x, y)
    return near


@lru_cache(maxsize=4096)
def _near(u: Unit, x: int, y: int) -> int:
    """How many infantry fighters of a unit are within 10 cm of a point."""
    return _within(u.bases, x, y) if u.here and u.card.soldier else 0


@lru_cache(maxsize=4096)
def _within(bases: tuple[Base, ...], x: int, y: int) -> int:
    """How many of some bases are; most have not moved."""
    return sum([within(base, Base(x, y), REACH) for base in bases])


@rule("at.play.victory")
def count_points(g: G) -> None:
    """Victory points at the end of a round: for what is held, or for what has been destroyed so far."""
    s = g.state
    if s.mission.goal == "objectives":
        control(g)
    else:
        points = [sum(paid_for(s.mission.goal, u) for u in s.units if u.side == enemy_of(s, side)) for side in s.sides]
        g.set(vp=(points[0], points[1]))
    g.note("points", points=g.state.vp)


@rule("at.play.objective-control")
def control(g: G) -> None:
    """Objectives and drop points give their points to who holds them."""
    s = g.state
    held = [(holder(s, o), o) for o in (*s.mission.objectives, *s.mission.drops)]
    gain = [sum(o.points for by, o in held if by == side) for side in s.sides]
    g.set(vp=(s.vp[0] + gain[0], s.vp[1] + gain[1]))
    g.note("objectives", held=tuple(f"{o.name}: {by or 'nobody'}" for by, o in held))


@lru_cache(maxsize=1024)
def paid_for(goal: str, u: Unit) -> int:
    """What the enemy has for a unit: generators, or vehicles, infantry units and heroes, if they are gone."""
    if u.card.kind == "generator":
        return 0 if u.alive or goal != "generators" else GENERATOR
    if goal != "kills":
        return 0
    lost = [f for f in u.fighters if u.gone or not f.alive]
    heroes = sum(HERO for f in lost if f.person is not None and f.person.hero)
    return heroes + (VEHICLE * len(lost) if u.card.vehicle else 0 if u.alive else INFANTRY)


@rule("at.play.victory")
def verdict(g: G) -> Outcome | None:
    """Who has 20 points, or is ahead after 6 rounds; a tie is played on for some rounds more."""
    s = g.state
    a, b = s.vp
    ahead = None if a == b else s.sides[a < b]
    if ahead and max(a, b) >= s.mission.target:
        return Outcome(ahead, f"{max(a, b)} victory points", "at.play.victory")
    if ahead and s.round >= s.mission.rounds:
        return Outcome(ahead, f"ahead {a} to {b} after {s.round} rounds", "at.play.victory")
    if s.round >= s.mission.rounds + EXTRA_ROUNDS:
        return Outcome(None, f"{a} to {b} after {s.round} rounds", "at.play.victory")
    return None


def last_army(s: AT43) -> Outcome | None:
    """A side without units has lost."""
    left = [side for side in s.sides if s.army(side)]
    if len(left) == 2:
        return None
    winner = left[0] if left else None
    return Outcome(winner, "the enemy is wiped out" if left else "nobody is left", "at.play.victory")

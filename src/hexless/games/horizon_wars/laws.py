"""What is true in every state of every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from hexless.ruleset import Law
from hexless.table import gap

from .model import Element, HorizonWars
from .movement import NEVER

__all__ = ["LAWS"]

OVERLAP = 3  # ticks that rounding may cost


def _each(name: str, broken: Callable[[HorizonWars, Element], bool]) -> Law[HorizonWars]:
    """A law of every element."""

    def find(s: HorizonWars) -> str | None:
        return next((f"{e.name}: {e}" for e in s.units if broken(s, e)), None)

    return Law(name, find)


def _pairs(s: HorizonWars) -> Iterator[tuple[Element, Element]]:
    return combinations([e for e in s.units if e.here], 2)


def _overlap(s: HorizonWars) -> str | None:
    for a, b in _pairs(s):
        room = a.base.radius + b.base.radius - OVERLAP
        if (a.base.x - b.base.x) ** 2 + (a.base.y - b.base.y) ** 2 < room**2:
            return f"{a.name} and {b.name} overlap (gap {gap(a.base, b.base).distance})"
    return None


def _forbidden_ground(s: HorizonWars, e: Element) -> bool:
    if not e.here:
        return False
    traits = [t for i in s.terrain.at((e.base.x, e.base.y)) for t in s.terrain.pieces[i].traits]
    return any(t in traits for t in NEVER[e.kind])


def _state(name: str, fine: Callable[[HorizonWars], bool]) -> Law[HorizonWars]:
    """A law of the whole state."""
    return Law(name, lambda s: None if fine(s) else f"turn {s.turn}, {s.phase}")


def _above_start(s: HorizonWars, e: Element) -> bool:
    return any(now > start for now, start in zip((e.F, e.M, e.A), e.start))


def _track_short(s: HorizonWars, e: Element) -> bool:
    lost = sum(e.start) - e.F - e.M - e.A
    return e.alive and e.track < lost and not s.rulings.recover_reduces_track


def _too_many_stored(s: HorizonWars, e: Element) -> bool:
    return not 0 <= e.reactions <= s.rulings.reserved_reactions_max


def _stored_early(s: HorizonWars, e: Element) -> bool:
    return e.reactions > 0 and not e.activated and s.rulings.reaction_expiry == "end_of_turn"


def _one_command(s: HorizonWars) -> bool:
    return all(sum(e.chq for e in s.units if e.side == side) == 1 for side in s.sides)


def _answered(s: HorizonWars) -> bool:
    return s.charge is not None or bool(s.reacted)


LAWS = (
    _each("F, M and A never fall below 0", lambda s, e: min(e.F, e.M, e.A) < 0),
    _each("no stat rises above its start", _above_start),
    _each("the track covers every stat lost", _track_short),
    _each("the track is never negative", lambda s, e: e.track < 0),
    _each("the dead store no reaction", lambda s, e: not e.alive and e.reactions > 0),
    _each("no more reactions are stored than the ruling allows", _too_many_stored),
    _each("only activated elements store a reaction", _stored_early),
    _each("whoever is on the table is wholly on it", lambda s, e: e.here and not s.terrain.fits_table(e.base)),
    _each("nobody stands where its kind may not", _forbidden_ground),
    _each("nobody acts before it is placed", lambda s, e: e.activated and not e.placed),
    _each("a facing points somewhere", lambda s, e: (e.base.fx, e.base.fy) == (0, 0)),
    _each("no activation has more than two actions", lambda s, e: max(len(e.done), len(e.early)) > 2),
    Law("no two elements overlap", _overlap),
    _state("the turn stays within the mission", lambda s: 0 <= s.turn <= s.mission.turns),
    _state("whose turn it is, is a side", lambda s: s.next in s.sides),
    _state("charges and reactions belong to an activation", lambda s: s.phase == "activate" or not _answered(s)),
    _state("points are never negative", lambda s: min(s.points) >= 0),
    _state("a mission without objectives gives no points", lambda s: bool(s.mission.objectives) or s.points == (0, 0)),
    _state("each side has one command element", _one_command),
    _state("the winner is a side or nobody", lambda s: s.over is None or s.over.winner in (*s.sides, None)),
)

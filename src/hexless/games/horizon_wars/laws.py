"""What is true in every state of every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from hexless.kernel import Law
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


LAWS = (
    _each("F, M and A never fall below 0", lambda s, e: min(e.F, e.M, e.A) < 0),
    _each("no stat rises above its start", lambda s, e: e.start < (e.F, e.M, e.A) or e.start[0] < e.F or e.start[1] < e.M or e.start[2] < e.A),
    _each("the track covers every stat lost", lambda s, e: e.alive and e.track < sum(e.start) - e.F - e.M - e.A and not s.rulings.recover_reduces_track),
    _each("the track is never negative", lambda s, e: e.track < 0),
    _each("the dead store no reaction", lambda s, e: not e.alive and e.reactions > 0),
    _each("at most the ruling's number of reactions is stored", lambda s, e: not 0 <= e.reactions <= s.rulings.reserved_reactions_max),
    _each("only activated elements store a reaction", lambda s, e: e.reactions > 0 and not e.activated and s.rulings.reaction_expiry == "end_of_turn"),
    _each("whoever is on the table is wholly on it", lambda s, e: e.here and not s.terrain.fits_table(e.base)),
    _each("nobody stands where its kind may not", _forbidden_ground),
    _each("nobody acts before it is placed", lambda s, e: e.activated and not e.placed),
    _each("a facing points somewhere", lambda s, e: (e.base.fx, e.base.fy) == (0, 0)),
    _each("no more than an activation is owed", lambda s, e: not 0 <= e.owed <= 2),
    Law("no two elements overlap", _overlap),
    _state("the turn stays within the mission", lambda s: 0 <= s.turn <= s.mission.turns),
    _state("whose turn it is, is a side", lambda s: s.next in s.sides),
    _state("points never fall", lambda s: min(s.points) >= 0),
    _state("a mission without objectives gives no points", lambda s: bool(s.mission.objectives) or s.points == (0, 0)),
    _state("each side has at most one command element", lambda s: all(sum(e.chq for e in s.units if e.side == side) <= 1 for side in s.sides)),
    _state("the winner is a side or nobody", lambda s: s.over is None or s.over.winner in (*s.sides, None)),
)  # fmt: skip

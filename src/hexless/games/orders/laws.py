"""What is true in every state of every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

from hexless.ruleset import Law
from hexless.table import Base, Terrain

from .model import Orders, Stand, is_wreck
from .terrain import NEVER, rolls_on

__all__ = ["LAWS"]

ORDERING = ("orders", "singles")
OVERLAP = 3  # ticks that rounding may cost


def _each(name: str, broken: Callable[[Orders, Stand], bool]) -> Law[Orders]:
    """A law of every base."""

    def find(s: Orders) -> str | None:
        return next((f"{e.name}: {e}" for e in s.units if broken(s, e)), None)

    return Law(name, find)


def _state(name: str, fine: Callable[[Orders], bool]) -> Law[Orders]:
    """A law of the whole state."""
    return Law(name, lambda s: None if fine(s) else f"turn {s.turn}, {s.phase}")


def _overlap(s: Orders) -> str | None:
    return _crowded(tuple([(e.name, e.base, is_wreck(e), rolls_on(e)) for e in s.units if e.here or is_wreck(e)]))


@lru_cache(maxsize=2)
def _crowded(there: tuple[tuple[str, Base, bool, bool], ...]) -> str | None:
    """Two bases that overlap; a wreck is in the way of wheels and tracks only. Most answers move nobody."""
    for (a, base, wreck, rolls), (b, other, burnt, wheels) in combinations(there, 2):
        if (wreck or burnt) and not (wreck != burnt and (wheels if wreck else rolls)):
            continue
        room = base.radius + other.radius - OVERLAP
        if (base.x - other.x) ** 2 + (base.y - other.y) ** 2 < room**2:
            return f"{a} and {b} overlap"
    return None


def _forbidden_ground(s: Orders, e: Stand) -> bool:
    if not e.here:
        return False
    never = NEVER["foot"] if e.mobility == "jump" else NEVER[e.mobility]
    return any(t in never for t in _ground(s.terrain, e.base.x, e.base.y))


@lru_cache(maxsize=256)
def _ground(terrain: Terrain, x: int, y: int) -> tuple[str, ...]:
    """The properties of the ground at a place; most bases stand where they stood."""
    return tuple(trait for i in terrain.at((x, y)) for trait in terrain.pieces[i].traits)


def _bad_ride(s: Orders, e: Stand) -> bool:
    if e.aboard is None or not e.alive:
        return False
    ride = s[e.aboard]
    return e.vehicle or ride.side != e.side or not ride.transport or not ride.alive


def _overloaded(s: Orders) -> str | None:
    riders = Counter(e.aboard for e in s.units if e.alive and e.aboard is not None)
    return next((s[unit].name for unit, n in riders.items() if n > s[unit].transport), None)


def _ordered_once(s: Orders) -> bool:
    units = [unit for unit, _ in s.ordered]
    return len(units) == len(set(units))


def _all_acted(s: Orders) -> bool:
    """Also the carried, where they need orders and can be given one; not those of a player who has passed."""
    carried = s.rulings.mounted_need_order
    stuck = s.rulings.solo_suppressed == "rr_only"
    due = [e for e in s.units if e.here or (carried and e.alive and e.aboard is not None and not (stuck and e.sp))]
    return s.phase != "end" or all(e.acted for e in due if e.side not in s.passed)


def _kills_bounded(s: Orders) -> bool:
    return sum(s.leader_kills) <= sum(e.leader and not e.alive for e in s.units)


def _fresh(s: Orders) -> bool:
    return s.phase != "initiative" or not any(e.acted for e in s.units)


LAWS = (
    _each("suppression points are from 0 to 2", lambda s, e: not 0 <= e.sp <= 2),
    _each("the destroyed carry no counters", lambda s, e: not e.alive and (e.acted or e.sp > 0)),
    _each("the destroyed ride in nothing", lambda s, e: not e.alive and e.aboard is not None),
    _each("passengers are infantry in a living transport of their own side", _bad_ride),
    Law("no transport carries more than it can", _overloaded),
    _each("nobody stands where it may not", _forbidden_ground),
    _each("whoever is on the table is wholly on it", lambda s, e: e.here and not s.terrain.fits_table(e.base)),
    _each("nobody acts before it is placed", lambda s, e: e.acted and not e.placed),
    Law("no two bases overlap", _overlap),
    _state("nobody acts twice in a set of orders", _ordered_once),
    _state("when a turn ends, all bases that need one have a counter", _all_acted),
    _state("no order waits for its counter when the orders are done", lambda s: not s.ordered or s.phase in ORDERING),
    _state("command points are never negative", lambda s: s.cp >= 0),
    _state("command points belong to a leader", lambda s: s.cp == 0 or s.leader is not None),
    _state("whoever issues orders is a leader", lambda s: s.leader is None or s[s.leader].leader),
    _state("smoke is gone when a turn begins", lambda s: s.phase != "initiative" or not s.smoke),
    _state("counters are gone when a turn begins", _fresh),
    _state("the turn stays within the mission", lambda s: 0 <= s.turn <= s.mission.turns),
    _state("whose turn it is, is a player", lambda s: s.next in s.sides),
    _state("leaders destroyed are counted for every player", lambda s: len(s.leader_kills) == len(s.sides)),
    _state("no more leaders are counted than were lost", _kills_bounded),
    _state("the winner is a player or nobody", lambda s: s.over is None or s.over.winner in (*s.sides, None)),
)

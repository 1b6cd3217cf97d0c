"""What is true in every state of every game."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from hexless.ruleset import Law
from hexless.table import Base

from .leadership import bid_cap
from .model import AT43, HIDDEN, Fighter, Unit
from .obstacles import TRAITS

__all__ = ["LAWS"]

OVERLAP = 3  # ticks that rounding may cost


def _each(name: str, broken: Callable[[AT43, Unit], bool]) -> Law[AT43]:
    """A law of every unit."""

    def find(s: AT43) -> str | None:
        return next((f"{u.name}: {u}" for u in s.units if broken(s, u)), None)

    return Law(name, find)


def _fighter(name: str, broken: Callable[[Unit, Fighter], bool]) -> Law[AT43]:
    """A law of every fighter."""

    def find(s: AT43) -> str | None:
        return next((f"{u.name}: {f}" for u in s.units for f in u.fighters if broken(u, f)), None)

    return Law(name, find)


def _state(name: str, fine: Callable[[AT43], bool]) -> Law[AT43]:
    """A law of the whole state."""
    return Law(name, lambda s: None if fine(s) else f"round {s.round}, {s.phase}, next {s.next}, cards {s.cards}")


def _standing(s: AT43) -> list[tuple[str, Base]]:
    return [(u.name, base) for u in s.units if u.placed for base in u.standing]


def _overlap(s: AT43) -> str | None:
    for (a, p), (b, q) in combinations(_standing(s), 2):
        if (p.x - q.x) ** 2 + (p.y - q.y) ** 2 < (p.radius + q.radius - OVERLAP) ** 2:
            return f"{a} and {b} overlap at {p.x},{p.y}"
    return None


def _on_obstacle(s: AT43) -> str | None:
    solid = s.terrain.having(*TRAITS).pieces
    for name, base in _standing(s):
        if any(i in solid for i in s.terrain.at((base.x, base.y))):
            return f"{name} stands on an obstacle"
    return None


def _off_table(s: AT43) -> str | None:
    return next((name for name, base in _standing(s) if not s.terrain.fits_table(base)), None)


def _rows(s: AT43) -> bool:
    """Each row holds just the cards of the units that have one in it."""
    for side, row in zip(s.sides, s.cards):
        cards = [i for i, u in enumerate(s.units) if u.side == side and u.carded]
        if len(cards) != len(row) or (HIDDEN not in row and sorted(row) != cards):
            return False
    return True


def _bids(s: AT43) -> bool:
    return all(b == HIDDEN or 0 <= b <= bid_cap(s, side) for side, b in zip(s.sides, s.bids))


def _commanders(s: AT43) -> bool:
    def lead(side: str) -> int:
        mine = [f for u in s.units if u.side == side for f in u.fighters if f.alive]
        return sum(f.person is not None and f.person.commander for f in mine)

    return all(lead(side) <= 1 for side in s.sides)


def _marked(s: AT43, u: Unit) -> bool:
    return not u.here and (u.engaged or u.overwatch or u.deck or u.covered)


def _active(s: AT43) -> bool:
    return (s.phase == "activate") == (s.active is not None) and (
        s.active is None or (s.active.unit < len(s.units) and not s[s.active.unit].carded)
    )


def _above(u: Unit, f: Fighter) -> bool:
    c = u.card
    return f.vehicle and (f.frame > c.frame or f.propulsion > c.propulsion or any(a > c.arm for a in f.arms))


LAWS = (
    _fighter("wounds are never negative", lambda u, f: f.wounds < 0),
    _fighter("structure points are never negative", lambda u, f: min(f.frame, f.propulsion, *f.arms, 0) < 0),
    _fighter("structure points never rise", _above),
    _fighter("a facing points somewhere", lambda u, f: (f.base.fx, f.base.fy) == (0, 0)),
    _fighter("who carries a special weapon is a soldier", lambda u, f: f.special and not u.card.soldier),
    _each("the leader of a living unit is alive", lambda s, u: u.alive and not u.chief.alive),
    _each("a special weapon leads only when nobody else can",
          lambda s, u: u.alive and u.chief.special and not all(f.special for f in u.fighters if f.alive)),
    _each("nobody has more fighters than it started with", lambda s, u: len(u.living) > u.start),
    _each("only who is on the table has markers", _marked),
    _each("striders are never engaged", lambda s, u: not u.card.soldier and u.engaged),
    _each("engaged units are not on Overwatch", lambda s, u: u.engaged and u.overwatch),
    _each("only infantry hits the deck or takes cover", lambda s, u: (u.deck or u.covered) and not u.card.soldier),
    _each("generators never act", lambda s, u: u.card.kind == "generator" and (u.carded or u.overwatch)),
    _each("who has no morale is valiant",
          lambda s, u: u.status != "valiant" and not u.card.morale and not any(f.person for f in u.fighters)),
    Law("no two figures overlap", _overlap),
    Law("nobody stands on an obstacle", _on_obstacle),
    Law("whoever is on the table is wholly on it", _off_table),
    _state("a row holds the cards of its units", _rows),
    _state("bids keep to their cap", _bids),
    _state("Leadership Points are never negative", lambda s: min(s.lp) >= 0),
    _state("there is at most one commander a side", _commanders),
    _state("a unit is active just while one is activated", _active),
    _state("whose turn it is, is a side", lambda s: s.next in s.sides),
    _state("victory points are never negative", lambda s: min(s.vp) >= 0),
    _state("the winner is a side or nobody", lambda s: s.over is None or s.over.winner in (*s.sides, None)),
)  # fmt: skip

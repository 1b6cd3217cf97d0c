"""Bases on the table, leaders and their command points, and the state of a game."""

from __future__ import annotations

from typing import Literal, NewType

from hexless.kernel import Outcome, State, Value
from hexless.ruleset.maps import Objective, Zone
from hexless.table import Base, Relations, Terrain, relations

from .rulings import Rulings

__all__ = [
    "INCH", "BaseId", "Mission", "Mobility", "Orders", "Stand", "after_seat", "carried_by", "foes", "named", "of_side",
    "on_table", "table",
]  # fmt: skip

INCH = 1000
BaseId = NewType("BaseId", int)  # the place of a base in `Orders.units`
Mobility = Literal["foot", "wheeled", "tracked", "hover", "jump"]


class Stand(Value, frozen=True, kw_only=True, cache_hash=True):
    """One base. It has acted when it carries an activation or a vulnerable counter (or.play.one-order)."""

    name: str
    side: str
    vehicle: bool
    mobility: Mobility
    base: Base
    move: int
    AM: int
    AP: int
    SR: int
    bombard: int
    size: int
    am_range: int
    ap_range: int
    defender: bool = False
    camouflage: bool = False
    transport: int = 0  # infantry bases that it carries
    attack_bonus: int = 0  # a special rule of its own
    bombard_bonus: int = 0
    cp: int = 0  # command points a turn; a leader has some
    command: BaseId | None = None  # the leader that it is assigned to
    placed: bool = False
    alive: bool = True
    sp: int = 0
    activation: bool = False
    vulnerable: bool = False
    aboard: BaseId | None = None
    points: int = 0

    @property
    def leader(self) -> bool:
        return self.cp > 0

    @property
    def acted(self) -> bool:
        return self.activation or self.vulnerable

    @property
    def here(self) -> bool:
        """On the playing area: not destroyed and not inside a transport."""
        return self.alive and self.placed and self.aboard is None


class Mission(Value, frozen=True, cache_hash=True, kw_only=True):
    """What the game is about."""

    name: str
    goal: Literal["objectives", "leaders", "hold"]
    turns: int
    zones: tuple[Zone, ...]
    objectives: tuple[Objective, ...] = ()
    reach: int = 3000


class Orders(State, frozen=True, cache_hash=True, kw_only=True):
    """A game of Orders, for two to four players in seating order."""

    units: tuple[Stand, ...]
    sides: tuple[str, ...]
    terrain: Terrain
    mission: Mission
    rulings: Rulings
    turn: int = 0
    phase: Literal["deploy", "initiative", "leaders", "orders", "singles", "end"] = "deploy"
    first: str = ""
    next: str = ""
    passed: tuple[str, ...] = ()  # players who choose no more leaders this turn
    leader: BaseId | None = None  # who is issuing orders
    cp: int = 0  # and what is left to spend
    smoked: bool = False  # this leader has ordered smoke
    ordered: tuple[tuple[BaseId, str], ...] = ()  # bases that acted in this set, and the counter each will get
    smoke: tuple[tuple[int, int], ...] = ()
    leader_kills: tuple[int, ...] = ()
    hands: tuple[tuple[str, ...], ...] = ()  # command cards, hidden from the others
    carded: tuple[str, ...] = ()  # players who have played a card in this order
    over: Outcome | None = None

    def __getitem__(self, unit: int) -> Stand:
        return self.units[unit]


def named(s: Orders, answer: object) -> BaseId | None:
    """The base that an answer means, if it means one."""
    return BaseId(answer) if type(answer) is int and 0 <= answer < len(s.units) else None


class Muster:
    """Who is where: the ids of all bases in order, by what is asked of them again and again."""

    __slots__ = ("_foes", "_on_table", "_sides", "here", "units")

    def __init__(self, units: tuple[Stand, ...]) -> None:
        self.units = units
        self.here = tuple([BaseId(i) for i, e in enumerate(units) if e.alive and e.placed and e.aboard is None])
        self._sides: dict[str, tuple[BaseId, ...]] = {}
        self._on_table: dict[str, tuple[BaseId, ...]] = {}
        self._foes: dict[str, tuple[BaseId, ...]] = {}

    def of_side(self, side: str) -> tuple[BaseId, ...]:
        if side not in self._sides:
            self._sides[side] = tuple([BaseId(i) for i, e in enumerate(self.units) if e.side == side])
        return self._sides[side]

    def on_table(self, side: str) -> tuple[BaseId, ...]:
        if side not in self._on_table:
            self._on_table[side] = tuple([i for i in self.here if self.units[i].side == side])
        return self._on_table[side]

    def foes(self, side: str) -> tuple[BaseId, ...]:
        if side not in self._foes:
            self._foes[side] = tuple([i for i in self.here if self.units[i].side != side])
        return self._foes[side]


_mustered = [Muster(())]  # of the units that were asked about last


def _muster(s: Orders) -> Muster:
    known = _mustered[0]  # another thread may look at another table
    if known.units is not s.units:
        known = _mustered[0] = Muster(s.units)
    return known


def of_side(s: Orders, side: str) -> tuple[BaseId, ...]:
    """All bases of a player, wherever they are."""
    return _muster(s).of_side(side)


def carried_by(s: Orders, transport: BaseId) -> list[BaseId]:
    """The bases inside a transport."""
    return [BaseId(i) for i, e in enumerate(s.units) if e.aboard == transport and e.alive]


def on_table(s: Orders, side: str | None = None) -> tuple[BaseId, ...]:
    """The bases on the playing area, of one side or of all."""
    return _muster(s).here if side is None else _muster(s).on_table(side)


def foes(s: Orders, side: str) -> tuple[BaseId, ...]:
    """The enemy bases on the playing area."""
    return _muster(s).foes(side)


def table(s: Orders) -> Relations:
    """What holds between the bases that have been placed, the carried and the wrecked where they are kept."""
    for units, terrain, found in _at_hand:
        if units is s.units and terrain is s.terrain:
            return found
    found = relations(s.terrain, tuple([e.base if e.placed else None for e in s.units]))
    _at_hand[:] = [(s.units, s.terrain, found)]
    return found


_at_hand: list[tuple[tuple[Stand, ...], Terrain, Relations]] = []


def after_seat(s: Orders, side: str) -> tuple[str, ...]:
    """All players in seating order, beginning after one."""
    at = s.sides.index(side) + 1
    return s.sides[at:] + s.sides[:at]

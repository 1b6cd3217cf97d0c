"""Elements, the table they stand on, and the state of a game."""

from __future__ import annotations

from typing import Literal, NewType

from hexless.kernel import Outcome, State, Value
from hexless.ruleset.maps import Objective, Zone
from hexless.table import Base, Relations, Terrain, changed, relations

from .rulings import Rulings

__all__ = [
    "INCH",
    "STILL",
    "Action",
    "Charge",
    "Element",
    "HorizonWars",
    "Kind",
    "Mission",
    "Ticks",
    "UnitId",
    "beaten",
    "enemy_of",
    "foes",
    "friends",
    "here",
    "table",
]

Kind = Literal["infantry", "vehicle", "mech"]
Action = str  # cautious, patrol, rapid, stand, cautious+shoot, patrol+shoot, charge, recover, hold; counter-charge
UnitId = NewType("UnitId", int)  # the place of an element among the units
Ticks = NewType("Ticks", int)  # a length on the table
INCH = Ticks(1000)
STILL = Ticks(0)


class Element(Value, frozen=True, cache_hash=True, kw_only=True):
    """One playing piece. F, M and A are current values; P and D are never damaged (hw.play.current-stats)."""

    name: str
    side: str
    kind: Kind
    base: Base
    P: int
    M: int
    F: int
    A: int
    D: int
    start: tuple[int, int, int]  # F, M and A undamaged
    rapid: bool = False
    chq: bool = False
    advance: bool = True  # on the table from the start, not in reserve
    placed: bool = False
    track: int = 0  # damage ever taken
    activated: bool = False
    all_round: bool = False
    reactions: int = 0  # actions stored
    done: tuple[Action, ...] = ()  # the actions of its last activation, with those it stored and spent
    early: tuple[Action, ...] = ()  # actions of the coming activation already spent on reactions

    @property
    def alive(self) -> bool:
        """Not destroyed."""
        return self.A > 0

    @property
    def here(self) -> bool:
        """On the table."""
        return self.placed and self.A > 0

    @property
    def effective(self) -> bool:
        """Able to fight: on the table and neither F nor M at 0."""
        return self.here and self.F > 0 and self.M > 0

    @property
    def infantry(self) -> bool:
        return self.kind == "infantry"


class Mission(Value, frozen=True, cache_hash=True, kw_only=True):
    """What the game is about."""

    name: str
    goal: Literal["attack", "objectives"]
    turns: int
    zones: tuple[Zone, ...]
    objectives: tuple[Objective, ...] = ()
    reach: Ticks = Ticks(3000)  # how near an element holds an objective
    every_turn: bool = False  # objectives score each turn, not only at the end
    reserves_per_turn: int = 0
    advance_presence: int = 0  # summed P of the defender's advance force


class Charge(Value, frozen=True):
    """A charge at its halt: along which line, how far it may go and has paid for, whence it came and how it was met."""

    charger: UnitId
    target: UnitId
    line: tuple[int, int]
    reach: Ticks
    paid: Ticks
    start: tuple[int, int]
    met: Ticks = STILL  # how far its target counter-charged
    answered: bool = False  # nobody reacts to it any more


class HorizonWars(State, frozen=True, cache_hash=True, kw_only=True):
    """A game of Horizon Wars. The first side attacks where the mission makes a difference."""

    units: tuple[Element, ...]
    sides: tuple[str, str]
    terrain: Terrain
    mission: Mission
    rulings: Rulings
    turn: int = 0
    phase: Literal["deploy", "reserves", "initiative", "activate", "end"] = "deploy"
    next: str = ""  # whose activation or placement it is
    points: tuple[int, int] = (0, 0)
    over: Outcome | None = None
    charge: Charge | None = None  # while reactions to it are played out
    reacted: tuple[UnitId, ...] = ()  # who has reacted to the action at hand

    def __getitem__(self, unit: int) -> Element:
        return self.units[unit]


def enemy_of(s: HorizonWars, side: str) -> str:
    """The other side."""
    return s.sides[1] if side == s.sides[0] else s.sides[0]


def beaten(s: HorizonWars) -> list[str]:
    """The sides that have nobody left, on the table or in reserve."""
    left = _muster(s).left
    return [side for side in s.sides if side not in left]


class Muster:
    """Who is on the table, by side, and what holds between them; which sides have anybody left. Kept for the units that
    were asked about last; as nothing in it changes but whose state it is, threads may share it.
    """

    __slots__ = ("foes", "friends", "here", "left", "table", "terrain", "units")

    def __init__(self, units: tuple[Element, ...], terrain: Terrain) -> None:
        self.units, self.terrain = units, terrain
        self.here = tuple([UnitId(i) for i, e in enumerate(units) if e.A > 0 and e.placed])
        self.table = relations(terrain, tuple([e.base if e.A > 0 and e.placed else None for e in units]))
        self.left = {e.side for e in units if e.A > 0}
        self.friends: dict[str, tuple[UnitId, ...]] = {}
        self.foes: dict[str, tuple[UnitId, ...]] = {}
        for side in dict.fromkeys([e.side for e in units]):
            self.friends[side] = tuple([i for i in self.here if units[i].side == side])
            self.foes[side] = tuple([i for i in self.here if units[i].side != side])

    def after(self, units: tuple[Element, ...]) -> Muster:
        """The muster of another state of the same game; this one where nobody has come, gone or moved."""
        moved = []
        for i in changed(self.units, units):
            old, new = self.units[i], units[i]
            if new.side != old.side or new.placed != old.placed or (new.A > 0) != (old.A > 0):
                return Muster(units, self.terrain)
            if new.base is not old.base and new.placed and new.A > 0:
                moved.append((i, new.base))
        if len(units) != len(self.units):
            return Muster(units, self.terrain)
        if not moved:
            self.units = units
            return self
        found = Muster.__new__(Muster)
        found.units, found.terrain, found.table = units, self.terrain, self.table.after(moved)
        found.here, found.left, found.friends, found.foes = self.here, self.left, self.friends, self.foes
        return found


_mustered: list[Muster] = []


def _muster(s: HorizonWars) -> Muster:
    known = _mustered[0] if _mustered else None  # another thread may look at another table
    if known is None or known.terrain is not s.terrain:
        known = Muster(s.units, s.terrain)
        _mustered[:] = [known]
    elif known.units is not s.units:
        known = known.after(s.units)
        _mustered[:] = [known]
    return known


def foes(s: HorizonWars, unit: UnitId) -> tuple[UnitId, ...]:
    """The enemies of an element that are on the table."""
    return _muster(s).foes[s.units[unit].side]


def friends(s: HorizonWars, side: str) -> tuple[UnitId, ...]:
    """The elements of a side that are on the table."""
    return _muster(s).friends.get(side, ())


def here(s: HorizonWars) -> tuple[UnitId, ...]:
    """The elements on the table."""
    return _muster(s).here


def table(s: HorizonWars) -> Relations:
    """What holds between the elements on the table; each is named by its id."""
    return _muster(s).table

"""Bases on the table, leaders and their command points, and the state of a game."""

from __future__ import annotations

from typing import Any, Literal, NewType

from hexless.kernel import Outcome, State, Value
from hexless.ruleset.maps import Objective, Zone
from hexless.table import Base, Relations, Terrain, changed, relations

from .rulings import Rulings

__all__ = [
    "INCH", "BaseId", "Mission", "Mobility", "Orders", "Stand", "after_seat", "carried_by", "foes", "is_wreck",
    "known", "named", "of_side", "on_table", "solid", "table",
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


def is_wreck(e: Stand) -> bool:
    """A destroyed vehicle stays where it was."""
    return e.vehicle and not e.alive and e.placed


class Muster:
    """Who is where: the ids of all bases in order, by what is asked of them again and again, and what holds between
    those that have been placed. Kept for the units that were asked about last; as nothing in it changes but whose state
    it is, threads may share it.
    """

    __slots__ = ("_some", "here", "known", "table", "terrain", "units")

    def __init__(self, units: tuple[Stand, ...], terrain: Terrain) -> None:
        self.units, self.terrain = units, terrain
        self.here = tuple([BaseId(i) for i, e in enumerate(units) if e.alive and e.placed and e.aboard is None])
        self.table = relations(terrain, tuple([e.base if e.placed else None for e in units]))
        self._some: dict[tuple[str, str], tuple[BaseId, ...]] = {}
        self.known: dict[Any, bool] = {}  # what else holds where nobody moves

    def after(self, units: tuple[Stand, ...]) -> Muster:
        """The muster of another state of the same game; this one where nobody has come, gone or moved."""
        moved = []
        for i in changed(self.units, units):
            old, new = self.units[i], units[i]
            if new.side != old.side or new.alive != old.alive or new.placed != old.placed or new.aboard != old.aboard:
                return Muster(units, self.terrain)
            if new.base is not old.base and new.placed:
                moved.append((i, new.base))
        if len(units) != len(self.units):
            return Muster(units, self.terrain)
        if not moved:
            self.units = units
            return self
        found = Muster.__new__(Muster)
        found.units, found.terrain, found.table = units, self.terrain, self.table.after(moved)
        found.here, found._some = self.here, self._some
        found.known = self.known if found.table is self.table else {}
        return found

    def some(self, what: str, side: str = "") -> tuple[BaseId, ...]:
        """All bases of a side; its own or its foes on the table; all that wheels cannot pass."""
        found = self._some.get((what, side))
        if found is None:
            units = self.units
            match what:
                case "all":
                    some = [BaseId(i) for i, e in enumerate(units) if e.side == side]
                case "own":
                    some = [i for i in self.here if units[i].side == side]
                case "foes":
                    some = [i for i in self.here if units[i].side != side]
                case _:
                    some = sorted([*self.here, *[BaseId(i) for i, e in enumerate(units) if is_wreck(e)]])
            found = self._some[what, side] = tuple(some)
        return found


_mustered: list[Muster] = []


def _muster(s: Orders) -> Muster:
    known = _mustered[0] if _mustered else None  # another thread may look at another table
    if known is None or known.terrain is not s.terrain:
        known = Muster(s.units, s.terrain)
        _mustered[:] = [known]
    elif known.units is not s.units:
        known = known.after(s.units)
        _mustered[:] = [known]
    return known


def of_side(s: Orders, side: str) -> tuple[BaseId, ...]:
    """All bases of a player, wherever they are."""
    return _muster(s).some("all", side)


def carried_by(s: Orders, transport: BaseId) -> list[BaseId]:
    """The bases inside a transport."""
    return [BaseId(i) for i, e in enumerate(s.units) if e.aboard == transport and e.alive]


def on_table(s: Orders, side: str | None = None) -> tuple[BaseId, ...]:
    """The bases on the playing area, of one side or of all."""
    return _muster(s).here if side is None else _muster(s).some("own", side)


def foes(s: Orders, side: str) -> tuple[BaseId, ...]:
    """The enemy bases on the playing area."""
    return _muster(s).some("foes", side)


def solid(s: Orders) -> tuple[BaseId, ...]:
    """The bases on the playing area, and the wrecks."""
    return _muster(s).some("solid")


def table(s: Orders) -> Relations:
    """What holds between the bases that have been placed, the carried and the wrecked where they are kept."""
    return _muster(s).table


def known(s: Orders) -> dict[Any, bool]:
    """What was found out of the bases where they stand, by whatever else it depends on."""
    return _muster(s).known


def after_seat(s: Orders, side: str) -> tuple[str, ...]:
    """All players in seating order, beginning after one."""
    at = s.sides.index(side) + 1
    return s.sides[at:] + s.sides[:at]

"""Units of many fighters, the cards that describe them, and the state of a game."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, NewType, Self

from hexless.kernel import Outcome, State, Value
from hexless.once import once
from hexless.ruleset.maps import Objective, Zone
from hexless.table import Base, Terrain

from .rulings import Rulings

__all__ = [
    "AT43",
    "CM",
    "HIDDEN",
    "Activation",
    "Card",
    "Fighter",
    "FighterId",
    "Kind",
    "Mission",
    "Person",
    "Phase",
    "Status",
    "Unit",
    "Weapon",
    "edge_of",
    "enemy_of",
    "seat_of",
    "seats",
]  # fmt: skip

CM = 1000
HIDDEN = -1  # a card face down, or a sealed bid, as others see it

FighterId = NewType("FighterId", int)  # a fighter's place in its unit
Kind = Literal["type-1", "type-2", "type-3", "strider", "generator"]
Status = Literal["valiant", "disorganised", "rout"]
Phase = Literal["deploy", "order", "bid", "authority", "first", "turn", "activate", "end"]


class Weapon(Value, frozen=True, cache_hash=True):
    """A weapon; all those of one kind in a unit fire as one salvo. A missile launcher is always a locked shot."""

    name: str
    rate: int
    accuracy: int = 0
    penetration: int = 0
    damage: int = 1
    reroll: int = 0
    melee: bool = False
    special: Literal["", "sonic", "missile"] = ""
    lock: bool = False

    @property
    def locked(self) -> bool:
        return self.lock or self.special == "missile"

    @property
    def missile(self) -> bool:
        return self.special == "missile"


class Card(Value, frozen=True, kw_only=True, cache_hash=True):
    """What a unit's card says of its fighters. Lengths are ticks; a morale of 0 is none."""

    name: str
    kind: Kind
    size: int
    move: int
    combat: int
    protection: int
    morale: int
    weapons: tuple[Weapon, ...]
    radius: int
    height: int
    frame: int = 0
    propulsion: int = 0
    arm: int = 0  # structure points of each weapon of a vehicle

    @property
    def soldier(self) -> bool:
        return self.kind not in ("strider", "generator")

    @property
    def vehicle(self) -> bool:
        return self.kind == "strider"


class Person(Value, frozen=True, cache_hash=True, kw_only=True):
    """Somebody with a name: an officer (rank 1 or more), a hero, or both."""

    title: str
    rank: int = 0
    authority: int = 0
    lp: int = 0
    morale: int = 0
    commander: bool = False
    hero: bool = False
    foot: Card | None = None  # a hero's card without his vehicle


class Fighter(Value, frozen=True, kw_only=True, cache_hash=True):
    """One figure. A soldier lives while he has wounds left; a vehicle while it has a frame and a pilot."""

    base: Base
    wounds: int = 1
    weapons: tuple[int, ...] = ()  # places in the card's weapons
    person: Person | None = None
    special: bool = False  # a soldier with a special weapon
    vehicle: bool = False
    frame: int = 0
    propulsion: int = 0
    arms: tuple[int, ...] = ()  # structure left of each weapon of the card
    pilot: bool = True

    @property
    def alive(self) -> bool:
        """In the fight."""
        return self.wounds > 0 and (not self.vehicle or (self.frame > 0 and self.pilot))

    @property
    def working(self) -> tuple[int, ...]:
        """His weapons that are not destroyed."""
        return tuple([w for w in self.weapons if self.arms[w] > 0]) if self.vehicle else self.weapons

    @property
    def wreck(self) -> bool:
        """A vehicle that stands there abandoned."""
        return self.vehicle and self.frame > 0 and not self.pilot

    @property
    def immobile(self) -> bool:
        return self.vehicle and self.propulsion <= 0


class Unit(Value, frozen=True, kw_only=True, cache_hash=True, dict=True):
    """A group of fighters under one leader."""

    name: str
    side: str
    card: Card
    fighters: tuple[Fighter, ...]
    leader: FighterId = FighterId(0)
    start: int = 0  # fighters at the start
    arrives: int = 0  # 0: on the table from the start; else the first round in which it may come on
    placed: bool = False
    gone: bool = False  # routed, or taken off the table
    status: Status = "valiant"
    engaged: bool = False
    overwatch: bool = False
    deck: bool = False
    covered: bool = False  # has taken cover
    carded: bool = False  # its card lies in the row
    tied: FighterId | None = None  # the abandoned vehicle of their officer that the others stay with
    paid: bool = False  # disorganised, and paid for until its next activation

    @once
    def alive(self) -> bool:
        return not self.gone and any(f.alive for f in self.fighters)

    @property
    def here(self) -> bool:
        """On the table and in the fight."""
        return self.placed and self.alive

    @once
    def living(self) -> list[FighterId]:
        """The places of the fighters in the fight."""
        return [FighterId(i) for i, f in enumerate(self.fighters) if f.alive]

    @once
    def guns(self) -> list[int]:
        """The ranged weapons, by their place on the card, that somebody in the fight has in working order."""
        fit = [w for i in self.living for w in self.fighters[i].working]
        return [w for w, weapon in enumerate(self.card.weapons) if not weapon.melee and w in fit]

    @once
    def bases(self) -> tuple[Base, ...]:
        """The bases of the fighters in the fight."""
        return tuple([f.base for f in self.fighters if f.alive])

    @once
    def box(self) -> tuple[int, int, int, int]:
        """The least and greatest x and y of the bases of those in the fight: min x, min y, max x, max y."""
        discs = [(b.x, b.y, b.span) for b in self.bases]
        return (
            min([x - r for x, _, r in discs]), min([y - r for _, y, r in discs]),
            max([x + r for x, _, r in discs]), max([y + r for _, y, r in discs]),
        )  # fmt: skip

    @once
    def toughness(self) -> int:
        """The Damage points that it can take at most."""
        return sum(f.wounds + f.frame + f.propulsion + sum(f.arms) for f in self.fighters if f.alive)

    @once
    def wrecks(self) -> tuple[Base, ...]:
        """The bases of its abandoned vehicles."""
        return tuple([f.base for f in self.fighters if f.wreck])

    @once
    def standing(self) -> tuple[Base, ...]:
        """The bases that stand on the table: those in the fight, and its abandoned vehicles."""
        return self.wrecks if self.gone else tuple([f.base for f in self.fighters if f.alive or f.wreck])

    @once
    def chief(self) -> Fighter:
        """The leader."""
        return self.fighters[self.leader]

    @once
    def officer(self) -> bool:
        """Led by an officer, or staying with the vehicle of one who has left it."""
        person = self.chief.person
        return self.tied is not None or (self.chief.alive and person is not None and person.rank > 0)


class Activation(Value, frozen=True, cache_hash=True, kw_only=True):
    """What the unit whose card was turned up has done so far."""

    unit: int
    stage: Literal["begin", "act", "orders"] = "begin"
    moved: str = ""  # combat, rush, engaged; arrived, dropped
    doing: str = ""  # the action that is declared and not over yet
    fired: tuple[int, ...] = ()  # weapons, by their place on the card
    held: tuple[int, ...] = ()  # weapons that hold their fire until the unit has moved
    split: bool = False
    acted: bool = False
    fought: bool = False
    extra: bool = False  # paid for on top of the one before it


class Mission(Value, frozen=True, cache_hash=True, kw_only=True):
    """What the game is about."""

    name: str
    goal: Literal["objectives", "generators", "kills"]
    zones: tuple[Zone, ...]
    objectives: tuple[Objective, ...] = ()
    drops: tuple[Objective, ...] = ()
    rounds: int = 6
    target: int = 20


class AT43(State, frozen=True, cache_hash=True, kw_only=True):
    """A game of AT-43."""

    units: tuple[Unit, ...]
    sides: tuple[str, str]
    terrain: Terrain
    mission: Mission
    rulings: Rulings
    phase: Phase = "deploy"
    round: int = 0
    next: str = ""  # whose turn, choice or placement it is
    cards: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    bids: tuple[int, ...] = ()  # sealed points for the Authority test
    lp: tuple[int, int] = (0, 0)
    delayed: tuple[bool, bool] = (False, False)  # passed on his last turn
    must: bool = False  # relocated, or an extra activation: the next card has to be played
    extra: bool = False  # that card is an extra activation
    active: Activation | None = None
    vp: tuple[int, int] = (0, 0)
    over: Outcome | None = None

    def __getitem__(self, unit: int) -> Unit:
        return self.units[unit]

    def change(self, unit: int, **changes: Any) -> Self:
        """The state with some fields of one unit changed; what its fighters tell holds while none of them changes."""
        after = State.change(self, unit, **changes)
        if changes.keys().isdisjoint(("fighters", "leader", "gone", "tied")):
            after.units[unit].__dict__.update(self.units[unit].__dict__)
        return after

    def army(self, side: str) -> tuple[int, ...]:
        """The units of a side that are still in the game; generators are terrain."""
        return _army(self.units, side)


@lru_cache(maxsize=64)
def _army(units: tuple[Unit, ...], side: str) -> tuple[int, ...]:
    return tuple([i for i, u in enumerate(units) if u.side == side and u.card.kind != "generator" and u.alive])


def seats(s: AT43) -> tuple[str, ...]:
    """Blue and red."""
    return s.sides


def enemy_of(s: AT43, side: str) -> str:
    """The other side."""
    return s.sides[1] if side == s.sides[0] else s.sides[0]


def seat_of(s: AT43, side: str) -> int:
    return s.sides.index(side)


def edge_of(s: AT43, side: str) -> Literal["south", "north", "west", "east"]:
    """A side's own table edge: the one at the back of its zone."""
    fx, fy = s.mission.zones[seat_of(s, side)].facing
    if abs(fy) >= abs(fx):
        return "south" if fy > 0 else "north"
    return "west" if fx > 0 else "east"

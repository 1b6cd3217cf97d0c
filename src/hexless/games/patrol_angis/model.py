"""Figures, the Troop Elements they form, the platoons these belong to, and the state of a game."""

from __future__ import annotations

from typing import Any, Literal, Self

from hexless.kernel import Outcome, State, Value
from hexless.once import once
from hexless.ruleset.maps import Objective, Zone
from hexless.table import Base, Point, Terrain

from .rulings import Rulings

# fmt: off
__all__ = [
    "CM", "Box", "Element", "Figure", "Goal", "Kind", "Mission", "PatrolAngis", "Platoon", "Profile", "Weapon",
    "enemy_of", "fighters", "foes", "friends", "members",
]
# fmt: on

CM = 1000
Kind = Literal["infantry", "portable", "vehicle"]
Goal = Literal["meeting", "hold", "breakthrough"]
Box = tuple[int, int, int, int]
FORM = frozenset({"figures", "placed", "kind", "charge"})  # what is worked out of a Troop Element follows from these


class Weapon(Value, frozen=True, kw_only=True, cache_hash=True):
    """A ranged weapon: distances in cm, d8 a shot, Strength, AoE hits (pa.play.weapon-profile)."""

    name: str
    point_blank: int
    range: int
    dice: int
    strength: int
    aoe: int = 0
    support: bool = False
    traits: tuple[str, ...] = ()  # indirect, fire, shocker, maser, off-table

    @property
    def heavy(self) -> bool:
        """A support or AoE weapon (pa.play.support-weapons)."""
        return self.support or self.aoe > 0


class Profile(Value, frozen=True, kw_only=True, cache_hash=True):
    """A type of figure with its armor and weapons; the first weapon that can fire is used."""

    name: str
    kind: Kind
    move: int  # Movement Rate in cm
    AR: int
    DMR: int
    points: int
    weapons: tuple[Weapon, ...] = ()
    melee: int = 0  # the number of its close combat weapon
    skills: tuple[str, ...] = ()
    armor: tuple[str, ...] = ()  # chameleon, ablative, jets, powered
    style: Literal["foot", "tracked", "anti-grav"] = "foot"
    platform: bool = False  # the weapon of a portable weapon, not its crew
    character: bool = False


class Figure(Value, frozen=True, cache_hash=True):
    """One figure: what it is, where it stands, what it has taken and done this turn."""

    profile: Profile
    base: Base
    commander: bool = False
    hurt: int = 0
    shots: int = 0  # with a support or AoE weapon this turn
    fired: bool = False  # any weapon this turn
    loads: bool = False  # served somebody's weapon this turn
    treated: bool = False  # somebody who had fallen, this turn


class Element(Value, frozen=True, kw_only=True, cache_hash=True, dict=True):
    """A Troop Element. The first figure is its leader; the dead are taken off."""

    name: str
    side: str
    platoon: int
    kind: Kind
    figures: tuple[Figure, ...]
    full: int  # members when it was last whole: at the start, or after Reforming
    tokens: int = 0  # Activation
    fear: int = 0  # Re-motivate
    watch: bool = False  # Overwatch
    did: tuple[str, ...] = ()  # actions this turn
    moved: bool = False  # this turn
    protected: bool = False
    jets: int = 0  # Jump Jet uses left
    shell: bool = False  # Ablative Shell not yet used
    placed: bool = False
    left: bool = False  # went off the far edge
    loose: bool = False  # lost its leader, and has not closed up since
    calmed: bool = False  # a veteran's discard was used this turn
    burning: int = 0  # Strength of the fire projector that set it alight
    banner: bool = False  # a re-roll is stored
    charge: int = 0  # turns that a Maser Emitter was charged
    last: tuple[int, int] = (0, 0)  # where its leader stood when it left the table for good

    @once
    def here(self) -> bool:
        """On the table."""
        return self.placed and bool(self.figures)

    @once
    def leader(self) -> Base:
        """The base that is measured from."""
        return self.figures[0].base

    @once
    def rate(self) -> int:
        """The Movement Rate of its slowest figure, in ticks."""
        return min(f.profile.move for f in self.figures) * CM

    @once
    def commander(self) -> bool:
        """Whether a Commander is in it."""
        return any(f.commander for f in self.figures)

    @once
    def bases(self) -> tuple[Base, ...]:
        return tuple([f.base for f in self.figures])

    @once
    def bare(self) -> Element:
        """The same without tokens, names and what it has done: all that decides whom its weapons reach."""
        return Element(name="", side="", platoon=0, kind=self.kind, figures=self.figures, full=0, charge=self.charge)

    @once
    def box(self) -> Box:
        """What holds all its bases: low x and y, high x and y."""
        sides = [(b.x - b.radius, b.y - b.radius, b.x + b.radius, b.y + b.radius) for b in self.bases]
        x0, y0, x1, y1 = zip(*sides)
        return min(x0), min(y0), max(x1), max(y1)

    @once
    def longest(self) -> int:
        """The range of its weapon that reaches farthest, in ticks; -1 without any."""
        ranges = [weapon.range for f in self.figures for weapon in f.profile.weapons]
        return max(ranges) * CM if ranges else -1

    @once
    def burdened(self) -> bool:
        """Whether it is Infantry that carries support or AoE weapons."""
        return self.kind == "infantry" and any(weapon.heavy for f in self.figures for weapon in f.profile.weapons)

    @once
    def lobs(self) -> bool:
        """Whether it has a weapon that need not see what it fires at."""
        return any("indirect" in weapon.traits for f in self.figures for weapon in f.profile.weapons)

    def has(self, skill: str) -> bool:
        """Whether some figure has a skill."""
        return any(skill in f.profile.skills for f in self.figures)

    def all_have(self, skill: str) -> bool:
        """Whether every figure but a platform has a skill."""
        return all(skill in f.profile.skills or f.profile.platform for f in self.figures)


class Platoon(Value, frozen=True, cache_hash=True):
    """A platoon or lance: it rolls initiative and owns the tokens."""

    name: str
    side: str
    pool: int = 0  # Activation tokens still to be placed
    killed: int = 0  # members this turn
    led: bool = True  # its Commander lives


class Mission(Value, frozen=True, cache_hash=True, kw_only=True):
    """What the game is about."""

    name: str
    goal: Goal
    turns: int
    zones: tuple[Zone, ...]
    objectives: tuple[Objective, ...] = ()
    exit: tuple[Point, ...] = ()  # where the first side leaves the table
    exit_points: int = 25  # points of figures that leave for 1 victory point


class PatrolAngis(State, frozen=True, cache_hash=True, kw_only=True):
    """A game of Patrol Angis."""

    units: tuple[Element, ...]
    platoons: tuple[Platoon, ...]
    sides: tuple[str, str]
    terrain: Terrain
    mission: Mission
    rulings: Rulings
    turn: int = 0
    phase: Literal["muster", "deploy", "initiative", "place", "activate", "end"] = "muster"
    next: str = ""  # whose go it is
    winner: str = ""  # of this turn's initiative
    held: tuple[int, int] = (0, 0)  # victory points from objectives
    slain: tuple[int, int] = (0, 0)  # points of enemy figures killed
    heads: tuple[int, int] = (0, 0)  # enemy Commanders killed
    gone: tuple[int, int] = (0, 0)  # points of figures that left by the far edge
    moving: int = -1  # the Troop Element in the middle of a move
    shot: tuple[int, ...] = ()  # who made an Overwatch attack in this activation
    noticed: tuple[tuple[int, int], ...] = ()  # who on Overwatch saw whom come into sight in this activation
    over: Outcome | None = None

    def __getitem__(self, unit: int) -> Element:
        return self.units[unit]

    def change(self, unit: int, **changes: Any) -> Self:
        new = State.change(self, unit, **changes)
        if FORM.isdisjoint(changes):
            new.units[unit].__dict__.update(self.units[unit].__dict__)
        return new


def enemy_of(s: PatrolAngis, side: str) -> str:
    """The other side."""
    return s.sides[1] if side == s.sides[0] else s.sides[0]


def foes(s: PatrolAngis, side: str) -> list[int]:
    """The enemies of a side that are on the table."""
    return [i for i, e in enumerate(s.units) if e.side != side and e.placed and e.figures]


def friends(s: PatrolAngis, side: str) -> list[int]:
    """The Troop Elements of a side that are on the table."""
    return [i for i, e in enumerate(s.units) if e.side == side and e.placed and e.figures]


def fighters(e: Element) -> list[int]:
    """The figures that are people or vehicles: all but the platform of a portable weapon."""
    return [i for i, f in enumerate(e.figures) if not f.profile.platform]


def members(e: Element) -> int:
    """How many figures count as members."""
    return sum(not f.profile.platform for f in e.figures)

"""Types of units and their weapons, and one unit."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal, NewType

import msgspec

from hexless.kernel import Value
from hexless.ruleset.maps import Name
from hexless.table import Base

__all__ = ["CENTRE", "FLYING", "INCH", "Category", "Gun", "Kind", "Profile", "Unit", "flak"]

SquadId = NewType("SquadId", int)  # the place of a squad in `Dropzone.squads`

INCH = 1000
FLYING = 2500  # how high an aircraft flies, where nothing is below it
CENTRE = -1  # of a garrison; its edges are 0, 1, 2, ...
Kind = Literal["infantry", "tank", "skimmer", "walker", "behemoth", "aircraft"]
Category = Literal["Command", "Scout", "Heavy", "Troops", "Exotic", "Support", "Standard", "Behemoth", "Auxiliary"]
Cover = Literal["soft", "body", "hull"]
Target = Literal["infantry", "vehicle", "aircraft", "behemoth", "scenery"]
Whole = Annotated[int, msgspec.Meta(ge=0, le=60)]


class Gun(Value, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A weapon profile, in inches; -1 is a dash (M&F: no limit, Accuracy: no roll) or infinity (ranges)."""

    name: Name
    arc: tuple[Literal["F", "S", "R", "SL", "SR"], ...] = ("F", "S", "R")
    mf: Annotated[int, msgspec.Meta(ge=-1, le=60)] = -1
    full: Annotated[int, msgspec.Meta(ge=-1, le=60)] = -1
    countered: Annotated[int, msgspec.Meta(ge=-1, le=60)] = -1
    shots: Annotated[int, msgspec.Meta(ge=1, le=12)] = 1
    accuracy: Annotated[int, msgspec.Meta(ge=-1, le=6)] = 3
    energy: Annotated[int, msgspec.Meta(ge=1, le=15)] = 3
    close: bool = False
    aa: Annotated[int, msgspec.Meta(ge=-1, le=6)] = -1  # -1: it cannot shoot at aircraft
    alt: Whole = 0
    area: bool = False
    articulated: bool = False
    ignores: tuple[Cover, ...] = ()
    destroyer: Whole = 0
    devastator: Whole = 0
    against: tuple[Target, ...] = ()  # what its Devastator number counts for
    flame: bool = False
    focus: Whole = 0
    indirect: bool = False
    limited: Whole = 0
    penetrative: bool = False
    reduced: Whole = 0
    strafe: Whole = 0
    structural: bool = False  # a crippled Behemoth keeps all its Shots
    tech_killer: bool = False


class Profile(Value, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A type of unit."""

    name: Name
    kind: Kind
    category: Category
    mv: Annotated[int, msgspec.Meta(ge=0, le=48)]
    armour: Annotated[int, msgspec.Meta(ge=4, le=18)]
    dp: Annotated[int, msgspec.Meta(ge=1, le=10)] = 1
    points: Annotated[int, msgspec.Meta(ge=1, le=600)]
    squad: tuple[int, int] = (1, 1)  # the fewest and the most units in one
    guns: Annotated[tuple[Gun, ...], msgspec.Meta(max_length=8)] = ()
    active: bool = False
    passive: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    evasion: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    fortitude: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    height: Annotated[float, msgspec.Meta(ge=0, le=12)] = 0.0  # in inches; 0: as usual for its kind
    needs: str = ""  # the class of transport that carries it, and how much room one unit takes
    bulk: Whole = 1
    carries: str = ""
    room: Whole = 0
    small: bool = False  # Aircraft-S
    large: bool = False
    resilient: bool = False
    scout: bool = False
    command_centre: bool = False
    access: bool = False  # a gate: who embarks on it is in Holding
    bloodthirsty: bool = False
    dodge: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    fast: Annotated[int, msgspec.Meta(ge=0, le=48)] = 0  # Fast: the least that it moves, in inches
    infiltrate: Whole = 0  # how far from its own edge it may be deployed, in inches
    insertion: Annotated[int, msgspec.Meta(ge=-1, le=24)] = -1  # Rapid Insertion n; -1: none
    rare: bool = False
    wide: bool = False
    harness: bool = False  # a Behemoth that may be dropped from orbit
    zones: tuple[int, ...] = ()  # Damage Points of a Behemoth's Hull, Legs and Weapons
    steps: tuple[int, ...] = ()  # and how many thresholds each has
    spread: Whole = 3  # how far a Behemoth tramples, in inches

    @property
    def commands(self) -> bool:
        return self.category == "Command" or self.command_centre

    @property
    def target(self) -> Target:
        return self.kind if self.kind in ("infantry", "aircraft", "behemoth") else "vehicle"


@lru_cache(maxsize=256)
def flak(profile: Profile) -> tuple[tuple[int, Gun], ...]:
    """The weapons of a unit that may fire at aircraft on their way."""
    return tuple([(k, gun) for k, gun in enumerate(profile.guns) if gun.aa >= 0 and not gun.indirect])


class Unit(Value, frozen=True, kw_only=True, cache_hash=True):
    """One model, or one base of infantry."""

    name: str
    side: str
    squad: SquadId
    profile: Profile
    base: Base
    dp: int
    zones: tuple[int, ...] = ()
    cv: int = 0  # a commander's Command Value
    placed: bool = False
    aboard: int | None = None
    piece: int | None = None  # the garrison that it is in
    edge: int = CENTRE
    flying: bool = False
    moved: int | None = None  # ticks this round; 0: only turned, put down or shifted
    fired: tuple[int, ...] = ()  # guns that shot this round
    used: tuple[int, ...] = ()  # guns of limited use, once for each use
    scan: bool = False
    held: bool = False  # in Holding, behind the gates
    passed: tuple[int, int] = (0, 0)  # what went into a gate and came out of it this round
    exchanged: bool = False  # a landed transport let everybody out or in this round

    @property
    def alive(self) -> bool:
        return self.dp > 0

    @property
    def present(self) -> bool:
        """On the table, in the open or in a garrison."""
        return self.dp > 0 and self.placed and self.aboard is None

    @property
    def here(self) -> bool:
        """In the open."""
        return self.present and self.piece is None

    @property
    def riding(self) -> bool:
        """In a transport, or in Holding."""
        return self.aboard is not None or self.held

    @property
    def pinned(self) -> bool:
        """A weapon with M&F 0 has shot: its unit does not even turn."""
        return self.piece is None and any(self.profile.guns[k].mf == 0 for k in self.fired)

    @property
    def kind(self) -> Kind:
        """What it moves and fights as; a landed aircraft counts as a vehicle."""
        return "tank" if self.profile.kind == "aircraft" and not self.flying else self.profile.kind

"""Units, squads, battlegroups, scenery and objectives, and the state of a game."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Annotated, Any, Literal

import msgspec

from hexless.kernel import Game, Outcome, State, Value
from hexless.ruleset.maps import Name, Zone
from hexless.table import Base, Terrain

from .rulings import Rulings

# fmt: off
__all__ = [
    "CENTRE", "FLYING", "INCH", "Category", "Dropzone", "Effect", "Group", "Gun", "Kind", "Mission", "Objective",
    "Profile", "Scenery", "Squad", "Unit", "aboard_of", "alive_of", "change_piece", "change_squad", "foes_of",
    "outermost",
]
# fmt: on

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


class Unit(Value, frozen=True, kw_only=True, cache_hash=True):
    """One model, or one base of infantry."""

    name: str
    side: str
    squad: int
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
    def kind(self) -> Kind:
        """What it moves and fights as; a landed aircraft counts as a vehicle."""
        return "tank" if self.profile.kind == "aircraft" and not self.flying else self.profile.kind


class Squad(Value, frozen=True, kw_only=True, cache_hash=True):
    """Units that act together. The flags last for a round, `hurt` for an activation."""

    name: str
    side: str
    group: int  # -1: auxiliary
    category: Category
    units: tuple[int, ...]
    original: int  # its Damage Points at first
    actions: tuple[str, ...] = ()
    done: bool = False
    disembarked: bool = False
    embarked: bool = False
    aerial: bool = False  # it left an aircraft, or something that left one
    entered: bool = False  # a garrison with enemies inside
    hurt: bool = False
    ran: bool = False  # its objective changed hands in this activation
    carries: int | None = None


class Group(Value, frozen=True, kw_only=True):
    """A battlegroup."""

    name: str
    side: str
    category: Literal["HQ", "Frontline", "Armour", "Vanguard", "War Engine"]
    status: Literal["undecided", "reserve", "ready", "table"] = "undecided"
    harness: bool = False  # it comes by drop-harness, when Infantry signals
    acted: bool = False


class Scenery(Value, frozen=True):
    """What may happen to a piece of terrain."""

    kind: str
    armour: int = 0
    full: int = 0  # Damage Points at first; 0: it cannot be destroyed
    dp: int = 0
    tokens: int = 0


class Objective(Value, frozen=True, kw_only=True):
    """Something worth having."""

    name: str
    x: int
    y: int
    piece: int | None = None
    hidden: bool = False
    mobile: bool = False
    owner: str | None = None
    carrier: int | None = None  # a squad
    gone: bool = False


class Mission(Value, frozen=True, kw_only=True, cache_hash=True):
    """What the game is about."""

    name: str
    goal: Literal["mobile", "static", "kills"]
    rounds: int
    zones: tuple[Zone, ...]
    deploy: tuple[Literal["table", "ready"], ...]
    aerial_advantage: bool
    garrisons: bool = False  # Infantry may be deployed in garrisons that its zone touches
    links: tuple[tuple[int, int], ...] = ()  # garrisons that are linked


class Effect(Value, frozen=True):
    """A Command Card that works on a squad, or (-1) on all squads of its side."""

    card: str
    side: str
    squad: int = -1
    until: Literal["action", "activation", "round"] = "action"
    value: int = 0


class Dropzone(State, frozen=True, cache_hash=True, kw_only=True, dict=True):
    """A game of Dropzone Commander for two players. What follows from it by itself is worked out once and kept."""

    units: tuple[Unit, ...]
    squads: tuple[Squad, ...]
    groups: tuple[Group, ...]
    sides: tuple[str, ...]
    terrain: Terrain
    scenery: tuple[Scenery, ...]
    mission: Mission
    rulings: Rulings
    objectives: tuple[Objective, ...] = ()
    round: int = 0
    phase: Literal[
        "zones",
        "deploy",
        "initiation",
        "groups",
        "squads",
        "actions",
        "after",
        "collateral",
        "end",
        "tactics",
        "hands",
        "vanguard",
        "command",
        "orders",
        "reply",
    ] = "zones"  # the last six only with Command Cards
    first: str = ""
    next: str = ""
    group: int | None = None  # the battlegroup that acts
    joined: tuple[int, ...] = ()  # auxiliary squads that act with it
    squad: int | None = None  # the squad that acts
    active: bool = False  # somebody acted in this activation
    queue: tuple[int, ...] = ()  # squads that are being deployed
    pieces: tuple[int, ...] = ()  # whose collateral damage is still to come
    kills: tuple[int, ...] = (0, 0)
    vp: tuple[int, ...] = (0, 0)
    hands: tuple[tuple[str, ...], ...] = ()
    decks: tuple[tuple[str, ...], ...] = ()
    spent: tuple[tuple[str, ...], ...] = ()
    effects: tuple[Effect, ...] = ()
    bereft: tuple[str, ...] = ()  # sides that lost a commander, and are still to cut their hands
    over: Outcome | None = None

    def __getitem__(self, unit: int) -> Unit:
        return self.units[unit]

    def squad_of(self, unit: int) -> Squad:
        return self.squads[self.units[unit].squad]

    @cached_property
    def cargo(self) -> dict[int, tuple[int, ...]]:
        """The living units directly inside each transport that carries any."""
        found: dict[int, list[int]] = {}
        for i, u in enumerate(self.units):
            if u.aboard is not None and u.dp > 0:
                found.setdefault(u.aboard, []).append(i)
        return {ride: tuple(inside) for ride, inside in found.items()}


G = Game[Dropzone]


def other(s: Dropzone, side: str) -> str:
    """The opponent."""
    return s.sides[1 - s.sides.index(side)]


def change_squad(g: G, squad: int, **changes: Any) -> None:
    """Change some fields of one squad."""
    squads = g.state.squads
    g.set(squads=(*squads[:squad], squads[squad].with_(**changes), *squads[squad + 1 :]))


def change_group(g: G, group: int, **changes: Any) -> None:
    """Change some fields of one battlegroup."""
    groups = g.state.groups
    g.set(groups=(*groups[:group], groups[group].with_(**changes), *groups[group + 1 :]))


def change_piece(g: G, piece: int, **changes: Any) -> None:
    """Change what is known of one piece of scenery."""
    scenery = g.state.scenery
    g.set(scenery=(*scenery[:piece], scenery[piece].with_(**changes), *scenery[piece + 1 :]))


def change_objective(g: G, objective: int, **changes: Any) -> None:
    """Change some fields of one objective."""
    all_of = g.state.objectives
    g.set(objectives=(*all_of[:objective], all_of[objective].with_(**changes), *all_of[objective + 1 :]))


def alive_of(s: Dropzone, squad: int) -> list[int]:
    """The living units of a squad."""
    return [i for i in s.squads[squad].units if s.units[i].alive]


def aboard_of(s: Dropzone, unit: int) -> tuple[int, ...]:
    """The living units directly inside a transport."""
    return s.cargo.get(unit, ())


def outermost(s: Dropzone, unit: int) -> int:
    """The transport that carries all the transports that a unit is in; itself if it is in none."""
    while (ride := s.units[unit].aboard) is not None:
        unit = ride
    return unit


def foes_of(s: Dropzone, side: str) -> list[int]:
    """The enemies on the table."""
    return [i for i, u in enumerate(s.units) if u.side != side and u.present]


def squads_in(s: Dropzone, piece: int, side: str | None = None) -> list[int]:
    """The squads inside a garrison, of one side or of all."""
    inside = dict.fromkeys(u.squad for u in s.units if u.piece == piece and u.present)
    return [q for q in inside if side is None or s.squads[q].side == side]


def units_in(s: Dropzone, pieces: Iterable[int]) -> list[int]:
    """The units inside some garrisons."""
    chosen = tuple(pieces)
    return [i for i, u in enumerate(s.units) if u.present and u.piece in chosen]

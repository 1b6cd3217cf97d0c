"""Squads, battlegroups, scenery and objectives, and the state of a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, Self, cast

from hexless.kernel import Game, Outcome, State, Value
from hexless.once import once
from hexless.ruleset.maps import Zone
from hexless.table import Terrain

from .field import Field, field_of
from .rulings import Rulings
from .units import CENTRE, FLYING, INCH, Category, Gun, Kind, Profile, SquadId, Unit

# fmt: off
__all__ = [
    "CENTRE", "FLYING", "INCH", "Category", "Dropzone", "Effect", "Group", "Gun", "Kind", "Mission", "Objective",
    "Profile", "Scenery", "Squad", "SquadId", "Unit", "aboard_of", "alive_of", "change_piece", "change_squad",
    "foes_of", "group_aboard", "outermost",
]
# fmt: on


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


class Group(Value, frozen=True, cache_hash=True, kw_only=True):
    """A battlegroup."""

    name: str
    side: str
    category: Literal["HQ", "Frontline", "Armour", "Vanguard", "War Engine"]
    status: Literal["undecided", "reserve", "ready", "table"] = "undecided"
    harness: bool = False  # it comes by drop-harness, when Infantry signals
    acted: bool = False


class Scenery(Value, frozen=True, cache_hash=True):
    """What may happen to a piece of terrain."""

    kind: str
    armour: int = 0
    full: int = 0  # Damage Points at first; 0: it cannot be destroyed
    dp: int = 0
    tokens: int = 0
    fresh: bool = False  # some of them were placed a moment ago, and are still to be resolved if anybody is inside


class Objective(Value, frozen=True, kw_only=True, cache_hash=True):
    """Something worth having."""

    name: str
    x: int
    y: int
    piece: int | None = None
    hidden: bool = False
    mobile: bool = False
    owner: str | None = None
    carrier: SquadId | None = None
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


class Effect(Value, frozen=True, cache_hash=True):
    """A Command Card that works on a squad, or (-1) on all squads of its side."""

    card: str
    side: str
    squad: SquadId = SquadId(-1)
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
    joined: tuple[SquadId, ...] = ()  # auxiliary squads that act with it
    squad: SquadId | None = None  # that acts
    active: bool = False  # somebody acted in this activation
    queue: tuple[SquadId, ...] = ()  # squads that are being deployed
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

    @once
    def field(self) -> Field:
        """Who is where."""
        return field_of(self.units)

    @once
    def teams(self) -> dict[int, list[SquadId]]:
        """The squads of each battlegroup, and of -1 the auxiliary ones; that never changes."""
        found: dict[int, list[SquadId]] = {}
        for q, squad in enumerate(self.squads):
            found.setdefault(squad.group, []).append(SquadId(q))
        return found

    @once
    def loaded(self) -> dict[int | None, list[SquadId]]:
        """The auxiliary squads that carry anybody of each battlegroup."""
        found: dict[int | None, list[SquadId]] = {}
        for q in self.teams.get(-1, ()):
            groups = [group_aboard(self, i) for i in self.field.living.get(q, ()) if i in self.field.cargo]
            for group in dict.fromkeys(groups):
                found.setdefault(group, []).append(q)
        return found

    def with_(self, **changes: Any) -> Self:
        new = State.with_(self, **changes)
        if "units" not in changes:
            new.__dict__.update(self.__dict__)
        elif "teams" in self.__dict__:
            new.__dict__["teams"] = self.teams
        return new

    def change(self, unit: int, **changes: Any) -> Self:
        new, known = State.change(self, unit, **changes), self.__dict__
        lives = (new.units[unit].dp > 0) == (self.units[unit].dp > 0)
        changed = frozenset(changes) - {"dp"} if lives else frozenset(changes)
        new.__dict__.update(known)
        if "field" in known:
            new.__dict__["field"] = self.field.after(new.units, unit, changed)
        if "loaded" in known and not changed.isdisjoint(("dp", "aboard", "squad")):
            del new.__dict__["loaded"]
        return new


G = Game[Dropzone]


def other(s: Dropzone, side: str) -> str:
    """The opponent."""
    return s.sides[1 - s.sides.index(side)]


def change_squad(g: G, squad: SquadId, **changes: Any) -> None:
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


def alive_of(s: Dropzone, squad: SquadId) -> tuple[int, ...]:
    """The living units of a squad."""
    return s.field.living.get(squad, ())


def aboard_of(s: Dropzone, unit: int) -> tuple[int, ...]:
    """The living units directly inside a transport."""
    return s.field.cargo.get(unit, ())


def group_aboard(s: Dropzone, unit: int) -> int | None:
    """The battlegroup whose squads are in a transport, at any depth; its own if it has one."""
    own = s.squads[s.units[unit].squad].group
    if own >= 0:
        return own
    for i in aboard_of(s, unit):
        group = group_aboard(s, i)
        if group is not None:
            return group
    return None


def outermost(s: Dropzone, unit: int) -> int:
    """The transport that carries all the transports that a unit is in; itself if it is in none."""
    while (ride := s.units[unit].aboard) is not None:
        unit = ride
    return unit


def foes_of(s: Dropzone, side: str) -> list[int]:
    """The enemies on the table."""
    return [i for i in s.field.present if s.units[i].side != side]


def squads_by_id(s: Dropzone) -> Iterator[tuple[SquadId, Squad]]:
    """All squads with their ids."""
    return cast("Iterator[tuple[SquadId, Squad]]", enumerate(s.squads))


def squads_in(s: Dropzone, piece: int, side: str | None = None) -> list[SquadId]:
    """The squads inside a garrison, of one side or of all."""
    inside = dict.fromkeys([s.units[i].squad for i in s.field.inside.get(piece, ())])
    return [q for q in inside if side is None or s.squads[q].side == side]


def units_in(s: Dropzone, piece: int) -> tuple[int, ...]:
    """The units inside a garrison."""
    return s.field.inside.get(piece, ())

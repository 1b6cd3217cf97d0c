"""Scenarios: a table with scenery, a mission and two zones, as a file; and the first state of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import msgspec

from hexless.kernel import Fault, Stream
from hexless.ruleset.maps import Corner, Name, Outline, Size, ZoneFile, corner, map_faults, to_ticks, zones_of
from hexless.ruleset.maps import Feature as PlainFeature
from hexless.table import Terrain, piece, shared

from .deck import deal
from .force import Force, army
from .model import Dropzone, Group, Mission, Objective, Squad, Unit
from .rulings import Rulings
from .scenery_pieces import KINDS, TRAITS, scenery

__all__ = ["Scenario", "scenario_faults", "setup"]

SIDES = ("blue", "red")


class Feature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of scenery; its kind says what it is made of and what it does."""

    name: Name
    kind: str
    outline: Outline
    height: Annotated[float, msgspec.Meta(ge=0, le=24)] = 0


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An objective: on the table, or in the piece of this name."""

    name: Name
    at: Corner = (0, 0)
    inside: str = ""
    hidden: bool = False
    mobile: bool = False


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file."""

    name: Name
    says: str
    forces: Annotated[tuple[str, ...], msgspec.Meta(min_length=2, max_length=2)]
    size: Size
    goal: Literal["mobile", "static", "kills"]
    zones: Annotated[tuple[ZoneFile, ...], msgspec.Meta(min_length=2, max_length=2)]
    terrain: Annotated[tuple[Feature, ...], msgspec.Meta(max_length=40)] = ()
    objectives: Annotated[tuple[Goal, ...], msgspec.Meta(max_length=12)] = ()
    deploy: Annotated[tuple[Literal["table", "ready"], ...], msgspec.Meta(min_length=1, max_length=2)] = ("ready",)
    aerial_advantage: bool = True
    garrisons: bool = False  # Infantry may be deployed in garrisons that its zone touches
    links: tuple[tuple[str, str], ...] = ()
    rounds: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0  # 0: as the ruling says


def scenario_faults(scenario: Scenario) -> list[Fault]:
    """Everything wrong with a scenario."""
    plain = tuple(
        PlainFeature(f.name, f.outline, KINDS[f.kind].traits if f.kind in KINDS else (), f.height)
        for f in scenario.terrain
    )
    found = map_faults(scenario.size, plain, scenario.zones, (), TRAITS)
    return [*found, *_feature_faults(scenario), *_goal_faults(scenario)]


def _feature_faults(scenario: Scenario) -> Iterator[Fault]:
    names = [f.name for f in scenario.terrain]
    for i, f in enumerate(scenario.terrain):
        if f.kind not in KINDS:
            yield Fault(f"$.terrain[{i}].kind", f"no kind {f.kind!r}; there is: {', '.join(KINDS)}")
        if names.count(f.name) > 1:
            yield Fault(f"$.terrain[{i}].name", f"{f.name!r} is there {names.count(f.name)} times")
    halls = {f.name for f in scenario.terrain if f.kind in KINDS and "garrison" in KINDS[f.kind].traits}
    for i, pair in enumerate(scenario.links):
        for name in pair:
            if name not in halls:
                yield Fault(f"$.links[{i}]", f"no garrison {name!r}")


def _goal_faults(scenario: Scenario) -> Iterator[Fault]:
    if scenario.goal != "kills" and not scenario.objectives:
        yield Fault("$.objectives", "a mission about objectives needs at least one")
    names = [f.name for f in scenario.terrain]
    for i, goal in enumerate(scenario.objectives):
        if goal.inside and goal.inside not in names:
            yield Fault(f"$.objectives[{i}].inside", f"no piece {goal.inside!r}")
        if not (0 <= goal.at[0] <= scenario.size[0] and 0 <= goal.at[1] <= scenario.size[1]):
            yield Fault(f"$.objectives[{i}].at", "off the table")


def setup(scenario: Scenario, forces: Sequence[Force], rulings: Rulings, stream: Stream) -> Dropzone:
    """The first state: nobody deployed yet."""
    units, squads, groups = list[Unit](), list[Squad](), list[Group]()
    for side, force in zip(SIDES, forces):
        more = army(force, side, (len(units), len(squads), len(groups)))
        units += more[0]
        squads += more[1]
        groups += more[2]
    cards = rulings.cards == "on"
    return Dropzone(
        units=tuple(units), squads=tuple(squads), groups=tuple(groups), sides=SIDES, rulings=rulings,
        terrain=_terrain(scenario), scenery=tuple(scenery(f.kind) for f in scenario.terrain),
        mission=_mission(scenario, rulings),
        objectives=tuple(_objective(scenario, goal) for goal in scenario.objectives),
        first=SIDES[0], next=SIDES[0], hands=((),) * 2 if cards else (), spent=((),) * 2 if cards else (),
        decks=deal(2, stream) if cards else (),
    )  # fmt: skip


def _terrain(scenario: Scenario) -> Terrain:
    pieces = (
        piece(f.name, [corner(c) for c in f.outline], height=to_ticks(f.height), traits=KINDS[f.kind].traits)
        for f in scenario.terrain
    )
    return shared(Terrain(to_ticks(scenario.size[0]), to_ticks(scenario.size[1]), tuple(pieces)))


def _mission(scenario: Scenario, rulings: Rulings) -> Mission:
    names = [f.name for f in scenario.terrain]
    return Mission(
        name=scenario.name, goal=scenario.goal, rounds=scenario.rounds or rulings.rounds, deploy=scenario.deploy,
        zones=zones_of(scenario.zones), aerial_advantage=scenario.aerial_advantage, garrisons=scenario.garrisons,
        links=tuple((names.index(a), names.index(b)) for a, b in scenario.links),
    )  # fmt: skip


def _objective(scenario: Scenario, goal: Goal) -> Objective:
    names = [f.name for f in scenario.terrain]
    inside = names.index(goal.inside) if goal.inside else None
    x, y = corner(goal.at)
    if inside is not None:
        outline = [corner(c) for c in scenario.terrain[inside].outline]
        x, y = sum(p.x for p in outline) // len(outline), sum(p.y for p in outline) // len(outline)
    return Objective(name=goal.name, x=x, y=y, piece=inside, hidden=goal.hidden, mobile=goal.mobile)

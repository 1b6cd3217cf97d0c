"""Scenarios: a table, a mission and its zones, as a file; and the first state of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from hexless.kernel import Fault, Stream
from hexless.ruleset.maps import Corner, Feature, Size, ZoneFile, map_faults, objectives_of, terrain_of, zones_of
from hexless.ruleset.maps import Goal as Marker
from hexless.table import Point

from ._sheet import rule
from .force import Force, elements
from .model import Element, Goal, Mission, PatrolAngis, Platoon
from .rulings import Rulings

__all__ = ["TRAITS", "Scenario", "scenario_faults", "setup"]

SIDES = ("blue", "red")
TRAITS = ("solid", "cover", "paved", "rough", "dense", "climb", "impassable", "hill", "building", "wood", "water")
DEEPEST = 20  # cm from the edge to deploy within


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file. In a breakthrough the first side attacks."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    says: str
    forces: tuple[str, str]
    size: Size
    goal: Goal
    turns: Annotated[int, msgspec.Meta(ge=1, le=20)]
    zones: tuple[ZoneFile, ZoneFile]
    terrain: tuple[Feature, ...] = ()
    objectives: tuple[Marker, ...] = ()
    exit: tuple[Corner, ...] = ()
    exit_points: Annotated[int, msgspec.Meta(ge=1, le=500)] = 25


def scenario_faults(scenario: Scenario) -> list[Fault]:
    """Everything wrong with a scenario."""
    found = map_faults(scenario.size, scenario.terrain, scenario.zones, scenario.objectives, TRAITS)
    if scenario.goal == "hold" and not scenario.objectives:
        found.append(Fault("$.objectives", "a mission to hold objectives needs at least one"))
    if scenario.goal == "breakthrough" and len(scenario.exit) < 3:
        found.append(Fault("$.exit", "a breakthrough needs the outline where the first side leaves"))
    if scenario.goal != "breakthrough" and scenario.exit:
        found.append(Fault("$.exit", "only a breakthrough has a way out"))
    if scenario.goal == "meeting":
        found += meeting_faults(scenario)
    width, depth = scenario.size
    if any(not (0 <= x <= width and 0 <= y <= depth) for x, y in scenario.exit):
        found.append(Fault("$.exit", "a corner is off the table"))
    return found


@rule("pa.play.meeting-engagement")
def meeting_faults(scenario: Scenario) -> list[Fault]:
    """Both sides deploy within 20 cm of opposite edges."""
    depth = scenario.size[1]
    first = all(y <= DEEPEST for _, y in scenario.zones[0].outline)
    second = all(y >= depth - DEEPEST for _, y in scenario.zones[1].outline)
    says = f"a Meeting Engagement deploys within {DEEPEST} cm of opposite edges"
    return [Fault(f"$.zones[{i}].outline", says) for i, fine in enumerate((first, second)) if not fine]


def setup(scenario: Scenario, forces: Sequence[Force], rulings: Rulings, stream: Stream) -> PatrolAngis:
    """The first state: nobody placed yet, and the set-up stream decides who places first."""
    platoons: list[Platoon] = []
    units: list[Element] = []
    for side, force in zip(SIDES, forces):
        more, troops = elements(force, side, len(platoons))
        platoons, units = platoons + more, units + troops
    return PatrolAngis(
        units=tuple(units),
        platoons=tuple(platoons),
        sides=SIDES,
        terrain=terrain_of(scenario.size, scenario.terrain),
        mission=_mission(scenario),
        rulings=rulings,
        next=stream.choice(SIDES),
        winner=SIDES[0],
    )


def _mission(scenario: Scenario) -> Mission:
    return Mission(
        name=scenario.name,
        goal=scenario.goal,
        turns=scenario.turns,
        zones=zones_of(scenario.zones),
        objectives=objectives_of(scenario.objectives),
        exit=tuple(Point(round(x * 1000), round(y * 1000)) for x, y in scenario.exit),
        exit_points=scenario.exit_points,
    )

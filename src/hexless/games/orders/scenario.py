"""Scenarios: a table, a mission and a zone a player, as a file; and the first state of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from hexless.kernel import Fault, Stream
from hexless.ruleset.maps import Feature, Goal, Name, Size, ZoneFile, map_faults, objectives_of, terrain_of, zones_of

from ._sheet import rule
from .cards import deal
from .force import Force, stands
from .model import Mission, Orders, Stand
from .rulings import Rulings
from .terrain import TRAITS

__all__ = ["Scenario", "scenario_faults", "setup"]

SIDES = ("blue", "red", "green", "gold")


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file; there are as many players as zones."""

    name: Name
    says: str
    forces: Annotated[tuple[str, ...], msgspec.Meta(min_length=2, max_length=4)]
    size: Size
    goal: Literal["objectives", "leaders", "hold"]
    zones: Annotated[tuple[ZoneFile, ...], msgspec.Meta(min_length=2, max_length=4)]
    terrain: tuple[Feature, ...] = ()
    objectives: tuple[Goal, ...] = ()
    turns: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0  # 0: as the ruling says


def scenario_faults(scenario: Scenario) -> list[Fault]:
    """Everything wrong with a scenario."""
    found = map_faults(scenario.size, scenario.terrain, scenario.zones, scenario.objectives, TRAITS)
    if len(scenario.forces) != len(scenario.zones):
        found.append(Fault("$.forces", f"{len(scenario.forces)} forces for {len(scenario.zones)} zones"))
    if scenario.goal != "leaders" and not scenario.objectives:
        found.append(Fault("$.objectives", "a mission about objectives needs at least one"))
    return found


def setup(scenario: Scenario, forces: Sequence[Force], rulings: Rulings, stream: Stream) -> Orders:
    """The first state: nobody placed yet; the set-up stream decides who places first and deals the cards."""
    sides = SIDES[: len(forces)]
    units: list[Stand] = []
    for side, force in zip(sides, forces):
        units += stands(force, side, len(units))
    first = stream.choice(sides)
    return Orders(
        units=tuple(units),
        sides=sides,
        terrain=terrain_of(scenario.size, _roads_last(scenario.terrain)),
        mission=_mission(scenario, rulings),
        rulings=rulings,
        first=first,
        next=first,
        leader_kills=(0,) * len(sides),
        hands=deal(len(sides), stream) if rulings.cards == "sample" else (),
    )


@rule("or.terrain.road")
def _roads_last(features: Sequence[Feature]) -> tuple[Feature, ...]:
    """Where features overlap the last one counts for moving: a road wins over what it crosses."""
    return tuple(sorted(features, key=lambda feature: "road" in feature.traits))


def _mission(scenario: Scenario, rulings: Rulings) -> Mission:
    return Mission(
        name=scenario.name,
        goal=scenario.goal,
        turns=scenario.turns or rulings.turns,
        zones=zones_of(scenario.zones),
        objectives=objectives_of(scenario.objectives),
    )

"""Scenarios: a table, a mission and its zones, as a file; and the first state of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from hexless.kernel import Fault, Stream
from hexless.ruleset.maps import Feature, Goal, Size, ZoneFile, map_faults, objectives_of, terrain_of, zones_of

from .force import Force, elements
from .model import Element, HorizonWars, Mission
from .rulings import Rulings

__all__ = ["TRAITS", "Scenario", "scenario_faults", "setup"]

SIDES = ("blue", "red")
TRAITS = ("blocking", "difficult", "impassable", "light-cover", "heavy-cover", "building", "hill")


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file. The first side attacks."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    says: str
    forces: tuple[str, str]
    size: Size
    goal: Literal["attack", "objectives"]
    turns: Annotated[int, msgspec.Meta(ge=1, le=20)]
    zones: tuple[ZoneFile, ZoneFile]
    terrain: tuple[Feature, ...] = ()
    objectives: tuple[Goal, ...] = ()
    every_turn: bool = False
    reserves_per_turn: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0


def scenario_faults(scenario: Scenario) -> list[Fault]:
    """Everything wrong with a scenario."""
    found = map_faults(scenario.size, scenario.terrain, scenario.zones, scenario.objectives, TRAITS)
    if scenario.goal == "objectives" and not scenario.objectives:
        found.append(Fault("$.objectives", "a mission about objectives needs at least one"))
    if scenario.goal == "attack" and not scenario.reserves_per_turn:
        found.append(Fault("$.reserves_per_turn", "a Deliberate Attack needs reserves to come on"))
    return found


def setup(scenario: Scenario, forces: Sequence[Force], rulings: Rulings, stream: Stream) -> HorizonWars:
    """The first state: nobody placed yet, and the set-up stream decides who places first."""
    with_reserves = (False, scenario.goal == "attack")
    units: list[Element] = []
    for side, force, reserves in zip(SIDES, forces, with_reserves):
        units += elements(force, side, reserves)
    advance = sum(e.P for e in units if e.side == SIDES[1] and e.advance)
    return HorizonWars(
        units=tuple(units),
        sides=SIDES,
        terrain=terrain_of(scenario.size, scenario.terrain),
        mission=_mission(scenario, advance),
        rulings=rulings,
        next=stream.choice(SIDES),
    )


def _mission(scenario: Scenario, advance: int) -> Mission:
    return Mission(
        name=scenario.name,
        goal=scenario.goal,
        turns=scenario.turns,
        zones=zones_of(scenario.zones),
        objectives=objectives_of(scenario.objectives),
        every_turn=scenario.every_turn,
        reserves_per_turn=scenario.reserves_per_turn,
        advance_presence=advance,
    )

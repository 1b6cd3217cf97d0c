"""Scenarios: a table, a mission and its zones, as a file; and the first state of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import msgspec

from hexless.kernel import Fault, Stream
from hexless.table import Point, Terrain, piece

from .force import Force, elements
from .model import Element, HorizonWars, Mission, Objective, Zone
from .rulings import Rulings

__all__ = ["Scenario", "scenario_faults", "setup"]

Inches = Annotated[float, msgspec.Meta(ge=-400, le=400)]
Corner = tuple[Inches, Inches]
Outline = Annotated[tuple[Corner, ...], msgspec.Meta(min_length=3, max_length=60)]
SIDES = ("blue", "red")


class Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of terrain, in inches; its traits say what it does."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    outline: Outline
    traits: tuple[Literal["blocking", "difficult", "impassable", "light-cover", "heavy-cover", "building", "hill"], ...]
    height: Annotated[float, msgspec.Meta(ge=0, le=40)] = 0


class Deployment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side's zone, and the way its elements look."""

    outline: Outline
    facing: tuple[int, int]


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An objective, in inches."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    at: Corner
    points: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file. The first side attacks."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    says: str
    forces: tuple[str, str]
    size: tuple[Annotated[float, msgspec.Meta(ge=12, le=96)], Annotated[float, msgspec.Meta(ge=12, le=96)]]
    goal: Literal["attack", "objectives"]
    turns: Annotated[int, msgspec.Meta(ge=1, le=20)]
    zones: tuple[Deployment, Deployment]
    terrain: tuple[Ground, ...] = ()
    objectives: tuple[Goal, ...] = ()
    every_turn: bool = False
    reserves_per_turn: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0


def _ticks(length: float) -> int:
    return round(length * 1000)


def _corner(at: Corner) -> Point:
    return Point(_ticks(at[0]), _ticks(at[1]))


def table_of(scenario: Scenario) -> Terrain:
    """The table with its pieces."""
    pieces = tuple(
        piece(g.name, [_corner(c) for c in g.outline], height=_ticks(g.height), traits=g.traits)
        for g in scenario.terrain
    )
    return Terrain(_ticks(scenario.size[0]), _ticks(scenario.size[1]), pieces)


def scenario_faults(scenario: Scenario) -> list[Fault]:
    """Everything wrong with a scenario."""
    found = [Fault("$.terrain", text) for text in table_of(scenario).faults()]
    if scenario.goal == "objectives" and not scenario.objectives:
        found.append(Fault("$.objectives", "a mission about objectives needs at least one"))
    if scenario.goal == "attack" and not scenario.reserves_per_turn:
        found.append(Fault("$.reserves_per_turn", "a Deliberate Attack needs reserves to come on"))
    return [*found, *_off_table(scenario)]


def _off_table(scenario: Scenario) -> Iterator[Fault]:
    width, depth = scenario.size
    for i, zone in enumerate(scenario.zones):
        if any(not (0 <= x <= width and 0 <= y <= depth) for x, y in zone.outline):
            yield Fault(f"$.zones[{i}].outline", f"a corner is off the table of {width:g} by {depth:g}")
        if zone.facing == (0, 0):
            yield Fault(f"$.zones[{i}].facing", "a facing has to point somewhere")
    for i, goal in enumerate(scenario.objectives):
        if not (0 <= goal.at[0] <= width and 0 <= goal.at[1] <= depth):
            yield Fault(f"$.objectives[{i}].at", f"off the table of {width:g} by {depth:g}")


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
        terrain=table_of(scenario),
        mission=_mission(scenario, advance),
        rulings=rulings,
        next=stream.choice(SIDES),
    )


def _mission(scenario: Scenario, advance: int) -> Mission:
    return Mission(
        name=scenario.name,
        goal=scenario.goal,
        turns=scenario.turns,
        zones=tuple(Zone(tuple(_corner(c) for c in z.outline), z.facing) for z in scenario.zones),
        objectives=tuple(Objective(o.name, *_corner(o.at), o.points) for o in scenario.objectives),
        every_turn=scenario.every_turn,
        reserves_per_turn=scenario.reserves_per_turn,
        advance_presence=advance,
    )

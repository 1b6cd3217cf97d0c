"""Scenarios: a table, a mission and its zones, as a file; and the first state of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from hexless.kernel import Fault, Stream
from hexless.ruleset.maps import (
    Corner,
    Feature,
    Goal,
    Name,
    Size,
    ZoneFile,
    corner,
    map_faults,
    objectives_of,
    terrain_of,
    zones_of,
)
from hexless.table import Base

from ._sheet import rule
from .arrival import DEPTH
from .force import HEIGHT, RADIUS, SIZE, Force, units
from .model import AT43, Card, Fighter, Kind, Mission, Unit
from .obstacles import TRAITS
from .rulings import Rulings

__all__ = ["Generator", "Scenario", "scenario_faults", "setup"]

SIDES = ("blue", "red")


class Generator(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A generator that a side has to protect."""

    name: Name
    side: Literal[1, 2]
    at: Corner


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file."""

    name: Name
    says: str
    forces: tuple[str, str]
    size: Size
    goal: Literal["objectives", "generators", "kills"]
    zones: tuple[ZoneFile, ZoneFile]
    terrain: tuple[Feature, ...] = ()
    objectives: tuple[Goal, ...] = ()
    drops: tuple[Goal, ...] = ()
    generators: tuple[Generator, ...] = ()
    reserves: bool = False
    rounds: Annotated[int, msgspec.Meta(ge=1, le=20)] = 6
    target: Annotated[int, msgspec.Meta(ge=1, le=100)] = 20


@rule("at.play.arrival")
def scenario_faults(scenario: Scenario) -> list[Fault]:
    """Everything wrong with a scenario."""
    goals = (*scenario.objectives, *scenario.drops)
    found = map_faults(scenario.size, scenario.terrain, scenario.zones, goals, TRAITS)
    for i, zone in enumerate(scenario.zones):
        if zone.facing != (0, 0) and _depth(scenario, zone) > DEPTH / 1000:
            found.append(Fault(f"$.zones[{i}].outline", "reaches further than 20 cm from the side's own table edge"))
    if scenario.goal == "objectives" and not scenario.objectives:
        found.append(Fault("$.objectives", "a mission about objectives needs at least one"))
    if scenario.goal == "generators" and {g.side for g in scenario.generators} != {1, 2}:
        found.append(Fault("$.generators", "a mission about generators needs at least one of each side"))
    for i, generator in enumerate(scenario.generators):
        x, y = generator.at
        rim = RADIUS["generator"] / 1000
        if not (rim <= x <= scenario.size[0] - rim and rim <= y <= scenario.size[1] - rim):
            found.append(Fault(f"$.generators[{i}].at", "hangs over the table's edge"))
    return found


def _depth(scenario: Scenario, zone: ZoneFile) -> float:
    """How far a zone reaches from the edge at its back."""
    fx, fy = zone.facing
    xs, ys = [x for x, _ in zone.outline], [y for _, y in zone.outline]
    if abs(fy) >= abs(fx):
        return max(ys) if fy > 0 else scenario.size[1] - min(ys)
    return max(xs) if fx > 0 else scenario.size[0] - min(xs)


def setup(scenario: Scenario, forces: Sequence[Force], rulings: Rulings, stream: Stream) -> AT43:
    """The first state: nobody placed yet, and the set-up stream decides who places first."""
    army = [unit for side, force in zip(SIDES, forces) for unit in units(force, side, scenario.reserves)]
    return AT43(
        units=(*army, *(_generator(g) for g in scenario.generators)),
        sides=SIDES,
        terrain=terrain_of(scenario.size, scenario.terrain),
        mission=Mission(
            name=scenario.name, goal=scenario.goal, zones=zones_of(scenario.zones),
            objectives=objectives_of(scenario.objectives), drops=objectives_of(scenario.drops),
            rounds=scenario.rounds, target=scenario.target,
        ),
        rulings=rulings,
        next=stream.choice(SIDES),
    )  # fmt: skip


def _generator(generator: Generator) -> Unit:
    """Terrain that can be destroyed: a unit that never acts."""
    kind: Kind = "generator"
    at = corner(generator.at)
    card = Card(
        name="Generator", kind=kind, size=SIZE[kind], move=0, combat=0, protection=8, morale=0, weapons=(),
        radius=RADIUS[kind], height=HEIGHT[kind],
    )  # fmt: skip
    base = Base(at.x, at.y, radius=card.radius, height=card.height)
    side = SIDES[generator.side - 1]
    return Unit(name=generator.name, side=side, card=card, fighters=(Fighter(base=base),), start=1, placed=True)

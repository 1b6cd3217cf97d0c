"""Maps as people write them: features, zones and objectives in the game's unit, with every fault and its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec

from hexless.kernel import Fault, Value
from hexless.table import Point, Terrain, piece, shared, terrain_faults

__all__ = ["Feature", "Goal", "Name", "Objective", "Size", "Zone", "ZoneFile", "map_faults", "terrain_of"]

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Length = Annotated[float, msgspec.Meta(ge=-400, le=400)]
Corner = tuple[Length, Length]
Outline = Annotated[tuple[Corner, ...], msgspec.Meta(min_length=3, max_length=60)]
Size = tuple[Annotated[float, msgspec.Meta(ge=12, le=300)], Annotated[float, msgspec.Meta(ge=12, le=300)]]


class Feature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of terrain; the ruleset says what its traits mean."""

    name: Name
    outline: Outline
    traits: tuple[str, ...]
    height: Annotated[float, msgspec.Meta(ge=0, le=100)] = 0


class ZoneFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a side puts its units, and the way they look."""

    outline: Outline
    facing: tuple[int, int]


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place worth holding."""

    name: Name
    at: Corner
    points: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1


class Zone(Value, frozen=True):
    """A zone in ticks."""

    outline: tuple[tuple[int, int], ...]
    facing: tuple[int, int]


class Objective(Value, frozen=True):
    """An objective in ticks."""

    name: str
    x: int
    y: int
    points: int


def to_ticks(length: float) -> int:
    """Ticks of a length in the game's unit."""
    return round(length * 1000)


def corner(at: Corner) -> Point:
    return Point(to_ticks(at[0]), to_ticks(at[1]))


def terrain_of(size: Size, features: Sequence[Feature]) -> Terrain:
    """The table with its pieces."""
    pieces = (
        piece(f.name, [corner(c) for c in f.outline], height=to_ticks(f.height), traits=f.traits) for f in features
    )
    return shared(Terrain(to_ticks(size[0]), to_ticks(size[1]), tuple(pieces)))


def zones_of(zones: Sequence[ZoneFile]) -> tuple[Zone, ...]:
    return tuple(Zone(tuple(corner(c) for c in zone.outline), zone.facing) for zone in zones)


def objectives_of(goals: Sequence[Goal]) -> tuple[Objective, ...]:
    return tuple(Objective(goal.name, *corner(goal.at), goal.points) for goal in goals)


def map_faults(
    size: Size, features: Sequence[Feature], zones: Sequence[ZoneFile], goals: Sequence[Goal], traits: Sequence[str]
) -> list[Fault]:
    """Everything wrong with a map whose features may have these traits."""
    found = [Fault("$.terrain", text) for text in terrain_faults(terrain_of(size, features))]
    for i, feature in enumerate(features):
        unknown = [trait for trait in feature.traits if trait not in traits]
        if unknown:
            says = f"no trait {', '.join(map(repr, unknown))}; there is: {', '.join(traits)}"
            found.append(Fault(f"$.terrain[{i}].traits", says))
    return [*found, *_off_table(size, zones, goals)]


def _off_table(size: Size, zones: Sequence[ZoneFile], goals: Sequence[Goal]) -> Iterator[Fault]:
    def off(at: Corner) -> bool:
        return not (0 <= at[0] <= size[0] and 0 <= at[1] <= size[1])

    table = f"the table is {size[0]:g} by {size[1]:g}"
    for i, zone in enumerate(zones):
        if any(off(at) for at in zone.outline):
            yield Fault(f"$.zones[{i}].outline", f"a corner is off the table: {table}")
        if zone.facing == (0, 0):
            yield Fault(f"$.zones[{i}].facing", "a facing has to point somewhere")
    for i, goal in enumerate(goals):
        if off(goal.at):
            yield Fault(f"$.objectives[{i}].at", f"off the table: {table}")

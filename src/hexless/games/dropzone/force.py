"""Forces: unit types, battlegroups and auxiliaries, as a file; and everything wrong with one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from hexless.kernel import Fault
from hexless.ruleset.maps import Name
from hexless.table import Base

from ._sheet import rule
from .commanders import cost_of
from .model import Group, Profile, Squad, SquadId, Unit
from .unit_types import RADII, height_of

__all__ = ["Battlegroup", "Force", "Pick", "army", "cost", "force_faults"]

OFF = -(1 << 19)
Role = Literal["HQ", "Frontline", "Armour", "Vanguard", "War Engine"]


class Pick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A squad: its type, its name, how many units, what it starts inside, and the commander in its first unit."""

    type: Name
    name: Name
    size: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    inside: str = ""
    commander: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0


class Battlegroup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Squads that are activated together."""

    name: Name
    category: Role
    squads: Annotated[tuple[Pick, ...], msgspec.Meta(min_length=1, max_length=6)]


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A force file."""

    name: Name
    points: Annotated[int, msgspec.Meta(ge=500, le=5000)]
    types: Annotated[tuple[Profile, ...], msgspec.Meta(min_length=1, max_length=40)]
    battlegroups: Annotated[tuple[Battlegroup, ...], msgspec.Meta(min_length=1, max_length=12)]
    auxiliary: Annotated[tuple[Pick, ...], msgspec.Meta(max_length=20)] = ()
    says: str = ""


def picks(force: Force) -> list[tuple[str, Pick, int]]:
    """Every squad with its place in the file and the index of its battlegroup (-1: auxiliary)."""
    found = [
        (f"$.battlegroups[{b}].squads[{i}]", pick, b)
        for b, group in enumerate(force.battlegroups)
        for i, pick in enumerate(group.squads)
    ]
    return found + [(f"$.auxiliary[{i}]", pick, -1) for i, pick in enumerate(force.auxiliary)]


def price(force: Force, pick: Pick) -> int:
    """What a squad costs without its commander."""
    return next((p.points for p in force.types if p.name == pick.type), 0) * pick.size


def cost(force: Force) -> int:
    """What the whole force costs, commanders included."""
    return sum(price(force, pick) + cost_of(pick.commander) for _, pick, _ in picks(force))


# ---- faults


def force_faults(force: Force) -> list[Fault]:
    """Everything wrong with a force."""
    found = [*_type_faults(force), *_pick_faults(force)]
    if not found:
        found = [*roster_faults(force), *squad_faults(force), *share_faults(force), *rare_faults(force)]
        found += transport_faults(force)
    if cost(force) > force.points:
        found.append(Fault("$.points", f"the force costs {cost(force)} points; it has {force.points}"))
    return found


def _type_faults(force: Force) -> Iterator[Fault]:
    names = Counter(p.name for p in force.types)
    for i, p in enumerate(force.types):
        at = f"$.types[{i}]"
        if names[p.name] > 1:
            yield Fault(f"{at}.name", f"{p.name!r} is there {names[p.name]} times")
        if (p.kind == "infantry") != bool(p.fortitude):
            yield Fault(f"{at}.fortitude", "Infantry has a Fortitude, and nobody else")
        if (p.kind == "behemoth") != (len(p.zones) == 3 == len(p.steps) and min(*p.zones, *p.steps) > 0):
            yield Fault(f"{at}.zones", "a Behemoth has three zones and their thresholds, and nobody else has any")
        if not 1 <= p.squad[0] <= p.squad[1] <= 9:
            yield Fault(f"{at}.squad", "a squad has from 1 to 9 units, the smaller number first")
        if bool(p.room) != bool(p.carries):
            yield Fault(f"{at}.room", "a transport has both room and a class that it carries")
        yield from _special_faults(at, p)
        for k, gun in enumerate(p.guns):
            if not gun.arc:
                yield Fault(f"{at}.guns[{k}].arc", "a weapon covers at least one arc")


def _special_faults(at: str, p: Profile) -> Iterator[Fault]:
    """Special rules that a type cannot have."""
    if p.fast and (p.kind != "aircraft" or p.room or p.fast > p.mv):
        yield Fault(f"{at}.fast", "a Fast unit is an Aircraft that carries nobody, and its minimum is not above its MV")
    if p.fast and any(gun.mf >= 0 for gun in p.guns):
        yield Fault(f"{at}.guns", "a Fast unit moves in every round: its weapons have no M&F limit")
    if p.access and (not p.room or p.kind == "infantry"):
        yield Fault(f"{at}.access", "a gate is a transport with room")
    if p.harness and p.kind != "behemoth":
        yield Fault(f"{at}.harness", "only a Behemoth comes by drop-harness")


def _pick_faults(force: Force) -> Iterator[Fault]:
    types = {p.name: p for p in force.types}
    names = Counter(pick.name for _, pick, _ in picks(force))
    for at, pick, group in picks(force):
        if names[pick.name] > 1:
            yield Fault(f"{at}.name", f"{pick.name!r} is there {names[pick.name]} times")
        if pick.type not in types:
            yield Fault(f"{at}.type", f"no type {pick.type!r}; there is: {', '.join(types)}")
            continue
        p = types[pick.type]
        if not p.squad[0] <= pick.size <= p.squad[1]:
            yield Fault(f"{at}.size", f"{p.name} comes in squads of {p.squad[0]} to {p.squad[1]}, not {pick.size}")
        if pick.commander and not commands(p):
            yield Fault(f"{at}.commander", f"a commander rides in a Command or Command Centre unit, not in {p.name}")
        if (group < 0) != (p.category == "Auxiliary"):
            yield Fault(f"{at}.type", f"{p.name} is {p.category}: auxiliaries belong to no battlegroup, others to one")


@rule("dz.play.unit-command-centre")
def commands(p: Profile) -> bool:
    """Whether a commander may ride in a unit: of the Command category, or a Command Centre."""
    return p.commands


ROSTERS = {
    "Skirmish": (
        (500, 999),
        {"HQ": (0, 1), "Frontline": (1, 2), "Armour": (1, 1), "Vanguard": (0, 1), "War Engine": (0, 1)},
    ),
    "Clash": (
        (1000, 1999),
        {"HQ": (1, 1), "Frontline": (1, 2), "Armour": (1, 2), "Vanguard": (0, 2), "War Engine": (0, 2)},
    ),
    "Battle": (
        (2000, 5000),
        {"HQ": (1, 2), "Frontline": (1, 2), "Armour": (1, 2), "Vanguard": (0, 2), "War Engine": (0, 3)},
    ),
}
SQUADS = {
    "HQ": {"Command": (1, 2), "Scout": (0, 2), "Heavy": (0, 1)},
    "Frontline": {"Troops": (1, 3), "Exotic": (0, 1), "Support": (0, 1)},
    "Armour": {"Standard": (1, 3), "Heavy": (0, 2), "Support": (0, 1)},
    "Vanguard": {"Scout": (0, 2), "Exotic": (0, 2), "Support": (0, 1)},
    "War Engine": {"Behemoth": (1, 1)},
}


def size_of(points: int) -> str:
    """Skirmish, Clash or Battle."""
    return next(name for name, ((low, high), _) in ROSTERS.items() if low <= points <= high)


@rule("dz.play.army-roster")
def roster_faults(force: Force) -> Iterator[Fault]:
    """How many battlegroups of each kind a game of this size allows."""
    size = size_of(force.points)
    have: Counter[str] = Counter(group.category for group in force.battlegroups)
    for category, (low, high) in ROSTERS[size][1].items():
        if not low <= have[category] <= high:
            yield Fault(
                "$.battlegroups", f"a {size} takes {low} to {high} {category} battlegroups, not {have[category]}"
            )


@rule("dz.play.battlegroup-squads")
def squad_faults(force: Force) -> Iterator[Fault]:
    """What squads each battlegroup holds."""
    types = {p.name: p for p in force.types}
    for b, group in enumerate(force.battlegroups):
        have: Counter[str] = Counter(types[pick.type].category for pick in group.squads)
        allowed = SQUADS[group.category]
        for category in dict.fromkeys((*allowed, *have)):
            low, high = allowed.get(category, (0, 0))
            if not low <= have[category] <= high:
                says = f"{group.category} takes {low} to {high} {category} squads, not {have[category]}"
                yield Fault(f"$.battlegroups[{b}].squads", says)


@rule("dz.play.battlegroup-points")
def share_faults(force: Force) -> Iterator[Fault]:
    """A third of the points for one battlegroup, half in a Skirmish; Behemoths and commanders do not count."""
    percent = 50 if size_of(force.points) == "Skirmish" else 33
    for b, group in enumerate(force.battlegroups):
        spent = sum(price(force, pick) for pick in group.squads)
        if group.category != "War Engine" and spent * 100 > force.points * percent:
            yield Fault(f"$.battlegroups[{b}]", f"{spent} points are more than {percent}% of {force.points}")


@rule("dz.play.unit-rare")
def rare_faults(force: Force) -> Iterator[Fault]:
    """Of each Rare type 1 squad in a Skirmish, 2 in a Clash and 3 in a Battle."""
    size = size_of(force.points)
    most = list(ROSTERS).index(size) + 1
    have = Counter(pick.type for _, pick, _ in picks(force))
    for i, p in enumerate(force.types):
        if p.rare and have[p.name] > most:
            yield Fault(f"$.types[{i}].rare", f"a {size} takes {most} squads of {p.name} at most, not {have[p.name]}")


@rule("dz.play.transport-capacity")
def transport_faults(force: Force) -> Iterator[Fault]:
    """Who starts inside what: the class has to match, the room to do, and auxiliary transports are half full."""
    types = {p.name: p for p in force.types}
    squads = {pick.name: (at, pick, group) for at, pick, group in picks(force)}
    load: Counter[str] = Counter()
    for at, pick, _ in picks(force):
        if not pick.inside:
            continue
        if pick.inside not in squads or pick.inside == pick.name:
            yield Fault(f"{at}.inside", f"no other squad {pick.inside!r}")
            continue
        ride, cargo = types[squads[pick.inside][1].type], types[pick.type]
        if not cargo.needs or ride.carries != cargo.needs:
            yield Fault(f"{at}.inside", f"{ride.name} does not carry {cargo.name}")
        if ride.access and cargo.bulk * pick.size > ride.room:
            yield Fault(f"{at}.inside", f"{pick.name} does not fit through {ride.name}, which takes {ride.room}")
        load[pick.inside] += cargo.bulk * pick.size
    for at, pick, group in picks(force):
        room = types[pick.type].room * pick.size
        if load[pick.name] > room and not types[pick.type].access:
            yield Fault(at, f"{pick.name} has room for {room}, not for {load[pick.name]}")
        if group < 0 and room and 2 * load[pick.name] < room:
            yield Fault(at, f"{pick.name} has to start at least half full: {load[pick.name]} of {room}")


# ---- on the table


@rule("dz.play.commander")
def army(force: Force, side: str, first: tuple[int, int, int]) -> tuple[list[Unit], list[Squad], list[Group]]:
    """The force as units, squads and battlegroups of a side; their ids begin at `first`. Cargo is aboard."""
    types = {p.name: p for p in force.types}
    groups = [Group(name=group.name, side=side, category=group.category) for group in force.battlegroups]
    units: list[Unit] = []
    squads: list[Squad] = []
    for _, pick, group in picks(force):
        p, start = types[pick.type], first[0] + len(units)
        for k in range(pick.size):
            name = pick.name if pick.size == 1 else f"{pick.name} {k + 1}"
            units.append(_unit(p, name, side, SquadId(first[1] + len(squads)), pick.commander if k == 0 else 0))
        squads.append(
            Squad(
                name=pick.name,
                side=side,
                group=first[2] + group if group >= 0 else -1,
                category=p.category,
                units=tuple(range(start, start + pick.size)),
                original=p.dp * pick.size,
            )
        )
    return _load(force, units, squads, first[0]), squads, groups


def _unit(p: Profile, name: str, side: str, squad: SquadId, cv: int) -> Unit:
    base = Base(OFF, OFF, radius=RADII[p.kind], height=height_of(p.kind, p.height))
    dp = sum(p.zones) if p.zones else p.dp
    return Unit(name=name, side=side, squad=squad, profile=p, base=base, dp=dp, zones=p.zones, cv=cv)


def _load(force: Force, units: list[Unit], squads: list[Squad], first: int) -> list[Unit]:
    """Cargo goes into the units of its transport, one after the other; behind a gate it is in Holding."""
    by_name = {squad.name: squad for squad in squads}
    left = {first + i: u.profile.room for i, u in enumerate(units)}
    for _, pick, _ in picks(force):
        for unit in by_name[pick.name].units if pick.inside else ():
            if units[by_name[pick.inside].units[0] - first].profile.access:
                units[unit - first] = units[unit - first].with_(held=True)
                continue
            need = units[unit - first].profile.bulk
            ride = next(i for i in by_name[pick.inside].units if left[i] >= need)
            left[ride] -= need
            units[unit - first] = units[unit - first].with_(aboard=ride)
    return units

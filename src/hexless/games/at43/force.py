"""Forces: what a side brings, as a file; points, and everything wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from hexless.kernel import Fault
from hexless.ruleset.maps import Name, to_ticks
from hexless.table import Base

from ._sheet import rule
from .model import Card, Fighter, Kind, Person, Unit, Weapon
from .special import bearer

__all__ = ["Force", "WeaponFile", "cost", "force_faults", "units"]

OFF_TABLE = -(1 << 19)
Stat = Annotated[int, msgspec.Meta(ge=0, le=20)]
Count = Annotated[int, msgspec.Meta(ge=0, le=12)]


class WeaponFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon. `special` makes it one that a single fighter of a unit carries; missiles are locked shots."""

    name: Name
    rate: Annotated[int, msgspec.Meta(ge=1, le=12)]
    accuracy: Stat = 0
    penetration: Stat = 0
    damage: Annotated[int, msgspec.Meta(ge=1, le=6)] = 1
    reroll: Count = 0
    melee: bool = False
    locked: bool = False
    special: Literal["", "sonic", "missile"] = ""
    points: Annotated[int, msgspec.Meta(ge=0, le=500)] = 0


class TypeFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A type of fighter; `points` is what one costs. A morale of 0 is none."""

    name: Name
    kind: Literal["type-1", "type-2", "type-3", "strider"]
    move: Annotated[float, msgspec.Meta(ge=0, le=40)]
    combat: Stat
    protection: Stat
    morale: Stat
    weapons: tuple[Name, ...]
    points: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    size: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0  # 0: as the kind has
    radius: Annotated[float, msgspec.Meta(ge=0, le=8)] = 0  # cm; 0: as the kind has
    frame: Count = 0
    propulsion: Count = 0
    arm: Count = 0


class OfficerFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The leader of a unit, if he has a name: an officer (rank 1 to 5), a hero, or both."""

    title: Name
    rank: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    authority: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    lp: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    morale: Stat = 0
    commander: bool = False
    hero: bool = False
    foot: str = ""  # the type that a hero is without his vehicle


class UnitFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One unit: its type, how many, a special weapon, a leader with a name, and the round in which it comes on."""

    type: Name
    fighters: Annotated[int, msgspec.Meta(ge=1, le=12)]
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    special: str = ""
    leader: OfficerFile | None = None
    reserve: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A force file."""

    name: Name
    points: Annotated[int, msgspec.Meta(ge=1, le=20000)]
    weapons: Annotated[tuple[WeaponFile, ...], msgspec.Meta(min_length=1, max_length=60)]
    types: Annotated[tuple[TypeFile, ...], msgspec.Meta(min_length=1, max_length=40)]
    units: Annotated[tuple[UnitFile, ...], msgspec.Meta(min_length=1, max_length=20)]
    says: str = ""


def cost(force: Force) -> int:
    """The points that the units cost: fighters, special weapons, and leaders by rank, Authority and LP."""
    prices = {t.name: t.points for t in force.types}
    arms = {w.name: w.points for w in force.weapons}
    whole = 0
    for unit in force.units:
        whole += prices.get(unit.type, 0) * unit.fighters + arms.get(unit.special, 0)
        if unit.leader:
            whole += 15 * unit.leader.rank + 10 * unit.leader.authority + 5 * unit.leader.lp + 30 * unit.leader.hero
    return whole


def force_faults(force: Force) -> list[Fault]:
    """Everything wrong with a force."""
    found = [*_weapon_faults(force), *_type_faults(force), *_unit_faults(force)]
    commanders = sum(bool(unit.leader and unit.leader.commander) for unit in force.units)
    if commanders != 1:
        found.append(Fault("$.units", f"{commanders} commanders; there must be exactly one"))
    if cost(force) > force.points:
        found.append(Fault("$.units", f"the units cost {cost(force)} points; the force has {force.points}"))
    if all(unit.reserve for unit in force.units):
        found.append(Fault("$.units", "all units wait in reserve; at least one must start on the table"))
    return found


@rule("at.missile.damage", "at.special.weapons")
def _weapon_faults(force: Force) -> Iterator[Fault]:
    names = Counter(weapon.name for weapon in force.weapons)
    for i, weapon in enumerate(force.weapons):
        place = f"$.weapons[{i}]"
        if names[weapon.name] > 1:
            yield Fault(f"{place}.name", f"{weapon.name!r} is there {names[weapon.name]} times")
        if weapon.special == "missile" and weapon.damage != 2:
            yield Fault(f"{place}.damage", f"a missile launcher inflicts 2 Damage points, not {weapon.damage}")
        if weapon.melee and (weapon.special or weapon.locked):
            yield Fault(f"{place}.melee", "a close combat weapon is neither special nor locked")


@rule("at.play.troop-types")
def _type_faults(force: Force) -> Iterator[Fault]:
    names = Counter(t.name for t in force.types)
    arms = {w.name: w for w in force.weapons}
    for i, t in enumerate(force.types):
        place = f"$.types[{i}]"
        if names[t.name] > 1:
            yield Fault(f"{place}.name", f"{t.name!r} is there {names[t.name]} times")
        for weapon in t.weapons:
            if weapon not in arms:
                yield Fault(f"{place}.weapons", f"no weapon {weapon!r}; there is: {', '.join(arms)}")
            elif arms[weapon].special and t.kind != "strider":
                yield Fault(f"{place}.weapons", f"{weapon!r} is special: one fighter of a unit carries it")
        if t.kind == "strider" and not (t.frame and t.propulsion and t.arm):
            yield Fault(place, "a strider needs structure points: frame, propulsion and arm")
        if t.kind != "strider" and (t.frame or t.propulsion or t.arm):
            yield Fault(place, "only a strider has structure points")


def _unit_faults(force: Force) -> Iterator[Fault]:
    types = {t.name: t for t in force.types}
    arms = {w.name: w for w in force.weapons}
    names = Counter(unit.name for unit in force.units if unit.name)
    for i, unit in enumerate(force.units):
        place = f"$.units[{i}]"
        if unit.type not in types:
            yield Fault(f"{place}.type", f"no type {unit.type!r}; there is: {', '.join(types)}")
            continue
        if names[unit.name] > 1:
            yield Fault(f"{place}.name", f"{unit.name!r} is there {names[unit.name]} times")
        if unit.special and (unit.special not in arms or not arms[unit.special].special):
            yield Fault(f"{place}.special", f"{unit.special!r} is no special weapon")
        if unit.special and (types[unit.type].kind == "strider" or unit.fighters < 2):
            yield Fault(f"{place}.special", "a special weapon needs infantry, and somebody else to lead it")
        if types[unit.type].kind == "strider" and unit.fighters > 3:
            yield Fault(f"{place}.fighters", f"{unit.fighters} striders; a unit has at most 3")
        yield from _leader_faults(unit, types, f"{place}.leader")


def _leader_faults(unit: UnitFile, types: dict[str, TypeFile], place: str) -> Iterator[Fault]:
    leader = unit.leader
    if leader is None:
        return
    if not leader.rank and not leader.hero:
        yield Fault(place, "a leader with a name is an officer (rank 1 to 5), a hero, or both")
    if leader.commander and not leader.rank:
        yield Fault(f"{place}.commander", "a commander is an officer: rank 1 to 5")
    if leader.foot and (leader.foot not in types or types[leader.foot].kind == "strider"):
        yield Fault(f"{place}.foot", f"{leader.foot!r} is no type of infantry")
    if leader.hero and types[unit.type].kind == "strider" and not leader.foot:
        yield Fault(f"{place}.foot", "a hero in a strider needs the type that he is on foot")


SIZE: dict[Kind, int] = {"type-1": 1, "type-2": 1, "type-3": 2, "strider": 3, "generator": 3}
RADIUS: dict[Kind, int] = {"type-1": 1250, "type-2": 1250, "type-3": 2000, "strider": 3000, "generator": 2500}
HEIGHT: dict[Kind, int] = {"type-1": 3000, "type-2": 3000, "type-3": 3000, "strider": 8000, "generator": 4000}


@rule("at.play.sizes", "at.los.see-over")
def card_of(force: Force, name: str, special: str = "") -> Card:
    """The card of a type; infantry has size 1, power suits 2, vehicles 3, unless the file says otherwise."""
    t = next(t for t in force.types if t.name == name)
    arms = {w.name: w for w in force.weapons}
    weapons = tuple(_weapon(arms[w]) for w in (*t.weapons, *([special] if special else ())))
    return Card(
        name=name, kind=t.kind, size=t.size or SIZE[t.kind], move=to_ticks(t.move), combat=t.combat,
        protection=t.protection, morale=t.morale, weapons=weapons, radius=to_ticks(t.radius) or RADIUS[t.kind],
        height=HEIGHT[t.kind], frame=t.frame, propulsion=t.propulsion, arm=t.arm,
    )  # fmt: skip


def _weapon(w: WeaponFile) -> Weapon:
    return Weapon(w.name, w.rate, w.accuracy, w.penetration, w.damage, w.reroll, w.melee, w.special, w.locked)


def units(force: Force, side: str, reserves: bool) -> list[Unit]:
    """The force as units of a side; reserves wait only where the scenario knows them."""
    total = Counter(unit.type for unit in force.units)
    seen: Counter[str] = Counter()
    out = []
    for unit in force.units:
        seen[unit.type] += 1
        number = f" {seen[unit.type]}" if total[unit.type] > 1 else ""
        card = card_of(force, unit.type, unit.special)
        out.append(
            Unit(
                name=unit.name or f"{unit.type}{number}", side=side, card=card, start=unit.fighters,
                fighters=tuple(_fighter(force, unit, card, i) for i in range(unit.fighters)),
                arrives=unit.reserve if reserves else 0,
            )
        )  # fmt: skip
    return out


def _fighter(force: Force, unit: UnitFile, card: Card, i: int) -> Fighter:
    """The first leads; the last carries the special weapon, and nothing else."""
    plain = len(card.weapons) - bool(unit.special)
    weapons = (plain,) if unit.special and i == unit.fighters - 1 else tuple(range(plain))
    person = _person(force, unit.leader) if unit.leader and i == 0 else None
    vehicle = card.kind == "strider"
    return Fighter(
        base=Base(OFF_TABLE, OFF_TABLE, radius=card.radius, height=card.height), weapons=weapons, person=person,
        wounds=2 if person and person.hero and not vehicle else 1, special=bearer(card, weapons), vehicle=vehicle,
        frame=card.frame, propulsion=card.propulsion, arms=(card.arm,) * len(card.weapons) if vehicle else (),
    )  # fmt: skip


def _person(force: Force, leader: OfficerFile) -> Person:
    return Person(
        title=leader.title, rank=leader.rank, authority=leader.authority, lp=leader.lp, morale=leader.morale,
        commander=leader.commander, hero=leader.hero, foot=card_of(force, leader.foot) if leader.foot else None,
    )  # fmt: skip

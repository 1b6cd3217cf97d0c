"""Forces: what a side brings, as a file; points, and everything wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from hexless.kernel import Fault
from hexless.table import Base

from ._sheet import rule
from .model import CM, Element, Figure, Kind, Platoon, Profile, Weapon
from .skills import SKILLS

__all__ = ["Force", "elements", "force_faults", "points_of"]

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Small = Annotated[int, msgspec.Meta(ge=0, le=20)]
Distance = Annotated[int, msgspec.Meta(ge=0, le=200)]
RADIUS = {"infantry": 700, "portable": 700, "vehicle": 1500}  # ticks: bases of 14 and 30 mm
HEIGHT = {"infantry": 1500, "portable": 1500, "vehicle": 2500}
TRAITS = ("indirect", "fire", "shocker", "maser", "off-table")
ARMOR = ("chameleon", "ablative", "jets", "powered")
LIMITS = {"portable": 4, "battlesuit": 6, "bike": 6}
STARTS = (2, 4, 8, 9, 10)
FAR_AWAY = -(1 << 18)


class WeaponFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ranged weapon: distances in cm, d8 a shot, Strength, AoE hits."""

    name: Name
    point_blank: Distance
    range: Distance
    dice: Annotated[int, msgspec.Meta(ge=1, le=6)]
    strength: Annotated[int, msgspec.Meta(ge=0, le=12)]
    points: Distance
    aoe: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    support: bool = False
    traits: tuple[str, ...] = ()


class ArmorFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of armor: its Armor Rating and what is built into it."""

    name: Name
    AR: Annotated[int, msgspec.Meta(ge=-3, le=8)]
    points: Distance
    traits: tuple[str, ...] = ()


class TypeFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of figure; its points do not include armor and weapons. The first weapon that can fire is used."""

    name: Name
    kind: Kind
    move: Annotated[int, msgspec.Meta(ge=1, le=40)]
    DMR: Annotated[int, msgspec.Meta(ge=1, le=8)]
    armor: Name
    points: Annotated[int, msgspec.Meta(ge=0, le=300)]
    weapons: tuple[Name, ...] = ()
    melee: Small = 0
    skills: tuple[str, ...] = ()
    style: Literal["foot", "tracked", "anti-grav"] = "foot"
    frame: Literal["", "battlesuit", "bike", "platform"] = ""
    character: bool = False


class ElementFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Troop Element: its figures by type, the leader first."""

    name: Name
    figures: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=10)]
    commander: bool = False  # its leader is the platoon's Commander
    post: bool = False  # a Post may have any number of figures up to 10


class PlatoonFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A platoon or lance."""

    name: Name
    elements: Annotated[tuple[ElementFile, ...], msgspec.Meta(min_length=1, max_length=20)]


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A force file."""

    name: Name
    points: Annotated[int, msgspec.Meta(ge=1, le=4000)]
    weapons: tuple[WeaponFile, ...]
    armors: Annotated[tuple[ArmorFile, ...], msgspec.Meta(min_length=1)]
    types: Annotated[tuple[TypeFile, ...], msgspec.Meta(min_length=1, max_length=60)]
    platoons: Annotated[tuple[PlatoonFile, ...], msgspec.Meta(min_length=1, max_length=6)]
    says: str = ""


# ---- points


@rule("pa.play.platoon-limits")
def points_of(force: Force, type_name: str) -> int:
    """What a figure costs: itself, its armor, its weapons."""
    kind = next((t for t in force.types if t.name == type_name), None)
    if kind is None:
        return 0
    armor = sum(a.points for a in force.armors if a.name == kind.armor)
    return kind.points + armor + sum(w.points for w in force.weapons if w.name in kind.weapons)


def cost(force: Force) -> int:
    """What the whole force costs."""
    return sum(points_of(force, name) for p in force.platoons for e in p.elements for name in e.figures)


# ---- faults


def force_faults(force: Force) -> list[Fault]:
    """Everything wrong with a force."""
    found = [*_twice(force), *_types(force), *_weapons(force), *_platoons(force)]
    if cost(force) > force.points:
        found.append(Fault("$.platoons", f"the figures cost {cost(force)} points; the force has {force.points}"))
    return found


def _twice(force: Force) -> Iterator[Fault]:
    for field in ("weapons", "armors", "types", "platoons"):
        names = Counter(item.name for item in getattr(force, field))
        for i, item in enumerate(getattr(force, field)):
            if names[item.name] > 1:
                yield Fault(f"$.{field}[{i}].name", f"{item.name!r} is there {names[item.name]} times")


def _unknown(place: str, what: str, names: tuple[str, ...], known: tuple[str, ...]) -> Iterator[Fault]:
    for name in names:
        if name not in known:
            yield Fault(place, f"no {what} {name!r}; there is: {', '.join(known)}")


def _types(force: Force) -> Iterator[Fault]:
    weapons, armors = tuple(w.name for w in force.weapons), tuple(a.name for a in force.armors)
    for i, t in enumerate(force.types):
        yield from _unknown(f"$.types[{i}].weapons", "weapon", t.weapons, weapons)
        yield from _unknown(f"$.types[{i}].armor", "armor", (t.armor,), armors)
        yield from _unknown(f"$.types[{i}].skills", "skill", t.skills, tuple(SKILLS))
        if ("comms" in t.skills) != any("off-table" in w.traits for w in force.weapons if w.name in t.weapons):
            yield Fault(f"$.types[{i}].skills", "Comms Gear (comms) and an off-table weapon need each other")
        if t.frame == "platform" and t.kind != "portable":
            yield Fault(f"$.types[{i}].frame", f"only a portable weapon has a platform, not {t.kind}")
    for i, a in enumerate(force.armors):
        yield from _unknown(f"$.armors[{i}].traits", "armor trait", a.traits, ARMOR)


@rule("pa.play.weapon-profile", "pa.play.support-weapons")
def _weapons(force: Force) -> Iterator[Fault]:
    for i, w in enumerate(force.weapons):
        yield from _unknown(f"$.weapons[{i}].traits", "weapon trait", w.traits, TRAITS)
        if w.point_blank > w.range:
            yield Fault(f"$.weapons[{i}].point_blank", f"{w.point_blank} cm is beyond the range of {w.range} cm")


@rule("pa.play.platoon-limits")
def _platoons(force: Force) -> Iterator[Fault]:
    """Exactly one Commander, at most 4 portable weapons, 6 battlesuits and 6 bikes; in all one Comms Gear."""
    types = {t.name: t for t in force.types}
    gear = sum("comms" in types[n].skills for p in force.platoons for e in p.elements for n in e.figures if n in types)
    if gear > 1:
        yield Fault("$.platoons", f"{gear} figures with Comms Gear; a force has at most 1")
    names = Counter(e.name for p in force.platoons for e in p.elements)
    for i, platoon in enumerate(force.platoons):
        place = f"$.platoons[{i}]"
        commanders = sum(e.commander for e in platoon.elements)
        if commanders != 1:
            yield Fault(f"{place}.elements", f"{commanders} Commanders; a platoon has exactly 1")
        frames = Counter(_frame(types[n]) for e in platoon.elements for n in e.figures if n in types)
        for frame, most in LIMITS.items():
            if frames[frame] > most:
                yield Fault(f"{place}.elements", f"{frames[frame]} {frame}s; a platoon has at most {most}")
        for j, e in enumerate(platoon.elements):
            if names[e.name] > 1:
                yield Fault(f"{place}.elements[{j}].name", f"{e.name!r} is there {names[e.name]} times")
            yield from _element(f"{place}.elements[{j}].figures", e, types)


def _frame(t: TypeFile) -> str:
    return "portable" if t.frame == "platform" else t.frame


@rule("pa.play.element-sizes")
def _element(place: str, e: ElementFile, types: dict[str, TypeFile]) -> Iterator[Fault]:
    """Infantry of 2, 4 or 8 to 10 figures (a Post any up to 10) or a character; 1 to 3 vehicles; a platform, 2 crew."""
    yield from _unknown(place, "type", e.figures, tuple(types))
    chosen = [types[name] for name in e.figures if name in types]
    kinds = sorted({t.kind for t in chosen})
    if len(chosen) != len(e.figures) or not kinds:
        return
    count, platforms = len(chosen), sum(t.frame == "platform" for t in chosen)
    if len(kinds) > 1:
        yield Fault(place, f"{' and '.join(kinds)} figures in one Troop Element; all are of one troop type")
    elif kinds == ["vehicle"] and count > 3:
        yield Fault(place, f"{count} vehicles; 1 to 3 are allowed")
    elif kinds == ["portable"] and not (count == 3 and platforms == 1 and chosen[0].frame == "platform"):
        yield Fault(place, "a portable weapon is its platform, listed first, and 2 crew")
    elif kinds == ["infantry"] and not (
        count in STARTS or (e.post and count > 1) or (count == 1 and chosen[0].character)
    ):
        yield Fault(place, f"{count} figures; Infantry starts with 2, 4 or 8 to 10, or is a single character")


# ---- from the file to the table


def elements(force: Force, side: str, first: int) -> tuple[list[Platoon], list[Element]]:
    """The force as platoons and Troop Elements of a side; `first` is the number of its first platoon."""
    weapons = {w.name: _weapon(w) for w in force.weapons}
    armors = {a.name: a for a in force.armors}
    profiles = {t.name: _profile(force, t, armors[t.armor], weapons) for t in force.types}
    platoons = [Platoon(p.name, side) for p in force.platoons]
    units = [
        _troop(e, [profiles[name] for name in e.figures], side, first + i)
        for i, p in enumerate(force.platoons)
        for e in p.elements
    ]
    return platoons, units


def _weapon(w: WeaponFile) -> Weapon:
    return Weapon(name=w.name, point_blank=w.point_blank, range=w.range, dice=w.dice, strength=w.strength, aoe=w.aoe,
                  support=w.support, traits=w.traits)  # fmt: skip


def _profile(force: Force, t: TypeFile, armor: ArmorFile, weapons: dict[str, Weapon]) -> Profile:
    return Profile(
        name=t.name, kind=t.kind, move=t.move, AR=armor.AR, DMR=t.DMR, points=points_of(force, t.name),
        weapons=tuple(weapons[name] for name in t.weapons), melee=t.melee, skills=t.skills, armor=armor.traits,
        style=t.style, platform=t.frame == "platform", character=t.character,
    )  # fmt: skip


def _troop(e: ElementFile, profiles: list[Profile], side: str, platoon: int) -> Element:
    boss = 1 if profiles[0].platform else 0
    figures = tuple(Figure(p, _base(p, i), commander=e.commander and i == boss) for i, p in enumerate(profiles))
    people = [p for p in profiles if not p.platform]
    return Element(
        name=e.name, side=side, platoon=platoon, kind=profiles[0].kind, figures=figures, full=len(people),
        jets=2 if all("jets" in p.armor for p in people) else 0,
        shell=all("ablative" in p.armor for p in people),
    )  # fmt: skip


OFFSETS = ((0, 0), (1, 0), (-1, 0), (2, 0), (-2, 0), (0, -1), (1, -1), (-1, -1), (2, -1), (-2, -1))


def _base(p: Profile, i: int) -> Base:
    """Off the table, in two ranks about the leader."""
    radius = 1000 if p.platform else RADIUS[p.kind]
    dx, dy = OFFSETS[i]
    apart = (2 * radius + 400) if p.kind == "vehicle" else 2 * CM
    return Base(FAR_AWAY + dx * apart, FAR_AWAY + dy * apart, radius=radius, height=HEIGHT[p.kind])

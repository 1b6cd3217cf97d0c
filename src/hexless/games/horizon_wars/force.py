"""Forces: what a side brings, as a file; points, and everything wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated

import msgspec

from hexless.kernel import Fault
from hexless.table import Base

from .model import Element, Kind

__all__ = ["Force", "Pick", "Profile", "elements", "force_faults"]

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
RADIUS = {"infantry": 800, "vehicle": 900, "mech": 1000}  # ticks: bases of 40, 45 and 50 mm
HEIGHT = {"infantry": 1000, "vehicle": 1500, "mech": 3000}
LIMITS = {"P": (1, 6), "M": (1, 8), "F": (1, 10), "A": (1, 6), "D": (0, 6)}


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of element: its kind and its stats."""

    name: Name
    kind: Kind
    P: int
    M: int
    F: int
    A: int
    D: int
    rapid: bool = False


class Pick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One element of the force: its type, perhaps a name of its own, and whether it commands or waits in reserve."""

    type: Name
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    chq: bool = False
    reserve: bool = False


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A force file. An element costs its P; the one command element (chq) is free."""

    name: Name
    points: Annotated[int, msgspec.Meta(ge=1, le=60)]
    types: Annotated[tuple[Profile, ...], msgspec.Meta(min_length=1, max_length=40)]
    elements: Annotated[tuple[Pick, ...], msgspec.Meta(min_length=1, max_length=40)]
    says: str = ""


def cost(force: Force) -> int:
    """The points that the elements cost."""
    presence = {profile.name: profile.P for profile in force.types}
    return sum(presence.get(pick.type, 0) for pick in force.elements if not pick.chq)


def force_faults(force: Force) -> list[Fault]:
    """Everything wrong with a force."""
    found = [*_type_faults(force), *_element_faults(force)]
    commanders = sum(pick.chq for pick in force.elements)
    if commanders != 1:
        found.append(Fault("$.elements", f"{commanders} command elements (chq = true); there must be exactly one"))
    if cost(force) > force.points:
        found.append(Fault("$.elements", f"the elements cost {cost(force)} points; the force has {force.points}"))
    return found


def _type_faults(force: Force) -> Iterator[Fault]:
    names = Counter(profile.name for profile in force.types)
    for i, profile in enumerate(force.types):
        if names[profile.name] > 1:
            yield Fault(f"$.types[{i}].name", f"{profile.name!r} is there {names[profile.name]} times")
        for stat, (low, high) in LIMITS.items():
            value = getattr(profile, stat)
            if not low <= value <= high:
                yield Fault(f"$.types[{i}].{stat}", f"{value} is not from {low} to {high}")


def _element_faults(force: Force) -> Iterator[Fault]:
    known = [profile.name for profile in force.types]
    names = _names(force)
    for i, (pick, name) in enumerate(zip(force.elements, names)):
        if pick.type not in known:
            yield Fault(f"$.elements[{i}].type", f"no type {pick.type!r}; there is: {', '.join(known)}")
        if names.count(name) > 1:
            yield Fault(f"$.elements[{i}].name", f"{name!r} is there {names.count(name)} times")
    if all(pick.reserve for pick in force.elements):
        yield Fault("$.elements", "all elements wait in reserve; at least one must start on the table")


def _names(force: Force) -> list[str]:
    """What the elements are called: by their own name, or by their type with a number where there are several."""
    total = Counter(pick.type for pick in force.elements)
    seen: Counter[str] = Counter()
    names = []
    for pick in force.elements:
        seen[pick.type] += 1
        number = f" {seen[pick.type]}" if total[pick.type] > 1 else ""
        names.append(pick.name or f"{pick.type}{number}")
    return names


def elements(force: Force, side: str, reserves: bool) -> list[Element]:
    """The force as elements of a side; reserves wait only where the mission knows them."""
    types = {profile.name: profile for profile in force.types}
    return [_element(types[pick.type], pick, name, side, reserves) for pick, name in zip(force.elements, _names(force))]


def _element(profile: Profile, pick: Pick, name: str, side: str, reserves: bool) -> Element:
    off_table = -(1 << 19)
    base = Base(off_table, off_table, radius=RADIUS[profile.kind], height=HEIGHT[profile.kind])
    return Element(
        name=name, side=side, kind=profile.kind, base=base, P=profile.P, M=profile.M, F=profile.F, A=profile.A,
        D=profile.D, start=(profile.F, profile.M, profile.A), rapid=profile.rapid, chq=pick.chq,
        advance=not (pick.reserve and reserves),
    )  # fmt: skip

"""Forces: bases and the leaders they are assigned to, as a file; points by formula, and everything wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from hexless.kernel import Fault
from hexless.ruleset.maps import Name
from hexless.table import Base

from .model import BaseId, Mobility, Stand

__all__ = ["Force", "Pick", "Profile", "cost", "force_faults", "price", "stands"]

Special = Literal["defender", "camouflage"]
LIMITS = {
    "move": (0, 12), "AM": (0, 6), "AP": (0, 6), "SR": (1, 7), "bombard": (0, 5), "size": (1, 6), "am_range": (0, 48),
    "ap_range": (0, 48), "cp": (0, 8), "transport": (0, 4), "attack_bonus": (0, 2), "bombard_bonus": (0, 2),
}  # fmt: skip
RADIUS = {False: 800, True: 1200}
HEIGHT = {False: 1000, True: 1500}
OFF = -(1 << 19)


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A type of base. A leader has command points (cp)."""

    name: Name
    vehicle: bool = False
    mobility: Mobility = "foot"
    move: int
    AM: int = 0
    AP: int = 0
    SR: int
    bombard: int = 0
    size: int = 2
    am_range: int = 24
    ap_range: int = 12
    special: tuple[Special, ...] = ()
    transport: int = 0
    attack_bonus: int = 0
    bombard_bonus: int = 0
    cp: int = 0


class Pick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One base: its type, its name, and the name of the leader that commands it."""

    type: Name
    name: Name
    command: str = ""


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A force file."""

    name: Name
    points: Annotated[int, msgspec.Meta(ge=10, le=1000)]
    types: Annotated[tuple[Profile, ...], msgspec.Meta(min_length=1, max_length=40)]
    bases: Annotated[tuple[Pick, ...], msgspec.Meta(min_length=1, max_length=40)]
    says: str = ""


def price(p: Profile) -> int:
    """What a base costs: its values, its reach and its rules."""
    guns = 3 * (p.AM + p.AP) + (p.AM * p.am_range + p.AP * p.ap_range) // 16
    skills = 2 * len(p.special) + 3 * p.transport + 4 * (p.attack_bonus + p.bombard_bonus) + 5 * p.cp
    legs = p.move + (3 if p.mobility in ("hover", "jump") else 0)
    return guns + 4 * p.SR + 5 * p.bombard + skills + legs


def cost(force: Force) -> int:
    """What all the bases cost."""
    prices = {p.name: price(p) for p in force.types}
    return sum(prices.get(pick.type, 0) for pick in force.bases)


def force_faults(force: Force) -> list[Fault]:
    """Everything wrong with a force."""
    found = [*_type_faults(force), *_base_faults(force)]
    if cost(force) > force.points:
        found.append(Fault("$.bases", f"the bases cost {cost(force)} points; the force has {force.points}"))
    return found


def _type_faults(force: Force) -> Iterator[Fault]:
    names = Counter(p.name for p in force.types)
    for i, p in enumerate(force.types):
        if names[p.name] > 1:
            yield Fault(f"$.types[{i}].name", f"{p.name!r} is there {names[p.name]} times")
        for stat, (low, high) in LIMITS.items():
            if not low <= getattr(p, stat) <= high:
                yield Fault(f"$.types[{i}].{stat}", f"{getattr(p, stat)} is not from {low} to {high}")
        if p.mobility in ("wheeled", "tracked", "hover") and not p.vehicle:
            yield Fault(f"$.types[{i}].mobility", f"{p.mobility} is for vehicles")


def _base_faults(force: Force) -> Iterator[Fault]:
    types = {p.name: p for p in force.types}
    names = Counter(pick.name for pick in force.bases)
    leaders = [pick.name for pick in force.bases if pick.type in types and types[pick.type].cp]
    if not leaders:
        yield Fault("$.bases", "there is no leader (a type with cp) among the bases")
    for i, pick in enumerate(force.bases):
        if pick.type not in types:
            yield Fault(f"$.bases[{i}].type", f"no type {pick.type!r}; there is: {', '.join(types)}")
        if names[pick.name] > 1:
            yield Fault(f"$.bases[{i}].name", f"{pick.name!r} is there {names[pick.name]} times")
        if pick.command and pick.command not in leaders:
            yield Fault(f"$.bases[{i}].command", f"no leader {pick.command!r}; there is: {', '.join(leaders)}")


def stands(force: Force, side: str, first: int) -> list[Stand]:
    """The force as bases of a side; their ids begin at `first`."""
    types = {p.name: p for p in force.types}
    ids = {pick.name: BaseId(first + i) for i, pick in enumerate(force.bases)}
    return [_stand(types[pick.type], pick.name, side, ids.get(pick.command)) for pick in force.bases]


def _stand(p: Profile, name: str, side: str, command: BaseId | None) -> Stand:
    base = Base(OFF, OFF, radius=RADIUS[p.vehicle], height=HEIGHT[p.vehicle])
    return Stand(
        name=name, side=side, vehicle=p.vehicle, mobility=p.mobility, base=base, move=p.move, AM=p.AM, AP=p.AP, SR=p.SR,
        bombard=p.bombard, size=p.size, am_range=p.am_range, ap_range=p.ap_range, defender="defender" in p.special,
        camouflage="camouflage" in p.special, transport=p.transport, attack_bonus=p.attack_bonus,
        bombard_bonus=p.bombard_bonus, cp=p.cp, command=command, points=price(p),
    )  # fmt: skip

"""Peril: elements as what they are worth and what they could do to each other from where they stand; for bots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from hexless.table import Base, Terrain, _fast

from . import _exchange, hit_table
from .model import Element, HorizonWars, UnitId, table
from .movement import RAPID
from .shooting import MOVE_SHOTS, looking

__all__ = ["grip", "material", "packed", "peril"]

FIRE = (0, 50, 85, 115, 142, 167, 190)  # by F, M and A: the first points are worth most
LEGS = (0, 40, 58, 70, 79, 86, 92)
ARMOUR = (0, 60, 105, 140, 165, 185, 200)
PRESENCE = 25
NOW, STORED, LATER = 32, 38, 14  # percent that a threat counts: this turn, as a reaction, in the next
KINDS = {"infantry": 0, "vehicle": 1, "mech": 2}
SPENT = frozenset({"stand", RAPID, *MOVE_SHOTS})  # after these a stored action is no shot
NEEDS = 60  # effective ranges that are looked at


@lru_cache(maxsize=1 << 12)
def material(P: int, F: int, M: int, A: int, D: int) -> int:  # noqa: N803 as the sheet has them
    """An element by what it can still do; one that is not effective is only good for its armour."""
    armour = ARMOUR[min(A, 6)] * (8 + D) // 10
    if not F or not M:
        return (armour + FIRE[min(F, 6)] + LEGS[min(M, 6)]) * 6 // 10
    return PRESENCE * P + FIRE[min(F, 6)] + LEGS[min(M, 6)] + armour


def packed(s: HorizonWars, units: list[UnitId]) -> Any:
    """Elements on the table as the kernels read them."""
    last, light, heavy = s.turn >= s.mission.turns, s.rulings.cover_light, s.rulings.cover_heavy
    rows: list[int] = []
    for i in units:
        e = s.units[i]
        b = e.base
        rows += (
            b.x, b.y, b.radius, KINDS[e.kind], e.P, e.F, e.M, e.A, e.D, _covered(s.terrain, b, light, heavy),
            material(e.P, e.F, e.M, e.A, e.D), _counts(e, last), e.F > 0 and e.M > 0, 0,
        )  # fmt: skip
    return _fast.ints(rows)


def peril(s: HorizonWars, rows: Any, ours: Sequence[UnitId], theirs: Sequence[UnitId]) -> int:
    """What the first may be expected to take from the second at their next shots and charges, less the reverse."""
    sights, how, enemies = table(s), looking(s), tuple(theirs)
    seen = _fast.ints([row[j] for row in [sights.seen(i, how, enemies) for i in ours] for j in enemies])
    return int(_kernels().exchange(rows, len(ours), seen, _hits(), NEEDS))


def grip(rows: Any, low: int, high: int, at: tuple[int, int], reach: int) -> int:
    """What the elements of some rows are worth round a place, each less by the turns that it is away."""
    return int(_kernels().grip(rows, low, high, *at, reach))


@cache
def _kernels() -> Any:
    return _fast.load(_exchange)


def _counts(e: Element, last: bool) -> int:
    """Percent: a stored action answers in this turn, an element that has acted waits for the next."""
    if e.reactions and SPENT.isdisjoint(e.done):
        return STORED
    return NOW if not e.activated else 0 if last else LATER


@lru_cache(maxsize=1 << 13)
def _covered(terrain: Terrain, base: Base, light: int, heavy: int) -> int:
    """What the ground that it stands in adds to the range."""
    under = terrain.at(base.centre)
    if not under:
        return 0
    if any(i in terrain.having("heavy-cover", "building").pieces for i in under):
        return heavy
    return light if any(i in terrain.having("light-cover").pieces for i in under) else 0


@cache
def _hits() -> Any:
    """Thousandths of hits to be expected, by Fire dice (0 to 10), Incoming dice (0 to 6) and effective range."""
    return _fast.ints([_expected(f, d, need) for f in range(11) for d in range(7) for need in range(NEEDS)])


def _expected(fire: int, incoming: int, need: int) -> int:
    weights = hit_table.row(fire, incoming, max(1, need))
    if weights is None:
        return 650 * fire * 10 // (10 + 2 * incoming) // max(7, need) if need <= 9 * fire else 0
    return 1000 * sum([hits * weight for hits, weight in enumerate(weights)]) // sum(weights)

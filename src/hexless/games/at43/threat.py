"""Threat: units as what they are worth, and what they could do to each other from where they stand; for bots."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from hexless.table import Base, Terrain, _fast

from . import _threat
from ._threat import GUN, GUNS, SPOTS
from .model import AT43, Activation, Fighter, Unit, Weapon
from .movement import RUSH

__all__ = ["POINT", "material", "threats"]

POINT = 100  # a victory point
ACTIVE, FRESH, DONE, WATCH = 70, 20, 10, 15  # percent that a threat counts: now, later in this round, in the next, and
# as Overwatch
UNSEEN = 20  # of 60 whom somebody sees who may still move first
LOCKED = 3  # what a locked shot needs
SOLDIER = {"type-1": 16, "type-2": 22}
SUIT, SPECIAL, PERSON, COMMANDER = 50, 20, 60, 40
VEHICLE, FRAME, PROPULSION, ARM = 50, 35, 15, 25
SHAKEN = {"valiant": 0, "disorganised": 30, "rout": 90}
LOST = {"objectives": 0, "generators": 0, "kills": POINT}  # what the enemy has for a unit, a hero, half a vehicle
RISK = 80  # percent of that which go with the fighters, one by one: a unit that is half gone seldom sees the end
MACHINE = 10 * POINT  # a generator


@lru_cache(maxsize=1 << 11)
def material(u: Unit, goal: str) -> int:
    """A unit by who is left of it, and the state they are in."""
    if u.gone or u.card.kind == "generator" or not u.alive:
        return 0
    total = sum([_fighter(u, f) for f in u.fighters if f.alive]) - SHAKEN[u.status]
    if u.card.soldier:
        return total - RISK * LOST[goal] * (u.start - len(u.living)) // (100 * u.start)
    return total - sum([_doomed(u, f, goal) for f in u.fighters if f.alive])


def _paid(f: Fighter, goal: str) -> int:
    """What the enemy has for a vehicle, and for a hero in it."""
    return (2 + (f.person is not None and f.person.hero)) * LOST[goal]


def _doomed(u: Unit, f: Fighter, goal: str) -> int:
    """What of that counts already, by how much of its frame is gone."""
    return RISK * _paid(f, goal) * (u.card.frame - f.frame) // (100 * max(1, u.card.frame))


def _fighter(u: Unit, f: Fighter) -> int:
    person = PERSON + COMMANDER * f.person.commander if f.person else 0
    if f.vehicle:
        return VEHICLE + FRAME * f.frame + PROPULSION * f.propulsion + ARM * sum(map(bool, f.arms)) + person
    return SOLDIER.get(u.card.kind, SUIT) + SPECIAL * f.special + person


def threats(s: AT43) -> tuple[int, int]:
    """What either side could do to the other: later, and the active unit now, with what it has not fired yet."""
    acts = s.active if s.active is not None and _may_fire(s.active) else None
    now = None if acts is None else (acts.unit, acts.fired)
    return _told(s.units, s.sides[0], s.terrain, s.mission.goal, tuple(_counts(s)), now)


@lru_cache(maxsize=512)
def _told(
    units: tuple[Unit, ...], first: str, terrain: Terrain, goal: str, counts: tuple[int, ...],
    now: tuple[int, tuple[int, ...]] | None,
) -> tuple[int, int]:  # fmt: skip
    """The same for whatever else holds in the state."""
    rows, each = [_row(u, u.side != first, goal) for u in units], [*counts]
    if now is not None:
        u = units[now[0]]
        rows.append(_row(u, u.side != first, goal, True, now[1]))
        each.append(ACTIVE)
    out = _fast.zeros(2 + len(rows))
    _kernels().weigh(_fast.joined(rows), _fast.ints(each), *_pieces(terrain), UNSEEN, out)
    blue, red, *_ = _fast.listed(out)
    return blue, red


def _counts(s: AT43) -> list[int]:
    """Percent: who has yet to act in this round, and who has acted and waits for the next."""
    later = DONE if s.round < s.mission.rounds else 0
    open_ = s.phase in ("deploy", "order")
    begins = s.active.unit if s.active is not None and s.active.stage == "begin" else -1
    return [
        0 if not u.here else later + FRESH if u.carded or open_ or i == begins else later + WATCH * u.overwatch
        for i, u in enumerate(s.units)
    ]


def _may_fire(a: Activation) -> bool:
    return a.stage == "act" and a.moved not in (RUSH, "dropped") and not a.fought


@cache
def _kernels() -> Any:
    return _fast.load(_threat)


@lru_cache(maxsize=64)
def _pieces(terrain: Terrain) -> tuple[Any, Any]:
    """The boxes of what blocks the view, and of the low walls."""
    walls = terrain.having("low-wall").pieces
    high = [i for i, p in enumerate(terrain.pieces) if p.height and i not in walls]
    return tuple(_fast.ints([n for i in some for n in terrain.box(i)]) for some in (high, walls))


@lru_cache(maxsize=1 << 12)
def _row(u: Unit, seat: bool, goal: str, now: bool = False, fired: tuple[int, ...] = ()) -> Any:
    """A unit as the kernel reads it; now: as who shoots from where it stands, and is no mark."""
    c, b = u.card, u.chief.base
    here = u.here
    point, most = _price(u, goal) if here and not now else (0, 0)
    able = here and u.status == "valiant"
    guns = [_gun(u, i, w) for i, w in enumerate(c.weapons) if i not in fired][:GUNS] if able else []
    fixed = now or u.engaged or (c.vehicle and all(f.immobile for f in u.fighters if f.alive))
    spots = [n for base in _bases(u) for n in (base.x, base.y)] if here else []
    row = [
        b.x, b.y, b.radius, 0 if fixed else c.move // 2, seat, c.size, c.soldier, c.vehicle, c.protection, c.combat,
        point, most, u.covered, able and not u.engaged, able, len(guns),
    ]  # fmt: skip
    row += [n for gun in guns for n in gun] + [0] * GUN * (GUNS - len(guns))
    return _fast.ints([int(n) for n in (*row, len(spots) // 2, *spots, *[0] * (2 * SPOTS - len(spots)))])


def _bases(u: Unit) -> tuple[Base, ...]:
    """Where its fighters stand: the first of them, and the last, who has the special weapon."""
    return u.bases if len(u.bases) <= SPOTS else (*u.bases[: SPOTS - 1], u.bases[-1])


def _gun(u: Unit, number: int, weapon: Weapon) -> tuple[int, ...]:
    """The dice of all who carry a weapon that works, and what it does."""
    fighters = [u.fighters[i] for i in u.living]
    carry = [number in f.weapons and (not f.vehicle or f.arms[number] > 0) for f in fighters]
    users = sum(carry)
    alone = min(carry.index(True), SPOTS - 1) if users == 1 else -1
    return (
        users * weapon.rate, users * weapon.reroll, weapon.accuracy, weapon.penetration, weapon.damage,
        LOCKED if weapon.locked else 0, weapon.melee, alone,
    )  # fmt: skip


def _price(u: Unit, goal: str) -> tuple[int, int]:
    """What a point of damage costs a unit, and the most that one attack may cost it."""
    if u.card.kind == "generator":
        return (MACHINE, MACHINE) if goal == "generators" else (0, 0)
    whole, many = material(u, goal), len(u.living)
    if u.card.vehicle:
        f = u.fighters[u.living[0]]
        most = _fighter(u, f) + _paid(f, goal) - _doomed(u, f, goal)
        step = FRAME + RISK * _paid(f, goal) // (100 * max(1, u.card.frame)) if f.frame > 1 else most
        return step // 2 + (PROPULSION if f.propulsion else step) // 3 + (ARM if any(f.arms) else step) // 6, most
    whole += LOST[goal]
    return whole // many, whole

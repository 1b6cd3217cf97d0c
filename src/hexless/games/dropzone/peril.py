"""Peril: a unit as what it can do to others and what they can do to it, roughly, without lines of sight; for bots."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hexless.table.pressure import Means, Thing, packed_thing

from .units import CENTRE, INCH, Gun, Unit

__all__ = ["as_thing"]

OPEN, AIR, EDGE, MIDDLE = 1, 2, 4, 8  # where a target is
NOW, LATER = 30, 12  # percent that a shot counts, in this round and in the next


@lru_cache(maxsize=1 << 11)
def as_thing(u: Unit, now: bool, later: bool) -> Any:
    """A unit on the table; now: it may still shoot in this round, later: there is another one."""
    guns = tuple([_means(u, gun) for k, gun in enumerate(u.profile.guns) if _usable(u, k, gun, now)])
    counts = NOW if now else LATER if later else 0
    p = u.profile
    size, value = u.dp, 10 * p.points * u.dp // (sum(p.zones) or p.dp)
    kind = AIR if u.flying else OPEN if u.piece is None else MIDDLE if u.edge == CENTRE else EDGE
    hardness = p.armour + (1 if u.piece is not None else 0)
    row = Thing(u.base.x, u.base.y, counts, kind, hardness, size, _through(u), value, p.active, guns)
    return packed_thing(row)


def _usable(u: Unit, k: int, gun: Gun, now: bool) -> bool:
    """Whether a weapon counts: no blades, not used up, and for this round not spent nor moved too far for it."""
    if gun.close or (gun.limited and u.used.count(k) >= gun.limited) or (u.piece is not None and u.edge == CENTRE):
        return False
    return not now or (k not in u.fired and (gun.mf < 0 or u.moved is None or (0 < u.moved <= gun.mf * INCH)))


def _means(u: Unit, gun: Gun) -> Means:
    shots = max(1, gun.shots - gun.reduced * (u.profile.dp - u.dp)) * max(1, gun.strafe)
    hits = 6 if gun.accuracy < 1 else 7 - min(6, gun.accuracy)
    kinds = OPEN | EDGE | (AIR if gun.aa >= 0 else 0) | (MIDDLE if gun.flame else 0)
    full, countered = (inches * INCH if inches >= 0 else -1 for inches in (gun.full, gun.countered))
    return Means(full, countered, kinds, gun.energy + (2 if gun.penetrative else 0), shots * hits * 1000 // 6)


def _through(u: Unit) -> int:
    """The percent of harm that countermeasures let through."""
    p = u.profile
    saved = (7 - p.passive if p.passive else 0) + p.evasion + (7 - p.dodge if p.dodge else 0)
    return max(20, 100 - 100 * saved // 6)

"""How well a side stands, for bots: a number that is higher where more is won, alive and in place."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

from hexless.ruleset.verdict import final

from .model import INCH, Dropzone, Unit, outermost
from .turn import points_now

__all__ = ["score"]

Pair = tuple[int, int]


def score(s: Dropzone, side: str) -> int:
    """Victory Points first, then what is lost and left, then being where it matters."""
    if s.over is not None:
        return final(s.over, side)
    me = s.sides.index(side)
    vp = points_now(s)
    total = 3000 * (vp[me] - vp[1 - me]) + 12 * (s.kills[me] - s.kills[1 - me])
    foes = {side: tuple((v.base.x, v.base.y) for v in s.units if v.side != side and v.present) for side in s.sides}
    for i, u in enumerate(s.units):
        if u.alive:
            total += (1 if u.side == side else -1) * (_worth(u) + _place(s, i, u, foes[u.side]))
    total += _command(s, me)
    return total + sum((1 if o.owner == side else -1) * 200 for o in s.objectives if o.owner and o.carrier is not None)


def _command(s: Dropzone, me: int) -> int:
    """Cards in hand, and a little more for those that are at work."""
    held = 3 * (len(s.hands[me]) - len(s.hands[1 - me])) if s.hands else 0
    return held + sum(5 if effect.side == s.sides[me] else -5 for effect in s.effects)


def _worth(u: Unit) -> int:
    full = sum(u.profile.zones) or u.profile.dp
    return 10 * u.profile.points * u.dp // full


def _place(s: Dropzone, unit: int, u: Unit, foes: tuple[Pair, ...]) -> int:
    """Nearer to objectives (home, if it carries one), and near enough to an enemy to hit it."""
    top = s.units[outermost(s, unit)]
    if not top.placed:
        return -60
    here, carried = (top.base.x, top.base.y), s.squads[u.squad].carries
    if carried is not None and s.mission.goal == "mobile":
        fx, fy = s.mission.zones[s.sides.index(u.side)].facing
        far = here[1] if fy > 0 else s.terrain.depth - here[1]
        if abs(fx) > abs(fy):
            far = here[0] if fx > 0 else s.terrain.width - here[0]
        return 400 - 8 * far // INCH
    spots = tuple([(o.x, o.y) for o in s.objectives if not o.gone and o.carrier is None])
    goal = -4 * _nearest(here, spots) if spots and u.profile.kind not in ("aircraft", "behemoth") else 0
    reach = max((12 if gun.countered < 0 else gun.countered for gun in u.profile.guns if not gun.close), default=6)
    return goal - (max(0, _nearest(here, foes) - reach) * 2 if foes else 0) + (20 if u.piece is not None else 0)


@lru_cache(maxsize=1 << 14)
def _nearest(here: Pair, spots: tuple[Pair, ...]) -> int:
    """Whole inches to the nearest of some spots."""
    return isqrt(min((x - here[0]) ** 2 + (y - here[1]) ** 2 for x, y in spots)) // INCH

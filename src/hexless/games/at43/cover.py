"""Cover: low walls, the dead angle behind them, and the roll that cancels impacts."""

from __future__ import annotations

from functools import lru_cache

from hexless.kernel import Row, Total
from hexless.table import Base, Terrain, gap_to_outline, hull, shadows

from ._sheet import rule
from .model import AT43, CM, Weapon

__all__ = ["NO_COVER", "cover", "covering_walls"]

CLOSE = 10 * CM
NO_COVER = 0
SEAM = 4  # ticks: walls that are no farther apart abut


@rule("at.cover.dead-angle", "at.cover.half-the-unit", "at.cover.low-wall")
@lru_cache(maxsize=1024)
def covering_walls(terrain: Terrain, shooters: tuple[Base, ...], targets: tuple[Base, ...]) -> tuple[int, ...]:
    """The low walls that put a unit under cover: half of its members or more stand in their shadow.

    The shadow is what no point of the shooting unit's outline reaches but through a wall; half of a base lies in it
    when its centre does. Walls that abut cast one shadow.
    """
    walls = terrain.having("low-wall")
    if not walls.pieces or not shooters:
        return ()
    hidden = shadows(terrain, walls, hull(shooters), [(base.x, base.y) for base in targets], SEAM)
    if 2 * sum(map(bool, hidden)) < len(targets):
        return ()
    return tuple([wall for wall in walls.pieces if any(wall in by for by in hidden)])


@rule(
    "at.cover.roll", "at.tactic.take-cover", "at.locked.ignores-cover", "at.cover.strider-target",
    "at.cover.strider-shooter", "at.cover.leader-close",
)  # fmt: skip
@lru_cache(maxsize=128)
def cover(s: AT43, shooter: int, unit: int, weapon: Weapon) -> Total:
    """What a die must show to cancel an impact on a unit, with the reason; 0 when nothing can."""
    u = s[unit]
    walls = covering_walls(s.terrain, s[shooter].bases, u.bases) if _walled(s, shooter, unit) else ()
    anyway = u.covered and not s.rulings.take_cover_needs_cover and u.card.soldier
    if not walls and not anyway:
        return Total(NO_COVER)
    if weapon.locked:
        return _exposed("locked shots ignore cover", "at.locked.ignores-cover")
    if not anyway and u.card.vehicle:
        return _exposed("low walls do not protect a strider", "at.cover.strider-target")
    if not anyway and s[shooter].card.vehicle:
        return _exposed("low walls do not protect from a strider", "at.cover.strider-shooter")
    if not anyway and leader_close(s, shooter, unit, walls):
        return _exposed("the shooting leader is within 10 cm of the wall", "at.cover.leader-close")
    if u.covered:
        return Total(3, (Row(3, "has taken cover", "at.tactic.take-cover"),))
    save = s.rulings.cover_save
    return Total(save, (Row(save, "under cover", "at.cover.roll"),))


def _walled(s: AT43, shooter: int, unit: int) -> bool:
    """Whether any low wall comes between two units at all, by the boxes that hold them."""
    a, b = s[shooter], s[unit]
    if not (a.bases and b.bases):
        return False
    (a0, b0, a1, b1), (c0, d0, c1, d1), far = a.box, b.box, 2 * SEAM
    x0, y0, x1, y1 = min(a0, c0) - far, min(b0, d0) - far, max(a1, c1) + far, max(b1, d1) + far
    boxes = map(s.terrain.box, s.terrain.having("low-wall").pieces)
    return any(x0 <= u1 and u0 <= x1 and y0 <= v1 and v0 <= y1 for u0, v0, u1, v1 in boxes)


def _exposed(why: str, by: str) -> Total:
    return Total(NO_COVER, (Row(NO_COVER, why, by),))


def leader_close(s: AT43, shooter: int, unit: int, walls: tuple[int, ...]) -> bool:
    """Whether the shooting leader is within 10 cm of the obstacle nearest the target."""
    chief, target = s[shooter].chief.base, s[unit].chief.base
    near = min(walls, key=lambda w: (gap_to_outline(target, s.terrain.pieces[w].outline).distance, w))
    return gap_to_outline(chief, s.terrain.pieces[near].outline).distance <= CLOSE

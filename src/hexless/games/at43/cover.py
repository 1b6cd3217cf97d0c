"""Cover: low walls, the dead angle behind them, and the roll that cancels impacts."""

from __future__ import annotations

from functools import lru_cache

from hexless.kernel import Game, Row, Total
from hexless.table import Base, Point, Terrain, crossing_all, gap_to_outline, hull

from ._sheet import rule
from .model import AT43, CM, Weapon

__all__ = ["NO_COVER", "cover", "covering_walls"]

G = Game[AT43]
CLOSE = 10 * CM
NO_COVER = 0


@rule("at.cover.dead-angle", "at.cover.half-the-unit", "at.cover.low-wall")
def covering_walls(terrain: Terrain, shooters: tuple[Base, ...], targets: tuple[Base, ...]) -> tuple[int, ...]:
    """The low walls that put a unit under cover: half of its members or more stand in the shadow of one.

    The shadow is what no point of the shooting unit's outline reaches past the wall; half of a base lies in it when its
    centre does.
    """
    walls = terrain.having("low-wall").pieces
    if not walls or not shooters:
        return ()
    hidden = [_hiding(terrain, shooters, base) for base in targets]
    if 2 * sum(bool(by) for by in hidden) < len(targets):
        return ()
    return tuple(wall for wall in walls if any(wall in by for by in hidden))


@lru_cache(maxsize=1 << 13)
def _hiding(terrain: Terrain, shooters: tuple[Base, ...], base: Base) -> tuple[int, ...]:
    """The walls whose dead angle holds the centre of a base."""
    mask = terrain.having("low-wall")
    lines = [(p.x, p.y, base.x, base.y) for p in _outline(shooters)]
    inside = crossing_all(terrain, lines, mask)
    return tuple(wall for k, wall in enumerate(mask.pieces) if bool(inside[:, k].all()))


@lru_cache(maxsize=2048)
def _outline(shooters: tuple[Base, ...]) -> tuple[Point, ...]:
    return hull(shooters)


def cover(g: G, shooter: int, unit: int, weapon: Weapon) -> Total:
    """What a die must show to cancel an impact on a unit, with the reason; 0 when nothing can."""
    s, u = g.state, g.state[unit]
    walls = covering_walls(s.terrain, s[shooter].bases, u.bases)
    anyway = u.covered and not s.rulings.take_cover_needs_cover and u.card.soldier
    if not walls and not anyway:
        return Total(NO_COVER)
    if weapon.locked:
        return ignored(g)
    if walls and not (low_wall(g, shooter, unit) and not leader_close(g, shooter, unit, walls)) and not anyway:
        return Total(NO_COVER)
    return cover_roll(g, unit)


@rule("at.locked.ignores-cover")
def ignored(g: G) -> Total:
    """Cover gives no protection against locked shots."""
    return Total(NO_COVER, (Row(NO_COVER, "locked shots ignore cover", "at.locked.ignores-cover"),))


@rule("at.cover.low-wall", "at.cover.dead-angle", "at.cover.half-the-unit")
def low_wall(g: G, shooter: int, unit: int) -> bool:
    """Low walls protect soldiers from soldiers."""
    s = g.state
    return not (strider_target(g) if s[unit].card.vehicle else s[shooter].card.vehicle and strider_shooter(g))


@rule("at.cover.strider-target")
def strider_target(g: G) -> bool:
    """They never protect a strider."""
    return True


@rule("at.cover.strider-shooter")
def strider_shooter(g: G) -> bool:
    """They never protect from a strider."""
    return True


def leader_close(g: G, shooter: int, unit: int, walls: tuple[int, ...]) -> bool:
    """Whether the shooting leader is within 10 cm of the obstacle nearest the target."""
    s = g.state
    chief, target = s[shooter].chief.base, s[unit].chief.base
    near = min(walls, key=lambda w: (gap_to_outline(target, s.terrain.pieces[w].outline).distance, w))
    close = gap_to_outline(chief, s.terrain.pieces[near].outline).distance <= CLOSE
    if close:
        past_the_wall(g)
    return close


@rule("at.cover.leader-close")
def past_the_wall(g: G) -> None:
    """Then the target is exposed."""


@rule("at.cover.roll")
def cover_roll(g: G, unit: int) -> Total:
    """Each impact is cancelled on 4+; on 3+ by a unit that has taken cover."""
    if g.state[unit].covered:
        g.cite("at.tactic.take-cover")
        return Total(3, (Row(3, "has taken cover", "at.tactic.take-cover"),))
    save = g.state.rulings.cover_save
    return Total(save, (Row(save, "under cover", "at.cover.roll"),))

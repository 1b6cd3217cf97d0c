"""Cover: low walls, the dead angle behind them, and the roll that cancels impacts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from hexless.kernel import Row, Total
from hexless.table import Base, Point, Terrain, crossing_all, gap_to_outline, hull

from ._sheet import rule
from .model import AT43, CM, Weapon

__all__ = ["NO_COVER", "cover", "covering_walls"]

CLOSE = 10 * CM
NO_COVER = 0
SEAM = 4  # ticks: walls that are no farther apart abut
FINE = 1 << 20  # parts of a side of an outline
Line = tuple[int, int, int, int]
Box = tuple[int, int, int, int]


@rule("at.cover.dead-angle", "at.cover.half-the-unit", "at.cover.low-wall")
def covering_walls(terrain: Terrain, shooters: tuple[Base, ...], targets: tuple[Base, ...]) -> tuple[int, ...]:
    """The low walls that put a unit under cover: half of its members or more stand in their shadow.

    The shadow is what no point of the shooting unit's outline reaches but through a wall; half of a base lies in it
    when its centre does. Walls that abut cast one shadow.
    """
    walls = terrain.having("low-wall").pieces
    if not walls or not shooters:
        return ()
    hidden = [_hiding(terrain, shooters, base) for base in targets]
    if 2 * sum(bool(by) for by in hidden) < len(targets):
        return ()
    return tuple(wall for wall in walls if any(wall in by for by in hidden))


@lru_cache(maxsize=64)
def _boxes(terrain: Terrain) -> tuple[Box, ...]:
    """What holds each low wall, and the lines just beside those that pass it."""
    boxes = [terrain.box(i) for i in terrain.having("low-wall").pieces]
    return tuple((x0 - SEAM - 1, y0 - SEAM - 1, x1 + SEAM + 1, y1 + SEAM + 1) for x0, y0, x1, y1 in boxes)


def _near(terrain: Terrain, points: Sequence[Point]) -> tuple[int, ...]:
    """The low walls that may come between some points, by their boxes."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    x0, y0, x1, y1 = min(xs), min(ys), max(xs), max(ys)
    walls = zip(terrain.having("low-wall").pieces, _boxes(terrain))
    return tuple([i for i, (a, b, c, d) in walls if a <= x1 and x0 <= c and b <= y1 and y0 <= d])


def _open(terrain: Terrain, outline: Sequence[Point], x: int, y: int) -> bool:
    """Whether some line from an outline to a point comes nowhere near a low wall, by its box."""
    for px, py in outline:
        x0, x1 = (px, x) if px < x else (x, px)
        y0, y1 = (py, y) if py < y else (y, py)
        if not [box for box in _boxes(terrain) if box[0] <= x1 and x0 <= box[2] and box[1] <= y1 and y0 <= box[3]]:
            return True
    return False


@lru_cache(maxsize=1 << 13)
def _hiding(terrain: Terrain, shooters: tuple[Base, ...], base: Base) -> tuple[int, ...]:
    """The walls whose dead angle holds the centre of a base; none if one line of fire passes them all.

    Between two places on the outline from where the line just passes a corner of a wall nothing changes, so one line
    from between them speaks for all. A single wall without a dent stops all between two lines that it stops.
    """
    mask, outline = terrain.having("low-wall"), _outline(shooters)
    if _open(terrain, outline, base.x, base.y):
        return ()
    inside = _stopped(terrain, [(p.x, p.y, base.x, base.y) for p in outline])
    if inside is None:
        return ()
    near = _near(terrain, (*outline, base.centre))
    if len(near) == 1 and terrain.convex[near[0]] and inside[::3].any(axis=1).all():
        return near
    walls = [terrain.pieces[i].outline for i in mask.pieces]
    more = _stopped(terrain, [line for side in _sides(outline) for line in _between(side, base.centre, walls)])
    if more is None:
        return ()
    return tuple(wall for k, wall in enumerate(mask.pieces) if bool(inside[:, k].any() or more[:, k].any()))


def _stopped(terrain: Terrain, lines: Sequence[Line]) -> Any:
    """The ticks of some lines, and of those beside them, in each low wall; None if one of them passes them all."""
    every = [line for each in lines for line in (each, *_beside(*each))]
    inside = crossing_all(terrain, every, terrain.having("low-wall")) > 0
    by_line = inside.any(axis=1).reshape(len(lines), 3)
    return inside if (by_line[:, 0] | (by_line[:, 1] & by_line[:, 2])).all() else None


def _beside(x: int, y: int, to_x: int, to_y: int) -> tuple[Line, Line]:
    """The lines just to the left and to the right: both are stopped where a line runs along the seam of two walls."""
    dx, dy = SEAM * ((to_y < y) - (to_y > y)), SEAM * ((to_x > x) - (to_x < x))
    return (x + dx, y + dy, to_x + dx, to_y + dy), (x - dx, y - dy, to_x - dx, to_y - dy)


def _sides(outline: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(pairwise((*outline, outline[0])))


def _between(side: tuple[Point, Point], eye: Point, walls: Sequence[Sequence[Point]]) -> list[Line]:
    """Lines to a point from a side of an outline: one between any two places where what they meet may change."""
    (ax, ay), (bx, by) = side
    dx, dy = bx - ax, by - ay
    cuts = {0, FINE}
    for wall in walls:
        for c, d in _sides(wall):
            for ex, ey in ((c.x - eye.x, c.y - eye.y), (d.x - c.x, d.y - c.y)):  # past its corner, and along its edge
                if across := dx * ey - dy * ex:
                    cuts.add(FINE * ((c.x - ax) * ey - (c.y - ay) * ex) // across)
    middles = [(low + high) // 2 for low, high in pairwise(sorted(cut for cut in cuts if 0 <= cut <= FINE))]
    return [(ax + dx * part // FINE, ay + dy * part // FINE, *eye) for part in middles]


@lru_cache(maxsize=2048)
def _outline(shooters: tuple[Base, ...]) -> tuple[Point, ...]:
    return hull(shooters)


@rule(
    "at.cover.roll", "at.tactic.take-cover", "at.locked.ignores-cover", "at.cover.strider-target",
    "at.cover.strider-shooter", "at.cover.leader-close",
)  # fmt: skip
@lru_cache(maxsize=1024)
def cover(s: AT43, shooter: int, unit: int, weapon: Weapon) -> Total:
    """What a die must show to cancel an impact on a unit, with the reason; 0 when nothing can."""
    u = s[unit]
    walls = covering_walls(s.terrain, s[shooter].bases, u.bases)
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


def _exposed(why: str, by: str) -> Total:
    return Total(NO_COVER, (Row(NO_COVER, why, by),))


def leader_close(s: AT43, shooter: int, unit: int, walls: tuple[int, ...]) -> bool:
    """Whether the shooting leader is within 10 cm of the obstacle nearest the target."""
    chief, target = s[shooter].chief.base, s[unit].chief.base
    near = min(walls, key=lambda w: (gap_to_outline(target, s.terrain.pieces[w].outline).distance, w))
    return gap_to_outline(chief, s.terrain.pieces[near].outline).distance <= CLOSE

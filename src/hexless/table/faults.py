"""What can be wrong with a terrain that somebody wrote by hand."""

from __future__ import annotations

from hexless.table.lengths import HEIGHT_CAP, REACH_CAP, Point, show
from hexless.table.terrain import Piece, Terrain

__all__ = ["terrain_faults"]

MOST_POINTS = 256


def terrain_faults(terrain: Terrain) -> list[str]:
    """Everything wrong with the table and its outlines, one line each."""
    found = []
    if not (0 < terrain.width <= REACH_CAP and 0 < terrain.depth <= REACH_CAP):
        found.append(f"table: width and depth must be above 0 and at most {show(REACH_CAP)}")
    for i, each in enumerate(terrain.pieces):
        found += [f"piece {i} ({each.name}): {fault}" for fault in _piece_faults(terrain, each)]
    return found


def _piece_faults(terrain: Terrain, each: Piece) -> list[str]:
    outline, found = each.outline, []
    if len(outline) < 3:
        return ["an outline needs at least 3 points"]
    if len(outline) > MOST_POINTS:
        return [f"an outline has at most {MOST_POINTS} points, not {len(outline)}"]
    for p in outline:
        if not (0 <= p.x <= terrain.width and 0 <= p.y <= terrain.depth):
            found.append(f"point ({show(p.x)}, {show(p.y)}) is off the table")
    if abs(each.z) > HEIGHT_CAP or not 0 <= each.height <= HEIGHT_CAP:
        found.append(f"height must be from 0, and height and ground at most {show(HEIGHT_CAP)}")
    crossed = _crossed(outline)
    if crossed is not None:
        found.append("sides {} and {} of the outline meet".format(*crossed))
    elif each.twice_area == 0:
        found.append("the outline encloses nothing")
    elif each.twice_area < 0:
        found.append("the outline runs clockwise")
    return found


def _crossed(outline: tuple[Point, ...]) -> tuple[int, int] | None:
    """The first two sides that meet where they should not; sides count from 0."""
    n = len(outline)
    for i in range(n):
        a, b = outline[i], outline[(i + 1) % n]
        if a == b:
            return i, (i + 1) % n
        for j in range(i + 1, n):
            c, d = outline[j], outline[(j + 1) % n]
            if j == i + 1 or (i == 0 and j == n - 1):
                fold = (a, b, d) if j == i + 1 else (c, d, b)
                if _folds(*fold):
                    return i, j
            elif _meet(a, b, c, d):
                return i, j
    return None


def _folds(a: Point, b: Point, c: Point) -> bool:
    """Whether a - b - c turns back on itself at b."""
    return _turn(a, b, c) == 0 and (a.x - b.x) * (c.x - b.x) + (a.y - b.y) * (c.y - b.y) > 0


def _turn(a: Point, b: Point, c: Point) -> int:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _on(a: Point, b: Point, p: Point) -> bool:
    return min(a.x, b.x) <= p.x <= max(a.x, b.x) and min(a.y, b.y) <= p.y <= max(a.y, b.y)


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments a - b and c - d share a point."""
    s = [_sign(v) for v in (_turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b))]
    if s[0] != s[1] and s[2] != s[3]:
        return True
    flat = ((s[0], a, b, c), (s[1], a, b, d), (s[2], c, d, a), (s[3], c, d, b))
    return any(sign == 0 and _on(p, q, w) for sign, p, q, w in flat)

"""Arcs: whether something lies within so many degrees about a base's facing. The edge of an arc is inside.

Directions are compared by signs of products. The edges of 45, 90, 180, 270 and 360 degrees are exact; those
of other arcs come from a table of tangents in billionths.
"""

from __future__ import annotations

import msgspec

from hexless.table.lengths import REACH_CAP, Point
from hexless.table.shapes import Base

__all__ = ["Arc", "arc", "in_arc"]

ONE = 10**9
HALF_DEGREES = (
    0, 8726868, 17455065, 26185922, 34920769, 43660943, 52407779, 61162620, 69926812, 78701707, 87488664, 96289048,
    105104235, 113935608, 122784561, 131652498, 140540835, 149451001, 158384440, 167342609, 176326981, 185339045,
    194380309, 203452299, 212556562, 221694663, 230868191, 240078759, 249328003, 258617584, 267949192, 277324544,
    286745386, 296213495, 305730681, 315298789, 324919696, 334595320, 344327613, 354118573, 363970234, 373884679,
    383864035, 393910476, 404026226, 414213562, 424474816, 434812375, 445228685, 455726256, 466307658, 476975533,
    487732589, 498581608, 509525449, 520567051, 531709432, 542955700, 554309051, 565772778, 577350269, 589045016,
    600860619, 612800788, 624869352, 637070261, 649407593, 661885561, 674508517, 687280959, 700207538, 713293068,
    726542528, 739961075, 753554050, 767326988, 781285627, 795435917, 809784033, 824336386, 839099631, 854080685,
    869286738, 884725265, 900404044, 916331174, 932515086, 948964567, 965688775, 982697263, 1000000000,
)  # fmt: skip
"""tan(n / 2 degrees) in billionths, for n from 0 to 90."""


class Arc(msgspec.Struct, frozen=True):
    """Whether a thing is inside an arc, and the two edges of the arc as vectors, right and left (None at 360)."""

    inside: bool
    degrees: int
    right: tuple[int, int] | None
    left: tuple[int, int] | None


def arc(base: Base, target: Base | tuple[int, int], degrees: int, centre_only: bool = True) -> Arc:
    """Whether a point, a base's centre, or (not `centre_only`) any part of a base is in an arc about the facing."""
    if not 1 <= degrees <= 360:
        raise ValueError(f"an arc is 1 to 360 degrees, not {degrees}")
    if degrees == 360:
        return Arc(True, 360, None, None)
    edge = _edge(degrees)
    right, left = _turned(base, edge[0], -edge[1]), _turned(base, edge[0], edge[1])
    if not isinstance(target, Base) or centre_only:
        x, y = target.centre if isinstance(target, Base) else target
        inside = _inside(base, x, y, degrees, edge)
    else:
        inside = _any_inside(base, target, degrees, edge, (right, left))
    return Arc(inside, degrees, _shown(right), _shown(left))


def in_arc(base: Base, x: int, y: int, degrees: int) -> bool:
    """Whether a point is in an arc about the facing, without the edges of the arc."""
    if not 1 <= degrees <= 360:
        raise ValueError(f"an arc is 1 to 360 degrees, not {degrees}")
    return degrees == 360 or _inside(base, x, y, degrees, _edge(degrees))


def _edge(degrees: int) -> tuple[int, int]:
    """A vector along the left edge of an arc whose facing is (1, 0)."""
    if degrees <= 90:
        return ONE, HALF_DEGREES[degrees]
    if degrees <= 180:
        return HALF_DEGREES[180 - degrees], ONE
    across, up = _edge(360 - degrees)
    return -across, up


def _turned(base: Base, across: int, up: int) -> tuple[int, int]:
    """A vector of the facing's own frame on the table."""
    return base.fx * across - base.fy * up, base.fy * across + base.fx * up


def _shown(vector: tuple[int, int]) -> tuple[int, int]:
    """A vector scaled down to what a table holds."""
    size = max(abs(vector[0]), abs(vector[1]))
    return (round(vector[0] * REACH_CAP / size), round(vector[1] * REACH_CAP / size))


def _inside(base: Base, x: int, y: int, degrees: int, edge: tuple[int, int]) -> bool:
    dx, dy = x - base.x, y - base.y
    ahead = base.fx * dx + base.fy * dy
    aside = abs(base.fx * dy - base.fy * dx)
    if degrees == 45:
        return ahead >= 0 and (aside + ahead) ** 2 <= 2 * ahead * ahead
    return edge[1] * ahead - edge[0] * aside >= 0


def _any_inside(
    base: Base, target: Base, degrees: int, edge: tuple[int, int], rays: tuple[tuple[int, int], ...]
) -> bool:
    """Whether some part of a target is in the arc: a spot of it, or the arc's edge or apex touches it."""
    spots = (target.centre, *target.corners())
    if any(_inside(base, x, y, degrees, edge) for x, y in spots):
        return True
    return any(_ray_touches(base.centre, ray, target) for ray in rays)


def _ray_touches(apex: Point, ray: tuple[int, int], target: Base) -> bool:
    """Whether the ray from an apex touches a base."""
    if target.round:
        dx, dy = target.x - apex.x, target.y - apex.y
        if ray[0] * dx + ray[1] * dy <= 0:
            return dx * dx + dy * dy <= target.radius**2
        return (ray[0] * dy - ray[1] * dx) ** 2 <= target.radius**2 * (ray[0] ** 2 + ray[1] ** 2)
    corners = [Point(x - apex.x, y - apex.y) for x, y in target.corners()]
    return any(_ray_crosses(ray, corners[i - 1], corners[i]) for i in range(4))


def _ray_crosses(ray: tuple[int, int], a: Point, b: Point) -> bool:
    """Whether the ray from (0, 0) meets the segment a - b."""
    sa, sb = ray[0] * a.y - ray[1] * a.x, ray[0] * b.y - ray[1] * b.x
    if sa * sb > 0:
        return False
    if sa == sb:
        return max(ray[0] * a.x + ray[1] * a.y, ray[0] * b.x + ray[1] * b.y) >= 0
    x, y = a.x * sb - b.x * sa, a.y * sb - b.y * sa
    return (ray[0] * x + ray[1] * y) * (1 if sb > sa else -1) >= 0

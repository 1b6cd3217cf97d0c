"""Measuring, lines of sight, arcs and cover."""

from __future__ import annotations

from functools import lru_cache

from hexless.moves.packed import NOBODY
from hexless.moves.walk import DIRECTIONS
from hexless.table import (
    Base,
    Bases,
    Point,
    Terrain,
    crossing,
    distance,
    gap_of_outlines,
    most_seen,
    off_outline,
    sees,
    within,
)

from ._sheet import rule
from .field import Screens
from .model import CENTRE, INCH, Dropzone, Gun, Unit

# fmt: off
__all__ = [
    "apart",
    "caught",
    "centre_of",
    "edge_count",
    "edge_spot",
    "edge_spots",
    "extent",
    "eyes_of",
    "hull_down",
    "in_arc",
    "in_contact",
    "in_cover",
    "near_piece",
    "off",
    "piece_seen",
    "share_seen",
    "touches",
]
# fmt: on

Spot = tuple[int, int, int]
TOUCH = 3  # ticks: whole numbers cannot always meet exactly
HAIR = 5  # ticks


@lru_cache(maxsize=4096)
def centre_of(terrain: Terrain, piece: int) -> Point:
    """The middle of a piece's box."""
    outline = terrain.pieces[piece].outline
    xs, ys = [p.x for p in outline], [p.y for p in outline]
    return Point((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2)


def edge_count(terrain: Terrain, piece: int) -> int:
    return len(terrain.pieces[piece].outline)


@lru_cache(maxsize=4096)
def edge_spots(terrain: Terrain, piece: int, edge: int) -> tuple[Point, ...]:
    """Five points of one edge of a garrison, its middle first."""
    outline = terrain.pieces[piece].outline
    a, b = outline[edge], outline[(edge + 1) % len(outline)]
    quarters = (2, 1, 3, 0, 4)
    return tuple(Point(a.x + (b.x - a.x) * q // 4, a.y + (b.y - a.y) * q // 4) for q in quarters)


def edge_spot(terrain: Terrain, piece: int, edge: int) -> Point:
    """Where a unit inside a garrison is shown."""
    return centre_of(terrain, piece) if edge == CENTRE else edge_spots(terrain, piece, edge)[0]


def extent(terrain: Terrain, u: Unit) -> tuple[Point, ...]:
    """What a unit is measured from: its centre, or the two ends of its edge of a garrison and all between them."""
    if u.piece is None or u.edge == CENTRE:
        return (u.base.centre,)
    outline = terrain.pieces[u.piece].outline
    return outline[u.edge], outline[(u.edge + 1) % len(outline)]


def off(terrain: Terrain, u: Unit, at: Point) -> int:
    """How far a unit is from a point of the table."""
    if u.piece is None or u.edge == CENTRE:
        return distance(at, u.base.centre)
    return off_outline(*at, extent(terrain, u))


def windows(terrain: Terrain, u: Unit) -> tuple[Spot, ...]:
    """Where a unit in a garrison looks out, and is seen: all along its edge, on the ground floor and under the roof."""
    z, piece = u.base.z + u.base.height // 2, u.piece
    if piece is None or u.edge == CENTRE:
        return ((u.base.x, u.base.y, z),)
    top, spots = terrain.pieces[piece].top, edge_spots(terrain, piece, u.edge)
    return (*((x, y, z) for x, y in spots), *((x, y, top) for x, y in spots if top > z))


def caught(s: Dropzone, u: Unit) -> bool:
    """Whether crashes, falls and collapses near a unit hit it: whoever is there, aircraft if the ruling says so."""
    return u.present and (not u.flying or s.rulings.crash_hits_aircraft)


@rule("dz.play.measuring")
def apart(s: Dropzone, a: Unit, b: Unit) -> int:
    """How far apart two units are: centre to centre, diagonally to anything in the air, or from anywhere on an edge."""
    lift = a.base.z - b.base.z if a.flying or b.flying else 0
    if a.piece is None and b.piece is None:
        flat = distance((a.base.x, a.base.y), (b.base.x, b.base.y))
    else:
        flat = gap_of_outlines(extent(s.terrain, a), extent(s.terrain, b))
    return distance((0, 0), (flat, lift)) if lift else flat


def in_contact(a: Unit, b: Unit) -> bool:
    """Whether two units in the open touch each other."""
    return a.here and b.here and a.flying == b.flying and within(a.base, b.base, TOUCH)


def near_piece(terrain: Terrain, base: Base, piece: int) -> int:
    """How far a unit's centre is from a piece's edge; 0 inside."""
    return _near_piece(terrain, base.x, base.y, piece)


def touches(terrain: Terrain, base: Base, piece: int) -> bool:
    """Whether a unit in the open stands at a piece's edge."""
    far = base.radius + TOUCH
    x0, y0, x1, y1 = terrain.box(piece)
    if not (x0 - far <= base.x <= x1 + far and y0 - far <= base.y <= y1 + far):
        return False
    return near_piece(terrain, base, piece) <= far


@lru_cache(maxsize=1 << 12)
def _near_piece(terrain: Terrain, x: int, y: int, piece: int) -> int:
    return off_outline(x, y, terrain.pieces[piece].outline)


# ---- arcs

FRONT, REAR, LEFT, RIGHT = (frozenset(names) for names in (("F",), ("R",), ("S", "SL"), ("S", "SR")))


@rule("dz.play.arcs", "dz.shooting.arc")
def in_arc(u: Unit, gun: Gun, target: tuple[int, int]) -> bool:
    """Whether the centre of a target lies in one of the weapon's quadrants; an edge counts as the front."""
    if u.piece is not None:
        return "F" in gun.arc
    if "F" in gun.arc and "S" in gun.arc and "R" in gun.arc:
        return True
    return not quadrants(u.base, target).isdisjoint(gun.arc)


def quadrants(base: Base, target: tuple[int, int]) -> frozenset[str]:
    """The quadrants of a base that a point is in: front, rear, left, right; on the line between two, in both."""
    dx, dy = target[0] - base.x, target[1] - base.y
    ahead, left = base.fx * dx + base.fy * dy, base.fx * dy - base.fy * dx
    if not (dx or dy):
        return FRONT | REAR | LEFT | RIGHT
    along, across = FRONT if ahead >= 0 else REAR, LEFT if left >= 0 else RIGHT
    if abs(ahead) == abs(left):
        return along | across
    return along if abs(ahead) > abs(left) else across


# ---- sight


def eyes_of(terrain: Terrain, u: Unit, articulated: bool = False) -> tuple[Spot, ...]:
    """Where a unit looks from: the centre of its body, 1 inch above the hull, or its edge of a garrison."""
    if articulated and u.piece is None:
        return ((u.base.x, u.base.y, u.base.top + INCH),)
    return windows(terrain, u)


def body_of(terrain: Terrain, u: Unit) -> tuple[Spot, ...]:
    """Nine points of a body (three across, not turned to anybody, three high), its middle first, or five of an edge."""
    if u.piece is not None:
        return windows(terrain, u)
    b, r = u.base, u.base.radius * 9 // 10
    lows = (b.z + b.height // 2, b.z + b.height // 8, b.top)
    return tuple((b.x + dx * r, b.y + dy * r, z) for z in lows for dx, dy in ((0, 0), (1, 0), (-1, 0)))


@rule("dz.play.line-of-sight", "dz.scenery.solid-line-of-sight")
def share_seen(s: Dropzone, eye: Unit, target: Unit, articulated: bool = False) -> tuple[int, int]:
    """How many of the sampled points of a target are seen, and how many there are; none seen is no line of sight.

    Where no line between the samples is clear, any line between any parts of the two is looked for: it counts for one.
    """
    return _share(s.terrain, s.field.screens, eye, target, articulated)


@lru_cache(maxsize=1 << 11)
def _share(terrain: Terrain, screens: Screens, eye: Unit, target: Unit, articulated: bool) -> tuple[int, int]:
    eyes, body = eyes_of(terrain, eye, articulated), _faced(terrain, eye, target)
    squads = (eye.squad, target.squad)
    foot = target.profile.kind == "infantry" and target.piece is None  # its centre has to be seen
    seen = _seen(terrain, screens, squads, eyes, body[:1]) if foot else 0
    seen = _seen(terrain, screens, squads, eyes, body) if seen or not foot else 0
    if not seen and (not foot or len(eyes) > 1):
        shown = _looks(terrain, target, 0 if foot else target.base.radius)
        heights = max([z for *_, z in eyes]), body[0][2] if foot else max([z for *_, z in body])
        seen = int(_glimpsed(terrain, screens, squads, _looks(terrain, eye), shown, heights))
    return seen, len(body)


def _looks(terrain: Terrain, u: Unit, radius: int = 0) -> Base:
    """What a unit looks from, or shows: its centre, so much about it, or its edge of a garrison."""
    return Base(u.base.x, u.base.y, radius) if u.piece is None else _strip(terrain, u.piece, u.edge)


@lru_cache(maxsize=1 << 12)
def _strip(terrain: Terrain, piece: int, edge: int) -> Base:
    """An edge of a garrison as a base: as thin as can be, and a hair outside of the wall; its middle is a point."""
    if edge == CENTRE:
        return Base(*centre_of(terrain, piece))
    outline = terrain.pieces[piece].outline
    a, b = outline[edge], outline[(edge + 1) % len(outline)]
    far = distance(a, b)
    x, y = (a.x + b.x) // 2 + HAIR * (b.y - a.y) // far, (a.y + b.y) // 2 + HAIR * (a.x - b.x) // far
    return Base(x, y, length=far, width=2, fx=b.x - a.x, fy=b.y - a.y)


@lru_cache(maxsize=1 << 10)
def _glimpsed(
    terrain: Terrain, screens: Screens, squads: tuple[int, int], eye: Base, body: Base, heights: tuple[int, int]
) -> bool:
    """Whether any line runs clear from any part of one to any part of the other: past the scenery, and then units."""
    past = _past_scenery(terrain, eye, body, heights)
    return past and (not screens.hulls or _clear_line(terrain, screens.past(*squads), eye, body, heights))


@lru_cache(maxsize=1 << 12)
def _past_scenery(terrain: Terrain, eye: Base, body: Base, heights: tuple[int, int]) -> bool:
    return _clear_line(terrain, NOBODY, eye, body, heights)


def _clear_line(terrain: Terrain, others: Bases, eye: Base, body: Base, heights: tuple[int, int]) -> bool:
    """Some line between the two, each at its highest; where it may pass over something, ends along the rim as well."""
    mask, r = terrain.having("solid"), body.radius
    if sees(terrain, eye, body, mask, "parts", others=others, eyes=heights):
        return True
    rim = [(body.x + dx * r // 1001, body.y + dy * r // 1001, heights[1]) for dx, dy in DIRECTIONS if r]
    return most_seen(terrain, [(x, y, heights[0]) for x, y in (eye.centre, *eye.corners())], rim, mask, others) > 0


def _faced(terrain: Terrain, eye: Unit, target: Unit) -> tuple[Spot, ...]:
    """The body across the line of sight."""
    if target.piece is not None:
        return body_of(terrain, target)
    b = target.base
    dx, dy = b.x - eye.base.x, b.y - eye.base.y
    far, r = distance((0, 0), (dx, dy)) or 1, b.radius * 9 // 10
    sx, sy = -dy * r // far, dx * r // far
    return tuple(
        (b.x + k * sx, b.y + k * sy, z) for z in (b.z + b.height // 2, b.z + b.height // 8, b.top) for k in (0, 1, -1)
    )


@lru_cache(maxsize=1 << 11)
def _seen(
    terrain: Terrain, screens: Screens, squads: tuple[int, int], eyes: tuple[Spot, ...], body: tuple[Spot, ...]
) -> int:
    """How many points are seen from the best of the eyes; the two squads hide nothing from each other."""
    return most_seen(terrain, eyes, body, terrain.having("solid"), screens.past(*squads))


@rule("dz.play.hull-down", "dz.play.unit-large")
def hull_down(s: Dropzone, seen: int, points: int, target: Unit) -> bool:
    """Less than half visible; Large units and Behemoths never are."""
    if target.profile.large or target.profile.kind == "behemoth":
        return False
    return seen * 100 < points * s.rulings.hull_down_percent


def piece_seen(terrain: Terrain, eye: Unit, piece: int, articulated: bool = False) -> bool:
    """Whether any part of a piece's edges is seen."""
    return _piece_seen(terrain, eyes_of(terrain, eye, articulated), _looks(terrain, eye), piece)


@lru_cache(maxsize=1 << 12)
def _piece_seen(terrain: Terrain, eyes: tuple[Spot, ...], looks: Base, piece: int) -> bool:
    mask, z, sides = terrain.mask("solid", (piece,)), terrain.pieces[piece].top, range(edge_count(terrain, piece))
    spots = [edge_spots(terrain, piece, e)[0] for e in sides]
    if most_seen(terrain, eyes, [(x, y, z) for x, y in spots], mask) > 0:
        return True
    heights = max([z for *_, z in eyes]), z
    return any(sees(terrain, looks, _strip(terrain, piece, e), mask, "parts", eyes=heights) for e in sides)


# ---- cover


@rule("dz.scenery.soft-cover", "dz.scenery.body-cover")
def in_cover(s: Dropzone, shooter: Unit | None, target: Unit, trait: str) -> bool:
    """In a piece of this cover, or within 1 inch of it with the piece between target and shooter."""
    if (target.profile.kind != "infantry" and not s.rulings.cover_for_all_types) or target.flying:
        return False
    if target.piece is not None:
        return trait in s.terrain.pieces[target.piece].traits
    at = (shooter.base.x, shooter.base.y) if shooter else None
    return _covered(s.terrain, target.base, at, trait)


@lru_cache(maxsize=1 << 11)
def _covered(terrain: Terrain, base: Base, shooter: tuple[int, int] | None, trait: str) -> bool:
    mask = terrain.having(trait)
    for piece in mask.pieces:
        near = off_outline(base.x, base.y, terrain.pieces[piece].outline)
        if near == 0:
            return True
        if near <= INCH and shooter is not None:
            spans = crossing(terrain, Point(*shooter), Point(base.x, base.y), mask).spans
            if any(span.piece == piece and span.length for span in spans):
                return True
    return False

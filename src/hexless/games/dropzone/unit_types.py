"""Unit types: coherency, and what scenery and other units are to each type."""

from __future__ import annotations

from functools import lru_cache

from hexless.moves.packed import packed
from hexless.table import Base, Bases, Costs, Point, Terrain, at_most, crossing, distance

from ._sheet import rule
from .model import FLYING, INCH, Dropzone, Kind, Profile, SquadId, Unit

# fmt: off
__all__ = [
    "boosted", "coherency_rule", "coherent", "cripples", "crossed", "ground", "height_of", "leash_of", "level",
    "link_of", "obstacles", "stood", "walls",
]
# fmt: on

HEIGHTS = {"infantry": 500, "tank": 1000, "skimmer": 1000, "walker": 2000, "behemoth": 6000, "aircraft": 1000}
RADII = {"infantry": 500, "tank": 700, "skimmer": 700, "walker": 600, "behemoth": 1500, "aircraft": 900}
COHERENCY: dict[str, int | None] = {
    "infantry": 2 * INCH, "tank": 3 * INCH, "skimmer": 3 * INCH, "walker": 3 * INCH, "behemoth": None,
    "aircraft": 6 * INCH,
}  # fmt: skip


def height_of(kind: Kind, inches: float) -> int:
    """A model's height in ticks: of its own, or as usual for its kind."""
    return round(inches * INCH) or HEIGHTS[kind]


# ---- coherency


def coherency_rule(kind: Kind) -> str:
    """The rule that a kind keeps coherency by."""
    shared = {"tank": "vehicles", "skimmer": "vehicles", "walker": "vehicles", "behemoth": "behemoths"}
    return f"dz.unit-types.coherency-{shared.get(kind, kind)}"


@rule(
    "dz.unit-types.coherency-infantry",
    "dz.unit-types.coherency-vehicles",
    "dz.unit-types.coherency-behemoths",
    "dz.unit-types.coherency-aircraft",
)
def coherent(s: Dropzone, squad: SquadId) -> bool:
    """Whether the units of a squad in the open form one unbroken chain; inside a garrison they always do."""
    units = [s.units[i] for i in s.squads[squad].units if s.units[i].present]
    if len(units) < 2 or all(u.piece is not None for u in units):
        return True
    if any(u.piece != units[0].piece for u in units):
        return False
    link = link_of(units[0].profile)
    return not link or chained(tuple([(u.base.x, u.base.y) for u in units]), link)


@rule("dz.play.unit-wide")
def link_of(p: Profile) -> int:
    """How far apart the units of a squad may be, in ticks; twice as far if they are Wide; 0: it does not matter."""
    return (COHERENCY[p.kind] or 0) * (2 if p.wide else 1)


@lru_cache(maxsize=1 << 11)
def chained(spots: tuple[tuple[int, int], ...], link: int) -> bool:
    """Whether points hang together by steps of at most `link`."""
    chain, left = [spots[0]], list(spots[1:])
    for p in chain:
        joined = [q for q in left if at_most((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2, link)]
        chain += joined
        left = [q for q in left if q not in joined]
    return not left


# ---- scenery


@rule(
    "dz.unit-types.passable",
    "dz.unit-types.impassable-infantry-vehicles",
    "dz.unit-types.impassable-skimmers",
    "dz.unit-types.impassable-walkers-behemoths",
    "dz.unit-types.impassable-aircraft",
    "dz.scenery.solid-impassable",
    "dz.scenery.dash-unaffected",
)
def climbs(kind: Kind, height: int) -> int:
    """How tall Impassable scenery a model moves over; -1: none at all, not even a lake."""
    match kind:
        case "skimmer":
            return 2 * INCH
        case "walker" | "behemoth":
            return height // 2
        case "aircraft":
            return 8 * INCH
    return -1


@lru_cache(maxsize=256)
def ground(terrain: Terrain, kind: Kind, height: int) -> Costs:
    """What each piece costs: -1 is a wall, Tough is double for Infantry and Vehicles, and Passable is free."""
    most, rows = climbs(kind, height), []
    for i, piece in enumerate(terrain.pieces):
        if ("impassable" in piece.traits or "solid" in piece.traits) and piece.height > most:
            rows.append((i, -1))
        elif "tough" in piece.traits:
            rows.append((i, _tough(kind)))
    return Costs(tuple(rows), sum(len(terrain.pieces[i].outline) for i, _ in rows))


@rule("dz.unit-types.tough-infantry-vehicles", "dz.unit-types.tough-others")
def _tough(kind: Kind) -> int:
    """2 inches for every inch, or no matter."""
    return 200 if kind in ("infantry", "tank") else 100


@lru_cache(maxsize=256)
def walls(terrain: Terrain, kind: Kind, height: int) -> Costs:
    """Where a model may not stop: Walkers and Behemoths do not end on what they step over."""
    if kind in ("walker", "behemoth"):
        return ground(terrain, "tank", height)
    return ground(terrain, kind, height)


@rule("dz.unit-types.exceptional-ground", "dz.unit-types.exceptional-aircraft")
def boosted(s: Dropzone, kind: Kind) -> bool:
    """Whether a type gains 2 inches when its whole move is on Exceptional ground."""
    if s.rulings.exceptional == "rulebook":
        return kind in ("tank", "walker", "behemoth")
    return kind != "aircraft"


def all_road(terrain: Terrain, start: tuple[int, int], points: tuple[tuple[int, int], ...]) -> bool:
    """Whether a whole way lies on Exceptional ground."""
    mask, here = terrain.having("exceptional"), start
    if not mask.pieces:
        return False
    for point in points:
        inside = sum(span.length for span in crossing(terrain, Point(*here), Point(*point), mask).spans)
        if inside + 3 < distance(here, point):
            return False
        here = point
    return True


# ---- move and fire


@rule("dz.shooting.move-and-fire")
def leash_of(u: Unit) -> int | None:
    """How much further a unit may go in this round because of what has shot, in ticks; None: as far as it can."""
    shot = [u.profile.guns[k].mf * INCH for k in u.fired if u.profile.guns[k].mf >= 0]
    return max(0, min(shot) - (u.moved or 0)) if shot else None


# ---- other units


@rule(
    "dz.unit-types.other-units-ground",
    "dz.unit-types.other-units-walkers-behemoths",
    "dz.unit-types.other-units-aircraft",
)
def obstacles(s: Dropzone, unit: int) -> tuple[Bases, tuple[str, ...], Bases]:
    """Who may not be crossed (with their names), and on whom no move may end."""
    u = s.units[unit]
    if u.kind == "aircraft":
        return packed(()), (), packed(())
    there = [s.units[i] for i in s.field.ground if i != unit]
    most = u.base.height // 2 if u.kind in ("walker", "behemoth") else -1
    crossed_over = [v for v in there if v.squad == u.squad or v.base.height <= most]
    others = [v for v in there if v.squad != u.squad and v.base.height > most]
    return (
        packed(tuple([v.base for v in others])),
        tuple([v.name for v in others]),
        packed(tuple([v.base for v in crossed_over])),
    )


# ---- what a move has met


def crossed(s: Dropzone, u: Unit, start: tuple[int, int], points: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    """The rules of the table that were at work on a way."""
    kind, rules, here = u.kind, list[str](), start
    everything = s.terrain.everything
    for point in points:
        for span in crossing(s.terrain, Point(*here), Point(*point), everything).spans:
            rules += _at_work(kind, s.terrain.pieces[span.piece].traits)
        here = point
    if points and kind in ("walker", "behemoth", "aircraft"):
        rules += _stepped_over(s, u, start, points)
    return tuple(dict.fromkeys(rules))


@lru_cache(maxsize=256)
def _at_work(kind: Kind, traits: tuple[str, ...]) -> list[str]:
    air, rules = kind == "aircraft", list[str]()
    if "passable" in traits:
        rules.append("dz.unit-types.passable")
    if "exceptional" in traits:
        rules.append(f"dz.unit-types.exceptional-{'aircraft' if air else 'ground'}")
    if "tough" in traits:
        rules.append(f"dz.unit-types.tough-{'infantry-vehicles' if kind in ('infantry', 'tank') else 'others'}")
    if ("impassable" in traits or "solid" in traits) and kind not in ("infantry", "tank"):
        column = {"skimmer": "skimmers", "aircraft": "aircraft"}.get(kind, "walkers-behemoths")
        rules.append(f"dz.unit-types.impassable-{column}")
    if air and ("exceptional" in traits or "tough" in traits):
        rules.append("dz.scenery.dash-unaffected")
    return rules


def _stepped_over(s: Dropzone, u: Unit, start: tuple[int, int], points: tuple[tuple[int, int], ...]) -> list[str]:
    """Whether a walker or an aircraft went over another unit."""
    column = "aircraft" if u.kind == "aircraft" else "walkers-behemoths"
    a = Point(*start)
    for point in points:
        b = Point(*point)
        if any(s.units[i].squad != u.squad and _on_line(s.units[i], a, b) for i in s.field.ground):
            return [f"dz.unit-types.other-units-{column}"]
        a = b
    return []


def _on_line(v: Unit, a: Point, b: Point) -> bool:
    """Whether a stretch passes over a unit's base."""
    dx, dy, px, py = b.x - a.x, b.y - a.y, v.base.x - a.x, v.base.y - a.y
    square = dx * dx + dy * dy
    along = px * dx + py * dy
    if not square or not 0 <= along <= square:
        return False
    return (px * dy - py * dx) ** 2 <= v.base.radius**2 * square


def level(s: Dropzone, u: Unit, x: int, y: int, flying: bool) -> int:
    """How high the ground is under a model, or how high it flies."""
    tops = [s.terrain.pieces[i].top for i in s.terrain.at((x, y))]
    if flying:
        return max([FLYING, *(top + INCH // 2 for top in tops)])
    return max([0, *tops]) if u.profile.kind == "skimmer" else 0


def stood(s: Dropzone, unit: int, base: Base) -> Base:
    """A base that is put down on the ground, or on what a Skimmer may stand on."""
    return base.at(base.x, base.y, level(s, s.units[unit], base.x, base.y, False))


def cripples(u: Unit, zone: int, points: int | None = None) -> int:
    """How many thresholds of a zone are passed."""
    full, steps = u.profile.zones[zone], u.profile.steps[zone]
    left = u.zones[zone] if points is None else points
    return steps - -(-left * steps // full)

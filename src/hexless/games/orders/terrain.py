"""Terrain: what it costs to cross, what it hides, and what one base sees of another."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from hexless.kernel import Value
from hexless.moves import Walk
from hexless.moves.packed import packed
from hexless.table import Base, Bases, Block, Costs, Point, Terrain, crossing, distance, sight

from ._sheet import rule
from .model import INCH, Orders, Stand, foes

__all__ = ["TRAITS", "Seen", "apart", "elevated", "in_terrain", "others_for", "rolls_on", "sees", "stand_on", "walk"]

TRAITS = (
    "road", "difficult", "elevated", "defensible", "shelter", "concealment", "impassable", "impassable-flat",
    "blocking",
)  # fmt: skip
NEVER = {
    "foot": ("impassable", "impassable-flat"),
    "wheeled": ("impassable", "impassable-flat"),
    "tracked": ("impassable", "impassable-flat"),
    "hover": ("impassable",),
    "jump": (),
}
CROSSED = {"hover": {"impassable-flat": 100}, "jump": {"impassable": 100, "impassable-flat": 100}}  # named, not priced


def rolls_on(e: Stand) -> bool:
    """Roads and difficult going matter to wheels and tracks only."""
    return e.mobility in ("wheeled", "tracked")


@rule("or.terrain.road", "or.terrain.difficult", "or.terrain.impassable", "or.terrain.impassable-hover")
def price(s: Orders, e: Stand, double: bool) -> Costs:
    """To wheels and tracks an inch of road costs half, of difficult going two; who may enter impassable terrain."""
    road = 50 if not double or s.rulings.road_double_stack else 100
    percents = {"road": road, "difficult": 200} if rolls_on(e) else CROSSED.get(e.mobility, {})
    return s.terrain.costs(percents, NEVER[e.mobility])


@rule("or.terrain.impassable-jump")
def resting(s: Orders, e: Stand) -> Costs | None:
    """Jump Troopers cross anything, but end no move inside impassable terrain."""
    return s.terrain.costs({}, NEVER["foot"]) if e.mobility == "jump" else None


@rule("or.play.wreck-effect", "or.play.contact")
def others_for(s: Orders, unit: int) -> tuple[Bases, tuple[str, ...]]:
    """What a base may not overlap: other bases, and wreckage if it rolls."""
    rolls = rolls_on(s[unit])
    there = [e for i, e in enumerate(s.units) if i != unit and (e.here or (rolls and is_wreck(e)))]
    return packed(tuple([e.base for e in there])), tuple([e.name for e in there])


def is_wreck(e: Stand) -> bool:
    """A destroyed vehicle stays where it was."""
    return e.vehicle and not e.alive and e.placed


def walk(s: Orders, unit: int, double: bool = False, touch: Base | None = None, stays: bool = False) -> Walk:
    """The ways of a base up to its move rate, or twice it."""
    e = s[unit]
    others, names = others_for(s, unit)
    enemies = [s[i] for i in foes(s, e.side)]
    room = s.rulings.enemy_gap_in * INCH
    goals = [(o.x, o.y) for o in s.mission.objectives] + [(f.base.x, f.base.y) for f in enemies]
    goals.sort(key=lambda p: (p[0] - e.base.x) ** 2 + (p[1] - e.base.y) ** 2)
    return Walk(
        terrain=s.terrain,
        base=e.base,
        allowance=(2 if double else 1) * e.move * INCH,
        costs=price(s, e, double),
        others=others,
        keep=((packed(tuple([f.base for f in enemies])), room),) if room and enemies else (),
        rules={
            "too_far": "or.order.double" if double else "or.order.move",
            "terrain": "or.terrain.impassable",
            "touch": "or.order.mount",
            "": "or.play.contact",
        },
        names=names,
        toward=tuple(goals[:4]),
        touch=touch,
        rest=resting(s, e),
        stays=stays,
    )


@rule("or.play.in-terrain")
def in_terrain(s: Orders, e: Stand, *traits: str) -> bool:
    """Whether a base is in a feature with one of these properties: its centre is inside."""
    pieces = s.terrain.having(*traits).pieces
    if not pieces:
        return False
    if s.rulings.in_terrain == "any":
        return any(s.terrain.touches(i, e.base) for i in pieces)
    return any(i in pieces for i in s.terrain.at((e.base.x, e.base.y)))


def elevated(s: Orders, e: Stand) -> bool:
    """Whether a base stands on an elevated feature."""
    return in_terrain(s, e, "elevated")


def stand_on(s: Orders, x: int, y: int) -> int:
    """How high the ground is at a point."""
    hills = s.terrain.having("elevated").pieces
    under = s.terrain.at((x, y)) if hills else ()
    return max((s.terrain.pieces[i].top for i in hills if i in under), default=0)


# ---- sight


class Seen(Value, frozen=True):
    """Whether one base sees another (or a point), along which line, and what hides it."""

    clear: bool
    line: tuple[Point, Point]
    says: str = ""
    rule: str = ""
    witness: Any = None


class _Line(Value, frozen=True, cache_hash=True):
    """All that a line of sight depends on."""

    terrain: Terrain
    smoke: tuple[Base, ...]
    wrecks: tuple[Base, ...]  # where the ruling says that they block sight
    viewer: Base
    target: Base
    sizes: tuple[int, int | None]  # None: the target is a bare point
    names: tuple[str, str]
    mutual: bool


@rule("or.play.line-of-sight", "or.play.smoke-effect")
def sees(s: Orders, viewer: int, target: int) -> Seen:
    """A straight line from the centre to any part of the target that no feature, smoke or concealment stops."""
    a, b = s[viewer], s[target]
    sizes, names = (a.size, b.size), (a.name, b.name)
    return _seen(_Line(s.terrain, _clouds(s), _wrecks(s), a.base, b.base, sizes, names, s.rulings.sight_mutual))


def sees_point(s: Orders, viewer: int, x: int, y: int) -> Seen:
    """The same for a bare point of the table."""
    a, point = s[viewer], Base(x, y, z=stand_on(s, x, y))
    sizes, names = (a.size, None), (a.name, "")
    return _seen(_Line(s.terrain, _clouds(s), _wrecks(s), a.base, point, sizes, names, s.rulings.sight_mutual))


@lru_cache(maxsize=1 << 14)
def _seen(line: _Line) -> Seen:
    middle, *rims = _parts(line.viewer, line.target)
    look = _look(line, middle)
    if look.clear:
        return look
    return next((again for again in (_look(line, rim) for rim in rims) if again.clear), look)


def _parts(a: Base, b: Base) -> tuple[Point, ...]:
    """The target's centre and its two rims as the viewer sees them."""
    dx, dy = b.x - a.x, b.y - a.y
    far, rim = distance((a.x, a.y), (b.x, b.y)) or 1, b.radius
    sx, sy = -dy * rim // far, dx * rim // far
    return Point(b.x, b.y), Point(b.x + sx, b.y + sy), Point(b.x - sx, b.y - sy)


def _look(look: _Line, point: Point) -> Seen:
    a, b, terrain = look.viewer, look.target, look.terrain
    line = (Point(a.x, a.y), point)
    if line[0] != line[1] and any(cloud.centre in line for cloud in look.smoke):
        return Seen(False, line, "smoke is in the way", "or.play.smoke-effect", {"line": line})
    over = (*terrain.at(line[0]), *terrain.at(point), *_lower(terrain, max(a.z, b.z)))
    spot, others = Base(point.x, point.y), packed((*look.smoke, *look.wrecks))
    plain = sight(terrain, Base(a.x, a.y), spot, "blocking", "centre", ignore=over, others=others, flat=True)
    if plain.clear:
        return _concealed(look, line) or Seen(True, line, witness=plain)
    says, cited = _blocker(look, plain.blocks[0])
    return Seen(False, line, f"{says} is in the way", cited, msgspec.to_builtins(plain))


def _lower(terrain: Terrain, position: int) -> tuple[int, ...]:
    """From an elevated position, and up to it, one sees over whatever is lower."""
    return tuple(i for i in terrain.having("blocking").pieces if terrain.pieces[i].top < position) if position else ()


def _blocker(look: _Line, block: Block) -> tuple[str, str]:
    """What stops a line, and by which rule."""
    if block.what == "piece":
        return look.terrain.pieces[block.index].name, "or.play.line-of-sight"
    return ("smoke", "or.play.smoke-effect") if block.index < len(look.smoke) else ("wreckage", "or.play.wreck-effect")


def _clouds(s: Orders) -> tuple[Base, ...]:
    """The smoke counters."""
    return tuple([Base(x, y, radius=s.rulings.smoke_diameter_in * INCH // 2) for x, y in s.smoke]) if s.smoke else ()


def _wrecks(s: Orders) -> tuple[Base, ...]:
    """Wreckage, where the ruling says that it blocks sight."""
    return tuple([e.base for e in s.units if is_wreck(e)]) if s.rulings.wreck_blocks_los else ()


@rule("or.terrain.concealment")
def _concealed(look: _Line, line: tuple[Point, Point]) -> Seen | None:
    """Concealing terrain hides whoever is deeper in it than its Size, and all that lies beyond."""
    mask = look.terrain.having("concealment")
    if not mask.pieces:
        return None
    at = look.terrain.at(line[0]), look.terrain.at(line[1])
    for span in crossing(look.terrain, *line, mask).spans:
        name, witness = look.terrain.pieces[span.piece].name, {"what": "piece", "line": line}
        if span.piece not in at[0] and span.piece not in at[1]:
            return Seen(False, line, f"{name} hides what is behind it", "or.terrain.concealment", witness)
        for end in (0, 1) if look.mutual else (1,):
            if span.piece in at[end] and _too_deep(look, end, line, span.length):
                return Seen(False, line, f"{look.names[end]} is too deep in {name}", "or.terrain.concealment", witness)
    return None


def _too_deep(look: _Line, end: int, line: tuple[Point, Point], length: int) -> bool:
    """Whether the near edge of a base is further inside than its Size; a line to its rim ends at that edge."""
    base, size = (look.viewer, look.target)[end], look.sizes[end]
    if size is None:
        return False
    return length - (base.radius if line[end] == base.centre else 0) > size * INCH


def apart(s: Orders, one: int, other: int) -> int:
    """How far apart the edges of two bases are."""
    a, b = s[one].base, s[other].base
    return max(0, distance((a.x, a.y), (b.x, b.y)) - a.radius - b.radius)

"""Cover: how much of a target is in it or behind it, as the shooter sees it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from hexless.kernel import Row
from hexless.table import Base, Mask, Terrain, distance
from hexless.table.crossing import spans_inside
from hexless.table.lengths import half_up
from hexless.table.measure import off_outline

from ._sheet import rule
from .model import INCH, HorizonWars, UnitId
from .rulings import Rulings

__all__ = ["COVERS", "cover", "cover_value"]

COVERS = {"heavy": ("heavy-cover", "building"), "light": ("light-cover", "heavy-cover", "building")}
LINING = INCH // 10  # whoever stands so near to a piece of cover shoots over it


@rule("hw.shoot.range-cover", "hw.play.cover-values")
def cover(s: HorizonWars, shooter: UnitId, target: UnitId) -> Row | None:
    """Heavy cover or a building adds 2 if it hides half of the target; where light cover has to help, it adds 1."""
    for kind, traits in COVERS.items():
        if _hidden(s.terrain, s[shooter].base, s[target].base, traits):
            return Row(cover_value(s.rulings, kind), f"{kind} cover", "hw.shoot.range-cover")
    return None


def cover_value(rulings: Rulings, kind: str) -> int:
    """What a kind of cover adds to the effective range."""
    return {"heavy": rulings.cover_heavy, "light": rulings.cover_light}.get(kind, 0)


@lru_cache(maxsize=1 << 12)
def _hidden(terrain: Terrain, a: Base, b: Base, traits: tuple[str, ...]) -> bool:
    """In it: the target's centre is. Behind it: lines from the shooter's centre to half of its width cross it."""
    pieces = terrain.having(*traits)
    if not pieces.pieces or a.centre == b.centre:
        return False
    if any(i in pieces.pieces for i in terrain.at(b.centre)):
        return True
    hiding = _hiding(terrain, a, b)
    behind = terrain.mask(pieces, tuple([i for i in pieces.pieces if i not in hiding]))
    return bool(behind.pieces) and 2 * _hidden_width(terrain, a, b, behind) >= 2 * b.radius - 2


@lru_cache(maxsize=64)
def _hiding(terrain: Terrain, a: Base, b: Base) -> list[int]:
    """The pieces of any cover that may hide some of a target: found once for all kinds."""
    some = terrain.having(*COVERS["light"]).pieces
    return [i for i in some if _between(terrain, a, b, i) and not _shoots_over(terrain, a, b, i)]


def _between(terrain: Terrain, a: Base, b: Base, piece: int) -> bool:
    """Whether a circle about a piece comes between a shooter and the width of its target; else it hides nothing."""
    x, y, reach = terrain.circle(piece)
    dx, dy, x, y = b.x - a.x, b.y - a.y, x - a.x, y - a.y
    wide, square = reach + b.radius + 1, dx * dx + dy * dy
    if (x * dy - y * dx) ** 2 > wide * wide * square:
        return False
    along = x * dx + y * dy
    return (along >= 0 or along * along <= wide * wide * square) and (
        along <= square or (along - square) ** 2 <= wide * wide * square
    )


def _shoots_over(terrain: Terrain, a: Base, b: Base, piece: int) -> bool:
    """Whether the shooter stands in a piece or lines it, and the target does not."""
    return _lines(terrain, a, piece) and not _lines(terrain, b, piece)


def _lines(terrain: Terrain, base: Base, piece: int) -> bool:
    """Whether a base stands in a piece or lines it."""
    near, (low, left, high, right) = base.radius + LINING, terrain.box(piece)
    if not (low - near <= base.x <= high + near and left - near <= base.y <= right + near):
        return False
    return off_outline(base.x, base.y, terrain.pieces[piece].outline) <= near


@lru_cache(maxsize=64)
def _hidden_width(terrain: Terrain, a: Base, b: Base, behind: Mask) -> int:
    """How much of the target's width, square to the line of centres, lies behind some pieces.

    Between two edges, as the shooter sees them, all lines cross the same pieces; so one line a stretch tells.
    """
    dx, dy = b.x - a.x, b.y - a.y
    far = distance(a.centre, b.centre)
    edges = sorted({-b.radius, b.radius, *(t for t in _edges(terrain, a, b, behind) if -b.radius < t < b.radius)})
    middles = [left + right for left, right in pairwise(edges)]  # in half ticks
    ends = [(b.x + half_up(-dy * middle, 2 * far), b.y + half_up(dx * middle, 2 * far)) for middle in middles]
    crossed = spans_inside(terrain, [(a.x, a.y, *end) for end in ends], behind)
    return sum([right - left for (left, right), spans in zip(pairwise(edges), crossed) if spans])


def _edges(terrain: Terrain, a: Base, b: Base, behind: Mask) -> Iterator[int]:
    """Where corners of pieces, and sides that pass through the target, stand in its width, to a tick; or beside it."""
    dx, dy, wide = b.x - a.x, b.y - a.y, b.radius + 1
    far = distance(a.centre, b.centre)
    for index in behind.pieces:
        spots = [((x - a.x) * dx + (y - a.y) * dy, (y - a.y) * dx - (x - a.x) * dy) for x, y in
                 terrain.pieces[index].outline]  # fmt: skip
        for (along, aside), (next_along, next_aside) in zip(spots, (*spots[1:], spots[0])):
            if 0 < along <= far * far and abs(aside) * far <= wide * along:
                yield half_up(aside * far, along)
            if (along < far * far) != (next_along < far * far):
                part = far * far - along
                yield half_up(aside * (next_along - along) + (next_aside - aside) * part, (next_along - along) * far)

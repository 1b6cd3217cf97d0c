"""Random and Hypothesis tables. Small whole numbers make corners, edges and lines coincide often."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import atan2

from hypothesis import strategies as st

from hexless.table import Base, Piece, Terrain, piece, terrain_faults

SIDE = 24
FACINGS = ((0, 1), (1, 0), (3, 4), (-4, 3), (1, 1), (-2, 1), (5, -12))


def star(points: list[tuple[int, int]], centre: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """The points in order about a centre, the nearest of those in one direction; often concave, seldom crossed."""
    by_angle: dict[float, tuple[int, int]] = {}
    for x, y in points:
        dx, dy = x - centre[0], y - centre[1]
        if dx or dy:
            by_angle.setdefault(round(atan2(dy, dx), 9), (x, y))
    return tuple(by_angle[angle] for angle in sorted(by_angle))


def random_piece(rng: random.Random, side: int, name: str = "piece") -> Piece | None:
    reach = max(2, side // 3)
    cx, cy = rng.randint(0, side), rng.randint(0, side)
    spots = [(_near(rng, cx, reach, side), _near(rng, cy, reach, side)) for _ in range(rng.randint(3, 8))]
    if rng.random() < 0.3:
        (x0, y0), (x1, y1) = spots[:2]
        outline: tuple[tuple[int, int], ...] = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    else:
        outline = star(spots, (cx, cy))
    if len(outline) < 3:
        return None
    made = piece(name, outline, height=rng.randint(0, 4), traits=(rng.choice(("wall", "wood", "mud")),))
    return None if terrain_faults(Terrain(side, side, (made,))) else made


def _near(rng: random.Random, c: int, reach: int, side: int) -> int:
    return min(side, max(0, rng.randint(c - reach, c + reach)))


def random_base(rng: random.Random, side: int) -> Base:
    x, y, height = rng.randint(0, side), rng.randint(0, side), rng.randint(0, 4)
    fx, fy = rng.choice(FACINGS)
    size = max(1, side // 12)
    if rng.random() < 0.5:
        return Base(x, y, radius=rng.randint(0, size), fx=fx, fy=fy, height=height)
    return Base(x, y, length=rng.randint(1, 2 * size), width=rng.randint(1, 2 * size), fx=fx, fy=fy, height=height)


def random_terrain(rng: random.Random, side: int = SIDE, most: int = 3) -> Terrain:
    made = (random_piece(rng, side, f"piece {i}") for i in range(rng.randint(1, most)))
    return Terrain(side, side, tuple(each for each in made if each is not None))


def random_tables(seed: int, count: int, bases: int = 4) -> Iterator[tuple[Terrain, list[Base]]]:
    """So many tables: most of them tiny so that things coincide, every fourth of full size."""
    rng = random.Random(seed)
    for i in range(count):
        side = SIDE if i % 4 else 180_000
        yield random_terrain(rng, side), [random_base(rng, side) for _ in range(bases)]


coordinates = st.integers(0, SIDE)
points = st.tuples(coordinates, coordinates)
facings = st.sampled_from(FACINGS)
heights = st.integers(0, 4)


@st.composite
def bases(draw: st.DrawFn) -> Base:
    (x, y), (fx, fy), height = draw(points), draw(facings), draw(heights)
    if draw(st.booleans()):
        return Base(x, y, radius=draw(st.integers(0, 4)), fx=fx, fy=fy, height=height)
    extents = st.integers(1, 6)
    return Base(x, y, length=draw(extents), width=draw(extents), fx=fx, fy=fy, height=height)


@st.composite
def terrains(draw: st.DrawFn) -> Terrain:
    """A table with up to three sound pieces."""
    made = []
    for i in range(draw(st.integers(0, 3))):
        outline = star(draw(st.lists(points, min_size=3, max_size=7)), draw(points))
        each = piece(f"piece {i}", outline, height=draw(heights), traits=("wall",))
        if not terrain_faults(Terrain(SIDE, SIDE, (each,))):
            made.append(each)
    return Terrain(SIDE, SIDE, tuple(made))


def moved(terrain: Terrain, dx: int, dy: int) -> Terrain:
    pieces = (piece(p.name, [(x + dx, y + dy) for x, y in p.outline], p.height, p.z, p.traits) for p in terrain.pieces)
    return Terrain(terrain.width, terrain.depth, tuple(pieces))


def mirrored(terrain: Terrain) -> Terrain:
    width = terrain.width
    pieces = (piece(p.name, [(width - x, y) for x, y in p.outline], p.height, p.z, p.traits) for p in terrain.pieces)
    return Terrain(width, terrain.depth, tuple(pieces))


def mirrored_base(base: Base, width: int) -> Base:
    return base.at(width - base.x, base.y).facing(-base.fx, base.fy)

"""What is decided early is decided as the whole rule decides it: dead angles on random tables."""

from __future__ import annotations

from itertools import product

from hexless.games.at43 import cover
from hexless.kernel import Stream
from hexless.table import Base, Piece, Terrain, piece


def discs(stream: Stream, count: int, low: int, high: int) -> tuple[Base, ...]:
    return tuple(
        Base(stream.between(low, high), stream.between(low, high), radius=stream.choice((1250, 2000, 3000)))
        for _ in range(count)
    )


def test_dead_angles_without_lines_that_decide_nothing() -> None:
    stream, found = Stream("walls", "tables"), set[bool]()
    for n in range(120):
        walls = [wall(stream) for _ in range(1 + n % 3)]
        terrain = Terrain(60000, 60000, tuple(walls))
        shooters = discs(stream, stream.between(1, 5), 1000, 20000)
        for base in discs(stream, 6, 22000, 50000):
            by = cover._hiding(terrain, shooters, base)
            found.add(bool(by))
            assert by == all_lines(terrain, shooters, base)
    assert found == {True, False}


def wall(stream: Stream) -> Piece:
    x, y, long = stream.between(15000, 35000), stream.between(15000, 35000), stream.between(2000, 16000)
    wide, high = (long, 1000) if stream.below(2) else (1000, long)
    corners = [(x + i * wide, y + j * high) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]
    return piece("wall", corners, 1000, traits=("low-wall",))


def all_lines(terrain: Terrain, shooters: tuple[Base, ...], base: Base) -> tuple[int, ...]:
    """Every line of fire, with those between."""
    mask, outline = terrain.having("low-wall"), cover._outline(shooters)
    lines = [(p.x, p.y, base.x, base.y) for p in outline]
    walls = [terrain.pieces[i].outline for i in mask.pieces]
    for side in cover._sides(outline):
        lines += cover._between(side, base.centre, walls)
    inside = cover._stopped(terrain, lines)
    return () if inside is None else tuple(w for k, w in enumerate(mask.pieces) if inside[:, k].any())


def test_boxes_and_lines_agree() -> None:
    """A line that no box is near is stopped by nothing."""
    stream = Stream("boxes", "tables")
    terrain = Terrain(60000, 60000, (wall(stream), wall(stream)))
    for a, b in product(discs(stream, 12, 0, 60000), repeat=2):
        if cover._open(terrain, (a.centre,), b.x, b.y) and a != b:
            assert cover._stopped(terrain, [(a.x, a.y, b.x, b.y)]) is None

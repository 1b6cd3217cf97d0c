"""Pieces that abut, overlap, are stood on or are as high as the eye; turned and mirrored all round."""

from __future__ import annotations

import random
from math import cos, pi, sin

import pytest
import shapely

from hexless.table import Base, Terrain, crossing, piece, raised, sees, sight, sight_all

MIDDLE = 20000
SIZE = 40000
TURNS = [(degree, mirror) for degree in range(0, 360, 5) for mirror in (1, -1)]


def frame(degree: float, mirror: int = 1):
    c, s = cos(2 * pi * degree / 360), sin(2 * pi * degree / 360)

    def at(x: float, y: float) -> tuple[int, int]:
        y *= mirror
        return MIDDLE + round(x * c - y * s), MIDDLE + round(x * s + y * c)

    return at


def box(at, x0, y0, x1, y1, height=3000, name="wall", traits=("wall",)):
    return piece(name, [at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1)], height, traits=traits)


def test_nothing_passes_between_walls_that_abut():
    """End to end, side by side, corner to edge and corner to corner; with a gap of a hundredth it does."""
    for degree, mirror in TURNS:
        at = frame(degree, mirror)
        a, b = Base(*at(-5000, 0), height=1000), Base(*at(5000, 0), height=1000)
        end_to_end = box(at, -500, -4000, 500, 0), box(at, -500, 0, 500, 4000)
        tee = box(at, -500, -4000, 500, 0), box(at, -3000, 0, 3000, 700)
        corners = box(at, -4000, -4000, 0, 0), box(at, 0, 0, 4000, 4000)
        for walls in (end_to_end, tee, corners):
            table = Terrain(SIZE, SIZE, walls)
            for lines in ("centre", "any"):
                assert not sees(table, a, b, lines=lines), (degree, mirror, walls)
                assert not sees(table, b, a, lines=lines)
            assert not sight_all(table, [a], [b]).any()
            assert sees(table, a, b, lines="centre", ignore=(0, 1))
            assert {block.index for block in sight(table, a, b, lines="centre").blocks} <= {0, 1}
        apart = Terrain(SIZE, SIZE, (box(at, -500, -4000, 500, -10), box(at, -500, 10, 500, 4000)))
        assert sees(apart, a, b, lines="centre")


def test_a_seam_is_as_high_as_the_lower_piece():
    at = frame(0)
    table = Terrain(SIZE, SIZE, (box(at, -500, -4000, 500, 0, 3000), box(at, -500, 0, 500, 4000, 1000)))
    a, b = Base(*at(-5000, 0), height=1500), Base(*at(5000, 0), height=1500)
    assert sees(table, a, b, lines="centre")
    assert not sees(table, a, b, lines="centre", eyes=(900, 900))


@pytest.mark.parametrize(("eye", "over", "stop"), [(2999, False, False), (3000, True, False), (3001, True, True)])
def test_a_line_level_with_a_top_is_what_the_game_says(eye, over, stop):
    for degree, mirror in TURNS:
        at = frame(degree, mirror)
        table = Terrain(SIZE, SIZE, (box(at, -500, -4000, 500, 4000),))
        a, b = Base(*at(-5000, 0), 600, height=eye), Base(*at(5000, 300), 600, height=eye)
        body = Base(*at(0, 0), 3500, height=3000)
        for one, two in ((a, b), (b, a)):
            assert sees(table, one, two) is over
            assert sees(table, one, two, tops="stop") is stop
            assert sight(table, one, two, tops="stop").clear is stop
            assert sight_all(table, [one], [two], tops="stop").all() == stop
            assert sees(Terrain(SIZE, SIZE), one, two, others=[body], tops="stop") is stop


def test_a_hill_hides_what_is_behind_it_and_raises_who_stands_on_it():
    for degree, mirror in TURNS:
        at = frame(degree, mirror)
        hill = box(at, -2000, -3000, 2000, 3000, 2000, "hill", ("hill",))
        shed = box(at, 5000, -3000, 6000, 3000, 1000, "shed", ("wall",))
        table = Terrain(SIZE, SIZE, (hill, shed))
        west, east, up = (Base(*at(x, 0), 500, height=1000) for x in (-8000, 9000, 0))
        for one, two, seen in ((west, east, False), (west, up, True), (up, east, True)):
            assert sees(table, one, two, ("hill", "wall"), hills="hill") is seen
            assert sees(table, two, one, ("hill", "wall"), hills="hill") is seen
            assert sight(table, one, two, ("hill", "wall"), hills="hill").clear is seen
        assert not sees(table, up, east, ("hill", "wall"))
        assert raised(table, up, "hill").top == 3000
        assert raised(table, west, "hill") == west


def test_overlapping_pieces_count_once_and_abutting_ones_leave_no_gap():
    for degree, mirror in TURNS:
        at = frame(degree, mirror)
        one, two = box(at, -3000, -1000, 1000, 1000), box(at, -1000, -1500, 3000, 1500)
        found = crossing(Terrain(SIZE, SIZE, (one, two)), at(-6000, 0), at(6000, 0))
        assert abs(found.total - 6000) <= 2
        assert abs(sum(span.length for span in found.spans) - 8000) <= 4
    at = frame(0)
    halves = Terrain(SIZE, SIZE, (box(at, -3000, -1000, 3000, 0), box(at, -3000, 0, 3000, 1000)))
    assert crossing(halves, at(-6000, 0), at(6000, 0)).total == 6000
    assert crossing(halves, at(6000, 0), at(-6000, 0)).total == 6000


def test_the_total_is_the_length_inside_the_union():
    rng = random.Random(8)
    for _ in range(300):
        boxes = []
        for _ in range(4):
            x, y = rng.randint(0, 9000), rng.randint(0, 9000)
            boxes.append(
                box(lambda x, y: (round(x), round(y)), x, y, x + rng.randint(1, 5000), y + rng.randint(1, 5000))
            )
        p, q = [(rng.randint(0, 14000), rng.randint(0, 14000)) for _ in range(2)]
        union = shapely.union_all([shapely.Polygon(each.outline) for each in boxes])
        wanted = shapely.LineString([p, q]).intersection(union).length
        assert abs(crossing(Terrain(SIZE, SIZE, tuple(boxes)), p, q).total - wanted) <= 1

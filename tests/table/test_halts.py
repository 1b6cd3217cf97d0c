"""Halts at a distance: never less, and it measures just that, whatever the direction."""

from __future__ import annotations

import random
from math import cos, hypot, pi, sin

import pytest

from hexless.table import Base, at_most, clear, distance, gap, halt, within

DEGREES = range(360)
TARGET = Base(20000, 20000, 650)
CARD = Base(20000, 20000, 0, 2400, 1300, 3, 7)


def apart(degree: float, far: int, base: Base, mirror: int = 1) -> Base:
    turn = 2 * pi * degree / 360
    return base.at(20000 + mirror * round(far * cos(turn)), 20000 + round(far * sin(turn)))


@pytest.mark.parametrize("target", [TARGET, CARD], ids=["disc", "card"])
@pytest.mark.parametrize("base", [Base(0, 0, 475), Base(0, 0, 0, 1500, 900, -2, 5)], ids=["disc", "card"])
def test_a_halt_is_exact_in_every_direction(base, target):
    rng = random.Random(3)
    for degree in DEGREES:
        start = apart(degree + rng.random(), rng.randint(4000, 9000), base)
        spot = start.at(*halt(start, target, 1000))
        assert gap(spot, target).distance == 1000 + (
            not (base.round or target.round) and not within(spot, target, 1000)
        )
        assert clear(spot, target, 1000)
        assert not within(spot, target, 999)
        whole = distance(start.centre, target.centre)
        assert (
            distance(start.centre, spot.centre) + distance(spot.centre, target.centre) <= whole + 4
        )  # beside the line by a hair at most


def test_who_is_too_near_backs_off_to_the_distance():
    for degree in DEGREES:
        start = apart(degree, 1300, Base(0, 0, 475))
        spot = start.at(*halt(start, TARGET, 4000))
        assert gap(spot, TARGET).distance == 4000
        turned = (spot.x - TARGET.x) * (start.y - TARGET.y) - (spot.y - TARGET.y) * (start.x - TARGET.x)
        assert (
            abs(turned) / hypot(start.x - TARGET.x, start.y - TARGET.y) < 120
        )  # ticks off the line, four times as far


def test_two_in_one_place_part_along_the_facing():
    base = Base(20000, 20000, 475)
    assert halt(base, TARGET.facing(0, 1000), 500) == (20000, 20000 - 475 - 650 - 500)


@pytest.mark.parametrize("mirror", [1, -1])
def test_along_a_line_that_passes_at_the_side(mirror):
    """The first place within an inch, or None where the line passes by."""
    for degree in range(0, 360, 3):
        start = apart(degree, 8000, Base(0, 0, 475), mirror)
        ahead = (TARGET.x - start.x, TARGET.y - start.y)
        for aside in (0, 1000, -1500, 2000):
            line = (ahead[0] * 8 - ahead[1] * aside // 1000, ahead[1] * 8 + ahead[0] * aside // 1000)
            spot = halt(start, TARGET, 1000, line)
            off = abs(line[0] * ahead[1] - line[1] * ahead[0]) / hypot(*line)
            if off > 2125 + 2:
                assert spot is None
            elif off < 2125 - 2:
                end = start.at(*spot)
                assert gap(end, TARGET).distance == 1000
                assert clear(end, TARGET, 1000)
        assert halt(start, TARGET, 1000, (-ahead[0], -ahead[1])) is None
        assert halt(start, TARGET, 9000, ahead) == start.centre


def test_what_is_measured_is_what_is_compared():
    """`within`, `at_most`, `Gap.distance` and `distance` are one comparison, whatever the half ticks."""
    rng = random.Random(4)
    for _ in range(3000):
        a, b = Base(rng.randint(0, 3000), rng.randint(0, 3000), 300), Base(rng.randint(0, 3000), 1500, 200)
        limit = max(0, gap(a, b).distance + rng.randint(-1, 1))
        assert within(a, b, limit) == (gap(a, b).distance <= limit)
        square = (a.x - b.x) ** 2 + (a.y - b.y) ** 2
        assert at_most(square, limit) == (distance(a.centre, b.centre) <= limit)

"""The places of a group's fighters: many judged at once against `Drill.open`, which judges one."""

import random

import pytest
from msgspec.structs import replace
from table.strategies import random_terrain

from hexless.moves import Extra
from hexless.moves.drill import Drill, _candidates, _open, choose, overlaps
from hexless.table import Base, Point, _fast, _posts, pack


def discs(rng, count, side, most):
    return [Base(rng.randint(0, side), rng.randint(0, side), rng.randint(0, most)) for _ in range(count)]


def dear(base, way):
    """What lies to the left costs more, and a turn does too."""
    return [Extra(max(0, base.x - way.points[-1][0]) + 2 * (len(way.points) - 1), "left")]


def cases(seed, count):
    """Tiny tables, where things coincide, and every fourth of full size."""
    rng = random.Random(seed)
    for i in range(count):
        side = 24 if i % 4 else 60_000
        size = side // 12
        terrain = random_terrain(rng, side)
        start, before, leader, *others = discs(rng, 9, side, size)
        zone = (Point(0, 0), Point(side, 0), Point(side - size, side), Point(size, side))
        drill = Drill(
            terrain=terrain, costs=terrain.costs({"wood": 200}, impassable=("wall",)), link=rng.randint(0, side // 2),
            leash=rng.randint(side // 4, side), others=pack(others[:2]), standing=pack(others[2:3]),
            zone=zone if rng.random() < 0.3 else (), tie=others[3] if rng.random() < 0.2 else None,
            rest=terrain.costs(impassable=("mud",)) if rng.random() < 0.5 else None,
            on_top=dear if rng.random() < 0.3 else None,
        )  # fmt: skip
        reach = rng.choice((None, side // 4, side // 2 + 1))
        via = [Point(leader.x, leader.y)] if rng.random() < 0.5 else []
        yield drill, start, reach, via, before, leader, [leader, *others[4:5]], [leader], others[5:]


@pytest.mark.parametrize("chunk", range(4))
@pytest.mark.parametrize("most", [1, 6])
def test_many_at_once_are_as_one_by_one(chunk, most):
    some = none = 0
    for drill, start, reach, via, before, leader, taken, near, goals in cases(chunk, 250):
        expected = [
            spot
            for spot in (start.at(*at) for at in _candidates(drill, start, before, leader, near, goals))
            if not any(overlaps(spot, other) for other in taken) and drill.open(start, spot, reach, via, leader, near)
        ]
        assert list(_open(drill, start, reach, via, before, leader, taken, near, goals, most)) == expected
        some, none = some + len(expected), none + (not expected)
    assert some > 500
    assert none > 20


def test_the_kernels_and_their_twins_agree(monkeypatch):
    fast, plain, found = _fast.load(_posts), _fast.plain(_posts), []
    both = {"posts": fast.posts, "rings": fast.rings}

    def twins(name):
        def run(*given):
            lists = [value.tolist() if hasattr(value, "tolist") else value for value in given]
            value, twin = both[name](*given), getattr(plain, name)(*lists)
            assert (value, given[-1].tolist()) == (twin, lists[-1])  # the last is where they leave what they found
            found.append(name)
            return value

        return run

    for name in both:
        monkeypatch.setattr(fast, name, twins(name))
    for drill, start, reach, via, before, leader, taken, near, goals in cases(9, 60):
        list(_open(drill, start, reach, via, before, leader, taken, near, goals, 6))
    assert found.count("posts") > 60
    assert found.count("rings") == 60


def test_the_preferred_of_the_first_six_is_chosen():
    seen = 0
    for case in cases(7, 120):
        drill, start, reach, via, before, leader, taken, near, goals = case
        legal = list(_open(drill, start, reach, via, before, leader, taken, near, goals, 6))[:6]
        if len(legal) == 6:
            best = max(spot.x for spot in legal)
            chosen = choose(
                drill, start, reach, via, before, leader, taken, near, goals, lambda spots: [spot.x for spot in spots]
            )
            if reach is None or chosen is not None:
                assert chosen.x == best
                seen += 1
    assert seen > 5


def test_a_rectangle_is_judged_one_by_one():
    drill, *_ = next(iter(cases(1, 1)))
    drill = replace(drill, zone=(), tie=None, on_top=None, rest=None)
    start, leader = Base(30_000, 30_000, 0, 900, 500), Base(32_000, 30_000, 500)
    assert choose(drill, start, None, (), leader, leader, [leader], [leader]) is not None

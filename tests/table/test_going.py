"""The going against its oracles: `route` for every way, `fits` and the table's edge for every place."""

import random

import numpy as np
import pytest
from table.strategies import random_base, random_tables

from hexless.table import Going, _fast, _going, fits, pack, route, toll
from hexless.table.path import closer

COSTS = {"percents": {"wood": 200, "mud": 50}, "impassable": ("wall",)}


def cases(seed, count, ends=6):
    rng = random.Random(seed)
    for terrain, bases in random_tables(seed, count, bases=6):
        side = terrain.width
        base, others, keep = bases[0], pack(bases[1:4]), [(pack(bases[4:5]), side // 8), (bases[5], 0)]
        spots = [(rng.randint(-1, side + 1), rng.randint(-1, side + 1)) for _ in range(ends)]
        faces = [(f.fx, f.fy) for f in (random_base(rng, side) for _ in spots)]
        yield terrain, base, terrain.costs(**COSTS), others, keep, spots, faces, side // 2


def priced(found):
    return found.cost if found.stop is None else None


@pytest.mark.parametrize("chunk", range(8))
def test_the_going_of_many_ways_is_the_route_of_each(chunk):
    stopped = free = 0
    for terrain, base, costs, others, keep, spots, faces, most in cases(100 + chunk, 160):
        for limit in (None, most):
            going = Going(terrain, base, costs, others, keep)
            expected = [
                priced(route(terrain, base, [s], costs, limit, others, keep, face=f)) for s, f in zip(spots, faces)
            ]
            assert going.tolls(spots, limit, faces) == expected
            assert [going.toll([s], limit, f) for s, f in zip(spots, faces)] == expected
            assert [toll(terrain, base, [s], costs, limit, others, keep, face=f) for s, f in zip(spots, faces)] == (
                expected
            )
            free, stopped = free + sum(e is not None for e in expected), stopped + sum(e is None for e in expected)
    assert free > 100
    assert stopped > 1000


@pytest.mark.parametrize("on_table", [True, False])
def test_ways_of_several_stretches(on_table):
    free = 0
    for terrain, base, costs, others, keep, spots, faces, most in cases(200, 250):
        going = Going(terrain, base, costs, others, keep, on_table)
        via, ends = spots[:2], spots[2:]
        expected = [
            priced(route(terrain, base, [*via, s], costs, 3 * most, others, keep, on_table, f))
            for s, f in zip(ends, faces)
        ]
        assert going.tolls(ends, 3 * most, faces[: len(ends)], via=via) == expected
        assert [going.toll([*via, s], 3 * most, f) for s, f in zip(ends, faces)] == expected
        free += sum(e is not None for e in expected)
    assert free > 5


def test_a_way_without_a_step_is_judged_where_the_base_stands():
    for terrain, base, costs, others, keep, *_ in cases(300, 200):
        assert Going(terrain, base, costs, others, keep).toll([]) == priced(
            route(terrain, base, [], costs, None, others, keep)
        )


def test_places_to_stand_on():
    free = 0
    for terrain, base, costs, others, keep, spots, faces, _ in cases(400, 400):
        found = Going(terrain, base, costs, others, keep).stands(spots, faces)
        for spot, face, stands in zip(spots, faces, found):
            end = base.at(*spot).facing(*face)
            assert stands == (
                terrain.fits_table(end)
                and fits(terrain, end, costs, others, base) is None
                and all(closer(terrain, end, base, one, least) < 0 for one, least in keep)
            )
            free += stands
    assert free > 300


def listed(value):
    return value.tolist() if isinstance(value, np.ndarray) else value


@pytest.mark.parametrize("name", ["toll", "tolls", "stands"])
def test_the_kernels_and_their_twins_agree(name, monkeypatch):
    fast, plain, calls = getattr(_fast.load(_going), name), getattr(_fast.plain(_going), name), []

    def both(*given):
        lists = [listed(value) for value in given]
        found, twin = fast(*given), plain(*lists)
        calls.append(found)
        assert (found, listed(given[-1])) == (twin, lists[-1])  # the last is where they leave what they found
        return found

    monkeypatch.setattr(_fast.load(_going), name, both)
    for terrain, base, costs, others, keep, spots, faces, most in cases(500, 60):
        going = Going(terrain, base, costs, others, keep)
        going.tolls(spots, most, faces)
        going.stands(spots, faces)
        for spot, face in zip(spots, faces):
            going.toll([spot], most, face)
    assert len(calls) >= 60

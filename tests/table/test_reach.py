from math import dist

import pytest

from hexless.table import Base, Terrain, pack, piece, reach, route

MAN = Base(60_000, 90_000, radius=1000)
OPEN = Terrain(120_000, 180_000)
WALL = piece("wall", [(66_000, 80_000), (68_000, 80_000), (68_000, 94_000), (66_000, 94_000)], traits=("wall",))
WOOD = piece("wood", [(48_000, 80_000), (56_000, 80_000), (56_000, 100_000), (48_000, 100_000)], traits=("wood",))
TABLE = Terrain(120_000, 180_000, (WALL, WOOD))
COSTS = TABLE.costs({"wood": 200}, impassable=("wall",))


def test_open_ground_is_exact_to_three_percent():
    field = reach(OPEN, MAN, 12_000, OPEN.costs())
    places = field.points()
    assert len(places) > 3.1 * 60**2
    for place in places[:: max(1, len(places) // 997)]:
        far = dist(place, MAN.centre)
        assert abs(field.cost_at(place) - far) <= 0.03 * far


def test_walls_are_walked_round_and_the_way_is_legal():
    field = reach(TABLE, MAN, 20_000, COSTS)
    goal = (72_000, 90_000)
    way = field.path_to(goal)
    walked = route(TABLE, MAN, way, COSTS, 20_000)
    assert walked.legal
    assert walked.length > 14_000
    assert abs(field.cost_at(goal) - walked.cost) < 0.05 * walked.cost
    assert field.cost_at((67_000, 90_000)) is None
    assert field.path_to((90_000, 90_000)) is None


def test_woods_cost_double():
    field = reach(TABLE, MAN, 12_000, COSTS)
    assert field.cost_at((52_000, 90_000)) == pytest.approx(12_000, rel=0.03)
    assert field.cost_at((51_000, 90_000)) is None
    assert field.cost_at((-5, 10**6)) is None


def test_other_bases_are_in_the_way_but_not_itself():
    ring = pack([MAN, *(Base(60_000 + x, 90_000 + y, radius=1500) for x in (-3500, 0, 3500) for y in (-3500, 3500))])
    field = reach(TABLE, MAN, 6000, COSTS, ring)
    assert field.cost_at((60_000, 93_500)) is None
    assert field.cost_at((63_000, 90_000)) == 3000


def test_the_edge_of_the_table():
    field = reach(OPEN, Base(2000, 2000, radius=1000), 6000, OPEN.costs())
    assert min(place.x for place in field.points()) == 1000
    assert all(OPEN.fits_table(Base(*place, radius=1000)) for place in field.points())


def test_spread_is_wide_and_reachable():
    field = reach(TABLE, MAN, 12_000, COSTS)
    chosen = field.spread(12)
    assert len(set(chosen)) == 12
    assert min(dist(p, q) for p in chosen for q in chosen if p != q) > 4000
    for place in chosen:
        assert route(TABLE, MAN, field.path_to(place), COSTS).legal
    assert field.spread(0) == ()


def test_nothing_to_spend():
    field = reach(TABLE, MAN, 0, COSTS)
    assert field.points() == (MAN.centre,)
    assert field.path_to(MAN.centre) == (MAN.centre,)
    with pytest.raises(ValueError, match="allowance"):
        reach(TABLE, MAN, -1, COSTS)

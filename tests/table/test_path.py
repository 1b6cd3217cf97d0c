import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from table.strategies import SIDE, bases, moved, points, terrains

from hexless.kernel import Stream
from hexless.table import Base, Route, Terrain, fits, pack, piece, route, toll, walked
from hexless.table.path import trodden

WALL = piece("wall", [(10_000, 10_000), (12_000, 10_000), (12_000, 20_000), (10_000, 20_000)], traits=("wall",))
WOOD = piece("wood", [(20_000, 10_000), (30_000, 10_000), (30_000, 30_000), (20_000, 30_000)], traits=("wood",))
ROAD = piece("road", [(0, 26_000), (40_000, 26_000), (40_000, 28_000), (0, 28_000)], traits=("road",))
TABLE = Terrain(50_000, 50_000, (WALL, WOOD, ROAD))
COSTS = TABLE.costs({"wood": 200, "road": 50}, impassable=("wall",))
MAN = Base(5000, 15_000, radius=1000)


def test_legs_are_cut_at_points_and_edges():
    walked = route(TABLE, MAN, [(5000, 24_000), (40_000, 24_000)], COSTS)
    assert walked.legal
    assert [(leg.end, leg.length, leg.cost, leg.pieces) for leg in walked.legs] == [
        ((5000, 24_000), 9000, 9000, ()),
        ((20_000, 24_000), 15_000, 15_000, ()),
        ((30_000, 24_000), 10_000, 20_000, (1,)),
        ((40_000, 24_000), 10_000, 10_000, ()),
    ]
    assert (walked.length, walked.cost) == (44_000, 54_000)


def test_the_last_listed_piece_decides():
    walked = route(TABLE, MAN.at(15_000, 27_000), [(35_000, 27_000)], COSTS)
    assert walked.cost == 10_000
    assert [leg.pieces for leg in walked.legs] == [(2,), (1, 2), (2,)]


def test_walking_along_an_edge_is_plain():
    assert route(TABLE, MAN.at(20_000, 5000), [(20_000, 25_000)], COSTS).cost == 20_000


def test_exactly_the_allowance_is_enough():
    way = [(5000, 24_000), (40_000, 24_000)]
    assert route(TABLE, MAN, way, COSTS, allowance=54_000).legal
    stop = route(TABLE, MAN, way, COSTS, allowance=39_000).stop
    assert (stop.what, stop.amount, stop.point) == ("too_far", 15_000, (27_500, 24_000))


def test_a_wall_in_the_way():
    stop = route(TABLE, MAN, [(15_000, 15_000)], COSTS).stop
    assert (stop.what, stop.index, stop.amount, stop.point) == ("terrain", 0, 4000, (9000, 15_000))
    assert stop.line == ((9000, 15_000), (10_000, 15_000))


def test_touching_a_wall_all_along_is_allowed():
    assert route(TABLE, MAN.at(9000, 5000), [(9000, 25_000)], COSTS).legal
    assert route(TABLE, MAN.at(9001, 5000), [(9001, 25_000)], COSTS).stop.what == "terrain"
    assert route(TABLE, MAN.at(9000, 5000), [(9000, 9000), (13_000, 9000), (13_000, 21_000)], COSTS).legal


def test_other_bases_are_in_the_way_but_not_itself():
    crowd = pack([MAN, Base(15_000, 25_000, radius=500)])
    way = [(5000, 24_000), (19_000, 24_000)]
    stop = route(TABLE, MAN, way, COSTS, others=crowd).stop
    assert (stop.what, stop.index) == ("base", 1)
    assert route(TABLE, MAN, way, COSTS, others=crowd.without(1)).legal
    assert route(TABLE, MAN, [(5000, 23_500), (19_000, 23_500)], COSTS, others=crowd).legal
    assert route(TABLE, MAN, [(5500, 15_000)], COSTS, others=crowd).legal
    card = Base(15_000, 25_000, length=2000, width=2000, fx=1, fy=1)
    assert route(TABLE, MAN, way, COSTS, others=[card]).stop.what == "base"


def test_a_base_may_leave_what_it_overlaps_but_not_end_there():
    other = [Base(6500, 15_000, radius=1000)]
    assert route(TABLE, MAN, [(2000, 15_000)], COSTS, others=other).legal
    stop = route(TABLE, MAN, [(4999, 15_000)], COSTS, others=other).stop
    assert (stop.what, stop.index) == ("base", 0)
    assert fits(TABLE, MAN, COSTS, other) == ("base", 0)
    assert fits(TABLE, MAN.at(11_000, 15_000), COSTS) == ("terrain", 0)
    assert fits(TABLE, MAN, COSTS) is None


def test_keeping_a_gap_at_the_end():
    foe, way = Base(12_000, 25_000, radius=1000), [(5000, 25_000), (9000, 25_000)]
    assert route(TABLE, MAN, way, COSTS, keep=((foe, 1000),)).legal
    stop = route(TABLE, MAN, way, COSTS, keep=((foe.at(40_000, 40_000), 1000), (pack([foe]), 1001))).stop
    assert (stop.what, stop.index, stop.amount) == ("too_close", 1, 1)
    assert stop.line == ((10_000, 25_000), (11_000, 25_000))


def test_the_edge_of_the_table():
    assert route(TABLE, MAN, [(1000, 15_000)], COSTS).legal
    stop = route(TABLE, MAN, [(600, 15_000)], COSTS).stop
    assert (stop.what, stop.amount) == ("off_table", 400)
    assert route(TABLE, MAN, [(600, 15_000)], COSTS, on_table=False).legal
    card = Base(5000, 15_000, length=6000, width=2000)
    assert route(TABLE, card, [(1500, 15_000)], COSTS).legal
    assert route(TABLE, card, [(1500, 15_000)], COSTS, face=(1, 0)).stop.what == "off_table"


def test_a_turned_rectangle_must_fit():
    card = Base(5000, 15_000, length=6000, width=2000)
    assert route(TABLE, card, [(8000, 15_000)], COSTS).legal
    stop = route(TABLE, card, [(8000, 15_000)], COSTS, face=(1, 0)).stop
    assert (stop.what, stop.index) == ("no_fit", 0)


def test_standing_still_costs_nothing():
    assert route(TABLE, MAN, [], COSTS) == Route((), 0, 0)
    assert route(TABLE, MAN, [MAN.centre], COSTS, allowance=0) == Route((), 0, 0)


def test_roundings_do_not_add_up():
    strips = tuple(
        piece(f"s{i}", [(i, 0), (i + 1, 0), (i + 1, 999), (i, 999)], traits=("s",)) for i in range(50, 900, 2)
    )
    table = Terrain(1000, 1000, strips)
    walked = route(table, Base(10, 10), [(910, 910)], table.costs({"s": 100}))
    assert walked.cost == walked.length == 1273
    assert sum(leg.cost for leg in walked.legs) == 1273


@given(terrains(), bases(), st.lists(points, max_size=3), st.lists(bases(), max_size=2), st.integers(0, 60))
def test_toll_is_route_without_its_witness(terrain, base, way, others, allowance):
    costs = terrain.costs(impassable=("wall",))
    walked = route(terrain, base, way, costs, allowance, others)
    assert toll(terrain, base, way, costs, allowance, others) == (walked.cost if walked.legal else None)
    assert sum(leg.length for leg in walked.legs) == walked.length
    assert sum(leg.cost for leg in walked.legs) == walked.cost
    assert msgspec.json.decode(msgspec.json.encode(walked), type=Route) == walked


@given(terrains(), bases(), points, st.lists(bases(), max_size=2))
def test_routes_survive_moving(terrain, base, end, others):
    def verdict(terrain, base, end, others):
        stop = route(terrain, base, [end], terrain.costs(impassable=("wall",)), others=others, on_table=False).stop
        return stop and (stop.what, stop.index)

    shifted = [each.at(each.x + 500, each.y + 300) for each in (base, *others)]
    there = verdict(moved(terrain, 500, 300), shifted[0], (end[0] + 500, end[1] + 300), shifted[1:])
    assert there == verdict(terrain, base, end, others)


@pytest.mark.parametrize("way", [[(SIDE * 1000, 15_000)], [(5000, 40_000)]])
def test_stops_are_on_the_table(way):
    stop = route(TABLE, MAN, way, COSTS, allowance=1000).stop
    assert 0 <= stop.point.x <= TABLE.width


@given(terrains(), bases(), st.lists(points, max_size=3), bases())
def test_the_legs_of_a_way_are_those_of_its_route_whatever_stops_it(terrain, base, way, other):
    costs = terrain.costs({"wood": 200, "mud": 50}, impassable=("wall",))
    full, bare = route(terrain, base, way, costs, 5, [other]), walked(terrain, base, way, costs)
    assert (bare.legs, bare.length, bare.cost, bare.stop) == (full.legs, full.length, full.cost, None)


def test_what_is_trodden_is_as_long_as_what_is_walked():
    """Where nothing cuts its legs a way is measured without the kernel."""
    stream = Stream("trodden", "ways")
    for costs in (TABLE.costs({}, impassable=("wall",)), COSTS):
        for _ in range(200):
            start, *way = [(stream.below(48_000), stream.below(48_000)) for _ in range(2 + stream.below(4))]
            long = walked(TABLE, MAN.at(*start), way, costs).length
            assert trodden(TABLE, MAN.at(*start), way, costs, named=False) == (long, ())

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from table.strategies import SIDE, mirrored, moved, points, terrains

from hexless.table import Crossing, Span, Terrain, crossing, crossing_all, piece
from hexless.table.crossing import spans_inside

WOOD = piece("wood", [(2000, 2000), (6000, 2000), (6000, 6000), (2000, 6000)], traits=("wood",))
FORK = piece("fork", [(1000, 7000), (9000, 7000), (9000, 9000), (6000, 9000), (5000, 7500), (4000, 9000), (1000, 9000)])
TABLE = Terrain(10_000, 10_000, (WOOD, FORK))


def test_lengths_inside():
    assert crossing(TABLE, (0, 4000), (10_000, 4000)).spans == (Span(0, 4000),)
    assert crossing(TABLE, (3000, 4000), (4500, 4000)).spans == (Span(0, 1500),)
    assert crossing(TABLE, (0, 0), (6000, 6000)).spans == (Span(0, 5657),)
    assert crossing(TABLE, (0, 8250), (10_000, 8250)).spans == (Span(1, 7000),)
    assert crossing(TABLE, (4000, 0), (4000, 10_000)).total == 4000 + 2000


def test_touching_and_running_along_an_edge_is_nothing():
    assert crossing(TABLE, (0, 2000), (10_000, 2000)).spans == ()
    assert crossing(TABLE, (0, 4000), (4000, 0)).spans == ()
    assert crossing(TABLE, (6000, 0), (6000, 6500)).spans == ()
    assert crossing(TABLE, (4000, 4000), (4000, 4000)).spans == ()


def test_masks():
    assert crossing(TABLE, (4000, 0), (4000, 10_000), "wood").spans == (Span(0, 4000),)
    assert crossing_all(TABLE, [(4000, 0, 4000, 10_000)], "wood").tolist() == [[4000]]


@given(terrains(), points, points)
def test_both_ways_moved_and_mirrored_are_the_same(terrain, p, q):
    there = crossing(terrain, p, q)
    assert crossing(terrain, q, p).spans == there.spans
    assert crossing(moved(terrain, 5, 9), (p[0] + 5, p[1] + 9), (q[0] + 5, q[1] + 9)).spans == there.spans
    back = crossing(mirrored(terrain), (SIDE - p[0], p[1]), (SIDE - q[0], q[1]))
    assert {s.piece for s in there.spans} ^ {s.piece for s in back.spans} == set() or all(
        s.length <= 1 for s in there.spans + back.spans
    )
    assert msgspec.json.decode(msgspec.json.encode(there), type=Crossing) == there


@given(terrains(), st.lists(st.tuples(points, points), max_size=4))
def test_many_lines_have_the_spans_of_each(terrain, lines):
    mask = terrain.having("wall", "wood")
    found = spans_inside(terrain, [(*p, *q) for p, q in lines], mask)
    assert found == [crossing(terrain, p, q, mask).spans for p, q in lines]
    rows = [crossing_all(terrain, [(*p, *q)], mask)[0] for p, q in lines]
    assert found == [tuple(Span(i, int(n)) for i, n in zip(mask.pieces, row) if n) for row in rows]

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table.strategies import SIDE, bases, mirrored, mirrored_base, moved, random_tables, terrains

from hexless.table import Base, Sight, Terrain, most_seen, open_lines, pack, piece, see_any, sees, sight, sight_all

LINES = st.sampled_from(["centre", "edges", "any"])
WALL = piece("wall", [(4000, 2000), (6000, 2000), (6000, 8000), (4000, 8000)], height=3000, traits=("wall",))
TABLE = Terrain(10_000, 10_000, (WALL,))
A = Base(1000, 5000, radius=500, height=1000)
B = A.at(9000, 5000)


def test_a_wall_stops_every_line_and_says_where():
    seen = sight(TABLE, A, B)
    assert not seen.clear
    assert seen.line is None
    assert len(seen.blocks) == seen.lines == 9
    first = seen.blocks[0]
    assert (first.start, first.end, first.what, first.index, first.point) == (
        A.centre,
        B.centre,
        "piece",
        0,
        (4000, 5000),
    )


def test_ignored_pieces_and_other_traits_stop_nothing():
    assert sees(TABLE, A, B, ignore=(0,))
    assert sees(TABLE, A, B, blockers="wood")
    assert not sees(TABLE, A, B, blockers=("wood", "wall"))
    assert not sees(TABLE, A, B, TABLE.having("wall"))


def test_touching_an_edge_or_a_corner_stops_nothing():
    assert sees(TABLE, A.at(1000, 8000), B.at(9000, 8000), lines="centre")
    assert not sees(TABLE, A.at(1000, 7999), B.at(9000, 7999), lines="centre")
    assert sees(TABLE, A.at(2000, 4000), B.at(6000, 0), lines="centre")
    assert not sees(TABLE, A.at(2000, 4000), B.at(6000, 1), lines="centre")
    assert sees(TABLE, A.at(4000, 0), B.at(4000, 9999), lines="centre")


def test_a_line_between_two_edges_that_face_each_other_is_stopped_only_inside():
    z = piece("z", [(0, 4), (4, 4), (4, 0), (8, 0), (8, 8), (4, 8), (4, 6), (0, 6)], height=9)
    table = Terrain(10, 10, (z,))
    assert sees(table, Base(4, 0), Base(4, 4), lines="centre")
    assert not sees(table, Base(4, 0), Base(4, 6), lines="centre")
    assert sees(table, Base(4, 6), Base(4, 9), lines="centre")


def test_lines_over_the_top():
    tower = Base(1000, 5000, radius=500, height=5000)
    assert not sees(TABLE, tower, B, lines="centre")  # comes down to 3000 at x = 5000, below it until 6000
    near = B.at(7000, 5000)
    assert sees(TABLE, tower, near, lines="centre", eyes=(5000, 2600))  # at 3000 just where it leaves
    assert not sees(TABLE, tower, near, lines="centre", eyes=(5000, 2599))
    assert sees(TABLE, tower, B, lines="centre", eyes=(3000, 3000))
    assert not sees(TABLE, tower, B, lines="centre", eyes=(2999, 3000))
    assert sees(TABLE, Base(1000, 5000), Base(6000, 5000), eyes=(5000, 3000), lines="centre")
    assert not sees(TABLE, tower, B, eyes=(9000, 9000), flat=True)


def test_the_entry_point_lies_where_the_line_comes_under_the_top():
    seen = sight(TABLE, Base(1000, 5000), Base(9000, 5000), lines="centre", eyes=(5000, 1000))
    assert seen.blocks[0].point == (5000, 5000)


def test_other_bases_stop_lines_but_not_their_own():
    body = Base(5000, 9000, radius=500, height=1001)
    low, high = A.at(1000, 9000), B.at(9000, 9000)
    crowd = pack([low, body, high])
    seen = sight(TABLE, low, high, lines="centre", others=crowd)
    assert [(b.what, b.index) for b in seen.blocks] == [("base", 1)]
    assert sees(TABLE, low, high, lines="centre", others=crowd.without(1))
    assert sees(TABLE, low.at(1000, 9500), high.at(9000, 9500), lines="centre", others=crowd)
    assert not sees(TABLE, low, high, lines="centre", others=[Base(5000, 9000, length=100, width=100, height=1001)])


def test_edges_are_the_two_outer_lines():
    seen = sight(TABLE, A.at(1000, 8000), B.at(9000, 8000), lines="edges")
    assert seen.lines == 2
    assert seen.line == ((1000, 8500), (9000, 8500))
    assert [b.start for b in seen.blocks] == [(1000, 7500)]
    assert seen.clear
    assert not seen.full


def test_edges_of_rectangles_are_the_same_from_both_ends():
    card = Base(1000, 9000, length=600, width=400, fx=1, fy=0)
    there, back = (
        sight(TABLE, *pair, lines="edges") for pair in ((card, card.at(9000, 9000)), (card.at(9000, 9000), card))
    )
    assert there.line == ((1300, 9200), (8700, 9200))
    assert back.line == ((8700, 8800), (1300, 8800))


def test_a_line_of_no_length_is_clear():
    assert sees(TABLE, Base(5000, 5000), Base(5000, 5000))


@settings(max_examples=500)
@given(terrains(), bases(), bases(), LINES, st.booleans())
def test_sight_is_mutual(terrain, a, b, lines, flat):
    there, back = sight(terrain, a, b, lines=lines, flat=flat), sight(terrain, b, a, lines=lines, flat=flat)
    assert there.clear == back.clear == sees(terrain, a, b, lines=lines, flat=flat)
    assert len(there.blocks) == len(back.blocks)
    assert msgspec.json.decode(msgspec.json.encode(there), type=Sight) == there


@given(terrains(), bases(), bases(), bases(), LINES)
def test_sight_survives_moving_and_mirrors(terrain, a, b, other, lines):
    seen = sees(terrain, a, b, lines=lines, others=[other])
    shifted = [base.at(base.x + 1000, base.y + 77) for base in (a, b, other)]
    assert sees(moved(terrain, 1000, 77), *shifted[:2], lines=lines, others=shifted[2:]) == seen
    turned = [mirrored_base(base, SIDE) for base in (a, b, other)]
    assert sees(mirrored(terrain), *turned[:2], lines=lines, others=turned[2:]) == seen


@given(terrains(), st.lists(bases(), min_size=1, max_size=3), st.lists(bases(), min_size=1, max_size=3), LINES)
def test_all_pairs_at_once(terrain, froms, tos, lines):
    matrix = sight_all(terrain, froms, tos, lines=lines)
    assert matrix.tolist() == [[sees(terrain, a, b, lines=lines) for b in tos] for a in froms]
    anybody = see_any(terrain, pack(froms), pack(tos), terrain.mask(None), lines)
    assert anybody == matrix.any(axis=1).tolist()


SPOTS = st.lists(st.tuples(*(st.integers(0, SIDE), st.integers(0, SIDE), st.integers(0, 4000))), min_size=1, max_size=4)


@settings(max_examples=400)
@given(terrains(), SPOTS, SPOTS, st.lists(bases(), max_size=3))
def test_the_best_eye_sees_as_many_points_as_the_single_lines_say(terrain, eyes, body, others):
    def line(eye, point):
        return sees(terrain, Base(*eye[:2]), Base(*point[:2]), None, "centre", others=others, eyes=(eye[2], point[2]))

    seen = [sum(line(eye, point) for point in body) for eye in eyes]
    assert most_seen(terrain, eyes, body, None, others) == max(seen)


@pytest.mark.parametrize("lines", ["centre", "edges", "any"])
def test_every_blocked_line_has_a_witness_in_its_piece(lines):
    for block in sight(TABLE, A, B, lines=lines).blocks:
        assert block.index in TABLE.at(block.point)


def test_open_lines_are_lines_between_points_without_heights():
    free = stopped = 0
    for terrain, made in random_tables(31, 150, 6):
        mask, others = terrain.having("wall", "wood"), pack(made[3:])
        start, *ends = [base.centre for base in made[:4]]
        found = open_lines(terrain, start, ends, mask, others)
        assert found == [sees(terrain, Base(*start), Base(*end), mask, "centre", (), others, flat=True) for end in ends]
        assert open_lines(terrain, start, [], mask) == []
        free, stopped = free + sum(found), stopped + len(found) - sum(found)
    assert min(free, stopped) > 100

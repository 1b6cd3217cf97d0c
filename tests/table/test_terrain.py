import msgspec
import pytest
from hypothesis import given
from table.strategies import points, terrains

from hexless.table import Base, Piece, Point, Terrain, piece, terrain_faults

SQUARE = ((2000, 2000), (6000, 2000), (6000, 6000), (2000, 6000))
WOOD = piece("wood", SQUARE, traits=("wood",))
ROCK = piece("rock", [(5000, 5000), (9000, 5000), (9000, 9000)], height=2000, traits=("rock", "hard"))
TABLE = Terrain(10_000, 10_000, (WOOD, ROCK))


def test_outlines_are_stored_counter_clockwise():
    assert piece("w", SQUARE[::-1]).twice_area == WOOD.twice_area == 2 * 4000**2


def test_having_and_masks():
    assert TABLE.having("hard").pieces == (1,)
    assert TABLE.having("hard", "wood").pieces == (0, 1)
    assert TABLE.having("hard") is TABLE.having("hard")
    assert TABLE.mask(None, ignore=(0,)).pieces == (1,)
    assert TABLE.mask("wood").pieces == (0,)
    assert 1 in TABLE.mask(["hard"])


def test_at_counts_the_edge():
    assert TABLE.at((5500, 5500)) == (0, 1)
    assert TABLE.at((2000, 3000)) == (0,)
    assert TABLE.at((1999, 3000)) == ()


def test_holds_and_touches():
    disc = Base(4000, 4000, radius=2000)
    assert TABLE.holds(0, disc)
    assert not TABLE.holds(0, disc.at(4001, 4000))
    assert TABLE.touches(0, disc.at(8000, 4000))
    assert not TABLE.touches(0, disc.at(8001, 4000))
    block = Base(4000, 4000, length=4000, width=4000)
    assert TABLE.holds(0, block)
    assert not TABLE.holds(0, block.facing(1, 1))


def test_a_rectangle_over_a_notch_is_not_held():
    notched = piece("u", [(0, 0), (9000, 0), (9000, 9000), (5000, 9000), (4500, 1000), (4000, 9000), (0, 9000)])
    table = Terrain(10_000, 10_000, (notched,))
    assert not table.holds(0, Base(4500, 5000, length=1000, width=8000))
    assert table.holds(0, Base(4500, 500, length=1000, width=8000))


def test_costs():
    costs = TABLE.costs({"wood": 200, "hard": 50}, impassable=("rock",))
    assert costs.pieces == ((0, 200), (1, -1))
    assert TABLE.costs({"wood": 200, "hard": 50}, impassable=("rock",)) is costs
    with pytest.raises(ValueError, match="1 to 10000"):
        TABLE.costs({"wood": 0})


@pytest.mark.parametrize(
    ("outline", "words"),
    [
        (((0, 0), (1, 0)), "at least 3"),
        (((0, 0), (10, 10), (10, 0), (0, 10)), "sides 0 and 2"),
        (((0, 0), (5, 5), (10, 10)), "sides"),
        (((0, 0), (0, 10), (10, 10)), "clockwise"),
        (((0, 0), (99_999, 0), (0, 10)), "off the table"),
        (((0, 0), (0, 0), (10, 0), (0, 10)), "sides 0 and 1"),
        (((0, 0), (10, 0), (4, 0), (0, 10)), "sides 0 and 1"),
    ],
)
def test_faults_are_named(outline, words):
    faults = terrain_faults(Terrain(10_000, 10_000, (Piece("bad", tuple(Point(*p) for p in outline)),)))
    assert any(words in fault for fault in faults), faults


def test_sound_terrain_has_no_faults():
    assert terrain_faults(TABLE) == []


def test_what_is_too_large_for_the_kernels_is_refused():
    for bad in (Terrain(2**20 + 1, 5), Terrain(5, 5, (piece("far", [(0, 0), (2**20 + 1, 0), (0, 5)]),))):
        assert terrain_faults(bad)
        with pytest.raises(ValueError, match="within"):
            _ = bad.flat
    with pytest.raises(ValueError, match="height"):
        _ = Terrain(5, 5, (piece("tall", SQUARE, height=2**17 + 1),)).flat


@given(terrains(), points)
def test_a_terrain_is_a_value(terrain, point):
    again = msgspec.json.decode(msgspec.json.encode(terrain), type=Terrain)
    assert again == terrain
    assert hash(again) == hash(terrain)
    assert again.at(point) == terrain.at(point)

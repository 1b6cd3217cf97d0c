import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from table.strategies import SIDE, bases, mirrored_base

from hexless.table import Base, hull, hull_of, pack, touched


def test_corners_run_counter_clockwise_from_front_right():
    base = Base(0, 0, length=4000, width=2000, fx=1, fy=0)
    assert base.corners() == ((2000, -1000), (2000, 1000), (-2000, 1000), (-2000, -1000))
    assert base.facing(0, 7).corners() == ((1000, 2000), (-1000, 2000), (-1000, -2000), (1000, -2000))
    assert base.facing(3, 4).corners()[0] == (1200 + 800, 1600 - 600)


def test_a_disc_has_no_corners():
    assert Base(0, 0, radius=1000).corners() == ()


def test_facing_nowhere_is_refused():
    with pytest.raises(ValueError, match="facing"):
        Base(0, 0, radius=1).facing(0, 0)


@pytest.mark.parametrize(
    "base",
    [
        Base(0, 0, radius=-1),
        Base(0, 0, radius=1, length=1, width=1),
        Base(0, 0, length=1),
        Base(0, 0, fx=0, fy=0),
        Base(2**21, 0),
        Base(0, 0, height=-1),
        Base(0, 0, z=2**18),
    ],
)
def test_faults(base):
    assert len(base.faults()) == 1
    with pytest.raises(ValueError, match="not a base"):
        _ = pack([base]).rows


@given(bases())
def test_a_base_is_a_value(base):
    assert base.faults() == []
    assert msgspec.json.decode(msgspec.json.encode(base), type=Base) == base
    assert hash(base.at(base.x, base.y)) == hash(base)


@given(bases())
def test_mirror_image_has_mirrored_corners(base):
    assert sorted((SIDE - x, y) for x, y in base.corners()) == sorted(mirrored_base(base, SIDE).corners())


@given(st.lists(bases(), min_size=1, max_size=6))
def test_packed_rows(some):
    packed = pack(some)
    assert pack(packed) is packed
    assert len(packed.rows) == 20 * len(some)
    assert list(packed) == some
    assert packed.without(0).rows[5] == -1
    assert packed.rows[5] >= 0


@given(st.lists(bases(), min_size=1, max_size=6))
def test_hull_holds_all_corners(some):
    outline = hull(some)
    if len(outline) > 2:
        assert touched(outline, some) == tuple(range(len(some)))


CENTRES = st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 3000)), min_size=1, max_size=8)


@given(CENTRES, st.sampled_from((0, 1, 7, 1250, 2000)))
def test_hull_of_equal_discs_is_that_of_all_their_rims(centres, radius):
    rims = [hull([Base(x, y, radius)]) for x, y in centres]
    assert hull([Base(x, y, radius) for x, y in centres]) == hull_of([point for rim in rims for point in rim])


def test_hull_between_two_bases():
    outline = hull([Base(0, 0, radius=1000), Base(10_000, 0, radius=1000)])
    inside, outside = Base(5000, 1500, radius=500), Base(5000, 1501, radius=500)
    assert touched(outline, [inside, outside]) == (0,)

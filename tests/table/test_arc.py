from math import atan2, degrees, hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table.strategies import bases

from hexless.table import Base, arc

NORTH = Base(0, 0, radius=1000)


@pytest.mark.parametrize(
    ("point", "width", "inside"),
    [
        ((0, 5000), 45, True),
        ((5000, 5000), 90, True),
        ((5001, 5000), 90, False),
        ((5000, 0), 180, True),
        ((5000, -1), 180, False),
        ((5000, -5000), 270, True),
        ((5000, -5001), 270, False),
        ((0, -5000), 270, False),
        ((0, -5000), 360, True),
        ((0, -5000), 359, False),
        ((0, 0), 1, True),
        ((577, 1000), 60, True),
        ((578, 1000), 60, False),
        ((414213, 1000000), 45, True),
        ((414214, 1000000), 45, False),
    ],
)
def test_the_edge_of_an_arc_is_inside(point, width, inside):
    assert arc(NORTH, point, width).inside is inside
    assert arc(NORTH, (-point[0], point[1]), width).inside is inside


def test_any_part_of_a_base():
    disc = Base(6000, 5000, radius=800)
    assert not arc(NORTH, disc, 90).inside
    assert arc(NORTH, disc, 90, centre_only=False).inside
    assert not arc(NORTH, Base(6000, 4000, radius=800), 90, centre_only=False).inside
    card = Base(6000, 5000, length=4000, width=600, fx=1, fy=0)
    assert arc(NORTH, card, 90, centre_only=False).inside
    assert not arc(NORTH, card.facing(1, 1), 90, centre_only=False).inside
    assert arc(NORTH, Base(0, 9000, length=100, width=90_000), 1, centre_only=False).inside


def test_edges_are_vectors_and_wrong_widths_are_refused():
    seen = arc(NORTH, (0, 1), 90)
    assert seen.left == (-seen.right[0], seen.right[1])
    assert arc(NORTH, (0, 1), 360).left is None
    for bad in (0, 361):
        with pytest.raises(ValueError, match="1 to 360"):
            arc(NORTH, (0, 1), bad)


@given(bases(), st.integers(-(10**5), 10**5), st.integers(-(10**5), 10**5), st.integers(1, 359))
def test_arcs_agree_with_angles(base, x, y, width):
    dx, dy = x - base.x, y - base.y
    angle = degrees(atan2(base.fx * dy - base.fy * dx, base.fx * dx + base.fy * dy))
    if hypot(dx, dy) and abs(abs(angle) - width / 2) > 1e-6:
        assert arc(base, (x, y), width).inside == (abs(angle) < width / 2)

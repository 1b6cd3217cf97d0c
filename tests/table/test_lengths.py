from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexless.table import distance, show, ticks
from hexless.table.lengths import half_up, root


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        (3, 3000),
        (3.5, 3500),
        ("3.5", 3500),
        ("-0.001", -1),
        (0.0005, 0),
        ("0.0005", 0),
        ("0.0015", 2),
        ("1e2", 100_000),
    ],
)
def test_ticks(units, expected):
    assert ticks(units) == expected


@pytest.mark.parametrize(
    "units", ["nan", "inf", "", "six", "sNaN", "1e999999999", "9" * 99, float("nan"), float("inf")]
)
def test_what_is_no_length_is_refused(units):
    with pytest.raises(ValueError, match="not a length"):
        ticks(units)


@pytest.mark.parametrize(
    ("length", "text"), [(3500, "3.5"), (0, "0"), (-1, "-0.001"), (12_000, "12"), (-1250, "-1.25")]
)
def test_show(length, text):
    assert show(length) == text


@given(st.integers(-(10**9), 10**9))
def test_shown_text_reads_back(length):
    assert ticks(show(length)) == length


@given(st.integers(0, 2**90))
def test_root_is_nearest(square):
    r = root(square)
    assert (2 * r - 1) ** 2 < 4 * square + 1 <= (2 * r + 1) ** 2 or square == 0 == r


@given(st.integers(-(10**6), 10**6), st.integers(1, 10**6))
def test_half_up_is_nearest_and_odd(top, bottom):
    assert abs(half_up(top, bottom) - Fraction(top, bottom)) <= Fraction(1, 2)
    assert half_up(-top, bottom) == -half_up(top, bottom) == half_up(top, -bottom)


def test_distance():
    assert distance((0, 0), (3000, 4000)) == 5000
    assert distance((0, 0), (1, 1)) == 1

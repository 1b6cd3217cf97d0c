"""Pressure: what things could do to each other, by hand, from both sides, and the same with and without numba."""

import pytest

from hexless.kernel import Stream
from hexless.table import _fast, _pressure
from hexless.table.pressure import Means, Thing, joined, packed_thing, pressure

GUN = Means(12_000, 6_000, 1, 7, 1000)


def thing(x, y, *means, counts=100, kind=1, hardness=10, size=2, through=100, value=300, keeps_off=False):
    return packed_thing(Thing(x, y, counts, kind, hardness, size, through, value, keeps_off, means))


def of(ours, theirs, far=1000):
    return pressure(joined(ours), joined(theirs), far)


def test_one_presses_on_another():
    """Strength 7 against 10: 3 and 4 are one, 5 and 6 two; a blow is 1 in the mean, half of a size of 2."""
    assert of([thing(0, 0, GUN)], [thing(12_000, 0)]) == 150
    assert of([thing(0, 0)], [thing(12_000, 0, GUN)]) == -150
    assert of([thing(0, 0, GUN, counts=40)], [thing(12_000, 0)]) == 60
    assert of([thing(0, 0, GUN)], [thing(12_000, 0, through=50)]) == 75
    assert of([thing(0, 0, GUN._replace(blows=9000))], [thing(12_000, 0)]) == 300  # no more than all of it


@pytest.mark.parametrize(
    ("other", "score"),
    [
        (thing(12_001, 0), -12),  # out of reach: one less for each thousand
        (thing(7_000, 0, keeps_off=True), -7),
        (thing(6_000, 0, keeps_off=True), 150),
        (thing(6_000, 0, kind=2), -6),
        (thing(6_000, 0, hardness=14), -6),
    ],
)
def test_who_is_not_reached(other, score):
    assert of([thing(0, 0, GUN)], [other]) == score


def test_each_takes_its_best_mark_with_its_best_means():
    weak = GUN._replace(strength=4)
    assert of([thing(0, 0, weak, GUN)], [thing(1000, 0, value=100), thing(5000, 0, value=400)]) == 200


def drawn(stream):
    means = [
        Means(stream.between(-1, 20_000), stream.between(-1, 9000), stream.between(0, 7), stream.between(2, 13), 900)
        for _ in range(stream.below(5))
    ]
    return thing(
        stream.between(0, 48_000), stream.between(0, 48_000), *means, counts=stream.between(0, 100),
        kind=1 << stream.below(3), hardness=stream.between(5, 14), size=stream.between(1, 5),
        value=stream.between(10, 900), keeps_off=bool(stream.below(2)),
    )  # fmt: skip


def test_compiled_and_plain_agree_and_both_sides_see_the_same():
    for k in range(300):
        stream = Stream(k, "pressure")
        ours, theirs = ([drawn(stream) for _ in range(1 + stream.below(6))] for _ in range(2))
        found = of(ours, theirs)
        assert of(theirs, ours) == -found
        rows = [int(value) for row in (*ours, *theirs) for value in row]
        assert _fast.plain(_pressure).pressure(rows, len(ours), 1000) == found

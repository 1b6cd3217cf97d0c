"""Pools, their outcomes and the dice of a game."""

from collections import Counter
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexless.kernel import BadAnswer, Dice, Game, Pool, Script, d3, d6, d8, d10, d12, d20, outcomes

pools = st.builds(
    Pool,
    st.integers(0, 4),
    st.sampled_from([2, 3, 6]),
    st.sampled_from(["faces", "count", "under", "total", "high", "bands"]),
    st.integers(-1, 8),
    st.lists(st.integers(-1, 8), max_size=3).map(lambda edges: tuple(sorted(edges))),
)


@given(pools)
def test_outcomes_are_those_of_every_roll(pool):
    brute = Counter(pool.read(faces) for faces in product(range(1, pool.sides + 1), repeat=pool.n))
    values, total = outcomes(pool)
    assert dict(values) == brute
    assert total == pool.sides**pool.n == sum(brute.values())


@pytest.mark.parametrize("n", [1, 4, 9])
@pytest.mark.parametrize("sides", [3, 6, 12])
def test_outcomes_agree_with_icepool(n, sides):
    die = icepool.d(sides)
    for how, theirs in (
        ("total", n @ die),
        ("high", die.highest(n)),
        ("count", n @ (die >= sides - 1)),
        ("under", n @ (die <= sides - 1)),
    ):
        values, total = outcomes(Pool(n, sides, how, sides - 1))
        assert {value: weight * theirs.denominator() for value, weight in values} == {
            int(value): weight * total for value, weight in theirs.items() if weight
        }


def test_shorthands():
    assert (d3(), d6(2), d8(3), d12(4)) == (Pool(1, 3), Pool(2, 6), Pool(3, 8), Pool(4, 12))
    assert (d10(), d20(2)) == (Pool(1, 10), Pool(2, 20))
    assert Game(None, Script((3, 4, 1))).under(d20(3), 3) == 2  # 3 or less
    assert str(Pool(3, 6, "count", 4)) == "3d6 count 4+"
    assert str(d12(2)) == "2d12"
    assert str(Pool(5, 6, "bands", edges=(4, 6))) == "5d6 bands 4+ 6+"
    assert Pool(5, 6, "bands", edges=(4, 6)).read((1, 6, 4, 3, 6)) == (2, 1, 2)


@pytest.mark.parametrize(
    "raw", [None, 3, "12", [1], [1, 2, 3], [0, 1], [1, 7], [True, 1], [1.0, 2], {1, 2}, [10**5000, 1]]
)
def test_faces_that_the_dice_do_not_have_are_refused(raw):
    with pytest.raises(BadAnswer, match="2 faces from 1 to 6"):
        d6(2).accept(raw)


def test_the_dice_of_a_seed_never_change():
    """Recorded once: if this fails, every old record has become unreadable."""
    dice = Dice(7)
    assert [dice.roll(n, d6(5)) for n in range(3)] == KNOWN
    assert dice.roll(1, d6(5)) == KNOWN[1]
    assert Dice("7").roll(0, d6(5)) == KNOWN[0]


KNOWN = [(3, 4, 3, 1, 2), (2, 3, 2, 2, 6), (6, 5, 5, 3, 5)]


def test_a_longer_roll_begins_like_a_shorter_one_and_indexes_differ():
    dice = Dice("long")
    assert dice.roll(4, d6(200))[:50] == dice.roll(4, d6(50))
    assert dice.roll(4, d6(50)) != dice.roll(5, d6(50))
    assert dice.roll(4, Pool(0, 6)) == ()


def test_nonces_change_the_dice():
    rolls = {Dice(1, nonces).roll(0, d12(20)) for nonces in ((), ("a",), ("b",), ("a", "b"))}
    assert len(rolls) == 4


@pytest.mark.parametrize("sides", [0, 257])
def test_dice_that_cannot_be_fair_are_named(sides):
    with pytest.raises(ValueError, match="1 to 256 sides"):
        Dice(1).roll(0, Pool(1, sides))


@pytest.mark.parametrize("sides", [3, 6, 12])
def test_dice_are_fair(sides):
    from scipy.stats import chisquare

    dice = Dice("fair")
    seen = Counter(face for n in range(600) for face in dice.roll(n, Pool(10, sides)))
    assert sorted(seen) == list(range(1, sides + 1))
    assert chisquare([seen[face] for face in sorted(seen)]).pvalue > 0.001

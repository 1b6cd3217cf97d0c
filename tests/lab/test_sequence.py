"""The sequential interval: its error rate is what it claims, however often it is looked at."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from hexless.lab.sequence import Interval, Sequence, Stop

RUNS, VALUES = 400, 150
CHANCES = {
    "even": ((0.0, 1.0), (0.5, 0.5)),
    "uneven": ((0.0, 1.0), (0.8, 0.2)),
    "with draws": ((0.0, 0.5, 1.0), (0.35, 0.2, 0.45)),
    "mostly nothing": ((-1.0, 0.0, 1.0), (0.03, 0.9, 0.07)),
}


def wald_misses(values: np.ndarray, truth: float) -> bool:
    """Whether the usual 95 % interval, looked at from the tenth value on, ever leaves the truth out."""
    n = np.arange(1, len(values) + 1)
    mean = values.cumsum() / n
    spread = np.sqrt(np.maximum((values**2).cumsum() / n - mean**2, 1e-12) / n)
    return bool((abs(mean - truth) > 1.96 * spread)[9:].any())


@pytest.mark.parametrize("law", CHANCES)
def test_the_truth_is_ever_left_out_as_seldom_as_claimed(law: str) -> None:
    """Looked at after every value: 95 % intervals may miss in 5 % of runs; the usual interval misses far more often."""
    points, chances = CHANCES[law]
    truth = float(np.dot(points, chances))
    draws = np.random.default_rng(7).choice(points, size=(RUNS, VALUES), p=chances)
    missed = usual = 0
    for run in draws:
        kept = Sequence(0.95, min(points), max(points))
        out = False
        for value in run:
            kept.add(value)
            out = out or not kept.interval.low <= truth <= kept.interval.high
        missed += out
        usual += wald_misses(run, truth)
    assert missed / RUNS <= 0.05 + 2 * sqrt(0.05 * 0.95 / RUNS)
    assert usual / RUNS > 0.3


def test_a_decision_is_wrong_as_seldom_as_claimed() -> None:
    """The truth is the first hypothesis: to say "more than that" is wrong, and happens in at most 5 % of runs."""
    draws = np.random.default_rng(8).random((RUNS, VALUES)) < 0.5
    wrong = 0
    for run in draws:
        stop, kept = Stop(decide=(0.5, 0.7)), Sequence()
        for value in run:
            kept.add(value)
            if stop.known(kept.interval):
                wrong += kept.interval.low > 0.5
                break
    assert wrong / RUNS <= 0.05 + 2 * sqrt(0.05 * 0.95 / RUNS)


def test_it_knows_a_difference_when_there_is_one() -> None:
    draws = np.random.default_rng(9).random((60, 400)) < 0.7
    needed = []
    for run in draws:
        kept, n = Sequence(), 0
        while n < 400 and not Stop(decide=(0.5, 0.9)).known(kept.interval):
            kept.add(run[n])
            n += 1
        needed.append(n)
    assert np.median(needed) < 120


def test_pairs_that_mostly_agree_give_a_narrow_interval_soon() -> None:
    quiet, loud = Sequence(0.95, -1, 1), Sequence(0.95, -1, 1)
    for i in range(100):
        quiet.add(1 if i == 50 else 0)
        loud.add(-1 if i % 2 else 1)
    assert quiet.interval.reach < 0.1 < loud.interval.reach < 0.35


def test_pairs_that_always_agree_are_known_sooner_still() -> None:
    kept = Sequence(0.95, -1, 1)
    while not Stop(within=0.08).known(kept.interval):
        kept.add(0)
    assert kept.interval.n <= 62


def test_the_interval_only_narrows_and_holds_its_mean() -> None:
    kept, last = Sequence(0.9), Interval(0.5, 0, 1, 0)
    for i in range(200):
        kept.add(i % 3 == 0)
        now = kept.interval
        assert last.low <= now.low + 1e-12
        assert now.high <= last.high + 1e-12
        assert now.low <= now.mean <= now.high
        last = now
    assert last.n == 200
    assert last.reach < 0.11


def test_the_same_values_in_another_scale_give_the_same_interval() -> None:
    plain, scaled = Sequence(), Sequence(0.95, -2, 2)
    for i in range(50):
        plain.add(i % 2)
        scaled.add(-2 + 4 * (i % 2))
    assert scaled.interval.low == pytest.approx(4 * plain.interval.low - 2)
    assert scaled.interval.high == pytest.approx(4 * plain.interval.high - 2)


def test_when_to_stop() -> None:
    found = Interval(0.6, 0.52, 0.68, 100)
    assert Stop(within=0.08).known(found)
    assert not Stop(within=0.079).known(found)
    assert Stop(decide=(0.5, 0.6)).known(found)
    assert Stop(decide=(0.6, 0.7)).known(found)
    assert not Stop(decide=(0.55, 0.65)).known(found)
    assert not Stop().known(found)

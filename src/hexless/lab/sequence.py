"""An interval that may be looked at after every game: a confidence sequence for the mean of bounded values."""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import msgspec
import numpy as np

__all__ = ["Interval", "Sequence", "Stop"]

_STEPS = 1000  # candidate means
_SHARE = 0.5  # of its money that a bet risks at most
_BOLD = 0.25  # of the money at the start that is risked nearly whole, every time
_NEARLY = 0.95


class Interval(msgspec.Struct, frozen=True):
    """An estimate, and between which values the truth lies with the chosen confidence."""

    mean: float
    low: float
    high: float
    n: int

    @property
    def reach(self) -> float:
        """How far it goes from its own middle."""
        return (self.high - self.low) / 2


class Stop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When the answer is known.

    within: when the interval reaches no further than this from its middle (0.05: five points in a hundred).
    decide: between "at most the first" and "at least the second": when the interval leaves one of them out.
    games: at most so many games in all, rounded up to whole deals.
    """

    within: float | None = None
    decide: tuple[float, float] | None = None
    games: int = 400
    confidence: float = 0.95

    def known(self, found: Interval) -> bool:
        """Whether this interval is an answer."""
        if self.within is not None and found.reach <= self.within + 1e-9:
            return True
        return self.decide is not None and (found.low > self.decide[0] or found.high < self.decide[1])


class Sequence:
    """Always-valid interval for the mean of independent values from `low` to `high`, by betting.

    For each candidate mean two gamblers bet on every new value, one that it lies above the candidate, one that it lies
    below, with stakes that depend only on the values before. If the candidate is the truth neither can expect to gain,
    so the chance that their common fortune ever grows to 1 / (1 - confidence) is at most 1 - confidence (Ville); those
    candidates where it has are left out for good. This is the hedged capital process of Waudby-Smith and Ramdas
    (2023): it holds for any number of values and any rule of stopping, and its stakes follow the spread that was seen,
    so paired differences that are mostly nothing give a narrow interval soon. Each gambler keeps a part of his money
    apart and risks nearly all of it every time: that is soon lost where values differ, and grows fastest where they do
    not, as with a ruling that moves nothing. A sum of fair games is a fair game.
    """

    def __init__(self, confidence: float = 0.95, low: float = 0.0, high: float = 1.0) -> None:
        self.alpha, self.start, self.span = 1 - confidence, low, high - low
        means: Any = np.arange(_STEPS + 1) / _STEPS
        self._means = means
        with np.errstate(divide="ignore"):
            odds = 1 / means, 1 / (1 - means)
        self._most = _SHARE * odds[0], _SHARE * odds[1]
        self._bold = np.minimum(_NEARLY * odds[0], _STEPS), np.minimum(_NEARLY * odds[1], _STEPS)
        self._above, self._below = (np.log([[1 - _BOLD], [_BOLD]]) + 0 * means for _ in range(2))  # of the fortunes
        self._n, self._sum, self._spread = 0, 0.0, 0.0
        self._low, self._high = 0.0, 1.0

    def add(self, value: float) -> None:
        """One more value."""
        x = (value - self.start) / self.span
        t = self._n + 1
        variance = (0.25 + self._spread) / t
        bet = sqrt(2 * log(2 / self.alpha) / (variance * t * log(1 + t)))
        off = x - self._means
        self._above += np.log1p(np.stack([np.minimum(bet, self._most[0]), self._bold[0]]) * off)
        self._below += np.log1p(np.stack([np.minimum(bet, self._most[1]), self._bold[1]]) * -off)
        self._n, self._sum = t, self._sum + x
        self._spread += (x - (0.5 + self._sum) / (t + 1)) ** 2
        self._narrow()

    def _narrow(self) -> None:
        """Leave out the candidates on which a gambler has grown rich; a step wider, for those between them."""
        fortune = np.maximum(np.logaddexp(*self._above), np.logaddexp(*self._below)) + log(1 / 2)
        left = np.flatnonzero(fortune < log(1 / self.alpha))
        if len(left):
            self._low = max(self._low, float(self._means[max(left[0] - 1, 0)]))
            self._high = min(self._high, float(self._means[min(left[-1] + 1, _STEPS)]))

    @property
    def interval(self) -> Interval:
        """What is known now."""
        mean = self._sum / self._n if self._n else 0.5
        low, high = min(self._low, mean), max(self._high, mean)
        return Interval(self._scaled(mean), self._scaled(low), self._scaled(high), self._n)

    def _scaled(self, x: float) -> float:
        return self.start + self.span * x

"""The bot that looks to the end of the step: each suggestion is played on by the rules and scored."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any, NamedTuple

from hexless.kernel import Decision, Position, Stream, Value
from hexless.ruleset import Ruleset

from .ahead import Ahead, Chance, Late, Plan
from .ideas import ideas

__all__ = ["GreedyBot", "Ranking", "Reason", "likely"]

REASONS = 3
_UNSEEN = float("-inf")  # of an option that the clock never let us look at
_GUESSES = 8
_SHARE = 0.95  # of the time: a run notices its end only at its next question
_MOST_RUNS = 1 << 14  # for one option: beyond this more time changes nothing


class Reason(Value, frozen=True):
    """An answer that was considered, and the score expected from it."""

    answer: Any
    score: float


class Ranking(NamedTuple):
    """What may be answered, what is expected of it, which is best, and the look ahead that found it."""

    options: Sequence[Any]
    scores: Sequence[float] = (0.0,)
    order: Sequence[int] = (0,)
    ahead: Ahead | None = None
    plans: Sequence[Plan] = ((),)  # how we mean to go on after each


class GreedyBot:
    """Chooses the suggestion with the best expected score at the end of the step.

    The budget of one answer is counted in work: `work` is the number of runs of the step that all suggestions
    together may take, so the same seed gives the same game on any machine, however busy. Half of it goes
    to all of them alike, half to the best few. With `seconds` the clock rules instead: rounds of doubled work until
    the time is up, and the last whole round decides; for play against people, never where a game must repeat. Listing
    the suggestions is all that the clock does not cut.

    `reasons` holds the best three answers to the last question.
    """

    def __init__(
        self, rules: Ruleset[Any], stream: Stream, work: int = 48, width: int = 12, seconds: float | None = None
    ) -> None:
        self.score = rules.score
        self.stream, self.work, self.width, self.seconds = stream, work, width, seconds
        self.reasons: tuple[Reason, ...] = ()
        self.known: dict[Any, Chance | None] = {}
        self.plans: list[Plan] = []

    def answer(self, decision: Decision) -> Any:
        seconds = None if self.seconds is None else _SHARE * self.seconds
        ranking = self.ranked(decision, seconds)
        best = ranking.order[:REASONS] if ranking.ahead else ()
        self.reasons = tuple(Reason(ranking.options[i], ranking.scores[i]) for i in best)
        return ranking.options[ranking.order[0]]

    def ranked(self, decision: Decision, seconds: float | None = None) -> Ranking:
        """The suggestions, best first; where there is nothing to compare, just one without a score."""
        deadline = None if seconds is None else perf_counter() + seconds
        options = ideas(decision.question, min(self.width, max(1, self.work // 2)))
        if len(options) < 2:
            return Ranking(options)
        position = likely(decision, self.stream)
        if position is None:
            return Ranking(options[:1])
        ahead = Ahead(position, decision.seat, self.score, self.known, self.width, deadline)
        return self.weighed(ahead, options, by_clock=deadline is not None)

    def weighed(
        self, ahead: Ahead, options: Sequence[Any], *, work: int | None = None, by_clock: bool = False
    ) -> Ranking:
        """The options by what is expected of them, best first; with other work than usual, or by the clock."""
        self.plans = [()] * len(options)
        scores = self._scores(ahead, options, work or self.work, by_clock)
        if max(scores) == _UNSEEN:
            return Ranking(options[:1])
        chance = self.stream.shuffled(range(len(options)))  # among equals: a rival must not know what a tie brings
        order = sorted(range(len(options)), key=lambda i: (-scores[i], chance[i]))
        return Ranking(options, scores, [i for i in order if scores[i] > _UNSEEN], ahead, self.plans)

    def _scores(self, ahead: Ahead, options: Sequence[Any], work: int, by_clock: bool) -> list[float]:
        seed = self.stream.below(1 << 32)
        luck = [Stream(seed, "luck") for _ in options]  # every option meets the same
        return self._by_clock(ahead, options, luck) if by_clock else self._by_work(ahead, options, work, luck)

    def _by_work(self, ahead: Ahead, options: Sequence[Any], work: int, luck: Sequence[Stream]) -> list[float]:
        """All options with half the work, then the best few with the rest."""
        half = work // 2
        scores = [self._worth(ahead, options, i, half // len(options), luck) for i in range(len(options))]
        best = sorted(range(len(options)), key=lambda i: (-scores[i], i))[: REASONS + 1]
        again = {i: self._worth(ahead, options, i, half // len(best), luck) for i in best}
        floor = min(again.values())
        return [again[i] if i in again else min(floor, scores[i]) for i in range(len(options))]

    def _by_clock(self, ahead: Ahead, options: Sequence[Any], luck: Sequence[Stream]) -> list[float]:
        """Rounds of doubled work until the time is up; options that a cut first round never reached come last."""
        scores = [_UNSEEN] * len(options)
        kept, runs = scores, 1
        try:
            while runs <= _MOST_RUNS:
                for i in range(len(options)):
                    scores[i] = self._worth(ahead, options, i, runs, luck)
                kept, scores, runs = scores, list(scores), runs * 2
        except Late:
            pass
        return kept

    def _worth(self, ahead: Ahead, options: Sequence[Any], i: int, runs: int, luck: Sequence[Stream]) -> float:
        worth, self.plans[i] = ahead.planned(options[i], runs, luck[i])
        return worth


def likely(decision: Decision, stream: Stream) -> Position | None:
    """A guess at the whole position from which the answers so far lead to this very question; None if all fail.

    Where nothing is hidden it is the position itself.
    """
    for _ in range(_GUESSES):
        position = decision.position(stream)
        if not decision.hidden or position.asks(decision.ask):
            return position
    return None

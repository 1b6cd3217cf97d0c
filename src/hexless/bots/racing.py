"""The bot that lets its best answers race: each is played on through the reply, on the same luck, until one is better.

Greedy ranks the suggestions by what the step brings; the best few of them then race. After every round of games those
that are surely behind drop out. Greedy's own choice stands unless another is better by more than the doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from time import perf_counter
from typing import Any

from hexless.kernel import Decision, Stream
from hexless.ruleset import Ruleset
from hexless.ruleset.verdict import DECIDED

from .ahead import Ahead, Late
from .greedy import REASONS, GreedyBot, Ranking, Reason, likely
from .ideas import ideas
from .levels import Level
from .luck import Spread
from .playout import Playout

__all__ = ["RacingBot"]

_ROUND = 4  # games of each that are played before somebody may drop out
_BEHIND = 2.0  # standard errors by which one is surely behind
_DECIDED = 10.0  # what a won game is worth: so many times the way from the worst to the best that was not decided
_GREEDY = 0.4  # of the time goes into the ranking
_OVERDRAWN = 0.25  # of a turn's time beyond it: whoever is asked still answers with what comes to mind first


class RacingBot(GreedyBot):
    """Greedy whose best answers race. By work it repeats; with a clock (`seconds` for a turn) it is for the table.

    What a turn has left is halved by each of its decisions: the first, which matter most, get most.
    """

    def __init__(self, rules: Ruleset[Any], stream: Stream, level: Level, seconds: float | None = None) -> None:
        super().__init__(rules, stream, level.work, level.width)
        self.level, self.clock = level, seconds
        self.turn, self.left = -1, 0.0

    def answer(self, decision: Decision) -> Any:
        began, share = perf_counter(), self._share(decision)
        self.reasons = ()
        if self.clock and self.left < -_OVERDRAWN * self.clock:
            return (ideas(decision.question, 1) or [decision.question.sample(self.stream)])[0]
        ranking = self.ranked(decision, share * _GREEDY if self.clock else None)
        winner, played = ranking.order[0], 0
        if ranking.ahead is not None and len(ranking.order) > 1:
            race = Race(self, decision, ranking, ranking.ahead, began + share if self.clock else None, int(share))
            winner, played = race.winner(), race.played
            self.reasons = tuple(Reason(ranking.options[i], score) for i, score in race.standing(winner))[:REASONS]
        self.left -= perf_counter() - began if self.clock else played
        return ranking.options[winner]

    def _share(self, decision: Decision) -> float:
        """Half of what the turn has left, in seconds or in games."""
        if decision.turn != self.turn:
            self.turn, self.left = decision.turn, self.clock or self.level.games
        return self.left / 2


class Race:
    """The best answers of a ranking, played on side by side."""

    def __init__(
        self,
        bot: RacingBot,
        decision: Decision,
        ranking: Ranking,
        ahead: Ahead,
        deadline: float | None,
        games: int,
    ) -> None:
        self.bot, self.decision, self.options, self.ahead = bot, decision, ranking.options, ahead
        self.position, self.deadline, self.games, self.plans = ahead.position, deadline, games, ranking.plans
        self.alive = list(ranking.order[: bot.level.best])
        self.first = self.alive[0]
        self.ends: dict[int, list[float]] = {i: [] for i in self.alive}
        self.left: dict[int, list[float]] = {i: [] for i in self.alive}  # the same, when we leave it at what we planned
        self.leaves: dict[int, bool] = {}  # which of both is better for us, after the first round
        self.spread = Spread(bot.stream.below(1 << 32), bot.level.bits)
        self.played = 0

    def winner(self) -> int:
        """Whoever is ahead when all others have dropped out, or the games or the time are spent."""
        try:
            for game in range(self.spread.size):
                if game and game % _ROUND == 0:
                    self._settle()
                    self._drop()
                    self._guess_anew()
                if game % _ROUND == 0 and not self._goes_on():
                    break
                for i in self.alive:
                    self._play(i, game)
        except Late:
            pass
        whole = min(len(self.ends[i]) for i in self.alive)  # a round that the clock cut short does not count
        for i in self.alive:
            del self.ends[i][whole:]
        best = max(self.alive, key=lambda i: (self._mean(i), i == self.first))
        return best if best == self.first or self._ahead(best, self.first) > self.bot.level.doubt else self.first

    def _settle(self) -> None:
        """After its first round each goes on as it fared better: with what comes to mind, or leaving it at that."""
        for i in self.alive:
            if i not in self.leaves:
                self.leaves[i] = sum(self.left[i]) > sum(self.ends[i])
                self.ends[i] = self.left[i] if self.leaves[i] else self.ends[i]

    def _drop(self) -> None:
        """Whoever is surely behind is out; all are, if greedy's own choice is."""
        best = max(self.alive, key=self._mean)
        kept = [i for i in self.alive if i in (best, self.first) or self._ahead(best, i) <= _BEHIND]
        self.alive = kept if best == self.first or self._ahead(best, self.first) <= _BEHIND else [best]

    def _guess_anew(self) -> None:
        """What is hidden is guessed anew for every round, and is the same for all who race."""
        if self.decision.hidden:
            self.position = likely(self.decision, self.bot.stream) or self.position

    def _goes_on(self) -> bool:
        affordable = self.deadline is not None or self.played + _ROUND * len(self.alive) <= self.games
        return affordable and len(self.alive) > 1

    def _play(self, i: int, game: int) -> None:
        end, could_leave = self._end(i, game, self.leaves.get(i, False))
        self.ends[i].append(end)
        if i not in self.leaves:
            self.left[i].append(self._end(i, game, True)[0] if could_leave else end)

    def _end(self, i: int, game: int, leaves: bool) -> tuple[float, bool]:
        """What a game ends in, and whether we could have left it at what we planned."""
        bot, seat, luck = self.bot, self.decision.seat, self.spread.luck(game)
        answer, closed, plan, turns = self.options[i], self.ahead.closed, self.plans[i][1:], bot.level.turns
        played = Playout(self.position, seat, answer, luck, closed, turns, self.deadline, plan, leaves)
        self.played += 1
        return float(bot.score(played.end(), seat)), played.could_leave

    def standing(self, winner: int) -> list[tuple[int, float]]:
        """The answers with what is expected of them, the chosen one first."""
        means = {i: self._mean(i) for i in self.ends if self.ends[i]}
        others = sorted((i for i in means if i != winner), key=lambda i: -means[i])
        return [(i, means[i]) for i in (winner, *others) if i in means]

    def _mean(self, i: int) -> float:
        ends = self._levelled(self.ends[i])
        return sum(ends) / len(ends) if ends else 0.0

    def _ahead(self, a: int, b: int) -> float:
        """By how many standard errors one is ahead of another, game by game."""
        apart = [x - y for x, y in zip(self._levelled(self.ends[a]), self._levelled(self.ends[b]))]
        n = len(apart)
        if n < 2:
            return 0.0
        mean = sum(apart) / n
        error = sqrt(sum((x - mean) ** 2 for x in apart) / (n - 1) / n)
        return mean / error if error else (0.0 if not mean else float("inf") if mean > 0 else float("-inf"))

    def _levelled(self, ends: Sequence[float]) -> list[float]:
        """Games that were decided count for much, but not for so much that they drown the others."""
        open_ = [end for each in self.ends.values() for end in each if abs(end) < DECIDED / 2]
        low, high = (min(open_), max(open_)) if open_ else (0.0, 1.0)
        much = _DECIDED * max(1.0, high - low)
        return [end if abs(end) < DECIDED / 2 else high + much if end > 0 else low - much for end in ends]

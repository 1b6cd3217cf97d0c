"""The bot that lets its best answers race: each is played on through the reply, on the same luck, until one is better.

Greedy ranks the suggestions by what the step brings; the best few of them then race. What counts is what greedy expects
of the step and what the exchange of blows after it changes. After every round of games those that are surely behind
drop out. Greedy's own choice stands unless another is better by more than the doubt.
"""

from __future__ import annotations

from math import sqrt
from time import perf_counter
from typing import Any

from hexless.kernel import Ask, Decision, Dice, Stream
from hexless.ruleset import Ruleset

from .ahead import Ahead, Late
from .exchange import Exchange, levelled
from .greedy import REASONS, GreedyBot, Ranking, Reason, likely
from .ideas import first_idea
from .levels import Level
from .luck import Spread
from .playout import Playout

__all__ = ["RacingBot"]

_ROUND = 4  # games of each that are played before somebody may drop out
_BEHIND = 2.0  # standard errors by which one is surely behind
_LATER = 0.8  # of what the exchange changes counts: it is less sure than what the step brings
_GREEDY = 0.4  # of the time goes into the ranking
_OVERDRAWN = 0.25  # of a turn's time beyond it: whoever is asked still answers with what comes to mind first


class RacingBot(GreedyBot):
    """Greedy whose best answers race. By work it repeats; with a clock (`seconds` for a turn) it is for the table.

    What a turn has left is halved by each of its decisions: the first, which matter most, get most.
    """

    def __init__(self, rules: Ruleset[Any], stream: Stream, level: Level, seconds: float | None = None) -> None:
        super().__init__(rules, stream, level.work, level.width)
        self.score = levelled(rules.score)
        self.level, self.clock = level, seconds
        self.turn, self.left = -1, 0.0
        self.mind = GreedyBot(rules, stream, level.reply, level.replies)
        self.mind.known, self.mind.score = self.known, self.score

    def answer(self, decision: Decision) -> Any:
        began, share = perf_counter(), self._share(decision)
        self.reasons = ()
        if self.clock and self.left < -_OVERDRAWN * self.clock:
            return first_idea(decision.question)
        ranking = self.ranked(decision, share * _GREEDY if self.clock else None)
        winner, steps = ranking.order[0], 0
        if ranking.ahead is not None:
            race = Race(self, decision, ranking, ranking.ahead, began + share if self.clock else None, int(share))
            winner, steps = race.winner(), race.exchange.steps
            self.reasons = tuple(Reason(ranking.options[i], score) for i, score in race.standing(winner))[:REASONS]
        self.left -= perf_counter() - began if self.clock else steps
        return ranking.options[winner]

    def _share(self, decision: Decision) -> float:
        """Half of what the turn has left, in seconds or in steps."""
        if decision.turn != self.turn:
            self.turn, self.left = decision.turn, self.clock or self.level.steps
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
        steps: int,
    ) -> None:
        self.bot, self.decision, self.ranking, self.ahead = bot, decision, ranking, ahead
        self.position, self.deadline, self.steps = ahead.position, deadline, steps
        self.expected = {i: ranking.scores[i] for i in ranking.order[: bot.level.best]}
        self.first = ranking.order[0]
        self.alive = [i for i in self.expected if self._races(i)]
        self.changes: dict[int, list[float]] = {i: [] for i in self.expected}  # by what follows the step
        self.seed = bot.stream.below(1 << 32)
        self.spread = Spread(self.seed, bot.level.bits)
        decisions = max(len(ranking.plans[i]) for i in self.expected) + 1
        self.exchange = Exchange(
            bot.mind, decision.rules, decision.seat, bot.level.turns, ahead.closed, deadline, decisions
        )

    def _races(self, i: int) -> bool:
        """The first, and who is near; what several seal at once is in nobody's turn, and nobody can reply to it."""
        near = self.expected[self.first] - self.expected[i] <= self.bot.level.near
        return i == self.first or (near and isinstance(self.position.request, Ask))

    def winner(self) -> int:
        """Whoever is ahead when all others have dropped out, or the work or the time is spent."""
        try:
            for game in range(self.spread.size):
                if game and game % _ROUND == 0:
                    self._drop()
                if not self._goes_on():
                    break
                self._guess_anew(game)
                for i in self.alive:
                    self.changes[i].append(self._change(i, game))
        except Late:
            pass
        whole = min(len(self.changes[i]) for i in self.alive)  # a round that the clock cut short does not count
        for i in self.alive:
            del self.changes[i][whole:]
        best = max(self.alive, key=lambda i: (self._mean(i), i == self.first))
        return best if best == self.first or self._ahead(best, self.first) > self.bot.level.doubt else self.first

    def _goes_on(self) -> bool:
        return len(self.alive) > 1 and (self.deadline is not None or self.exchange.steps < self.steps)

    def _drop(self) -> None:
        """Whoever is surely behind, or no better whatever the luck, is out; all are, if greedy's own choice is."""
        best = max(self.alive, key=self._mean)
        kept = [i for i in self.alive if i in (best, self.first) or 0 < self._ahead(best, i) <= _BEHIND]
        self.alive = kept if best == self.first or self._ahead(best, self.first) <= _BEHIND else [best]

    def _guess_anew(self, game: int) -> None:
        """What is hidden is guessed anew for every game, and is the same for all who race."""
        if game and self.decision.hidden:
            self.position = likely(self.decision, self.bot.stream) or self.position

    def _change(self, i: int, game: int) -> float:
        """What the exchange after the step changes: so luck within the step, whose worth is known, plays no part."""
        seat, luck, plan = self.decision.seat, self.spread.luck(game), self.ranking.plans[i]
        after = Playout(self.position, seat, plan, luck, self.ahead.closed, self.deadline).after_step()
        worth = self.exchange.worth(after, luck, Dice(f"{self.seed}/{game}"))
        return _LATER * (worth - self.bot.score(after, seat))

    def standing(self, winner: int) -> list[tuple[int, float]]:
        """The answers with what is expected of them, the chosen one first."""
        others = sorted((i for i in self.expected if i != winner), key=lambda i: -self._mean(i))
        return [(i, self._mean(i)) for i in (winner, *others)]

    def _mean(self, i: int) -> float:
        changes = self.changes[i]
        return self.expected[i] + (sum(changes) / len(changes) if changes else 0.0)

    def _ahead(self, a: int, b: int) -> float:
        """By how many standard errors one is ahead of another, game by game."""
        apart = [x - y for x, y in zip(self.changes[a], self.changes[b])]
        n, lead = len(apart), self._mean(a) - self._mean(b)
        if n < 2:
            return 0.0
        mean = sum(apart) / n
        error = sqrt(sum((x - mean) ** 2 for x in apart) / (n - 1) / n)
        return lead / error if error else (0.0 if not lead else float("inf") if lead > 0 else float("-inf"))

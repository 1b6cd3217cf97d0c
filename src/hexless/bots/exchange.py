"""The exchange of blows after a step: what is left of the turn, and the reply, each step as well as greedy plays it.

Whoever decides takes the answer of which most is expected, over every way the dice can fall. What the dice then bring
beyond that is luck, and taken out of the reckoning: so the worth of a reply is that of the best one, and no throw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hexless.kernel import Ask, Dice, Position, Request, Rules
from hexless.ruleset.verdict import DECIDED

from .ahead import Ahead, Plan
from .greedy import GreedyBot
from .ideas import ideas
from .luck import Luck
from .playout import Closed, Playout

__all__ = ["Exchange", "levelled"]

Score = Callable[[Any, str], int]

_LONGEST = 12  # steps after which an exchange is judged where it stands
_WON = DECIDED / 200  # what a won game counts for: more than any table in the middle of one, and not all there is


class _Look:
    """What was seen from a state that was met so many times: the more often, the more closely it is looked at."""

    def __init__(self, ahead: Ahead, options: Sequence[Any]) -> None:
        self.ahead, self.options = ahead, options
        self.met = 0
        self.best: tuple[float, Plan] = (0.0, ())


def levelled(score: Score) -> Score:
    """The same score, in which a game that is won counts for much, and a small chance of it does not drown the rest."""
    return lambda state, seat: round(max(-_WON, min(_WON, score(state, seat))))


class Exchange:
    """Play on from a state between steps for so many turns of one seat and the others. `steps` counts what it took.

    A look at what somebody may do takes `mind.work` runs for each suggestion and each of the decisions of a step.
    """

    def __init__(
        self,
        mind: GreedyBot,
        rules: Rules[Any],
        seat: str,
        turns: int,
        closed: Closed,
        deadline: float | None,
        decisions: int = 1,
    ) -> None:
        self.mind, self.rules, self.seat, self.turns = mind, rules, seat, turns
        self.decisions = decisions
        self.closed, self.deadline = closed, deadline
        self.steps = 0
        self.looks: dict[Any, _Look] = {}

    def worth(self, state: Any, luck: Luck, dice: Dice) -> float:
        """What the seat may expect when the turns are over: where it ends, less what was luck on the way."""
        whose, left, fortune = self.seat, self.turns, 0.0
        for _ in range(_LONGEST):
            position = Position(self.rules, state).settle(dice)
            request = position.request
            if request is None:
                state = position.moment.state
                break
            if isinstance(request, Ask) and request.seat != whose:
                whose, left = request.seat, left - 1
                if left == 0:
                    break
            state, lucky = self._step(position, request, luck)
            fortune += lucky
        return self.mind.score(state, self.seat) - fortune

    def _step(self, position: Position, request: Request, luck: Luck) -> tuple[Any, float]:
        """The state after the next step, and by how much we were lucky in it."""
        self.steps += 1
        if not isinstance(request, Ask):
            return Playout(position, self.seat, (), luck, self.closed, self.deadline).after_step(), 0.0
        expected, plan = self._best(position, request)
        after = Playout(position, request.seat, plan, luck, self.closed, self.deadline).after_step()
        lucky = self.mind.score(after, request.seat) - expected
        return after, lucky if request.seat == self.seat else -lucky

    def _best(self, position: Position, ask: Ask) -> tuple[float, Plan]:
        """What whoever is asked expects of the best answer, and how to go on from it."""
        key = position.state, position.tape
        look = self.looks.get(key)
        if look is None:
            ahead = Ahead(position, ask.seat, self.mind.score, self.mind.known, self.mind.width, self.deadline)
            look = self.looks[key] = _Look(ahead, ideas(ask.question, self.mind.width))
        look.met += 1
        if look.met & look.met - 1 == 0:
            look.best = self._looked(look)
        return look.best

    def _looked(self, look: _Look) -> tuple[float, Plan]:
        """The same, from all that was seen so far and as many runs again."""
        runs = self.mind.work * len(look.options) * self.decisions
        ranking = self.mind.weighed(look.ahead, look.options, work=look.met * runs)
        best = ranking.order[0]
        return ranking.scores[best], ranking.plans[best]

"""The exchange of blows after a step: what is left of the turn, and the reply, each step as well as greedy plays it.

Whoever decides takes the answer of which most is expected, over every way the dice can fall; so the worth of a reply is
that of the best one, and no throw of the dice. Only what comes before it is played with luck.
"""

from __future__ import annotations

from typing import Any

from hexless.kernel import Ask, Dice, Position, Request, Rules
from hexless.ruleset.verdict import DECIDED

from .ahead import Ahead, Plan
from .greedy import GreedyBot
from .ideas import ideas
from .luck import Luck
from .playout import Closed, Playout

__all__ = ["Exchange", "levelled"]

_LONGEST = 12  # steps after which an exchange is judged where it stands
_OPEN = DECIDED / 200  # what a table in the middle of a game is worth at most: more is a chance to win
_WON = DECIDED / 250  # what a won game is worth beyond that


def levelled(score: float) -> float:
    """A score in which a game that is won, or may be, counts for much, and does not drown all others."""
    if abs(score) <= _OPEN:
        return score
    beyond = (abs(score) - _OPEN) * _WON / (DECIDED - _OPEN)
    return _OPEN + beyond if score > 0 else -_OPEN - beyond


class Exchange:
    """Play on from a state between steps for so many turns of one seat and the others. `steps` counts what it took."""

    def __init__(
        self, mind: GreedyBot, rules: Rules[Any], seat: str, turns: int, closed: Closed, deadline: float | None
    ) -> None:
        self.mind, self.rules, self.seat, self.turns = mind, rules, seat, turns
        self.closed, self.deadline = closed, deadline
        self.steps = 0

    def worth(self, state: Any, luck: Luck, dice: Dice) -> float:
        """What the seat may expect when the turns are over."""
        whose, left, worth = self.seat, self.turns, self._score(state, self.seat)
        for _ in range(_LONGEST):
            position = Position(self.rules, state).settle(dice)
            request = position.request
            if request is None:
                return self._score(position.moment.state, self.seat)
            if isinstance(request, Ask) and request.seat != whose:
                whose, left = request.seat, left - 1
                if left == 0:
                    break
            state, worth = self._step(position, request, luck)
        return worth

    def _step(self, position: Position, request: Request, luck: Luck) -> tuple[Any, float]:
        """The state after the next step, and what could be expected of it for our seat."""
        self.steps += 1
        if not isinstance(request, Ask):
            after = Playout(position, self.seat, (), luck, self.closed, self.deadline).step()
            return after, self._score(after, self.seat)
        expected, plan = self._best(position, request)
        after = Playout(position, request.seat, plan, luck, self.closed, self.deadline).step()
        lucky = self._score(after, request.seat) - expected  # whoever acts has more than could be expected
        ours = self._score(after, self.seat)
        return after, ours - lucky if request.seat == self.seat else ours + lucky

    def _best(self, position: Position, ask: Ask) -> tuple[float, Plan]:
        """What whoever is asked expects of the best answer, and how to go on from it."""
        mind = self.mind
        options = ideas(ask.question, mind.width)
        ahead = Ahead(position, ask.seat, mind.score, mind.known, mind.width, self.deadline)
        ranking = mind.weighed(ahead, options)
        best = ranking.order[0]
        return levelled(ranking.scores[best]), ranking.plans[best]

    def _score(self, state: Any, seat: str) -> float:
        return levelled(float(self.mind.score(state, seat)))

"""Playing on: what comes after an answer, by a plan, quick decisions and evenly spread luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any

from hexless.kernel import Ask, AskAll, Game, GameError, Position, Roll

from .ahead import Chance, Late, Plan
from .ideas import first_idea
from .luck import Luck

__all__ = ["Closed", "Playout"]

_LONGEST = 150  # questions after which a game is judged where it stands

Closed = Callable[[Callable[..., Any], tuple[Any, ...]], Chance | None]


class _Enough(BaseException):
    """So far and no further."""


class Playout:
    """A source that plays on from a position: its tape, then what a seat means to answer, as long as all goes as
    planned, and else the first suggestion of whoever is asked.
    """

    def __init__(
        self, position: Position, seat: str, plan: Plan, luck: Luck, closed: Closed, deadline: float | None = None
    ) -> None:
        self.position, self.seat, self.plan, self.luck = position, seat, plan, luck
        self.closed, self.deadline = closed, deadline
        self.at, self.asked, self.whole_turn = 0, 0, False

    def after_step(self) -> Any:
        """The state at the end of the step."""
        return self.position.rest(self, _Enough).state

    def after_turn(self) -> Any:
        """The state at the end of the turn: when somebody else decides, outside any act."""
        self.whole_turn = True
        return self.position.rest(self, _Enough, on=True).state

    def roll(self, g: Game[Any], request: Roll) -> Any:
        self.at += 1
        self._in_time()
        tape = self.position.tape
        return request.pool.read(tape[self.at - 1].answer) if self.at <= len(tape) else self.luck.reading(request.pool)

    def ask(self, g: Game[Any], request: Ask | AskAll) -> Any:
        self.at += 1
        tape = self.position.tape
        if self.at <= len(tape):
            return tape[self.at - 1].answer
        self.asked += 1
        self._in_time()
        if isinstance(request, AskAll):
            return tuple(self._decided(ask) for ask in request.asks)
        passed = self.whole_turn and request.seat != self.seat and g.depth == 0
        if passed or self.asked > _LONGEST:
            raise _Enough
        return self._decided(request)

    def _in_time(self) -> None:
        """A game that would go on beyond the time is dropped; looked at wherever rules ask, roll or call."""
        if self.deadline is not None and perf_counter() > self.deadline:
            raise Late

    def _decided(self, ask: Ask) -> Any:
        """What was meant to be answered next, as long as that is what is asked, and allowed."""
        if ask.seat == self.seat and self.plan:
            (prompt, answer), *rest = self.plan
            foreseen = prompt == ask.question.prompt and _allowed(ask, answer)
            self.plan = tuple(rest) if foreseen else ()
            if foreseen:
                return answer
        return first_idea(ask.question)

    def call(self, g: Game[Any], procedure: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        self._in_time()
        if self.at >= len(self.position.tape) and getattr(procedure, "chance", False):
            ways = self.closed(procedure, args)
            if ways is not None:
                return ways[0][0] if len(ways) == 1 else self.luck.way(ways)
        return procedure(g, *args)

    def each(self, g: Game[Any], procedure: Callable[..., Any], items: Iterable[Any], args: tuple[Any, ...]) -> bool:
        return any(procedure(g, item, *args) for item in items)


def _allowed(ask: Ask, answer: Any) -> bool:
    try:
        ask.question.judge(answer)
    except GameError:
        return False
    return True

"""Playing on: what comes after an answer, by quick decisions and evenly spread luck, a turn or two ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any

from hexless.kernel import Ask, AskAll, Game, GameError, Position, Roll

from .ahead import Chance, Late, Plan
from .ideas import first_idea
from .luck import Luck

__all__ = ["Playout"]

_LONGEST = 150  # questions after which a game is judged where it stands


class _Enough(BaseException):
    """So far and no further."""


class Playout:
    """A source that plays on from a position: its tape, our answer, what we mean to answer then, as long as all goes
    as planned, and else the first suggestion of whoever is asked. If it `leaves` it at what was planned, we say no to
    whatever else we could do in this turn; `could_leave` tells whether there was anything of the kind.

    A *turn* is all that is decided until somebody else decides outside any act; it ends when `turns` of them are over:
    with two, our own act and the reply to it.
    """

    def __init__(
        self,
        position: Position,
        seat: str,
        answer: Any,
        luck: Luck,
        closed: Callable[[Callable[..., Any], tuple[Any, ...]], Chance | None],
        turns: int,
        deadline: float | None = None,
        plan: Plan = (),
        leaves: bool = False,
    ) -> None:
        self.position, self.seat, self.answer, self.luck = position, seat, answer, luck
        self.closed, self.turns, self.deadline = closed, turns, deadline
        self.at, self.asked, self.whose, self.plan = 0, 0, seat, plan
        self.leaves, self.could_leave, self.own = leaves, False, True

    def end(self) -> Any:
        """The state in which it ends."""
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
        self._count(g, request)
        if isinstance(request, AskAll):
            return tuple(self._decided(g, ask) for ask in request.asks)
        return self._decided(g, request)

    def _count(self, g: Game[Any], request: Ask | AskAll) -> None:
        self.asked += 1
        if self.asked > _LONGEST:
            raise _Enough
        self._in_time()
        if isinstance(request, Ask) and request.seat != self.whose and g.depth == 0:
            self.whose, self.turns, self.own = request.seat, self.turns - 1, False
            if self.turns == 0:
                raise _Enough

    def _in_time(self) -> None:
        """A game that would go on beyond the time is dropped; looked at wherever rules ask, roll or call."""
        if self.deadline is not None and perf_counter() > self.deadline:
            raise Late

    def _decided(self, g: Game[Any], ask: Ask) -> Any:
        if ask.seat != self.seat:
            return first_idea(ask.question)
        if self.asked == 1:
            return self.answer
        if self.plan:
            return self._planned(ask)
        no = ask.question.decline() if self.own and g.depth == 0 else None
        self.could_leave = self.could_leave or no is not None
        return no[0] if no and self.leaves else first_idea(ask.question)

    def _planned(self, ask: Ask) -> Any:
        """What we meant to answer next, as long as that is what is asked, and allowed."""
        (prompt, answer), *rest = self.plan
        foreseen = prompt == ask.question.prompt and _allowed(ask, answer)
        self.plan = tuple(rest) if foreseen else ()
        return answer if foreseen else first_idea(ask.question)

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

"""Forecasts: what an answer does, by running the rest of its act over every way the dice can fall.

The step is run from its checkpoint with the tape, then with the answer, until the act in which the question stands is
over; where it stands in none, until the same seat has to decide anew or the step ends. Decisions on the way are
answered by a named policy. This is the only place where hexless predicts anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import sqrt
from typing import Any, Literal

import msgspec

from .dice import Faces, Pool
from .errors import GameError
from .game import ActOver, Ask, AskAll, Game, Request, Roll
from .odds import Dist, Search, TooMany
from .position import Position, finish_step
from .questions import Question
from .sources import Playing
from .state import Value
from .streams import Stream

__all__ = ["Assumed", "Conduct", "Forecast", "Others", "continuations", "continued", "foresee"]

Others = Literal["everything", "nothing"]
Throw = Callable[[Pool], Faces]
_MOST = 4000  # work of an exact walk, before it is a sample
_SAMPLES = 120
_DEEP = 400  # answers of the policy in one run, before it is judged where it stands


class Assumed(Value, frozen=True):
    """A decision that was answered by policy; `open` if it could also have been declined."""

    seat: str
    prompt: str
    open: bool


class Forecast(msgspec.Struct, frozen=True, kw_only=True):
    """The states in which the act may end, with their chances.

    error: 0 where they are exact, else twice the standard error of a chance of one half.
    """

    before: Any
    ends: Dist
    exact: bool
    error: float
    work: int
    others: Others
    assumed: tuple[Assumed, ...]

    @property
    def rolls(self) -> bool:
        """Whether anything is left to chance."""
        return len(self.ends) > 1

    @property
    def replies(self) -> bool:
        """Whether others may do less than was assumed."""
        return any(each.open for each in self.assumed)


class Conduct:
    """Who does what on the way: the asking seat goes on as it began, the others do everything they may, or nothing."""

    def __init__(self, seat: str, answer: Any, others: Others) -> None:
        self.seat, self.answer, self.others = seat, answer, others
        self.topic: tuple[str, str] | None = None  # the kind and subject of the question that is answered
        self.assumed: dict[Assumed, None] = {}

    def __call__(self, g: Game[Any], ask: Ask) -> Any:
        if ask.seat == self.seat:
            if g.depth == 0:
                raise ActOver  # a new act
            return self._mine(ask.question)
        declined = ask.question.decline()
        self.assumed[Assumed(ask.seat, ask.question.prompt, declined is not None)] = None
        if declined and self.others == "nothing":
            return declined[0]
        return _all_of(ask.question)

    def _mine(self, question: Question) -> Any:
        """The same again to a question of the same kind, where it may be given again; else all that can be done."""
        if _topic(question) != self.topic:
            return _all_of(question)
        try:
            again = question.accept(self.answer)
            if question.check(again) is None:
                return again
        except GameError:
            pass
        return _all_of(question)


def _topic(question: Question) -> tuple[str, str]:
    return question.kind, getattr(question, "about", "")


def _all_of(question: Question) -> Any:
    """The first proposal that is not to leave it be."""
    declined = question.decline()
    proposed = question.suggest(2)
    return next((answer for answer in proposed if declined is None or answer != declined[0]), proposed[0])


def foresee(position: Position, seat: str, answer: Any, others: Others = "everything", most: int = _MOST) -> Forecast:
    """What this answer of the seat, which is asked now, does until its act is over."""
    conduct = Conduct(seat, answer, others)
    tape = _tape(position, conduct)
    search = Search(conduct, most=most)
    start: Game[Any] = Game(position.state, Playing(), position.played)
    try:
        dist = search.branches(lambda g: finish_step(position.rules, g), start, tape)
        ends, error = dist.map(lambda end: end[1]), 0.0
    except TooMany:
        drawn = list(continuations(position, seat, answer, others, _SAMPLES))
        counted: dict[Any, int] = {}
        for end in drawn:
            counted[end] = counted.get(end, 0) + 1
        ends, error = Dist(counted, len(drawn)), 1 / sqrt(len(drawn))
    return Forecast(
        before=position.moment.state,
        ends=ends,
        exact=not error,
        error=error,
        work=most - max(0, search.left or 0),
        others=others,
        assumed=tuple(conduct.assumed),
    )


def _tape(position: Position, conduct: Conduct) -> tuple[Any, ...]:
    """The answers since the checkpoint, then the one to weigh; sealed ones of others are their own business."""
    request = position.request
    asks = request.asks if isinstance(request, AskAll) else (request,) if isinstance(request, Ask) else ()
    mine = next((ask for ask in asks if ask.seat == conduct.seat), None)
    if mine is None:
        raise GameError(f"nothing is asked of {conduct.seat} now")
    conduct.topic = _topic(mine.question)
    answers = [ask.judge(conduct.answer) if ask.seat == conduct.seat else _all_of(ask.question) for ask in asks]
    last = tuple(answers) if isinstance(request, AskAll) else answers[0]
    return (*(entry.answer for entry in position.tape), last)


# ------------------------------------------------------------------ one continuation at a time


class _Continue(Playing):
    """The tape, then policy and thrown dice, until the act is over."""

    def __init__(self, tape: tuple[Any, ...], conduct: Conduct, throw: Throw) -> None:
        super().__init__()
        self.answers, self.conduct, self.throw = tape, conduct, throw

    def fresh(self, g: Game[Any], request: Request) -> Any:
        at = len(self.made)
        if at < len(self.answers):
            if at == len(self.answers) - 1:
                g.until = g.depth
            return self.answers[at]
        if at > len(self.answers) + _DEEP:
            raise ActOver
        if isinstance(request, Roll):
            return self.throw(request.pool)
        if isinstance(request, Ask):
            return self.conduct(g, request)
        return tuple(self.conduct(g, ask) for ask in request.asks)


def continued(
    position: Position, seat: str, answer: Any, others: Others, throw: Throw, *, log: bool = False
) -> Game[Any]:
    """The act played on to its end with dice that `throw` throws."""
    conduct = Conduct(seat, answer, others)
    return position.rest(_Continue(_tape(position, conduct), conduct, throw), log=log)


def continuations(position: Position, seat: str, answer: Any, others: Others, count: int) -> Iterable[Any]:
    """So many ends of the act, each by dice thrown from a stream of its own: what a forecast is held against."""
    stream = Stream(f"{position.answers}/{seat}", "continuations")

    def throw(pool: Pool) -> Faces:
        return tuple(stream.between(1, pool.sides) for _ in range(pool.n))

    for _ in range(count):
        yield continued(position, seat, answer, others, throw).state

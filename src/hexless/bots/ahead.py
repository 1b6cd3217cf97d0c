"""Looking ahead: the rest of a step, run from the rules themselves, as a tree of dice and decisions.

A run goes down one branch inline: at each fork it takes the first way and notes the others, so a tree of n leaves costs
n runs of the step. An allowance of runs is split at each fork among its ways, and so is never exceeded: with
enough of it every way the dice can fall is followed and weighed, with less an evenly spread sample of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import comb
from time import perf_counter
from typing import Any, NamedTuple

from hexless.kernel import (
    Ask,
    AskAll,
    Game,
    Pool,
    Position,
    Roll,
    Stream,
    TooMany,
    outcomes,
    walk,
)

from .ideas import first_idea, ideas

__all__ = ["Ahead", "Late"]

_FACES = 400  # sorted rolls of a pool beyond which we throw dice instead of listing them
_CLOSED = 400  # runs that the exact walk of a closed chance procedure may take
_DEEP = 200  # requests after which a run is judged where it stands
_NARROW = 3  # runs that a later decision of our own wants for each way it tries


class Late(BaseException):
    """The time is up: the run is dropped."""


class _Deep(BaseException):
    """The run went on for so long that it is judged where it stands."""


class _Fork(NamedTuple):
    """A branch met on the way: the answers before it, the ways not taken with their weights, the runs for them."""

    given: tuple[Any, ...]
    own: bool
    first: float
    others: tuple[tuple[Any, float], ...]
    runs: int


Chance = tuple[tuple[Any, float], ...]
Plan = tuple[tuple[str, Any], ...]  # to what prompts which answers of our own, one after another


class Ahead:
    """The step that a position is in, seen by one seat that has to answer.

    Our own later questions are answered with the best of their suggestions, everybody else's with the first.
    """

    def __init__(
        self,
        position: Position,
        seat: str,
        score: Callable[[Any, str], int],
        known: dict[Any, Chance | None],
        width: int,
        deadline: float | None = None,
    ) -> None:
        self.position, self.seat, self.score, self.known = position, seat, score, known
        self.width, self.deadline = width, deadline

    def worth(self, answer: Any, runs: int, luck: Stream) -> float:
        """The expected score after this answer, in at most so many runs (at least one)."""
        return self.planned(answer, runs, luck)[0]

    def planned(self, answer: Any, runs: int, luck: Stream) -> tuple[float, Plan]:
        """The same, and how we mean to go on."""
        worth, _, plan = self._explore((answer,), max(1, runs), luck)
        return worth, plan

    def _explore(self, given: tuple[Any, ...], runs: int, luck: Stream) -> tuple[float, int, Plan]:
        """The worth of what follows these answers, the runs that it took, and the best answers of our own."""
        run = _Run(self, given, runs, luck)
        worth, used, plan = self._score(run), 1, tuple(run.plan)
        spare = run.runs - 1  # what the way down had left for itself
        for fork in reversed(run.forks):
            spare += fork.runs
            total, weight = worth * fork.first, fork.first
            for left, (way, share) in zip(range(len(fork.others), 0, -1), fork.others):
                value, took, other = self._explore((*fork.given, way), max(1, spare // left), luck)
                used, spare = used + took, spare - took
                if fork.own and value > worth:
                    worth, plan = value, other
                total, weight = total + value * share, weight + share
            if not fork.own:
                worth = total / weight
        return worth, used, plan

    def _score(self, run: _Run) -> float:
        return float(self.score(self.position.rest(run, _Deep).state, self.seat))

    def closed(self, procedure: Callable[..., Any], args: tuple[Any, ...]) -> Chance | None:
        """The outcomes of a procedure that reads no state; None where the exact walk of it would take too long."""
        key = (procedure, args)
        if key not in self.known:
            try:
                dist = walk(procedure, args, None, most=_CLOSED)
                self.known[key] = tuple((end[0], float(weight / dist.total)) for end, weight in dist)
            except TooMany:
                self.known[key] = None
        return self.known[key]


class _Run:
    """One run of the step: the tape, then the given ways, then the first way of each new fork."""

    def __init__(self, ahead: Ahead, given: tuple[Any, ...], runs: int, luck: Stream) -> None:
        self.ahead, self.given, self.runs, self.luck = ahead, given, runs, luck
        self.tape = ahead.position.tape
        self.at = self.ways = 0
        self.forks: list[_Fork] = []
        self.plan: list[tuple[str, Any]] = []

    def _taped(self) -> bool:
        self.at += 1
        if self.ahead.deadline is not None and perf_counter() > self.ahead.deadline:
            raise Late
        if self.at > len(self.tape) + _DEEP:
            raise _Deep
        return self.at <= len(self.tape)

    def _way(self, own: bool, ways: Callable[[], Sequence[tuple[Any, float]]]) -> Any:
        """The way to go at a fork: as given, or the first of those the allowance is split among."""
        if self.ways == len(self.given):
            (way, weight), *others = ways()
            if others:
                mine = self.runs // (len(others) + 1)
                self.forks.append(_Fork(self.given, own, weight, tuple(others), self.runs - mine))
                self.runs = mine
            self.given = (*self.given, way)
        self.ways += 1
        return self.given[self.ways - 1]

    def roll(self, g: Game[Any], request: Roll) -> Any:
        if self._taped():
            return request.pool.read(self.tape[self.at - 1].answer)
        return self._way(False, lambda: self._thrown(request.pool))

    def _thrown(self, pool: Pool) -> Sequence[tuple[Any, float]]:
        if pool.how != "faces" or comb(pool.n + pool.sides - 1, pool.n) <= _FACES:
            values, total = outcomes(pool)
            return self._spread([(value, weight / total) for value, weight in values])
        throws = range(max(1, min(self.runs, 2 * pool.n)))
        return [(pool.read([self.luck.between(1, pool.sides) for _ in range(pool.n)]), 1.0) for _ in throws]

    def _spread(self, ways: Sequence[tuple[Any, float]]) -> Sequence[tuple[Any, float]]:
        """All the ways if the allowance covers them, else a fair sample: a comb laid over the weights."""
        teeth = max(1, self.runs)
        if len(ways) <= teeth:
            return ways
        tooth = 0.5 / teeth
        picked: list[tuple[Any, float]] = []
        below = 0.0
        for value, weight in ways:
            below += weight
            hit = 0
            while tooth < below and hit < teeth:
                tooth, hit = tooth + 1 / teeth, hit + 1
            if hit:
                picked.append((value, hit / teeth))
        return picked or ways[-1:]

    def ask(self, g: Game[Any], request: Ask | AskAll) -> Any:
        if self._taped():
            return self.tape[self.at - 1].answer
        if isinstance(request, AskAll):
            return tuple(self._decide(g, ask) for ask in request.asks)
        return self._decide(g, request)

    def _decide(self, g: Game[Any], ask: Ask) -> Any:
        if ask.seat != self.ahead.seat:
            return first_idea(ask.question)
        way = self._way(True, lambda: self._choices(ask))
        self.plan.append((ask.question.prompt, way))
        return way

    def _choices(self, ask: Ask) -> Sequence[tuple[Any, float]]:
        most = max(1, min(self.ahead.width, self.runs // _NARROW))
        return [(way, 1.0) for way in ideas(ask.question, most)]

    def call(self, g: Game[Any], procedure: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        if self.at >= len(self.tape) and getattr(procedure, "chance", False):
            ways = self.ahead.closed(procedure, args)
            if ways is not None and len(ways) == 1:  # no fork; and it may lie before the question that we answer
                return ways[0][0]
            if ways is not None:
                return self._way(False, lambda: self._spread(ways))
        return procedure(g, *args)

    def each(self, g: Game[Any], procedure: Callable[..., Any], items: Iterable[Any], args: tuple[Any, ...]) -> bool:
        return any(procedure(g, item, *args) for item in items)

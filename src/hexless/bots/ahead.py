"""Looking ahead: the rest of a step, run from the rules themselves, as a tree of dice and decisions.

A run goes down one branch inline: at each fork it takes the first way and notes the others, so a tree of n leaves costs
n runs of the step, and looking again with more runs costs those that are new. An
allowance of runs is split at each fork among its ways, and so is never exceeded: with enough of it every way the dice
can fall is followed and weighed, with less an evenly spread sample of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import comb
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from hexless.kernel import (
    Ask,
    AskAll,
    Game,
    Pool,
    Position,
    Question,
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
    """A branch met on the way: the ways before it, the ways not taken with their weights, the runs for them."""

    given: Ways
    own: bool
    first: float
    others: tuple[tuple[Any, float], ...]
    runs: int


Ways = tuple[Any, ...]
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
        self.tree: dict[Ways, _Node | _Leaf] = {}  # what came after which ways: no way is run twice

    def worth(self, answer: Any, runs: int, luck: Stream) -> float:
        """The expected score after this answer, in at most so many runs (at least one)."""
        return self.planned(answer, runs, luck)[0]

    def planned(self, answer: Any, runs: int, luck: Stream) -> tuple[float, Plan]:
        """The same, and how we mean to go on."""
        worth, _, plan = self._explore((answer,), max(1, runs), luck)
        return worth, plan

    def _explore(self, given: Ways, runs: int, luck: Stream) -> tuple[float, int, Plan]:
        """The worth of what follows these ways, the runs that it took, and the best answers of our own."""
        forks: list[_Fork] = []
        node = self.tree.get(given) or self._run(given, runs, luck)
        while not isinstance(node, _Leaf):
            (way, weight), *others = node.ways(runs)
            if others:
                mine = runs // (len(others) + 1)
                forks.append(_Fork(given, node.own, weight, tuple(others), runs - mine))
                runs = mine
            given = (*given, way)
            node = self.tree.get(given) or self._run(given, runs, luck)
        return self._weigh(node, forks, runs - 1, luck)

    def _weigh(self, leaf: _Leaf, forks: list[_Fork], spare: int, luck: Stream) -> tuple[float, int, Plan]:
        """From the end of a way back up: the other ways of its forks, with the runs that it had left."""
        worth, plan, used = leaf.worth, leaf.plan, 1
        for fork in reversed(forks):
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

    def _run(self, given: Ways, runs: int, luck: Stream) -> _Node | _Leaf:
        """Run the step down these ways, and on along the first ways of what is met; the node or end they lead to."""
        run = _Run(self, given, runs, luck)
        worth = self._score(run)
        self.tree[run.given] = _Leaf(worth, tuple(run.plan))
        return self.tree[given]

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


class _Leaf(NamedTuple):
    """The end of a run: what it is worth, and our own answers on the way there."""

    worth: float
    plan: Plan


class _Node(Protocol):
    """Where ways part: by dice, or by a later decision of our own."""

    own: bool

    def ways(self, runs: int) -> Sequence[tuple[Any, float]]:
        """The ways to go with so many runs, and their weights."""


class _Odds:
    """What dice can show, and with what chance."""

    own = False

    def __init__(self, all_: Sequence[tuple[Any, float]]) -> None:
        self.all = all_

    def ways(self, runs: int) -> Sequence[tuple[Any, float]]:
        """All of them if the runs cover them, else a fair sample: a comb laid over the weights."""
        teeth = max(1, runs)
        if len(self.all) <= teeth:
            return self.all
        tooth = 0.5 / teeth
        picked: list[tuple[Any, float]] = []
        below = 0.0
        for value, weight in self.all:
            below += weight
            hit = 0
            while tooth < below and hit < teeth:
                tooth, hit = tooth + 1 / teeth, hit + 1
            if hit:
                picked.append((value, hit / teeth))
        return picked or self.all[-1:]


class _Throws:
    """Dice too many to list what they can show: they are thrown."""

    own = False

    def __init__(self, pool: Pool, luck: Stream) -> None:
        self.pool, self.luck = pool, luck
        self.thrown: list[tuple[Any, float]] = []

    def ways(self, runs: int) -> Sequence[tuple[Any, float]]:
        pool, wanted = self.pool, max(1, min(runs, 2 * self.pool.n))
        for _ in range(wanted - len(self.thrown)):
            self.thrown.append((pool.read([self.luck.between(1, pool.sides) for _ in range(pool.n)]), 1.0))
        return self.thrown[:wanted]


class _Choice:
    """A later question of our own."""

    own = True

    def __init__(self, question: Question, width: int) -> None:
        self.question, self.width = question, width
        self.known: dict[int, list[tuple[Any, float]]] = {}

    def ways(self, runs: int) -> Sequence[tuple[Any, float]]:
        most = max(1, min(self.width, runs // _NARROW))
        if most not in self.known:
            self.known[most] = [(way, 1.0) for way in ideas(self.question, most)]
        return self.known[most]


class _Run:
    """One run of the step: the tape, then the given ways, then the first way of whatever is new."""

    def __init__(self, ahead: Ahead, given: Ways, runs: int, luck: Stream) -> None:
        self.ahead, self.given, self.runs, self.luck = ahead, given, runs, luck
        self.tape = ahead.position.tape
        self.at = self.ways = 0
        self.plan: list[tuple[str, Any]] = []

    def _taped(self) -> bool:
        self.at += 1
        if self.ahead.deadline is not None and perf_counter() > self.ahead.deadline:
            raise Late
        if self.at > len(self.tape) + _DEEP:
            raise _Deep
        return self.at <= len(self.tape)

    def _way(self, node: Callable[[], _Node]) -> Any:
        """The way to go where ways part: as given, or the first of a new node."""
        if self.ways == len(self.given):
            new = self.ahead.tree[self.given] = node()
            (way, _), *others = new.ways(self.runs)
            self.runs //= len(others) + 1
            self.given = (*self.given, way)
        self.ways += 1
        return self.given[self.ways - 1]

    def roll(self, g: Game[Any], request: Roll) -> Any:
        if self._taped():
            return request.pool.read(self.tape[self.at - 1].answer)
        return self._way(lambda: self._dice(request.pool))

    def _dice(self, pool: Pool) -> _Node:
        if pool.how == "faces" and comb(pool.n + pool.sides - 1, pool.n) > _FACES:
            return _Throws(pool, self.luck)
        values, total = outcomes(pool)
        return _Odds([(value, weight / total) for value, weight in values])

    def ask(self, g: Game[Any], request: Ask | AskAll) -> Any:
        if self._taped():
            return self.tape[self.at - 1].answer
        if isinstance(request, AskAll):
            return tuple(self._decide(ask) for ask in request.asks)
        return self._decide(request)

    def _decide(self, ask: Ask) -> Any:
        if ask.seat != self.ahead.seat:
            return first_idea(ask.question)
        way = self._way(lambda: _Choice(ask.question, self.ahead.width))
        self.plan.append((ask.question.prompt, way))
        return way

    def call(self, g: Game[Any], procedure: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        if self.at >= len(self.tape) and getattr(procedure, "chance", False):
            ways = self.ahead.closed(procedure, args)
            if ways is not None and len(ways) == 1:  # no fork; and it may lie before the question that we answer
                return ways[0][0]
            if ways is not None:
                return self._way(lambda: _Odds(ways))
        return procedure(g, *args)

    def each(self, g: Game[Any], procedure: Callable[..., Any], items: Iterable[Any], args: tuple[Any, ...]) -> bool:
        return any(procedure(g, item, *args) for item in items)

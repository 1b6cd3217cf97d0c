"""Exact odds: the same rule code, run once for every way the dice can fall, with equal results merged."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import gcd, lcm
from typing import Any, cast

from .dice import outcomes
from .errors import GameError
from .game import ActOver, Ask, AskAll, Game, Roll
from .state import State

__all__ = ["Dist", "Policy", "Search", "TooMany", "exact", "first_suggestion", "walk"]

Policy = Callable[[Game[Any], Ask], Any]
_DEEP = 400  # decisions in one run


class TooMany(GameError):
    """The walk has more leaves than it was allowed."""


def first_suggestion(g: Game[Any], ask: Ask) -> Any:
    """The policy "first suggestion": each question is answered with what it proposes first."""
    return ask.question.suggest(1)[0]


class Dist:
    """A distribution: whole weights over one denominator."""

    __slots__ = ("total", "weights")

    def __init__(self, weights: Mapping[Any, int], total: int | None = None) -> None:
        self.weights = {value: weight for value, weight in weights.items() if weight}
        self.total = sum(self.weights.values()) if total is None else total

    def __iter__(self) -> Iterator[tuple[Any, int]]:
        return iter(self.weights.items())

    def __len__(self) -> int:
        return len(self.weights)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dist):
            return NotImplemented
        return self.weights.keys() == other.weights.keys() and all(
            self.p(value) == other.p(value) for value in self.weights
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Dist({self.weights}, {self.total})"

    def p(self, value: Hashable) -> Fraction:
        """The chance of one value."""
        return Fraction(self.weights.get(value, 0), self.total)

    def map(self, function: Callable[[Any], Hashable]) -> Dist:
        """The distribution of a function of the value."""
        out: dict[Any, int] = {}
        for value, weight in self.weights.items():
            key = function(value)
            out[key] = out.get(key, 0) + weight
        return Dist(out, self.total)

    def mean(self, worth: Callable[[Any], int | Fraction] = lambda value: value) -> Fraction:
        """The expected worth of the value."""
        return sum((Fraction(worth(value)) * weight for value, weight in self), Fraction(0)) / self.total

    def reduced(self) -> Dist:
        """The same chances over the smallest denominator."""
        part = gcd(self.total, *self.weights.values())
        return Dist({value: weight // part for value, weight in self}, self.total // part)


def exact(
    procedure: Callable[..., Any],
    *args: Any,
    state: State | None = None,
    policy: Policy = first_suggestion,
    most: int | None = None,
) -> Dist:
    """The distribution of what a procedure returns; decisions inside it are answered by `policy`.

    most: give up with `TooMany` after this many runs.
    """
    return walk(procedure, args, state, policy=policy, most=most).map(lambda end: end[0])


def walk(
    procedure: Callable[..., Any],
    args: tuple[Any, ...],
    state: State | None,
    *,
    policy: Policy = first_suggestion,
    most: int | None = None,
) -> Dist:
    """The distribution of (what the procedure returns, the state it leaves)."""
    start: Game[Any] = Game(cast("State", state), _NOBODY)
    return Search(policy, most).dist(procedure, start, args)


class Search:
    """What all the runs of one walk share: the memo, the policy and the number of runs left.

    An `ActOver` on the way, raised by the policy or by the end of an act, ends a run where it stands.
    """

    def __init__(self, policy: Policy, most: int | None = None) -> None:
        self.policy, self.left = policy, most
        self.memo: dict[Hashable, Dist] = {}

    def dist(self, procedure: Callable[..., Any], g: Game[Any], args: tuple[Any, ...]) -> Dist:
        """The procedure's outcomes, from the memo if it was asked before."""
        if getattr(procedure, "chance", False):  # reads no state: one answer for all
            state = g.state
            free = self._known((procedure, args), procedure, Game(cast("State", None), _NOBODY), args)
            return free.map(lambda end: (end[0], state))
        return self._known((procedure, g.depth, g.until, g.state, args), procedure, g, args)

    def _known(self, key: Hashable, procedure: Callable[..., Any], g: Game[Any], args: tuple[Any, ...]) -> Dist:
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self._walk(procedure, g, args)
        return found

    def _walk(self, procedure: Callable[..., Any], g: Game[Any], args: tuple[Any, ...]) -> Dist:
        weights = getattr(procedure, "weights", None)
        if weights and (known := weights(*args)):
            values, total = known
            return Dist({(value, g.state): weight for value, weight in values.items()}, total)
        return self.branches(lambda inner: procedure(inner, *args), g)

    def branches(self, run: Callable[[Game[Any]], Any], g: Game[Any], tape: Sequence[Any] = ()) -> Dist:
        """The outcomes of a function of the game, which is first answered from a tape, then in every way there is."""
        out: dict[Any, int] = {}
        whole = 1
        todo: list[_Branch] = [((), 1, 1)]
        while todo:
            self._count()
            branch = _Run(self, todo, *todo.pop(), tape=tape)
            inner: Game[Any] = Game(g.state, branch, g.at)
            inner.log, inner.depth, inner.until = None, g.depth, g.until
            try:
                value = run(inner)
            except ActOver:
                value = OVER
            end = (value, inner.state)
            if whole % branch.whole:  # bring all weights to one denominator
                larger = lcm(whole, branch.whole)
                out = {key: weight * (larger // whole) for key, weight in out.items()}
                whole = larger
            out[end] = out.get(end, 0) + branch.weight * (whole // branch.whole)
        return Dist(out, whole)

    def _count(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise TooMany("the walk has more leaves than it was allowed")


OVER = "act over"  # what a procedure returns that ended with its act
_Branch = tuple[tuple[Any, ...], int, int]


class _Run:
    """One run of a walk: after a tape and a given prefix, the first outcome of each new branch, the others queued."""

    def __init__(
        self, search: Search, todo: list[_Branch], given: tuple[Any, ...], weight: int, whole: int,
        tape: Sequence[Any] = (),
    ) -> None:  # fmt: skip
        self.search, self.todo, self.given, self.tape = search, todo, given, tape
        self.weight, self.whole = weight, whole
        self.at = self.read = self.asked = 0

    def _taped(self, g: Game[Any]) -> Any:
        """The next answer of the tape; with the last one the walk begins, in the act that is open then."""
        self.read += 1
        if self.read == len(self.tape):
            g.until = g.depth
        return self.tape[self.read - 1]

    def _branch(self, dist: Callable[[], Iterable[tuple[Any, int]]], total: Callable[[], int]) -> Any:
        if self.at < len(self.given):
            value = self.given[self.at]
        else:
            (value, weight), *others = dist()
            whole = self.whole * total()
            for other, share in reversed(others):
                self.todo.append(((*self.given, other), self.weight * share, whole))
            self.given = (*self.given, value)
            self.weight, self.whole = self.weight * weight, whole
        self.at += 1
        return value

    def roll(self, g: Game[Any], request: Roll) -> Any:
        if self.read < len(self.tape):
            return request.pool.read(self._taped(g))
        return self._branch(lambda: outcomes(request.pool)[0], lambda: outcomes(request.pool)[1])

    def ask(self, g: Game[Any], request: Ask | AskAll) -> Any:
        if self.read < len(self.tape):
            return self._taped(g)
        self.asked += 1
        if self.asked > _DEEP:
            raise TooMany("the policy goes on and on")
        if isinstance(request, AskAll):
            return tuple(self.search.policy(g, ask) for ask in request.asks)
        return self.search.policy(g, request)

    def call(self, g: Game[Any], procedure: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        if self.read < len(self.tape):
            return procedure(g, *args)
        dist = cache(lambda: self.search.dist(procedure, g, args))
        return self._ended(g, *self._branch(dist, lambda: dist().total))

    def each(self, g: Game[Any], procedure: Callable[..., Any], items: Iterable[Any], args: tuple[Any, ...]) -> bool:
        """Item by item, with equal states merged after each."""
        if self.read < len(self.tape):
            return self._rest_of_each(g, procedure, items, args)
        dist = cache(lambda: self._forward(procedure, g, items, args))
        return bool(self._ended(g, *self._branch(dist, lambda: dist().total)))

    def _rest_of_each(
        self, g: Game[Any], procedure: Callable[..., Any], items: Iterable[Any], args: tuple[Any, ...]
    ) -> bool:
        """Items that the tape goes through one by one, and the rest merged."""
        left = list(items)
        while left and self.read < len(self.tape):
            if procedure(g, left.pop(0), *args):
                return True
        return bool(left) and self.each(g, procedure, left, args)

    def _ended(self, g: Game[Any], value: Any, state: Any) -> Any:
        g.state = state
        if value is OVER:
            raise ActOver
        return value

    def _forward(
        self, procedure: Callable[..., Any], g: Game[Any], items: Iterable[Any], args: tuple[Any, ...]
    ) -> Dist:
        live, done = Dist({g.state: 1}, 1), Dist({}, 1)
        inner: Game[Any] = Game(g.state, self, g.at)
        inner.depth, inner.until = g.depth, g.until
        for item in items:
            stay: list[_Part] = []
            stop: list[_Part] = [(done, 1, 1)]
            for inner.state, weight in live:
                ends = self.search.dist(procedure, inner, (item, *args))
                stay.append((Dist({s: w for (flag, s), w in ends if not flag}, ends.total), weight, live.total))
                stop.append((Dist({end: w for end, w in ends if end[0]}, ends.total), weight, live.total))
            live, done = _mixed(stay), _mixed(stop)
        return _mixed([(live.map(lambda s: (False, s)), 1, 1), (done, 1, 1)])


_NOBODY = _Run(Search(first_suggestion), [], (), 1, 1)  # a walk's own runs answer in its place
_Part = tuple[Dist, int, int]


def _mixed(parts: list[_Part]) -> Dist:
    """A weighted sum of distributions (each with its weight and that weight's denominator) over one denominator."""
    whole = lcm(*(part.total * over for part, _, over in parts))
    out: dict[Any, int] = {}
    for part, weight, over in parts:
        scale = whole // (part.total * over) * weight
        for value, share in part:
            out[value] = out.get(value, 0) + share * scale
    return Dist(out, whole)

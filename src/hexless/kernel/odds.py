"""Exact odds: the same rule code, run once for every way the dice can fall, with equal results merged."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import gcd, lcm
from typing import Any

from .dice import outcomes
from .errors import GameError
from .game import Ask, AskAll, Game, Roll
from .state import State

__all__ = ["Dist", "Policy", "TooMany", "exact", "first_suggestion", "walk"]

Policy = Callable[[Game[Any], Ask], Any]
Weight = int | float


class TooMany(GameError):
    """The walk has more leaves than it was allowed."""


def first_suggestion(g: Game[Any], ask: Ask) -> Any:
    """The policy "first suggestion": each question is answered with what it proposes first."""
    return ask.question.suggest(1)[0]


class Dist:
    """A distribution: whole weights over one denominator."""

    __slots__ = ("total", "weights")

    def __init__(self, weights: Mapping[Any, Weight], total: Weight | None = None) -> None:
        self.weights = {value: weight for value, weight in weights.items() if weight}
        self.total = sum(self.weights.values()) if total is None else total

    def __iter__(self) -> Iterator[tuple[Any, Weight]]:
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
        return Fraction(self.weights.get(value, 0)) / Fraction(self.total)

    def map(self, function: Callable[[Any], Hashable]) -> Dist:
        """The distribution of a function of the value."""
        out: dict[Any, Weight] = {}
        for value, weight in self.weights.items():
            key = function(value)
            out[key] = out.get(key, 0) + weight
        return Dist(out, self.total)

    def mean(self, worth: Callable[[Any], int | Fraction] = lambda value: value) -> Fraction:
        """The expected worth of the value."""
        return sum((Fraction(worth(value)) * Fraction(weight) for value, weight in self), Fraction(0)) / Fraction(
            self.total
        )

    def reduced(self) -> Dist:
        """The same chances over the smallest denominator."""
        weights = [w for w in (self.total, *self.weights.values()) if isinstance(w, int)]
        if len(weights) <= len(self.weights):
            return self  # floats
        part = gcd(*weights)
        return Dist({value: weight // part for value, weight in self}, self.total // part)


def exact(
    procedure: Callable[..., Any],
    *args: Any,
    state: State | None = None,
    policy: Policy = first_suggestion,
    floats: bool = False,
    most: int | None = None,
) -> Dist:
    """The distribution of what a procedure returns; decisions inside it are answered by `policy`.

    floats: weights as floats of sum 1, for trees whose whole weights grow too long.
    most: give up with `TooMany` after this many runs.
    """
    return walk(procedure, args, state, policy=policy, floats=floats, most=most).map(lambda end: end[0])


def walk(
    procedure: Callable[..., Any],
    args: tuple[Any, ...],
    state: State | None,
    *,
    policy: Policy = first_suggestion,
    floats: bool = False,
    most: int | None = None,
) -> Dist:
    """The distribution of (what the procedure returns, the state it leaves)."""
    return _Search(policy, floats, most).dist(procedure, state, args)


class _Search:
    """What all the runs of one walk share: the memo, the policy and the number of runs left."""

    def __init__(self, policy: Policy, floats: bool, most: int | None) -> None:
        self.policy, self.floats, self.left = policy, floats, most
        self.memo: dict[Hashable, Dist] = {}

    def dist(self, procedure: Callable[..., Any], state: Any, args: tuple[Any, ...]) -> Dist:
        """The procedure's outcomes, from the memo if it was asked before."""
        if getattr(procedure, "chance", False):  # reads no state: one answer for all
            free = self._known((procedure, args), procedure, None, args)
            return free.map(lambda end: (end[0], state))
        return self._known((procedure, state, args), procedure, state, args)

    def _known(self, key: Hashable, procedure: Callable[..., Any], state: Any, args: tuple[Any, ...]) -> Dist:
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self._walk(procedure, state, args)
        return found

    def _walk(self, procedure: Callable[..., Any], state: Any, args: tuple[Any, ...]) -> Dist:
        weights = getattr(procedure, "weights", None)
        if weights and (known := weights(*args)):
            values, total = known
            return self.scaled(Dist({(value, state): weight for value, weight in values.items()}, total))
        out: dict[Any, Weight] = {}
        whole: Weight = 1
        todo: list[tuple[tuple[Any, ...], Weight, Weight]] = [((), 1, 1)]
        while todo:
            self._count()
            run = _Run(self, todo, *todo.pop())
            g: Game[Any] = Game(state, run)
            g.log = None
            end = (procedure(g, *args), g.state)
            if not self.floats and whole % run.whole:  # bring all weights to one denominator
                larger = lcm(whole, run.whole)  # type: ignore[arg-type]
                out = {key: weight * (larger // whole) for key, weight in out.items()}
                whole = larger
            weight = run.weight if self.floats else run.weight * (whole // run.whole)
            out[end] = out.get(end, 0) + weight
        return Dist(out, 1.0 if self.floats else whole)

    def _count(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise TooMany("the walk has more leaves than it was allowed")

    def scaled(self, dist: Dist) -> Dist:
        return Dist({value: weight / dist.total for value, weight in dist}, 1.0) if self.floats else dist


class _Run:
    """One run of a walk: after a given prefix, the first outcome of each new branch is taken and the others queued."""

    def __init__(self, search: _Search, todo: list[Any], given: tuple[Any, ...], weight: Weight, whole: Weight) -> None:
        self.search, self.todo, self.given = search, todo, given
        self.weight, self.whole, self.at = weight, whole, 0

    def _branch(self, dist: Callable[[], Iterable[tuple[Any, Weight]]], total: Callable[[], Weight]) -> Any:
        if self.at < len(self.given):
            value = self.given[self.at]
        else:
            (value, weight), *others = dist()
            whole = self.whole if self.search.floats else self.whole * total()
            for other, share in reversed(others):
                self.todo.append(((*self.given, other), self.weight * share, whole))
            self.given = (*self.given, value)
            self.weight, self.whole = self.weight * weight, whole
        self.at += 1
        return value

    def roll(self, g: Game[Any], request: Roll) -> Any:
        if self.search.floats:
            values, total = outcomes(request.pool)
            return self._branch(lambda: [(value, weight / total) for value, weight in values], lambda: 1)
        return self._branch(lambda: outcomes(request.pool)[0], lambda: outcomes(request.pool)[1])

    def ask(self, g: Game[Any], request: Ask | AskAll) -> Any:
        if isinstance(request, AskAll):
            return tuple(self.search.policy(g, ask) for ask in request.asks)
        return self.search.policy(g, request)

    def call(self, g: Game[Any], procedure: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        state = g.state
        dist = cache(lambda: self.search.dist(procedure, state, args))
        value, g.state = self._branch(dist, lambda: dist().total)
        return value

    def each(self, g: Game[Any], procedure: Callable[..., Any], items: Iterable[Any], args: tuple[Any, ...]) -> bool:
        """Item by item, with equal states merged after each."""
        state = g.state
        dist = cache(lambda: self._forward(procedure, state, items, args))
        stopped, g.state = self._branch(dist, lambda: dist().total)
        return bool(stopped)

    def _forward(self, procedure: Callable[..., Any], state: Any, items: Iterable[Any], args: tuple[Any, ...]) -> Dist:
        live, done = Dist({state: 1}, 1), Dist({}, 1)
        for item in items:
            stay: list[_Part] = []
            stop: list[_Part] = [(done, 1, 1)]
            for here, weight in live:
                ends = self.search.dist(procedure, here, (item, *args))
                stay.append((Dist({s: w for (flag, s), w in ends if not flag}, ends.total), weight, live.total))
                stop.append((Dist({s: w for (flag, s), w in ends if flag}, ends.total), weight, live.total))
            live, done = _mixed(stay), _mixed(stop)
        return _mixed([(live.map(lambda s: (False, s)), 1, 1), (done.map(lambda s: (True, s)), 1, 1)])


_Part = tuple[Dist, Weight, Weight]


def _mixed(parts: list[_Part]) -> Dist:
    """A weighted sum of distributions (each with its weight and that weight's denominator) over one denominator."""
    floats = any(isinstance(part.total, float) for part, _, _ in parts)
    whole: Weight = 1.0 if floats else lcm(*(part.total * over for part, _, over in parts))  # type: ignore[arg-type]
    out: dict[Any, Weight] = {}
    for part, weight, over in parts:
        scale = weight / (part.total * over) if floats else whole // (part.total * over) * weight
        for value, share in part:
            out[value] = out.get(value, 0) + share * scale
    return Dist(out, whole)

"""Exact odds: the same rule code, run once for every way the dice can fall, with equal results merged."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
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
    """The walk takes more work than it was allowed."""


def first_suggestion(g: Game[Any], ask: Ask) -> Any:
    """The policy "first suggestion": each question is answered with what it proposes first."""
    return ask.question.suggest(1)[0]


class Dist:
    """A distribution: whole weights over one denominator."""

    __slots__ = ("total", "weights")

    def __init__(self, weights: Mapping[Any, int], total: int | None = None) -> None:
        possible = 0 not in weights.values()
        self.weights = dict(weights) if possible else {value: weight for value, weight in weights.items() if weight}
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

    most: give up with `TooMany` after so much work.
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
    """What all the runs of one walk share: the memo, the policy and the work that is left to do.

    An `ActOver` on the way, raised by the policy or by the end of an act, ends a run where it stands.
    """

    def __init__(self, policy: Policy, most: int | None = None) -> None:
        self.policy, self.left = policy, most
        self.memo: dict[Hashable, Dist] = {}
        self.begun: dict[Hashable, tuple[Dist, int]] = {}  # calls that a tape leads into, and what they leave of it
        self.read = 0  # answers that the last run took off its tape

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
            self.spend(1 + len(tape))
            branch = _Run(self, todo, *todo.pop(), tape=tape)
            inner = _Watched(g, branch)
            try:
                value = run(inner)
            except ActOver:
                value = OVER
            if whole % branch.whole:  # bring all weights to one denominator
                larger = lcm(whole, branch.whole)
                out = {key: weight * (larger // whole) for key, weight in out.items()}
                whole = larger
            share = whole // branch.whole
            end = (value, inner.here)
            out[end] = out.get(end, 0) + branch.weight * share
            if branch.queued and not inner.seen:
                for state, weight in branch.alike():
                    end = (value, state)
                    out[end] = out.get(end, 0) + weight * share
            self.read = branch.read
        return Dist(out, whole)

    def spend(self, work: int) -> None:
        """Do so much of the work that is allowed: a run is 1, and 1 more for each answer that it begins with."""
        if self.left is not None:
            self.left -= work
            if self.left < 0:
                raise TooMany("the walk takes more work than it was allowed")


OVER = "act over"  # what a procedure returns that ended with its act
_Branch = tuple[tuple[Any, ...], int, int]


class _Watched(Game[Any]):
    """A game that knows whether anybody has looked at its state since a call put it `here`."""

    __slots__ = ("here", "seen")

    def __init__(self, g: Game[Any], source: _Run) -> None:
        super().__init__(g.state, source, g.at)
        self.log, self.depth, self.until = None, g.depth, g.until

    @property
    def state(self) -> Any:
        self.seen = True
        return self.here

    @state.setter
    def state(self, state: Any) -> None:
        self.seen, self.here = True, state


class _Run:
    """One run of a walk: after a tape and a given prefix, the first outcome of each new branch, the others queued."""

    def __init__(
        self, search: Search, todo: list[_Branch], given: tuple[Any, ...], weight: int, whole: int,
        tape: Sequence[Any] = (),
    ) -> None:  # fmt: skip
        self.search, self.todo, self.given, self.tape = search, todo, given, tape
        self.weight, self.whole = weight, whole
        self.at = self.read = self.asked = 0
        self.queued = 0  # outcomes of the last call, if nothing was asked for after it

    def alike(self) -> Iterator[tuple[Any, int]]:
        """The other outcomes of a call after which nobody looked at the state: where they return the same, so do we."""
        first, others = self.given[-1][0], self.todo[-self.queued :]
        del self.todo[-self.queued :]
        for other in others:
            given, weight, _ = other
            value, state = given[-1]
            if type(value) is type(first) and value == first:
                yield state, weight
            else:
                self.todo.append(other)

    def _taped(self, g: Game[Any]) -> Any:
        """The next answer of the tape; with the last one the walk begins, in the act that is open then."""
        self.read += 1
        if self.read == len(self.tape):
            g.until = g.depth
        return self.tape[self.read - 1]

    def _fork(self, ways: Iterable[tuple[Any, int]], total: int) -> Any:
        """The first of some ways to go on; the others are queued."""
        (value, weight), *others = ways
        whole = self.whole * total
        for other, share in reversed(others):
            self.todo.append(((*self.given, other), self.weight * share, whole))
        self.given = (*self.given, value)
        self.weight, self.whole, self.queued = self.weight * weight, whole, len(others)
        return self._way()

    def _way(self) -> Any:
        """The way that was taken here."""
        self.at += 1
        return self.given[self.at - 1]

    def roll(self, g: Game[Any], request: Roll) -> Any:
        if self.read < len(self.tape):
            return request.pool.read(self._taped(g))
        value = self._way() if self.at < len(self.given) else self._fork(*outcomes(request.pool))
        self.queued = 0
        return value

    def ask(self, g: Game[Any], request: Ask | AskAll) -> Any:
        if self.read < len(self.tape):
            return self._taped(g)
        self.asked, self.queued = self.asked + 1, 0
        if self.asked > _DEEP:
            raise TooMany("the policy goes on and on")
        if self.at == len(self.given):  # once for all runs that come this way
            if isinstance(request, Ask):
                self.given = (*self.given, self._decided(g, request))
            else:
                self.given = (*self.given, tuple(self._decided(g, ask) for ask in request.asks))
        return self._way()

    def _decided(self, g: Game[Any], ask: Ask) -> Any:
        answer = self.search.policy(g, ask)
        self.search.spend(ask.question.dear)
        return answer

    def call(self, g: Game[Any], procedure: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        return self._outcome(g, (procedure, args), lambda: self._ends(procedure, g, args))

    def each(self, g: Game[Any], procedure: Callable[..., Any], items: Iterable[Any], args: tuple[Any, ...]) -> bool:
        """Item by item, with equal states merged after each."""
        if not (some := tuple(items)):
            return False
        return bool(self._outcome(g, (procedure, some, args), lambda: self._forward(procedure, g, some, args)))

    def _outcome(self, g: Game[Any], what: Hashable, find: Callable[[], Dist]) -> Any:
        """How a call ends in this run; one that ends before the tape does has one outcome."""
        if unread := len(self.tape) - self.read:
            begun, key = self.search.begun, (what, g.depth, unread, g.state)
            if key not in begun:
                begun[key] = find(), len(self.tape) - self.read
            dist, left = begun[key]
            self.read = len(self.tape) - left
            if left:
                ((value, state),) = dist.weights
                return self._ended(g, value, state)
            g.until = g.depth  # acts that were begun in there are over, or the run is
        elif self.at == len(self.given):
            dist = find()
        return self._ended(g, *(self._way() if self.at < len(self.given) else self._fork(dist, dist.total)))

    def _ends(self, procedure: Callable[..., Any], g: Game[Any], args: tuple[Any, ...]) -> Dist:
        """The outcomes of a procedure; if the tape leads into it, those from where that ends."""
        if self.read == len(self.tape):
            return self.search.dist(procedure, g, args)
        dist = self.search.branches(lambda inner: procedure(inner, *args), g, self.tape[self.read :])
        self.read += self.search.read
        g.until = g.depth if self.read == len(self.tape) else g.until
        return dist

    def _ended(self, g: Game[Any], value: Any, state: Any) -> Any:
        g.state = state
        if isinstance(g, _Watched):
            g.seen = False
        if value is OVER:
            raise ActOver
        return value

    def _forward(
        self, procedure: Callable[..., Any], g: Game[Any], items: Iterable[Any], args: tuple[Any, ...]
    ) -> Dist:
        """The states that go on after each item, and those in which one said that it is enough."""
        whole, live, done = 1, {g.state: 1}, dict[Any, int]()
        inner: Game[Any] = Game(g.state, self, g.at)
        inner.depth, inner.until = g.depth, g.until
        for item in items:
            parts = []
            for inner.state, weight in live.items():
                parts.append((self._ends(procedure, inner, (item, *args)), weight))
            larger = lcm(*[ends.total for ends, _ in parts])
            if larger > 1:
                done = {end: weight * larger for end, weight in done.items()}
            live, whole = {}, whole * larger
            for ends, weight in parts:
                scale = weight * (larger // ends.total)
                for end, share in ends.weights.items():
                    into, key = (done, end) if end[0] else (live, end[1])
                    into[key] = into.get(key, 0) + share * scale
        return Dist({(False, state): weight for state, weight in live.items()} | done, whole)


_NOBODY = _Run(Search(first_suggestion), [], (), 1, 1)  # a walk's own runs answer in its place

"""The game as a rule sees it: a state to read and change, and somebody to ask for dice and decisions."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, Protocol, TypeVar, cast

from .dice import Faces, Pool
from .errors import BadAnswer
from .log import Event, Total
from .questions import Question, YesNo
from .state import State

__all__ = ["ActOver", "Ask", "AskAll", "Game", "Request", "Roll", "Source", "act"]

S = TypeVar("S", bound=State)
T = TypeVar("T")
P = ParamSpec("P")


class Roll(NamedTuple):
    """Chance is asked for a pool of dice, and why."""

    pool: Pool
    why: str

    @property
    def key(self) -> str:
        return f"roll {self.pool} {self.why}"

    def judge(self, raw: object) -> Faces:
        return self.pool.accept(raw)


class Ask(NamedTuple):
    """A seat is asked a question."""

    seat: str
    question: Question

    @property
    def key(self) -> str:
        return f"{self.seat} {self.question.key}"

    def judge(self, raw: object) -> Any:
        return self.question.judge(raw)


class AskAll(NamedTuple):
    """Several seats are asked at once, and nobody sees another's answer before all have given theirs."""

    asks: tuple[Ask, ...]

    @property
    def key(self) -> str:
        return " & ".join(ask.key for ask in self.asks)

    def judge(self, raw: object) -> tuple[Any, ...]:
        if not isinstance(raw, list | tuple) or len(raw) != len(self.asks):
            raise BadAnswer(raw, f"{len(self.asks)} answers, one a seat")
        return tuple(ask.judge(one) for ask, one in zip(self.asks, raw))


Request = Roll | Ask | AskAll


class Source(Protocol):
    """Where answers come from: sampled, scripted, read off a tape, or every one with its weight."""

    def roll(self, g: Game[Any], request: Roll) -> Any: ...
    def ask(self, g: Game[Any], request: Ask | AskAll) -> Any: ...
    def call(self, g: Game[Any], procedure: Callable[..., Any], args: tuple[Any, ...]) -> Any: ...
    def each(
        self, g: Game[Any], procedure: Callable[..., Any], items: Iterable[Any], args: tuple[Any, ...]
    ) -> bool: ...


class Game(Generic[S]):
    """What every rule takes as `g`. It is made for one run and dropped with it."""

    __slots__ = ("at", "cites", "depth", "fired", "log", "source", "state", "until")

    def __init__(self, state: S, source: Source, at: int = 0, log: bool = True) -> None:
        self.state = state
        self.source = source
        self.at = at  # answers given so far in the whole game
        self.log: list[Event] | None = [] if log else None  # None: nobody listens
        self.cites: tuple[str, ...] = ()
        self.fired: set[str] = set()  # the rules that were at work, where somebody listens
        self.depth = 0  # acts that are open now
        self.until = 0  # a forecast ends when fewer acts than these are open

    # chance

    def roll(self, pool: Pool, why: str = "") -> Any:
        """Roll; the sorted faces, or what the pool reads off them."""
        return self.source.roll(self, Roll(pool, why)) if pool.n > 0 else pool.read(())

    def count(self, pool: Pool, target: int, why: str = "") -> int:
        """How many dice show `target` or more."""
        return int(self.roll(Pool(pool.n, pool.sides, "count", target), why))

    def under(self, pool: Pool, target: int, why: str = "") -> int:
        """How many dice show `target` or less."""
        return int(self.roll(Pool(pool.n, pool.sides, "under", target), why))

    def bands(self, pool: Pool, *edges: int, why: str = "") -> tuple[int, ...]:
        """How many dice lie below the first edge, from each edge to the next, and at the last or more."""
        value: tuple[int, ...] = self.roll(Pool(pool.n, pool.sides, "bands", edges=edges), why)
        return value

    def sum(self, pool: Pool, why: str = "") -> int:
        """The sum of the dice."""
        return int(self.roll(Pool(pool.n, pool.sides, "total"), why))

    def high(self, pool: Pool, why: str = "") -> int:
        """The highest die."""
        return int(self.roll(Pool(pool.n, pool.sides, "high"), why))

    # decisions

    def ask(self, seat: str, question: Question) -> Any:
        """The seat's answer; where only one is legal nobody is asked."""
        only = question.only()
        return self.source.ask(self, Ask(seat, question)) if only is None else only[0]

    def ask_all(self, questions: Mapping[str, Question]) -> dict[str, Any]:
        """Sealed answers of all these seats; those who have but one are not asked."""
        given = {seat: question.only() for seat, question in questions.items()}
        open_ = {seat: questions[seat] for seat, only in given.items() if only is None}
        asks = tuple(Ask(seat, question) for seat, question in open_.items())
        answers = dict(zip(open_, self.source.ask(self, AskAll(asks)))) if asks else {}
        return {seat: answers[seat] if only is None else only[0] for seat, only in given.items()}

    def may(self, seat: str, prompt: str, *rules: str) -> bool:
        """Whether the seat wants to."""
        return bool(self.ask(seat, YesNo(prompt=prompt, rules=rules or self.cites)))

    # changes

    def change(self, unit: int, **changes: Any) -> None:
        """Change some fields of one unit."""
        self.state = self.state.change(unit, **changes)

    def set(self, **changes: Any) -> None:
        """Change some fields of the state."""
        self.state = self.state.with_(**changes)

    # the log

    def cite(self, *rules: str) -> None:
        """These rules too are at work from here to the end of the procedure."""
        self.cites = (*self.cites, *rules)
        if self.log is not None:
            self.fired.update(rules)

    def note(self, kind: str, audience: tuple[str, ...] | None = None, **data: Any) -> None:
        """Say what happened; the event carries the rules at work and those of every `Total` in it."""
        if self.log is None:
            return
        rules = self.cites
        for value in data.values():
            if type(value) is Total:
                rules = (*rules, *value.rules)
                self.fired.update(value.rules)
        self.log.append(Event(kind, self.at, rules, data, audience))

    # closed procedures, whose equal results the exact walk merges

    def call(self, procedure: Callable[Concatenate[Game[S], P], T], *args: P.args, **named: P.kwargs) -> T:
        """Run a procedure."""
        given = args if not named else _in_order(procedure, (self, *args), named)
        value: T = self.source.call(self, procedure, given)
        return value

    def each(self, procedure: Callable[..., Any], items: Iterable[Any], *args: Any) -> bool:
        """Run `procedure(g, item, *args)` on each item in order until one returns True."""
        return self.source.each(self, procedure, items, args)


def _in_order(procedure: Callable[..., Any], args: tuple[Any, ...], named: Mapping[str, Any]) -> tuple[Any, ...]:
    """All arguments after the game by their places, so that equal calls are seen to be equal."""
    bound = inspect.signature(procedure).bind(*args, **named)
    if bound.kwargs:
        raise TypeError(
            f"{procedure.__qualname__} has arguments by name only, which g.call cannot take: {bound.kwargs}"
        )
    return bound.args[1:]


class ActOver(BaseException):
    """The act that a forecast is about has ended."""


def act(procedure: Callable[Concatenate[Game[S], P], T]) -> Callable[Concatenate[Game[S], P], T]:
    """Mark a procedure that is one act of a player: a move, a volley, a charge with all that answers it.

    A forecast of a question asked inside an act runs until that act is over.
    """

    @wraps(procedure)
    def run(g: Game[S], *args: P.args, **kwargs: P.kwargs) -> T:
        g.depth += 1
        value = procedure(g, *args, **kwargs)
        g.depth -= 1
        if g.depth < g.until:
            raise ActOver
        return value

    return cast("Callable[Concatenate[Game[S], P], T]", run)

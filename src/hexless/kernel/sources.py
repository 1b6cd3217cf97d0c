"""Sources that play: every answer is one value, kept on the way. Here: scripts and tapes; `play` has the agents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .dice import Dice
from .errors import ScriptError, TapeMismatch
from .game import Ask, AskAll, Game, Request, Roll
from .state import State, Value

__all__ = ["Entry", "Pending", "Playing", "Script", "Tape", "taped"]


class Entry(Value, frozen=True):
    """One answer on a tape, with the key of the request that it answers."""

    ask: str
    answer: Any


class Pending(BaseException):
    """The tape is spent: the run is dropped, and the request goes to whoever can answer it."""

    def __init__(self, request: Request) -> None:
        self.request = request


class Playing:
    """A source that gives one answer to each request: `made` keeps both, `states` (if wanted) where it was asked."""

    def __init__(self, keep_states: bool = False) -> None:
        self.made: list[tuple[Request, Any]] = []
        self.states: list[State] | None = [] if keep_states else None

    def fresh(self, g: Game[Any], request: Request) -> Any:
        """An answer that is not on any tape yet."""
        raise NotImplementedError

    def next(self, g: Game[Any], request: Request) -> Any:
        answer = self.fresh(g, request)
        self.made.append((request, answer))
        if self.states is not None:
            self.states.append(g.state)
        g.at += 1
        return answer

    def roll(self, g: Game[Any], request: Roll) -> Any:
        faces = self.next(g, request)
        if g.log is not None:
            g.note("roll", why=request.why, sides=request.pool.sides, faces=faces)
        return request.pool.read(faces)

    def ask(self, g: Game[Any], request: Ask | AskAll) -> Any:
        return self.next(g, request)

    def call(self, g: Game[Any], procedure: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        return procedure(g, *args)

    def each(self, g: Game[Any], procedure: Callable[..., Any], items: Iterable[Any], args: tuple[Any, ...]) -> bool:
        return any(procedure(g, item, *args) for item in items)

    def tape(self) -> tuple[Entry, ...]:
        """What was answered, as a tape."""
        return taped(self.made)


def taped(made: Sequence[tuple[Request, Any]]) -> tuple[Entry, ...]:
    """What was asked and answered, as a tape."""
    return tuple([Entry(request.key, answer) for request, answer in made])


class Script(Playing):
    """Tests: forced dice and choices, checked like any answer; one missing or left over is an error."""

    def __init__(self, *answers: Any) -> None:
        super().__init__()
        self.left = list(answers)

    def fresh(self, g: Game[Any], request: Request) -> Any:
        if not self.left:
            raise ScriptError(f"the script has no answer for: {request.key}")
        return request.judge(self.left.pop(0))

    def done(self) -> None:
        """Every answer has been used."""
        if self.left:
            raise ScriptError(f"the script has answers left over: {self.left}")


class Tape(Playing):
    """Answers that were given before; then dice, if there are any; then `Pending`.

    A tape from outside is judged answer by answer; one of our own (`trusted`) was judged when it was made.
    """

    def __init__(
        self, entries: Sequence[Entry], dice: Dice | None = None, trusted: bool = False, keep_states: bool = False
    ) -> None:
        super().__init__(keep_states)
        self.entries, self.dice, self.trusted = entries, dice, trusted

    def fresh(self, g: Game[Any], request: Request) -> Any:
        at = len(self.made)
        if at < len(self.entries):
            entry = self.entries[at]
            if self.trusted:
                return entry.answer
            if entry.ask != request.key:
                raise TapeMismatch(g.at + 1, entry.ask, request.key)
            return request.judge(entry.answer)
        if self.dice is not None and type(request) is Roll:
            return self.dice.roll(g.at, request.pool)
        raise Pending(request)

"""Positions: a game as a value. `play` gives the next one; nothing is ever changed in place.

This is the one place where steps are run. A tape plays on from a position, agents play whole games, a record is run
again, and a forecast walks the rest of a step: all of them are sources that `advance` or `finish_step` runs on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from .dice import Dice
from .errors import GameError
from .game import ActOver, Ask, AskAll, Game, Request, Source
from .log import Event
from .rules import Outcome, Rules
from .sources import Entry, Pending, Tape
from .state import State

__all__ = ["Answered", "Moment", "Position", "advance", "finish_step", "replay", "seats_asked"]


def advance(
    rules: Rules[Any], g: Game[Any], checkpoint: Callable[[Game[Any]], object] = lambda g: None
) -> Request | None:
    """Play until somebody has to answer (the request) or the game is over (None); told of every step that ends."""
    try:
        while rules.outcome(g.state) is None:
            rules.step(g)
            checkpoint(g)
    except Pending as pending:
        return pending.request
    return None


def finish_step(rules: Rules[Any], g: Game[Any]) -> None:
    """Play from the checkpoint to the next, whatever the source answers."""
    rules.step(g)


class Answered(NamedTuple):
    """One answer of a run, to what, and in which state it was asked."""

    request: Request
    answer: Any
    state: State

    @property
    def entry(self) -> Entry:
        return Entry(self.request.key, self.answer)


class Moment(msgspec.Struct, frozen=True):
    """Where a run stopped: the open request (None: the game is over), the state there, and what the run went through.

    answered: every answer since the checkpoint that it ran from; checkpoints: the steps that ended on the way, as the
    number of answers then given in the whole game and the state.
    """

    request: Request | None
    state: Any
    events: tuple[Event, ...]
    answered: tuple[Answered, ...] = ()
    checkpoints: tuple[tuple[int, Any], ...] = ()


class Position(msgspec.Struct, frozen=True, dict=True):
    """The state at a checkpoint and the answers since; `played` counts the answers before the checkpoint."""

    rules: Rules[Any]
    state: State
    tape: tuple[Entry, ...] = ()
    played: int = 0

    def __hash__(self) -> int:
        return hash((self.rules.id, self.state, self.played, len(self.tape)))

    @property
    def answers(self) -> int:
        """How many answers the game has had."""
        return self.played + len(self.tape)

    @cached_property
    def moment(self) -> Moment:
        """The open request, and the state in the middle of its step."""
        return self._run(self.tape).moment

    @property
    def request(self) -> Request | None:
        """What is asked now; None when the game is over."""
        return self.moment.request

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return self.rules.outcome(self.moment.state) if self.request is None else None

    def since(self, answers: int) -> tuple[Event, ...]:
        """The events of this run after that many answers."""
        return tuple(event for event in self.moment.events if event.at > answers)

    def play(self, answer: object, dice: Dice | None = None, *, log: bool = True) -> Position:
        """The position after this answer; with dice, also after every roll that follows it.

        log: without it nothing is noted, and the tape keeps no keys: for whoever only looks ahead.
        Raises `BadAnswer` or `IllegalAnswer`, and then this position is as good as before.
        """
        request = self.request
        if request is None:
            raise GameError("the game is over: there is nothing to answer")
        entry = Entry(request.key if log else "", request.judge(answer))
        return self._run((*self.tape, entry), dice, log=log)

    def asks(self, ask: Ask) -> bool:
        """Whether its tape fits its state, and leads to this question (perhaps beside others)."""
        try:
            request = self._run(self.tape, trusted=False, log=False).request
        except GameError:
            return False
        asks = request.asks if isinstance(request, AskAll) else (request,)
        return any(isinstance(each, Ask) and each.key == ask.key for each in asks)

    def settle(self, dice: Dice) -> Position:
        """The position after every roll that is due."""
        return self._run(self.tape, dice)

    def judged(self, tape: Sequence[Entry], dice: Dice | None = None) -> Position:
        """The position after a tape from outside, every answer of which is judged; `GameError` if one is wrong."""
        return self._run((*self.tape, *tape), dice, trusted=False)

    def rest(
        self, source: Source, enough: type[BaseException] = ActOver, *, log: bool = False, on: bool = False
    ) -> Game[Any]:
        """The step from its checkpoint as a source plays it, until its end or `enough`; on: and step after step."""
        g: Game[Any] = Game(self.state, source, self.played, log)
        try:
            (advance if on else finish_step)(self.rules, g)
        except enough:
            pass
        return g

    def _run(
        self, tape: tuple[Entry, ...], dice: Dice | None = None, *, trusted: bool = True, log: bool = True
    ) -> Position:
        """Re-run the step from its checkpoint, and go on until somebody has to answer."""
        source = Tape(tape, dice, trusted, keep_states=True)
        g: Game[Any] = Game(self.state, source, self.played, log)
        passed: list[tuple[int, Any]] = []
        try:
            request = advance(self.rules, g, lambda g: passed.append((g.at, g.state)))
        except GameError as error:
            error.answer = self.played + len(source.made) + 1
            raise
        played, base = passed[-1] if passed else (self.played, self.state)
        if len(source.made) < len(tape):
            over = GameError(f"the game is over after answer {self.played + len(source.made)}")
            over.answer = self.played + len(source.made) + 1
            raise over
        answered = tuple(Answered(*made, state) for made, state in zip(source.made, source.states or ()))
        begun = played - self.played
        kept = tape[begun:] if trusted else tuple(each.entry for each in answered[begun : len(tape)])  # as judged
        fresh = answered[max(len(tape), begun) :] if request else ()
        new = tuple(each.entry if log else Entry("", each.answer) for each in fresh)
        after = Position(self.rules, base, (*kept, *new) if request else (), played)
        after.__dict__["moment"] = Moment(request, g.state, tuple(g.log or ()), answered, tuple(passed))
        return after


def replay(rules: Rules[Any], start: State, tape: Sequence[Entry]) -> tuple[list[State], list[Event], Request | None]:
    """Run a tape from outside: the state after each answer, all events, and what is asked next (None: over)."""
    moment = Position(rules, start).judged(tape).moment
    states = [each.state for each in moment.answered[1:]]
    return [*states, moment.state] if moment.answered else [], list(moment.events), moment.request


def seats_asked(request: Request | None) -> tuple[str, ...]:
    """The seats that somebody has to speak for now; none for a roll."""
    if isinstance(request, Ask):
        return (request.seat,)
    return tuple(ask.seat for ask in request.asks) if isinstance(request, AskAll) else ()

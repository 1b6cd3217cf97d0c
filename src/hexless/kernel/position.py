"""Positions: a game as a value. `play` gives the next one; nothing is ever changed in place."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from .dice import Dice
from .errors import GameError
from .game import Ask, AskAll, Game, Request
from .log import Event
from .ruleset import Outcome, Ruleset
from .sources import Entry, Pending, Tape
from .state import State

__all__ = ["Moment", "Position", "seats_asked"]


class Moment(msgspec.Struct, frozen=True):
    """Where a run stopped: the open request (None: the game is over), the state there, and every event of the run."""

    request: Request | None
    state: Any
    events: tuple[Event, ...]


class Position(msgspec.Struct, frozen=True, dict=True):
    """The state at a checkpoint and the answers since; `played` counts the answers before the checkpoint."""

    rules: Ruleset[Any]
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
        return _run(self, None).moment

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

    def play(self, answer: object, dice: Dice | None = None) -> Position:
        """The position after this answer; with dice, also after every roll that follows it.

        Raises `BadAnswer` or `IllegalAnswer`, and then this position is as good as before.
        """
        request = self.request
        if request is None:
            raise GameError("the game is over: there is nothing to answer")
        entry = Entry(request.key, request.judge(answer))
        return _run(Position(self.rules, self.state, (*self.tape, entry), self.played), dice)

    def asks(self, key: str) -> bool:
        """Whether its tape fits its state, and leads to this question."""
        try:
            request = _run(self, None, trusted=False).request
        except GameError:
            return False
        return request is not None and key in request.key

    def settle(self, dice: Dice) -> Position:
        """The position after every roll that is due."""
        return _run(self, dice)


def _run(position: Position, dice: Dice | None, trusted: bool = True) -> Position:
    """Re-run the step from its checkpoint, and go on until somebody has to answer."""
    rules, base, played = position.rules, position.state, position.played
    source = Tape(position.tape, dice, trusted)
    g: Game[Any] = Game(base, source, played)
    request: Request | None = None
    try:
        while rules.outcome(g.state) is None:
            rules.step(g)
            base, played = g.state, g.at
            source.entries = source.entries[len(source.made) :]
            source.made.clear()
    except Pending as pending:
        request = pending.request
    after = Position(rules, base, source.tape() if request else (), played)
    after.__dict__["moment"] = Moment(request, g.state, tuple(g.log or ()))
    return after


def seats_asked(request: Request | None) -> tuple[str, ...]:
    """The seats that somebody has to speak for now; none for a roll."""
    if isinstance(request, Ask):
        return (request.seat,)
    return tuple(ask.seat for ask in request.asks) if isinstance(request, AskAll) else ()

"""A match as a value: the tape since its header, with the state at every answer. `play` and `back` give a new one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from hexless.kernel import (
    Ask,
    AskAll,
    Dice,
    Entry,
    Event,
    Game,
    GameError,
    Outcome,
    Pending,
    Request,
    Roll,
    Ruleset,
    State,
    Tape,
)
from hexless.kernel import record as records

__all__ = ["Line", "Match", "resumed"]


class Line(NamedTuple):
    """One answer of the tape: who gave it ("" for dice, several seats for sealed answers), to what, in which state."""

    by: str
    entry: Entry
    request: Request
    state: State


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A game in progress; `request` None means that it is over. Equal header, luck and tape: equal match."""

    rules: Ruleset[Any]
    header: records.Header
    luck: str  # the seed of the dice
    lines: tuple[Line, ...]
    marks: tuple[tuple[int, State], ...]  # checkpoints: answers given, and the state there
    events: tuple[Event, ...]
    request: Request | None
    state: State

    @property
    def answers(self) -> int:
        """How many answers there are."""
        return len(self.lines)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return self.rules.outcome(self.state) if self.request is None else None

    def state_at(self, answers: int) -> State:
        """The state in which the answer after these was asked for."""
        return self.lines[answers].state if answers < len(self.lines) else self.state

    def group(self, answers: int) -> int:
        """The number of the last decision among the first answers, 0 if there is none."""
        while answers and not self.lines[answers - 1].by:
            answers -= 1
        return answers

    def play(self, raw: object) -> Match:
        """The match after an answer and all dice that follow; raises `BadAnswer` or `IllegalAnswer`."""
        request = self.request
        if request is None:
            raise GameError("the game is over: there is nothing to answer")
        entry = Entry(request.key, request.judge(raw))
        mark = self.marks[-1][0]
        return _run(self, (*(line.entry for line in self.lines[mark:]), entry), self.answers, trusted=True)

    def back(self, answers: int) -> Match:
        """The match as it was after so many answers."""
        marks = tuple(mark for mark in self.marks if mark[0] <= answers)
        tape = tuple(line.entry for line in self.lines[marks[-1][0] : answers])
        events = tuple(event for event in self.events if event.at <= answers)
        before = msgspec.structs.replace(self, lines=self.lines[:answers], marks=marks, events=events)
        return _run(before, tape, answers, trusted=True, dice=False)

    def record(self) -> records.Record:
        """The record of the game so far."""
        tape = [line.entry for line in self.lines]
        states = [self.state_at(n) for n in range(1, self.answers + 1)]
        return records.Record(self.header, tuple(records.lines(tape, states, self.events)))


def resumed(rules: Ruleset[Any], header: records.Header, luck: str, tape: Sequence[Entry]) -> Match:
    """The match that a header and a tape from outside describe; every answer is judged again."""
    start = records.resume(rules, header, "match")
    empty = Match(
        rules=rules, header=header, luck=luck, lines=(), marks=((0, start),), events=(), request=None, state=start
    )
    return _run(empty, tuple(tape), -1, trusted=False)


def _run(match: Match, tape: tuple[Entry, ...], known: int, *, trusted: bool, dice: bool = True) -> Match:
    """Run from the last checkpoint with this tape; events up to answer `known` are kept as they are."""
    mark, base = match.marks[-1]
    source = Tape(tape, Dice(match.luck) if dice else None, trusted, keep_states=True)
    g: Game[Any] = Game(base, source, mark)
    marks = list(match.marks)
    request: Request | None = None
    try:
        while match.rules.outcome(g.state) is None:
            match.rules.step(g)
            marks.append((g.at, g.state))
    except Pending as pending:
        request = pending.request
    asked = zip(source.made, source.tape(), source.states or ())
    lines = (Line(_by(request), entry, request, state) for (request, _), entry, state in asked)
    return msgspec.structs.replace(
        match,
        lines=(*match.lines[:mark], *lines),
        marks=tuple(marks),
        events=(*match.events, *(event for event in g.log or () if event.at > known)),
        request=request,
        state=g.state,
    )


def _by(request: Request) -> str:
    """The seat or seats that answer a request."""
    match request:
        case Roll():
            return ""
        case Ask():
            return request.seat
        case AskAll():
            return " ".join(ask.seat for ask in request.asks)

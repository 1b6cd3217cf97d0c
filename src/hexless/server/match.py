"""A match as a value: the tape since its header, with the state at every answer. `play` and `back` give a new one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Literal, NamedTuple

import msgspec

from hexless.kernel import (
    Ask,
    AskAll,
    Decision,
    Entry,
    Event,
    GameError,
    Outcome,
    Position,
    Request,
    Roll,
    State,
    to_json,
)
from hexless.kernel import record as records
from hexless.ruleset import Ruleset
from hexless.ruleset.fairness import bonds, dice_of, set_up_stream
from hexless.ruleset.starting import resume

__all__ = ["Line", "Match", "Settled", "followed", "resumed", "shared"]


class Line(NamedTuple):
    """One answer of the tape: who gave it ("" for dice, several seats for sealed answers), to what, in which state."""

    by: str
    entry: Entry
    request: Request
    state: State


class Settled(Outcome, frozen=True, kw_only=True):
    """How the players ended a game before the rules did."""

    by: Literal["resigned", "agreed", "time"]


class Match(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A game in progress: where it stands, and what was noted on the way there. Equal header and tape: equal.

    checkpoints: the positions at which its steps began, which is as far as `back` has to run again.
    """

    rules: Ruleset[Any]
    header: records.Header
    lines: tuple[Line, ...]
    events: tuple[Event, ...]
    checkpoints: tuple[Position, ...]
    now: Position
    settled: Settled | None = None  # how the players ended it before the rules did

    @property
    def request(self) -> Request | None:
        """What is asked; None when the game is over."""
        return self.now.request if self.settled is None else None

    @property
    def state(self) -> State:
        """The state in which it is asked."""
        state: State = self.now.moment.state
        return state

    @property
    def answers(self) -> int:
        """How many answers there are."""
        return len(self.lines)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return self.settled or self.now.outcome

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
        return _moved(self, self.now.play(raw, dice_of(self.header)))

    def back(self, answers: int) -> Match:
        """The match as it was after so many answers."""
        kept = tuple(each for each in self.checkpoints if each.played <= answers)
        tape = tuple(line.entry for line in self.lines[kept[-1].played : answers])
        return msgspec.structs.replace(
            self,
            lines=self.lines[:answers],
            events=tuple(event for event in self.events if event.at <= answers),
            checkpoints=kept,
            now=Position(self.rules, kept[-1].state, tape, kept[-1].played),
        )

    def decision(self, ask: Ask) -> Decision:
        """What the seat that is asked may know, as the kernel shows it to an agent."""
        made = [(line.request, line.entry.answer) for line in self.lines[self.now.played :]]
        return Decision(self.rules, ask, self.state, self.now.state, made, self.now.played, self.turn)

    @property
    def turn(self) -> int:
        """How often the say has passed from one seat to another, by who is asked first in each step."""
        starts = (each.played for each in self.checkpoints)
        asked = (next((line.by for line in self.lines[n:] if line.by), "") for n in starts)
        return sum(1 for _ in groupby(who for who in asked if who))

    def record(self) -> records.Record:
        """The record of the game so far."""
        tape = [line.entry for line in self.lines]
        states = [self.state_at(n) for n in range(1, self.answers + 1)]
        ended = None if self.settled is None else msgspec.to_builtins(self.settled)
        return records.Record(self.header, tuple(records.lines(tape, states, self.events)), ended)

    def branched(self, name: str, at: int, seed: str, nonces: tuple[str, ...] = ()) -> records.Header:
        """The header of a game that goes on from this one, called `name`, after answer `at`, with dice of its own."""
        texts = [to_json(part) for part in (self.header, *self.record().lines[:at])]
        *_, here = records.chain(texts)
        branch = records.Branch(of=name, at=at, chain=here, setup=set_up_stream(self.header).key)
        dice = records.AGREED if nonces else records.SEEDED
        header = msgspec.structs.replace(
            self.header, format=records.FORMAT, seed=seed, dice=dice, nonces=nonces, bound=(), branch=branch
        )
        return msgspec.structs.replace(header, bound=bonds(header)) if nonces else header


def resumed(rules: Ruleset[Any], header: records.Header, tape: Sequence[Entry]) -> Match:
    """The match that a header and a tape from outside describe; every answer is judged again."""
    first = Position(rules, resume(rules, header, "match"))
    empty = Match(rules=rules, header=header, lines=(), events=(), checkpoints=(first,), now=first)
    return _moved(empty, first.judged(tape, dice_of(header)), -1)


def shared(a: Sequence[Entry], b: Sequence[Entry]) -> int:
    """How many answers two tapes have in common."""
    for n, (mine, other) in enumerate(zip(a, b)):
        if mine.ask != other.ask or (mine.answer != other.answer and to_json(mine.answer) != to_json(other.answer)):
            return n
    return min(len(a), len(b))


def followed(match: Match, tape: Sequence[Entry]) -> Match:
    """The match of this tape, from one of the same header: back to where they part, and on from there."""
    same = shared([line.entry for line in match.lines], tape)
    after = match if same == match.answers else match.back(same)
    while after.answers < len(tape) and after.request is not None:
        after = after.play(tape[after.answers].answer)
    if after.answers != len(tape):
        raise GameError(f"the tape has {len(tape)} answers but plays on to {after.answers}")
    return after


def _moved(match: Match, now: Position, known: int | None = None) -> Match:
    """The match where a run from its last checkpoint has brought it; events up to answer `known` are there already."""
    moment, began = now.moment, match.now.played
    known = match.answers if known is None else known
    return msgspec.structs.replace(
        match,
        lines=(*match.lines[:began], *(Line(_by(a.request), a.entry, a.request, a.state) for a in moment.answered)),
        events=(*match.events, *(event for event in moment.events if event.at > known)),
        checkpoints=(*match.checkpoints, *(Position(match.rules, s, (), n) for n, s in moment.checkpoints)),
        now=now,
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

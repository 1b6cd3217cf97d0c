"""Whole games at full speed: agents answer inline, and nothing is suspended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Protocol

import msgspec

from .dice import Dice
from .errors import GameError
from .game import Ask, Game, Request, Roll
from .log import Event
from .position import Position, advance
from .questions import Question
from .rules import Outcome, Rules
from .sources import Entry, Playing, taped
from .state import State
from .streams import Stream

__all__ = ["Agent", "Decision", "Played", "Sample", "play_out"]


_GUESSES = 200


class Decision(msgspec.Struct, frozen=True):
    """What an agent is shown: the question put to its seat, and the game as that seat sees it."""

    rules: Rules[Any]
    ask: Ask
    state: State
    base: State
    made: list[tuple[Request, Any]]
    played: int
    turn: int = 0  # how often the say has passed from one seat to another, outside any act

    @property
    def seat(self) -> str:
        return self.ask.seat

    @property
    def question(self) -> Question:
        return self.ask.question

    @property
    def view(self) -> Any:
        """The state with everything hidden from the seat left out."""
        return self.rules.view(self.state, self.seat)

    @property
    def hidden(self) -> bool:
        """Whether a part of the game is hidden from the seat, so that a position has to be guessed."""
        return self.rules.view(self.base, self.seat) is not self.base

    def position(self, stream: Stream) -> Position:
        """A whole position that agrees with what the seat sees; hidden things are guessed until the tape fits them."""
        view = self.rules.view(self.base, self.seat)
        tape = tuple(Entry(request.key, answer) for request, answer in self.made)
        for _ in range(1 if view is self.base else _GUESSES):
            position = Position(self.rules, self.rules.guess(view, self.seat, stream), tape, self.played)
            if view is self.base or position.asks(self.ask):
                break
        return position


class Agent(Protocol):
    """Somebody who answers for a seat."""

    def answer(self, decision: Decision) -> Any: ...


class Sample(Playing):
    """Dice from a seed, decisions from agents."""

    most = 1_000_000  # answers, in any game that works

    def __init__(self, rules: Rules[Any], dice: Dice, agents: Mapping[str, Agent], keep_states: bool = False) -> None:
        super().__init__(keep_states)
        self.rules, self.dice, self.agents = rules, dice, agents
        self.base, self.mark = State(), 0
        self.steps = self.turn = 0
        self.whose = ""

    def checkpoint(self, state: State) -> None:
        """A step begins here."""
        self.base, self.mark = state, len(self.made)
        self.steps += 1
        if self.steps > self.most + 1:
            raise GameError(f"the game did not end within {self.most} steps")

    def fresh(self, g: Game[Any], request: Request) -> Any:
        if g.at >= self.most:
            raise GameError(f"the game did not end within {self.most} answers")
        if type(request) is Roll:
            return self.dice.roll(g.at, request.pool)
        if type(request) is Ask:
            return self._answer(g, request)
        return tuple(self._answer(g, ask) for ask in request.asks)  # type: ignore[union-attr]

    def _answer(self, g: Game[Any], ask: Ask) -> Any:
        made = self.made[self.mark :]
        if g.depth == 0 and ask.seat != self.whose:
            self.whose, self.turn = ask.seat, self.turn + 1
        decision = Decision(self.rules, ask, g.state, self.base, made, g.at - len(made), self.turn)
        return self.agents[ask.seat].answer(decision)


class Played(msgspec.Struct, frozen=True, dict=True):
    """A game played to its end, with all that a record needs."""

    rules: Rules[Any]
    start: State
    end: State
    made: tuple[tuple[Request, Any], ...]  # what was asked and answered
    states: tuple[State, ...]  # after each answer, when they were kept
    events: tuple[Event, ...]
    fired: frozenset[str]

    @cached_property
    def tape(self) -> tuple[Entry, ...]:
        """The answers with their keys, for whoever keeps them."""
        return taped(self.made)

    @property
    def outcome(self) -> Outcome | None:
        return self.rules.outcome(self.end)


def play_out(
    rules: Rules[Any],
    start: State,
    dice: Dice,
    agents: Mapping[str, Agent],
    *,
    keep_states: bool = False,
    most: int = Sample.most,
    sample: Callable[..., Sample] = Sample,
    log: bool = True,
) -> Played:
    """Play a whole game inline; `most` answers, and as many steps, are the limit of any game that works.

    log: without it nothing is noted, for whoever reads neither the events nor the rules at work.
    """
    source = sample(rules, dice, agents, keep_states)
    source.most = most
    source.checkpoint(start)
    g: Game[Any] = Game(start, source, log=log)
    advance(rules, g, lambda g: source.checkpoint(g.state))
    states = (*source.states[1:], g.state) if source.states else ()
    return Played(rules, start, g.state, tuple(source.made), states, tuple(g.log or ()), frozenset(g.fired))

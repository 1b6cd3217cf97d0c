"""Forecasts held against what is played: the same answer given again and again, with thrown dice and no short cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from hexless.bots.random import RandomBot
from hexless.kernel import Decision, Dice, Dist, Forecast, Position, Stream, continuations, foresee, play_out
from hexless.ruleset import Ruleset

from .conformance import start

__all__ = ["Foreseen", "Held", "cells_of", "foreseen", "held"]

_CELL = 8  # expected ends that a cell of the comparison needs


class Foreseen(NamedTuple):
    """An answer at a decision of a game, and its forecast."""

    position: Position
    seat: str
    prompt: str
    answer: Any
    forecast: Forecast


class Held(NamedTuple):
    """A forecast beside what was played.

    cells: expected and seen ends, rare ones put together; strange: ends that the forecast calls impossible.
    """

    prompt: str
    exact: bool
    cells: tuple[tuple[float, int], ...]
    strange: int

    @property
    def statistic(self) -> float:
        """Chi-square over the cells."""
        return sum((seen - expected) ** 2 / expected for expected, seen in self.cells)


class _Enough(BaseException):
    """As many forecasts as were wanted."""


class _Looker(RandomBot):
    """Plays at random, and foresees an answer to some of its questions."""

    def __init__(self, stream: Stream, found: list[Foreseen], most: int) -> None:
        super().__init__(stream)
        self.found, self.most = found, most
        self.asked: Counter[str] = Counter()

    def answer(self, decision: Decision) -> Any:
        answer = super().answer(decision)
        if len(self.found) >= self.most:
            raise _Enough
        if not self.stream.below(1 + self.asked[decision.question.prompt]):
            position = decision.position(Stream(0, "foresight"))
            forecast = foresee(position, decision.seat, answer)
            if forecast.rolls:
                self.asked[decision.question.prompt] += 1
                self.found.append(Foreseen(position, decision.seat, decision.question.prompt, answer, forecast))
        return answer


def foreseen(rules: Ruleset[Any], count: int, seed: int | str = 0, rulings: Any = None) -> list[Foreseen]:
    """So many forecasts with dice, from random games of the ruleset; questions that come often are asked less often.

    rulings: those of all the games; else each game draws its own.
    """
    found: list[Foreseen] = []
    for game in range(count):
        _, state = start(rules, f"{seed}/{game}", rulings)
        seats = {seat: _Looker(Stream(f"{seed}/{game}", seat), found, count) for seat in rules.seats(state)}
        try:
            play_out(rules, state, Dice(f"{seed}/{game}"), seats)
        except _Enough:
            break
    return found


def held(rules: Ruleset[Any], count: int, samples: int, seed: int | str = 0, rulings: Any = None) -> Iterator[Held]:
    """Each of these forecasts beside so many continuations of its position."""
    for each in foreseen(rules, count, seed, rulings):
        ends = each.forecast.ends
        seen = Counter(continuations(each.position, each.seat, each.answer, each.forecast.others, samples))
        strange = sum(n for state, n in seen.items() if state not in ends.weights) if each.forecast.exact else 0
        yield Held(each.prompt, each.forecast.exact, cells_of(ends, seen, samples), strange)


def cells_of(ends: Dist, seen: Counter[Any], samples: int) -> tuple[tuple[float, int], ...]:
    """Expected and seen numbers of every end that is likely enough, and of all others together."""
    cells: list[tuple[float, int]] = []
    rare, found = 0.0, 0
    for state, weight in ends:
        expected = float(samples * weight / ends.total)
        if expected < _CELL:
            rare, found = rare + expected, found + seen[state]
        else:
            cells.append((expected, seen[state]))
    if rare >= _CELL or not cells:
        cells.append((rare, found))
    elif rare:
        expected, number = cells.pop()
        cells.append((expected + rare, number + found))
    return tuple(cells)

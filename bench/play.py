"""Playing: a fork and one answer at a checkpoint, and random games at full speed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from statistics import median
from time import process_time
from typing import Any

from msgspec.structs import replace

from hexless.bots import RandomBot
from hexless.kernel import Ask, Dice, Position, State, Stream, play_out
from hexless.ruleset import Ruleset, find, shipped, starting

from .rows import Row, at_least, at_most, medians

GAME, UNITS = "horizon-wars", 20


def run() -> list[Row]:
    """Both, on the scenarios that ship; the fork on a game filled up to twenty units."""
    rules = find(GAME)
    return [fork(rules), *random_play(rules)]


def fork(rules: Ruleset[Any]) -> Row:
    """The median over the checkpoints of a random game of what one suggested answer costs there."""
    positions = [p for p in checkpoints(rules, large_game(rules), "fork") if enough(p)][:40]
    costs = []
    for position in positions:
        request = position.request
        assert isinstance(request, Ask)
        answer = request.question.suggest(1)[0]
        costs.append(medians({"play": partial(position.play, answer)}, rounds=3, least=0.005)["play"])
    name = f"{GAME}: fork and one answer at a checkpoint, {len(positions[0].state.units)} units, median of {len(costs)}"
    return at_most(name, 1e6 * median(costs), "us", 100)


def enough(position: Position) -> bool:
    """A checkpoint of the battle itself: everybody is placed, and a seat is asked."""
    return all(getattr(unit, "placed", True) for unit in position.state.units)


def checkpoints(rules: Ruleset[Any], start: State, seed: str) -> Iterator[Position]:
    """The positions of a random game at which a step begins with a question to one seat."""
    stream, dice = Stream(seed, "choices"), Dice(seed)
    position = Position(rules, start).settle(dice)
    while (request := position.request) is not None:
        if isinstance(request, Ask):
            if not position.tape:
                yield position
            answer: object = request.question.sample(stream)
        else:
            answer = [ask.question.sample(stream) for ask in request.asks]  # type: ignore[union-attr]
        position = position.play(answer, dice)


def large_game(rules: Ruleset[Any]) -> State:
    """The first scenario that ships, with each force filled up to ten elements of its own types."""
    scenario = shipped.scenario(rules, shipped.names(rules, "scenario")[0])
    forces = [shipped.force(rules, name) for name in scenario.forces]
    each = UNITS // len(forces)
    grown = [replace(force, elements=(*force.elements, *force.elements[1:])[:each]) for force in forces]
    return starting.set_up(rules, scenario, grown, seed="fork")[1]


def random_play(rules: Ruleset[Any]) -> list[Row]:
    """Answers a second of CPU time on one core: everything legal, laws off, log on."""
    names = shipped.names(rules, "scenario")
    rates: list[float] = []
    games = decisions = answers = 0
    one_game(rules, names[0], "warm")
    for turn in range(7):
        spent = count = 0.0
        for name in names:
            for game in range(4):
                seconds, made, asked = one_game(rules, name, f"{turn}/{game}")
                spent, count = spent + seconds, count + made
                games, answers, decisions = games + 1, answers + made, decisions + asked
        rates.append(count / spent)
    per_game = f"{answers / games:.0f} answers a game, {100 * decisions / answers:.0f} % decisions"
    return [at_least(f"{GAME}: random play ({per_game})", median(rates), "answers/s", 10_000)]


def one_game(rules: Ruleset[Any], scenario: str, seed: str, log: bool = True) -> tuple[float, int, int]:
    """CPU seconds, answers, and how many of them were decisions; without the log nobody listens."""
    header, start = starting.set_up(rules, scenario, seed=seed)
    agents = {seat: RandomBot(Stream(seed, f"bot {seat}")) for seat in header.seats}
    began = process_time()
    played = play_out(rules, start, Dice(seed), agents, log=log)
    seconds = process_time() - began
    rolled = sum(entry.ask.startswith("roll ") for entry in played.tape)
    return seconds, len(played.tape), len(played.tape) - rolled

"""Formations: how long the engine takes to propose places for the others when the leader of twelve has moved."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain, count, islice
from statistics import median
from typing import Any

from msgspec.structs import replace

from hexless.games.at43.movement import drill_of, form_up
from hexless.kernel import Ask, Dice, Game, Position, Script, State, Stream
from hexless.moves import March, Path, Way
from hexless.ruleset import Ruleset, find, shipped, starting
from hexless.table import Point

from .rows import Row, at_most, seconds

GAME, FIGHTERS, MOVES = "at43", 12, 40


def run() -> list[Row]:
    """The proposal as it is played: cohesion, cover and facing, and whether they could be placed by hand."""
    tasks = islice(chain.from_iterable(moves(find(GAME), f"formation {game}") for game in count()), MOVES)
    costs = [seconds(task) for task in tasks]  # each once: a formation that was asked for before is known
    name = f"{GAME}: {FIGHTERS} fighters arranged after a move"
    return [
        at_most(f"{name}, median of {len(costs)}", 1e3 * median(costs), "ms", 1),
        at_most(f"{name}, the slowest of them", 1e3 * max(costs), "ms", 20),
    ]


def moves(rules: Ruleset[Any], seed: str) -> Iterator[partial[None]]:
    """The moves of units of twelve in a random game, each by a way that its question suggests."""
    stream, dice = Stream(seed, "choices"), Dice(seed)
    position = Position(rules, large_game(rules, seed)).settle(dice)
    while (request := position.request) is not None:
        if isinstance(request, Ask):
            match request.question:
                case Path(ground=March() as ground, unit=unit) as question if whole(position, unit):
                    for way in question.suggest(1):
                        yield partial(formed, position.moment.state, unit, ground, way)
            answer: object = request.question.sample(stream)
        else:
            answer = [ask.question.sample(stream) for ask in request.asks]  # type: ignore[union-attr]
        position = position.play(answer, dice)


def whole(position: Position, unit: int) -> bool:
    return len(position.moment.state[unit].living) == FIGHTERS


def formed(state: State, unit: int, ground: March, way: Way) -> None:
    """The leader stands at the end of his way, and the others come up."""
    there = state[unit].chief.base.at(*(way.points[-1] if way.points else (ground.walk.base.x, ground.walk.base.y)))
    via = tuple(Point(*point) for point in way.points)
    form_up(Game(state, Script("arrange")), unit, there, ground.walk.allowance, drill_of(state, unit), via)


def large_game(rules: Ruleset[Any], seed: str) -> State:
    """The first scenario that ships, with twelve fighters in every unit of six."""
    scenario = shipped.scenario(rules, shipped.names(rules, "scenario")[0])
    forces = [shipped.force(rules, name) for name in scenario.forces]
    grown = [
        replace(force, units=tuple(replace(u, fighters=FIGHTERS) if u.fighters >= 6 else u for u in force.units))
        for force in forces
    ]
    return starting.set_up(rules, scenario, grown, seed=seed)[1]

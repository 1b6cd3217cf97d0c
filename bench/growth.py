"""How the cost grows with the bases: a fork at a question with 10, 20, 40 and 80 of them a side in two games."""

from __future__ import annotations

from itertools import cycle, islice
from statistics import median
from typing import Any

from msgspec.structs import replace

from hexless.kernel import Ask, Dice, Position, State, Stream
from hexless.ruleset import Ruleset, find, shipped, starting

from .quick import fork_cost
from .rows import Row, at_most

SIDES = (10, 20, 40, 80)
GAMES = {"horizon-wars": "elements", "orders": "bases"}
FORKS = 120


def run() -> list[Row]:
    """The median fork of each size, and how much dearer eight times as many bases make it."""
    rows: list[Row] = []
    for name, field in GAMES.items():
        rules = find(name)
        costs = {side: 1e6 * median(costs_of(rules, grown(rules, field, side))) for side in SIDES}
        rows += [Row(f"{name}: a fork with {side} bases a side, median", cost, "us") for side, cost in costs.items()]
        rows.append(at_most(f"{name}: a fork with 80 bases a side against 10", costs[80] / costs[10], "x", 8))
    return rows


def grown(rules: Ruleset[Any], field: str, side: int) -> State:
    """The first scenario that ships, each force with so many of its own bases, on a table as much larger."""
    scenario = shipped.scenario(rules, shipped.names(rules, "scenario")[0])
    forces = [shipped.force(rules, name) for name in scenario.forces]
    more = [replace(force, **{field: tuple(islice(cycle(getattr(force, field)), side))}) for force in forces]
    return starting.set_up(rules, _larger(scenario, (side / SIDES[0]) ** 0.5), more, seed="growth")[1]


def _larger(scenario: Any, times: float) -> Any:
    """A scenario on a table so many times as wide and deep, its zones with it, so that there is room to deploy."""
    zones = [replace(zone, outline=tuple((x * times, y * times) for x, y in zone.outline)) for zone in scenario.zones]
    return replace(scenario, size=tuple(length * times for length in scenario.size), zones=tuple(zones))


def costs_of(rules: Ruleset[Any], start: State) -> list[float]:
    """CPU seconds of a fork at the first questions after somebody was moved: the deployment is over."""
    stream, dice = Stream("growth", "choices"), Dice("growth")
    position = Position(rules, start).settle(dice)
    costs: list[float] = []
    begun = False
    while (request := position.request) is not None and len(costs) < FORKS:
        if isinstance(request, Ask):
            begun = begun or request.question.kind == "Path"
            if begun:
                costs += fork_cost(position, request, dice)
            answer: object = request.question.sample(stream)
        else:
            answer = [ask.question.sample(stream) for ask in request.asks]  # type: ignore[union-attr]
        position = position.play(answer, dice)
    return costs

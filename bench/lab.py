"""Games in bulk: two processes against one, Ray against the processes, and the memory that a worker takes.

Rates are games on the clock once every worker has played some, so they mean something only on an idle machine.
"""

from __future__ import annotations

import resource
import sys
from contextlib import closing
from importlib.util import find_spec
from itertools import islice
from time import perf_counter
from typing import Any, NamedTuple

from hexless.lab.cells import Plan, Task
from hexless.lab.experiment import Experiment, plan
from hexless.lab.playing import play
from hexless.lab.sequence import Stop
from hexless.lab.workers import Workers, processes

from .rows import Row, at_least, at_most

__all__ = ["run"]

GAME, SCENARIO, BOT = "horizon-wars", "street-fight", "random"
WARM, GAMES = 24, 400  # games before, games counted


class Rate(NamedTuple):
    """Games a second, and the most memory that one of the workers had."""

    games: float
    megabytes: float


def weighed(common: Plan, task: Task) -> float:
    """Play a game; the most memory that this process ever had, in MB."""
    play(common, task)
    return peak() / 1e6


def peak() -> int:
    """The most bytes that this process ever had.

    On Linux not what `getrusage` says: there a process begins with the peak of the one that started it.
    """
    if sys.platform != "linux":
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    with open("/proc/self/status", encoding="utf-8") as lines:
        return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def rate(workers: Workers, asked: Plan) -> Rate:
    """Play on these workers, and measure from the first warm game to the last."""
    tasks = (Task(1 + i // len(asked.cells), i % len(asked.cells)) for i in range(WARM + GAMES))
    with closing(workers(weighed, asked, tasks)) as work:
        list(islice(work, WARM))
        began = perf_counter()
        most = [memory for _, memory in work]
    return Rate(GAMES / (perf_counter() - began), max(most))


def run() -> list[Row]:
    """One process, two, and two actors of Ray, in this order and back again: the better of two rates counts."""
    asked = plan(Experiment(game=GAME, scenarios=(SCENARIO,), bots=(BOT,), stop=Stop(games=WARM + GAMES)))
    ways: dict[str, Any] = {"one": processes(1), "two": processes(2)}
    if find_spec("ray"):
        from hexless.lab.on_ray import ray_actors

        ways["ray"] = ray_actors(2)
    found: dict[str, list[Rate]] = {name: [] for name in ways}
    for name in (*ways, *reversed(ways)):
        found[name].append(rate(ways[name], asked))
    best = {name: max(rates) for name, rates in found.items()}
    where = f"{GAME}, {SCENARIO}, {BOT} bots"
    rows = [
        Row(f"lab: {where}, one process", best["one"].games, "games/s"),
        at_least("lab: two processes against one", best["two"].games / best["one"].games, "×", 1.9),
        at_most("lab: memory of a process that plays", best["two"].megabytes, "MB", 300),
    ]
    if "ray" in best:
        rows += [
            at_most("lab: two actors of Ray against two processes", best["two"].games / best["ray"].games, "×", 1.05),
            at_most("lab: memory of an actor that plays", best["ray"].megabytes, "MB", 300),
        ]
    return rows

"""Games in bulk: two processes against one, Ray against the processes, and the memory that a worker takes.

Rates are games on the clock from when every worker has played some to the last game: neither how long workers take to
start nor to go. So they mean something only on an idle machine.
"""

from __future__ import annotations

import os
import resource
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import partial
from importlib.util import find_spec
from multiprocessing import get_context
from time import perf_counter
from typing import NamedTuple

from hexless.lab.cells import Plan, Task
from hexless.lab.experiment import Experiment, plan
from hexless.lab.playing import play
from hexless.lab.sequence import Stop
from hexless.lab.workers import Workers, here, processes
from hexless.ruleset.collecting import collect_seldom

from .rows import Row, at_least, at_most

__all__ = ["run"]

GAME, SCENARIO, BOT = "horizon-wars", "street-fight", "random"
WARM, GAMES = 24, 400  # games before, games after


class Weighed(NamedTuple):
    """Who played a game, and the most memory that this process ever had, in MB."""

    process: int
    megabytes: float


class Rate(NamedTuple):
    """Games a second, and the most memory that one of the workers had."""

    games: float
    megabytes: float


def weighed(common: Plan, task: Task) -> Weighed:
    """Play a game, and say who did."""
    play(common, task)
    return Weighed(os.getpid(), peak() / 1e6)


def peak() -> int:
    """The most bytes that this process ever had.

    On Linux not what `getrusage` says: there a process begins with the peak of the one that started it.
    """
    if sys.platform != "linux":
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    with open("/proc/self/status", encoding="utf-8") as lines:
        return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def rate(workers: Workers, asked: Plan, jobs: int) -> Rate:
    """Play on so many workers, and measure from where all of them are warm to the last game."""
    tasks = (Task(1 + i // len(asked.cells), i % len(asked.cells)) for i in range(WARM + GAMES))
    played: list[Weighed] = []
    with closing(workers(weighed, asked, tasks)) as work:
        while min(_games(played, jobs)) < WARM // 2:
            played.append(next(work)[1])
        began, before = perf_counter(), len(played)
        for _, game in work:
            played.append(game)
            ended = perf_counter()  # workers go only after the last game, Ray in a second or more
    return Rate((len(played) - before) / (ended - began), max(game.megabytes for game in played))


def alone(asked: Plan) -> Rate:
    """The rate of one process that does nothing else, as this one has."""
    with ProcessPoolExecutor(1, get_context("spawn"), collect_seldom) as process:
        return process.submit(rate, here, asked, 1).result()


def _games(played: list[Weighed], jobs: int) -> list[int]:
    """How many games each worker has played; of those that nobody has heard of none."""
    each = Counter(game.process for game in played)
    return [*each.values(), *[0] * (jobs - len(each))]


def run() -> list[Row]:
    """One process, two, and two actors of Ray, in this order and back again: the better of two rates counts."""
    asked = plan(Experiment(game=GAME, scenarios=(SCENARIO,), bots=(BOT,), stop=Stop(games=WARM + GAMES)))
    ways = {"one": partial(alone, asked), "two": partial(rate, processes(2), asked, 2)}
    if find_spec("ray"):
        from hexless.lab.on_ray import ray_actors

        ways["ray"] = partial(rate, ray_actors(2), asked, 2)
    found: dict[str, list[Rate]] = {name: [] for name in ways}
    for name in (*ways, *reversed(ways)):
        found[name].append(ways[name]())
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

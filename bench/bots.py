"""How well and how fast the bots play each built-in ruleset: greedy against random, every scenario from both sides."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count
from time import process_time
from typing import NamedTuple

from hexless import bots
from hexless.kernel import Dice, Stream, play_out
from hexless.ruleset import find, names, shipped, starting

from .rows import Row, at_least


class Game(NamedTuple):
    """One game: what is played, and which bot has which seat."""

    game: str
    scenario: str
    seed: int
    specs: tuple[str, ...]


class Result(NamedTuple):
    """Who won (a bot's spec, or None), how many answers it took, and how much CPU time."""

    winner: str | None
    answers: int
    seconds: float


def play(game: Game) -> Result:
    """Play one game."""
    rules = find(game.game)
    scenario, forces = shipped.scenarios(rules)[game.scenario], shipped.forces(rules)
    header, start = starting.begin(
        rules, scenario, [forces[name] for name in scenario.forces], rules.files.rulings(), game.seed
    )
    seated = dict(zip(header.seats, game.specs))
    agents = {seat: bots.make(spec, rules, Stream(game.seed, f"bot {seat}")) for seat, spec in seated.items()}
    began = process_time()
    played = play_out(rules, start, Dice(game.seed), agents)
    won = played.outcome.winner if played.outcome else None
    return Result(seated.get(won) if won else None, len(played.tape), process_time() - began)


def series(game: str, count: int, first: str, second: str) -> Iterator[Game]:
    """Every scenario for two, one after another, each from both sides."""
    scenarios = sorted(name for name, found in shipped.scenarios(find(game)).items() if len(found.forces) == 2)
    for seed in range(count):
        specs = (first, second) if seed % 2 == 0 else (second, first)
        yield Game(game, scenarios[seed // 2 % len(scenarios)], seed, specs)


def run(games: int = 100) -> list[Row]:
    """The rows of every ruleset."""
    rows: list[Row] = []
    with ProcessPoolExecutor(cpu_count()) as pool:
        for game in names():
            list(pool.map(play, series(game, cpu_count() or 1, "random", "random")))  # compiled code is loaded
            for first, second in (("random", "random"), ("greedy", "random")):
                done = []
                for result in pool.map(play, series(game, games, first, second)):
                    done.append(result)
                    print(
                        f"\r{game}: {first} against {second}, {len(done)} of {games}",
                        end=" ",
                        file=sys.stderr,
                        flush=True,
                    )
                print(file=sys.stderr)
                seconds, answers = sum(r.seconds for r in done), sum(r.answers for r in done)
                who = f"{game}, {first} against {second}"
                if first != second:
                    won = sum(r.winner == first for r in done)
                    rows.append(at_least(f"{who}: won of {games}", won, "games", games * 9 // 10))
                rows.append(Row(f"{who}: on one core", games / seconds, "games/s"))
                rows.append(Row(f"{who}: on one core", answers / seconds, "answers/s"))
    return rows

"""How well and how fast the bots play each built-in ruleset: greedy against random, every scenario from both sides."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count
from time import process_time
from typing import NamedTuple

from hexless import bots
from hexless.ground import shelf
from hexless.kernel import Dice, Stream, find, names, play_out, record


class Row(NamedTuple):
    """One line of the benchmark table."""

    name: str
    value: str
    target: str


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
    scenario, forces = shelf.scenarios(rules)[game.scenario], shelf.forces(rules)
    header, start = record.begin(
        rules, scenario, [forces[name] for name in scenario.forces], rules.rulings(), game.seed
    )
    seated = dict(zip(header.seats, game.specs))
    agents = {seat: bots.make(spec, Stream(game.seed, f"bot {seat}")) for seat, spec in seated.items()}
    began = process_time()
    played = play_out(rules, start, Dice(game.seed), agents)
    won = played.outcome.winner if played.outcome else None
    return Result(seated.get(won) if won else None, len(played.tape), process_time() - began)


def series(game: str, count: int, first: str, second: str) -> Iterator[Game]:
    """Scenario after scenario, each from both sides."""
    scenarios = sorted(shelf.scenarios(find(game)))
    for seed in range(count):
        specs = (first, second) if seed % 2 == 0 else (second, first)
        yield Game(game, scenarios[seed // 2 % len(scenarios)], seed, specs)


def run(games: int = 100) -> list[Row]:
    """The rows of every ruleset."""
    rows = []
    with ProcessPoolExecutor(cpu_count()) as pool:
        for game in names():
            list(pool.map(play, series(game, cpu_count() or 1, "random", "random")))  # compiled code is loaded
            for first, second in (("random", "random"), ("greedy", "random")):
                done = list(pool.map(play, series(game, games, first, second)))
                seconds, answers = sum(r.seconds for r in done), sum(r.answers for r in done)
                who = f"{game}, {first} against {second}"
                if first != second:
                    won = sum(r.winner == first for r in done)
                    rows.append(Row(f"{who}: games won", f"{won} of {games}", f"{games * 9 // 10} of {games}"))
                rows.append(Row(f"{who}: games a second on one core", f"{games / seconds:.2f}", ""))
                rows.append(Row(f"{who}: answers a second on one core", f"{answers / seconds:.0f}", ""))
    return rows


if __name__ == "__main__":
    for row in run(int(sys.argv[1]) if len(sys.argv) > 1 else 100):
        print(f"{row.name:<64} {row.value:>12}   {row.target}")

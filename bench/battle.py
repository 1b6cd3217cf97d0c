"""A whole battle of a thousand points a side between greedy bots, six rounds; and what random bots make of the same."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import Any, NamedTuple

from hexless import bots
from hexless.kernel import Dice, Stream, play_out
from hexless.ruleset import Ruleset, find, starting

from .rows import Row

GAME, SCENARIO, FORCES = "dropzone", "targets-of-opportunity", ("meridian-clash", "tessel-clash")


class Battle(NamedTuple):
    """How long a battle took on the clock, how many answers it had and how many rounds."""

    seconds: float
    answers: int
    rounds: int


def fight(rules: Ruleset[Any], spec: str, seed: int) -> Battle:
    """One battle between two bots of a kind."""
    header, start = starting.set_up(rules, SCENARIO, FORCES, seed=seed)
    agents = {seat: bots.make(spec, rules, Stream(seed, f"bot {seat}")) for seat in header.seats}
    began = perf_counter()
    played = play_out(rules, start, Dice(seed), agents)
    print(f"\r{GAME}: {spec} battle {seed} over", end=" ", file=sys.stderr, flush=True)
    return Battle(perf_counter() - began, len(played.tape), played.end.round)


def run(random_battles: int = 5) -> list[Row]:
    """One greedy battle beside some random ones, all in one process."""
    rules = find(GAME)
    fight(rules, "random", 0)  # compiled code is loaded
    others = [fight(rules, "random", seed) for seed in range(1, random_battles + 1)]
    battle = fight(rules, "greedy", 1)
    print(file=sys.stderr)
    rate, peer = battle.answers / battle.seconds, sum(b.answers for b in others) / sum(b.seconds for b in others)
    name = f"{GAME}: 1,000 points a side, greedy against greedy, {battle.rounds} rounds"
    return [
        Row(f"{name}: wall time", battle.seconds, "s"),
        Row(f"{name}: answers", battle.answers, "answers"),
        Row(name, rate, "answers/s", "random bots, the same armies", peer, rate / peer),
    ]

"""How quick the games are: random play and forks beside python-chess, and what a score costs."""

from __future__ import annotations

from functools import partial
from statistics import median, quantiles
from time import process_time
from typing import Any

import chess

from hexless.kernel import Ask, Dice, Position, Stream
from hexless.ruleset import Ruleset, find, shipped, starting

from .play import one_game
from .rows import Row, at_least, at_most, seconds, versus

RANDOM = {"horizon-wars": 2.0, "orders": 2.0, "dropzone": 1.0, "patrol-angis": 1.0, "at43": 0.6}
ROUNDS = 9


def run() -> list[Row]:
    """Every game that ships against the same peer in the same run."""
    rows: list[Row] = []
    for name, target in RANDOM.items():
        rules = find(name)
        rows += [*random_play(rules, target), *forks(rules)]
    return rows


# ------------------------------------------------------------------ random play


def random_play(rules: Ruleset[Any], target: float) -> list[Row]:
    """Time of an answer against the time of a move of random chess; the default scenario.

    Nobody listens, as in `hexless sim` without records: no events, and no account of the rules at work. What an answer
    takes with both is the second row, over other games: in the same ones much would be known already.
    """
    scenario = shipped.names(rules, "scenario")[0]
    one_game(rules, scenario, "warm")
    ours, theirs, logged = [], [], []
    for turn in range(ROUNDS):
        ours.append(answer_time(rules, scenario, f"quick/{turn}", log=False))
        theirs.append(chess_move(f"quick/{turn}"))
        logged.append(answer_time(rules, scenario, f"logged/{turn}", log=True))
    return [
        versus(
            f"{rules.id}: an answer of random play, nobody listening", 1e6 * median(ours), "us",
            "python-chess, a move of random play", 1e6 * median(theirs), target=target,
        ),
        Row(f"{rules.id}: an answer of random play with its log", 1e6 * median(logged), "us"),
    ]  # fmt: skip


def answer_time(rules: Ruleset[Any], scenario: str, seed: str, log: bool) -> float:
    """CPU seconds of an answer, over one random game."""
    seconds, made, _ = one_game(rules, scenario, seed, log)
    return seconds / made


def chess_move(seed: str) -> float:
    """CPU seconds of a move, over some random games."""
    stream, moves, began = Stream(seed, "chess"), 0, process_time()
    for _ in range(4):
        board = chess.Board()
        while not board.is_game_over() and board.fullmove_number < 120:
            board.push(stream.choice(list(board.legal_moves)))
            moves += 1
    return (process_time() - began) / moves


# ------------------------------------------------------------------ forks


def forks(rules: Ruleset[Any]) -> list[Row]:
    """Forks a second at the questions of a random game: proposed answers and the dice behind them, nothing noted.

    And what it costs to weigh the states there, none of which anybody has weighed before.
    """
    costs, scores = fork_costs(rules, "forks", 250)
    slow = quantiles(costs, n=10)[-1]
    return [
        at_least(f"{rules.id}: forks at a question, median", 1 / median(costs), "forks/s", 5000),
        at_least(f"{rules.id}: forks at a question, 90th percentile", 1 / slow, "forks/s", 1000),
        at_most(f"{rules.id}: the score of a state, median", 1e6 * median(scores), "us", 50),
    ]


def fork_costs(rules: Ruleset[Any], seed: str, questions: int) -> tuple[list[float], list[float]]:
    """CPU seconds of each fork, and of each score, at so many questions, the deployment left out."""
    stream, dice = Stream(seed, "choices"), Dice(seed)
    position = Position(rules, starting.set_up(rules, seed=seed)[1]).settle(dice)
    costs: list[float] = []
    scores: list[float] = []
    while (request := position.request) is not None and len(scores) < questions:
        if isinstance(request, Ask):
            if request.question.kind != "Place":
                costs += fork_cost(position, request, dice)
                scores.append(seconds(partial(rules.score, position.moment.state, request.seat)))
            answer: object = request.question.sample(stream)
        else:
            answer = [ask.question.sample(stream) for ask in request.asks]  # type: ignore[union-attr]
        position = position.play(answer, dice)
    return costs, scores


def fork_cost(position: Position, ask: Ask, dice: Dice) -> list[float]:
    """CPU seconds of each of three proposed answers with the dice behind it, played once: nothing of it is known."""
    return [seconds(partial(position.play, answer, dice, log=False)) for answer in ask.question.suggest(3)]

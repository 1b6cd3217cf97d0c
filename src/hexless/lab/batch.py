"""Many games of bots, over several processes: the same seed gives the same games, however many play them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from hexless import bots
from hexless.kernel import Agent, DataError, Dice, Fault, GameError, Outcome, Stream, digest, play_out, record
from hexless.ruleset import Ruleset, find, starting
from hexless.ruleset.disk import write_path

from .workers import in_order, processes

__all__ = ["Report", "play_games", "seated"]


class Terms(msgspec.Struct, frozen=True):
    """What all the games of a batch share."""

    game: str
    seed: str
    bots: tuple[str, ...]  # one a seat, in the order of the seats, where they stay; or one for all
    scenario: Any
    forces: tuple[Any, ...]
    rulings: dict[str, Any]
    keep: bool  # whether records are wanted


class Result(msgspec.Struct, frozen=True):
    """One finished game."""

    outcome: Outcome
    answers: int
    hash: str
    lines: tuple[bytes, ...]


class Report(msgspec.Struct, frozen=True):
    """A batch in numbers; `digest` is the SHA-256 over the final state hashes in order."""

    game: str
    games: int
    finished: int
    wins: dict[str, int]
    draws: int
    answers: int
    seconds: float
    digest: str


def play_games(
    rules_id: str,
    games: int,
    seed: int | str,
    seats: Sequence[str],
    *,
    jobs: int = 1,
    scenario: Any = None,
    forces: Sequence[Any] | None = None,
    rulings: Mapping[str, object] | None = None,
    out: str | Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Play game 1 to `games`; game i has the seed "seed/i", and only that decides how it goes.

    seats: a bot for each seat, in the order of the seats; one alone plays them all.
    out: a directory for the records. It is written in order, each file whole.
    progress: is told after each game how many are finished.
    """
    started = perf_counter()
    rules = find(rules_id)
    header, _ = starting.set_up(rules, scenario, forces, rulings, seed=f"{seed}/1")
    seated(seats, rules, header)  # which refuses a bot that there is not
    terms = _terms(rules, header, seed, tuple(seats), keep=out is not None)
    wins = dict.fromkeys(header.seats, 0)
    draws = answers = finished = 0
    hashes = sha256()
    folder = _folder(out) if out is not None else None
    work = processes(min(jobs, games))(play_one, terms, range(1, games + 1))
    with closing(work):
        for result in in_order(work):
            finished += 1
            if folder:
                write_path(folder / f"game-{finished:05}.jsonl", result.lines)
            if result.outcome.winner is None:
                draws += 1
            else:
                wins[result.outcome.winner] += 1
            answers += result.answers
            hashes.update(result.hash.encode())
            if progress:
                progress(finished)
    seconds = round(perf_counter() - started, 3)
    return Report(rules_id, games, finished, wins, draws, answers, seconds, hashes.hexdigest())


def seated(specs: Sequence[str], rules: Ruleset[Any], header: record.Header) -> dict[str, Agent]:
    """A bot for each seat, each with a stream of its own; one spec alone is for them all."""
    seats = header.seats
    if len(specs) not in (1, len(seats)):
        wanted = f"name one for each of {', '.join(seats)}, or one for all"
        raise GameError(f"{len(specs)} bots for {len(seats)} seats; {wanted}")
    chosen = specs if len(specs) > 1 else [*specs] * len(seats)
    return {seat: bots.make(spec, rules, Stream(header.seed, f"bot {seat}")) for seat, spec in zip(seats, chosen)}


def _terms(rules: Ruleset[Any], header: record.Header, seed: int | str, chosen: tuple[str, ...], keep: bool) -> Terms:
    """What the games share, read and checked once."""
    scenario = msgspec.convert(header.scenario, rules.files.scenario)
    forces = tuple(msgspec.convert(force, rules.files.force) for force in header.forces)
    return Terms(rules.id, str(seed), chosen, scenario, forces, header.rulings, keep)


def _folder(out: str | Path) -> Path:
    try:
        Path(out).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(str(out), [Fault("directory", error.strerror or str(error))]) from None
    return Path(out)


def play_one(terms: Terms, number: int) -> Result:
    """Game `number` of a batch."""
    rules, seed = find(terms.game), f"{terms.seed}/{number}"
    header, start = starting.set_up(rules, terms.scenario, terms.forces, terms.rulings, seed=seed)
    try:
        agents = seated(terms.bots, rules, header)
        played = play_out(rules, start, Dice(seed), agents, keep_states=terms.keep, log=terms.keep)
    except GameError as error:
        raise GameError(f"game {number} (seed {seed}): {error}") from None
    lines = tuple(record.dump(record.of(header, played))) if terms.keep else ()
    ended = played.outcome
    assert ended is not None  # noqa: S101 play_out plays to the end
    return Result(ended, len(played.made), digest(played.end), lines)

"""Count positions for `tests/perft/GAME.toml`: `python tools/perft.py GAME` prints the file with fresh counts."""

from __future__ import annotations

import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from golden import start as first_state

from hexless.kernel import Ask, Dice, Position, digest
from hexless.ruleset import find

FOLDER = Path(__file__).parent.parent / "tests" / "perft"
DICE = Dice("perft")


def begin(game: str, skip: int) -> Position:
    """The small golden game after `skip` first suggestions; rolls come from fixed dice."""
    rules = find(game)
    position = Position(rules, first_state(rules)).settle(DICE)
    for _ in range(skip):
        position = next(following(position, 1))[1]
    return position


def mark(position: Position) -> tuple[str, str, int | None]:
    """What makes a position: its state in the middle of a step, what is asked there, and of which unit."""
    request = position.request
    unit = request.question.by if isinstance(request, Ask) else None
    return digest(position.moment.state), request.key if request else "", unit


def following(position: Position, most: int) -> Iterator[tuple[Any, Position]]:
    """The positions after each suggested answer."""
    if isinstance(position.request, Ask):
        for answer in position.request.question.suggest(most):
            yield answer, position.play(answer, DICE)


def reached(position: Position, depth: int, most: int) -> int:
    """How many distinct positions there are after so many more answers."""
    found = {mark(position): position}
    for _ in range(depth):
        found = {mark(after): after for before in found.values() for _, after in following(before, most)}
    return len(found)


def counts(position: Position, depth: int, most: int) -> list[int]:
    """Distinct positions after 1, 2, ... answers."""
    return [reached(position, n, most) for n in range(1, depth + 1)]


def split(position: Position, depth: int, most: int) -> dict[str, int]:
    """The last count by first answer, to see where a difference comes from; transpositions count once in each."""
    out: Counter[str] = Counter()
    for answer, after in following(position, most):
        out[json.dumps(msgspec.to_builtins(answer))] += reached(after, depth - 1, most)
    return dict(out)


def main(game: str) -> None:
    """Print the starts with what is counted now."""
    for start in tomllib.loads((FOLDER / f"{game}.toml").read_text("utf-8"))["start"]:
        position, depth, most = begin(game, start["skip"]), start["depth"], start["most"]
        asks = position.request.question.prompt if isinstance(position.request, Ask) else ""
        shared = "\n".join(f"{json.dumps(key)} = {n}" for key, n in split(position, depth, most).items())
        sys.stdout.write(
            f"[[start]]\nname = {json.dumps(start['name'])}\nskip = {start['skip']}\nasks = {json.dumps(asks)}\n"
            f"most = {most}\ndepth = {depth}\ncounts = {counts(position, depth, most)}\n[start.split]\n{shared}\n\n"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])

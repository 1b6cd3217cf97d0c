"""Golden games: `tests/golden/GAME.game`, answers and the log that they cause, to be read and replayed.

A line that begins with `>` is an answer, every other line what the rules say to it, with the rules cited. A test
replays the answers and compares the log. `python tools/golden.py GAME` records the file anew, and only when the
ruleset's revision has moved: behaviour that changes says so.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from hexless.kernel import Decision, Dice, Playing, Roll, Sample, Script, Stream
from hexless.kernel import Game as Run
from hexless.ruleset import Ruleset, find
from hexless.ruleset.files import read
from hexless.ruleset.telling import tell

FOLDER = Path(__file__).parent.parent / "tests" / "golden"


def start(rules: Ruleset[Any]) -> Any:
    """The small game of a ruleset's folder, before its first answer."""
    folder = FOLDER / rules.id
    scenario = read(
        (folder / "scenario.toml").read_bytes(), rules.files.scenario, "scenario", rules.files.scenario_faults, True
    )
    forces = [
        read((folder / f"{f}.toml").read_bytes(), rules.files.force, f, rules.files.force_faults, True)
        for f in scenario.forces
    ]
    return rules.files.setup(scenario, forces, rules.files.rulings(), Stream("golden", "setup"))


def run(rules: Ruleset[Any], source: Playing) -> list[str]:
    """Play from the start to the end of the game, and write down every answer with what it caused."""
    g: Run[Any] = Run(start(rules), source)
    while rules.outcome(g.state) is None:
        if isinstance(source, Sample):
            source.checkpoint(g.state)
        rules.step(g)
    names = {token.unit: token.name for token in rules.showing.scene(g.state).tokens}
    lines = [f"{rules.title}, revision {rules.revision}"]
    events = list(g.log or ())
    for at in range(len(source.made) + 1):
        if at:
            lines.append(_answer(*source.made[at - 1]))
        lines += [f"  {tell(e, rules.showing.phrases, names)}{_cited(e.rules)}" for e in events if e.at == at]
    return lines


def _answer(request: Any, answer: Any) -> str:
    if isinstance(request, Roll):
        asked = f"roll {request.pool}"
    else:
        asks = getattr(request, "asks", (request,))
        asked = f"{' & '.join(ask.seat for ask in asks)} {asks[0].question.prompt}"
    return f"> {asked}: {json.dumps(_plain(msgspec.to_builtins(answer)))}"


def _plain(value: Any) -> Any:
    """Without what is not said."""
    return {key: each for key, each in value.items() if each is not None} if isinstance(value, dict) else value


def _cited(rules: tuple[str, ...]) -> str:
    return f" [{', '.join(dict.fromkeys(rules))}]" if rules else ""


def answers(text: str) -> Iterator[Any]:
    """The answers of a golden game."""
    for line in text.splitlines():
        if line.startswith("> "):
            yield json.loads(line.partition(": ")[2])


def replayed(rules: Ruleset[Any], text: str) -> list[str]:
    """What the same answers cause now."""
    script = Script(*answers(text))
    lines = run(rules, script)
    script.done()
    return lines


class Lively:
    """Mostly the first suggestion, now and then any: short games in which much happens."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def answer(self, decision: Decision) -> Any:
        if self.stream.below(2):
            return self.stream.choice(decision.question.suggest(6))
        return decision.question.suggest(1)[0]


def record(rules: Ruleset[Any], seed: int | str) -> list[str]:
    """A new game."""
    agents = {seat: Lively(Stream(seed, f"golden {seat}")) for seat in rules.seats(start(rules))}
    return run(rules, Sample(rules, Dice(seed), agents))


def main(game: str, seed: str = "17") -> int:
    """Record a game, if the ruleset's revision has moved since the last one."""
    rules, path = find(game), FOLDER / f"{game}.game"
    lines = record(rules, seed)
    if path.exists() and path.read_text("utf-8").startswith(lines[0] + "\n"):
        sys.stderr.write(f"{path.name} is of this revision: raise `revision` of {game} when its behaviour moves\n")
        return 1
    path.write_text("\n".join(lines) + "\n", "utf-8")
    sys.stdout.write(f"{path.name}: {len(lines)} lines\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))

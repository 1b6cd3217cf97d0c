"""Prove a ruleset by many random games: every law after every answer, no state twice, and the same in another process.

usage: python tools/prove.py GAME [GAMES] [SCENARIO ...] [--ruling NAME=VALUE ...] [--rulings]

The games are shared out over the scenarios. Each is played in one process, recorded, and audited in another that was
started with another hash seed. With `--rulings` so many games are played for each alternative of each ruling.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from hexless.bots import RandomBot
from hexless.kernel import Dice, Stream, play_out, record
from hexless.lab.conformance import Onward
from hexless.ruleset import find, shipped, starting
from hexless.ruleset.disk import write_path


def play(game: str, games: int, scenarios: list[str], rulings: dict[str, str], folder: Path) -> int:
    """Play, hold every law against every state, and record; how many answers there were."""
    rules, answers = find(game), 0
    for i in range(games):
        seed = f"prove/{i}"
        header, start = starting.set_up(rules, scenarios[i % len(scenarios)], rulings=rulings, seed=seed)
        agents = {seat: RandomBot(Stream(seed, f"bot/{seat}")) for seat in header.seats}
        played = play_out(rules, start, Dice(seed), agents, keep_states=True, sample=Onward)
        for n, state in enumerate((start, *played.states)):
            for law in rules.laws:
                if broken := law.broken(state):
                    told = f"{game}, seed {seed}, rulings {rulings}, after answer {n}: {law.name}: {broken}"
                    raise SystemExit(told)
        write_path(folder / f"{i:05}.jsonl", record.dump(record.of(header, played)))
        answers += len(played.tape)
        sys.stderr.write(f"\r{game}: {i + 1} of {games} played")
    sys.stderr.write("\n")
    return answers


def alternatives(game: str) -> list[dict[str, str]]:
    """Every ruling with every value that it may have instead of its default; of numbers the least and the most."""
    kind = find(game).files.rulings
    fields = msgspec.json.schema(kind)["$defs"][kind.__name__]["properties"]
    found = list[dict[str, str]]()
    for name, field in fields.items():
        values = [False, True] if field.get("type") == "boolean" else field.get("enum")
        for value in values if values is not None else (field["minimum"], field["maximum"]):
            if value != field["default"]:
                found.append({name: str(value).lower() if isinstance(value, bool) else str(value)})
    return found


def audit(game: str, folder: Path) -> int:
    """Re-run every record and compare all hashes; how many there were."""
    rules, files = find(game), sorted(folder.glob("*.jsonl"))
    for i, file in enumerate(files):
        starting.audit(rules, record.load(file.read_bytes(), file.name), file.name)
        sys.stderr.write(f"\r{game}: {i + 1} of {len(files)} audited")
    sys.stderr.write("\n")
    return len(files)


def chosen(words: list[str]) -> tuple[list[str], dict[str, str]]:
    """The plain arguments, and the rulings among them."""
    plain, rulings = list[str](), dict[str, str]()
    left = iter(words)
    for word in left:
        if word == "--ruling":
            name, equals, value = next(left, "").partition("=")
            if not equals:
                raise SystemExit("--ruling takes NAME=VALUE")
            rulings[name] = value
        else:
            plain.append(word)
    return plain, rulings


def main(rulings: dict[str, str], game: str, games: str = "1000", *scenarios: str) -> None:
    """Play here, audit elsewhere."""
    names = list(scenarios) or list(shipped.names(find(game), "scenario"))
    with TemporaryDirectory() as folder:
        answers = play(game, int(games), names, rulings, Path(folder))
        again = [sys.executable, __file__, "--audit", game, folder]
        subprocess.run(again, check=True, env={**os.environ, "PYTHONHASHSEED": "77"})
    told = f"{games} random games over {', '.join(names)}: {answers} answers, no law broken, all hashes again"
    told += "".join(f" ({name} = {value})" for name, value in rulings.items())
    sys.stdout.write(f"{game}: {told}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--audit"]:
        audit(sys.argv[2], Path(sys.argv[3]))
    elif len(sys.argv) > 1:
        plain, rulings = chosen([word for word in sys.argv[1:] if word != "--rulings"])
        for others in alternatives(plain[0]) if "--rulings" in sys.argv else [{}]:
            main({**rulings, **others}, *plain)
    else:
        raise SystemExit(__doc__)

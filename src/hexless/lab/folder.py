"""Results in a folder: the experiment, where it came from, and one table of games; resumed, topped up, merged.

experiment.json   what was asked (with the files that it names)
run.json          versions, ruleset, seed, and the identity that games of other folders need to be merged
games.parquet     a row a game, by deal and cell: the same experiment gives the same rows anywhere
journal.jsonl     only while a run is unfinished: every finished game, written at once
answer.json       what was found; report.html the same to read
"""

from __future__ import annotations

import io
import platform
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import IO, Any

import msgspec

from hexless import __version__
from hexless.kernel import DataError, Fault, GameError, digest
from hexless.ruleset import find
from hexless.ruleset.disk import read_bytes, write_path

from .cells import Plan, Task
from .experiment import Experiment, plan
from .playing import Game

__all__ = ["Folder", "Run", "merge"]

_MOST = 1 << 26


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """Where the games of a folder come from."""

    identity: str
    game: str
    revision: int
    content: str  # SHA-256 of the ruleset's sheet
    seed: str
    begun: str
    versions: dict[str, str]


class Folder:
    """The results of one experiment; `settled` are the games of finished runs, `games` those and all since."""

    def __init__(self, path: Path, experiment: Experiment, planned: Plan, run: Run) -> None:
        self.path, self.experiment, self.plan, self.run = path, experiment, planned, run
        self.settled = _table(path / "games.parquet")
        self.games = {**self.settled, **_journal(path / "journal.jsonl")}
        self._file: IO[bytes] | None = None

    @classmethod
    def start(cls, path: Path, experiment: Experiment, planned: Plan, beside: Path | None = None) -> Folder:
        """A new folder, or the one that holds this experiment already; the stop may be another than then."""
        if (path / "run.json").exists():
            run = _read(path / "run.json", Run)
            if run.identity != planned.identity:
                raise GameError(f"{path} holds the games of another experiment or ruleset; name another folder (--out)")
        else:
            run = _provenance(planned)
            try:
                path.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise DataError(str(path), [Fault("directory", error.strerror or str(error))]) from None
            _bring(experiment, beside or Path(), path)
            write_path(path / "run.json", [_pretty(run)])
        write_path(path / "experiment.json", [_pretty(experiment)])
        return cls(path, experiment, planned, run)

    @classmethod
    def open(cls, path: Path) -> Folder:
        """A folder as it is."""
        run = _read(path / "run.json", Run)
        experiment = _read(path / "experiment.json", Experiment)
        planned = plan(experiment, str(path / "experiment.json"), path)
        if planned.identity != run.identity:
            raise GameError(f"{path} was played with another ruleset or other files than there are now")
        return cls(path, experiment, planned, run)

    def add(self, game: Game) -> None:
        """One more finished game, on the disk before anything else happens."""
        task = Task(game.deal, game.cell)
        if task in self.games:
            return
        if self._file is None:
            self._file = (self.path / "journal.jsonl").open("ab")
            self._file.truncate(_whole_lines(self.path / "journal.jsonl"))
        self._file.write(msgspec.json.encode(game) + b"\n")
        self._file.flush()
        self.games[task] = game

    def settle(self, wanted: Iterable[Task]) -> None:
        """The run is finished: keep these games and those of earlier runs, as one table."""
        keep = {*wanted, *self.settled}
        self.games = self.settled = {task: self.games[task] for task in sorted(self.games) if task in keep}
        _write_table(self.path / "games.parquet", list(self.games.values()))
        self.close()
        (self.path / "journal.jsonl").unlink(missing_ok=True)

    def close(self) -> None:
        """Nothing more is written."""
        if self._file is not None:
            self._file.close()
            self._file = None

    @property
    def finished(self) -> bool:
        """Whether no run was broken off here."""
        return bool(self.settled) and not (self.path / "journal.jsonl").exists()


def merge(paths: Iterable[Path], into: Path) -> Folder:
    """The games of several folders of one experiment in a new one; a game that two have must be the same."""
    parts = [Folder.open(path) for path in paths]
    games: dict[Task, Game] = {}
    for part in parts:
        if part.plan.identity != parts[0].plan.identity:
            raise GameError(f"{part.path} and {parts[0].path} hold games of different experiments or rulesets")
        for task, game in part.games.items():
            if games.setdefault(task, game).hash != game.hash:
                raise GameError(f"deal {task.deal} of {game.group}, {game.arm} ended differently in {part.path}")
    whole = Folder.start(into, parts[0].experiment, parts[0].plan, parts[0].path)
    for game in games.values():
        whole.add(game)
    whole.settle(games)
    return whole


def _provenance(planned: Plan) -> Run:
    rules = find(planned.game)
    return Run(
        identity=planned.identity,
        game=rules.id,
        revision=rules.revision,
        content=digest(rules.sheet.rules),
        seed=planned.seed,
        begun=datetime.now(UTC).isoformat(timespec="seconds"),
        versions={"hexless": __version__, "python": platform.python_version(), **dict(_versions("numpy", "polars"))},
    )


def _versions(*packages: str) -> Iterator[tuple[str, str]]:
    for package in packages:
        try:
            yield package, version(package)
        except PackageNotFoundError:
            pass


def _bring(experiment: Experiment, beside: Path, path: Path) -> None:
    """Copy the files that the experiment names, so that the folder can be read anywhere."""
    pairings = (*experiment.forces, *(arm.forces for arm in experiment.arms))
    forces = (force for pairing in pairings for force in pairing)
    for name in dict.fromkeys((*experiment.scenarios, *forces)):
        source, goal = beside / name, path / name
        if source.is_file() and not Path(name).is_absolute() and ".." not in Path(name).parts:
            goal.parent.mkdir(parents=True, exist_ok=True)
            write_path(goal, [source.read_bytes()])


def _pretty(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"


def _read(path: Path, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(read_bytes(path, _MOST), type=kind)
    except msgspec.MsgspecError as error:
        raise DataError(str(path), [Fault("file", str(error))]) from None


def _whole_lines(path: Path) -> int:
    """How many bytes of a journal are whole lines: a run that was cut off may have left half of one."""
    return path.read_bytes().rfind(b"\n") + 1


def _journal(path: Path) -> dict[Task, Game]:
    """The whole lines of a journal; the last may be cut off."""
    games: dict[Task, Game] = {}
    for line in path.read_bytes().split(b"\n")[:-1] if path.exists() else ():
        game = msgspec.json.decode(line, type=Game)
        games.setdefault(Task(game.deal, game.cell), game)
    return games


def _schema() -> Mapping[str, Any]:
    pl: Any = import_module("polars")
    score = pl.Struct({"turn": pl.Int64, "worth": pl.List(pl.Int64)})
    fate = pl.Struct(
        {"seat": pl.String, "force": pl.String, "kind": pl.String, "points": pl.Float64, "bases": pl.Int64,
         "left": pl.Int64, "dealt": pl.Float64}
    )  # fmt: skip
    texts, lists = ("arm", "group", "scenario", "winner", "why", "rule", "first", "hash"), ("seats", "forces", "bots")
    kinds: dict[str, Any] = dict.fromkeys(texts, pl.String) | dict.fromkeys(lists, pl.List(pl.String))
    kinds |= {"scores": pl.List(score), "fates": pl.List(fate)}
    return {name: kinds.get(name, pl.Int64) for name in Game.__struct_fields__}


def _write_table(path: Path, games: list[Game]) -> None:
    pl: Any = import_module("polars")
    kept = io.BytesIO()
    pl.DataFrame(msgspec.to_builtins(games), schema=_schema(), orient="row").write_parquet(kept)
    write_path(path, [kept.getvalue()])


def _table(path: Path) -> dict[Task, Game]:
    pl: Any = import_module("polars")
    if not path.exists():
        return {}
    games: list[Game] = msgspec.convert(pl.read_parquet(path).to_dicts(), list[Game])
    return {Task(game.deal, game.cell): game for game in games}

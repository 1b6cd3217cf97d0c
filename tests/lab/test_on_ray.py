"""Games on a local Ray: the same as at home, also when its workers are killed in the middle."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

pytest.importorskip("polars")
pytest.importorskip("ray")

import ray

from hexless.kernel import GameError
from hexless.lab.experiment import Experiment, plan
from hexless.lab.folder import Folder
from hexless.lab.on_ray import ray_actors
from hexless.lab.running import Progress, run
from hexless.lab.sequence import Stop
from hexless.lab.workers import here

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc"),
    pytest.mark.filterwarnings("ignore"),  # of Ray's own
]
DUEL = Experiment(game="skirmish", scenarios=("duel",), stop=Stop(games=60))


def players() -> list[int]:
    """The processes of our actors."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdecimal() and b"ray::_Player" in (entry / "cmdline").read_bytes():
                parents = Path(f"/proc/{entry.name}/environ").read_bytes()
                found += [int(entry.name)] if f"LAB_TEST={os.getpid()}".encode() in parents else []
        except OSError:
            continue
    return found


def test_killed_workers_lose_no_game_and_count_none_twice(
    skirmish: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAB_TEST", str(os.getpid()))
    run(Folder.start(tmp_path / "home", DUEL, plan(DUEL)), here)
    told: list[int] = []
    killed: list[int] = []

    def tell(progress: Progress) -> None:
        told.append(progress.games)
        if progress.games in (11, 30):
            killed.extend(players())
            for process in players():
                os.kill(process, signal.SIGKILL)

    run(Folder.start(tmp_path / "ray", DUEL, plan(DUEL)), ray_actors(2), tell)
    assert len(killed) >= 3
    assert told == list(range(1, 61))
    assert (tmp_path / "ray" / "games.parquet").read_bytes() == (tmp_path / "home" / "games.parquet").read_bytes()
    assert not ray.is_initialized()


def test_a_game_that_breaks_says_so(skirmish: str, tmp_path: Path) -> None:
    folder = Folder.start(tmp_path, DUEL, plan(DUEL))
    with pytest.raises(GameError, match="wrong"):
        list(ray_actors(1)(_break, folder.plan, iter([1, 2])))


def _break(common: object, task: int) -> None:
    raise GameError("wrong")

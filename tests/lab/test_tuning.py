"""Tuning a level, on Skirmish."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexless.bots import Level, levels
from hexless.kernel import GameError
from hexless.lab.questions import Terms
from hexless.lab.sequence import Stop
from hexless.lab.tuning import RANGES, tune
from hexless.lab.workers import processes

SMALL = Terms(scenarios=("duel",), seed="t", stop=Stop(games=2))


def test_the_best_of_the_trials_is_played_on_fresh_deals(skirmish: str, tmp_path: Path) -> None:
    found = tune("normal", skirmish, SMALL, processes(1), tmp_path / "a", trials=2, fresh=4)
    assert found.spec.startswith("normal/")
    assert found.fresh_games == 4
    written = (tmp_path / "a" / "level.toml").read_text()
    level = msgspec.toml.decode(written, type=dict[str, Level])["normal"]
    assert all(low <= getattr(level, name) <= high for name, (low, high) in RANGES.items())
    was = levels()["normal"]
    assert (level.steps, level.seconds) == (was.steps, was.seconds)  # as it was: better must not mean slower
    assert "revision" in written
    assert found.spec in written
    assert found.better == (found.fresh.low > 0.5)
    begun = {folder.name for folder in (tmp_path / "a").iterdir() if folder.is_dir()}
    assert begun == {"trial-001", "trial-002", "fresh"}

    assert tune("normal", skirmish, SMALL, _nobody, tmp_path / "a", trials=2, fresh=4) == found


def _nobody(play: Any, plan: Any, due: Iterator[Any]) -> Iterator[Any]:
    """Workers for a run that has nothing left to play."""
    assert list(due) == []
    yield from ()


def test_only_levels_are_tuned(skirmish: str, tmp_path: Path) -> None:
    with pytest.raises(GameError, match="no level 'greedy' to tune; there is: normal, hard"):
        tune("greedy", skirmish, SMALL, processes(1), tmp_path, trials=1, fresh=2)

"""Golden games: the same answers cause the same log, word for word and rule for rule."""

import importlib.util
from pathlib import Path

import pytest

from hexless.ruleset import find

HERE = Path(__file__).parent
GAMES = sorted(path.stem for path in HERE.glob("*.game"))


@pytest.fixture(scope="module")
def golden():
    spec = importlib.util.spec_from_file_location("golden", HERE.parent.parent / "tools" / "golden.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_there_is_a_golden_game():
    assert "horizon-wars" in GAMES


@pytest.mark.parametrize("game", GAMES)
def test_golden_game_replays(golden, game):
    """A difference is either a mistake, or a change of behaviour that moves the ruleset's revision."""
    text = (HERE / f"{game}.game").read_text("utf-8")
    assert golden.replayed(find(game), text) == text.splitlines()


@pytest.mark.parametrize("game", GAMES)
def test_golden_game_can_be_read(game):
    lines = (HERE / f"{game}.game").read_text("utf-8").splitlines()
    assert len(lines) <= 300
    assert sum(line.startswith("> ") for line in lines) >= 30


@pytest.mark.parametrize("game", GAMES)
def test_recording_needs_a_new_revision(golden, game, capsys):
    before = (HERE / f"{game}.game").read_bytes()
    assert golden.main(game) == 1
    assert "raise `revision`" in capsys.readouterr().err
    assert (HERE / f"{game}.game").read_bytes() == before


def test_changed_answer_is_noticed(golden):
    """The comparison can fail: another die, another log."""
    text = (HERE / "horizon-wars.game").read_text("utf-8")
    rolled = next(line for line in text.splitlines() if line.startswith("> roll 1d12 total"))
    other = rolled.partition(": ")[0] + (": [1]" if not rolled.endswith("[1]") else ": [12]")
    with pytest.raises(Exception):  # noqa: B017 - whatever follows first: another log, or an answer that does not fit
        assert golden.replayed(find("horizon-wars"), text.replace(rolled, other, 1)) == text.splitlines()

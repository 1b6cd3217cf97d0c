"""Perft: how many distinct positions there are after n answers from small fixed starts, suggested options only."""

import sys
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent
STARTS = [
    (path.stem, start)
    for path in sorted(HERE.glob("*.toml"))
    for start in tomllib.loads(path.read_text("utf-8"))["start"]
]


@pytest.fixture
def perft(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(HERE.parent.parent / "tools"), *sys.path])
    import perft

    return perft


def test_there_are_starts():
    assert {"horizon-wars", "orders"} <= {game for game, _ in STARTS}


@pytest.mark.parametrize(("game", "start"), STARTS, ids=[f"{game}: {start['name']}" for game, start in STARTS])
def test_number_of_positions(perft, game, start):
    """Where the counts differ, the split by first answer says behind which one; a change moves the revision."""
    position = perft.begin(game, start["skip"])
    assert position.request.question.prompt == start["asks"]
    assert perft.split(position, start["depth"], start["most"]) == start["split"]
    assert perft.counts(position, start["depth"], start["most"]) == start["counts"]

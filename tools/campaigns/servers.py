"""Servers and pages for campaigns: those of the tests, without pytest around them."""

from __future__ import annotations

import contextlib
import importlib.util
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2] / "tests"
SOURCES = TESTS.parent / "src"


def _tested():
    spec = importlib.util.spec_from_file_location("campaign_people", TESTS / "server" / "conftest.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


people = _tested()


def toy_path(folder):
    """A place that holds Skirmish as an outsider's package, and all else that a server needs on its path."""
    info = Path(folder, "skirmish-1.0.dist-info")
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: skirmish\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[hexless.rulesets]\nskirmish = toy:ruleset\n")
    return [str(SOURCES), str(TESTS), str(TESTS / "server"), str(folder)]


@contextlib.contextmanager
def serving(url="", many=1):
    """Servers on one database: PostgreSQL if `url` says so, else a SQLite file of their own."""
    with tempfile.TemporaryDirectory(prefix="campaign-") as folder:
        path = toy_path(folder)
        where = url or f"sqlite+aiosqlite:///{Path(folder, 'games.db')}"
        made = [people.Server(path, where, "toy_bots:make", 1.0) for _ in range(many)]
        try:
            yield made
        finally:
            for each in made:
                each.kill()


@contextlib.contextmanager
def postgres():
    """The URL of a PostgreSQL of our own; "" where there is none."""
    if people._programs() is None:
        yield ""
        return
    fixture = people.postgres_url
    function = getattr(fixture, "__wrapped__", None) or fixture._get_wrapped_function()
    with contextlib.contextmanager(function)() as url:
        yield url

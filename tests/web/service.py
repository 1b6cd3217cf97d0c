"""A server in a process of its own, for the browser; `kill` is kill -9."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from typing import Any

SERVE = """
import sys, uvicorn
from hexless.server.app import build
uvicorn.run(build(sys.argv[2]), host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
"""


class Service:
    """The real application on a free port and a database of its own."""

    def __init__(self, environment: dict[str, str], folder: Any) -> None:
        with contextlib.closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.keys: dict[str, dict[str, str]] = {}  # of the matches begun here
        self.env = {**environment, "PYTHONWARNINGS": "default"}
        self.env.pop("PYTHONDONTWRITEBYTECODE", None)
        self.args = [sys.executable, "-c", SERVE, str(self.port), f"sqlite+aiosqlite:///{folder}/games.db"]
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self.args, env=self.env)
        for _ in range(1200):
            with contextlib.suppress(OSError):
                self.get("/health")
                return
            assert self.process.poll() is None, "the server did not start"
            time.sleep(0.05)
        raise AssertionError("the server did not answer")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()

    def get(self, path: str) -> Any:
        return self._ask(path, None)

    def match_of(self, page: Any) -> dict[str, Any]:
        """The match that a page shows, asked for with the keys that the page keeps."""
        match = page.url.rsplit("/", 1)[-1].partition("?")[0]
        held = page.evaluate("id => JSON.parse(localStorage.getItem('hexless.keys'))[id].keys", match)
        self.keys[match] = {str(n): key for n, key in enumerate(held)}
        found: dict[str, Any] = self.get(f"/matches/{match}")
        return found

    def post(self, path: str, body: object) -> Any:
        told = self._ask(path, json.dumps(body).encode())
        if "keys" in told:
            self.keys[told["id"]] = told["keys"]
        return told

    def _ask(self, path: str, body: bytes | None) -> Any:
        shown = " ".join(self.keys.get([*path.split("/"), "", ""][2], {}).values())
        request = urllib.request.Request(f"{self.address}/api{path}", body, {"Authorization": f"Bearer {shown}"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def link(self, match: str, *seats: str) -> str:
        """The address that opens a match with the keys of these seats, or with all."""
        keys = self.keys[match]
        shown = [keys[seat] for seat in seats] if seats else list(keys.values())
        return f"{self.address}/#/match/{match}?{'&'.join(f'key={key}' for key in shown)}"

    def begin(self, game: str, scenario: str | None = None, bots: tuple[str, ...] = (), **more: Any) -> str:
        """A new match; the seats in `bots` are played by quick bots."""
        cards = next(each for each in self.get("/games")["games"] if each["id"] == game)
        chosen = next((each for each in cards["scenarios"] if each["id"] == scenario), cards["scenarios"][0])
        seats = [
            {"seat": seat, "player": "bot", "bot": "random", "budget": 500} if seat in bots else {"seat": seat}
            for seat in chosen["seats"]
        ]
        body = {"game": game, "scenario": chosen["id"], "seats": seats, "seed": "browser", **more}
        return str(self.post("/matches", body)["id"])


def environment_of(root: Any, site: Any) -> dict[str, str]:
    """What a server process needs to know Skirmish, too."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (root / "src", root / "tests", site)))}

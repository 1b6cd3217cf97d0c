"""The lab at the table: a list of finished reports, and pages that can do nothing but be read."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from hexless.server.app import build
from hexless.server.guard import CONTENT_POLICY
from hexless.server.reports import REPORT_POLICY


@dataclass
class Told:
    name: str = "Balance of Skirmish: duel"
    game: str = "skirmish"
    title: str = "Skirmish"
    sentence: str = "Duel: red wins 54 % (45 to 63 %)."
    scenarios: tuple[str, ...] = ("duel",)
    bots: tuple[str, ...] = ("greedy",)
    games: int = 120
    made: str = "2026-11-16T18:00:00+00:00"


@dataclass
class Shown:
    page: str
    folder: str = "duel"
    answer: Told = field(default_factory=Told)
    shipped: bool = False


def asked(app, path: str) -> tuple[int, dict[str, str], bytes]:
    """What the application answers to a GET, straight through its interface."""
    sent: list[dict] = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "",
        "headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 1), "server": ("localhost", 80), "scheme": "http",
        "http_version": "1.1", "asgi": {"version": "3.0"},
    }  # fmt: skip
    asyncio.run(app(scope, receive, send))
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], headers, b"".join(each.get("body", b"") for each in sent[1:])


@pytest.fixture
def table(tmp_path: Path):
    """An application that shows one report; another file lies beside it."""
    (tmp_path / "report.html").write_text("<p>the answer")
    (tmp_path / "secret.html").write_text("not for you")
    there = [Shown(str(tmp_path / "report.html")), Shown(str(tmp_path / "gone.html"), folder="gone", shipped=True)]
    return build(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}", reports=lambda: there)


def test_the_list(table) -> None:
    status, headers, body = asked(table, "/api/lab")
    assert status == 200
    assert headers["content-security-policy"] == CONTENT_POLICY
    assert b'"id":"duel"' in body
    assert b'"sentence":"Duel: red wins 54 % (45 to 63 %)."' in body
    assert b'"id":"gone"' in body
    assert body.count(b'"shipped":true') == 1


def test_a_page_is_sealed_off(table) -> None:
    status, headers, body = asked(table, "/lab/duel")
    assert (status, body) == (200, b"<p>the answer")
    assert headers["content-type"].startswith("text/html")
    assert headers["content-security-policy"] == REPORT_POLICY
    policy = dict(part.strip().partition(" ")[::2] for part in REPORT_POLICY.split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["sandbox"] == "allow-scripts"  # and not allow-same-origin: it cannot read what a page of ours keeps
    assert not {"connect-src", "frame-src"} & set(policy)
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/lab/gone", "/lab/other", "/lab/secret.html", "/lab/..%2Fsecret.html", "/lab/.."])
def test_nothing_but_what_is_listed(table, path) -> None:
    status, _, body = asked(table, path)
    assert status == 404
    assert b"not for you" not in body


def test_without_a_lab_there_is_no_report(tmp_path: Path) -> None:
    table = build(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}")
    assert asked(table, "/api/lab")[2] == b'{"reports":[]}'

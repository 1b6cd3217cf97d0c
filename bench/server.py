"""What an answer costs the server: its CPU time in a running match, with both players and an onlooker looking."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from hexless.ruleset import names

from .rows import Row, at_most

ROOT = Path(__file__).resolve().parents[1]
WARM, ANSWERS, LIMIT = 8, 40, 5.0  # answers before, answers counted, milliseconds
REST = 0.004  # seconds after an update until the server has said all of it


def run() -> list[Row]:
    """The median of the answers of each game; dice are agreed on by nobody and no bot plays."""
    if not Path("/proc/self/task").is_dir():
        print("bench.server: no /proc here; nothing measured", file=sys.stderr)
        return []
    with serving() as server:
        costs = {game: answers(server, game) for game in names()}
    rows = [
        at_most(f"{game}: CPU of an answer, three pages", median(found), "ms", LIMIT) for game, found in costs.items()
    ]
    together = [cost for found in costs.values() for cost in found]
    return [*rows, at_most("CPU of an answer, all games", median(together), "ms", LIMIT)]


@contextmanager
def serving() -> Iterator[Any]:
    """A server on SQLite in a process of its own."""
    sys.path.insert(0, str(ROOT / "tools"))
    from campaigns.servers import serving as served  # type: ignore[import-not-found]

    with tempfile.TemporaryDirectory(), served() as (server,):
        yield server


def answers(server: Any, game: str, count: int = ANSWERS) -> list[float]:
    """Milliseconds of the server's CPU for each of so many answers of a deployed match."""
    seats = {"game": game, "deployed": True, "seed": "bench"}
    match = server.post("/matches", seats)
    with ExitStack() as stack:
        looking = [*(each["seat"] for each in match["seats"]), None]
        pages = [stack.enter_context(server.page(match["id"], seat)) for seat in looking]
        for page in pages:
            page.until("welcome")
        chance, found = Random(game), []
        for _ in range(WARM + count):
            time.sleep(REST)
            began = spent(server.pid)
            if not answered(pages, chance):
                break
            time.sleep(REST)
            found.append(spent(server.pid) - began)
    return found[WARM:]


def answered(pages: list[Any], chance: Random) -> bool:
    """One answer, read by all; False at the end of the game."""
    asked = next((page for page in pages if page.now["turn"]["question"]), None)
    if asked is None:
        return False
    asked.answer(choice(asked, chance))
    for page in pages:
        page.until("update")
    return True


def choice(page: Any, chance: Random) -> object:
    """Any answer of those that a page offers at once."""
    question, suggested = page.now["turn"]["question"], page.now["turn"]["suggested"]
    if question["kind"] == "OneOf":
        return chance.choice(question["options"])
    if suggested:
        return chance.choice(suggested)
    return chance.random() < 0.5 if question["kind"] == "YesNo" else page.first()


def spent(process: int) -> float:
    """Milliseconds of CPU that all threads of a process have had."""
    tasks = Path(f"/proc/{process}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e6

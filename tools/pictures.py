"""Write the README's pictures of the table: battles between bots, looked at in a real browser.

python tools/pictures.py [shot | reach | table-day | table-night ...]

Needs the built client and a browser; see tests/web/chromium.py for where that is found.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests" / "web"))

import chromium  # noqa: E402
import moments  # noqa: E402
import service  # noqa: E402

from hexless.bots import GreedyBot  # noqa: E402
from hexless.kernel import AskAll, Question, Stream  # noqa: E402
from hexless.ruleset import find  # noqa: E402
from hexless.server import seat_view  # noqa: E402
from hexless.server.catalogue import start  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
SEED = "picture"
SETTLED = 3500  # ms until the ground is painted
TOLD = """() => document.querySelector("[data-foreseen='told'], .verdict[data-trying='false']")"""


class Wanted(NamedTuple):
    """A battle, how far into it, what has to be asked of blue then, and what is done before the picture is taken."""

    game: str
    scenario: str
    answers: int
    asked: Callable[[Question], bool]
    click: str = ""
    part: str = ""  # of the page; all of it
    night: bool = False


def aims(question: Question) -> bool:
    return getattr(question, "about", "") == "target" and len(getattr(question, "options", ())) > 2


PICTURES = {
    "shot": Wanted("horizon-wars", "crossroads", 130, aims, click=".decision [data-option]"),
    "reach": Wanted("orders", "encounter", 110, lambda q: q.kind == "Path", click="[data-suggestion='0']"),
    "table-day": Wanted("orders", "four-corners", 150, lambda q: True, part=".board"),
    "table-night": Wanted("horizon-wars", "meeting", 130, lambda q: q.kind == "OneOf", part=".board", night=True),
}


def fought(wanted: Wanted) -> moments.Moment:
    """The battle as bots play it, up to the moment that is wanted."""
    rules, answers = find(wanted.game), []
    match = start(rules, wanted.scenario, (), {}, SEED)
    bots = {seat: GreedyBot(rules, Stream(SEED, seat), work=8, width=6) for seat in match.header.seats}
    while match.request is not None:
        asks = seat_view.asks(match.request)
        first = asks[0]
        if len(answers) >= wanted.answers and first.seat == match.header.seats[0] and wanted.asked(first.question):
            return moments.Moment(wanted.game, wanted.scenario, SEED, answers, first.seat, first.question, None)
        given = [bots[ask.seat].answer(match.decision(ask)) for ask in asks]
        answers += [(ask.seat, msgspec.to_builtins(answer)) for ask, answer in zip(asks, given)]
        match = match.play(given if isinstance(match.request, AskAll) else given[0])
    raise SystemExit(f"{wanted.game}: that moment does not come")


def take(browser: Any, live: service.Service, name: str) -> None:
    wanted = PICTURES[name]
    found = fought(wanted)
    match = moments.brought(live, found)
    look = {"viewport": {"width": 1280, "height": 960}, "color_scheme": "dark" if wanted.night else "light"}
    context = browser.new_context(reduced_motion="reduce", **look)
    context.add_init_script("localStorage.setItem('hexless', JSON.stringify({ pace: 'instant' }))")
    page = context.new_page()
    page.goto(live.link(match))
    page.locator(".board .token").first.wait_for(timeout=60_000)
    page.wait_for_timeout(SETTLED)
    if wanted.click:
        page.locator(wanted.click).first.click()
        page.wait_for_function(TOLD, timeout=60_000)
        page.mouse.move(5, 5)
        page.wait_for_timeout(SETTLED)
    (page.locator(wanted.part).first if wanted.part else page).screenshot(path=FOLDER / f"{name}.png")
    context.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, chromium.launched() as browser:
        live = service.Service(dict(os.environ), folder)
        try:
            for name in sys.argv[1:] or PICTURES:
                take(browser, live, name)
        finally:
            live.stop()


if __name__ == "__main__":
    main()

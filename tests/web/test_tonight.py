"""A game tonight: from *Play now* to the end screen with the default settings, doing only what the page tells.

Each run says how many clicks lead to the first fighting decision, how many decisions a round asks for, and how long
the page lets one wait; the figures are kept in `.cache/tonight`. TONIGHT names the games, "all" means all that ship.
"""

import json
import os
import re
import sys
from time import monotonic

import pytest
from playwright.sync_api import expect

from hexless.ruleset import names

GAMES = os.environ.get("TONIGHT", "horizon-wars").split()  # the shortest; all five take a quarter of an hour
MOST = 600  # decisions of one game
HINTED = 9  # every so many decisions the page is asked for a hint
TURN = "() => document.querySelector('.score .turn .faint')?.textContent ?? ''"


class Guest:
    """Somebody who has never seen it: takes the first that is offered, and now and then the page's own hint."""

    def __init__(self, page, play):
        self.page, self.clicks = page, 0
        self.hands = play.Mouse(page)
        self.hands.pick = lambda count: 0
        self.waits, self.rounds, self.hints = [], {}, 0

    def click(self, selector):
        self.page.locator(selector).first.click()
        self.clicks += 1

    def sit_down(self, address, game):
        self.page.goto(address)
        self.click(f"[data-play='{game}']")
        self.page.locator("[data-begin]").wait_for(timeout=180_000)  # a machine on which nothing is compiled yet
        self.click("[data-begin]")
        self.hands.wait()

    def play(self):
        """Answer until the end screen is there."""
        for n in range(MOST):
            state = self.hands.wait()
            if state["kind"] == "end":
                return
            turn = re.search(r"\d+", self.page.evaluate(TURN))
            self.rounds[turn.group() if turn else ""] = self.rounds.get(turn.group() if turn else "", 0) + 1
            if n % HINTED or not self.hinted(state):
                getattr(self.hands, state["kind"])(state)
            at = monotonic()
            self.hands.moved(state)
            self.waits.append(monotonic() - at)
        raise AssertionError(f"no end after {MOST} decisions: {self.rounds}")

    def hinted(self, state):
        """Take the best of the page's hints; False where it has none."""
        self.page.locator("[data-hint-button]").click()
        self.page.wait_for_function(
            "() => document.querySelector('.hints .use, .hints [role=status]') !== null", timeout=60_000
        )
        use = self.page.locator(".hints .use")
        if not use.count():
            return False
        use.first.click()
        if state["kind"] == "table":
            self.hands.tried()
            self.hands.confirm()
        self.hints += 1
        return True

    def told(self, game, clicks):
        waits = sorted(self.waits)
        return {
            "game": game,
            "clicks to the first fighting decision": clicks,
            "decisions a round": self.rounds,
            "decisions": sum(self.rounds.values()),
            "hints taken": self.hints,
            "seconds of waiting, all": round(sum(waits), 1),
            "seconds of waiting, middling and longest": [round(waits[len(waits) // 2], 2), round(waits[-1], 1)],
        }


@pytest.mark.slow
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("game", names() if GAMES == ["all"] else GAMES)
def test_a_game_tonight(live, browser, play, screens, game):
    context = browser.new_context(viewport={"width": 1280, "height": 900})  # the page as it is for everybody
    page, faults = context.new_page(), []
    page.set_default_timeout(30_000)
    page.on("pageerror", lambda error: faults.append(str(error)))
    guest = Guest(page, play)
    try:
        guest.sit_down(live.address, game)
        clicks = guest.clicks
        guest.play()
        expect(page.locator("[data-end] h2")).to_be_visible()
        page.screenshot(path=screens / f"tonight-{game}.png")
    finally:
        context.close()
    figures = json.dumps(guest.told(game, clicks))
    folder = screens.parent / "tonight"
    folder.mkdir(exist_ok=True)
    (folder / f"{game}.json").write_text(figures)
    sys.stdout.write(f"\ntonight {figures}\n")
    assert clicks == 2
    assert max(guest.rounds.values()) <= 40
    assert faults == []

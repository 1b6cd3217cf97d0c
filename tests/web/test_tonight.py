"""A game tonight: from *Play now* to the end screen with the default settings, doing only what the page tells.

Each run says how many clicks lead to the first fighting decision, how many decisions a round asks for, and how long
the page lets one wait; the figures are kept in `.cache/tonight`. TONIGHT names the games, "all" means all that ship;
AGAINST names the bot that sits opposite, where it is not to be the page's own choice.
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
AGAINST = os.environ.get("AGAINST", "")
MOST = 600  # decisions of one game
HINTED = 9  # every so many decisions the page is asked for a hint
NEWS = """(() => {
  let at = 0, longest = 0
  const told = () => { longest = Math.max(longest, performance.now() - at); at = performance.now() }
  const near = (node) => (node.closest ? node : node.parentElement)?.closest('.log, .board svg')
  new MutationObserver((all) => all.some(({ target }) => near(target)) && told())
    .observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  window.news = { listen: () => { at = performance.now(); longest = 0 }, longest: () => (told(), longest) }
})()"""  # the longest time in which neither the log nor the table tells anything
TURN = "() => document.querySelector('.score .turn .faint')?.textContent ?? ''"


class Guest:
    """Somebody who has never seen it: takes the first that is offered, and now and then the page's own hint."""

    def __init__(self, page, play):
        self.page, self.clicks = page, 0
        self.hands = play.Mouse(page)
        self.hands.pick = lambda count: 0
        self.waits, self.still, self.rounds, self.hints = [], [], {}, 0

    def click(self, selector):
        self.page.locator(selector).first.click()
        self.clicks += 1

    def sit_down(self, address, game):
        self.page.add_init_script(NEWS)
        if AGAINST:
            self.page.route("**/matches", self.opposite)
        self.page.goto(address)
        self.click(f"[data-play='{game}']")
        self.page.locator("[data-begin]").wait_for(timeout=180_000)  # a machine on which nothing is compiled yet
        self.click("[data-begin]")
        self.hands.wait()

    @staticmethod
    def opposite(route):
        """Somebody else sits down where the page has put a bot."""
        wanted = route.request.post_data_json
        for seat in (wanted or {}).get("seats", ()):
            if seat["player"] == "bot":
                seat["bot"] = AGAINST
        route.continue_(post_data=json.dumps(wanted) if wanted else None)

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
            self.page.evaluate("() => window.news.listen()")
            self.hands.moved(state)
            self.waits.append(monotonic() - at)
            self.still.append(self.page.evaluate("() => window.news.longest() / 1000"))
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
            "against": AGAINST or "whom the page chooses",
            "clicks to the first fighting decision": clicks,
            "decisions a round": self.rounds,
            "decisions": sum(self.rounds.values()),
            "hints taken": self.hints,
            "seconds of waiting, all": round(sum(waits), 1),
            "seconds of waiting, middling and longest": [round(waits[len(waits) // 2], 2), round(waits[-1], 1)],
            "seconds without news, longest": round(max(self.still), 1),
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
    (folder / f"{game}{AGAINST and '-'}{AGAINST}.json").write_text(figures)
    sys.stdout.write(f"\ntonight {figures}\n")
    assert clicks == 2
    assert max(guest.rounds.values()) <= 40
    assert faults == []

"""Plays any game in a browser through the controls that the page shows: by mouse, or by keyboard alone.

It knows no rule. It answers whatever is asked, with the buttons, the board or the keys, until the end screen is there.
"""

from __future__ import annotations

from typing import Any

MOST = 1500  # answers of one game
STATE = """() => {
  const play = document.querySelector('.play')
  if (!play) return { kind: 'none' }
  const seen = (selector) => document.querySelector(selector)
  const base = { version: Number(play.dataset.version), heading: seen('#asked')?.textContent ?? '' }
  if (seen('[data-end]')) return { ...base, kind: 'end' }
  if (seen('dialog.hand[open]')) return { ...base, kind: 'hand', seat: seen('dialog.hand h2').textContent }
  if (play.dataset.sending === 'true' || play.dataset.waiting !== '0') return { ...base, kind: 'busy' }
  const count = (selector) => document.querySelectorAll(selector).length
  const options = count('.decision [data-option]')
  if (seen('.decision .verdict')) return { ...base, kind: 'table', suggestions: count('[data-suggestion]') }
  if (options) return { ...base, kind: 'options', count: options, attack: count('.decision [aria-pressed]') > 0 }
  if (seen('.decision output')) return { ...base, kind: 'split' }
  if (seen('.decision ol li[draggable]')) return { ...base, kind: 'order', count: count('.decision ol li') }
  return { ...base, kind: 'busy' }
}"""


class Player:
    """Answers until the game is over; `asked` counts the kinds of question that it met."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.asked: dict[str, int] = {}
        self.turns = 0

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.page.evaluate(STATE)
        return state

    def wait(self) -> dict[str, Any]:
        """The page's state once there is something to do."""
        ready = f"() => {{ const now = ({STATE})(); return ['busy', 'none'].includes(now.kind) ? null : now }}"
        state: dict[str, Any] = self.page.wait_for_function(ready, timeout=60_000).json_value()
        return state

    def play(self, most: int = MOST, until: Any = None) -> dict[str, Any]:
        """Answer until the end, or until `until(state)`; the last state."""
        for _ in range(most):
            state = self.wait()
            if state["kind"] == "end" or (until and until(state)):
                return state
            self.asked[state["kind"]] = self.asked.get(state["kind"], 0) + 1
            self.turns += 1
            getattr(self, state["kind"])(state)
            self.moved(state)
        raise AssertionError(f"no end after {most} answers; asked {self.asked}")

    def moved(self, before: dict[str, Any]) -> None:
        """Wait until the page has gone on."""
        self.page.wait_for_function(
            f"([version, heading, kind]) => {{ const now = ({STATE})(); "
            "return now.kind !== 'busy' && (now.version !== version || now.heading !== heading || now.kind !== kind) }",
            arg=[before["version"], before["heading"], before["kind"]],
            timeout=60_000,
        )

    def confirm_attack(self, state: dict[str, Any]) -> None:
        """An attack is shown first and then confirmed; to pass needs no second step."""
        self.page.wait_for_function(
            f"version => document.querySelector('.decision [data-confirm]:enabled') || ({STATE})().version !== version",
            arg=state["version"],
        )
        if self.state()["version"] == state["version"] and self.page.locator(".decision [data-confirm]").count():
            self.confirm()

    def tried(self) -> None:
        """Wait for the verdict on a way or a place."""
        self.page.wait_for_function("() => document.querySelector('.verdict')?.dataset.trying !== 'true'")

    def confirm(self) -> None:
        raise NotImplementedError

    def pick(self, count: int) -> int:
        """Which option to take: now this, now that, always the same in the same game."""
        return (self.turns * 7 + count) % count


class Mouse(Player):
    """Clicks."""

    def confirm(self) -> None:
        self.page.locator(".decision [data-confirm]").click()

    def options(self, state: dict[str, Any]) -> None:
        chosen = self.pick(state["count"])
        self.page.locator(".decision [data-option]").nth(chosen).click()
        if state["attack"]:
            self.confirm_attack(state)

    def split(self, state: dict[str, Any]) -> None:
        self.page.locator(".decision [data-confirm]").click()

    def order(self, state: dict[str, Any]) -> None:
        if state["count"] > 1:
            self.page.locator(".decision ol li").nth(1).locator("button").first.click()
        self.page.locator(".decision [data-confirm]").click()

    def table(self, state: dict[str, Any]) -> None:
        chosen = self.pick(max(1, state["suggestions"]))
        hint = self.page.locator(f"g.hint[data-hint='{chosen}'] circle")
        box = hint.bounding_box() if hint.count() else None
        board = self.page.locator(".board").bounding_box()
        x, y = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) if box else (-1, -1)
        clear = (
            board["x"] + 4 < x < board["x"] + board["width"] - 60
            and board["y"] + 4 < y < board["y"] + board["height"] - 40
        )
        if clear and self.turns % 2:
            self.page.mouse.click(x, y)  # on the table itself
        elif state["suggestions"]:
            self.page.locator(f"[data-suggestion='{chosen}']").click()
        self._go(chosen, state)

    def _go(self, chosen: int, state: dict[str, Any]) -> None:
        self.tried()
        button = self.page.locator(".decision [data-confirm]")
        if button.is_disabled():  # the click was a little off
            self.page.locator(f"[data-suggestion='{chosen}']").click()
            self.tried()
        button.click()

    def hand(self, state: dict[str, Any]) -> None:
        self.page.locator("dialog.hand [data-confirm]").click()


class Keyboard(Player):
    """Never touches the mouse."""

    KEYS = "1234567890acdgijklopxz"

    def confirm(self) -> None:
        self.page.keyboard.press("Enter")

    def options(self, state: dict[str, Any]) -> None:
        chosen = self.pick(min(state["count"], len(self.KEYS)))
        yes_no = self.page.locator(".decision .both").count()
        self.page.keyboard.press("yn"[chosen] if yes_no else self.KEYS[chosen])
        if state["attack"]:
            self.confirm_attack(state)

    def split(self, state: dict[str, Any]) -> None:
        self.page.keyboard.press("Enter")

    def order(self, state: dict[str, Any]) -> None:
        self.page.keyboard.press("Enter")

    def table(self, state: dict[str, Any]) -> None:
        chosen = self.pick(max(1, state["suggestions"]))
        if state["suggestions"]:
            self.page.keyboard.press(self.KEYS[chosen])
        self.tried()
        if self.turns % 5 == 0:  # there and back again
            for key in ("ArrowLeft", "ArrowRight"):
                self.page.keyboard.press(key)
            self.tried()
        if self.page.locator(".decision [data-confirm]").is_disabled():
            self.page.keyboard.press(self.KEYS[chosen])
            self.tried()
        self.page.keyboard.press("Enter")

    def hand(self, state: dict[str, Any]) -> None:
        self.page.keyboard.press("Enter")  # the dialog's button has the focus

"""The table in a real Chromium: first paint, answers, overlays, panning, and the size of the client."""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from msgspec import to_builtins

from hexless.ruleset.scene import Area, Scene, Token

from .rows import Row, at_least, at_most

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "src" / "hexless" / "server" / "dist"
QUICK = "localStorage.setItem('hexless', JSON.stringify({ pace: 'instant' }))"
CARDS = """new MutationObserver((_, watch) => {
  if (!document.querySelector('[data-play]')) return
  watch.disconnect()
  requestAnimationFrame(() => requestAnimationFrame(() => { window.cardsAt = performance.now() }))
}).observe(document, { childList: true, subtree: true })"""
ANSWER = """() => new Promise((done, fail) => {
  const play = document.querySelector('.play')
  const find = (what) => document.querySelector(`.decision ${what}`)
  const button = find('[data-confirm]:enabled') ?? find('[data-option]')
  setTimeout(() => fail(new Error(`no answer to ${find('h2').textContent}`)), 20000)
  const start = performance.now()
  new MutationObserver((_, watch) => {
    watch.disconnect()
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)))
  }).observe(play, { attributeFilter: ['data-version'] })
  button.click()
})"""
OVERLAY = """([key, shown]) => new Promise((done, fail) => {
  const start = performance.now()
  const end = () => done(performance.now() - start)
  const look = () => (document.querySelector(shown) ? requestAnimationFrame(end) : setTimeout(look, 1))
  setTimeout(() => fail(new Error(`no ${shown}`)), 20000)
  window.dispatchEvent(new KeyboardEvent('keydown', { key }))
  look()
})"""
PAN = """(seconds) => new Promise((done) => {
  const board = document.querySelector('.board')
  const { left, top, width, height } = board.getBoundingClientRect()
  const more = { bubbles: true, cancelable: true, view: window, button: 0 }
  const at = (x, y) => ({ ...more, clientX: left + x, clientY: top + y })
  board.dispatchEvent(new MouseEvent('mousedown', at(width / 2, height / 2)))
  let frames = 0
  const start = performance.now()
  const tick = () => {
    frames += 1
    const t = (performance.now() - start) / 1000
    const [x, y] = [width / 2 + 150 * Math.sin(4 * t), height / 2 + 100 * Math.cos(4 * t)]
    window.dispatchEvent(new MouseEvent('mousemove', at(x, y)))
    if (t < seconds) return requestAnimationFrame(tick)
    window.dispatchEvent(new MouseEvent('mouseup', at(width / 2, height / 2)))
    done(frames / t)
  }
  requestAnimationFrame(tick)
})"""


def run() -> list[Row]:
    """All figures of the client; without a built client or a browser, none."""
    sys.path.insert(0, str(ROOT / "tests" / "web"))
    from chromium import NoBrowser, launched
    from service import Service, environment_of

    if not (DIST / "index.html").is_file():
        print("bench.web: the client is not built; nothing measured", file=sys.stderr)
        return []
    with tempfile.TemporaryDirectory() as folder:
        server = Service(environment_of(ROOT, folder), folder)
        try:
            with launched() as browser:
                return [*_figures(browser, server), size()]
        except NoBrowser as error:
            print(f"bench.web: {error}; only the size is measured", file=sys.stderr)
            return [size()]
        finally:
            server.stop()


def size() -> Row:
    """All that a browser may ever load, compressed."""
    files = [path for path in DIST.rglob("*") if path.suffix in (".js", ".css", ".html", ".svg")]
    total = sum(len(gzip.compress(path.read_bytes(), 9)) for path in files)
    return at_most("client, compressed", total / 1000, "kB", 400)


def _figures(browser: Any, server: Any) -> list[Row]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_init_script(QUICK)
    server.get("/games")
    rows = [_first_paint(context, server)]
    page = context.new_page()
    page.goto(server.link(server.begin("horizon-wars")))
    rows += [_answers(page), *_overlays(page)]
    page.close()
    return [*rows, _panning(context, server)]


def _first_paint(context: Any, server: Any) -> Row:
    times = []
    for _ in range(7):
        page = context.new_page()
        page.add_init_script(CARDS)
        page.goto(server.address)
        page.wait_for_function("() => window.cardsAt")
        times.append(page.evaluate("() => window.cardsAt") / 1000)
        page.close()
    return at_most("home page painted", median(times), "s", 1.0)


def _answers(page: Any, count: int = 80) -> Row:
    """Two people at one screen place and activate; only one message each way is between click and table."""
    times = []
    for n in range(count):
        page.wait_for_selector(".decision [data-option]:enabled, .decision [data-suggestion], .decision [data-confirm]")
        if hints := page.locator("[data-suggestion]").count():
            page.locator(f"[data-suggestion='{n % min(hints, 3)}']").click()
            page.wait_for_function("() => document.querySelector('.verdict')?.dataset.trying === 'false'")
        if page.locator(".decision [aria-pressed]").count():  # an attack: its odds come first
            page.locator(".decision [data-option]").first.click()
            page.wait_for_timeout(60)
        times.append(page.evaluate(ANSWER))
        page.wait_for_function("() => document.querySelector('.play').dataset.sending === 'false'")
        page.wait_for_timeout(60)  # the other side sits down
    return at_most("answer to table, 95 %", sorted(times)[len(times) * 95 // 100], "ms", 100)


def _overlays(page: Any) -> list[Row]:
    rows = []
    for key, name, shown in (("r", "reach", ".board canvas.heat"), ("s", "sees", ".inspect [role=status] p")):
        times = []
        for _ in range(12):
            page.keyboard.press("]")
            page.wait_for_timeout(40)
            times.append(page.evaluate(OVERLAY, [key, shown]))
            page.keyboard.press(key)
            page.wait_for_function("shown => !document.querySelector(shown)", arg=shown)
        rows.append(at_most(f"overlay {name}", median(times), "ms", 150))
    return rows


def _panning(context: Any, server: Any) -> Row:
    page = context.new_page()
    page.route_web_socket("**/ws*", _crowded)
    page.goto(server.link(server.begin("horizon-wars")))
    page.wait_for_function("() => document.querySelectorAll('.board .token').length === 200")
    page.evaluate("() => document.querySelector('.board .tools button').click()")
    page.wait_for_timeout(300)
    fps = median(page.evaluate(PAN, 2) for _ in range(3))
    page.close()
    return at_least("panning 200 bases", fps, "frames/s", 50)


def _crowded(page: Any) -> None:
    """Let a page talk with its server, but show it another table."""
    server = page.connect_to_server()

    def show(text: str) -> None:
        told = json.loads(text)
        page.send(json.dumps(told | {"scene": to_builtins(_crowd())} if "scene" in told else told))

    server.on_message(show)


def _crowd() -> Scene:
    """A table with 200 bases on 40 pieces of ground."""
    tokens = [
        Token(
            unit=n, name=f"Platoon {n}", seat=("blue", "red")[n % 2], x=2000 + n % 20 * 3400, y=2000 + n // 20 * 4500,
            radius=700, facing=(0, 1000), symbol=("infantry", "vehicle", "mech")[n % 3], status=("done",),
        )
        for n in range(200)
    ]  # fmt: skip
    areas = [
        Area(
            name=f"Wood {n}", kind=("wood", "building", "hill", "water")[n % 4],
            outline=((x, y), (x + 4000, y + 500), (x + 3600, y + 4200), (x - 400, y + 3000)),
        )
        for n in range(40)
        for x, y in [(2000 + n % 8 * 8500, 1000 + n // 8 * 9000)]
    ]  # fmt: skip
    return Scene("in", 72000, 48000, tuple(areas), tuple(tokens), title="A crowd")

"""How the table looks in a real browser: painted ground, models, names that hide nothing, three looks, theatre."""

import json

import pytest

GROUND = ("wood", "building", "hill", "water", "ford", "road", "rough", "wall", "cliff", "field")


def token(unit, seat, x, y, **more):
    base = {
        "unit": unit, "name": f"Company {unit} of the Line", "seat": seat, "x": x, "y": y, "radius": 900, "length": 0,
        "width": 0, "facing": [600, 800], "symbol": "vehicle", "status": ["a counter with a long name"], "stats": [],
        "inside": None, "gone": False, "figures": 1, "health": [2, 3], "signs": ["leader"],
    }  # fmt: skip
    return base | more


def scene():
    areas = [
        {
            "name": kind, "kind": kind, "height": 2000, "traits": [],
            "outline": [[x, y], [x + 4500, y + 300], [x + 4200, y + 4000], [x - 200, y + 3800]],
        }
        for n, kind in enumerate(GROUND)
        for x, y in [(2000 + n % 5 * 6800, 4000 + n // 5 * 13000)]
    ]  # fmt: skip
    crowd = [token(n, ("gold", "red")[n % 2], 3000 + n % 6 * 2100, 11000 + n // 6 * 2100) for n in range(18)]
    tokens = [*crowd, token(18, "gold", 28000, 12000), token(19, "red", 31000, 13000, symbol="infantry", figures=4)]
    marks = [
        {"name": "Crossroads", "x": 28000, "y": 12000, "kind": "objective", "radius": 3000, "seat": "gold"},
    ]
    return {
        "unit": "in", "width": 36000, "depth": 24000, "areas": areas, "tokens": tokens, "marks": marks,
        "title": "A sight", "turn": 1, "turns": 4, "tallies": [],
    }  # fmt: skip


def welcome(match, shown):
    seats = [{"seat": seat, "player": "human", "bot": "", "budget": 2000} for seat in ("gold", "red")]
    turn = {
        "asked": [], "question": None, "prompt": "", "rules": [], "sealed": False, "given": [], "suggested": [],
        "hidden": False, "undo": False, "declines": False, "follows": "",
    }  # fmt: skip
    return {
        "kind": "welcome", "v": 2, "match": match, "game": "orders", "title": "A sight", "seat": None, "seats": seats,
        "rulings": [], "version": 1, "answers": 1, "scene": shown, "log": [told()], "turn": turn, "ended": None,
        "standing": [], "id": None,
    }  # fmt: skip


def told(cue="", units=(), dice=None):
    return {
        "at": 1, "group": 1, "event": "x", "text": "something", "rules": [], "dice": dice, "sums": [],
        "units": list(units), "cue": cue,
    }  # fmt: skip


def update(shown, *lines):
    return {
        "kind": "update", "v": 2, "version": 2, "answers": 2, "scene": shown, "log": lines,
        "turn": welcome("", shown)["turn"], "by": "gold", "id": None, "back": None,
    }  # fmt: skip


@pytest.fixture
def table(live, open_page):
    """Open the table in a look; returns the page and its socket."""

    def opened(theme="light", pace="instant", **options):
        page = open_page(viewport={"width": 1280, "height": 900}, **options)
        kept = json.dumps({"pace": pace, "theme": theme})
        page.add_init_script(f"localStorage.setItem('hexless', {json.dumps(kept)})")
        match, sockets = live.begin("orders"), []
        page.route_web_socket("**/ws*", lambda s: (sockets.append(s), s.send(json.dumps(welcome(match, scene())))))
        page.goto(live.link(match))
        page.wait_for_function("() => document.querySelectorAll('.board .token').length === 20")
        page.wait_for_timeout(900)
        return page, sockets[-1]

    return opened


COLOURS = """() => {
  const canvas = document.querySelector('.board canvas')
  const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data
  const seen = new Set()
  for (let i = 0; i < data.length; i += 4 * 997) seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2])
  return [seen.size, data[0] + data[1] + data[2], getComputedStyle(canvas).visibility]
}"""
OVER = """() => {
  const box = (e) => e.getBoundingClientRect()
  const rims = [...document.querySelectorAll('.board .token .plate')].map(box)
  const names = [...document.querySelectorAll('.board .label text')].map((t) => [t.textContent, box(t)])
  const over = (a, b) => a.left < b.right - 4 && b.left < a.right - 4 && a.top < b.bottom - 4 && b.top < a.bottom - 4
  return [names.length, names.filter(([, n]) => rims.some((r) => over(n, r))).map(([t]) => t), names.map(([t]) => t)]
}"""

ABOVE = """() => {
  const [token, flag] = ['.token', '.mark .flag'].map((s) => [...document.querySelectorAll('.board ' + s)].at(-1))
  return token.compareDocumentPosition(flag) & Node.DOCUMENT_POSITION_FOLLOWING
}"""
WATCH = """() => {
  window.seen = new Set()
  const look = () => {
    for (const e of document.querySelectorAll('.stage *, .tray .die')) window.seen.add(e.classList[0] ?? '')
  }
  new MutationObserver(look).observe(document.querySelector('.board'), { childList: true, subtree: true })
}"""


def test_the_ground_is_painted_by_day_and_by_night_and_plain_on_paper(table, check, screens):
    bright = {}
    for theme in ("light", "dark"):
        page, _ = table(theme)
        colours, bright[theme], seen = page.evaluate(COLOURS)
        assert colours > 200, theme
        assert seen == "visible"
        page.screenshot(path=screens / f"art-{theme}.png")
        check(page)
    assert bright["light"] > 1.5 * bright["dark"]
    page, _ = table("print")
    assert page.evaluate(COLOURS)[2] == "hidden"
    assert page.locator(".area.wood .marked").count() == 1
    page.screenshot(path=screens / "art-print.png")


def test_no_name_lies_over_a_figure_and_none_is_cut(table):
    page, _ = table()
    many, over, words = page.evaluate(OVER)
    assert many >= 10
    assert over == []
    assert not [word for word in words if "…" in word]


def test_seats_have_the_colours_of_their_names_and_objectives_lie_above_units(table):
    page, _ = table()
    red, gold = (
        page.locator(f".board .token[data-unit='{unit}'] .ring").evaluate("e => getComputedStyle(e).stroke")
        for unit in (19, 18)
    )
    r, g, b = (int(part) for part in red[4:-1].split(","))
    assert r > 150
    assert max(g, b) < 90
    r, g, b = (int(part) for part in gold[4:-1].split(","))
    assert min(r, g) > 140
    assert b < 60
    assert page.evaluate(ABOVE)


def test_what_happens_is_seen_and_nothing_of_it_under_reduced_motion(table):
    shown = scene()
    shown["tokens"][19]["health"] = [1, 3]
    lines = (told("shot", [18, 19], {"why": "to hit", "sides": 6, "faces": [6, 2, 5]}), told("hit", [19]))
    for motion in ("no-preference", "reduce"):
        page, socket = table(pace="normal", reduced_motion=motion)
        page.evaluate(WATCH)
        socket.send(json.dumps(update(shown, *lines)))
        page.wait_for_timeout(2500)
        found = set(page.evaluate("() => [...window.seen]"))
        assert ({"tracer", "burst", "told", "die"} <= found) == (motion == "no-preference"), found
        assert motion == "no-preference" or not found
        page.wait_for_function("() => !document.querySelector('.stage')")

"""Every page at three widths: pictures are kept, nothing spills over the edge, axe finds nothing."""

import pytest
from playwright.sync_api import expect

WIDTHS = {360: 740, 1280: 800, 2560: 1300}


def settled(page):
    page.wait_for_function("() => document.querySelector('h1') && !document.querySelector('main > [role=status]')")
    page.wait_for_timeout(150)


@pytest.fixture(scope="module")
def open_match(live):
    return live.begin("horizon-wars", bots=("red",))


ADDRESSES = {
    "home": "#/",
    "setup": "#/setup/horizon-wars",
    "saved": "#/saved",
    "replays": "#/replays",
    "rules": "#/rules/horizon-wars",
    "odds": "#/odds/horizon-wars",
    "match": None,
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ADDRESSES)
def test_a_page(live, open_page, open_match, check, screens, name, width, scheme):
    page = open_page(viewport={"width": width, "height": WIDTHS[width]}, color_scheme=scheme)
    page.goto(f"{live.address}/{ADDRESSES[name]}" if ADDRESSES[name] else live.link(open_match))
    settled(page)
    if name == "match":
        page.locator(".decision [data-option], .decision .verdict").first.wait_for()
        if page.locator(".decision [data-option]").count():  # which element goes down: the first, once for all pages
            page.locator(".decision [data-option]").first.click()
        page.locator(".decision .verdict").wait_for()
    page.screenshot(path=screens / f"{name}-{width}-{scheme}.png", full_page=name not in ("match", "rules"))
    check(page)


def test_two_clicks_to_the_first_decision(live, page):
    page.goto(live.address)
    page.get_by_role("button", name="Play Horizon Wars now").click()
    expect(page.locator(".decision")).to_contain_text("Your decision", timeout=30_000)


def test_a_game_is_set_up(live, page):
    page.goto(f"{live.address}/#/setup/skirmish")
    page.get_by_label("Melee").check()
    for seat in ("blue", "green"):
        page.get_by_label(f"Who plays {seat}").select_option("random")
    page.get_by_label("Seed of the dice").fill("one two")
    page.locator("summary").click()
    page.get_by_label("How often a figure snaps back").select_option("always")
    page.get_by_role("button", name="Begin the game").click()
    expect(page.locator(".decision")).to_contain_text("Your decision", timeout=30_000)
    card = live.match_of(page)
    assert (card["game"], card["scenario"], len(card["seats"])) == ("skirmish", "Melee", 3)


def test_watching_needs_no_hands(live, page):
    page.goto(live.address)
    page.locator("[data-watch='skirmish']").click()
    expect(page.locator("[data-end] h2")).to_be_visible(timeout=60_000)


def test_a_rule_is_found(live, page):
    page.goto(f"{live.address}/#/rules/horizon-wars?rule=hw.play.arc")
    expect(page.locator("article.wanted h3")).to_have_text("hw.play.arc")
    every = page.locator("article").count()
    page.get_by_label("Find a rule").fill("cover")
    expect(page.locator("article").first).to_be_visible()
    assert 0 < page.locator("article").count() < every


def test_odds_follow_the_form(live, page):
    page.goto(f"{live.address}/#/odds/horizon-wars")
    first = page.locator("table.bars tbody").first
    expect(first).to_contain_text("%")
    before = first.inner_text()
    page.locator("form input[type=range]").first.fill("9")
    expect(first).not_to_have_text(before)
    exact = live.post("/games/horizon-wars/odds", {"attack": "shooting", "inputs": {"fire": "9"}})
    expect(page.locator("table.bars tbody tr")).to_have_count(len(exact["chances"]))
    expect(page.locator("td.exact").first).to_have_text(exact["chances"][0]["exact"])


def test_a_page_that_is_not_there(live, page):
    page.goto(f"{live.address}/#/nowhere")
    expect(page.locator("main")).to_contain_text("There is no such page")


SEEN = """() => {
  const least = document.querySelector('.decision [data-option]').getBoundingClientRect()
  const board = document.querySelector('.board').getBoundingClientRect()
  return [least.bottom < innerHeight, board.height / board.width]
}"""


def test_on_a_phone_an_answer_is_in_sight_and_the_table_wastes_no_room(live, open_page):
    """A wide table is no taller than it has to be, and the first answer stands above the fold."""
    page = open_page(viewport={"width": 390, "height": 844})
    page.goto(live.link(live.begin("horizon-wars", "street-fight", bots=("red",), deployed=True)))
    page.locator(".decision [data-option]").first.wait_for(timeout=60_000)
    settled(page)
    in_sight, shape = page.evaluate(SEEN)
    assert in_sight
    assert shape < 1


def test_whoever_is_in_reserve_has_a_face(live, page):
    """In the briefing, and beside the question where it comes on; initials are for kinds that nobody has drawn."""
    page.goto(live.link(live.begin("dropzone", "bunker-assault", bots=("red",), deployed=True)))
    page.locator(".decision.mine").wait_for(timeout=60_000)
    page.keyboard.press("b")
    faces = page.locator(".briefing .units svg")
    expect(faces.first).to_be_attached()
    assert page.locator(".board .token.seat0").count() < faces.count()
    assert page.locator(".briefing .units svg text.letters").count() == 0


def test_few_stops_before_the_first_answer(live, page):
    page.goto(live.link(live.begin("horizon-wars", "street-fight", bots=("red",), deployed=True)))
    page.locator(".decision [data-option]").first.wait_for(timeout=60_000)
    for _ in range(3):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.hasAttribute('data-option')"):
            return
    pytest.fail("more than three tab stops before the first answer")

"""What can be done at the table besides answering: measuring, asking, looking back, taking back."""

import re

import pytest
from playwright.sync_api import expect

MIDWAY = 45


@pytest.fixture
def midway(live, page, play):
    """A page in the middle of a game of Horizon Wars: everybody stands, some have moved."""
    match = live.begin("horizon-wars", bots=("red",))
    page.goto(live.link(match))
    player = play.Mouse(page)
    player.play(until=lambda state: player.turns >= MIDWAY and state["kind"] == "options" and state["count"] > 2)
    return player


def centre(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def bases(page, seat):
    return page.locator(f".board g.token.seat{seat}[data-unit]")


def test_the_tape_measure(midway, screens):
    page = midway.page
    page.keyboard.press("m")
    start, end = centre(bases(page, 0).first), centre(bases(page, 1).first)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()
    tape = page.locator("section.tape")
    expect(tape).to_contain_text("Distance")
    expect(tape).to_contain_text("line of fire")
    expect(tape).to_contain_text("arc of")
    assert page.locator(".board .stroke").count() > 0
    page.screenshot(path=screens / "tape.png")
    page.keyboard.press("Escape")
    expect(tape).to_have_count(0)


def test_what_a_unit_sees_reaches_and_threatens(midway, check, screens):
    page = midway.page
    page.keyboard.press("]")
    pane = page.locator(".inspect")
    expect(pane.locator("h3")).to_be_visible()
    shows = {"s": "What it sees", "v": "What sees it", "t": "What it threatens", "r": "Where it can go"}
    for key, pressed in shows.items():
        page.keyboard.press(key)
        expect(pane.get_by_role("button", name=pressed)).to_have_attribute("aria-pressed", "true")
        expect(pane.locator("[role=status]")).not_to_be_empty()
    expect(page.locator(".board canvas.heat")).to_be_visible(timeout=30_000)  # the first field may have to be compiled
    page.screenshot(path=screens / "reach.png")
    check(page)
    page.get_by_role("tab", name="Units").click()
    expect(page.locator(".units tbody tr").nth(1)).to_contain_text(" in")
    page.screenshot(path=screens / "units.png")
    check(page)


def test_the_log_follows(midway):
    left = "box => box.scrollHeight - box.scrollTop - box.clientHeight"
    midway.page.wait_for_function(f"() => ({left})(document.querySelector('.log')) < 60")


def test_looking_back_and_branching(live, midway, screens):
    page = midway.page
    now = page.locator(".board .token").count()
    page.mouse.move(5, 5)
    expect(page.locator("[data-foreseen]")).to_have_count(0)
    page.locator(".log .moment").first.click()
    expect(page.locator(".timeline").get_by_role("button", name="Back to now")).to_be_visible()
    page.keyboard.press(">")
    page.keyboard.press(">")
    page.screenshot(path=screens / "past.png")
    page.get_by_role("button", name="Play from here").click()
    page.get_by_role("button", name="Pause").click()
    here = page.url.rsplit("/", 1)[-1]
    page.get_by_role("button", name="Branch from here").click()
    page.wait_for_function("id => !location.hash.includes(id)", arg=here)
    midway.wait()
    assert live.match_of(page)["branch_of"] is not None
    assert now > 0


def test_a_rule_opens_its_sentence(midway, check, screens):
    page = midway.page
    page.locator(".decision [data-why]").click()
    page.locator(".decision .why .rule").first.click()
    dialog = page.locator("dialog[open]")
    expect(dialog.locator(".says")).not_to_be_empty()
    page.screenshot(path=screens / "rule.png")
    check(page)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_odds_come_before_a_shot(midway, check, screens):
    page = midway.page
    in_reach = (
        "() => [...document.querySelectorAll('.decision [aria-pressed]')].map(b => !b.textContent.includes('hopeless'))"
    )

    def aimed(state):
        return state["kind"] == "options" and state["attack"] and any(page.evaluate(in_reach))

    assert midway.play(until=aimed)["kind"] == "options", "nobody ever shot"
    page.keyboard.press(str(page.evaluate(in_reach).index(True) + 1))
    foreseen = page.locator("[data-foreseen='told']")
    expect(foreseen.locator("td .fill").first).to_be_attached()
    expect(foreseen.locator(".sum .rule").first).to_be_visible()
    page.screenshot(path=screens / "foreseen.png")
    page.set_viewport_size({"width": 1280, "height": 1200})  # a list that scrolls shows half of its last row elsewhere
    check(page)
    version = midway.state()["version"]
    page.keyboard.press("Enter")
    page.wait_for_function("v => Number(document.querySelector('.play').dataset.version) !== v", arg=version)


def test_an_impossible_move_ends_as_near_as_it_may_and_says_what_was_refused(midway, screens):
    page = midway.page
    midway.play(until=lambda state: state["kind"] == "table")
    for _ in range(40):
        page.keyboard.press("ArrowUp")
    midway.tried()
    expect(page.locator(".verdict")).to_contain_text(re.compile(r"As near as it may: \w.+\."))
    expect(page.locator(".board .stroke").first).to_be_attached()  # what stands in the way is drawn
    page.screenshot(path=screens / "refused.png")
    before = midway.state()
    midway.confirm()
    midway.moved(before)
    assert midway.state()["version"] != before["version"]


def test_undo_before_any_die(live, page, play):
    match = live.begin("horizon-wars", bots=("red",))
    page.goto(live.link(match))
    player = play.Mouse(page)
    before = player.play(until=lambda state: player.turns == 1)
    answers = live.get(f"/matches/{match}")["answers"]
    player.play(until=lambda state: player.turns == 2)
    assert live.get(f"/matches/{match}")["answers"] > answers
    version = player.state()["version"]
    page.keyboard.press("u")
    page.wait_for_function("v => Number(document.querySelector('.play').dataset.version) !== v", arg=version)
    assert player.wait()["heading"] == before["heading"]
    assert live.get(f"/matches/{match}")["answers"] == answers


def test_reload_in_the_middle(live, page, play):
    match = live.begin("skirmish", bots=("blue",))
    page.goto(live.link(match))
    player = play.Mouse(page)
    before = player.play(until=lambda state: player.turns == 4)
    page.reload()
    after = player.wait()
    assert (after["version"], after["heading"]) == (before["version"], before["heading"])
    assert player.play()["kind"] == "end"


def test_the_board_moves_and_zooms(midway):
    page = midway.page
    world = page.locator(".board .world")
    first = world.get_attribute("style")
    page.locator(".board").focus()
    page.keyboard.press("+")
    expect(world).not_to_have_attribute("style", first)
    page.keyboard.press("ArrowLeft")
    x, y = centre(page.locator(".board"))
    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    page.mouse.down()
    page.mouse.move(x + 60, y + 30, steps=3)
    page.mouse.up()
    page.keyboard.press("f")
    expect(world).to_have_attribute("style", first)

"""Faults that were found at the table, each with the test that keeps it away.

1: tests/server/test_bots.py. 3: tests/server/test_deploying.py. 5: tests/server/test_flow.py. 10: panel.test.ts and
art.test.ts of the client. 11: tests/games/orders/test_no_target.py. The others are all here.
"""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def fought(live, page):
    """A game that two quick bots have played to its end, looked at from the page of finished games."""
    page.goto(live.address)
    page.locator("[data-watch='skirmish']").click()
    expect(page.locator("[data-end] h2")).to_be_visible(timeout=60_000)
    return page


def test_2_the_log_opens_while_a_unit_is_selected(live, page):
    page.goto(live.link(live.begin("horizon-wars", "street-fight", bots=("red",), deployed=True)))
    page.locator(".decision [data-option]").first.wait_for(timeout=60_000)
    page.keyboard.press("]")
    expect(page.get_by_role("tab", name="Unit", exact=True)).to_have_attribute("aria-selected", "true")
    page.get_by_role("tab", name="Log").click()
    expect(page.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".log")).to_be_visible()


def test_4_a_ruling_out_of_range_is_named_and_shown(live, page):
    page.goto(f"{live.address}/#/setup/horizon-wars")
    page.locator("summary").first.click()
    field = page.locator("details input[type=number]").first
    field.fill("999")
    field.blur()
    page.locator("summary").first.click()
    page.get_by_role("button", name="Begin the game").click()
    expect(field).to_be_visible()
    expect(field).to_be_focused()
    alert = page.locator("[role=alert]")
    expect(alert).to_be_visible()
    assert "$" not in alert.inner_text()
    assert "`" not in alert.inner_text()


def test_6_a_replay_begins_at_its_beginning_and_its_log_follows(live, fought):
    lines = fought.locator(".log li").count()
    fought.goto(f"{live.address}/#/replays")
    fought.get_by_role("link", name="View").first.click()
    expect(fought.locator("[data-end]")).to_have_count(0)
    expect(fought.locator("input[type=range]")).to_have_value("0")
    assert fought.locator(".log li").count() < max(2, lines)


def test_7_the_rules_are_those_of_the_game_that_is_played(live, page):
    page.goto(live.link(live.begin("at43", bots=("red",))))
    page.locator(".decision").wait_for()
    expect(page.get_by_role("link", name="Rules")).to_have_attribute("href", "#/rules/at43")
    page.get_by_role("link", name="Rules").click()
    expect(page.locator("h1")).to_contain_text("AT-43")


def test_8_the_end_puts_the_focus_on_what_one_does_next(fought):
    assert fought.evaluate("() => document.activeElement.textContent").strip().startswith("Play it again")


def test_9_a_game_can_be_taken_off_the_list(live, fought):
    fought.goto(f"{live.address}/#/replays")
    rows = fought.locator("[data-forget]")
    rows.first.wait_for()
    before = rows.count()
    fought.on("dialog", lambda dialog: dialog.accept())
    rows.first.click()
    expect(rows).to_have_count(before - 1)
    fought.reload()
    fought.wait_for_function("() => document.querySelector('h1')")
    expect(rows).to_have_count(before - 1)


def test_12_facing_is_seen_by_night(live, open_page):
    page = open_page(color_scheme="dark")
    page.goto(live.link(live.begin("horizon-wars", "street-fight", bots=("red",), deployed=True)))
    page.locator(".board g.token").first.wait_for(timeout=60_000)
    wedge = page.locator(".board .front").first
    fill = wedge.evaluate("e => getComputedStyle(e).fill + ' ' + getComputedStyle(e).stroke")
    ground = page.evaluate("() => getComputedStyle(document.documentElement).getPropertyValue('--table')")
    assert fill
    assert ground not in fill


def test_a_rule_is_seen_on_a_table(live, page, check, screens):
    page.goto(f"{live.address}/#/rules/horizon-wars?rule=hw.play.initiative")
    example = page.locator("[data-example='hw.play.initiative']")
    example.locator("summary").click()
    expect(example.locator("figure svg")).to_be_visible(timeout=60_000)
    expect(example.locator("figcaption")).to_contain_text("Initiative")
    page.screenshot(path=screens / "rule-example.png")
    check(page)

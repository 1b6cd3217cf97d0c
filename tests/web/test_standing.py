"""Standing orders in a real browser: given with an answer, obeyed, listed and revoked."""

import pytest
from playwright.sync_api import expect


@pytest.mark.timeout(200)
def test_a_standing_order_is_given_obeyed_and_revoked(live, page, check, screens):
    match = live.begin("skirmish", bots=("blue",))
    page.goto(live.link(match))
    page.wait_for_function("() => document.querySelector('.decision.mine .verdict')")
    check(page)
    page.locator("details.again summary").click()
    page.locator("[data-always]").select_option("first/revoked")
    page.locator("[data-suggestion='0']").click()
    page.wait_for_function("() => document.querySelector('.verdict')?.dataset.trying !== 'true'")
    page.locator(".decision [data-confirm]").click()
    orders = page.locator(".standing")
    expect(orders).to_have_attribute("data-standing", "1")
    expect(page.locator(".decision ol li").first).to_be_visible(timeout=30_000)  # all figures stand: the cards are next
    assert page.locator(".board g.token").count() == 5
    orders.locator("summary").click()
    expect(orders.locator("li")).to_contain_text("the first suggestion")
    page.screenshot(path=screens / "standing.png")
    check(page)
    orders.get_by_role("button", name="Revoke").click()
    expect(orders).to_have_count(0)

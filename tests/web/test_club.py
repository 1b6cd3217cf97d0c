"""A club's server in two browsers: names that are kept, a rated game, a new key, links at any time, the results."""

import pytest
from playwright.sync_api import expect


def named(page, live, name):
    """Keep a name by a password."""
    page.goto(f"{live.address}/#/results")
    form = page.locator("[data-kept-name]")
    form.locator("[data-name]").fill(name)
    form.locator("[data-password]").fill("correct horse 42")
    form.locator("[data-keep]").click()
    expect(form).to_contain_text(f"You play as {name}")


def dismissed(page):
    """Leave the briefing, if there is one."""
    page.locator(".play").wait_for()
    page.wait_for_timeout(300)
    if page.locator("dialog[open]:not([data-end]):not(.hand)").count():
        page.keyboard.press("Escape")


def test_a_rated_game_from_the_names_to_the_results(live, open_page, play, check, screens):
    ann, bob = open_page(), open_page()
    ann.on("dialog", lambda dialog: dialog.accept())
    named(ann, live, "Ann")
    check(ann)
    ann.goto(f"{live.address}/#/setup/skirmish")
    ann.locator("select[data-seat=blue]").select_option("friend")
    ann.locator("[data-rated]").check()
    ann.locator("[data-behind]").select_option("t1")
    check(ann)
    ann.screenshot(path=screens / "club-setup.png", full_page=True)
    ann.locator("button.begin").click()
    dismissed(ann)
    link = ann.locator("[data-link=blue]").input_value()

    bob.goto(link)
    dismissed(bob)
    expect(bob.locator("[data-people]")).to_contain_text("This game is rated.")
    bob.screenshot(path=screens / "club-needs-name.png")
    at_the_table = bob.url
    named(bob, live, "Bob")
    bob.goto(at_the_table)
    bob.locator("[data-as-me]").click()
    expect(ann.locator("[data-people]")).to_contain_text("Bob")
    players = [play.Mouse(ann), play.Mouse(bob)]
    assert players[0].wait()["kind"] == "table"  # both have names: the dice are agreed on, and red places first
    check(ann)
    ann.screenshot(path=screens / "club-table.png")

    ann.locator("[data-naming=red]").click()
    ann.locator("[data-rekey=red]").click()
    new = ann.locator("[data-new-link]").input_value()
    assert "key=" in new
    assert players[0].wait()["kind"] == "table"  # the page has come back by its new key
    state = players[0].state()
    players[0].table(state)
    ann.wait_for_function("v => Number(document.querySelector('.play').dataset.version) > v", arg=state["version"])
    expect(ann.locator("[data-invite]")).to_be_visible()  # links are there after the first answer, too
    check(ann)

    bob.on("dialog", lambda dialog: dialog.accept())
    bob.locator("[data-resign]").click()
    expect(ann.locator("[data-end]")).to_contain_text("resigns")
    bob.goto(f"{live.address}/#/results")
    expect(bob.locator("[data-ratings=skirmish] tbody tr").first).to_contain_text("Ann")
    expect(bob.locator("[data-last]")).to_contain_text("Ann beat Bob (resignation)")
    check(bob)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_pages_of_a_club(live, open_page, check, screens, theme, width, language):
    page = open_page(viewport={"width": width, "height": 844})
    kept = f"JSON.stringify({{ pace: 'instant', theme: '{theme}', language: '{language}' }})"
    page.add_init_script(f"localStorage.setItem('hexless', {kept})")
    for name in ("results", "lobby"):
        page.goto(f"{live.address}/#/{name}")
        page.locator("h1").wait_for()
        check(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
        page.screenshot(path=screens / f"club-{name}-{width}-{theme}-{language}.png", full_page=True)

"""Forecasts in a real browser: a shot, a charge, a bombardment, a move under overwatch and a search."""

import re

import pytest
from playwright.sync_api import expect

LOOKS = [(390, "light"), (390, "dark"), (1280, "light"), (1280, "dark"), (2560, "light"), (2560, "dark")]


def targets(rule):
    """Answers that aim at a unit, to a question of this rule."""

    def wanted(question):
        asked = any(each.startswith(rule) for each in question.rules)
        return [option for option in getattr(question, "options", ()) if asked and type(option) is int][:3]

    return wanted


def option(word):
    return lambda question: [each for each in getattr(question, "options", ()) if each == word]


def on_table(kind, rule):
    def wanted(question):
        asked = question.kind == kind and any(each.startswith(rule) for each in question.rules)
        return list(question.suggest(8)) if asked else []

    return wanted


def opened(live, page, found, match):
    """The page of the seat that is asked."""
    page.goto(live.link(match, found.seat))
    page.wait_for_function("() => document.querySelector('.decision.mine')")


def told(page):
    """The forecast that is shown once it is there."""
    shown = page.locator("[data-foreseen='told']")
    expect(shown).to_be_visible(timeout=60_000)
    return shown


def pictured(page, screens, name, again=None):
    """Pictures at three widths, by day and by night; `again` brings the forecast back after the page has changed."""
    for width, scheme in LOOKS:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": 844 if width < 600 else 900 if width < 2000 else 1440})
        if again:
            again()
        page.wait_for_timeout(250)  # narrow pages have it elsewhere
        told(page).scroll_into_view_if_needed()
        page.screenshot(path=screens / f"{name}-{width}-{scheme}.png")


IN_SIGHT = """() => {
  const box = (found) => document.querySelector(found).getBoundingClientRect()
  const [shown, confirm] = [box('.foreseen'), box('.decision [data-confirm]')]
  const rows = [...document.querySelectorAll('.foreseen .bar')].map((row) => row.getBoundingClientRect())
  const seen = (box) => box.top >= shown.top - 1 && box.bottom <= Math.min(shown.bottom, innerHeight) + 1
  const apart = confirm.bottom <= shown.top + 1 || shown.bottom <= confirm.top + 1
  return rows.length > 0 && rows.every(seen) && confirm.bottom <= innerHeight && apart
}"""


@pytest.mark.timeout(200)
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_forecast_is_in_sight_when_its_target_is_chosen(live, open_page, moment, screens, width, height):
    """All that may happen stands on the page together with the button that does it, without scrolling."""
    found, match = moment("horizon-wars", targets("hw.shoot"))
    page = open_page(viewport={"width": width, "height": height})
    opened(live, page, found, match)
    page.locator(".decision [data-option]").nth(found.question.options.index(found.answer)).click()
    told(page)
    page.screenshot(path=screens / f"aimed-{width}.png")
    page.wait_for_function(IN_SIGHT)


CASES = {
    "shot": ("dropzone", targets("dz.shooting"), {}),
    "charge": ("horizon-wars", option("charge"), {}),
    "search": ("dropzone", option("search"), {"scenario": "street-by-street", "prefer": ("search",)}),
}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", CASES)
def test_an_option_shows_what_it_does_on_hover_and_on_focus(live, page, moment, check, screens, name):
    game, wanted, more = CASES[name]
    found, match = moment(game, wanted, **more)
    opened(live, page, found, match)
    button = page.locator(".decision [data-option]").nth(found.question.options.index(found.answer))
    button.hover()
    shown = told(page)
    expect(shown.locator("td .n").first).to_have_text(re.compile("%"))
    expect(shown.locator("h3")).to_contain_text(button.locator("span").inner_text())
    pictured(page, screens, f"foreseen-{name}", button.hover)
    page.set_viewport_size({"width": 1280, "height": 900})
    check(page)
    page.mouse.move(5, 5)
    expect(shown).to_have_count(0)
    button.focus()
    expect(told(page).locator("td .n").first).to_have_text(re.compile("%"))
    assert live.get(f"/matches/{match}")["answers"] == page.evaluate(
        "() => Number(document.querySelector('.timeline input')?.max ?? -1)"
    )


@pytest.mark.timeout(300)
def test_a_bombardment_is_foreseen_where_the_template_lies(live, page, moment, check, screens):
    found, match = moment("orders", on_table("Place", "or.bombard.template"))
    opened(live, page, found, match)
    drawn(page, found)
    expect(told(page).locator("td .fill").first).to_be_attached()
    expect(page.locator(".board [data-reach]")).to_have_count(1)
    expect(page.locator(".board .ghost .template")).to_have_count(1)
    pictured(page, screens, "foreseen-bombardment")


@pytest.mark.timeout(300)
def test_a_move_under_overwatch_is_foreseen_once_it_stands_still(live, page, moment, check, screens):
    found, match = moment("patrol-angis", on_table("Path", "pa."))
    opened(live, page, found, match)
    drawn(page, found)
    shown = told(page)
    expect(shown.locator("td .fill").first).to_be_attached()
    expect(page.locator(".board canvas.heat.faint")).to_have_count(1)  # where the formation can go
    expect(page.locator(".board .cost").first).to_contain_text("cm")
    expect(page.locator(".verdict meter")).to_be_visible()
    pictured(page, screens, "foreseen-overwatch")
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)


def drawn(page, found):
    """Take the suggestion over that the moment is about; it then stands still on the table."""
    suggested = found.question.suggest(8)
    page.locator(f"[data-suggestion='{suggested.index(found.answer)}']").click()
    page.mouse.move(5, 5)


@pytest.mark.timeout(300)
def test_an_answer_never_waits_for_a_forecast(live, page, moment):
    game, wanted, more = CASES["shot"]
    found, match = moment(game, wanted, **more)
    opened(live, page, found, match)
    before = live.get(f"/matches/{match}")["version"]
    button = page.locator(".decision [data-option]").nth(found.question.options.index(found.answer))
    button.click()
    if page.locator(".decision [data-confirm]").count():
        page.locator(".decision [data-confirm]").click()
    page.wait_for_function("v => Number(document.querySelector('.play').dataset.version) > v", arg=before)

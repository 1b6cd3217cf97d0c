"""Whole games in a real browser: of every ruleset, by mouse and again by keyboard alone."""

import pytest
from playwright.sync_api import expect


def rulesets(live):
    return live.get("/games")["games"]


@pytest.fixture(scope="session")
def games(live):
    return {card["id"]: card for card in rulesets(live)}


def names():
    from hexless.ruleset import names as known

    return [*known(), "skirmish"]


@pytest.mark.timeout(900)
@pytest.mark.parametrize("hands", ["Mouse", "Keyboard"])
@pytest.mark.parametrize("game", names())
def test_a_whole_game(live, games, page, play, game, hands):
    seats = games[game]["scenarios"][0]["seats"]
    match = live.begin(game, bots=tuple(seats[1:]))
    page.goto(live.link(match))
    player = getattr(play, hands)(page)
    player.play()
    expect(page.locator("[data-end] h2")).to_be_visible()
    card = live.get(f"/matches/{match}")
    assert card["ended"] is not None
    assert player.asked["table"] > 0

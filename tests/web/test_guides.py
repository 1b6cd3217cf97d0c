"""The guided games in a real browser: a learner who does what the coach says, and one who does not."""

import pytest
from playwright.sync_api import expect

from hexless.ruleset import find, names
from hexless.ruleset.guides import guide, tape

GAMES = [game for game in names() if tape(game)]
MOST = 80  # decisions of a learner


def learn(live, page, game):
    page.goto(live.address)
    page.locator(f"[data-learn='{game}']").click()
    expect(page.locator("[data-coach]")).to_be_visible(timeout=60_000)
    page.locator("[data-coach-begin]").click()


def obey(page, player, state):
    """Do what the coach shows: choose what is ringed, or let it be drawn, and confirm."""
    if state["kind"] == "options":
        page.locator(".decision [data-coached]").click()
        if state["attack"]:
            player.confirm_attack(state)
        return
    if page.locator("[data-coach-show]").count():  # else it is to stay where it is
        page.locator("[data-coach-show]").click()
    if state["kind"] == "table":
        player.tried()
    player.confirm()


@pytest.mark.timeout(420)
@pytest.mark.parametrize("game", GAMES)
def test_a_guide_by_its_own_instructions(live, page, play, screens, game):
    learn(live, page, game)
    player, lessons = play.Mouse(page), []
    for _ in range(MOST):
        state = player.wait()
        coach = page.locator("[data-coach]")
        assert coach.get_attribute("data-coach") in ("path", "done"), state
        if coach.get_attribute("data-coach") == "done":
            break
        lessons.append(int(coach.get_attribute("data-lesson")))
        obey(page, player, state)
        player.moved(state)
    assert sorted(set(lessons)) == list(range(1, len(guide(find(game)).lessons) + 1))
    assert lessons == sorted(lessons)
    page.locator("[data-coach-done]").click()
    expect(page.locator("[data-coach]")).to_have_count(0)
    expect(page.locator("#asked")).to_be_visible()


@pytest.mark.timeout(300)
def test_a_learner_may_leave_the_path_and_come_back(live, page, play):
    learn(live, page, "horizon-wars")
    player = play.Mouse(page)
    first = player.wait()
    other = page.locator(".decision [data-option]:not([data-coached])").first
    other.click()
    player.moved(first)
    while page.locator("[data-coach]").get_attribute("data-coach") != "strayed":
        state = player.wait()
        obey(page, player, state)
        player.moved(state)
    expect(page.locator("[data-coached]")).to_have_count(0)
    page.locator("[data-coach-back]").click()
    expect(page.locator("[data-coach='path']")).to_be_visible()
    expect(page.locator("#asked")).to_have_text(first["heading"])
    page.locator("[data-coach-stop]").click()
    expect(page.locator("[data-coach]")).to_have_count(0)

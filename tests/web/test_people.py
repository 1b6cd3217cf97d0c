"""Two people at one screen, and a server that dies in the middle."""

import json
from itertools import pairwise

from playwright.sync_api import expect


def test_two_people_with_hidden_cards(live, page, play, check, screens):
    """Between them stands a screen; what the page holds then is only what everybody may see."""
    match = live.begin("skirmish")
    frames = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: frames.append(text)))  # noqa: PLW0108
    page.goto(live.link(match))
    player = play.Mouse(page)
    looked = []

    def between(state):
        if state["kind"] == "hand":
            if not looked:
                page.screenshot(path=screens / "hand-over.png")
                check(page)
            expect(page.locator(".board")).to_have_count(0)
            expect(page.locator(".log")).to_have_count(0)
            looked.append(state["seat"])
        return False

    player.play(until=between)
    expect(page.locator("[data-end] h2")).to_be_visible()
    page.screenshot(path=screens / "end.png")
    check(page)
    assert {"Red is next", "Blue is next"} <= set(looked)
    assert player.asked["order"] >= 2, "both arranged their cards"
    welcomes = [frame for frame in map(json.loads, frames) if frame["kind"] == "welcome"]
    for before, after in pairwise(welcomes):
        passed_on = before["seat"] and after["seat"] and before["seat"] != after["seat"]
        assert not (passed_on and after["turn"]["hidden"]), "one seat was shown what another left behind"


def test_two_people_without_secrets_share_the_screen(live, page, play):
    match = live.begin("horizon-wars")
    page.goto(live.link(match))
    player = play.Mouse(page)
    player.play(until=lambda state: player.turns == 12)  # which element, and where, six times
    assert "hand" not in player.asked
    for seat in (0, 1):
        assert page.locator(f".board g.token.seat{seat}").count() == 3


def test_undo_needs_the_other_side(live, page, play):
    match = live.begin("horizon-wars")
    page.goto(live.link(match))
    player = play.Mouse(page)
    player.play(until=lambda state: player.turns == 6)  # which element, and where, three times
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Agree").click()
    page.wait_for_function("() => document.querySelectorAll('.board .token').length === 2")
    assert live.get(f"/matches/{match}")["answers"] == 5


def test_the_server_is_killed_and_comes_back(environment, tmp_path_factory, open_page, browser, play):
    from web_service import Service

    server = Service(environment, tmp_path_factory.mktemp("killed"))
    context = browser.new_context(viewport={"width": 1280, "height": 900})  # a lost connection is told on the console
    page = context.new_page()
    try:
        page.add_init_script("localStorage.setItem('hexless', JSON.stringify({ pace: 'instant' }))")
        match = server.begin("skirmish", bots=("blue",))
        page.goto(server.link(match))
        player = play.Mouse(page)
        before = player.play(until=lambda state: player.turns == 4)
        server.kill()
        expect(page.locator(".notices")).to_contain_text("connection is lost")
        server.start()
        expect(page.locator(".notices")).not_to_contain_text("connection is lost", timeout=30_000)
        after = player.wait()
        assert (after["version"], after["heading"]) == (before["version"], before["heading"])
        page.reload()
        assert player.play()["kind"] == "end"
    finally:
        context.close()
        server.stop()

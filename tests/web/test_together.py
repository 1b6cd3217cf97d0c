"""Two browsers over one server: a link, a whole game, a break, an undo by consent, resignation, and another game."""

import os
import time

import pytest
from playwright.sync_api import expect

GAMES = os.environ.get("TOGETHER", "skirmish").split()  # the campaign `browsers` names all of them

PATIENCE = 60  # seconds until somebody has to be asked, on a machine that has other things to do
SETTLED = "() => document.querySelector('.play')?.dataset.sending === 'false'"


def turn(player, most=400):
    """Answer on this page as long as it is asked something; whether the game is over."""
    for _ in range(most):
        state = player.state()
        if state["kind"] in ("busy", "none"):
            return False
        if state["kind"] == "end":
            return True
        player.turns += 1
        getattr(player, state["kind"])(state)
        player.page.wait_for_function(
            f"([v]) => {{ const now = ({player_state()})(); "
            "return ['end', 'busy'].includes(now.kind) || now.version !== v }",
            arg=[state["version"]],
        )
    return False


def player_state():
    from web_player import STATE

    return STATE


def both(players, until=lambda: False):
    """Let whoever is asked answer, until the end or until `until`."""
    given, since = -1, time.monotonic()
    while time.monotonic() - since < PATIENCE:
        for player in players:
            if until() or turn(player, 1):
                return
        if given == sum(player.turns for player in players):
            players[0].page.wait_for_timeout(20)
        else:
            given, since = sum(player.turns for player in players), time.monotonic()
    raise AssertionError(f"nobody is asked: {[player.state() for player in players]}")


def begun(live, ann):
    """Ann sets a game up for a friend; the link that she sends."""
    ann.goto(f"{live.address}/#/setup/skirmish")
    ann.locator("select[data-seat=blue]").select_option("friend")
    ann.locator("button.begin").click()
    if ann.locator("dialog[open] button.primary").count():
        ann.locator("dialog[open] button.primary").first.click()
    return ann.locator("[data-link=blue]").input_value()


def dismissed(page):
    """Leave the briefing, if there is one."""
    page.locator(".play").wait_for()
    page.wait_for_timeout(300)
    if page.locator("dialog[open]:not([data-end]):not(.hand)").count():
        page.keyboard.press("Escape")


def test_two_browsers_play_a_whole_game(live, open_page, play, check):
    ann, bob = open_page(), open_page()
    ann.on("dialog", lambda dialog: dialog.accept())
    link = begun(live, ann)
    assert "key=" in link
    dismissed(ann)
    bob.goto(link)
    dismissed(bob)
    assert "key=" not in bob.url, "the key has left the address bar"
    expect(ann.locator("[data-here=blue]")).to_have_text("here")
    check(ann)

    players = [play.Mouse(ann), play.Mouse(bob)]
    both(players, until=lambda: players[0].turns >= 1)
    if ann.get_by_role("button", name="Undo").count():  # nothing of chance has happened yet: the other side may agree
        before = players[0].state()["version"]
        ann.get_by_role("button", name="Undo").click()
        bob.get_by_role("button", name="Agree", exact=True).click()
        ann.wait_for_function("v => Number(document.querySelector('.play').dataset.version) > v", arg=before)

    both(players, until=lambda: sum(each.turns for each in players) >= 10)
    bob.reload()  # on any device, at any time: the browser has kept the key
    bob.locator(".play").wait_for()
    bob.wait_for_function(SETTLED)
    both(players)
    for page in (ann, bob):
        expect(page.locator("[data-end] h2")).to_be_visible()


def test_one_resigns_and_they_change_sides(live, open_page, play):
    ann, bob = open_page(), open_page()
    ann.on("dialog", lambda dialog: dialog.accept())
    link = begun(live, ann)
    dismissed(ann)
    bob.goto(link)
    dismissed(bob)
    expect(ann.locator("[data-here=blue]")).to_have_text("here")
    ann.locator("[data-resign]").click()
    for page in (ann, bob):
        expect(page.locator("[data-end]")).to_contain_text("resigns")
        page.keyboard.press("Escape")
    first = ann.url
    ann.locator("[data-rematch]").click()
    bob.locator("[data-offer=rematch] [data-accept]").click()
    for page in (ann, bob):
        page.locator("[data-next]").click()
        page.wait_for_function("first => location.href !== first && document.querySelector('.play')", arg=first)
    expect(ann.locator("[data-people] li", has_text="(you)")).to_contain_text("Blue")
    expect(bob.locator("[data-people] li", has_text="(you)")).to_contain_text("Red")
    player = play.Mouse(bob)
    assert player.wait()["kind"] == "table"  # red places first, and red is Bob now


def undone(asks, agrees):
    """One takes back, the other agrees; whether there was anything to take back."""
    button = asks.get_by_role("button", name="Undo")
    if not button.count() or button.is_disabled():
        return False
    before = asks.evaluate("() => Number(document.querySelector('.play').dataset.version)")
    button.click()
    agrees.get_by_role("button", name="Agree", exact=True).click()
    asks.wait_for_function("v => Number(document.querySelector('.play').dataset.version) > v", arg=before)
    return True


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_of_any_ruleset(live, open_page, play, game):
    """Two contexts, each with the key of one seat: breaks, undo by consent, the end, another game, resignation."""
    match = live.begin(game)
    seats = [seat for seat in live.keys[match] if seat]
    pages = [open_page() for _ in seats]
    for page, seat in zip(pages, seats):
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto(live.link(match, seat))
        dismissed(page)
    players = [play.Mouse(page) for page in pages]

    def answers():
        return sum(each.turns for each in players)

    taken_back = False
    for stop in (2, 5, 9):  # until there is something that may be taken back
        both(players, until=lambda stop=stop: answers() >= stop)
        taken_back = taken_back or undone(*pages) or undone(*pages[::-1])
    assert taken_back
    for stop, page in zip((12, 20), pages):
        both(players, until=lambda stop=stop: answers() >= stop)
        page.reload()
        page.locator(".play").wait_for()
        page.wait_for_function(SETTLED)
    both(players)
    for page in pages:
        expect(page.locator("[data-end] h2")).to_be_visible()
        page.keyboard.press("Escape")
    first = pages[0].url
    pages[0].locator("[data-rematch]").click()
    for page in pages[1:]:
        page.locator("[data-offer=rematch] [data-accept]").click()
    for page in pages:
        page.locator("[data-next]").click()
        page.wait_for_function("first => location.href !== first && document.querySelector('.play')", arg=first)
        dismissed(page)
    pages[0].locator("[data-resign]").click()
    for page in pages:
        expect(page.locator("[data-end]")).to_contain_text("resigns")

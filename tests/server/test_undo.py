"""Taking back: the last own decision, while no die was rolled and nothing hidden was shown since."""

import pytest


@pytest.fixture
def table(server):
    match = server.match()
    with server.page(match, "red") as red, server.page(match, "blue") as blue:
        red.until("welcome")
        blue.until("welcome")
        yield red, blue


def place(page, *others):
    page.answer(page.first())
    for each in (page, *others):
        each.until("update")


def test_both_people_agree_and_the_decision_is_gone(table):
    red, blue = table
    before = red.now["scene"]
    place(red, blue)
    assert red.now["turn"]["undo"]
    said = red.say("undo", version=1)
    asked = blue.until("undo-asked")
    assert (asked["seat"], asked["waits"]) == ("red", ["blue"])
    red.until("undo-asked")
    blue.say("undo-agree", version=1)
    back = red.until("update")
    assert blue.until("update")["back"] == 0
    assert (back["version"], back["answers"], back["back"]) == (2, 0, 0)
    assert back["scene"] == before
    assert back["turn"]["question"]["prompt"] == "Place Vixen"
    assert not back["turn"]["undo"]
    assert said
    place(red, blue)
    assert red.now["version"] == 3


def test_a_no_leaves_everything(table):
    red, blue = table
    place(red, blue)
    red.say("undo", version=1)
    blue.until("undo-asked")
    blue.say("undo-agree", version=1, agree=False)
    assert "does not agree" in red.until("undo-refused")["says"]
    red.say("ping")
    assert red.until("pong")["version"] == 1


def test_a_hot_seat_page_agrees_for_both_with_one_click(server):
    with server.hot_seat(server.match(), "red") as page:
        page.until("welcome")
        page.answer(page.first())
        page.until("update")
        page.say("undo", version=1)
        page.until("undo-asked")
        page.say("undo-agree", version=1, seats=["blue"])
        assert page.until("update")["answers"] == 0


def test_against_a_bot_its_answers_go_too_and_nobody_is_asked(server):
    with server.page(server.match(seats=[{"seat": "red", "player": "bot", "bot": "greedy"}]), "blue") as page:
        page.until("welcome")
        while not page.now["turn"]["question"]:
            page.until("update")
        version = page.now["version"]
        page.answer(page.first())
        page.until("update")
        page.say("undo", version=page.now["version"])
        back = page.until("update")
        assert back["back"] == version
        assert back["turn"]["question"]["prompt"] == "Place Grey"


def test_there_is_nothing_to_take_back(table):
    red, blue = table
    red.say("undo", version=0)
    assert "no decision" in red.until("undo-refused")["says"]
    place(red, blue)
    blue.say("undo", version=1)
    assert "no decision" in blue.until("undo-refused")["says"]
    red.say("undo", version=0)
    assert red.until("missed")["version"] == 1
    blue.say("undo-agree", version=1)
    assert "no undo" in blue.until("undo-refused")["says"]


def to_cards(red, blue):
    while not red.now["turn"]["sealed"]:
        page, other = (red, blue) if red.now["turn"]["question"] else (blue, red)
        place(page, other)
    place(red, blue)
    place(blue, red)


def test_not_after_sealed_answers_were_opened(table):
    red, blue = table
    to_cards(red, blue)
    for page in (red, blue):
        page.say("undo", version=page.now["version"])
        assert "sealed" in page.until("undo-refused")["says"]


def test_not_after_a_card_was_shown_but_before_that(table):
    red, blue = table
    to_cards(red, blue)
    page, other = (red, blue) if red.now["turn"]["question"] else (blue, red)
    page.answer("move")
    page.until("update")
    other.until("update")
    assert page.now["turn"]["undo"]
    place(page, other)  # the move ends the activation, and the next card is turned up
    assert not page.now["turn"]["undo"]
    page.say("undo", version=page.now["version"])
    assert "hidden" in page.until("undo-refused")["says"]


def test_not_after_a_die_was_rolled(toy):
    """A volley ends the activation too, so this is asked of the rule itself."""
    from hexless.server.catalogue import start
    from hexless.server.undo import undo_fault

    match = start(toy, "duel", (), {}, "dice")
    while match.request is not None:
        asks = getattr(match.request, "asks", None)
        seat = None if asks else match.request.seat
        raw = [ask.question.suggest(1)[0] for ask in asks] if asks else match.request.question.suggest(9)[-1]
        after = match.play(raw)
        rolled = any(not line.by for line in after.lines[match.answers :])
        if rolled and after.request is not None:
            assert undo_fault(after, seat) == "a die was rolled since"
            return
        match = after
    pytest.fail("nobody rolled")


def test_an_undo_that_is_asked_for_is_told_to_a_page_that_comes_later_and_again_to_who_asks_again(server):
    match = server.match()
    with server.page(match, "red") as red:
        red.until("welcome")
        red.answer(red.first())
        red.until("update")
        for _ in range(2):
            red.say("undo", version=1)
            assert red.until("undo-asked")["waits"] == ["blue"]
        with server.page(match, "blue") as blue:
            asked = blue.until("undo-asked")
            assert (asked["seat"], asked["version"], asked["waits"]) == ("red", 1, ["blue"])
            blue.say("undo-agree", version=1)
            assert red.until("update")["back"] == 0

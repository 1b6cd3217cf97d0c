"""What a seat may not know never leaves the server for it."""

import json
import re

import pytest


def settled(*pages):
    """Everybody is in, and has read who else is: the same in every game, whoever was quicker."""
    for page in pages:
        page.until("welcome")
    for page in reversed(pages):  # the last to come first: after its pong the others were told of it
        page.say("ping")
        page.until("pong")
        page.frames[:] = [frame for frame in page.frames if json.loads(frame)["kind"] == "welcome"]


def cards_down(server, order, watchers=("blue", None)):
    """Play to the first sealed question and let red answer it with `order`; all frames that the watchers got."""
    match = server.match()
    pages = {}
    with server.page(match, "red") as red, server.page(match, "blue") as blue, server.page(match) as nobody:
        pages = {"red": red, "blue": blue, None: nobody}
        settled(*pages.values())
        while not red.now["turn"]["sealed"]:
            asked = red if red.now["turn"]["question"] else blue
            asked.answer(asked.first())
            for page in pages.values():
                page.until("update")
        red.answer(order)
        for page in pages.values():
            page.until("update")
        for n in (1, 3):
            blue.say("look", at=n)
            blue.until("looked")
        blue.say("ping")
        blue.until("pong")
        with server.page(match, "blue") as again:
            again.until("welcome")
            late = list(again.frames)
    frames = [frame for seat in watchers for frame in pages[seat].frames]
    return [re.sub(match, "MATCH", frame) for frame in (*frames, *late)], pages["red"].frames


def told(frames):
    """Every frame in its order, and who was at the table at last: people come whenever they come."""
    around = [frame for frame in frames if frame.startswith('{"kind":"around"')]
    return [frame for frame in frames if frame not in around], around[-1:]


def test_a_sealed_answer_changes_no_byte_of_what_others_get(server):
    one, own = cards_down(server, [0, 1, 2])
    other, own_other = cards_down(server, [2, 0, 1])
    assert told(one) == told(other)
    assert any('"given":["red"]' in frame for frame in one)
    assert len(told(own)[0]) == len(told(own_other)[0])


def test_sealed_answers_are_played_when_all_are_there(server):
    match = server.match()
    with server.page(match, "red") as red, server.page(match, "blue") as blue:
        red.until("welcome")
        blue.until("welcome")
        while not red.now["turn"]["sealed"]:
            asked = red if red.now["turn"]["question"] else blue
            asked.answer(asked.first())
            red.until("update")
            blue.until("update")
        version = red.now["version"]
        assert red.now["turn"]["asked"] == ["red", "blue"]
        assert red.now["turn"]["hidden"]
        blue.answer([4, 3])
        waiting = red.until("update")
        assert (waiting["version"], waiting["turn"]["given"]) == (version, ["blue"])
        assert blue.until("update")["turn"]["question"] is None
        blue.answer([3, 4])
        assert blue.until("error")["code"] == "not-asked"
        red.answer([1, 1, 1])
        assert red.until("refused")["refusal"]["rule"] == "sk.cards"
        red.answer([2, 0, 1])
        both = red.until("update")
        assert both["version"] == version + 1
        assert both["by"] is None
        assert both["log"][0]["text"] == "round 1: the cards are stacked"
        shown = blue.until("update")
        up = next(line for line in shown["log"] if line["event"] == "turn")
        assert up["units"] in ([2], [4])


def test_the_other_seat_is_told_whose_turn_it_is_but_not_the_hidden_prompt(server, play_on):
    match = server.match()
    with server.page(match, "red") as red, server.page(match, "blue") as blue, server.page(match) as nobody:
        play_on(red, blue, nobody, until=lambda page: not page.now["turn"]["sealed"] and page.now["version"] > 6)
        asked, other = (red, blue) if red.now["turn"]["question"] else (blue, red)
        assert asked.now["turn"]["prompt"]
        for page in (other, nobody):
            assert page.now["turn"]["asked"] == asked.now["turn"]["asked"]
            assert page.now["turn"]["prompt"] == ""
            assert page.now["turn"]["question"] is None
            assert page.now["turn"]["suggested"] == []


def test_hot_seat_holds_only_the_view_of_the_seat_that_looks(server):
    match = server.match()
    with server.hot_seat(match, "red") as page:
        page.until("welcome")
        while not page.now["turn"]["sealed"]:
            page.answer(page.first())
            page.until("update")
            if not page.now["turn"]["question"]:
                page.say("sit", seat=page.now["turn"]["asked"][0])
                page.until("welcome")
        page.say("sit", seat="red")
        page.until("welcome")
        page.answer([2, 1, 0])
        page.until("update")
        page.frames.clear()
        page.say("sit", seat="blue")
        welcome = page.until("welcome")
        assert welcome["turn"]["question"]["items"] == [3, 4]
        assert welcome["turn"]["hidden"]
        assert "[2,1,0]" not in page.frames[0]


def test_after_the_end_everything_is_open(server, play_on):
    match = server.match()
    with server.page(match, "red") as red, server.page(match) as nobody, server.page(match, "blue") as blue:
        play_on(red, blue, nobody)
        red.frames.clear()
        logs = []
        for page, seat in ((red, "red"), (nobody, None)):
            page.say("sit", seat=seat)
            logs.append(page.until("welcome")["log"])
        assert logs[0] == logs[1]


@pytest.mark.parametrize("seat", ["red", None])
def test_bot_reasons_are_for_those_who_see_all_that_the_bot_saw(server, seat):
    """While cards are face down nobody is told what the bot weighed; before that everybody is."""
    match = server.match(seats=[{"seat": "blue", "player": "bot", "bot": "greedy", "budget": 500}])
    with server.page(match, "red") as red, server.page(match, seat) as page:
        red.until("welcome")
        page.until("welcome")
        for _ in range(40):
            if red.now["turn"]["question"]:
                said = red.answer(red.first())
                while red.until("update")["id"] != said:  # the bot's own sealed answer may be told in between
                    pass
            else:
                red.until("update")
            if not red.now["turn"]["asked"] or red.now["version"] > 12:
                break
        page.say("ping")
        page.until("pong")
        reasons = [json.loads(frame) for frame in page.frames if '"bot-reasons"' in frame]
    placed = [each for each in reasons if each["options"][0]["label"].startswith("at ")]
    assert placed
    assert not [each for each in reasons if each["options"][0]["label"] in ("3, 4", "4, 3")]  # stacked cards
    assert seat == "red" or placed == reasons  # red sees all once the bot's last card is up, a spectator never
    assert placed[0]["options"][0]["chosen"]

"""Onlookers who are behind: what they are shown, when, and that nothing else tells them more."""

import json

import pytest

from hexless.kernel import Ask
from hexless.server import catalogue
from hexless.server.behind import held_back
from hexless.server.forms import Behind


@pytest.fixture
def played(toy):
    """A game of Skirmish after forty decisions, each with its first answer."""
    match = catalogue.start(toy, "duel", [], {}, "behind")
    for _ in range(40):
        if match.request is None:
            break
        asks = [match.request] if isinstance(match.request, Ask) else match.request.asks
        given = [ask.question.suggest(1)[0] for ask in asks]
        match = match.play(given[0] if isinstance(match.request, Ask) else given)
    return match


def test_minutes_hold_back_what_is_younger(played):
    times = [n * 60_000 for n in range(played.answers)]
    for now in range(played.answers + 3):
        shown = held_back(played, Behind(minutes=2), times, now * 60_000)
        old = sum(1 for at in times if at <= (now - 2) * 60_000)
        assert shown <= old
        assert shown == played.answers or played.lines[shown].by  # never between a decision and its dice
        assert all(not line.by for line in played.lines[shown + 1 : old])  # and no further back than that


def test_turns_hold_back_whole_turns(played):
    shown = [held_back(played, Behind(turns=n), [0] * played.answers, 10**9) for n in range(1, 5)]
    assert shown == sorted(shown, reverse=True)
    assert shown[0] < played.answers
    assert held_back(played, Behind(turns=20), [0] * played.answers, 10**9) in (0, min(shown))
    starts = {each.played for each in played.checkpoints}
    assert starts >= {n for n in shown if n}
    turns = [played.back(n).turn for n in shown if n]
    assert turns == sorted(set(turns), reverse=True)


def test_onlookers_are_shown_less_until_the_end_and_then_all(either, play_on):
    match = either.match(terms={"behind": {"minutes": 60}})
    with either.page(match, "red") as red, either.page(match, "blue") as blue, either.page(match) as nobody:
        first = nobody.until("welcome")
        play_on(red, blue, until=lambda page: page.now["answers"] >= 6)
        nobody.say("look", at=3)
        assert nobody.until("error")["code"] == "bad-message"
        nobody.answer(1)
        assert nobody.until("error")["code"] == "not-asked"
        nobody.say("sit", seat=None)
        told = nobody.until("welcome")
        assert (told["answers"], told["scene"], told["log"]) == (first["answers"], first["scene"], first["log"])
        assert told["scene"] != red.now["scene"]
        assert either.get(f"/matches/{match}")["scene"] == first["scene"]
        heard = [json.loads(frame) for frame in nobody.frames]
        assert not [each for each in heard if each["kind"] == "update"]
        blue.say("resign")
        ended = nobody.until("ended")
        assert ended["answers"] == red.now["answers"]
        assert len(ended["log"]) > len(first["log"])
    with either.page(match) as later:
        assert later.until("welcome")["answers"] == ended["answers"]


def test_onlookers_who_are_a_turn_behind_follow(server, play_on):
    match = server.match(terms={"behind": {"turns": 1}})
    with server.page(match, "red") as red, server.page(match, "blue") as blue, server.page(match) as nobody:
        first = nobody.until("welcome")
        play_on(red, blue, until=lambda page: page.now["answers"] >= 12)
        update = nobody.until("update")
        assert 0 < update["answers"] < red.now["answers"]
        assert first["version"] < update["version"] < red.now["version"]  # a page shows what is newer
        assert {line["at"] for line in update["log"]} <= set(range(update["answers"] + 1))

"""Around the table: who is here, draws, resignation, clocks, bots that sit in, chat, another game."""

import contextlib
import time

import pytest
from msgspec.structs import replace

from hexless.server import affairs
from hexless.server.forms import Affairs, Clock, Terms


@contextlib.contextmanager
def seated(server, **more):
    match = server.match(**more)
    with server.page(match, "red") as red, server.page(match, "blue") as blue:
        red.until("welcome")
        blue.until("welcome")
        yield match, red, blue


def around(page, fits):
    """The next sight of the table that fits."""
    while not fits(told := page.until("around")):
        pass
    return told


def test_who_is_here(either):
    with seated(either) as (match, red, blue):
        here = around(red, lambda told: all(each["here"] for each in told["people"]))
        assert [each["seat"] for each in here["people"]] == ["red", "blue"]
        blue.__exit__(None, None, None)
        assert [each["here"] for each in around(red, lambda told: not told["people"][1]["here"])["people"]] == [
            True,
            False,
        ]
        blue.__enter__()
        with either.page(match) as nobody:
            told = around(nobody, lambda told: True)
            assert [each["here"] for each in told["people"]] == [True, True]


def test_who_resigns_has_lost_and_everything_opens(either):
    with seated(either) as (match, red, blue):
        red.answer(red.first())
        red.until("update")
        blue.say("resign")
        for page in (red, blue):
            ended = page.until("ended")["ended"]
            assert (ended["winner"], ended["why"], ended["by"]) == ("red", "blue resigns", "resigned")
        red.answer(1)
        assert red.until("error")["code"] == "over"
        red.say("undo", version=red.now["version"])
        red.until("undo-refused")
    card = either.get(f"/matches/{match}")
    assert card["ended"]["by"] == "resigned"
    status, body, _ = either.ask(f"/api/matches/{match}/record")
    assert status == 200
    assert b"blue resigns" in body
    with either.page(match, "red") as red:
        assert red.until("welcome")["ended"]["winner"] == "red"


def test_a_draw_needs_both_and_a_decision_turns_it_down(either):
    with seated(either) as (_, red, blue):
        red.say("offer", what="draw")
        assert around(blue, lambda told: told["offers"])["offers"] == {"draw": ["red"]}
        red.answer(red.first())
        assert around(blue, lambda told: not told["offers"])["offers"] == {}
        blue.say("offer", what="draw")
        for page in (red, blue):  # what is said of an earlier offer may still be on its way
            around(page, lambda told: told["offers"] == {"draw": ["blue"]})
        red.say("offer", what="draw", agree=False)
        around(blue, lambda told: not told["offers"])
        for page in (blue, red):
            page.say("offer", what="draw")
        assert red.until("ended")["ended"] == blue.until("ended")["ended"] | {"winner": None, "by": "agreed"}


def test_a_bot_agrees_to_no_draw(server):
    match = server.match(seats=[{"seat": "red", "player": "bot", "bot": "greedy"}])
    with server.page(match, "blue") as blue:
        blue.until("welcome")
        blue.say("offer", what="draw")
        assert "bot" in blue.until("error")["says"]


def test_another_game_with_sides_changed_opens_with_the_same_keys(either):
    with seated(either) as (match, red, blue):
        red.say("offer", what="rematch")
        assert red.until("error")["code"] == "not-asked"
        red.say("resign")
        red.until("ended")
        blue.until("ended")
        for page in (red, blue):
            page.say("offer", what="rematch")
        follows = around(red, lambda told: told["next"])["next"]
        assert around(blue, lambda told: told["next"])["next"] == follows
    keys = either.keys[match]
    either.keys[follows] = {"red": keys["blue"], "blue": keys["red"], "": keys[""]}
    with either.page(follows, "red") as page, either.page(follows) as nobody:
        welcome = page.until("welcome")
        assert (welcome["seat"], welcome["answers"], welcome["ended"]) == ("red", 0, None)
        assert nobody.until("welcome")["version"] == 0
    either.keys[follows] = keys
    with either.page(follows, "red") as page:
        assert page.next()["code"] == "no-key"


def test_what_is_said_is_heard_and_kept(either):
    with seated(either) as (match, red, blue):
        red.say("say", says=" good\nluck ")
        (line,) = blue.until("chat")["lines"]
        assert (line["n"], line["seat"], line["says"]) == (1, "red", "good luck")
        blue.say("say", says="you too")
        assert red.until("chat")["lines"][0]["says"] == "good luck"
        assert red.until("chat")["lines"][0]["says"] == "you too"
        with either.page(match) as nobody:
            assert [line["says"] for line in nobody.until("chat")["lines"]] == ["good luck", "you too"]


def test_where_chat_is_off_only_fixed_phrases_are_said(server):
    with seated(server, terms={"chat": False}) as (_, red, blue):
        red.say("say", says="you are slow")
        assert red.until("error")["code"] == "unsupported"
        red.say("say", says="Well played")
        assert blue.until("chat")["lines"][0]["says"] == "Well played"


def test_the_flag_falls(either):
    with seated(either, terms={"clock": {"main": 1}}) as (match, red, blue):
        assert around(red, lambda told: True)["left"] == {"red": 1000, "blue": 1000}
        red.answer(red.first())  # this sets the clock going; red is asked again
        told = around(blue, lambda told: told["ticking"])
        assert told["ticking"] == red.until("update")["turn"]["asked"]
        late = told["ticking"][0]
        ended = blue.until("ended")["ended"]
        assert (ended["by"], ended["winner"] != late, ended["why"]) == ("time", True, f"the time of {late} is up")
    assert either.get(f"/matches/{match}")["ended"]["by"] == "time"


def test_a_flag_that_fell_while_nobody_looked(server):
    with seated(server, terms={"clock": {"main": 1}}) as (match, red, _):
        red.answer(red.first())
        red.until("update")
    time.sleep(1.2)
    with server.page(match, "blue") as blue:
        assert blue.until("welcome")["ended"]["by"] == "time"


def test_a_pause_by_agreement_stops_the_clock(server):
    with seated(server, terms={"clock": {"main": 2}}) as (_, red, blue):
        red.answer(red.first())
        for page in (red, blue):
            page.say("offer", what="pause")
        held = around(red, lambda told: told["paused"])
        assert held["ticking"] == []
        time.sleep(2.2)
        red.say("ping")
        red.until("pong")
        for page in (red, blue):
            page.say("offer", what="resume")
        again = around(red, lambda told: not told["paused"])
        assert all(abs(again["left"][seat] - held["left"][seat]) < 300 for seat in ("red", "blue"))
        assert again["ticking"]


def test_a_bot_sits_in_for_whoever_is_away(server):
    with seated(server, terms={"sits_in": "greedy"}) as (match, red, blue):
        blue.say("stand-in", seat="red")
        assert "is here" in blue.until("error")["says"]
        red.__exit__(None, None, None)
        around(blue, lambda told: not told["people"][0]["here"])
        blue.say("stand-in", seat="red")
        assert blue.until("update")["by"] == "red"  # the bot decides
        red.__enter__()
        assert around(red, lambda told: not told["stand_in"])["stand_in"] == []
        assert match


def test_no_bot_sits_in_where_none_was_agreed(server):
    with seated(server) as (_, red, blue):
        red.__exit__(None, None, None)
        around(blue, lambda told: not told["people"][0]["here"])
        blue.say("stand-in", seat="red")
        assert "agreed" in blue.until("error")["says"]
        red.__enter__()


# ------------------------------------------------------------------ the clock as a value


@pytest.mark.parametrize(
    ("clock", "left"),
    [
        (Clock(main=60), 55_000),
        (Clock(main=60, increment=3), 58_000),
        (Clock(main=60, anew=True), 60_000),
    ],
)
def test_a_decision_is_paid_for(clock, left):
    before = Affairs(left={"red": 60_000, "blue": 60_000}, since=1_000, offers={"draw": ["red"], "pause": ["red"]})
    after = affairs.decided(before, Terms(clock=clock), ["red"], ["red"], 6_000)
    assert after.left == {"red": left, "blue": 60_000}
    assert (after.since, after.offers) == (6_000, {"pause": ["red"]})


def test_the_first_decision_sets_the_clock_going_and_costs_nothing():
    terms = Terms(clock=Clock(main=60))
    after = affairs.decided(affairs.sets_out(terms, ["red", "blue"]), terms, ["red"], ["red"], 99_000)
    assert (after.left["red"], after.since) == (60_000, 99_000)
    assert affairs.fallen(after, ["blue"], 158_999) == []
    assert affairs.fallen(after, ["blue"], 159_000) == ["blue"]
    assert affairs.fallen(after, ["red"], 159_000) == ["red"]
    assert affairs.fallen(replace(after, paused=True), ["blue"], 999_000) == []


def test_both_clocks_run_while_both_are_asked():
    before = Affairs(left={"red": 10_000, "blue": 10_000}, since=1_000)
    assert affairs.left(before, ["red", "blue"], 3_000) == {"red": 8_000, "blue": 8_000}
    assert affairs.left(before, ["red"], 900_000) == {"red": 0, "blue": 10_000}


def test_of_more_than_two_sides_nobody_wins_by_default():
    assert affairs.wins_by_default(["red", "blue"], "red") == "blue"
    assert affairs.wins_by_default(["red", "blue", "green"], "red") is None

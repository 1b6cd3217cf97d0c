"""Bots think in processes of their own, within a budget, and say why."""

import asyncio
import json

import pytest

from hexless.server import forms
from hexless.server.pace import Pace


def bots(**kinds):
    return [{"seat": seat, "player": "bot", "bot": bot, "budget": 200} for seat, bot in kinds.items()]


def test_two_bots_play_a_whole_game_before_a_spectator(server):
    match = server.match(seats=bots(red="greedy", blue="greedy"))
    with server.page(match) as page:
        ended = page.until("ended")
        kinds = {json.loads(frame)["kind"] for frame in page.frames}
        versions = [json.loads(frame)["version"] for frame in page.frames if '"update"' in frame]
    assert ended["ended"]["why"]
    assert {"welcome", "thinking", "update", "bot-reasons", "ended"} <= kinds
    assert versions == sorted(versions)
    with server.page(match) as page:
        page.until("welcome")
        page.say("look", at=1)
        options = page.until("looked")["reasons"]
        assert [option["chosen"] for option in options] == [True, False, False]


def test_bots_rest_while_nobody_looks(server):
    match = server.match(seats=bots(red="greedy", blue="greedy"))
    assert server.get(f"/matches/{match}")["answers"] == 0
    with server.page(match) as page:
        page.until("update")
    seen = server.get(f"/matches/{match}")
    assert seen["ended"] is None
    with server.page(match) as page:
        assert page.until("ended")


def test_a_bot_that_sleeps_is_cut_off_and_the_game_goes_on(server):
    match = server.match(seats=bots(blue="random"))  # the sleeper, see toy_bots
    with server.page(match, "red") as red:
        red.until("welcome")
        for _ in range(3):
            red.answer(red.first())
            red.until("update")
        assert red.now["turn"]["asked"] == ["blue"]
        thinking = [red.until("thinking") for _ in range(2)]
        assert thinking[1]["elapsed"] > thinking[0]["elapsed"]
        assert thinking[0]["budget"] == 200
        red.say("ping")
        red.until("pong")  # the event loop is free meanwhile
        placed = red.until("update")
        assert placed["by"] == "blue"


def test_scores_without_end_break_nothing(server):
    match = server.match(seats=bots(red="greedy:7", blue="greedy:7"))
    with server.page(match) as page:
        assert page.until("ended")["ended"]["why"]
        reasons = [frame for frame in map(json.loads, page.frames) if frame["kind"] == "bot-reasons"]
    assert reasons
    assert {option["score"] for frame in reasons for option in frame["options"]} == {3}


@pytest.mark.parametrize(("bot", "says"), [("greedy:8", "ZeroDivisionError: what now"), ("greedy:9", "I win")])
def test_a_bot_that_fails_is_replaced_by_chance_with_a_notice(server, bot, says):
    match = server.match(seats=bots(red=bot, blue="greedy"))
    with server.page(match) as page:
        while (told := page.next())["kind"] != "ended":
            if told["kind"] == "error":
                assert told["code"] == "bot"
                assert "the bot of red failed" in told["says"]
                assert says in told["says"]
        assert any('"code":"bot"' in frame for frame in page.frames)
        assert told["ended"]["why"]


def test_a_worker_builds_on_what_it_kept_and_starts_again_after_an_undo(toy):
    from hexless.kernel import Entry
    from hexless.server import workers
    from hexless.server.catalogue import start

    workers._kept.clear()
    match = start(toy, "duel", (), {}, "kept")
    later = match.play(match.request.question.suggest(1)[0])
    other = match.play(match.request.question.suggest(2)[1])
    for each in (match, later, other):
        job = workers.job("m", each, each.request.seat)
        assert json.loads(job.tape) == json.loads(json.dumps(json.loads(job.tape)))
        rebuilt = workers.rebuilt(job)
        assert rebuilt.state == each.state
        assert [Entry(line.entry.ask, line.entry.answer) for line in rebuilt.lines] == [
            line.entry for line in each.lines
        ]
    thought = json.loads(workers.think(job, "random", 100, "hexless.bots:make"))
    other.request.judge(thought["answer"])


def test_a_worker_that_dies_is_replaced(toy, toy_path):
    from hexless.server.catalogue import start
    from hexless.server.workers import Late, Workers, job

    match = start(toy, "duel", (), {}, "dies")
    order = job("m", match, match.request.seat)

    async def go():
        crew = Workers(1, grace=0.2, maker="toy_bots:make")
        try:
            first = await crew.think(order, "greedy", 100)
            for process in crew._all[0]._pool._processes.values():
                process.kill()
            again = await crew.think(order, "greedy", 100)
            assert bytes(first.answer) == bytes(again.answer)
            with pytest.raises(Late):
                await crew.think(order, "random", 100)
            assert (await crew.think(order, "greedy", 100)).answer
        finally:
            crew.close()

    asyncio.run(go())


def test_a_level_has_one_time_for_all_the_answers_of_its_turn():
    pace, seat = Pace(), forms.Seat(seat="red", player="bot", bot="hard:2000", budget=60_000)
    assert pace.left("red", 1, seat) == 2000
    pace.spend("red", 1500)
    assert pace.left("red", 1, seat) == 500
    pace.spend("red", 900)
    assert pace.left("red", 1, seat) == 50  # never nothing
    assert pace.left("red", 2, seat) == 2000
    assert pace.left("blue", 2, forms.Seat(seat="blue", player="bot", bot="greedy", budget=700)) == 700


def test_the_bots_share_the_time_that_a_person_waits():
    """However many turns they have between two decisions of people, all of them together think for one wait."""
    pace = Pace()
    red, blue = (forms.Seat(seat=each, player="bot", bot="hard:2700", budget=60_000) for each in ("red", "blue"))
    assert pace.left("red", 1, red, 5) == 2700
    pace.spend("red", 2700)
    assert pace.left("blue", 2, blue, 5) == 900
    pace.spend("blue", 500)
    pace.stood()  # an order answers for whoever waits
    assert pace.left("red", 3, red, 6) == 400
    assert pace.left("red", 3, red, 7) == 2700  # somebody has decided
    pace.spend("red", 3000)
    assert pace.left("green", 4, forms.Seat(seat="green", player="bot", bot="greedy", budget=700), 7) == 300


def test_levels_play_at_the_table(server):
    match = server.match(seats=bots(red="hard:60", blue="easy"))
    with server.page(match) as page:
        assert page.until("ended")["ended"]["why"]

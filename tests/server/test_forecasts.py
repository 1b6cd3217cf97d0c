"""Forecasts for pages: beside the rules, bounded, the newest wish first, and remembered."""

import asyncio
import json
import time
from itertools import islice

import pytest

from hexless.server import wire
from hexless.server.catalogue import start
from hexless.server.forecasts import Forecasts, Wishes
from hexless.server.inquiries import CannotTell
from hexless.server.workers import Late


class Saved:
    id = "m"


class Room:
    """As much of a room as a forecast asks for."""

    def __init__(self, match):
        self.match, self.saved, self.version = match, Saved, 0


class Page:
    seat = "red"

    def __init__(self):
        self.told = []

    def send(self, message):
        self.told.append(message)


class Slow:
    """Workers that take their time and count what they are asked; the answer -1 takes for ever."""

    def __init__(self):
        self.asked = []

    async def ask(self, job, seconds, function, said):
        wanted = json.loads(said)
        self.asked.append(wanted["answer"])
        await asyncio.sleep(0.02)
        if wanted["answer"] == -1:
            raise Late("too late")
        return json.dumps({"kind": "foreseen", "id": wanted["id"], "says": f"of {wanted['answer']}"}).encode()


def said(n, name=""):
    return wire.Foresee(id=name or f"f{n}", answer=n)


@pytest.fixture
def room(toy):
    return Room(start(toy, "duel", (), {}, "ahead"))


def test_the_newest_wish_counts_and_every_wish_is_answered(room):
    async def go():
        workers, page = Slow(), Page()
        page.seat = room.match.request.seat
        wishes = Wishes(Forecasts(workers), page)
        for n in range(5):
            wishes.want(room, said(n))
        await asyncio.sleep(0)
        await asyncio.sleep(0.2)
        return workers.asked, {told.id: told.says for told in page.told}

    asked, told = asyncio.run(go())
    assert asked == [4]
    assert told == {**{f"f{n}": "no longer wanted" for n in range(4)}, "f4": "of 4"}


def test_one_in_work_is_finished_and_what_waits_can_be_taken_back(room):
    async def go():
        workers, page = Slow(), Page()
        page.seat = room.match.request.seat
        wishes = Wishes(Forecasts(workers), page)
        wishes.want(room, said(1))
        await asyncio.sleep(0.005)
        wishes.want(room, said(2))
        wishes.forget("f1")
        wishes.forget("f2")
        await asyncio.sleep(0.1)
        return workers.asked, [(told.id, told.says) for told in page.told]

    assert asyncio.run(go()) == ([1], [("f2", "no longer wanted"), ("f1", "of 1")])


def test_what_is_known_is_not_worked_out_again_until_the_table_changes(room):
    async def go():
        workers = Slow()
        forecasts, seat = Forecasts(workers), room.match.request.seat
        first = await forecasts.of(room, seat, said(1))
        again = await forecasts.of(room, seat, said(1, "other"))
        room.version = 1
        await forecasts.of(room, seat, said(1))
        return workers.asked, first.says, again.says, again.id

    assert asyncio.run(go()) == ([1, 1], "of 1", "of 1", "other")


def test_what_takes_too_long_is_said_and_not_kept(room):
    async def go():
        workers = Slow()
        forecasts, seat = Forecasts(workers), room.match.request.seat
        return [(await forecasts.of(room, seat, said(-1))).says for _ in range(2)], workers.asked

    assert asyncio.run(go()) == (["this takes too long to foresee"] * 2, [-1, -1])


def test_nobody_foresees_another_seats_answer(room):
    async def go():
        forecasts = Forecasts(Slow())
        others = [seat for seat in ("red", "blue", None) if seat != room.match.request.seat]
        for seat in others:
            with pytest.raises(CannotTell):
                await forecasts.of(room, seat, said(1))

    asyncio.run(go())


def test_a_page_that_goes_leaves_nothing_behind(room):
    async def go():
        page = Page()
        page.seat = room.match.request.seat
        wishes = Wishes(Forecasts(Slow()), page)
        wishes.want(room, said(1))
        await asyncio.sleep(0.005)
        wishes.close()
        await asyncio.sleep(0.1)
        return page.told

    assert asyncio.run(go()) == []


def test_other_messages_do_not_wait_for_a_forecast(server):
    """The first forecast starts a process; the page is served meanwhile."""
    match = server.match()
    with server.page(match, "red") as page:
        page.until("welcome")
        began = time.monotonic()
        page.say("foresee", answer={"x": 500, "y": 3000})
        page.say("ping")
        told = (page.next()["kind"] for _ in range(9))
        kinds = islice((kind for kind in told if kind != "around"), 2)  # who is here may be told in between
        assert list(kinds) == ["pong", "foreseen"]
        assert time.monotonic() - began < 60

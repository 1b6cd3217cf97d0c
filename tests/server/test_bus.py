"""What processes on one database tell each other: what was played is played on, not read again."""

import asyncio
from contextlib import asynccontextmanager, suppress
from copy import copy
from types import SimpleNamespace

import pytest

from hexless.server import around, bus, store, talk, wire
from hexless.server.bots_here import PROCESS
from hexless.server.bus import Bus
from hexless.server.forms import Always
from hexless.server.lobby import Lobby
from hexless.server.sockets import _heed
from hexless.server.store import Store, engine
from hexless.server.workers import Workers


@pytest.fixture
def beside(at_a_table, monkeypatch, tmp_path):
    """Tell a story at a table that two processes serve: a page at each, and what the first tells the other."""

    def tell(story, here="red", there="blue"):
        async def both(lobby, table, page):
            words = []
            for place in (store, talk):
                monkeypatch.setattr(place, "notify", lambda _, *said: words.append(" ".join(map(str, said))))
            other = Lobby(Store(engine(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}")), Workers(1))
            try:
                room = await other.open(table.room.saved.id)
                looks = copy(page)
                looks.seat, looks.told = there, []
                await other.come(room, looks)
                await story(
                    SimpleNamespace(table=table, page=page),
                    SimpleNamespace(bus=Bus(other), room=room, table=other.tables[room.saved.id], page=looks),
                    words,
                )
            finally:
                await other.close()

        at_a_table(both, here)

    return tell


async def answered(here, said="a1", **more):
    turn = here.table.room.frames.turn(here.page.seat)
    answer = wire.Answer(id=said, version=here.table.room.version, answer=turn.suggested[0], **more)
    await _heed(here.table, here.page, answer)


async def no_reading(*_):
    raise AssertionError("the match was read again")


def test_what_another_process_played_is_played_on(beside, monkeypatch):
    async def story(one, two, words):
        await answered(one)
        monkeypatch.setattr(two.room.store, "read", no_reading)
        await two.bus._heed(words[-1])
        assert two.room.saved == one.table.room.saved
        assert two.room.match.state == one.table.room.match.state
        told = next(each for each in reversed(two.page.told) if isinstance(each, wire.Update))
        assert (told.version, told.by, [each.event for each in told.log]) == (1, "red", ["deploy"])

    beside(story)


def test_what_is_played_while_a_page_comes_in_is_shown_to_it(beside):
    """Its match was found up to date, and it is not in the room yet."""

    async def story(one, two, words):
        two.room.pages.clear()
        await answered(one)
        with two.table.visited():
            await two.bus._heed(words[-1])
        assert two.room.version == 1

    beside(story)


def test_nobody_reads_again_what_is_known(beside, monkeypatch):
    async def story(one, two, words):
        await answered(one)
        await two.bus._heed(words[-1])
        monkeypatch.setattr(two.room.store, "read", no_reading)
        before = len(two.page.told)
        await two.bus._heed(words[-1])
        assert len(two.page.told) == before

    beside(story)


@pytest.mark.parametrize("spoilt", ["without", "later", "other", "nonsense"])
def test_what_does_not_follow_is_read(beside, spoilt):
    """Words that were lost, too long or of something else: the database says how the match stands."""

    async def story(one, two, words):
        await answered(one)
        first = words[-1]
        kind, name, tick, body = first.split(" ", 3)
        if spoilt == "later":
            one.page.seat = one.table.room.waits_for()[0]
            await answered(one, "a2")
            first = words[-1]
        changed = {
            "without": f"{kind} {name} {tick}",
            "later": first,
            "other": first.replace('"chain":"', '"chain":"0'),
            "nonsense": first.replace('"answer":', '"answer":[],"was":'),
        }
        assert changed[spoilt] != f"{kind} {name} {tick} {body}"
        await two.bus._heed(changed[spoilt])
        assert two.room.saved == one.table.room.saved
        assert two.room.match.state == one.table.room.match.state

    beside(story)


def test_what_is_too_long_to_be_told_is_not(beside, monkeypatch):
    async def story(one, _, words):
        monkeypatch.setattr(store, "_TOLD", 10)
        await answered(one)
        assert words[-1] == f"match {one.table.room.saved.id} 1 "

    beside(story)


@pytest.mark.parametrize("looks", [True, False])
def test_standing_orders_of_another_process_are_known(beside, looks):
    async def story(one, two, words):
        await answered(one, always=Always(how="same", until="revoked"))
        if not looks:
            two.room.pages.clear()
        for said in words:
            await two.bus._heed(said.replace(PROCESS, "another"))
        assert one.table.room.orders.of["red"]
        assert two.room.orders.of == one.table.room.orders.of

    beside(story)


def test_what_two_say_at_once_is_kept(beside):
    async def story(one, two, _):
        await asyncio.gather(
            *(
                table.say(page, wire.Say(id=f"s{n}", says=f"word {n}"))
                for n in range(4)
                for table, page in ((one.table, one.page), (two.table, two.page))
            )
        )
        lines = await talk.said(two.room.store.base, two.room.saved.id, 0)
        assert sorted(line[0] for line in lines) == [*range(1, 9)]

    beside(story)


def test_who_is_silent_for_long_is_gone_until_it_speaks(beside, monkeypatch):
    async def story(_, two, __):
        def present():
            return [person.seat for person in two.table.around().people if person.here]

        clock = SimpleNamespace(now=100.0)
        monkeypatch.setattr(around, "monotonic", lambda: clock.now)
        two.room.pages.clear()
        await two.bus._heed(f"here {two.room.saved.id} another red")
        assert present() == ["red"]
        clock.now += 30
        await two.bus._heed("alive another")
        clock.now += 30
        assert present() == ["red"]
        clock.now += 30
        assert present() == []
        await two.bus._heed("alive another")
        assert present() == ["red"]

    beside(story)


def test_others_are_told_who_is_here_once(beside):
    """Nobody is told what he knows; who asks is answered, and who comes first asks."""

    async def story(_, two, __):
        words = []

        async def tell(*said):
            words.append(" ".join(said[:2]))

        two.bus.base = SimpleNamespace(lite=False, tell=tell)
        name = two.room.saved.id
        for _ in range(2):
            await two.bus.here(two.table)
        assert words == [f"who {name}"]
        await two.bus._heed(f"who {name} another red")
        assert words[1:] == [f"here {name}"]
        two.room.pages.clear()
        await two.bus.here(two.table)
        assert words[2:] == [f"here {name}"]

    beside(story)


def test_whoever_listens_does_not_stop_when_a_connection_breaks_oddly(monkeypatch):
    """The driver's own errors are no errors of the database; a process that does not listen any more is deaf."""
    tries = []

    @asynccontextmanager
    async def connect():
        tries.append(1)
        raise RuntimeError("cannot switch to state 12; another operation (2) is in progress")
        yield

    async def go():
        monkeypatch.setattr(bus, "_RETRY", 0.001)
        base = SimpleNamespace(lite=False, engine=SimpleNamespace(connect=connect))
        listens = Bus(SimpleNamespace(store=SimpleNamespace(base=base)))
        with suppress(TimeoutError):
            await asyncio.wait_for(listens._listen(), 0.2)

    asyncio.run(go())
    assert len(tries) > 1

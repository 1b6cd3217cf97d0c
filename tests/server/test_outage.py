"""The database does not answer: pages are told to say it again, and nothing is lost, doubled or shown wrong."""

import asyncio
import contextlib
import sqlite3
import time

import pytest
import sqlalchemy as sa

from hexless.server import wire
from hexless.server.around import Table
from hexless.server.database import Database, Unavailable, _answering, engine
from hexless.server.sockets import _heed
from hexless.server.store import Taken


def failing(method, kept):
    """The method as it is when the connection breaks after (or before) what it wrote was kept."""

    async def broken(*args, **more):
        if kept:
            await method(*args, **more)
        raise Unavailable("the database does not answer; try again")

    return broken


@pytest.mark.parametrize("kept", [True, False])
def test_an_answer_of_which_nobody_knows_whether_it_was_kept_is_played_once(at_a_table, monkeypatch, kept):
    async def story(lobby, table: Table, page):
        said = wire.Answer(id="a1", version=0, answer=table.room.frames.turn("red").suggested[0])
        with monkeypatch.context() as patch:
            patch.setattr(lobby.store, "play", failing(lobby.store.play, kept))
            await _heed(table, page, said)
        assert page.told[-1].code == "busy"
        assert table.room.match.answers == 0
        for _ in range(2):  # the second time it is its first reply again
            await _heed(table, page, said)
            reply = next(told for told in reversed(page.told) if getattr(told, "id", None) == "a1")
            assert (type(reply), reply.version, reply.answers) == (wire.Update, 1, 1)
            assert [each.event for each in reply.log] == ["deploy"]
        kept_now = await lobby.store.read(table.room.saved.id)
        assert len(kept_now.tape) == 1
        assert table.room.match.answers == 1

    at_a_table(story)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (sa.exc.OperationalError("select 1", {}, Exception("gone")), Unavailable),
        (sa.exc.InterfaceError("select 1", {}, Exception("closed")), Unavailable),
        (sa.exc.TimeoutError("no connection is free"), Unavailable),
        (ConnectionRefusedError(), Unavailable),
        (sa.exc.IntegrityError("insert", {}, Exception("twice")), sa.exc.IntegrityError),
        (sa.exc.DataError("select", {}, Exception("no text")), sa.exc.DataError),
        (Taken("somebody was quicker"), Taken),
    ],
)
def test_a_failed_database_is_one_word_and_what_it_refuses_is_another(error, told):
    with pytest.raises(told), _answering():
        raise error


def test_a_connection_that_breaks_in_the_midst_of_something_is_a_failed_database():
    broken = pytest.importorskip("asyncpg").exceptions.InternalClientError("another operation (2) is in progress")
    with pytest.raises(Unavailable), _answering():
        raise broken


def test_errors_of_the_database_do_not_tell_what_is_kept(tmp_path):
    """They end in logs, and seeds and keys do not belong there."""

    def twice(connection):
        connection.execute(sa.text("create table kept (word unique)"))
        for _ in range(2):
            connection.execute(sa.text("insert into kept values (:word)"), {"word": "a secret seed"})

    async def go():
        base = Database(engine(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"))
        try:
            await base.at_once(twice)
        finally:
            await base.close()

    with pytest.raises(sa.exc.IntegrityError) as error:
        asyncio.run(go())
    assert "a secret seed" not in str(error.value)


def test_all_who_write_to_one_file_wait_for_each_other(tmp_path):
    """Two processes' writers, each of which looks before it writes: nobody is told that the database is locked."""

    def one_more(connection):
        (value,) = connection.execute(sa.text("select value from tally")).one()
        time.sleep(0.001)
        connection.execute(sa.text("update tally set value = :value"), {"value": value + 1})

    async def go():
        bases = [Database(engine(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}")) for _ in range(2)]
        try:
            await bases[0].at_once(lambda connection: connection.execute(sa.text("create table tally (value)")))
            await bases[0].at_once(lambda connection: connection.execute(sa.text("insert into tally values (0)")))
            await asyncio.gather(*(bases[n % 2].at_once(one_more) for n in range(80)))
            async with bases[1].reading() as connection:
                return (await connection.execute(sa.text("select value from tally"))).scalar()
        finally:
            for base in bases:
                await base.close()

    assert asyncio.run(go()) == 80


def test_pages_wait_while_another_holds_the_database_and_go_on(new_server, tmp_path):
    """Who is told that the database is busy says it again, and it is played then."""
    file = tmp_path / "games.db"
    server = new_server(f"sqlite+aiosqlite:///{file}")
    try:
        match = server.match()
        with server.page(match, "red") as red, contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
            red.until("welcome")
            answer = red.first()
            other.execute("begin immediate")
            red.answer(answer)
            while (told := red.next())["kind"] != "error":
                pass
            assert (told["code"], told["id"]) == ("busy", "m1")
            assert server.ask("/api/matches", {"game": "skirmish", "scenario": "duel"})[0] == 503
            other.execute("rollback")
            red.count = 0
            red.answer(answer)
            assert red.until("update")["answers"] == 1
    finally:
        server.stop()

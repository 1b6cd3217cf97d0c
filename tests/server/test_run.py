"""Starting: the port, the message, the database; and that the migrations make the tables that the code wants."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest

from hexless.kernel import GameError
from hexless.server import PortTaken, run
from hexless.server.store import Store, engine
from hexless.server.tables import metadata


@pytest.fixture
def taken():
    with contextlib.closing(socket.socket()) as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        yield busy.getsockname()[1]


def test_a_taken_port_is_a_clear_message_and_the_next_free_one_is_offered(taken, tmp_path):
    with pytest.raises(PortTaken, match=f"port {taken} on 127.0.0.1 is taken") as error:
        run(port=taken, db=f"sqlite+aiosqlite:///{tmp_path / 'games.db'}", open_browser=False)
    assert error.value.free
    assert f"--port {error.value.free} is free" in str(error.value)
    assert not (tmp_path / "games.db").exists()


def test_a_host_that_is_not_ours():
    with pytest.raises(GameError, match="cannot listen on"):
        run(host="203.0.113.1", port=8642, open_browser=False)


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("served", [False, True])
def test_it_says_its_address_serves_and_ends_quietly_when_interrupted(tmp_path, toy_path, served, end):
    call = "run(port=0, db=sys.argv[1], open_browser=False, say=lambda line: print(line, flush=True))"
    code = f"import sys\nfrom hexless.server import run\n{call}"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(toy_path)}
    command = [sys.executable, "-c", code, f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=env, text=True, **pipes) as process:
        address = process.stdout.readline().split()[0]
        assert address.startswith("http://127.0.0.1:")
        if served:
            with urllib.request.urlopen(f"{address.removesuffix('api/')}api/health", timeout=60) as answer:
                assert answer.status == 200
        process.send_signal(end)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert errors == ""


def test_the_migrations_make_the_tables_that_the_code_wants(tmp_path):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    async def go():
        store = Store(engine(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"))
        await store.open()
        await store.open()  # again: nothing to do
        async with store.base.engine.connect() as connection:
            found = await connection.run_sync(lambda sync: compare_metadata(MigrationContext.configure(sync), metadata))
            pragmas = [
                (await connection.exec_driver_sql(f"pragma {name}")).scalar()
                for name in ("journal_mode", "synchronous")
            ]
        await store.close()
        return found, pragmas

    found, pragmas = asyncio.run(go())
    assert found == []
    assert pragmas == ["wal", 2]  # 2 is FULL


def test_two_servers_cannot_play_the_same_match_apart(tmp_path, toy):
    """The second to store is refused, and has to read again."""
    from hexless.server.lobby import Lobby
    from hexless.server.rest import MatchWanted
    from hexless.server.store import Taken
    from hexless.server.workers import Workers

    async def go():
        url = f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
        one, two = (Lobby(Store(engine(url)), Workers(1)) for _ in range(2))
        await one.store.open()
        card = await one.begin(MatchWanted(game="skirmish", scenario="duel", seed="two"))
        rooms = [await lobby.open(card.id) for lobby in (one, two)]
        spot = rooms[0].match.request.question.suggest(1)[0]
        await rooms[0].given("red", spot, None, None, None)
        with pytest.raises(Taken):
            await rooms[1].given("red", spot, None, None, None)
        await rooms[1].renew()
        assert rooms[1].version == 1
        assert rooms[1].match.state == rooms[0].match.state
        await one.close()
        await two.close()

    asyncio.run(go())

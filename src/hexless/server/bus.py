"""What other processes on the same database do: PostgreSQL tells it, of SQLite it is asked now and then."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

import msgspec
import sqlalchemy as sa

from .around import Table
from .bots_here import PROCESS
from .database import CHANNEL, Unavailable
from .lobby import Lobby
from .playing_on import heed
from .store import Played

__all__ = ["Bus"]

_log = logging.getLogger("hexless.server")
_POLL = 0.5  # seconds between two looks at SQLite
_BEAT = 15.0  # seconds between two signs of life
_RETRY = 1.0


class Bus:
    """Keeps the rooms of one process in step with the others."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.base = lobby, lobby.store.base
        self._work: set[asyncio.Task[None]] = set()
        self._telling = asyncio.Lock()
        lobby.announce = self.here

    def start(self) -> None:
        """Listen from now on."""
        for work in (self._poll(),) if self.base.lite else (self._listen(), self._beat()):
            self._do(work)

    def close(self) -> None:
        for task in self._work:
            task.cancel()

    def _do(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    # ------------------------------------------------------------------ SQLite

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(_POLL)
            watched = {name: room for name, room in self.lobby.rooms.items() if room.pages}
            if not watched:
                continue
            with contextlib.suppress(sa.exc.SQLAlchemyError, Unavailable):  # the next look may find it well again
                for name, tick in (await self.lobby.store.ticks(list(watched))).items():
                    if tick > watched[name].saved.tick:
                        await watched[name].renew()

    # ------------------------------------------------------------------ PostgreSQL

    async def _listen(self) -> None:
        """Listen on a connection of our own; after a break, everything is read again."""
        while True:
            try:
                async with self.base.engine.connect() as connection:
                    raw: Any = (await connection.get_raw_connection()).driver_connection
                    lost = asyncio.Event()
                    raw.add_termination_listener(lambda *_, lost=lost: lost.set())
                    await raw.add_listener(CHANNEL, lambda *said: self._do(self._heed(said[-1])))
                    await self._catch_up()
                    await lost.wait()
            except Exception as error:  # whatever a dying connection raises: who does not listen knows nothing any more
                _log.warning("the database does not answer (%s); trying again", type(error).__name__)
            await asyncio.sleep(_RETRY)

    async def _catch_up(self) -> None:
        for name, room in list(self.lobby.rooms.items()):
            table = self.lobby.tables[name]
            table.announced = None  # nobody knows who has heard it
            if room.pages:
                await room.renew()
                await self.here(table)
                room.wake()  # what stopped when the database did not answer

    async def _heed(self, said: str) -> None:
        kind, name, by, more = (*said.split(" ", 3), "", "")[:4]
        if kind == "alive":
            for each in list(self.lobby.tables.values()) if name != PROCESS else ():
                await each.lives(name)
            return
        room, table = self.lobby.rooms.get(name), self.lobby.tables.get(name)
        if room is None or table is None:
            return
        try:
            if kind == "match" and (room.pages or table.visits):
                await heed(room, int(by), msgspec.json.decode(more, type=Played) if more else None)
            elif kind == "chat" and room.pages:
                await table.hear()
            elif kind == "standing" and by != PROCESS:
                await room.orders.hear()
            elif kind in ("here", "who") and by != PROCESS:
                await table.heard_of(by, frozenset(more.split()))
                if kind == "who" and room.pages:
                    table.announced = None
                    await self.here(table, "here")
        except (sa.exc.SQLAlchemyError, Unavailable) as error:
            room.doubtful = True
            _log.warning("a match could not be read again (%s)", type(error.__cause__ or error).__name__)

    async def here(self, table: Table, kind: str = "") -> None:
        """Tell the others who looks at a match here, if they do not know; who never did so asks them the same."""
        if self.base.lite:
            return
        async with self._telling:  # what is true last is said last
            seats, before = table.here(), table.announced
            if seats == before:
                return
            kind = kind or ("who" if before is None else "here")
            table.announced = None
            with contextlib.suppress(sa.exc.SQLAlchemyError, Unavailable):
                await self.base.tell(kind, table.room.saved.id, PROCESS, *sorted(seats))
                table.announced = seats

    async def _beat(self) -> None:
        """Say that we live, and what was not heard before."""
        while True:
            await asyncio.sleep(_BEAT)
            with contextlib.suppress(sa.exc.SQLAlchemyError, Unavailable):
                await self.base.tell("alive", PROCESS)
            for name, room in list(self.lobby.rooms.items()):
                if room.pages:
                    await self.here(self.lobby.tables[name])

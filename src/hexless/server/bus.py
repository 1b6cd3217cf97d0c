"""What other processes on the same database do: PostgreSQL tells it, of SQLite it is asked now and then."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

import sqlalchemy as sa

from .bots_here import PROCESS
from .database import CHANNEL, Unavailable
from .lobby import Lobby

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
            except (sa.exc.SQLAlchemyError, Unavailable, OSError):
                _log.warning("the database does not answer; trying again")
            await asyncio.sleep(_RETRY)

    async def _catch_up(self) -> None:
        for room in list(self.lobby.rooms.values()):
            if room.pages:
                await room.renew()
                room.wake()  # what stopped when the database did not answer

    async def _heed(self, said: str) -> None:
        kind, name, *more = said.split(" ")
        room, table = self.lobby.rooms.get(name), self.lobby.tables.get(name)
        if room is None or table is None:
            return
        try:
            if kind == "match" and room.pages and int(more[0] or 0) not in range(1, room.saved.tick + 1):
                await room.renew()
            elif kind == "chat" and room.pages:
                await table.hear()
            elif kind == "here" and more[0] != PROCESS:
                await table.heard_of(more[0], frozenset(more[1:]))
            elif kind == "who" and more[0] != PROCESS and room.pages:
                await self.here(name, table.here(), asked=True)
        except (sa.exc.SQLAlchemyError, Unavailable):
            room.doubtful = True
            _log.warning("a match could not be read again")

    async def here(self, name: str, seats: frozenset[str], asked: bool = False) -> None:
        """Tell the others who looks at a match here, and ask them the same."""
        if self.base.lite:
            return
        with contextlib.suppress(sa.exc.SQLAlchemyError, Unavailable):
            async with self.base.writing() as connection:
                await self.base.tell(connection, "here", name, PROCESS, *sorted(seats))
                if not asked:
                    await self.base.tell(connection, "who", name, PROCESS)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(_BEAT)
            for name, room in list(self.lobby.rooms.items()):
                if room.pages:
                    await self.here(name, self.lobby.tables[name].here(), asked=True)

"""Forecasts for pages: worked out in processes of their own, so that no answer and no other page waits for them.

A page has one forecast in work and at most one waiting: a newer wish takes the older one's place. What was worked out
is kept for everybody who looks from the same seat.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict

import msgspec

from hexless.kernel import GameError, seats_asked

from . import wire
from .forms import Odds
from .inquiries import CannotTell
from .rest import OddsWanted
from .room import Page, Room
from .workers import Late, Workers, job, look_ahead, odds

__all__ = ["Forecasts", "Wishes"]

_log = logging.getLogger("hexless.server")
_PROCESSES = 2
_SECONDS = 8.0  # that a forecast may take before its process is ended
_MOST_KEPT = 256
_Key = tuple[str, int, str, bytes]


class Forecasts:
    """The forecasts of all matches of a server."""

    def __init__(self, workers: Workers | None = None, seconds: float = _SECONDS) -> None:
        self.workers, self.seconds = workers or Workers(_PROCESSES), seconds
        self._kept: OrderedDict[_Key, wire.Foreseen] = OrderedDict()
        self._odds: OrderedDict[tuple[str, bytes], Odds] = OrderedDict()

    async def of(self, room: Room, seat: str | None, said: wire.Foresee) -> wire.Foreseen:
        """What the answer of a seat that is asked would do; `CannotTell` for one that is not."""
        if seat is None or seat not in seats_asked(room.match.request):
            raise CannotTell("nothing is asked of you now")
        key = (room.saved.id, room.version, seat, msgspec.json.encode(said.answer, order="deterministic"))
        if key not in self._kept:
            try:
                order = job(room.saved.id, room.match, seat)
                body = await self.workers.ask(order, self.seconds, look_ahead, msgspec.json.encode(said))
            except Late:
                return wire.Foreseen(id=said.id, says="this takes too long to foresee")
            self._kept[key] = msgspec.json.decode(body, type=wire.Foreseen)
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return msgspec.structs.replace(self._kept[key], id=said.id)

    async def odds(self, game: str, wanted: OddsWanted) -> Odds:
        """The odds of an attack without a table; `Late` when they take too long."""
        key = (game, msgspec.json.encode(wanted, order="deterministic"))
        if key not in self._odds:
            body = await self.workers.work(game, self.seconds, odds, key[1])
            self._odds[key] = msgspec.json.decode(body, type=Odds)
            while len(self._odds) > _MOST_KEPT:
                self._odds.popitem(last=False)
        return self._odds[key]

    def close(self) -> None:
        self.workers.close()


class Wishes:
    """What one page wants to foresee: the newest wish counts."""

    def __init__(self, forecasts: Forecasts, page: Page) -> None:
        self.forecasts, self.page = forecasts, page
        self._next: tuple[Room, wire.Foresee] | None = None
        self._task: asyncio.Task[None] | None = None

    def want(self, room: Room, said: wire.Foresee) -> None:
        """Foresee this once the last one is done; one that still waits is dropped."""
        self._drop()
        self._next = (room, said)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    def forget(self, wish: str) -> None:
        """A wish that was taken back; one that is in work already runs to its bound."""
        if self._next and self._next[1].id == wish:
            self._drop()

    def close(self) -> None:
        """The page has gone."""
        self._next = None
        if self._task is not None:
            self._task.cancel()

    def _drop(self) -> None:
        if self._next:
            self.page.send(wire.Foreseen(id=self._next[1].id, says="no longer wanted"))
        self._next = None

    async def _work(self) -> None:
        while self._next:
            (room, said), self._next = self._next, None
            self.page.send(await self._answer(room, said))

    async def _answer(self, room: Room, said: wire.Foresee) -> wire.Outbound:
        try:
            return await self.forecasts.of(room, self.page.seat, said)
        except CannotTell as error:
            return wire.Error(code="unsupported", says=str(error), id=said.id)
        except Exception as error:  # a broken ruleset must not take the page down
            _log.exception("a forecast failed")
            says = str(error) if isinstance(error, GameError) else f"{type(error).__name__} while looking ahead"
            return wire.Error(code="internal", says=says, id=said.id)

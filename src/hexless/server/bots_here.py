"""The bots of a room, and the standing orders of its players: both answer by themselves. A bot's turn is leased."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from secrets import SystemRandom, token_hex
from time import monotonic
from typing import TYPE_CHECKING, Any

import msgspec

from hexless.kernel import GameError, to_json

from . import forms, guided, seat_view, standing, wire
from .affairs import the_time
from .match import Match
from .pace import Pace
from .store import Taken, Unavailable
from .workers import Thought, by_chance, job

if TYPE_CHECKING:
    from .room import Room

__all__ = ["PROCESS", "Bots", "reasons"]

_log = logging.getLogger("hexless.server")
PROCESS = token_hex(8)  # this process, among those that serve the same matches
_PAUSE = (0.3, 1.1)  # seconds before a standing order answers where others look on
_TICK = 0.5  # seconds between two signs of a thinking bot
_AGAIN = 1.0  # seconds until another try when the database did not answer
_LEASE = 15_000  # milliseconds beyond its budget for which a bot's turn is ours


class Bots:
    """Whoever has to answer in a room without a page."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.thinking: dict[str, asyncio.Task[None]] = {}
        self.pace = Pace()
        self._asked: set[tuple[str, int]] = set()  # seats whose orders were looked through, and in which version

    def wake(self) -> None:
        """Let every bot think that is asked, and every standing order be heeded, unless nobody looks."""
        room = self.room
        for seat in room.waits_for() if room.pages else ():
            played = self._played(seat)
            if played is None or seat in self.thinking:
                continue
            if played.player == "bot":
                self._work(seat, self._think(played))
            elif room.orders.of.get(seat) and (seat, room.version) not in self._asked:
                self._asked = {each for each in self._asked if each[1] == room.version} | {(seat, room.version)}
                self._work(seat, self._stand(seat))

    def rest(self) -> None:
        """Nobody looks: think no further."""
        for task in self.thinking.values():
            task.cancel()

    def _played(self, seat: str) -> forms.Seat | None:
        """Who plays a seat now: a bot may sit in."""
        played = next((each for each in self.room.saved.seats if each.seat == seat), None)
        if played is not None and seat in self.room.saved.affairs.stand_in:
            return msgspec.structs.replace(played, player="bot", bot=self.room.saved.terms.sits_in or "greedy")
        return played

    def _work(self, seat: str, work: Coroutine[Any, Any, None]) -> None:
        self.thinking[seat] = asyncio.create_task(work)
        self.thinking[seat].add_done_callback(lambda _: self._thought(seat))

    def _thought(self, seat: str) -> None:
        task = self.thinking.pop(seat)
        if task.cancelled():
            self._asked = set()  # whoever comes back is answered for again
            return
        if isinstance(error := task.exception(), Unavailable):
            self.room.doubtful, self._asked = True, set()
            asyncio.get_running_loop().call_later(_AGAIN, self.wake)
        elif error:
            _log.error("the bot of %s failed", seat, exc_info=error)
            for page in self.room.pages:
                page.send(wire.Error(code="internal", says=f"the bot of {seat} failed: {error}"))
        else:
            self.wake()

    async def _think(self, played: forms.Seat) -> None:
        room, seat = self.room, played.seat
        version, match, at = room.version, room.match, the_time()
        for told in await room.rules.run(guided.on_path, match, seat):
            await asyncio.shield(self._decided(seat, version, Thought(msgspec.Raw(to_json(told))), None))
            return
        budget = self.pace.left(seat, match.turn, played, self._decided_by_people(match))
        until = at + budget + _LEASE
        if not await room.store.lease(room.saved.id, seat, version, PROCESS, until, at):
            await self._elsewhere(seat, version)
            return
        sign = asyncio.create_task(self._sign(seat, version, budget))
        failed, began = "", monotonic()
        try:
            thought = await room.workers.think(job(room.saved.id, match, seat), played.bot, budget)
        except Exception as error:  # whatever a bot or a plug-in raises: the game goes on
            _log.warning("the bot %s of %s failed", played.bot, seat, exc_info=True)
            failed = str(error) if isinstance(error, GameError) else f"{type(error).__name__}: {error}"
            thought = Thought(msgspec.Raw(await room.rules.run(by_chance, match, seat)))
        finally:
            sign.cancel()
            self.pace.spend(seat, int((monotonic() - began) * 1000))
        await asyncio.shield(self._decided(seat, version, thought, thought))  # what is being stored is stored
        if failed:
            for page in room.pages:
                page.send(wire.Error(code="bot", says=f"the bot of {seat} failed ({failed}); chance played for it"))

    def _decided_by_people(self, match: Match) -> int | None:
        """How many decisions of the game people have made; None where bots play among themselves."""
        played = [self._played(each.seat) for each in self.room.saved.seats]
        people = {each.seat for each in played if each and each.player != "bot"}
        return sum(not people.isdisjoint(line.by.split()) for line in match.lines) if people else None

    async def _elsewhere(self, seat: str, version: int) -> None:
        """Another process thinks for the seat: look again until it has decided, or its time is over."""
        room = self.room
        while room.pages and room.version == version and seat in room.waits_for():
            await asyncio.sleep(1)
            at = the_time()
            if await room.store.lease(room.saved.id, seat, version, PROCESS, at, at):
                return

    async def _decided(self, seat: str, version: int, thought: Thought, why: Thought | None) -> None:
        room = self.room
        try:
            if room.doubtful:
                await room.renew()
            async with room.lock:
                if room.version == version and seat in room.waits_for():
                    await room.given(seat, msgspec.json.decode(thought.answer), None, None, why)
        except Taken:  # of sealed answers, perhaps: the version is the same, and the seat still has to answer
            self._asked = set()
            await room.renew()

    async def _sign(self, seat: str, version: int, budget: int) -> None:
        """Say every now and then that the bot still thinks."""
        start = monotonic()
        while True:
            elapsed = int((monotonic() - start) * 1000)
            for page in self.room.pages:
                page.send(wire.Thinking(version=version, seat=seat, elapsed=elapsed, budget=budget))
            await asyncio.sleep(_TICK)

    async def _stand(self, seat: str) -> None:
        """Answer for a seat by its orders; where it has none for this, those end that held only until now."""
        room, version = self.room, self.room.version
        found = await room.rules.run(room.frames.obeyed, seat)
        if found is None:
            async with room.lock:
                known = room.orders.of.get(seat, [])
                still = standing.outlived(known)
                if room.version == version and len(still) < len(known):
                    room.orders.set(seat, still)
                    await room.orders.keep(seat)
            return
        if any(page.seat != seat for page in room.pages):  # nobody shall tell an order from a player by the clock
            await asyncio.sleep(SystemRandom().uniform(*_PAUSE))
        self.pace.stood()
        await asyncio.shield(self._decided(seat, version, Thought(msgspec.Raw(to_json(found[1]))), None))


def reasons(seat: str, before: Match, why: Thought, version: int) -> wire.BotReasons:
    """What a bot weighed, in words."""
    question = seat_view.asked_of(before, seat)
    chosen = bytes(why.answer)
    options = [
        forms.Reason(
            label=seat_view.label(question, msgspec.json.decode(raw)), score=score, chosen=bytes(raw) == chosen
        )
        for raw, score in why.reasons
    ]
    return wire.BotReasons(version=version, seat=seat, options=options)

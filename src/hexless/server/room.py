"""A room: one match, the pages that look at it, the bots that play in it. One change at a time: play, store, show."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from secrets import SystemRandom
from time import monotonic
from typing import Any, Protocol

import msgspec

from hexless.kernel import Ask, AskAll, BadAnswer, GameError, IllegalAnswer, seats_asked, to_json

from . import forms, seat_view, standing, undo, wire
from .frames import Frames
from .match import Match
from .pace import Pace
from .rules_thread import Rules
from .store import Reply, Saved, Store, now
from .workers import Thought, Workers, by_chance, job

__all__ = ["Page", "Room"]

_log = logging.getLogger("hexless.server")
_MOST_ORDERS = 40  # standing orders of a seat
_PAUSE = (0.3, 1.1)  # seconds before a standing order answers where others look on
_TICK = 0.5  # seconds between two signs of a thinking bot


class Page(Protocol):
    """A page that looks at a match from one seat (None: a spectator)."""

    seat: str | None

    def send(self, message: wire.Outbound) -> None: ...


class Room:
    """The match as it stands, and who is here."""

    def __init__(self, store: Store, workers: Workers, rules: Rules, saved: Saved, match: Match) -> None:
        self.store, self.workers, self.rules = store, workers, rules
        self.saved, self.match = saved, match
        self.sealed: dict[str, Any] = {}
        self.reasons: dict[int, wire.BotReasons] = {}  # by the answer that they led to
        self.pages: list[Page] = []
        self.lock = asyncio.Lock()
        self.standing: dict[str, list[forms.Standing]] = {}
        self._frames, self._ordered = Frames(saved, match, frozenset(), {}), True  # True: the orders are others now
        self._asked: set[tuple[str, int]] = set()  # seats whose orders were looked through, and in which version
        self.pace = Pace()
        self.wish: tuple[str, set[str], str | None] | None = None  # an undo: who asks, who has to agree, its message
        self.thinking: dict[str, asyncio.Task[None]] = {}

    @property
    def version(self) -> int:
        return self.saved.version

    @property
    def people(self) -> tuple[str, ...]:
        """The seats that people play."""
        return tuple(seat.seat for seat in self.saved.seats if seat.player == "human")

    # ------------------------------------------------------------------ pages

    async def enter(self, page: Page) -> None:
        """A page comes in, or changes its seat."""
        async with self.lock:
            if page not in self.pages:
                self.pages.append(page)
            page.send(await self.rules.run(self.frames.welcome, page.seat, None))
        self.wake()

    def leave(self, page: Page) -> None:
        """A page goes; bots do not play on before nobody."""
        if page in self.pages:
            self.pages.remove(page)
        if not self.pages:
            for task in self.thinking.values():
                task.cancel()

    @property
    def frames(self) -> Frames:
        """What pages are sent of the match as it stands now."""
        sealed = frozenset(self.sealed)
        now = self._frames
        if now.saved is not self.saved or now.match is not self.match or now.sealed != sealed or self._ordered:
            self._frames = Frames(self.saved, self.match, sealed, self.standing)
            self._ordered = False
        return self._frames

    async def tell(
        self, since: int, sender: Page | None, message: str | None, by: str | None, back: int | None = None
    ) -> None:
        """Show everybody what has changed; the sender finds its message's id in it."""
        frames, pages = self.frames, list(self.pages)
        shown = await self.rules.run(frames.updates, [page.seat for page in pages], since, by, back)
        for page in pages:
            mine = message if page is sender else None
            if page.seat not in shown:  # it has taken another seat meanwhile
                shown[page.seat] = await self.rules.run(frames.update, page.seat, since, by, back)
            page.send(msgspec.structs.replace(shown[page.seat], id=mine))
        if self.match.request is None:
            ended = await self.rules.run(frames.ended)
            for page in list(self.pages):
                page.send(ended)

    # ------------------------------------------------------------------ answers

    async def answer(self, page: Page, said: wire.Answer) -> None:
        """Check, play, store, then show."""
        async with self.lock:
            if before := await self.store.reply(self.saved.id, page.seat, said.id):
                page.send(await self.rules.run(self._again, page, said.id, before))
            elif self.match.request is None:
                page.send(wire.Error(code="over", says="the game is over", id=said.id))
            elif said.version != self.version:
                page.send(await self.rules.run(self.frames.missed, page.seat, said.id))
            elif page.seat is None or page.seat not in self._waits_for() or said.seat not in (None, page.seat):
                page.send(wire.Error(code="not-asked", says="this question is not put to your seat", id=said.id))
            elif said.always:
                await self._always(page.seat, said, page)
            else:
                await self._given(page.seat, said.answer, page, said.id, None)
        self.wake()

    def _waits_for(self) -> list[str]:
        return [seat for seat in seats_asked(self.match.request) if seat not in self.sealed]

    def _again(self, page: Page, message: str, before: Reply) -> wire.Outbound:
        """The first reply to a message that came again."""
        if before.refused is not None:
            return wire.Refused(id=message, version=before.version, refusal=before.refused)
        then = self.frames
        if before.version != self.version and before.answers < self.match.answers:
            saved = msgspec.structs.replace(self.saved, version=before.version)
            then = Frames(saved, self.match.back(before.answers), frozenset(), {})
        return msgspec.structs.replace(then.update(page.seat, before.since, before.seat), id=message)

    async def _given(self, seat: str, raw: Any, page: Page | None, message: str | None, why: Thought | None) -> None:
        """An answer of a seat that is asked: refused, sealed until all are there, or played."""
        request = self.match.request
        ask = next(ask for ask in seat_view.asks(request) if ask.seat == seat)
        try:
            if page is not None:
                raw = await self.rules.run(ask.question.meant, raw)
            if isinstance(request, AskAll):
                raw = msgspec.to_builtins(await self.rules.run(ask.judge, raw))
                if len(self._waits_for()) > 1:
                    return await self._seal(seat, raw, page, message)
                raw = [raw if ask.seat == seat else self.sealed[ask.seat] for ask in request.asks]
            await self._play(await self.rules.run(self.match.play, raw), seat, page, message, why)
        except IllegalAnswer as error:
            await self._refuse(seat_view.refusal(error.refusal), seat, page, message)
        except BadAnswer as error:
            await self._refuse(forms.Refusal(says=str(error)), seat, page, message)

    async def _refuse(self, refusal: forms.Refusal, seat: str, page: Page | None, message: str | None) -> None:
        if page is None or message is None:
            raise GameError(f"the bot of {seat} gave an answer that is not legal: {refusal.says}")
        reply = self._reply(seat, self.match.answers, refusal)
        await self.store.refuse(self.saved.id, message, reply)
        page.send(wire.Refused(id=message, version=self.version, refusal=refusal))

    def _reply(self, seat: str, since: int, refused: forms.Refusal | None = None) -> Reply:
        return Reply(seat=seat, version=self.version, since=since, answers=self.match.answers, refused=refused)

    async def _seal(self, seat: str, raw: Any, page: Page | None, message: str | None) -> None:
        reply = self._reply(seat, self.match.answers)
        await self.store.seal(self.saved.id, seat, raw, message, reply)
        self.sealed[seat] = raw
        await self.tell(self.match.answers, page, message, seat)

    async def _play(self, after: Match, seat: str, page: Page | None, message: str | None, why: Thought | None) -> None:
        before, since = self.match, self.match.answers
        saved = self._moved(after)
        reply = Reply(seat=seat, version=saved.version, since=since, answers=after.answers)
        reasons = self._reasons(seat, before, why, saved.version) if why else None
        await self.store.play(
            self.saved,
            saved,
            [line.entry for line in after.lines[since:]],
            message=message,
            reply=reply if message else None,
            reasons=msgspec.json.encode(reasons) if reasons else None,
        )
        secret = isinstance(before.request, AskAll)
        self.saved, self.match, self.sealed, self.wish = saved, after, {}, None
        await self.tell(since, page, message, None if secret else seat)
        if reasons:
            self.reasons[since + 1] = reasons
            for each in self.pages:
                if self.why(since + 1, each.seat):
                    each.send(reasons)

    def _moved(self, after: Match) -> Saved:
        """The row of the match after a change; its picture is drawn when somebody looks at it."""
        return msgspec.structs.replace(
            self.saved,
            version=self.version + 1,
            answers=after.answers,
            changed=now(),
            ending=seat_view.ending(after) if after.request is None else None,
        )

    # ------------------------------------------------------------------ undo

    async def ask_undo(self, page: Page, said: wire.Undo) -> None:
        """Take back the last decision of the page's seat; other people at the table have to agree."""
        async with self.lock:
            fault = await self._undo_fault(page, said)
            if fault is not None:
                page.send(fault)
                return
            seat = str(page.seat)
            others = {each for each in self.people if each != seat}
            self.wish = (seat, others, said.id)
            await self._agreed(page)
        self.wake()

    async def _undo_fault(self, page: Page, said: wire.Undo) -> wire.Outbound | None:
        if said.version != self.version:
            return await self.rules.run(self.frames.missed, page.seat, said.id)
        if page.seat not in self.people:
            return wire.Error(code="not-asked", says="only a player can take back a decision", id=said.id)
        fault = await self.rules.run(undo.undo_fault, self.match, page.seat)
        return wire.UndoRefused(id=said.id, version=self.version, says=fault) if fault else None

    async def agree(self, page: Page, said: wire.UndoAgree) -> None:
        """Agree or not; a page may speak for every seat that people play here."""
        async with self.lock:
            if self.wish is None or said.version != self.version:
                page.send(wire.UndoRefused(id=said.id, version=self.version, says="no undo is asked now"))
                return
            seats = set(said.seats) or {str(page.seat)}
            if not seats <= set(self.people):
                page.send(wire.Error(code="no-seat", says="you can agree only for seats that people play", id=said.id))
            elif not said.agree:
                self.wish = None
                for each in self.pages:
                    each.send(wire.UndoRefused(id=None, version=self.version, says="the other side does not agree"))
            else:
                self.wish[1].difference_update(seats)
                await self._agreed(page)
        self.wake()

    async def _agreed(self, page: Page) -> None:
        """Go back if all agree, else ask."""
        if self.wish is None:
            return
        seat, waits, message = self.wish
        if waits:
            for each in self.pages:
                each.send(wire.UndoAsked(version=self.version, seat=seat, waits=sorted(waits)))
            return
        to = undo.last_decision(self.match, seat)
        if to is None:
            return
        after = await self.rules.run(self.match.back, to)
        saved = self._moved(after)
        await self.store.play(self.saved, saved, [])
        self.saved, self.match, self.sealed, self.wish = saved, after, {}, None
        self.reasons = {n: why for n, why in self.reasons.items() if n <= to}
        for asked in self._waits_for():
            await self._stand_back(asked)
        await self.tell(to, page, message, seat, back=to)

    # ------------------------------------------------------------------ standing orders

    async def _always(self, seat: str, said: wire.Answer, page: Page) -> None:
        """An answer that also holds for questions like it; nothing is kept if it is refused."""
        asked, before, known = seat_view.asked_of(self.match, seat), self.version, self.standing.get(seat, [])
        if asked is None or said.always is None:
            return
        order = await self.rules.run(standing.made, self.match, seat, asked, said.answer, said.always, said.id)
        self._order(seat, [*(each for each in known if each.like != order.like), order][-_MOST_ORDERS:])
        await self._given(seat, said.answer, page, said.id, None)
        if self.version == before and seat not in self.sealed:
            self._order(seat, known)
        else:
            await self._keep_orders(seat)

    def _order(self, seat: str, orders: list[forms.Standing]) -> None:
        self.standing[seat], self._ordered = orders, True

    async def _keep_orders(self, seat: str, page: Page | None = None, message: str | None = None) -> None:
        """Store a seat's orders and tell its own pages."""
        await self.store.order(self.saved.id, seat, self.standing[seat])
        for each in self.pages:
            if each.seat == seat:
                each.send(wire.Orders(standing=self.standing[seat], id=message if each is page else None))

    async def revoke(self, page: Page, said: wire.Revoke) -> None:
        """Take back one standing order of the page's seat, or all."""
        async with self.lock:
            if page.seat is None:
                page.send(wire.Error(code="not-asked", says="only a player has standing orders", id=said.id))
                return
            known = self.standing.get(page.seat, [])
            self._order(page.seat, [each for each in known if said.order is not None and each.id != said.order])
            await self._keep_orders(page.seat, page, said.id)

    async def _stand_back(self, seat: str) -> None:
        """After an undo: the order that would only give the same answer again is gone."""
        if seat in self.standing and (found := await self.rules.run(self.frames.obeyed, seat)):
            self._order(seat, [each for each in self.standing[seat] if each.like != found[0].like])
            await self._keep_orders(seat)

    async def _stand(self, seat: str) -> None:
        """Answer for a seat by its orders; where it has none for this, those end that held only until now."""
        version = self.version
        found = await self.rules.run(self.frames.obeyed, seat)
        if found is None:
            async with self.lock:
                left = standing.outlived(self.standing[seat])
                if self.version == version and len(left) < len(self.standing[seat]):
                    self._order(seat, left)
                    await self._keep_orders(seat)
            return
        if any(page.seat != seat for page in self.pages):  # nobody shall tell an order from a player by the clock
            await asyncio.sleep(SystemRandom().uniform(*_PAUSE))
        await asyncio.shield(self._decided(seat, version, Thought(msgspec.Raw(to_json(found[1]))), None))

    # ------------------------------------------------------------------ bots

    def wake(self) -> None:
        """Let every bot think that is asked, and every standing order be heeded, unless nobody looks."""
        for seat in self._waits_for() if self.pages else ():
            played = next((each for each in self.saved.seats if each.seat == seat), None)
            if played is None or seat in self.thinking:
                continue
            if played.player == "bot":
                self._work(seat, self._think(played))
            elif self.standing.get(seat) and (seat, self.version) not in self._asked:
                self._asked = {(seat, self.version)}
                self._work(seat, self._stand(seat))

    def _work(self, seat: str, work: Coroutine[Any, Any, None]) -> None:
        self.thinking[seat] = asyncio.create_task(work)
        self.thinking[seat].add_done_callback(lambda _: self._thought(seat))

    def _thought(self, seat: str) -> None:
        task = self.thinking.pop(seat)
        if task.cancelled():
            return
        if error := task.exception():
            for page in self.pages:
                page.send(wire.Error(code="internal", says=f"the bot of {seat} failed: {error}"))
        else:
            self.wake()

    async def _think(self, played: forms.Seat) -> None:
        seat, version, match = played.seat, self.version, self.match
        budget = self.pace.left(seat, match.turn, played)
        sign = asyncio.create_task(self._sign(seat, version, budget))
        failed, began = "", monotonic()
        try:
            thought = await self.workers.think(job(self.saved.id, match, seat), played.bot, budget)
        except Exception as error:  # whatever a bot or a plug-in raises: the game goes on
            _log.warning("the bot %s of %s failed", played.bot, seat, exc_info=True)
            failed = str(error) if isinstance(error, GameError) else f"{type(error).__name__}: {error}"
            thought = Thought(msgspec.Raw(await self.rules.run(by_chance, match, seat)))
        finally:
            sign.cancel()
            self.pace.spend(seat, int((monotonic() - began) * 1000))
        await asyncio.shield(self._decided(seat, version, thought, thought))  # what is being stored is stored
        if failed:
            for page in self.pages:
                page.send(wire.Error(code="bot", says=f"the bot of {seat} failed ({failed}); chance played for it"))

    async def _decided(self, seat: str, version: int, thought: Thought, why: Thought | None) -> None:
        async with self.lock:
            if self.version == version and seat in self._waits_for():
                await self._given(seat, msgspec.json.decode(thought.answer), None, None, why)

    async def _sign(self, seat: str, version: int, budget: int) -> None:
        """Say every now and then that the bot still thinks."""
        start = monotonic()
        while True:
            elapsed = int((monotonic() - start) * 1000)
            for page in self.pages:
                page.send(wire.Thinking(version=version, seat=seat, elapsed=elapsed, budget=budget))
            await asyncio.sleep(_TICK)

    def _reasons(self, seat: str, before: Match, why: Thought, version: int) -> wire.BotReasons:
        question = seat_view.asked_of(before, seat)
        chosen = bytes(why.answer)
        options = [
            forms.Reason(
                label=seat_view.label(question, msgspec.json.decode(raw)), score=score, chosen=bytes(raw) == chosen
            )
            for raw, score in why.reasons
        ]
        return wire.BotReasons(version=version, seat=seat, options=options)

    def why(self, answer: int, seat: str | None) -> list[forms.Reason]:
        """What a bot weighed for that answer, for those who saw all that it saw; after the end for everybody."""
        found = self.reasons.get(answer)
        if found is None:
            return []
        line = self.match.lines[answer - 1]
        opened = self.match.request is None
        seen = isinstance(line.request, Ask) and self.match.rules.view(line.state, seat) == line.state
        return found.options if opened or seen else []

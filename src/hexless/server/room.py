"""A room: one match, the pages that look at it, the bots that play in it. One change at a time: play, store, show."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from hexless.kernel import Ask, AskAll, BadAnswer, GameError, IllegalAnswer, seats_asked, to_json

from . import affairs, forms, seat_view, wire
from .altered import chained
from .behind import Delay
from .bots_here import Bots, reasons
from .frames import Frames
from .keys import Held, Holder, held
from .match import Match, Settled, followed, resumed, shared
from .orders_here import Orders
from .results import counted
from .rules_thread import Rules
from .store import Kept, Repeated, Reply, Saved, Store, now
from .workers import Thought, Workers

__all__ = ["Page", "Room"]


class Page(Protocol):
    """A page that looks at a match from one seat (None: a spectator), with the keys that it showed."""

    seat: str | None
    keys: frozenset[bytes]

    def send(self, message: wire.Outbound) -> None: ...

    def end(self) -> None: ...


class Room:
    """The match as it stands, and who is here."""

    def __init__(self, store: Store, workers: Workers, rules: Rules, kept: Kept, match: Match) -> None:
        self.store, self.workers, self.rules = store, workers, rules
        self.saved, self.match = kept.saved, match
        self.sealed: dict[str, Any] = kept.sealed
        self.holders: dict[str, Holder] = kept.holders
        self.orders = Orders(self, kept.standing)
        self.delay = Delay(self, kept.times)
        self.reasons: dict[int, wire.BotReasons] = {}  # by the answer that they led to
        self.pages: list[Page] = []
        self.lock = asyncio.Lock()
        self.doubtful = False  # the database failed under a change: nobody knows whether it was kept
        self.bots = Bots(self)
        self.changed: Callable[[], Awaitable[None]] | None = None  # what is to be done whenever affairs have changed
        self._frames = Frames(kept.saved, match, frozenset(), {})
        self._weigh(kept.reasons)

    def _weigh(self, stored: dict[int, bytes]) -> None:
        self.reasons.update({n: msgspec.json.decode(body, type=wire.BotReasons) for n, body in stored.items()})

    @property
    def version(self) -> int:
        return self.saved.version

    @property
    def people(self) -> tuple[str, ...]:
        """The seats that people play."""
        return tuple(seat.seat for seat in self.saved.seats if seat.player == "human")

    # ------------------------------------------------------------------ pages

    def held(self, page: Page) -> Held:
        """What the page's keys open."""
        return held(self.holders, page.keys, self.saved.listed)

    async def enter(self, page: Page, message: str | None = None) -> None:
        """A page comes in."""
        async with self.lock:
            if self.delay.on:
                await self.delay.tell()
            if page not in self.pages:
                self.pages.append(page)
            page.send(await self.rules.run(lambda: self.framed(page.seat).welcome(page.seat, message)))
        self.wake()

    def leave(self, page: Page) -> None:
        """A page goes; bots do not play on before nobody."""
        if page in self.pages:
            self.pages.remove(page)
        if not self.pages:
            self.bots.rest()

    def wake(self) -> None:
        """Let those answer who do so by themselves."""
        self.bots.wake()

    @property
    def frames(self) -> Frames:
        """What pages are sent of the match as it stands now."""
        sealed = frozenset(self.sealed)
        now = self._frames
        if now.saved is not self.saved or now.match is not self.match or now.sealed != sealed or self.orders.fresh:
            self._frames = Frames(self.saved, self.match, sealed, self.orders.of)
            self.orders.fresh = False
        return self._frames

    def framed(self, seat: str | None) -> Frames:
        """What a page of this seat is sent; onlookers may be behind."""
        return self.delay.frames if seat is None else self.frames

    async def tell(
        self, since: int, sender: Page | None, message: str | None, by: str | None, back: int | None = None
    ) -> None:
        """Show everybody what has changed; the sender finds its message's id in it."""
        frames, late = self.frames, self.delay.on
        pages = [page for page in self.pages if page.seat is not None or not late]
        shown = await self.rules.run(frames.updates, [page.seat for page in pages], since, by, back)
        for page in pages:
            mine = message if page is sender else None
            if page.seat not in shown:  # it has taken another seat meanwhile
                shown[page.seat] = await self.rules.run(frames.update, page.seat, since, by, back)
            page.send(replace(shown[page.seat], id=mine))
        if late:
            await self.delay.tell()
        if self.match.request is None:
            ended = await self.rules.run(frames.ended)
            for page in list(self.pages):
                page.send(ended)

    # ------------------------------------------------------------------ what other processes did

    async def renew(self) -> None:
        """Read the match again if somebody else has changed it, and show what is new."""
        async with self.lock:
            kept = await self.store.read(self.saved.id)
            doubtful, self.doubtful = self.doubtful, False
            if kept is None or (kept.saved.tick == self.saved.tick and not doubtful):
                return
            before, played = self.match, kept.saved.version != self.version
            alike = len(self.sealed) == len(kept.sealed)
            if played or kept.saved.header != self.saved.header:
                self.match = await self.rules.run(self._caught_up, kept)
            self.saved, self.sealed, self.holders = kept.saved, kept.sealed, kept.holders
            self.orders.renew(kept.standing)
            self.delay.times = kept.times
            self._turn_out()
            if played or not alike:
                await self._show_since(before, kept)
        await self.affairs_changed()
        self.wake()

    def _caught_up(self, kept: Kept) -> Match:
        """The match of these rows, from the one that is here if it is the same up to some answer."""
        if kept.saved.header != self.saved.header:
            header = msgspec.json.decode(kept.saved.header, type=type(self.match.header))
            after = resumed(self.match.rules, header, kept.tape)
        else:
            after = followed(replace(self.match, settled=None), kept.tape)
        return replace(after, settled=settled(kept.saved))

    async def _show_since(self, before: Match, kept: Kept) -> None:
        same = -1
        if before.header == self.match.header:
            same = shared([line.entry for line in before.lines], [line.entry for line in self.match.lines])
        fresh = {n: body for n, body in kept.reasons.items() if n > same}
        self.reasons = {n: why for n, why in self.reasons.items() if n <= same}
        self._weigh(fresh)
        lines = self.match.lines[max(same, 0) :]
        by = lines[0].by if lines and " " not in lines[0].by else None
        await self.tell(same, None, None, by or None, same if same < before.answers else None)
        for n in fresh:
            self._show_reasons(n)

    def _turn_out(self) -> None:
        """A page whose key was replaced has to go."""
        for page in list(self.pages):
            has = self.held(page)
            if not (has.looks if page.seat is None else page.seat in has.seats):
                page.send(wire.Error(code="no-key", says="the key of this seat was replaced"))
                page.end()

    async def affairs_changed(self) -> None:
        """Something beside the game is different now."""
        if self.changed is not None:
            await self.changed()

    # ------------------------------------------------------------------ answers

    async def answer(self, page: Page, said: wire.Answer) -> None:
        """Check, play, store, then show."""
        async with self.lock:
            try:
                if self._asks(page, said) and not said.always:
                    await self.given(str(page.seat), said.answer, page, said.id, None)
                elif page.seat is not None and (before := await self.store.reply(self.saved.id, page.seat, said.id)):
                    page.send(await self._again(page, said.id, before))
                elif self._asks(page, said):
                    await self.orders.always(str(page.seat), said, page)
                else:
                    page.send(await self._out_of_turn(page, said))
            except Repeated:
                if first := await self.store.reply(self.saved.id, page.seat, said.id):
                    page.send(await self._again(page, said.id, first))
        self.wake()

    def _asks(self, page: Page, said: wire.Answer) -> bool:
        """Whether this answers the question that is open now."""
        mine = page.seat in self.waits_for() and said.seat in (None, page.seat)
        return mine and said.version == self.version and self.match.request is not None

    async def _out_of_turn(self, page: Page, said: wire.Answer) -> wire.Outbound:
        """What is said to an answer that nobody waits for."""
        if self.match.request is None and page.seat is not None:
            return wire.Error(code="over", says="the game is over", id=said.id)
        if said.version != self.version and page.seat is not None:
            return await self.rules.run(self.frames.missed, page.seat, said.id)
        return wire.Error(code="not-asked", says="this question is not put to your seat", id=said.id)

    def waits_for(self) -> list[str]:
        """The seats that have to answer; none before the dice are agreed on."""
        if self.saved.affairs.pending:
            return []
        return [seat for seat in seats_asked(self.match.request) if seat not in self.sealed]

    async def _again(self, page: Page, message: str, before: Reply) -> wire.Outbound:
        """The first reply to a message that came again, whatever has happened since."""
        if before.refused is not None:
            return wire.Refused(id=message, version=before.version, refusal=before.refused)
        then = self.frames
        if before.version != self.version or frozenset(before.given) != then.sealed:
            tape = [line.entry for line in self.match.lines]
            for undo in await self.store.undone(self.saved.id, before.version):
                tape = [*tape[: undo.kept], *undo.tape]
            match = await self.rules.run(followed, replace(self.match, settled=None), tape[: before.answers])
            then = Frames(replace(self.saved, version=before.version), match, frozenset(before.given), {})
        shown = await self.rules.run(then.update, page.seat, before.since, None if before.secret else before.seat)
        return replace(shown, id=message)

    async def given(self, seat: str, raw: Any, page: Page | None, message: str | None, why: Thought | None) -> None:
        """An answer of a seat that is asked: refused, sealed until all are there, or played."""
        request = self.match.request
        ask = next(ask for ask in seat_view.asks(request) if ask.seat == seat)
        meant = ask.question.meant if page is not None else lambda raw: raw
        try:
            if isinstance(request, AskAll):
                raw = msgspec.to_builtins(await self.rules.run(lambda: ask.judge(meant(raw))))
                if len(self.waits_for()) > 1:
                    return await self._seal(seat, raw, page, message)
                whole = [raw if ask.seat == seat else self.sealed[ask.seat] for ask in request.asks]
                after = await self.rules.run(self.match.play, whole)
            else:
                after = await self.rules.run(lambda: self.match.play(meant(raw)))
            await self._play(after, seat, page, message, why)
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
        reply = replace(self._reply(seat, self.match.answers), given=(*self.sealed, seat))
        after = replace(self.saved, tick=self.saved.tick + 1, affairs=self._paid())
        self.sealed = await self.store.seal(self.saved, after, seat, raw, message, reply)
        self.saved = after
        await self.tell(self.match.answers, page, message, seat)
        await self.affairs_changed()

    def _paid(self) -> forms.Affairs:
        return affairs.charged(self.saved.affairs, self.waits_for(), affairs.the_time())

    async def _play(self, after: Match, seat: str, page: Page | None, message: str | None, why: Thought | None) -> None:
        before, since = self.match, self.match.answers
        secret = isinstance(before.request, AskAll)
        saved = self._moved(after, seats_asked(before.request) if secret else (seat,))
        reply = Reply(seat=seat, version=saved.version, since=since, answers=after.answers, secret=secret)
        weighed = reasons(seat, before, why, saved.version) if why else None
        await self.store.play(
            self.saved,
            saved,
            [line.entry for line in after.lines[since:]],
            message=message,
            reply=reply if message else None,
            reasons=msgspec.json.encode(weighed) if weighed else None,
            sealed=secret,
            also=self._counts(saved),
        )
        self.saved, self.match, self.sealed = saved, after, {}
        self.delay.given(after.answers)
        await self.tell(since, page, message, None if secret else seat)
        if weighed:
            self.reasons[since + 1] = weighed
            self._show_reasons(since + 1)
        await self.affairs_changed()

    def _counts(self, after: Saved) -> Callable[[sa.Connection], None]:
        """What is written of a rated game when it ends."""
        return lambda connection: counted(connection, self.saved, after, self.holders)

    def _show_reasons(self, answer: int) -> None:
        for each in self.pages:
            if self.why(answer, each.seat):
                each.send(self.reasons[answer])

    def _moved(self, after: Match, by: tuple[str, ...]) -> Saved:
        """The row of the match after a change; its picture is drawn when somebody looks at it."""
        beside = affairs.decided(self.saved.affairs, self.saved.terms, self.waits_for(), by, affairs.the_time())
        return replace(
            self.saved,
            version=self.version + 1,
            tick=self.saved.tick + 1,
            answers=after.answers,
            changed=now(),
            affairs=replace(beside, chain=chained(self.saved, self.match, after)),
            ending=seat_view.ending(after) if after.request is None else None,
        )

    async def go_back(self, to: int, page: Page | None, message: str | None, seat: str) -> None:
        """Take back every answer after these."""
        after = await self.rules.run(self.match.back, to)
        saved = self._moved(after, ())
        await self.store.undo(self.saved, saved, [line.entry for line in self.match.lines[to:]])
        self.saved, self.match, self.sealed = saved, after, {}
        self.delay.given(to)
        self.reasons = {n: why for n, why in self.reasons.items() if n <= to}
        for asked in self.waits_for():
            await self.orders.stand_back(asked)
        await self.tell(to, page, message, seat, back=to)
        await self.affairs_changed()

    async def settle(self, how: Settled) -> None:
        """The players end the game; everything opens."""
        after = replace(self.match, settled=how)
        paid = replace(self._paid(), since=0, offers={}, undo=[])
        saved = replace(
            self.saved,
            version=self.version + 1,
            tick=self.saved.tick + 1,
            changed=now(),
            affairs=paid,
            ending=await self.rules.run(seat_view.ending, after),
        )
        await self.store.play(self.saved, saved, [], also=self._counts(saved))
        self.saved, self.match, self.sealed = saved, after, {}
        await self.tell(after.answers, None, None, None)
        await self.affairs_changed()

    async def restart(self, after: Match, beside: forms.Affairs) -> None:
        """The game begins with its true dice, in the place of the one that was only shown."""
        saved = replace(self._moved(after, ()), header=to_json(after.header), affairs=beside)
        await self.store.restart(self.saved, saved, [line.entry for line in after.lines])
        self.saved, self.match, self.sealed = saved, after, {}
        self.delay.given(0)
        self.delay.given(after.answers)
        await self.tell(-1, None, None, None, back=-1)
        await self.affairs_changed()

    async def change(self, beside: forms.Affairs) -> None:
        """Other affairs; the game itself stays as it is."""
        saved = replace(self.saved, tick=self.saved.tick + 1, affairs=beside)
        await self.store.change(self.saved, saved)
        self.saved = saved
        await self.affairs_changed()

    def why(self, answer: int, seat: str | None) -> list[forms.Reason]:
        """What a bot weighed for that answer, for those who saw all that it saw; after the end for everybody."""
        found = self.reasons.get(answer)
        if found is None or (seat is None and answer > self.framed(None).match.answers):
            return []
        line = self.match.lines[answer - 1]
        opened = self.match.request is None
        seen = isinstance(line.request, Ask) and self.match.rules.view(line.state, seat) == line.state
        return found.options if opened or seen else []


def settled(saved: Saved) -> Settled | None:
    """How the players ended a match, if they did."""
    ending = saved.ending
    if ending is None or ending.by == "rules":
        return None
    return Settled(ending.winner, ending.why, by=ending.by)

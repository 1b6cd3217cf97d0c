"""What the people at a table do beside answering: take back, offer, agree, resign, talk, watch the clock."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Literal

from msgspec.structs import replace

from . import affairs, forms, guided, talk, undo, wire
from .match import Settled
from .room import Page, Room
from .store import Taken, Unavailable

__all__ = ["PHRASES", "Table"]

PHRASES = ("Good luck", "Well played", "Good game", "Thank you", "One moment", "Your turn", "Oops")
_SHOWN = 100  # lines that a page is sent when it comes
_FORGET = 40.0  # seconds after which a process that says nothing is taken for gone
_AGAIN = 1.0  # seconds until another look when the database did not answer
_SLACK = 0.05  # seconds after a flag's moment, so that it has surely come


class Table:
    """The people around one room."""

    def __init__(self, room: Room, again: Callable[[Room], Awaitable[str]]) -> None:
        self.room, self._rematch = room, again
        self.elsewhere: dict[str, tuple[frozenset[str], float]] = {}  # by process: whose pages, when it was last heard
        self.announced: frozenset[str] | None = None  # the seats that other processes know to be here
        self._flag: asyncio.TimerHandle | None = None
        self._falling: asyncio.Task[None] | None = None
        self._undo: tuple[int, list[str]] = (-1, [])  # the undo that pages know of: in which version, who agrees
        self._told: dict[Page, tuple[wire.Around, int]] = {}  # what each page knows of this
        self._heard, self._hearing = 0, asyncio.Lock()
        self.visits = 0  # of pages that are about to come: the room has to stay
        room.changed = self.tell

    # ------------------------------------------------------------------ who is here

    def here(self) -> frozenset[str]:
        """The seats whose players look at the match through this process."""
        return frozenset().union(*(self.room.held(page).seats for page in self.room.pages))

    def around(self) -> wire.Around:
        """What goes on around the table now."""
        room, saved = self.room, self.room.saved
        fresh = monotonic() - _FORGET
        present = self.here().union(*(seats for seats, at in self.elsewhere.values() if at > fresh))
        running = bool(saved.affairs.since) and not saved.affairs.paused and saved.ending is None
        waits = room.waits_for()
        return wire.Around(
            people=[
                forms.Person(
                    seat=each.seat,
                    name=self._name(each.seat),
                    kept=each.seat in room.holders and bool(room.holders[each.seat].player),
                    here=each.seat in present,
                    free=each.player == "human" and each.seat not in room.holders,
                    bot=each.player == "bot",
                )
                for each in saved.seats
            ],
            terms=saved.terms,
            left=affairs.left(saved.affairs, waits, affairs.the_time()) if running else saved.affairs.left,
            ticking=[seat for seat in waits if running and seat in saved.affairs.left],
            paused=saved.affairs.paused,
            offers=saved.affairs.offers,
            stand_in=saved.affairs.stand_in,
            next=saved.affairs.next,
            dice=saved.affairs.dice,
        )

    async def tell(self) -> None:
        """Show everybody what goes on, and wait for the next flag."""
        told = self.around()
        beside = self.room.saved.affairs
        still = replace(told, left=beside.left), beside.since  # a clock that only runs says nothing new
        for page in list(self.room.pages):
            if self._told.get(page) != still:
                page.send(told)
        self._told = dict.fromkeys(self.room.pages, still)
        self._tell_undo()
        self._await_flag(told)

    def _tell_undo(self) -> None:
        """Tell everybody that an undo is asked for, or that it is off."""
        room, before = self.room, self._undo
        asked = room.saved.affairs.undo
        self._undo = (room.version, asked)
        if self._undo == before:
            return
        for page in list(room.pages):
            if asked:
                page.send(self._undo_asked())
            elif before[1] and before[0] == room.version:
                page.send(wire.UndoRefused(id=None, version=room.version, says="the other side does not agree"))

    def _undo_asked(self) -> wire.UndoAsked:
        """Who wants an undo, and who has not agreed to it yet."""
        room, beside = self.room, self.room.saved.affairs
        waits = sorted(set(room.people) - set(beside.undo) - set(beside.stand_in))
        return wire.UndoAsked(version=room.version, seat=beside.undo[0], waits=waits)

    async def came(self, page: Page) -> None:
        """A page has come: it is told, and a bot that sat in for its player goes."""
        room = self.room
        back = [seat for seat in room.saved.affairs.stand_in if seat in room.held(page).seats]
        async with room.lock:
            if back and room.match.request is not None:
                beside = room.saved.affairs
                await room.change(replace(beside, stand_in=[s for s in beside.stand_in if s not in back]))
                return
        await self.hear(page)
        await self.tell()
        if room.saved.affairs.undo:
            page.send(self._undo_asked())

    async def heard_of(self, process: str, seats: frozenset[str]) -> None:
        """Another process tells whose pages it serves."""
        before = self.around().people
        self.elsewhere[process] = seats, monotonic()
        if self.around().people != before:
            await self.tell()

    async def lives(self, process: str) -> None:
        """Another process is still there, and with it those whose pages it serves."""
        if process in self.elsewhere:
            seats, at = self.elsewhere[process]
            if seats and at < monotonic() - _FORGET:
                await self.heard_of(process, seats)
            else:
                self.elsewhere[process] = seats, monotonic()

    def _may(self, page: Page, seats: Iterable[str]) -> list[str]:
        """The seats for which a page speaks, of these or else of its own; only where people play."""
        mine = self.room.held(page).seats
        wanted = list(seats) or ([page.seat] if page.seat else [])
        return [seat for seat in self.room.people if seat in wanted] if set(wanted) <= mine else []

    def _nobody(self, page: Page, message: str) -> None:
        page.send(wire.Error(code="no-key", says="you have no key for this seat", id=message))

    # ------------------------------------------------------------------ undo

    async def ask_undo(self, page: Page, said: wire.Undo) -> None:
        """Take back the last decision of the page's seat; other people at the table have to agree."""
        room = self.room
        async with room.lock:
            if said.version != room.version:
                page.send(await room.rules.run(lambda: room.framed(page.seat).missed(page.seat, said.id)))
            elif page.seat not in room.people:
                page.send(wire.Error(code="not-asked", says="only a player can take back a decision", id=said.id))
            elif said.path:
                await self._back_to_path(page, said)
            elif page.seat in room.saved.affairs.undo[:1]:  # it may have been forgotten: a page that came back
                page.send(self._undo_asked())
            elif fault := await room.rules.run(undo.undo_fault, room.match, page.seat):
                page.send(wire.UndoRefused(id=said.id, version=room.version, says=fault))
            else:
                await self._agree_undo([str(page.seat)], page, said.id)
        room.wake()

    async def _back_to_path(self, page: Page, said: wire.Undo) -> None:
        """In a guided game dice are no reason to stay off the path: it is only a lesson."""
        room = self.room
        to = await room.rules.run(guided.way_back, room.match)
        if to is None or room.people != (page.seat,):
            page.send(wire.UndoRefused(id=said.id, version=room.version, says="there is no path to go back to"))
        else:
            await room.go_back(to, page, said.id, str(page.seat))

    async def agree_undo(self, page: Page, said: wire.UndoAgree) -> None:
        """Agree or not; a page may speak for every seat that it has a key for."""
        room = self.room
        async with room.lock:
            beside = room.saved.affairs
            seats = self._may(page, said.seats)
            if not beside.undo or said.version != room.version:
                page.send(wire.UndoRefused(id=said.id, version=room.version, says="no undo is asked now"))
            elif not seats:
                self._nobody(page, said.id)
            elif not said.agree:
                await room.change(replace(beside, undo=[]))
            else:
                await self._agree_undo([*beside.undo, *seats], page, None)
        room.wake()

    async def _agree_undo(self, seats: list[str], page: Page, message: str | None) -> None:
        """Go back if all agree, else ask; the seat that wants it is the first."""
        room = self.room
        waits = [seat for seat in room.people if seat not in seats and seat not in room.saved.affairs.stand_in]
        if waits:
            await room.change(replace(room.saved.affairs, undo=list(dict.fromkeys(seats))))
        elif (to := undo.last_decision(room.match, seats[0])) is not None:
            await room.go_back(to, page, message, seats[0])

    # ------------------------------------------------------------------ offers and the end

    async def offer(self, page: Page, said: wire.Offers) -> None:
        """Offer something, or agree to it, or not."""
        room = self.room
        async with room.lock:
            seats = self._may(page, said.seats)
            if not seats:
                self._nobody(page, said.id)
            elif fault := self._offer_fault(said):
                page.send(fault)
            else:
                beside = affairs.offered(room.saved.affairs, said.what, seats, said.agree)
                if affairs.agreed(beside, said.what, room.people):
                    await self._do(said.what, beside)
                elif beside != room.saved.affairs:
                    await room.change(beside)
        room.wake()

    def _offer_fault(self, said: wire.Offers) -> wire.Error | None:
        room, over = self.room, self.room.match.request is None
        if over != (said.what == "rematch"):
            says = "the game is over" if over else "the game is not over"
            return wire.Error(code="over" if over else "not-asked", says=says, id=said.id)
        if said.what == "draw" and len(room.people) < len(room.saved.seats):
            return wire.Error(code="unsupported", says="a bot agrees to no draw", id=said.id)
        return None

    async def _do(self, what: forms.Offer, beside: forms.Affairs) -> None:
        """What everybody has agreed to."""
        room, at = self.room, affairs.the_time()
        done = affairs.offered(beside, what, (), False)
        match what:
            case "draw":
                await room.settle(Settled(None, "a draw by agreement", by="agreed"))
            case "pause":
                await room.change(replace(affairs.charged(done, room.waits_for(), at), paused=True))
            case "resume":
                await room.change(replace(done, paused=False, since=at if done.since else 0))
            case "rematch":
                if not beside.next:
                    await room.change(replace(done, next=await self._rematch(room)))

    async def resign(self, page: Page, said: wire.Resign) -> None:
        """The seat that looks gives up."""
        room = self.room
        async with room.lock:
            seats = self._may(page, ())
            if room.match.request is None:
                page.send(wire.Error(code="over", says="the game is over", id=said.id))
            elif not seats:
                self._nobody(page, said.id)
            else:
                await self._lost(seats[0], f"{seats[0]} resigns", "resigned")

    async def _lost(self, seat: str, why: str, by: Literal["resigned", "time"]) -> None:
        winner = affairs.wins_by_default(self.room.match.header.seats, seat)
        await self.room.settle(Settled(winner, why, by=by))

    async def stand_in(self, page: Page, said: wire.StandIn) -> None:
        """The bot of the terms plays for a side that is away."""
        room = self.room
        async with room.lock:
            fault = self._stand_in_fault(page, said.seat)
            if fault:
                page.send(wire.Error(code="unsupported", says=fault, id=said.id))
            elif said.seat not in room.saved.affairs.stand_in:
                beside = room.saved.affairs
                await room.change(replace(beside, stand_in=[*beside.stand_in, said.seat]))
        room.wake()

    def _stand_in_fault(self, page: Page, seat: str) -> str:
        room = self.room
        if not room.saved.terms.sits_in:
            return "no bot was agreed to sit in"
        if seat not in room.people or room.match.request is None or not room.held(page).seats:
            return "nobody can sit in there"
        person = next(each for each in self.around().people if each.seat == seat)
        return f"{seat} is here" if person.here else ""

    # ------------------------------------------------------------------ talk

    async def say(self, page: Page, said: wire.Say) -> None:
        """Say something to everybody; only players talk, and where chat is off only in fixed phrases."""
        room = self.room
        seats = room.held(page).seats
        if not seats:
            self._nobody(page, said.id)
        elif not room.saved.terms.chat and said.says not in PHRASES:
            page.send(wire.Error(code="unsupported", says="only fixed phrases are said here", id=said.id))
        elif await talk.say(room.store.base, room.saved.id, page.seat or min(seats), _clean(said.says)):
            await self.hear()
        else:
            page.send(wire.Error(code="busy", says="enough was said in this match", id=said.id))

    async def hear(self, page: Page | None = None) -> None:
        """Pass on what was said since we last listened; a page that comes is told the last of it."""
        async with self._hearing:
            found = await talk.said(self.room.store.base, self.room.saved.id, self._heard if page is None else 0)
            lines = [forms.Line(n=n, seat=seat, name=self._name(seat), at=at, says=says) for n, seat, at, says in found]
            if lines and page is not None:
                page.send(wire.Chat(lines=lines[-_SHOWN:]))
            fresh = [line for line in lines if line.n > self._heard]
            for each in self.room.pages if fresh else ():
                if each is not page:
                    each.send(wire.Chat(lines=fresh))
            self._heard = lines[-1].n if lines else self._heard

    def _name(self, seat: str) -> str:
        holder = self.room.holders.get(seat)
        return holder.name if holder else ""

    # ------------------------------------------------------------------ the clock

    def _await_flag(self, told: wire.Around) -> None:
        """Look again when the first clock runs out."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        due = [told.left[seat] for seat in told.ticking if told.left[seat] > 0 or told.terms.clock is not None]
        if due and self.room.pages:
            self._flag = asyncio.get_running_loop().call_later(min(due) / 1000 + _SLACK, self._look_at_clock)

    def _look_at_clock(self) -> None:
        self._falling = asyncio.create_task(self.fall())

    async def fall(self) -> None:
        """Do what the terms say to a side whose time is up."""
        room, clock = self.room, self.room.saved.terms.clock
        if clock is None:
            return
        try:
            async with room.lock:
                down = affairs.fallen(room.saved.affairs, room.waits_for(), affairs.the_time())
                down = [seat for seat in down if seat not in room.saved.affairs.stand_in]
                if down and clock.flag == "loses":
                    await self._lost(down[0], f"the time of {down[0]} is up", "time")
                elif down and clock.flag == "bot":
                    beside = affairs.charged(room.saved.affairs, room.waits_for(), affairs.the_time())
                    await room.change(replace(beside, stand_in=[*beside.stand_in, *down]))
        except Taken:
            await room.renew()
        except Unavailable:  # the clock is looked at again when the match is read again
            room.doubtful = True
            self._flag = asyncio.get_running_loop().call_later(_AGAIN, self._look_at_clock)
        room.wake()

    @contextmanager
    def visited(self) -> Iterator[None]:
        """Somebody comes: meanwhile the room is not given up, though nobody is in it."""
        self.visits += 1
        try:
            yield
        finally:
            self.visits -= 1

    def close(self) -> None:
        """Nobody looks any more."""
        self.room.bots.rest()
        self.room.delay.close()
        if self._flag is not None:
            self._flag.cancel()


def _clean(says: str) -> str:
    """What was said, on one line."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in says).split())

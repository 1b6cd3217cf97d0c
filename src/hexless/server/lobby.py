"""The lobby: matches are begun, listed, taken, branched, recorded, and their rooms opened."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from secrets import token_urlsafe
from time import monotonic
from typing import Any

import msgspec

from hexless.bots import check
from hexless.draw import svg
from hexless.kernel import GameError, UnknownName, to_json
from hexless.kernel import record as records
from hexless.ruleset import find
from hexless.ruleset.briefs import about

from . import affairs, agreement, catalogue, deploying, guided, seat_view
from .altered import unaltered
from .around import Table
from .branching import knows_all, own_header
from .cards import card_of, scenario_name, seats_of
from .forecasts import Forecasts
from .forms import Seat, Terms
from .keys import LOOKING, Held, Holder, digest, held, new_key
from .limits import Limits, TooBusy
from .match import Match, resumed
from .metrics import Metrics
from .players import Players
from .rest import Begun, BranchWanted, Keys, MatchCard, MatchWanted, Picture, Seated, Sitting, Story
from .results import check_rated
from .room import Page, Room, settled
from .rules_thread import Rules
from .store import Kept, Saved, Store, now
from .story import story
from .workers import Workers

__all__ = ["Lobby", "NoKey", "NoMatch", "NotFree", "NotOver"]

_MOST_ROOMS = 64  # that nobody is in
_FRESH = 1.0  # seconds that the list of open tables is shown as it was
_IDLE = timedelta(days=3)  # after which a match that nobody ever played gives way when there are too many


class NoMatch(GameError):
    """There is no match of this id."""


class NotOver(GameError):
    """Something hidden may still matter."""


class NoKey(GameError):
    """The key for this is missing."""


class NotFree(GameError):
    """Somebody else sits there."""


class Lobby:
    """Every match of one store; the rooms of those that are being looked at."""

    def __init__(self, store: Store, workers: Workers, limits: Limits | None = None, public: bool = False) -> None:
        self.store, self.workers, self.rules, self.public = store, workers, Rules(), public
        self.limits = limits or Limits()
        self.players = Players(store.base, self.limits)
        self.forecasts = Forecasts(seconds=self.limits.seconds)
        workers.most = self.limits.bot
        self.rooms: dict[str, Room] = {}
        self.tables: dict[str, Table] = {}
        self.metrics = Metrics()
        self.announce: Callable[[Table], Awaitable[None]] | None = None  # to other processes, who is here
        self._opening = asyncio.Lock()
        self._shown: tuple[float, list[MatchCard]] | None = None  # the list of open tables, and since when

    def warm(self) -> None:
        """Load the games in the background."""
        self._warming = asyncio.create_task(self._warm())
        self.workers.warm()
        self.forecasts.workers.warm()

    async def _warm(self) -> None:
        for work in deploying.preparations():  # one at a time: whoever comes meanwhile is served
            await self.rules.run(work)

    async def close(self) -> None:
        for table in self.tables.values():
            table.close()
        self.workers.close()
        self.forecasts.close()
        self.rules.close()
        await self.store.close()

    # ------------------------------------------------------------------ new matches

    async def begin(self, wanted: MatchWanted) -> Begun:
        """A new match."""
        if wanted.guide:
            return await self._guided(wanted.game)
        agreed = (wanted.dice or ("agreed" if self.public or wanted.terms.rated else "seeded")) == "agreed"
        if wanted.seed and (agreed or self.public):
            raise GameError("nobody chooses the seed of dice that are agreed on; leave it out")
        seed = wanted.seed or token_urlsafe(9)
        make = (wanted.scenario, wanted.forces, wanted.rulings, seed)
        if wanted.deployed and not wanted.seed:
            match = await self.rules.run(deploying.ready, wanted.game, *make)
        else:
            match = await self.rules.run(catalogue.start, find(wanted.game), *make)
        seats = seats_of(match, wanted.seats)
        check_rated(wanted.terms, seats, agreed)
        if wanted.terms.sits_in:
            check(wanted.terms.sits_in)
        if wanted.deployed and wanted.seed:
            match = await self.rules.run(deploying.deployed, match)
        free = {each.seat for each in wanted.seats if each.player == "open"}
        keys = {seat.seat: new_key() for seat in seats if seat.player == "human" and seat.seat not in free}
        saved = await self._row(match, seats, scenario_name(match), listed=wanted.listed, terms=wanted.terms)
        saved, match = await self.rules.run(agreement.diced, saved, match, agreed)
        await self._room_for_one_more()
        begun = await self._begun(saved, match, {**keys, LOOKING: new_key()})
        if wanted.habits:
            await self._accustom(begun.id, match, seats)
        return begun

    async def _accustom(self, name: str, match: Match, seats: tuple[Seat, ...]) -> None:
        """People begin with the game's usual standing orders."""
        if orders := deploying.usual(about(match.rules)):
            for seat in seats:
                if seat.player == "human":
                    await self.store.order(name, seat.seat, orders)

    async def _guided(self, game: str) -> Begun:
        """The guided match of a game; its dice are known beforehand, so that it is nobody's test of luck."""
        match = await self.rules.run(guided.begin, find(game).id)
        seats = tuple(await self.rules.run(guided.seats, match.rules.id))
        saved = await self._row(match, seats, scenario_name(match))
        await self._room_for_one_more()
        begun = await self._begun(saved, match, {each.seat: new_key() for each in seats if each.player == "human"})
        await self._accustom(begun.id, match, seats)
        return begun

    async def _room_for_one_more(self) -> None:
        if await self.store.running() >= self.limits.matches and not await self.store.forget(now(_IDLE)):
            raise TooBusy("this server keeps no more games; come again when some are over")

    async def branch(self, name: str, wanted: BranchWanted, keys: frozenset[bytes]) -> Begun:
        """A new match from an earlier moment of another, which stays as it is; the dice to come are new ones.

        A running game is branched only by whoever plays it alone.
        """
        has = self._known(room := await self.open(name), keys)
        if (running := room.match.request is not None) and not set(room.people) <= has.seats:
            raise NoKey("a running game is branched only by whoever holds all its seats")
        if wanted.at > room.match.answers:
            raise GameError(f"the match has {room.match.answers} answers; it cannot branch at {wanted.at}")
        if running and not await self.rules.run(knows_all, room.match, has.seats, wanted.at):
            raise GameError("something is hidden from you there; it can be branched when the game is over")
        tape = [line.entry for line in room.match.lines[: wanted.at]]
        header = await self.rules.run(room.match.branched, name, wanted.at, token_urlsafe(9))
        match = await self.rules.run(resumed, room.match.rules, header, tape)
        seats = seats_of(match, wanted.seats) if wanted.seats else room.saved.seats
        saved = await self._row(match, seats, room.saved.scenario, branch=(name, wanted.at))
        saved, match = await self.rules.run(agreement.diced, saved, match, room.saved.affairs.dice is not None)
        await self._room_for_one_more()
        return await self._begun(saved, match, {s.seat: new_key() for s in seats if s.player == "human"})

    async def again(self, room: Room) -> str:
        """The same game once more with sides changed: every player's key opens the next seat in the new match."""
        header, rules = room.match.header, room.match.rules
        seed = token_urlsafe(9)
        match = await self.rules.run(catalogue.again, rules, header, seed)
        old = room.saved.seats
        moved = {new.seat: was.seat for new, was in zip(old, (*old[1:], old[0]))}  # who sits there now sat there
        by_seat = {each.seat: each for each in old}
        seats = tuple(msgspec.structs.replace(by_seat[moved[each.seat]], seat=each.seat) for each in old)
        saved = await self._row(match, seats, room.saved.scenario, listed=room.saved.listed, terms=room.saved.terms)
        saved, match = await self.rules.run(agreement.diced, saved, match, room.saved.affairs.dice is not None)
        holders = {seat: room.holders[was] for seat, was in moved.items() if was in room.holders}
        if LOOKING in room.holders:
            holders[LOOKING] = room.holders[LOOKING]
        await self.store.create(saved, [line.entry for line in match.lines], holders)
        return saved.id

    async def _row(
        self,
        match: Match,
        seats: tuple[Seat, ...],
        scenario: str,
        *,
        branch: tuple[str, int] | None = None,
        listed: bool = False,
        terms: Terms | None = None,
    ) -> Saved:
        began, terms = now(), terms or Terms()
        return Saved(
            id=token_urlsafe(12).replace("_", "-"),
            game=match.rules.id,
            scenario=scenario,
            header=to_json(match.header),
            luck=match.header.seed,
            seats=seats,
            version=0,
            answers=match.answers,
            started=began,
            changed=began,
            scene=await self.rules.run(lambda: msgspec.json.encode(seat_view.scene(match, None))),
            ending=seat_view.ending(match),
            branch_of=branch[0] if branch else None,
            branch_at=branch[1] if branch else None,
            listed=listed,
            terms=terms,
            affairs=affairs.sets_out(terms, [seat.seat for seat in seats if seat.player == "human"]),
        )

    async def _begun(self, saved: Saved, match: Match, keys: Mapping[str, str]) -> Begun:
        holders = {seat: Holder(key=digest(key)) for seat, key in keys.items()}
        await self.store.create(saved, [line.entry for line in match.lines], holders)
        self._shown = None  # whoever begins an open table finds it in the list
        card = card_of(saved, holders, Held(frozenset(keys) - {LOOKING}, True))
        return Begun(**msgspec.structs.asdict(card), keys=dict(keys))

    # ------------------------------------------------------------------ lists

    async def listed(self) -> list[MatchCard]:
        """The matches that everybody may find, the last played first."""
        if self._shown is None or monotonic() - self._shown[0] > _FRESH:
            found = await self.store.listed()
            holders = await self.store.holders([saved.id for saved in found])
            self._shown = monotonic(), [card_of(saved, holders[saved.id], Held()) for saved in found]
        return self._shown[1]

    async def mine(self, keys: Keys) -> list[MatchCard]:
        """Those matches that these keys open, the last played first."""
        shown = {name: frozenset(map(digest, given)) for name, given in keys.keys.items()}
        return await self._cards(await self.store.these(list(shown)), shown)

    async def _cards(self, found: Sequence[Saved], keys: Mapping[str, frozenset[bytes]]) -> list[MatchCard]:
        holders = await self.store.holders([saved.id for saved in found])
        cards = []
        for saved in found:
            has = held(holders[saved.id], keys.get(saved.id, ()), saved.listed)
            if has.looks:
                cards.append(card_of(await self._pictured(saved), holders[saved.id], has))
        return cards

    async def card(self, name: str, keys: frozenset[bytes]) -> MatchCard:
        """One match, for whoever has a key."""
        found = await self.store.these([name])
        if not found:
            raise NoMatch(f"there is no match {name}")
        cards = await self._cards(found, {name: keys})
        if not cards:
            raise NoKey("this match is private: open it by its link")
        return cards[0]

    async def _pictured(self, saved: Saved) -> Saved:
        """The row with a picture of the table as it stands, if it is being played."""
        room = self.rooms.get(saved.id)
        return saved if room is None else msgspec.structs.replace(saved, scene=await self._picture(room))

    async def _picture(self, room: Room) -> bytes:
        """What a spectator sees; drawn only when somebody looks at it, or when the last page goes."""
        return await self.rules.run(lambda: bytes(seat_view.seen(room.framed(None).match, None).drawn))

    # ------------------------------------------------------------------ seats

    def _known(self, room: Room, keys: frozenset[bytes]) -> Held:
        has = held(room.holders, keys, room.saved.listed)
        if not has.looks:
            raise NoKey("this match is private: open it by its link")
        return has

    async def take(self, name: str, seat: str, wanted: Sitting, keys: frozenset[bytes]) -> Seated:
        """Take a free seat; whoever comes first has it."""
        self._known(room := await self.open(name), keys)
        if seat not in room.people:
            raise UnknownName("seat that people play", seat, room.people)
        key, who = new_key(), await self.players.who(wanted.player, wanted.name)
        if not await self.store.take(room.saved, seat, Holder(key=digest(key), name=who.name, player=who.id)):
            raise NotFree(f"somebody else has taken {seat}")
        await room.renew()
        return Seated(seat=seat, key=key, name=who.name)

    async def rekey(self, name: str, seat: str, keys: frozenset[bytes]) -> Seated:
        """A new key for a seat, for the holder of the old one, which opens nothing any more."""
        room, holder = await self._holder(name, seat, keys)
        key = new_key()
        place = LOOKING if seat == "onlookers" else seat
        if not await self.store.hold(name, place, msgspec.structs.replace(holder, key=digest(key)), holder.key):
            raise NoKey("you have no key for this seat")
        await room.renew()
        return Seated(seat=seat, key=key, name=holder.name)

    async def rename(self, name: str, seat: str, wanted: Sitting, keys: frozenset[bytes]) -> Seated:
        """Play on under this name."""
        room, holder = await self._holder(name, seat, keys)
        who = await self.players.who(wanted.player, wanted.name)
        if room.saved.terms.rated and who.id != holder.player and not room.saved.affairs.pending:
            raise NotFree("the game is rated: its players keep their names")
        after = msgspec.structs.replace(holder, name=who.name, player=who.id)
        if not await self.store.hold(name, seat, after, holder.key):
            raise NoKey("you have no key for this seat")
        await room.renew()
        return Seated(seat=seat, key="", name=after.name)

    async def _holder(self, name: str, seat: str, keys: frozenset[bytes]) -> tuple[Room, Holder]:
        room = await self.open(name)
        holder = room.holders.get(LOOKING if seat == "onlookers" else seat)
        if holder is None or holder.key not in keys:
            raise NoKey("you have no key for this seat")
        return room, holder

    # ------------------------------------------------------------------ rooms

    async def come(self, room: Room, page: Page) -> None:
        """A page comes in."""
        with (table := self.tables[room.saved.id]).visited():
            await room.enter(page)
            await table.came(page)
            await self._announce(table)

    async def _announce(self, table: Table) -> None:
        if self.announce is not None:
            await self.announce(table)

    async def leave(self, room: Room, page: Page) -> None:
        """A page goes; with the last one the picture of the table is kept."""
        if page not in room.pages:  # it was turned away
            return
        room.leave(page)
        await self._announce(self.tables[room.saved.id])
        if room.pages:
            await room.affairs_changed()
        else:
            await self.store.picture(room.saved.id, await self._picture(room))

    async def record(self, name: str, keys: frozenset[bytes]) -> bytes:
        """The record of a match that is over; before that it would tell what is hidden."""
        self._known(room := await self.open(name), keys)
        if room.match.request is not None:
            raise NotOver("the record opens when the game is over")
        return await self.rules.run(lambda: b"".join(records.dump(room.match.record())))

    async def story(self, name: str, keys: frozenset[bytes]) -> Story:
        """The story of a match that is over."""
        self._known(room := await self.open(name), keys)
        if room.match.request is not None:
            raise NotOver("the story is told when the game is over")
        return await self.rules.run(story, room.match)

    async def drawn(self, name: str, keys: frozenset[bytes]) -> Picture:
        """The table as an onlooker sees it, drawn."""
        self._known(room := await self.open(name), keys)
        return Picture(svg=await self.rules.run(lambda: svg(seat_view.scene(room.framed(None).match, None))))

    async def open(self, name: str) -> Room:
        """The room of a match, brought back from the store if need be."""
        async with self._opening:
            if name not in self.rooms:
                kept = await self.store.read(name)
                if kept is None:
                    raise NoMatch(f"there is no match {name}")
                self._make_place()
                self.rooms[name] = await self._room(kept)
                self.tables[name] = Table(self.rooms[name], self.again)
                await self.tables[name].fall()
        room = self.rooms[name]
        with self.tables[name].visited():
            if not room.pages and (await self.store.ticks([name])).get(name) != room.saved.tick:
                await room.renew()  # nobody looked at it here, so nobody heeded what others did
        return room

    async def _room(self, kept: Kept) -> Room:
        saved = kept.saved
        header = own_header(saved, msgspec.json.decode(saved.header, type=records.Header))
        match = await self.rules.run(resumed, find(saved.game), header, kept.tape)
        if match.answers != saved.answers:
            raise GameError(f"the match {saved.id} has {saved.answers} answers but plays on to {match.answers}")
        match = msgspec.structs.replace(unaltered(saved, match), settled=settled(saved))
        return Room(self.store, self.workers, self.rules, kept, match)

    def _make_place(self) -> None:
        empty = [name for name, room in self.rooms.items() if not room.pages and not self.tables[name].visits]
        for name in empty[: max(0, len(empty) + 1 - _MOST_ROOMS)]:
            self.tables.pop(name).close()
            del self.rooms[name]


def seat_of(room: Room, page: Page, seat: str | None) -> Any:
    """The seat that a page asked for, or None for a spectator; refused if there is none, or no key for it."""
    has = room.held(page)
    if seat is not None and seat not in room.match.header.seats:
        raise UnknownName("seat", seat, room.match.header.seats)
    if not (has.looks if seat is None else seat in has.seats):
        raise NoKey("this match is private: open it by its link" if not has.looks else f"you have no key for {seat}")
    return seat

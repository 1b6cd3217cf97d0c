"""The lobby: matches are begun, listed, branched, recorded, and their rooms opened."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from secrets import token_urlsafe
from typing import Any

import msgspec

from hexless.bots import check
from hexless.kernel import GameError, UnknownName, to_json
from hexless.kernel import record as records
from hexless.ruleset import Scene, find
from hexless.ruleset.briefs import about
from hexless.ruleset.fairness import set_up_stream

from . import catalogue, deploying, seat_view, wire
from .forecasts import Forecasts
from .forms import Seat
from .limits import Limits
from .match import Match, resumed
from .rest import BranchWanted, MatchCard, MatchWanted, SeatWanted, SetUp, Story
from .room import Page, Room
from .rules_thread import Rules
from .store import Kept, Saved, Store, now
from .story import story
from .workers import Workers

__all__ = ["Lobby", "NoMatch", "NotOver"]

_MOST_ROOMS = 64


class NoMatch(GameError):
    """There is no match of this id."""


class NotOver(GameError):
    """Something hidden may still matter."""


class Lobby:
    """Every match of one store; the rooms of those that are being looked at."""

    def __init__(self, store: Store, workers: Workers, limits: Limits | None = None) -> None:
        self.store, self.workers, self.rules = store, workers, Rules()
        self.limits = limits or Limits()
        self.forecasts = Forecasts(seconds=self.limits.seconds)
        workers.most = self.limits.bot
        self.rooms: dict[str, Room] = {}
        self._opening = asyncio.Lock()

    def warm(self) -> None:
        """Load the games in the background."""
        self._warming = asyncio.create_task(self._warm())
        self.workers.warm()
        self.forecasts.workers.warm()

    async def _warm(self) -> None:
        await self.rules.run(catalogue.warm)
        await self.rules.run(deploying.warm)

    async def close(self) -> None:
        for room in self.rooms.values():
            for task in room.thinking.values():
                task.cancel()
        self.workers.close()
        self.forecasts.close()
        self.rules.close()
        await self.store.close()

    async def begin(self, wanted: MatchWanted) -> MatchCard:
        """A new match."""
        seed = wanted.seed or token_urlsafe(9)
        make = (wanted.scenario, wanted.forces, wanted.rulings, seed)
        if wanted.deployed and not wanted.seed:
            match = await self.rules.run(deploying.ready, wanted.game, *make)
        else:
            match = await self.rules.run(catalogue.start, find(wanted.game), *make)
        seats = _seats(match, wanted.seats)
        if wanted.deployed and wanted.seed:
            match = await self.rules.run(deploying.deployed, match)
        card = await self._keep(match, seats, _scenario_name(match))
        if wanted.habits and (orders := deploying.usual(about(match.rules))):
            for seat in seats:
                if seat.player == "human":
                    await self.store.order(card.id, seat.seat, orders)
        return card

    async def branch(self, name: str, wanted: BranchWanted) -> MatchCard:
        """A new match from an earlier moment of another, which stays as it is; the dice to come are new ones."""
        room = await self.open(name)
        if wanted.at > room.match.answers:
            raise GameError(f"the match has {room.match.answers} answers; it cannot branch at {wanted.at}")
        tape = [line.entry for line in room.match.lines[: wanted.at]]
        header = await self.rules.run(room.match.branched, name, wanted.at, token_urlsafe(9))
        match = await self.rules.run(resumed, room.match.rules, header, tape)
        seats = _seats(match, wanted.seats) if wanted.seats else room.saved.seats
        return await self._keep(match, seats, room.saved.scenario, (name, wanted.at))

    async def _keep(
        self, match: Match, seats: tuple[Seat, ...], scenario: str, branch: tuple[str, int] | None = None
    ) -> MatchCard:
        began = now()
        saved = Saved(
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
        )
        await self.store.create(saved, [line.entry for line in match.lines])
        return _card(saved)

    async def all(self) -> list[MatchCard]:
        """The matches, the last played first."""
        return [_card(await self._pictured(saved)) for saved in await self.store.all()]

    async def card(self, name: str) -> MatchCard:
        """One match."""
        kept = await self.store.read(name)
        if kept is None:
            raise NoMatch(f"there is no match {name}")
        return _card(await self._pictured(kept.saved))

    async def _pictured(self, saved: Saved) -> Saved:
        """The row with a picture of the table as it stands, if it is being played."""
        room = self.rooms.get(saved.id)
        return saved if room is None else msgspec.structs.replace(saved, scene=await self._picture(room))

    async def _picture(self, room: Room) -> bytes:
        """What a spectator sees; drawn only when somebody looks at it, or when the last page goes."""
        return await self.rules.run(lambda: bytes(seat_view.seen(room.match, None).drawn))

    async def leave(self, room: Room, page: Page) -> None:
        """A page goes; with the last one the picture of the table is kept."""
        room.leave(page)
        if not room.pages:
            await self.store.picture(room.saved.id, await self._picture(room))

    async def record(self, name: str) -> bytes:
        """The record of a match that is over; before that it would tell what is hidden."""
        room = await self.open(name)
        if room.match.request is not None:
            raise NotOver("the record opens when the game is over")
        return await self.rules.run(lambda: b"".join(records.dump(room.match.record())))

    async def story(self, name: str) -> Story:
        """The story of a match that is over."""
        room = await self.open(name)
        if room.match.request is not None:
            raise NotOver("the story is told when the game is over")
        return await self.rules.run(story, room.match)

    async def open(self, name: str) -> Room:
        """The room of a match, brought back from the store if need be."""
        async with self._opening:
            if name not in self.rooms:
                kept = await self.store.read(name)
                if kept is None:
                    raise NoMatch(f"there is no match {name}")
                self._make_place()
                self.rooms[name] = await self._room(kept)
            return self.rooms[name]

    def drop(self, room: Room) -> None:
        """Forget a room; the next page that comes has it read from the store again."""
        if self.rooms.get(room.saved.id) is room:
            del self.rooms[room.saved.id]

    async def _room(self, kept: Kept) -> Room:
        saved = kept.saved
        header = _own(saved, msgspec.json.decode(saved.header, type=records.Header))
        match = await self.rules.run(resumed, find(saved.game), header, kept.tape)
        if match.answers != saved.answers:
            raise GameError(f"the match {saved.id} has {saved.answers} answers but plays on to {match.answers}")
        room = Room(self.store, self.workers, self.rules, saved, match)
        room.sealed = kept.sealed
        room.standing.update(kept.standing)
        room.reasons = {n: msgspec.json.decode(body, type=wire.BotReasons) for n, body in kept.reasons.items()}
        return room

    def _make_place(self) -> None:
        empty = [name for name, room in self.rooms.items() if not room.pages]
        for name in empty[: max(0, len(self.rooms) + 1 - _MOST_ROOMS)]:
            del self.rooms[name]


def _own(saved: Saved, header: records.Header) -> records.Header:
    """The header of a match; a branch from before branches had one of their own is given it."""
    if saved.luck == header.seed:
        return header
    setup = set_up_stream(header).key
    branch = records.Branch(of=saved.branch_of or "", at=saved.branch_at or 0, chain="", setup=setup)
    return msgspec.structs.replace(header, seed=saved.luck, branch=branch)


def _scenario_name(match: Match) -> str:
    scenario = match.header.scenario
    return str(scenario.get("name", "")) if isinstance(scenario, dict) else ""


def _seats(match: Match, wanted: Sequence[SeatWanted]) -> tuple[Seat, ...]:
    """Every seat of the match; people play those that nobody named."""
    seats = match.header.seats
    chosen = {each.seat: each for each in wanted}
    for name in chosen:
        if name not in seats:
            raise UnknownName("seat", name, seats)
    return tuple(_seat(name, chosen.get(name)) for name in seats)


def _seat(name: str, wanted: SeatWanted | None) -> Seat:
    if wanted is None or wanted.player == "human":
        return Seat(seat=name)
    bot = wanted.bot or "greedy"
    check(bot)  # an unknown one is refused here
    return Seat(seat=name, player="bot", bot=bot, budget=wanted.budget)


def _card(saved: Saved) -> MatchCard:
    title, broken, setup = saved.game, "", SetUp()
    try:
        title = find(saved.game).title
        setup = catalogue.begun(find(saved.game), msgspec.json.decode(saved.header, type=records.Header))
    except Exception as error:  # a game that is no longer installed, or is broken
        broken = f"{type(error).__name__}: {error}"
    return MatchCard(
        id=saved.id,
        game=saved.game,
        title=title,
        scenario=saved.scenario,
        seats=list(saved.seats),
        setup=setup,
        answers=saved.answers,
        version=saved.version,
        started=saved.started,
        changed=saved.changed,
        scene=msgspec.json.decode(saved.scene, type=Scene),
        ended=saved.ending,
        branch_of=saved.branch_of,
        branch_at=saved.branch_at,
        broken=broken,
    )


def seat_of(room: Room, seat: str | None) -> Any:
    """The seat that a page asked for, or None for a spectator; `UnknownName` for one that there is not."""
    if seat is not None and seat not in room.match.header.seats:
        raise UnknownName("seat", seat, room.match.header.seats)
    return seat

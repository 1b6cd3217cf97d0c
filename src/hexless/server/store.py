"""Matches on disk: SQLite by default, PostgreSQL for servers, one code path. Every answer is here before it shows.

No process owns a match. A change is written under a check of the match's `tick`; who comes second gets `Taken`, reads
the match again and goes on from there. PostgreSQL tells the other processes which match has changed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from hexless.kernel import Entry, GameError, to_json

from . import tables
from .affairs import the_time
from .database import Database, Unavailable, engine
from .forms import Affairs, Ending, Refusal, Seat, Standing, Terms
from .keys import Holder

_AT_ONCE = 5_000  # matches that are forgotten in one go

__all__ = ["Kept", "Reply", "Saved", "Store", "Taken", "Unavailable", "Undone", "engine", "now"]


class Taken(GameError):
    """Another process has gone on with this match."""


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """What a client's message got: the version after it, the answers before and after it, or the refusal."""

    seat: str
    version: int
    since: int
    answers: int
    refused: Refusal | None = None
    secret: bool = False  # it opened sealed answers: of several seats
    given: tuple[str, ...] = ()  # the seats whose sealed answers were there then


class Saved(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the list of matches."""

    id: str
    game: str
    scenario: str
    header: bytes
    luck: str
    seats: tuple[Seat, ...]
    version: int
    answers: int
    started: str
    changed: str
    scene: bytes
    ending: Ending | None = None
    branch_of: str | None = None
    branch_at: int | None = None
    listed: bool = False
    tick: int = 0
    terms: Terms = Terms()
    affairs: Affairs = Affairs()


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """All that is stored of one match."""

    saved: Saved
    tape: tuple[Entry, ...]
    sealed: dict[str, Any]
    reasons: dict[int, bytes]
    standing: dict[str, list[Standing]]
    holders: dict[str, Holder]


class Undone(msgspec.Struct, frozen=True):
    """An undo: the version that it led to, how many answers were left, and those that were taken back."""

    version: int
    kept: int
    tape: tuple[Entry, ...]


class Store:
    """The matches of one database."""

    def __init__(self, made: AsyncEngine) -> None:
        self.base = Database(made)

    async def open(self) -> None:
        """Bring the tables to today's form."""
        await self.base.open()

    async def close(self) -> None:
        await self.base.close()

    async def create(self, saved: Saved, tape: Sequence[Entry], holders: Mapping[str, Holder]) -> None:
        """Keep a new match with its first answers and who holds its seats."""
        async with self.base.writing() as connection:
            await connection.execute(sa.insert(tables.matches).values(**_row(saved)))
            await _append(connection, saved.id, 0, tape, None)
            rows = [{"match": saved.id, "seat": s, **msgspec.structs.asdict(each)} for s, each in holders.items()]
            if rows:
                await connection.execute(sa.insert(tables.holders), rows)

    # ------------------------------------------------------------------ reading

    async def listed(self, most: int = 200) -> list[Saved]:
        """The matches that everybody may look at, the last changed first."""
        table = tables.matches  # without what is heavy: nobody looks at two hundred pictures
        columns = [each for each in table.c if each.name not in ("header", "scene")]
        wanted = sa.select(*columns, sa.literal(b"").label("header"), sa.literal(b"").label("scene"))
        return await self._rows(wanted.where(table.c.listed).order_by(table.c.changed.desc(), table.c.id).limit(most))

    async def running(self) -> int:
        """How many matches are not over."""
        wanted = sa.select(sa.func.count()).select_from(tables.matches).where(tables.matches.c.ending.is_(None))
        async with self.base.reading() as connection:
            return (await connection.execute(wanted)).scalar() or 0

    async def these(self, matches: Sequence[str]) -> list[Saved]:
        """The matches of these ids, the last changed first."""
        wanted = sa.select(tables.matches).where(tables.matches.c.id.in_(matches))
        return await self._rows(wanted.order_by(tables.matches.c.changed.desc(), tables.matches.c.id))

    async def _rows(self, wanted: sa.Select[Any]) -> list[Saved]:
        async with self.base.reading() as connection:
            return [_saved(row) for row in (await connection.execute(wanted)).mappings()]

    async def ticks(self, matches: Sequence[str]) -> dict[str, int]:
        """How often each of these matches has changed."""
        wanted = sa.select(tables.matches.c.id, tables.matches.c.tick).where(tables.matches.c.id.in_(matches))
        async with self.base.reading() as connection:
            return {row.id: row.tick for row in await connection.execute(wanted)}

    async def holders(self, matches: Sequence[str]) -> dict[str, dict[str, Holder]]:
        """Who holds the seats of these matches."""
        found: dict[str, dict[str, Holder]] = {match: {} for match in matches}
        async with self.base.reading() as connection:
            rows = await connection.execute(sa.select(tables.holders).where(tables.holders.c.match.in_(matches)))
            for row in rows:
                found[row.match][row.seat] = _holder(row)
        return found

    async def read(self, match: str, since: int = 0) -> Kept | None:
        """One match with its tape after so many answers."""
        async with self.base.reading() as connection:
            row = (await connection.execute(_of(tables.matches, id=match))).mappings().first()
            if row is None:
                return None
            after = _of(tables.answers, match=match).where(tables.answers.c.n > since).order_by("n")
            lines = list(await connection.execute(after))
            sealed = await connection.execute(_of(tables.sealed, match=match))
            standing = await connection.execute(_of(tables.standing, match=match))
            held = await connection.execute(_of(tables.holders, match=match))
            return Kept(
                saved=_saved(row),
                tape=tuple(Entry(line.ask, msgspec.json.decode(line.answer)) for line in lines),
                sealed={each.seat: msgspec.json.decode(each.answer) for each in sealed},
                reasons={line.n: line.reasons for line in lines if line.reasons},
                standing={each.seat: msgspec.json.decode(each.body, type=list[Standing]) for each in standing},
                holders={each.seat: _holder(each) for each in held},
            )

    async def reply(self, match: str, seat: str | None, message: str) -> Reply | None:
        """What the seat's message with this id got before."""
        async with self.base.reading() as connection:
            row = (await connection.execute(_of(tables.replies, match=match, seat=seat, id=message))).first()
        return None if row is None else msgspec.json.decode(row.body, type=Reply)

    async def undone(self, match: str, since: int) -> list[Undone]:
        """The undos that led to later versions than this, the last first."""
        table = tables.undone
        wanted = _of(table, match=match).where(table.c.version > since).order_by(table.c.version.desc())
        async with self.base.reading() as connection:
            rows = await connection.execute(wanted)
            return [Undone(r.version, r.kept, msgspec.json.decode(r.tape, type=tuple[Entry, ...])) for r in rows]

    # ------------------------------------------------------------------ writing

    async def forget(self, before: str) -> int:
        """Strike out matches that were begun before then and never played; how many."""
        table = tables.matches
        idle = (table.c.version == 0) & (table.c.changed < before) & table.c.ending.is_(None)
        async with self.base.writing() as connection:
            found = [row.id for row in await connection.execute(sa.select(table.c.id).where(idle).limit(_AT_ONCE))]
            for each in reversed(tables.metadata.sorted_tables):
                if "match" in each.c:
                    await connection.execute(sa.delete(each).where(each.c.match.in_(found)))
            await connection.execute(sa.delete(table).where(table.c.id.in_(found)))
        return len(found)

    async def picture(self, match: str, scene: bytes) -> None:
        """Keep how the table of a match looks."""
        async with self.base.writing() as connection:
            await connection.execute(sa.update(tables.matches).where(tables.matches.c.id == match).values(scene=scene))

    async def order(self, match: str, seat: str, orders: Sequence[Standing]) -> None:
        """Keep a seat's standing orders."""
        async with self.base.writing() as connection:
            wanted = (tables.standing.c.match == match) & (tables.standing.c.seat == seat)
            await connection.execute(sa.delete(tables.standing).where(wanted))
            if orders:
                row = {"match": match, "seat": seat, "body": msgspec.json.encode(orders)}
                await connection.execute(sa.insert(tables.standing).values(**row))

    async def take(self, before: Saved, seat: str, holder: Holder) -> bool:
        """Give a free seat to whoever comes first; whether it was free."""
        row = {"match": before.id, "seat": seat, **msgspec.structs.asdict(holder)}
        try:
            async with self.base.writing() as connection:
                await connection.execute(sa.insert(tables.holders).values(**row))
                await self._touch(connection, before.id)
        except IntegrityError:
            return False
        return True

    async def hold(self, match: str, seat: str, holder: Holder, key: bytes) -> bool:
        """Change the key or the name of a seat, for the holder of the key that counted until now."""
        table = tables.holders
        wanted = (table.c.match == match) & (table.c.seat == seat) & (table.c.key == key)
        async with self.base.writing() as connection:
            done = await connection.execute(sa.update(table).where(wanted).values(**msgspec.structs.asdict(holder)))
            await self._touch(connection, match)
        return done.rowcount == 1

    async def refuse(self, match: str, message: str, reply: Reply) -> None:
        """Keep a refusal, so that the same message is refused in the same words."""
        async with self.base.writing() as connection:
            await _say(connection, match, message, reply)

    async def seal(
        self, before: Saved, after: Saved, seat: str, answer: Any, message: str | None, reply: Reply
    ) -> dict[str, Any]:
        """Keep one seat's secret answer to the question of this version; all that are there."""
        async with self.base.writing() as connection:
            await self._move_on(connection, before, after)
            row = {"match": before.id, "seat": seat, "answer": to_json(answer)}
            await connection.execute(sa.insert(tables.sealed).values(**row))
            await _say(connection, before.id, message, reply)
            found = await connection.execute(_of(tables.sealed, match=before.id))
            return {each.seat: msgspec.json.decode(each.answer) for each in found}

    async def change(self, before: Saved, after: Saved) -> None:
        """Keep what goes on beside the game: terms, offers, clocks, an end by agreement."""
        async with self.base.writing() as connection:
            await self._move_on(connection, before, after)

    async def play(
        self,
        before: Saved,
        after: Saved,
        tape: Sequence[Entry],
        *,
        message: str | None = None,
        reply: Reply | None = None,
        reasons: bytes | None = None,
        also: Callable[[AsyncConnection], Awaitable[None]] | None = None,
    ) -> None:
        """Keep what was played: the tape from answer `before.answers` on, and what `also` writes together with it."""
        async with self.base.writing() as connection:
            await self._move_on(connection, before, after)
            await connection.execute(sa.delete(tables.sealed).where(tables.sealed.c.match == after.id))
            await _append(connection, after.id, before.answers, tape, reasons)
            if reply is not None:
                await _say(connection, after.id, message, reply)
            if also is not None:
                await also(connection)

    async def restart(self, before: Saved, after: Saved, tape: Sequence[Entry]) -> None:
        """Keep another beginning of a match in the place of the first."""
        async with self.base.writing() as connection:
            await self._move_on(connection, before, after)
            mine = tables.matches.c.id == after.id
            await connection.execute(sa.update(tables.matches).where(mine).values(header=after.header))
            await connection.execute(sa.delete(tables.answers).where(tables.answers.c.match == after.id))
            await _append(connection, after.id, 0, tape, None)

    async def undo(self, before: Saved, after: Saved, tape: Sequence[Entry]) -> None:
        """Take back the answers after `after.answers`; they are kept aside for messages that come again."""
        async with self.base.writing() as connection:
            await self._move_on(connection, before, after)
            gone = (tables.answers.c.match == after.id) & (tables.answers.c.n > after.answers)
            await connection.execute(sa.delete(tables.answers).where(gone))
            await connection.execute(sa.delete(tables.sealed).where(tables.sealed.c.match == after.id))
            row = {"match": after.id, "version": after.version, "kept": after.answers, "tape": to_json(list(tape))}
            await connection.execute(sa.insert(tables.undone).values(**row))

    async def lease(self, match: str, seat: str, version: int, by: str, until: int, at: int) -> bool:
        """Take the bot's turn of this version, unless another process has it and its time is not over."""
        if self.base.lite:  # one process
            return True
        table = tables.leases
        row = {"version": version, "by": by, "until": until}
        mine = (table.c.match == match) & (table.c.seat == seat)
        free = (table.c.version != version) | (table.c.by == by) | (table.c.until < at)
        try:
            async with self.base.writing() as connection:
                done = await connection.execute(sa.update(table).where(mine & free).values(**row))
                if done.rowcount != 1:
                    await connection.execute(sa.insert(table).values(match=match, seat=seat, **row))
        except IntegrityError:
            return False
        return True

    async def _touch(self, connection: AsyncConnection, match: str) -> None:
        """Tell the others that something about a match has changed."""
        table = tables.matches
        await connection.execute(sa.update(table).where(table.c.id == match).values(tick=table.c.tick + 1))
        await self.base.tell(connection, "match", match, 0)

    async def _move_on(self, connection: AsyncConnection, before: Saved, after: Saved) -> None:
        wanted = (tables.matches.c.id == before.id) & (tables.matches.c.tick == before.tick)
        row = _row(after)
        values = {key: row[key] for key in ("version", "answers", "changed", "ending", "tick", "affairs")}
        done = await connection.execute(sa.update(tables.matches).where(wanted).values(**values))
        if done.rowcount != 1:
            raise Taken(f"the match {before.id} was played on by another server")
        await self.base.tell(connection, "match", before.id, after.tick)


def _of(table: sa.Table, **values: Any) -> sa.Select[Any]:
    """The rows with these values."""
    return sa.select(table).where(*(table.c[name] == value for name, value in values.items()))


async def _append(
    connection: AsyncConnection, match: str, answers: int, tape: Sequence[Entry], reasons: bytes | None
) -> None:
    at = the_time()
    rows = [
        {"match": match, "n": n, "ask": entry.ask, "answer": to_json(entry.answer), "reasons": None, "at": at}
        for n, entry in enumerate(tape, start=answers + 1)
    ]
    if rows:
        rows[0]["reasons"] = reasons
        await connection.execute(sa.insert(tables.answers), rows)


async def _say(connection: AsyncConnection, match: str, message: str | None, reply: Reply) -> None:
    if message is not None:
        row = {"match": match, "seat": reply.seat, "id": message, "body": msgspec.json.encode(reply)}
        await connection.execute(sa.insert(tables.replies).values(**row))


def _holder(row: Any) -> Holder:
    return Holder(key=row.key, name=row.name, player=row.player)


_PARTS = {"seats": tuple[Seat, ...], "ending": Ending, "terms": Terms, "affairs": Affairs}


def _row(saved: Saved) -> dict[str, Any]:
    row = msgspec.structs.asdict(saved)
    return {**row, **{name: msgspec.json.encode(row[name]) if row[name] else None for name in _PARTS}}


def _saved(row: Any) -> Saved:
    told: dict[str, Any] = {
        name: msgspec.json.decode(row[name], type=kind) for name, kind in _PARTS.items() if row[name]
    }
    return Saved(**{**{key: value for key, value in row.items() if key not in _PARTS}, **told})


def now(ago: timedelta = timedelta()) -> str:
    """The time, for people; or how late it was so long ago."""
    return (datetime.now(UTC) - ago).isoformat(timespec="milliseconds")

"""Matches on disk: SQLite by default, PostgreSQL for servers, one code path. Every answer is here before it shows.

No process owns a match. A change is written under a check of the match's `tick`; who comes second gets `Taken`, reads
the match again and goes on from there. PostgreSQL tells the other processes of it, with what was played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from hexless.kernel import Entry, to_json

from . import tables
from .affairs import the_time
from .database import Database, Unavailable, engine, notify
from .forms import Standing
from .keys import Holder
from .rows import Kept, Played, Repeated, Reply, Saved, Taken, Undone, holder_of, now, row_of, rows, saved_of

_AT_ONCE = 5_000  # matches that are forgotten in one go
_TOLD = 7_500  # bytes that PostgreSQL passes on

__all__ = ["Kept", "Played", "Repeated", "Reply", "Saved", "Store", "Taken", "Unavailable", "Undone", "engine", "now"]


class Store:
    """The matches of one database."""

    def __init__(self, made: AsyncEngine) -> None:
        self.base = Database(made)

    async def open(self) -> None:
        """Bring the tables to today's form."""
        await self.base.open()

    async def close(self) -> None:
        await self.base.close()

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
            return [saved_of(row) for row in (await connection.execute(wanted)).mappings()]

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
                found[row.match][row.seat] = holder_of(row)
        return found

    async def read(self, match: str) -> Kept | None:
        """One match with its tape."""
        async with self.base.reading(whole=True) as connection:
            row = (await connection.execute(rows(tables.matches, id=match))).mappings().first()
            if row is None:
                return None
            lines = list(await connection.execute(rows(tables.answers, match=match).order_by("n")))
            sealed = await connection.execute(rows(tables.sealed, match=match))
            standing = await connection.execute(rows(tables.standing, match=match))
            held = await connection.execute(rows(tables.holders, match=match))
            return Kept(
                saved=saved_of(row),
                tape=tuple(Entry(line.ask, msgspec.json.decode(line.answer)) for line in lines),
                times=[line.at for line in lines],
                sealed={each.seat: msgspec.json.decode(each.answer) for each in sealed},
                reasons={line.n: line.reasons for line in lines if line.reasons},
                standing=_ordered(standing),
                holders={each.seat: holder_of(each) for each in held},
            )

    async def standing(self, match: str) -> dict[str, list[Standing]]:
        """The standing orders of a match's seats."""
        async with self.base.reading() as connection:
            return _ordered(await connection.execute(rows(tables.standing, match=match)))

    async def reply(self, match: str, seat: str | None, message: str) -> Reply | None:
        """What the seat's message with this id got before."""
        async with self.base.reading() as connection:
            row = (await connection.execute(rows(tables.replies, match=match, seat=seat, id=message))).first()
        return None if row is None else msgspec.json.decode(row.body, type=Reply)

    async def undone(self, match: str, since: int) -> list[Undone]:
        """The undos that led to later versions than this, the last first."""
        table = tables.undone
        wanted = rows(table, match=match).where(table.c.version > since).order_by(table.c.version.desc())
        async with self.base.reading() as connection:
            found = await connection.execute(wanted)
            return [Undone(r.version, r.kept, msgspec.json.decode(r.tape, type=tuple[Entry, ...])) for r in found]

    # ------------------------------------------------------------------ writing

    async def create(self, saved: Saved, tape: Sequence[Entry], holders: Mapping[str, Holder]) -> None:
        """Keep a new match with its first answers and who holds its seats."""
        await self.base.at_once(lambda connection: _create(connection, saved, tape, holders))

    async def picture(self, match: str, scene: bytes) -> None:
        """Keep how the table of a match looks."""
        mine = sa.update(tables.matches).where(tables.matches.c.id == match)
        await self.base.at_once(lambda connection: connection.execute(mine.values(scene=scene)))

    async def forget(self, before: str) -> int:
        """Strike out matches that were begun before then and never played; how many."""
        return await self.base.at_once(lambda connection: _forget(connection, before))

    async def order(self, match: str, seat: str, orders: Sequence[Standing], by: str = "") -> None:
        """Keep a seat's standing orders, which the process `by` knows."""
        await self.base.at_once(lambda connection: _order(connection, match, seat, orders, by))

    async def take(self, before: Saved, seat: str, holder: Holder) -> bool:
        """Give a free seat to whoever comes first; whether it was free."""
        row = {"match": before.id, "seat": seat, **msgspec.structs.asdict(holder)}

        def give(connection: sa.Connection) -> None:
            connection.execute(sa.insert(tables.holders).values(**row))
            _touch(connection, before.id)

        try:
            await self.base.at_once(give)
        except IntegrityError:
            return False
        return True

    async def hold(self, match: str, seat: str, holder: Holder, key: bytes) -> bool:
        """Change the key or the name of a seat, for the holder of the key that counted until now."""
        table = tables.holders
        wanted = (table.c.match == match) & (table.c.seat == seat) & (table.c.key == key)

        def change(connection: sa.Connection) -> int:
            done = connection.execute(sa.update(table).where(wanted).values(**msgspec.structs.asdict(holder)))
            _touch(connection, match)
            return done.rowcount

        return await self.base.at_once(change) == 1

    async def refuse(self, match: str, message: str, reply: Reply) -> None:
        """Keep a refusal, so that the same message is refused in the same words."""
        await self.base.at_once(lambda connection: _say(connection, match, message, reply))

    async def seal(
        self, before: Saved, after: Saved, seat: str, answer: Any, message: str | None, reply: Reply
    ) -> dict[str, Any]:
        """Keep one seat's secret answer to the question of this version; all that are there."""

        def keep(connection: sa.Connection) -> dict[str, Any]:
            _move_on(connection, before, after)
            _say(connection, before.id, message, reply)
            row = {"match": before.id, "seat": seat, "answer": to_json(answer)}
            connection.execute(sa.insert(tables.sealed).values(**row))
            found = connection.execute(rows(tables.sealed, match=before.id))
            return {each.seat: msgspec.json.decode(each.answer) for each in found}

        return await self.base.at_once(keep)

    async def change(self, before: Saved, after: Saved) -> None:
        """Keep what goes on beside the game: terms, offers, clocks, an end by agreement."""
        await self.base.at_once(lambda connection: _move_on(connection, before, after))

    async def play(
        self,
        before: Saved,
        after: Saved,
        tape: Sequence[Entry],
        *,
        message: str | None = None,
        reply: Reply | None = None,
        reasons: bytes | None = None,
        sealed: bool = False,
        also: Callable[[sa.Connection], None] | None = None,
    ) -> None:
        """Keep what was played: the tape from answer `before.answers` on, and what `also` writes together with it.

        sealed: it opened secret answers.
        """

        def keep(connection: sa.Connection) -> None:
            _move_on(connection, before, after, None if reasons else tape)
            if reply is not None:
                _say(connection, after.id, message, reply)
            if sealed:
                connection.execute(sa.delete(tables.sealed).where(tables.sealed.c.match == after.id))
            _append(connection, after.id, before.answers, tape, reasons)
            if also is not None:
                also(connection)

        await self.base.at_once(keep)

    async def restart(self, before: Saved, after: Saved, tape: Sequence[Entry]) -> None:
        """Keep another beginning of a match in the place of the first."""
        mine = tables.matches.c.id == after.id

        def keep(connection: sa.Connection) -> None:
            _move_on(connection, before, after)
            connection.execute(sa.update(tables.matches).where(mine).values(header=after.header))
            connection.execute(sa.delete(tables.answers).where(tables.answers.c.match == after.id))
            _append(connection, after.id, 0, tape, None)

        await self.base.at_once(keep)

    async def undo(self, before: Saved, after: Saved, tape: Sequence[Entry]) -> None:
        """Take back the answers after `after.answers`; they are kept aside for messages that come again."""
        gone = (tables.answers.c.match == after.id) & (tables.answers.c.n > after.answers)
        row = {"match": after.id, "version": after.version, "kept": after.answers, "tape": to_json(list(tape))}

        def keep(connection: sa.Connection) -> None:
            _move_on(connection, before, after)
            connection.execute(sa.delete(tables.answers).where(gone))
            connection.execute(sa.delete(tables.sealed).where(tables.sealed.c.match == after.id))
            connection.execute(sa.insert(tables.undone).values(**row))

        await self.base.at_once(keep)

    async def lease(self, match: str, seat: str, version: int, by: str, until: int, at: int) -> bool:
        """Take the bot's turn of this version, unless another process has it and its time is not over."""
        if self.base.lite:  # one process
            return True
        table = tables.leases
        row = {"version": version, "by": by, "until": until}
        mine = (table.c.match == match) & (table.c.seat == seat)
        free = (table.c.version != version) | (table.c.by == by) | (table.c.until < at)

        def keep(connection: sa.Connection) -> None:
            if connection.execute(sa.update(table).where(mine & free).values(**row)).rowcount != 1:
                connection.execute(sa.insert(table).values(match=match, seat=seat, **row))

        try:
            await self.base.at_once(keep)
        except IntegrityError:
            return False
        return True


def _ordered(found: Iterable[Any]) -> dict[str, list[Standing]]:
    return {each.seat: msgspec.json.decode(each.body, type=list[Standing]) for each in found}


# ------------------------------------------------------------------ parts of a transaction


def _create(connection: sa.Connection, saved: Saved, tape: Sequence[Entry], holders: Mapping[str, Holder]) -> None:
    connection.execute(sa.insert(tables.matches).values(**row_of(saved)))
    _append(connection, saved.id, 0, tape, None)
    rows = [{"match": saved.id, "seat": s, **msgspec.structs.asdict(each)} for s, each in holders.items()]
    if rows:
        connection.execute(sa.insert(tables.holders), rows)


def _forget(connection: sa.Connection, before: str) -> int:
    table = tables.matches
    idle = (table.c.version == 0) & (table.c.changed < before) & table.c.ending.is_(None)
    found = [row.id for row in connection.execute(sa.select(table.c.id).where(idle).limit(_AT_ONCE))]
    for each in reversed(tables.metadata.sorted_tables):
        if "match" in each.c:
            connection.execute(sa.delete(each).where(each.c.match.in_(found)))
    connection.execute(sa.delete(table).where(table.c.id.in_(found)))
    return len(found)


def _order(connection: sa.Connection, match: str, seat: str, orders: Sequence[Standing], by: str) -> None:
    wanted = (tables.standing.c.match == match) & (tables.standing.c.seat == seat)
    connection.execute(sa.delete(tables.standing).where(wanted))
    if orders:
        row = {"match": match, "seat": seat, "body": msgspec.json.encode(orders)}
        connection.execute(sa.insert(tables.standing).values(**row))
    notify(connection, "standing", match, by)


def _touch(connection: sa.Connection, match: str) -> None:
    """Tell the others that something about a match has changed."""
    table = tables.matches
    connection.execute(sa.update(table).where(table.c.id == match).values(tick=table.c.tick + 1))
    notify(connection, "match", match, 0)


_MOVE_ON = (
    sa.update(tables.matches)
    .where(tables.matches.c.id == sa.bindparam("the_match"), tables.matches.c.tick == sa.bindparam("the_tick"))
    .values({name: sa.bindparam(name) for name in ("version", "answers", "changed", "ending", "tick", "affairs")})
)


def _move_on(connection: sa.Connection, before: Saved, after: Saved, tape: Sequence[Entry] | None = None) -> None:
    """Change the row of a match, if it is still the one that it was; `tape`: nothing but this was played."""
    row = {
        "the_match": before.id,
        "the_tick": before.tick,
        "version": after.version,
        "answers": after.answers,
        "changed": after.changed,
        "tick": after.tick,
        "ending": msgspec.json.encode(after.ending) if after.ending else None,
        "affairs": msgspec.json.encode(after.affairs),
    }
    if connection.execute(_MOVE_ON, row).rowcount != 1:
        raise Taken(f"the match {before.id} was played on by another server")
    notify(connection, "match", before.id, after.tick, _played(after, tape) if tape else "")


def _played(after: Saved, tape: Sequence[Entry]) -> str:
    """What the other processes need to play on; nothing if it is too long to be told."""
    parts = {name: getattr(after, name) for name in ("version", "changed", "affairs", "ending")}
    words = to_json(Played(**parts, tape=tuple(tape)))
    return words.decode() if len(words) <= _TOLD else ""


def _append(connection: sa.Connection, match: str, answers: int, tape: Sequence[Entry], reasons: bytes | None) -> None:
    at = the_time()
    rows = [
        {"match": match, "n": n, "ask": entry.ask, "answer": to_json(entry.answer), "reasons": None, "at": at}
        for n, entry in enumerate(tape, start=answers + 1)
    ]
    if rows:
        rows[0]["reasons"] = reasons
        connection.execute(sa.insert(tables.answers), rows)


def _say(connection: sa.Connection, match: str, message: str | None, reply: Reply) -> None:
    if message is None:
        return
    row = {"match": match, "seat": reply.seat, "id": message, "body": msgspec.json.encode(reply)}
    try:
        connection.execute(sa.insert(tables.replies), row)
    except IntegrityError:
        raise Repeated(f"the message {message} has had its reply") from None

"""Matches on disk: SQLite by default, PostgreSQL for servers, one code path. Every answer is here before it shows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from hexless.kernel import Entry, GameError, to_json

from .forms import Ending, Refusal, Seat, Standing

__all__ = ["Kept", "Reply", "Saved", "Store", "Taken", "engine", "metadata"]

metadata = sa.MetaData()
_matches = sa.Table(
    "match",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("scenario", sa.String(200), nullable=False),
    sa.Column("header", sa.LargeBinary, nullable=False),
    sa.Column("luck", sa.String(200), nullable=False),
    sa.Column("seats", sa.LargeBinary, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("answers", sa.Integer, nullable=False),
    sa.Column("started", sa.String(40), nullable=False),
    sa.Column("changed", sa.String(40), nullable=False),
    sa.Column("scene", sa.LargeBinary, nullable=False),
    sa.Column("ending", sa.LargeBinary),
    sa.Column("branch_of", sa.String(64)),
    sa.Column("branch_at", sa.Integer),
)
_answers = sa.Table(
    "answer",
    metadata,
    sa.Column("match", sa.String(64), sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("ask", sa.Text, nullable=False),
    sa.Column("answer", sa.LargeBinary, nullable=False),
    sa.Column("reasons", sa.LargeBinary),
)
_sealed = sa.Table(
    "sealed",
    metadata,
    sa.Column("match", sa.String(64), sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("seat", sa.String(64), primary_key=True),
    sa.Column("answer", sa.LargeBinary, nullable=False),
)
_replies = sa.Table(
    "reply",
    metadata,
    sa.Column("match", sa.String(64), sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("seat", sa.String(64), primary_key=True),
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
_standing = sa.Table(
    "standing",
    metadata,
    sa.Column("match", sa.String(64), sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("seat", sa.String(64), primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
)


class Taken(GameError):
    """Another process has played on in this match."""


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """What a client's message got: the version before and after it, the answers before it, or the refusal."""

    seat: str
    version: int
    since: int
    answers: int
    refused: Refusal | None = None


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


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """All that is stored of one match."""

    saved: Saved
    tape: tuple[Entry, ...]
    sealed: dict[str, Any]
    reasons: dict[int, bytes]
    standing: dict[str, list[Standing]]


def engine(url: str) -> AsyncEngine:
    """The engine for a SQLAlchemy URL; SQLite keeps every commit through a power cut."""
    made = create_async_engine(url)
    if made.dialect.name == "sqlite":

        @sa.event.listens_for(made.sync_engine, "connect")
        def _pragmas(connection: Any, _: Any) -> None:
            for pragma in ("journal_mode=wal", "synchronous=full", "foreign_keys=on", "busy_timeout=5000"):
                connection.execute(f"pragma {pragma}")

    return made


class Store:
    """The matches of one database."""

    def __init__(self, made: AsyncEngine) -> None:
        self.engine = made

    async def open(self) -> None:
        """Bring the tables to today's form."""
        async with self.engine.begin() as connection:
            await connection.run_sync(_upgrade)

    async def close(self) -> None:
        await self.engine.dispose()

    async def create(self, saved: Saved, tape: Sequence[Entry]) -> None:
        """Keep a new match with its first answers."""
        async with self.engine.begin() as connection:
            await connection.execute(sa.insert(_matches).values(**_row(saved)))
            await _append(connection, saved.id, 0, tape, None)

    async def all(self, most: int = 200) -> list[Saved]:
        """The matches, the last changed first."""
        order = (_matches.c.changed.desc(), _matches.c.id)
        async with self.engine.connect() as connection:
            rows = await connection.execute(sa.select(_matches).order_by(*order).limit(most))
            return [_saved(row) for row in rows.mappings()]

    async def read(self, match: str) -> Kept | None:
        """One match with its tape."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(sa.select(_matches).where(_matches.c.id == match))).mappings().first()
            if row is None:
                return None
            lines = list(await connection.execute(sa.select(_answers).where(_answers.c.match == match).order_by("n")))
            sealed = await connection.execute(sa.select(_sealed).where(_sealed.c.match == match))
            standing = await connection.execute(sa.select(_standing).where(_standing.c.match == match))
            return Kept(
                saved=_saved(row),
                tape=tuple(Entry(line.ask, msgspec.json.decode(line.answer)) for line in lines),
                sealed={each.seat: msgspec.json.decode(each.answer) for each in sealed},
                reasons={line.n: line.reasons for line in lines if line.reasons},
                standing={each.seat: msgspec.json.decode(each.body, type=list[Standing]) for each in standing},
            )

    async def reply(self, match: str, seat: str | None, message: str) -> Reply | None:
        """What the seat's message with this id got before."""
        wanted = (_replies.c.match == match) & (_replies.c.seat == seat) & (_replies.c.id == message)
        async with self.engine.connect() as connection:
            body = (await connection.execute(sa.select(_replies.c.body).where(wanted))).scalar()
        return None if body is None else msgspec.json.decode(body, type=Reply)

    async def picture(self, match: str, scene: bytes) -> None:
        """Keep how the table of a match looks."""
        async with self.engine.begin() as connection:
            await connection.execute(sa.update(_matches).where(_matches.c.id == match).values(scene=scene))

    async def order(self, match: str, seat: str, orders: Sequence[Standing]) -> None:
        """Keep a seat's standing orders."""
        async with self.engine.begin() as connection:
            wanted = (_standing.c.match == match) & (_standing.c.seat == seat)
            await connection.execute(sa.delete(_standing).where(wanted))
            if orders:
                row = {"match": match, "seat": seat, "body": msgspec.json.encode(orders)}
                await connection.execute(sa.insert(_standing).values(**row))

    async def refuse(self, match: str, message: str, reply: Reply) -> None:
        """Keep a refusal, so that the same message is refused in the same words."""
        async with self.engine.begin() as connection:
            await _say(connection, match, message, reply)

    async def seal(self, match: str, seat: str, answer: Any, message: str | None, reply: Reply) -> None:
        """Keep one seat's secret answer until all are there."""
        async with self.engine.begin() as connection:
            await connection.execute(sa.insert(_sealed).values(match=match, seat=seat, answer=to_json(answer)))
            await _say(connection, match, message, reply)

    async def play(
        self,
        before: Saved,
        after: Saved,
        tape: Sequence[Entry],
        *,
        message: str | None = None,
        reply: Reply | None = None,
        reasons: bytes | None = None,
    ) -> None:
        """Keep what was played: the tape from answer `before.answers` on; after an undo, what is left of it."""
        async with self.engine.begin() as connection:
            await _move_on(connection, before, after)
            if after.answers < before.answers:
                gone = (_answers.c.match == after.id) & (_answers.c.n > after.answers)
                await connection.execute(sa.delete(_answers).where(gone))
            await connection.execute(sa.delete(_sealed).where(_sealed.c.match == after.id))
            await _append(connection, after.id, before.answers, tape, reasons)
            if reply is not None:
                await _say(connection, after.id, message, reply)


async def _move_on(connection: AsyncConnection, before: Saved, after: Saved) -> None:
    wanted = (_matches.c.id == before.id) & (_matches.c.version == before.version)
    row = _row(after)
    values = {key: row[key] for key in ("version", "answers", "changed", "ending", "seats")}
    done = await connection.execute(sa.update(_matches).where(wanted).values(**values))
    if done.rowcount != 1:
        raise Taken(f"the match {before.id} was played on by another server")


async def _append(
    connection: AsyncConnection, match: str, answers: int, tape: Sequence[Entry], reasons: bytes | None
) -> None:
    rows = [
        {"match": match, "n": n, "ask": entry.ask, "answer": to_json(entry.answer), "reasons": None}
        for n, entry in enumerate(tape, start=answers + 1)
    ]
    if rows:
        rows[0]["reasons"] = reasons
        await connection.execute(sa.insert(_answers), rows)


async def _say(connection: AsyncConnection, match: str, message: str | None, reply: Reply) -> None:
    if message is not None:
        row = {"match": match, "seat": reply.seat, "id": message, "body": msgspec.json.encode(reply)}
        await connection.execute(sa.insert(_replies).values(**row))


def _row(saved: Saved) -> dict[str, Any]:
    row = msgspec.structs.asdict(saved)
    row["seats"] = msgspec.json.encode(saved.seats)
    row["ending"] = msgspec.json.encode(saved.ending) if saved.ending else None
    return row


def _saved(row: Any) -> Saved:
    values = dict(row)
    values["seats"] = msgspec.json.decode(row["seats"], type=tuple[Seat, ...])
    values["ending"] = msgspec.json.decode(row["ending"], type=Ending) if row["ending"] else None
    return Saved(**values)


def now() -> str:
    """The time, for people."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _upgrade(connection: sa.Connection) -> None:
    """Run the migrations that this database has not had."""
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    scripts = ScriptDirectory.from_config(config)
    with EnvironmentContext(config, scripts, fn=lambda now, _: scripts._upgrade_revs("head", now)) as environment:
        environment.configure(connection=connection, target_metadata=metadata)
        with environment.begin_transaction():
            environment.run_migrations()

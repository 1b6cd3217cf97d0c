"""The engine of the database: SQLite by default, PostgreSQL for servers, and how its tables are brought up to date."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from shutil import disk_usage
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from .tables import metadata

__all__ = ["CHANNEL", "Database", "Unavailable", "engine", "notify"]

T = TypeVar("T")

_PRAGMAS = ("journal_mode=wal", "synchronous=full", "foreign_keys=on", "busy_timeout=5000")
_PATIENCE = 3  # seconds for the simplest question
_SPACE = 50_000_000  # bytes that the disk must have left
CHANNEL = "hexless"
_NOTIFY = sa.text(f"select pg_notify('{CHANNEL}', :words)")
_UPGRADING = 0x686578  # the advisory lock of PostgreSQL under which the tables are changed


_FAILURES: tuple[type[Exception], ...] = (sa.exc.DBAPIError, sa.exc.TimeoutError, OSError)
try:
    from asyncpg.exceptions import InterfaceError, InternalClientError
except ImportError:  # only SQLite here
    pass
else:
    _FAILURES += (InterfaceError, InternalClientError)  # a connection that breaks in the midst of something


class Unavailable(Exception):
    """The database does not answer; whether what was under way was kept will be known when it does."""


@contextmanager
def _answering() -> Iterator[None]:
    """Failures of the database as such; what it refuses by its own rules passes."""
    try:
        yield
    except (sa.exc.IntegrityError, sa.exc.DataError, sa.exc.ProgrammingError):
        raise
    except _FAILURES as error:
        raise Unavailable("the database does not answer; try again") from error


def engine(url: str) -> AsyncEngine:
    """The engine for a SQLAlchemy URL; SQLite keeps every commit through a power cut. Errors tell no values."""
    if url.startswith("sqlite"):
        made = create_async_engine(url, hide_parameters=True)
        _lite(made.sync_engine)
    else:
        made = create_async_engine(url, pool_size=10, max_overflow=10, hide_parameters=True)
        _unbroken(made.sync_engine)
    return made


def _unbroken(made: sa.Engine) -> None:
    @sa.event.listens_for(made, "checkout")
    def _whole(connection: Any, *_: Any) -> None:
        if connection.driver_connection.is_closed():  # it knows by itself: no question to the database
            raise sa.exc.DisconnectionError


def _lite(made: sa.Engine) -> sa.Engine:
    @sa.event.listens_for(made, "connect")
    def _pragmas(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say so
        for pragma in _PRAGMAS:
            connection.execute(f"pragma {pragma}")

    @sa.event.listens_for(made, "begin")
    def _begin(connection: sa.Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("begin immediate" if writes else "begin")

    return made


class Database:
    """Reads at any time. SQLite has one writer, in short transactions that have the lock from their beginning."""

    def __init__(self, made: AsyncEngine) -> None:
        self.engine = made
        self.lite = made.dialect.name == "sqlite"
        one, many = ("AUTOCOMMIT", "REPEATABLE READ") if not self.lite else (None, None)
        self._one = made.execution_options(isolation_level=one) if one else made
        self._many = made.execution_options(isolation_level=many) if many else made
        self._writer = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        plain = made.url.set(drivername="sqlite") if self.lite else None
        self._plain = (
            _lite(sa.create_engine(plain, hide_parameters=True)).execution_options(writes=True) if plain else None
        )

    async def at_once(self, do: Callable[[sa.Connection], T]) -> T:
        """Run a function of a connection as a transaction that changes something.

        SQLite does it in one go in a thread of its own: a hop for every statement costs more than the statements.
        """
        with _answering():
            if self._plain is None:
                async with self.engine.begin() as connection:
                    return await connection.run_sync(do)
            async with self._writer:
                return await asyncio.get_running_loop().run_in_executor(self._thread, self._go, do)

    def _go(self, do: Callable[[sa.Connection], T]) -> T:
        with self._plain.begin() as connection:  # type: ignore[union-attr]
            return do(connection)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that changes something."""
        if self.lite:
            with _answering():
                async with self._writer, self.engine.execution_options(writes=True).begin() as connection:
                    yield connection
        else:
            with _answering():
                async with self.engine.begin() as connection:
                    yield connection

    @asynccontextmanager
    async def reading(self, whole: bool = False) -> AsyncIterator[AsyncConnection]:
        """A look; `whole`: at several tables as they were at one moment."""
        with _answering():
            async with (self._many if whole else self._one).connect() as connection:
                yield connection

    async def tell(self, *words: object) -> None:
        """Tell the other processes something now; those of SQLite look now and then."""
        if not self.lite:
            with _answering():
                async with self._one.connect() as connection:
                    await connection.run_sync(notify, *words)

    async def open(self) -> None:
        """Bring the tables to today's form; of several processes one does it."""
        await self.at_once(_upgrade)

    async def fault(self) -> str:
        """What is wrong with the database or the disk under it; nothing: ""."""
        try:
            async with asyncio.timeout(_PATIENCE), self.reading() as connection:
                await connection.execute(sa.text("select 1"))
        except TimeoutError:
            return "the database does not answer"
        except (sa.exc.SQLAlchemyError, Unavailable) as error:
            return f"the database fails: {type(error.__cause__ or error).__name__}"
        place = self.engine.url.database if self.lite else None
        if place and place != ":memory:" and disk_usage(Path(place).parent).free < _SPACE:
            return "the disk is full"
        return ""

    async def close(self) -> None:
        await self.engine.dispose()
        if self._plain is not None:  # where its connections were made
            self._thread.submit(self._plain.dispose)
        self._thread.shutdown(wait=True)


def notify(connection: sa.Connection, *words: object) -> None:
    """Tell the other processes when this transaction is through; those of SQLite look now and then."""
    if connection.dialect.name != "sqlite":
        connection.execute(_NOTIFY, {"words": " ".join(map(str, words))})


def _upgrade(connection: sa.Connection) -> None:
    """Run the migrations that this database has not had; of several processes one does it."""
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    if connection.dialect.name != "sqlite":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_UPGRADING)))
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    scripts = ScriptDirectory.from_config(config)
    with EnvironmentContext(config, scripts, fn=lambda now, _: scripts._upgrade_revs("head", now)) as environment:
        environment.configure(connection=connection, target_metadata=metadata)
        with environment.begin_transaction():
            environment.run_migrations()

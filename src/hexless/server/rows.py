"""What is stored of a match, as values, and as rows of tables."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa

from hexless.kernel import Entry, GameError

from .forms import Affairs, Ending, Refusal, Seat, Standing, Terms
from .keys import Holder

__all__ = [
    "Kept",
    "Played",
    "Repeated",
    "Reply",
    "Saved",
    "Taken",
    "Undone",
    "holder_of",
    "now",
    "row_of",
    "rows",
    "saved_of",
]


class Taken(GameError):
    """Another process has gone on with this match."""


class Repeated(GameError):
    """A message that was heeded before."""


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
    times: list[int]  # when each answer was given, in milliseconds of the world's clock
    sealed: dict[str, Any]
    reasons: dict[int, bytes]
    standing: dict[str, list[Standing]]
    holders: dict[str, Holder]


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """An answer and the dice that followed it, with all that it changed in the row of its match."""

    version: int
    changed: str
    affairs: Affairs
    ending: Ending | None
    tape: tuple[Entry, ...]


class Undone(msgspec.Struct, frozen=True):
    """An undo: the version that it led to, how many answers were left, and those that were taken back."""

    version: int
    kept: int
    tape: tuple[Entry, ...]


def rows(table: sa.Table, **values: Any) -> sa.Select[Any]:
    """The rows with these values."""
    return sa.select(table).where(*(table.c[name] == value for name, value in values.items()))


def holder_of(row: Any) -> Holder:
    return Holder(key=row.key, name=row.name, player=row.player)


_PARTS = {"seats": tuple[Seat, ...], "ending": Ending, "terms": Terms, "affairs": Affairs}


def row_of(saved: Saved) -> dict[str, Any]:
    row = msgspec.structs.asdict(saved)
    return {**row, **{name: msgspec.json.encode(row[name]) if row[name] else None for name in _PARTS}}


def saved_of(row: Any) -> Saved:
    told: dict[str, Any] = {
        name: msgspec.json.decode(row[name], type=kind) for name, kind in _PARTS.items() if row[name]
    }
    return Saved(**{**{key: value for key, value in row.items() if key not in _PARTS}, **told})


def now(ago: timedelta = timedelta()) -> str:
    """The time, for people; or how late it was so long ago."""
    return (datetime.now(UTC) - ago).isoformat(timespec="milliseconds")

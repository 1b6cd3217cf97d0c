"""What people say at a table, kept with the match."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from .database import Database, notify
from .store import now
from .tables import chat

__all__ = ["said", "say"]

_MOST = 1000  # lines of one match


async def say(base: Database, match: str, seat: str, says: str) -> bool:
    """Keep a line; False when there are enough."""

    def keep(connection: sa.Connection) -> bool:
        last = connection.execute(sa.select(sa.func.max(chat.c.n)).where(chat.c.match == match)).scalar() or 0
        if last >= _MOST or not says:
            return False
        connection.execute(sa.insert(chat).values(match=match, n=last + 1, seat=seat, at=now(), says=says))
        notify(connection, "chat", match)
        return True

    while True:
        try:
            return await base.at_once(keep)
        except IntegrityError:  # somebody else has said something at the same moment
            continue


async def said(base: Database, match: str, since: int) -> list[tuple[int, str, str, str]]:
    """The lines after number `since`: number, seat, when, what."""
    wanted = sa.select(chat).where(chat.c.match == match, chat.c.n > since).order_by(chat.c.n)
    async with base.reading() as connection:
        return [(row.n, row.seat, row.at, row.says) for row in await connection.execute(wanted)]

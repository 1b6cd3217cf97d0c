"""What people say at a table, kept with the match."""

from __future__ import annotations

import sqlalchemy as sa

from .database import Database
from .store import now
from .tables import chat

__all__ = ["said", "say"]

_MOST = 1000  # lines of one match


async def say(base: Database, match: str, seat: str, says: str) -> bool:
    """Keep a line; False when there are enough."""
    async with base.writing() as connection:
        last = (await connection.execute(sa.select(sa.func.max(chat.c.n)).where(chat.c.match == match))).scalar() or 0
        if last >= _MOST or not says:
            return False
        await connection.execute(sa.insert(chat).values(match=match, n=last + 1, seat=seat, at=now(), says=says))
        await base.tell(connection, "chat", match)
    return True


async def said(base: Database, match: str, since: int) -> list[tuple[int, str, str, str]]:
    """The lines after number `since`: number, seat, when, what."""
    wanted = sa.select(chat).where(chat.c.match == match, chat.c.n > since).order_by(chat.c.n)
    async with base.reading() as connection:
        return [(row.n, row.seat, row.at, row.says) for row in await connection.execute(wanted)]

"""Names that are kept by a password. A guest has any name that nobody keeps; no e-mail, no third party.

Whoever shows the password gets a key of the name, like that of a seat, which the page keeps instead of the password.
"""

from __future__ import annotations

import asyncio
import hmac
from hashlib import scrypt
from secrets import token_bytes
from unicodedata import normalize

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from hexless.kernel import GameError

from . import tables
from .cards import clean_name
from .database import Database
from .keys import digest, new_key
from .limits import Limits, TooBusy
from .rest import Named
from .store import now

__all__ = ["NameKept", "Player", "Players", "WrongPassword", "same_name"]

_COST = (14, 8, 5)  # of scrypt: log2 of n, r, p
_MOST_PASSES = 20  # pages that one name is used on; the oldest are forgotten first
_MOST_WAIT = 8  # passwords that wait to be worked out


class NameKept(GameError):
    """Somebody else keeps this name."""


class WrongPassword(GameError):
    """The name is not kept, or not by this password."""


class Player(msgspec.Struct, frozen=True):
    """Who keeps a name: what it is known by, and how it is shown."""

    id: str
    name: str


def same_name(name: str) -> str:
    """What a name is known by: names that differ in case, width or spaces alone are the same."""
    return " ".join(normalize("NFKC", name).casefold().split())[:80]


class Players:
    """The kept names of one database."""

    def __init__(self, base: Database, limits: Limits) -> None:
        self.base, self.limits = base, limits
        self._one, self._waiting = asyncio.Lock(), 0

    async def keep(self, name: str, password: str, address: str) -> Named:
        """Keep a name that is free."""
        shown, known = clean_name(name), same_name(clean_name(name))
        if not known:
            raise GameError("a name has at least one letter")
        self._count(known, address)
        if await self.kept(shown):
            raise NameKept(f"{shown} is kept by somebody; choose another name, or give its password")
        row = {"id": known, "name": shown, "since": now()}
        proof = await self._work(password, _Proof(_COST, token_bytes(16)))
        try:
            async with self.base.writing() as connection:
                many = (await connection.execute(sa.select(sa.func.count()).select_from(tables.players))).scalar() or 0
                if many >= self.limits.names:
                    raise TooBusy("this server keeps no more names")
                mine = (tables.players.c.id == known) & (tables.players.c.proof == "")  # an admin has freed it
                freed = await connection.execute(sa.update(tables.players).where(mine).values(name=shown, proof=proof))
                if freed.rowcount != 1:
                    await connection.execute(sa.insert(tables.players).values(**row, proof=proof))
                return await _passed(connection, Player(known, shown))
        except IntegrityError:
            raise NameKept(f"{shown} is kept by somebody; choose another name, or give its password") from None

    async def prove(self, name: str, password: str, address: str, wanted: str = "") -> Named:
        """A key of the name for whoever knows its password; with another password `wanted` it counts from now on.

        The keys that were given for the old one open nothing then.
        """
        known = same_name(clean_name(name))
        self._count(known, address)
        async with self.base.reading() as connection:
            row = (await connection.execute(sa.select(tables.players).where(tables.players.c.id == known))).first()
        given = await self._work(password, _as_in(row.proof) if row and row.proof else _Proof(_COST, bytes(16)))
        if row is None or not hmac.compare_digest(given, row.proof):
            raise WrongPassword("this name is not kept by this password")
        after = await self._work(wanted, _Proof(_COST, token_bytes(16))) if wanted else ""
        async with self.base.writing() as connection:
            if after:
                mine = tables.players.c.id == known
                await connection.execute(sa.update(tables.players).where(mine).values(proof=after))
                await connection.execute(sa.delete(tables.passes).where(tables.passes.c.player == known))
            return await _passed(connection, Player(known, row.name))

    async def leave(self, keys: frozenset[bytes]) -> None:
        """These keys of names open nothing any more."""
        async with self.base.writing() as connection:
            await connection.execute(sa.delete(tables.passes).where(tables.passes.c.key.in_(keys)))

    async def who(self, key: str, name: str) -> Player:
        """Whoever sits down: the keeper of a name by its key, or a guest under a name that nobody keeps."""
        if not key:
            shown = clean_name(name)
            if await self.kept(shown):
                raise NameKept(f"{shown} is kept by somebody; choose another name, or give its password")
            return Player("", shown)
        joined = tables.passes.join(tables.players, tables.passes.c.player == tables.players.c.id)
        wanted = sa.select(tables.players.c.id, tables.players.c.name).select_from(joined)
        async with self.base.reading() as connection:
            row = (await connection.execute(wanted.where(tables.passes.c.key == digest(key)))).first()
        if row is None:
            raise WrongPassword("the key of your name counts no more; give the password again")
        return Player(row.id, row.name)

    async def kept(self, name: str) -> bool:
        """Whether somebody keeps this name."""
        table = tables.players
        wanted = sa.select(table.c.id).where(table.c.id == same_name(name), table.c.proof != "")
        async with self.base.reading() as connection:
            return (await connection.execute(wanted)).first() is not None

    def _count(self, known: str, address: str) -> None:
        """Passwords are tried slowly, from one address and for one name."""
        for bucket in (f"at {address}", f"for {known}"):
            if wait := self.limits.bucket("password", bucket).take():
                raise TooBusy(f"too many passwords; wait {wait:.0f} seconds")

    async def _work(self, password: str, prove: _Proof) -> str:
        """The proof of a password, worked out beside everything else and one at a time."""
        if self._waiting >= _MOST_WAIT:
            raise TooBusy("too many passwords at once; wait a little")
        self._waiting += 1
        try:
            async with self._one:
                return await asyncio.to_thread(prove, password)
        finally:
            self._waiting -= 1


class _Proof:
    """Works out what is stored of a password, with these costs and this salt."""

    def __init__(self, cost: tuple[int, ...], salt: bytes) -> None:
        self.cost, self.salt = cost, salt

    def __call__(self, password: str) -> str:
        n, r, p = self.cost
        words = normalize("NFKC", password).encode("utf-8", "replace")
        found = scrypt(words, salt=self.salt, n=1 << n, r=r, p=p, maxmem=1 << 27, dklen=32)
        return f"scrypt {n} {r} {p} {self.salt.hex()} {found.hex()}"


def _as_in(proof: str) -> _Proof:
    """The same work as was done for a stored proof."""
    _, *cost, salt, _ = proof.split()
    return _Proof(tuple(map(int, cost)), bytes.fromhex(salt))


async def _passed(connection: AsyncConnection, player: Player) -> Named:
    """A new key of a name; only so many of them count."""
    key, table = new_key(), tables.passes
    mine = sa.select(table.c.key).where(table.c.player == player.id).order_by(table.c.since.desc(), table.c.key)
    old = [row.key for row in (await connection.execute(mine)).all()[_MOST_PASSES - 1 :]]
    if old:
        await connection.execute(sa.delete(table).where(table.c.key.in_(old)))
    await connection.execute(sa.insert(table).values(key=digest(key), player=player.id, since=now()))
    return Named(name=player.name, key=key)

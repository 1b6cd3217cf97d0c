"""Keys: 128 bits for each seat of a match and for looking on. A page keeps the key, the server keeps its hash."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping

import msgspec

__all__ = ["LOOKING", "Held", "Holder", "digest", "held", "new_key"]

LOOKING = ""  # the seat of the onlookers' key


class Holder(msgspec.Struct, frozen=True, kw_only=True):
    """Who holds a seat: the hash of the key, the player's name, and whose kept name that is ("": a guest's)."""

    key: bytes
    name: str = ""
    player: str = ""


class Held(msgspec.Struct, frozen=True):
    """What the keys of a page open in one match: seats, and looking on."""

    seats: frozenset[str] = frozenset()
    looks: bool = False


def new_key() -> str:
    """A new key, for a link."""
    return secrets.token_urlsafe(16)


def digest(key: str) -> bytes:
    """What is stored of a key. It is random as it is, so that a plain hash tells nothing."""
    return hashlib.sha256(key.encode("utf-8", "replace")).digest()


def held(holders: Mapping[str, Holder], shown: Iterable[bytes], listed: bool) -> Held:
    """What these hashes open. A listed match may be looked at by everybody."""
    given = set(shown)
    seats = frozenset(seat for seat, holder in holders.items() if holder.key in given)
    return Held(seats - {LOOKING}, listed or bool(seats))

"""The record of a game: a header, a JSON line an answer with its events and the state's hash, and a closing line.

The closing line holds the end of a chain of hashes over the header and every line, so that one number stands for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import accumulate
from typing import Any

import msgspec

from .agents import Played
from .errors import RecordError, clip
from .log import Event
from .sources import Entry
from .state import State, digest, to_json

__all__ = ["AGREED", "FORMAT", "SEEDED", "Branch", "Header", "Line", "Record", "chain", "dump", "lines", "load", "of"]

FORMAT = 2
_OLD = 1  # the format before there was a closing line
SEEDED = "sha256"  # dice that follow from the header's seed
AGREED = "sha256-agreed"  # dice that follow from a seed and the seats' nonces, all of them bound before the game
MOST_BYTES = 64_000_000


class Branch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a game began that went on from another: its first `at` answers and its set-up are that game's."""

    of: str
    at: int
    chain: str  # of the other game's record, there
    setup: str  # the key of the stream that its set-up drew from


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a game was started with; enough to start it again.

    nonces: with agreed dice one a seat, empty for a seat that gave none. bound: the hashes that were published before
    the first question, the seed's and then one for each nonce.
    """

    format: int
    game: str
    revision: int
    content: str  # SHA-256 of the ruleset's sheet
    rulings: dict[str, Any]
    scenario: Any
    forces: tuple[Any, ...]
    seats: tuple[str, ...]
    seed: str
    dice: str
    start: str  # hash of the first state
    nonces: tuple[str, ...] = ()
    bound: tuple[str, ...] = ()
    branch: Branch | None = None


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer, what it caused, and the hash of the state after it."""

    n: int
    ask: str
    answer: Any
    events: tuple[Event, ...]
    hash: str


class _Close(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    chain: str
    ended: Any = None


class Record(msgspec.Struct, frozen=True):
    """A header and the lines so far; what happened before any answer stands in the first line."""

    header: Header
    lines: tuple[Line, ...]
    ended: Any = None  # how, where no rule ended it

    @property
    def tape(self) -> tuple[Entry, ...]:
        return tuple(Entry(line.ask, line.answer) for line in self.lines)


def lines(tape: Sequence[Entry], states: Sequence[State], events: Sequence[Event]) -> Iterator[Line]:
    """The lines of a game whose states were kept."""
    at = 0
    for n, (entry, state) in enumerate(zip(tape, states), start=1):
        caused = []
        while at < len(events) and events[at].at <= n:
            caused.append(events[at])
            at += 1
        yield Line(n, entry.ask, entry.answer, tuple(caused), digest(state))


def of(header: Header, played: Played) -> Record:
    """The record of a game played with its states kept."""
    return Record(header, tuple(lines(played.tape, played.states, played.events)))


def chain(texts: Iterable[bytes]) -> Iterator[str]:
    """The chain of hashes: of the header's line, then after each answer's line of the hash before it and that line."""
    return accumulate(texts, lambda before, text: sha256(before.encode() + text).hexdigest(), initial="")


def dump(record: Record) -> Iterator[bytes]:
    """The file, line by line."""
    texts = [to_json(part) for part in (record.header, *record.lines)]
    yield from (text + b"\n" for text in texts)
    if record.header.format != _OLD:
        *_, last = chain(texts)
        yield to_json(_Close(chain=last, ended=record.ended)) + b"\n"


def load(data: bytes, name: str = "record") -> Record:
    """A record from a file's bytes; `RecordError` names the line that is broken."""
    if len(data) > MOST_BYTES:
        raise RecordError(f"{name}: {len(data)} bytes is more than any game takes")
    first, *rest = data.split(b"\n")
    header = _line(first, Header, name, 1)
    if header.format not in (_OLD, FORMAT):
        age = "newer than this hexless reads" if header.format > FORMAT else "no format of ours"
        raise RecordError(f"{name}: line 1: format {header.format} is {age} (format {FORMAT})")
    if rest and rest[-1]:
        raise RecordError(f"{name}: line {len(rest) + 1} is cut off; the file ends in the middle of an answer")
    texts, closing = (rest[:-1], b"") if header.format == _OLD else (rest[:-2], (rest[-2:] or [b""])[0])
    out = tuple(_line(text, Line, name, number) for number, text in enumerate(texts, start=2))
    for n, line in enumerate(out, start=1):
        if line.n != n:
            raise RecordError(f"{name}: line {n + 1} holds answer {line.n}; answer {n} is missing")
    return Record(header, out, _ended([first, *texts], closing, name) if header.format != _OLD else None)


def _ended(texts: Sequence[bytes], closing: bytes, name: str) -> Any:
    """What the closing line says of the end, once its chain fits the lines before it."""
    number = len(texts) + 1
    if b'"chain"' not in closing:
        raise RecordError(f"{name}: line {number} does not close the game; the rest of it is missing")
    close = _line(closing, _Close, name, number)
    *_, last = chain(texts)
    if close.chain != last:
        raise RecordError(f"{name}: line {number}: the chain of hashes does not fit the lines before it")
    return close.ended


def _line(text: bytes, kind: type[Any], name: str, number: int) -> Any:
    try:
        value = msgspec.json.decode(text, type=kind)
        canonical = to_json(value)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise RecordError(f"{name}: line {number} is not a line of a game record: {clip(str(error))}") from None
    if canonical != text:
        raise RecordError(f"{name}: line {number} was edited: it is not in the form that hexless writes")
    return value

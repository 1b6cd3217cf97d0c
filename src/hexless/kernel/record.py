"""The record of a game: a header, then a JSON line an answer, with its events and the state's hash after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from .agents import Played
from .dice import Dice
from .errors import RecordError, clip
from .game import Roll
from .log import Event
from .position import Moment
from .sources import Entry
from .state import State, digest, to_json

__all__ = ["FORMAT", "SEEDED", "Header", "Line", "Record", "compare", "dump", "lines", "load", "of"]

FORMAT = 1
SEEDED = "sha256"  # dice that follow from the header's seed
MOST_BYTES = 64_000_000


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a game was started with; enough to start it again."""

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


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer, what it caused, and the hash of the state after it."""

    n: int
    ask: str
    answer: Any
    events: tuple[Event, ...]
    hash: str


class Record(msgspec.Struct, frozen=True):
    """A header and the lines so far; what happened before any answer stands in the first line."""

    header: Header
    lines: tuple[Line, ...]

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


def dump(record: Record) -> Iterator[bytes]:
    """The file, line by line."""
    yield to_json(record.header) + b"\n"
    for line in record.lines:
        yield to_json(line) + b"\n"


def load(data: bytes, name: str = "record") -> Record:
    """A record from a file's bytes; `RecordError` names the line that is broken."""
    if len(data) > MOST_BYTES:
        raise RecordError(f"{name}: {len(data)} bytes is more than any game takes")
    first, *rest = data.split(b"\n")
    header = _line(first, Header, name, 1)
    if header.format != FORMAT:
        age = "newer than this hexless reads" if header.format > FORMAT else "no format of ours"
        raise RecordError(f"{name}: line 1: format {header.format} is {age} (format {FORMAT})")
    if rest and rest[-1]:
        raise RecordError(f"{name}: line {len(rest) + 1} is cut off; the file ends in the middle of an answer")
    out = tuple(_line(text, Line, name, number) for number, text in enumerate(rest[:-1], start=2))
    for n, line in enumerate(out, start=1):
        if line.n != n:
            raise RecordError(f"{name}: line {n + 1} holds answer {line.n}; answer {n} is missing")
    return Record(header, out)


def _line(text: bytes, kind: type[Any], name: str, number: int) -> Any:
    try:
        value = msgspec.json.decode(text, type=kind)
        canonical = to_json(value)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise RecordError(f"{name}: line {number} is not a line of a game record: {clip(str(error))}") from None
    if canonical != text:
        raise RecordError(f"{name}: line {number} was edited: it is not in the form that hexless writes")
    return value


def compare(record: Record, again: Moment, name: str = "record") -> None:
    """Hold a record against the run of its tape: the dice of its seed, every event and state.

    `RecordError` names the first line that does not agree.
    """
    states = [*(each.state for each in again.answered[1:]), again.state]
    dice = Dice(record.header.seed) if record.header.dice == SEEDED else None
    rerun = lines(record.tape, states, again.events)
    for line, new, (request, answer, _) in zip(record.lines, rerun, again.answered):
        place = f"{name}: line {line.n + 1}"
        if dice and isinstance(request, Roll) and answer != dice.roll(line.n - 1, request.pool):
            raise RecordError(f"{place}: the faces are not those that the seed gives")
        if line.hash != new.hash:
            raise RecordError(f"{place}: after answer {line.n} the state is not the one that was recorded")
        if to_json(line.events) != to_json(new.events):
            raise RecordError(f"{place}: the events of answer {line.n} are not those that the rules make")

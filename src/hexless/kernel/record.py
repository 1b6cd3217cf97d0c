"""The record of a game: a header, then a JSON line an answer, with its events and the state's hash after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from .dice import Dice
from .errors import GameError, RecordError, clip
from .game import Game, Request, Roll
from .log import Event
from .play import Played
from .ruleset import Ruleset
from .sources import Entry, Pending, Tape
from .state import State, digest, to_json
from .streams import Stream

__all__ = ["FORMAT", "Header", "Line", "Record", "audit", "begin", "dump", "load", "replay", "resume"]

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


def begin(
    rules: Ruleset[Any], scenario: Any, forces: Sequence[Any], rulings: Any, seed: int | str, *, dice: str = SEEDED
) -> tuple[Header, State]:
    """A new game's header and first state; `dice` names another scheme than `Dice(seed)`, which no audit checks."""
    start = rules.setup(scenario, forces, rulings, Stream(seed, "setup"))
    header = Header(
        format=FORMAT,
        game=rules.id,
        revision=rules.revision,
        content=digest(rules.sheet.rules),
        rulings=msgspec.to_builtins(rulings),
        scenario=msgspec.to_builtins(scenario),
        forces=tuple(msgspec.to_builtins(force) for force in forces),
        seats=rules.seats(start),
        seed=str(seed),
        dice=dice,
        start=digest(start),
    )
    return header, start


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


def resume(rules: Ruleset[Any], header: Header, name: str = "record") -> State:
    """The first state that a header describes, checked against its hash."""
    name = f"{name}: line 1"
    if (header.game, header.revision) != (rules.id, rules.revision):
        raise RecordError(
            f"{name}: made with {header.game} revision {header.revision}, this is {rules.id} revision {rules.revision}"
        )
    try:
        scenario = msgspec.convert(header.scenario, rules.scenario)
        forces = [msgspec.convert(force, rules.force) for force in header.forces]
        rulings = msgspec.convert(header.rulings, rules.rulings)
    except msgspec.ValidationError as error:
        raise RecordError(f"{name}: the header does not describe a game: {error}") from None
    faults = [*rules.scenario_faults(scenario), *(fault for force in forces for fault in rules.force_faults(force))]
    if faults:
        raise RecordError(f"{name}: the header does not describe a game: {'; '.join(map(str, faults))}")
    try:
        start: State = rules.setup(scenario, forces, rulings, Stream(header.seed, "setup"))
    except GameError as error:
        raise RecordError(f"{name}: the header does not describe a game: {error}") from None
    if digest(start) != header.start or rules.seats(start) != header.seats:
        raise RecordError(f"{name}: the game now starts from another state than the record says")
    return start


def replay(rules: Ruleset[Any], start: State, tape: Sequence[Entry]) -> tuple[list[State], list[Event], Any]:
    """Run a tape from outside: the state after each answer, all events, and what is asked next (None: over)."""
    return _rerun(rules, start, Tape(tape, keep_states=True))


def _rerun(rules: Ruleset[Any], start: State, source: Tape) -> tuple[list[State], list[Event], Request | None]:
    g: Game[Any] = Game(start, source)
    request = None
    try:
        while rules.outcome(g.state) is None:
            rules.step(g)
    except Pending as pending:
        request = pending.request
    kept = source.states or []
    return [*kept[1:], g.state] if kept else [], list(g.log or ()), request


def audit(rules: Ruleset[Any], record: Record, name: str = "record") -> State:
    """Re-run a record; compare the dice with the seed, and every event and state with what was recorded.

    The state it ends in. `RecordError` names the first line that does not agree.
    """
    start = resume(rules, record.header, name)
    source = Tape(record.tape, keep_states=True)
    try:
        states, events, _ = _rerun(rules, start, source)
    except GameError as error:
        raise RecordError(f"{name}: line {len(source.made) + 2}: {error}") from None
    if len(states) < len(record.lines):
        raise RecordError(f"{name}: line {len(states) + 2}: the game is over after answer {len(states)}")
    dice = Dice(record.header.seed) if record.header.dice == SEEDED else None
    for line, again, (request, answer) in zip(record.lines, lines(record.tape, states, events), source.made):
        place = f"{name}: line {line.n + 1}"
        if dice and isinstance(request, Roll) and answer != dice.roll(line.n - 1, request.pool):
            raise RecordError(f"{place}: the faces are not those that the seed gives")
        if line.hash != again.hash:
            raise RecordError(f"{place}: after answer {line.n} the state is not the one that was recorded")
        if to_json(line.events) != to_json(again.events):
            raise RecordError(f"{place}: the events of answer {line.n} are not those that the rules make")
    return states[-1] if states else start

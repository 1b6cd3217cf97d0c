"""What a game's dice come from: its seed, the nonces of its seats, and the hashes that bound them before it began."""

from __future__ import annotations

from hashlib import sha256

from hexless.kernel import Dice, Moment, RecordError, Roll, Stream, to_json
from hexless.kernel.errors import clip
from hexless.kernel.record import AGREED, SEEDED, Header, Record, lines

__all__ = ["bonds", "compare", "dice_of", "set_up_stream"]


def bonds(header: Header) -> tuple[str, ...]:
    """The hashes of a header's seed and of its nonces, as they are published before a game."""
    pairs = zip(header.seats, header.nonces)
    nonces = (sha256(f"{seat}/{nonce}".encode()).hexdigest() if nonce else "" for seat, nonce in pairs)
    return (sha256(header.seed.encode()).hexdigest(), *nonces)


def dice_of(header: Header, name: str = "record") -> Dice:
    """The dice of a game; `RecordError` for a scheme that nobody can check."""
    if header.dice not in (SEEDED, AGREED):
        schemes = f"{SEEDED}, {AGREED}"
        raise RecordError(f"{name}: there are no dice {clip(header.dice)} that can be checked; there is: {schemes}")
    if header.dice == SEEDED and (header.nonces or header.bound):
        raise RecordError(f"{name}: the dice {SEEDED} have no nonces and no hashes")
    if header.dice == AGREED and (len(header.nonces) != len(header.seats) or header.bound != bonds(header)):
        raise RecordError(f"{name}: the seed and the nonces are not those whose hashes were published")
    return Dice(header.seed, header.nonces)


def set_up_stream(header: Header) -> Stream:
    """What the set-up of a game draws from."""
    if header.branch is None:
        return Stream("/".join((header.seed, *header.nonces)), "setup")
    try:
        return Stream.keyed(header.branch.setup)
    except ValueError:
        raise RecordError(f"got {clip(header.branch.setup)}; the key of a set-up is a hash") from None


def compare(record: Record, again: Moment, name: str = "record") -> None:
    """Hold a record against the run of its tape: the dice of its seed, every event and state.

    `RecordError` names the first line that does not agree.
    """
    states = [*(each.state for each in again.answered[1:]), again.state]
    dice = dice_of(record.header, f"{name}: line 1")
    taken = record.header.branch.at if record.header.branch else 0  # answers of another game, and its dice
    rerun = lines(record.tape, states, again.events)
    for line, new, (request, answer, _) in zip(record.lines, rerun, again.answered):
        place = f"{name}: line {line.n + 1}"
        if line.n > taken and isinstance(request, Roll) and answer != dice.roll(line.n - 1, request.pool):
            raise RecordError(f"{place}: the faces are not those that the seed gives")
        if line.hash != new.hash:
            raise RecordError(f"{place}: after answer {line.n} the state is not the one that was recorded")
        if to_json(line.events) != to_json(new.events):
            raise RecordError(f"{place}: the events of answer {line.n} are not those that the rules make")

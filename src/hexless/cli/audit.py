"""`hexless audit`: whether a game was played by its rules, and whether anybody could have chosen its dice."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from hexless.kernel import GameError, Outcome, RecordError, record, to_json
from hexless.ruleset import Ruleset, starting

from .games import Json
from .records import RecordFile, about_dice, load_record
from .show import printable, say, say_json, strong

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command("audit")(audit)


def audit(
    file: RecordFile,
    of: Annotated[
        Path | None, typer.Option("--of", metavar="FILE", help="The game that this one branched from.")
    ] = None,
    chain: Annotated[str, typer.Option(metavar="HASH", help="The end of the chain that you were shown.")] = "",
    json: Json = False,
) -> None:
    """Check a finished game: every answer by the rules, every die by the seed and the nonces, the chain of hashes."""
    kept, rules = load_record(file, None)
    end = starting.audit(rules, kept, str(file))
    outcome = rules.outcome(end)
    if outcome is None and kept.ended is None:
        raise RecordError(f"{file}: the game is not over; its dice are still to come")
    *_, last = record.chain(map(to_json, (kept.header, *kept.lines)))
    if chain and chain != last:
        raise RecordError(f"{file}: the chain ends in {last}, not in {printable(chain)}: this is another game")
    origin = _origin(rules, kept, of) if of is not None else False
    if json:
        say_json(_told(kept, outcome, last, origin))
        return
    say(strong(f"{file}: played by the rules; {len(kept.lines)} answers, every state and event as recorded"))
    say(about_dice(kept.header, origin))
    say(f"chain {last}")


def _origin(rules: Ruleset[Any], kept: record.Record, file: Path) -> bool:
    """Whether a branch begins as the game that it names, which is audited too."""
    if kept.header.branch is None:
        raise GameError("this game is no branch; leave out --of")
    other, _ = load_record(file, None)
    starting.audit(rules, other, str(file))
    at = kept.header.branch.at
    *_, there = record.chain(map(to_json, (other.header, *other.lines[:at])))
    if there != kept.header.branch.chain:
        raise RecordError(f"{file}: this is not the game that the branch began from")
    if to_json(other.lines[:at]) != to_json(kept.lines[:at]):
        raise RecordError(f"{file}: its first {at} answers are others than those of the branch")
    return True


def _told(kept: record.Record, outcome: Outcome | None, last: str, origin: bool) -> dict[str, Any]:
    header = kept.header
    return {
        "game": header.game,
        "seats": header.seats,
        "answers": len(kept.lines),
        "dice": header.dice,
        "bound": header.bound,
        "unchecked": 0 if origin or header.branch is None else header.branch.at,
        "outcome": outcome or kept.ended,
        "chain": last,
    }

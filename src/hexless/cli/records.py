"""`hexless replay` and `hexless draw`: a game that was played, in words and as a picture."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from hexless.kernel import Event, GameError, RecordError, State, record
from hexless.kernel import replay as kernel_replay
from hexless.ruleset import Ruleset, find, starting
from hexless.ruleset.telling import tell

from .games import Json
from .show import dim, printable, say, say_json, strong

__all__ = ["RecordFile", "about_dice", "load_record", "register"]

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A game record.")]


def register(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("replay")(replay)
    app.command("draw")(draw)


def replay(
    file: RecordFile,
    check: Annotated[bool, typer.Option("--check", help="Play every answer again and compare every state.")] = False,
    to: Annotated[int | None, typer.Option(min=0, metavar="N", help="Stop after answer N.")] = None,
    json: Json = False,
) -> None:
    """Tell a recorded game in words, or check that it was played by the rules."""
    kept, rules = load_record(file, to)
    outcome = rules.outcome(starting.audit(rules, kept, str(file))) if check else None
    if json:
        say_json(
            {
                "game": kept.header.game,
                "seats": kept.header.seats,
                "seed": kept.header.seed,
                "answers": len(kept.lines),
                "checked": check,
                "outcome": outcome,
                "events": [event for line in kept.lines for event in line.events],
            }
        )
        return
    _tell(rules, kept, str(file))
    if check:
        ending = f"; {outcome.winner or 'nobody'} wins: {outcome.why}" if outcome else "; the game goes on"
        say(strong(f"checked: {len(kept.lines)} answers, every state as recorded{ending}"))
        say(about_dice(kept.header))
    else:
        say(dim("as recorded; --check plays it again and compares"))


def load_record(file: Path, to: int | None) -> tuple[record.Record, Ruleset[Any]]:
    from hexless.ruleset.disk import read_bytes

    kept = record.load(read_bytes(file, record.MOST_BYTES), str(file))
    rules = find(kept.header.game)
    if kept.header.revision > rules.revision:
        raise RecordError(
            f"{file}: line 1: revision {kept.header.revision} of {rules.id} is newer than ours ({rules.revision})"
        )
    if to is not None:
        if to > len(kept.lines):
            raise GameError(f"{file}: there is no answer {to}; the record has {len(kept.lines)}")
        kept = record.Record(kept.header, kept.lines[:to]) if to < len(kept.lines) else kept
    return kept, rules


def about_dice(header: record.Header, origin: bool = False) -> str:
    """What the dice of a game that passed its audit prove, and what they do not."""
    if header.dice == record.AGREED:
        seats = [seat for seat, nonce in zip(header.seats, header.nonces) if nonce]
        bound = ", ".join(map(printable, seats)) or "no seat"
        says = f"no die was chosen by anybody: the server and {bound} were bound before the first question"
        says += f" (server {header.bound[0]})"
    else:
        says = "the dice follow from the seed alone; who chose the seed could know them"
    if header.branch is not None and not origin:
        says += f"; the dice of the first {header.branch.at} answers fell in another game and were not checked (--of)"
    return says


def _tell(rules: Ruleset[Any], kept: record.Record, name: str) -> None:
    header = kept.header
    say(f"{strong(rules.title)}, seed {printable(header.seed)}: {printable(' against '.join(header.seats))}")
    usual = msgspec.to_builtins(rules.files.rulings())
    for ruling, value in header.rulings.items():
        if usual.get(ruling) != value:
            say(dim(f"  ruling {printable(ruling)} = {printable(value)}"))
    names = _names(rules, header, name)
    for line in kept.lines:
        for event in line.events:
            cited = ", ".join(map(printable, dict.fromkeys(event.rules)))
            told = printable(tell(event, rules.showing.phrases, names))
            say(f"{line.n:5}  {told}{dim(f'  [{cited}]') if cited else ''}")


def _names(rules: Ruleset[Any], header: record.Header, name: str) -> dict[int, str]:
    """The units' names; a game of an older revision is told with their numbers."""
    if header.revision != rules.revision:
        return {}
    start: Any = starting.resume(rules, header, name)
    on_table = {token.unit: token.name for token in rules.showing.scene(start).tokens}
    return {i: on_table.get(i, getattr(unit, "name", str(i))) for i, unit in enumerate(start.units)}


def _again(rules: Ruleset[Any], kept: record.Record, name: str) -> tuple[State, list[State], list[Event]]:
    """The game played again: its first state, the state after each answer, and what happened."""
    start = starting.resume(rules, kept.header, name)
    try:
        states, events, _ = kernel_replay(rules, start, kept.tape)
    except GameError as error:
        raise RecordError(f"{name}: {error}") from None
    return start, states, events


def draw(
    file: RecordFile,
    at: Annotated[int | None, typer.Option(min=0, metavar="N", help="After answer N; else after the last.")] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write a .svg or .png file; else the terminal."),
    ] = None,
) -> None:
    """Draw the table as it stood after an answer, with what was measured then."""
    kept, rules = load_record(file, at)
    in_form = _form(output) if output else str.encode
    start, states, events = _again(rules, kept, str(file))
    scene = rules.showing.scene(states[-1] if states else start)
    if output is None:
        _show(scene)
        return
    from hexless.draw import svg
    from hexless.ruleset.disk import write_path

    seen = [value for event in events if event.at == len(kept.lines) for value in event.data.values()]
    write_path(output, [in_form(svg(scene, witnesses=tuple(seen)))])
    say(f"{output}: the table after answer {len(kept.lines)}")


def _form(output: Path) -> Callable[[str], bytes]:
    """What makes an SVG into the form that the name of a file asks for."""
    if output.suffix.lower() != ".png":
        if output.suffix.lower() not in ("", ".svg"):
            raise GameError(f"{output}: a picture is written as .svg or .png")
        return str.encode
    if find_spec("vl_convert") is None:
        raise GameError("a .png needs vl_convert, which is not installed: pip install 'hexless[lab]'; a .svg does not")
    return lambda drawn: bytes(import_module("vl_convert").svg_to_png(drawn, scale=2))


def _show(scene: Any) -> None:
    from rich.console import Console

    from hexless.draw import text

    console = Console()
    console.print(text(scene, console.width))

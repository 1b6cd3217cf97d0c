"""`hexless force`, `hexless scenario` and `hexless schema`: the files that people bring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

from hexless.kernel import DataError, UnknownName
from hexless.ruleset import Ruleset, find

from .games import GameName, Json
from .show import say, say_json

__all__ = ["register"]

File = Annotated[str | None, typer.Argument(metavar="FILE", help="A .toml or .json file. Without it: list ours.")]


def register(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("force")(force)
    app.command("scenario")(scenario)
    app.command("schema")(schema)


def force(game: GameName, file: File = None, json: Json = False) -> None:
    """Check a force file: every fault, each with its place."""
    from hexless.ruleset import shipped

    rules = find(game)
    _judge(rules, shipped.names(rules, "force"), shipped.force, file, json)


def scenario(game: GameName, file: File = None, json: Json = False) -> None:
    """Check a scenario file: every fault, each with its place."""
    from hexless.ruleset import shipped

    rules = find(game)
    _judge(rules, shipped.names(rules, "scenario"), shipped.scenario, file, json)


def _judge(
    rules: Ruleset[Any], names: tuple[str, ...], load: Callable[[Ruleset[Any], str], Any], file: str | None, json: bool
) -> None:
    if file is None:
        say_json(names) if json else say("\n".join(names))
        return
    try:
        load(rules, file)
    except DataError as error:
        if not json:
            raise
        faults = [{"place": fault.place, "reason": fault.reason} for fault in error.faults]
        say_json({"file": file, "ok": False, "faults": faults})
        raise typer.Exit(2) from None
    if json:
        say_json({"file": file, "ok": True, "faults": []})
    else:
        say(f"{file}: no faults")


def schema(
    game: GameName, kind: Annotated[str, typer.Argument(metavar="scenario|force", help="Which kind of file.")]
) -> None:
    """Print the JSON Schema of a scenario or force file."""
    from hexless.ruleset import shipped

    rules = find(game)
    match kind:
        case "scenario" | "force":
            say_json(shipped.schema(rules, kind))
        case _:
            raise UnknownName("schema", kind, ("scenario", "force"))

"""`hexless games` and `hexless rules`: what there is, and what its sheet says."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated, Any

import typer

from hexless.kernel import GameError
from hexless.ruleset import Ruleset, find, names

from .progress import progress
from .show import columns, dim, paragraph, say, say_json, strong

__all__ = ["register"]

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game's id, as `hexless games` lists it.")]
Json = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]


def register(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("games")(games)
    app.command("rules")(rules)


def games(json: Json = False) -> None:
    """List the games."""
    found = [_about(name) for name in names()]
    if json:
        say_json(found)
    else:
        say(columns([(strong(game["id"]), game.get("title", ""), _contents(game)) for game in found]))


def _about(name: str) -> dict[str, Any]:
    from hexless.ruleset.shipped import listing

    try:
        game = find(name)
    except GameError as error:  # one that somebody else brought: it shall not hide the others
        return {"id": name, "error": str(error)}
    kept = listing(game)
    return {
        "id": game.id,
        "title": game.title,
        "revision": game.revision,
        "rules": len(game.sheet.rules),
        "scenarios": kept["scenario"],
        "forces": kept["force"],
        "attacks": [attack.name for attack in game.attacks],
    }


def _contents(game: dict[str, Any]) -> str:
    if "error" in game:
        return str(game["error"])
    scenarios, forces = len(game["scenarios"]), len(game["forces"])
    return dim(f"{game['rules']} rules, {scenarios} scenarios, {forces} forces")


def rules(
    game: GameName,
    rule: Annotated[str | None, typer.Argument(metavar="ID", help="One rule, or the start of some ids.")] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Exit 1 when a rule has no code, no test or never fired.")
    ] = False,
    json: Json = False,
) -> None:
    """Show the rules of a game, or check that all of them are coded, tested and used."""
    found = find(game)
    if check:
        if rule is not None:
            raise GameError("--check looks at all the rules; leave out the id")
        _check(found, json)
    elif json:
        say_json(_sheet(found, rule))
    elif rule is None:
        _list(found)
    else:
        _explain(found, rule)


def _check(game: Ruleset[Any], json: bool) -> None:
    from hexless.lab.conformance import coverage

    with progress(len(game.sheet.rules)) as tick:
        report = coverage(game, progress=lambda games, fired: tick(fired))
    if json:
        say_json(report)
    else:
        say(f"{game.title}: {report.rules} rules; {report.coded} coded, {report.tested} tested, {report.fired} fired")
        for what, ids in report.missing.items():
            for rule in ids:
                say(f"missing {what}: {rule}")
    if any(report.missing.values()):
        raise typer.Exit(1)


def _texts(game: Ruleset[Any], start: str | None) -> list[Any]:
    texts = [text for text in game.sheet.rules if start is None or text.id == start]
    texts = texts or [text for text in game.sheet.rules if text.id.startswith(f"{start}.")]
    return texts or [game.sheet.text(str(start))]


def _rulings(game: Ruleset[Any]) -> list[dict[str, Any]]:
    """Every ruling: its name, default, what it decides and the rules that it touches."""
    import msgspec

    form = msgspec.json.schema(game.files.rulings)
    fields: dict[str, Any] = form["$defs"][game.files.rulings.__name__]["properties"]
    defaults = msgspec.to_builtins(game.files.rulings())
    return [
        {
            "name": name,
            "default": defaults[name],
            "choices": field.get("enum", []),
            "says": field.get("description", ""),
            "rules": field.get("rules", []),
        }
        for name, field in fields.items()
    ]


def _sheet(game: Ruleset[Any], start: str | None) -> dict[str, Any]:
    texts = _texts(game, start)
    ids = {text.id for text in texts}
    return {
        "game": game.id,
        "title": game.title,
        "unit": game.sheet.unit,
        "revision": game.revision,
        "rules": [
            {
                "id": text.id,
                "section": text.section,
                "lines": text.lines,
                "says": text.says,
                "ruling": text.ruling,
                "code": game.sheet.bound.get(text.id, []),
            }
            for text in texts
        ],
        "rulings": [one for one in _rulings(game) if start is None or ids & set(one["rules"])],
    }


def _list(game: Ruleset[Any]) -> None:
    for section, texts in groupby(game.sheet.rules, lambda text: text.section):
        say(strong(section))
        for text in texts:
            say(f"  {typer.style(text.id, fg='cyan')}")
            say(paragraph(text.says, "    "))
    say(dim(f"{len(game.sheet.rules)} rules; `hexless rules {game.id} ID` says more of one"))


def _explain(game: Ruleset[Any], start: str) -> None:
    shown = _sheet(game, start)
    for text in shown["rules"]:
        say(f"{strong(text['id'])}  {text['section']}, line {text['lines']}")
        say(paragraph(text["says"], "  "))
        if text["ruling"]:
            say(paragraph(f"Ruling: {text['ruling']}", "  "))
        for place in text["code"]:
            say(dim(f"  {place}"))
    for one in shown["rulings"]:
        choices = f" (of {', '.join(map(str, one['choices']))})" if one["choices"] else ""
        say(f"{strong(one['name'])} = {one['default']}{choices}")
        say(paragraph(one["says"], "  "))

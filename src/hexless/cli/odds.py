"""`hexless odds`: what may come of an attack, or of an answer in a recorded game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from hexless.kernel import GameError
from hexless.kernel.errors import clip
from hexless.ruleset import Attack, Ruleset, find

from .games import GameName, Json
from .show import bar, columns, dim, say, say_json, strong, width
from .sim import Rulings, chosen_rulings

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command("odds")(odds)


def odds(
    game: GameName,
    attack: Annotated[
        str | None, typer.Argument(metavar="ATTACK|ANSWER", help="An attack, or with --from an answer; else a list.")
    ] = None,
    inputs: Annotated[list[str] | None, typer.Argument(metavar="KEY=VALUE...", help="The attack's inputs.")] = None,
    *,
    ruling: Rulings = None,
    record: Annotated[Path | None, typer.Option("--from", metavar="FILE", help="A record of a game.")] = None,
    at: Annotated[int | None, typer.Option(min=1, metavar="N", help="Which answer of the record.")] = None,
    seat: Annotated[str | None, typer.Option(help="Whose answer, where several seats answer at once.")] = None,
    json: Json = False,
) -> None:
    """Show the exact odds of an attack, or what an answer of a recorded game would have done."""
    rules = find(game)
    if record is not None:
        from .foresee import foresee

        if inputs or ruling:
            raise GameError("a record has its own inputs and rulings; give only an answer")
        return foresee(rules, record, at, attack, seat, json)
    if at is not None or seat is not None:
        raise GameError("--at and --seat belong to a record; name it with --from FILE")
    if attack is None:
        return _list(rules, json)
    from hexless.ruleset.attacks import attack_odds

    found = attack_odds(rules, attack, _pairs(inputs or []), chosen_rulings(ruling))
    if json:
        say_json(found.wire())
    else:
        _draw(rules.attack(attack), found)
    return None


def _pairs(given: list[str]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for text in given:
        key, equals, value = text.partition("=")
        if not equals:
            raise GameError(f"an input is KEY=VALUE, not {clip(text)}")
        if key in pairs:
            raise GameError(f"{clip(key)} is given twice")
        pairs[key] = value
    return pairs


def _list(rules: Ruleset[Any], json: bool) -> None:
    from hexless.ruleset.attacks import allowed

    if json:
        attacks = [
            {name: getattr(attack, name) for name in ("name", "says", "value", "inputs", "rules")}
            for attack in rules.attacks
        ]
        say_json({"game": rules.id, "attacks": attacks})
        return
    for attack in rules.attacks:
        say(f"{strong(attack.name)}: {attack.says.rstrip('.')}; gives {attack.value}")
        rows = []
        for spec in attack.inputs:
            default = "" if spec.default is None else dim(f"default {spec.default}")
            rows.append((f"  {spec.name}", spec.says, allowed(spec), default))
        say(columns(rows))


def _draw(attack: Attack, found: Any) -> None:
    """Bars: each outcome's chance, and for numbers the chance of at least as much."""
    given = " ".join(f"{key}={value}" for key, value in found.inputs.items())
    say(f"{strong(attack.name)} {given}")
    numbers = all(isinstance(chance.value, int) for chance in found.outcomes)
    rows, left = [], 1.0
    most = max(chance.p for chance in found.outcomes)
    for chance in found.outcomes:
        least = f"{max(left, 0):8.3%}" if numbers else ""
        rows.append((_shown(chance.value), f"{chance.p:8.3%}", least, bar(chance.p / most, width() - 40)))
        left -= chance.p
    head = (attack.value, "chance", "or more" if numbers else "", "")
    say(columns([tuple(map(dim, head)), *rows], right=(0, 1, 2)))
    if found.mean is not None:
        mean = found.mean if isinstance(found.mean, tuple) else (found.mean,)
        say(f"mean {', '.join(f'{float(part):.4f}' for part in mean)}")
    say(dim("by " + ", ".join(found.rules)))


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)

"""The games as cards: what there is to play, read from the ruleset records and their packages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from hexless.bots import names as bot_names
from hexless.ground.files import read
from hexless.kernel import DataError, Fault, GameError, Ruleset, UnknownName, find, names

from . import cards
from .match import Match, begun
from .parts import Ruling

__all__ = ["attacks", "games", "rulings", "sheet", "start"]

_SEED = "card"


@cache
def games() -> cards.Games:
    """Every game that loads, and why the others do not: a broken plug-in is reported, never fatal."""
    found, broken = [], {}
    for name in names():
        try:
            found.append(_card(find(name)))
        except Exception as error:  # whatever a plug-in raises
            broken[name] = f"{type(error).__name__}: {error}"
    bots = [cards.BotCard(spec=name, title=name.capitalize()) for name in bot_names()]
    return cards.Games(games=found, bots=bots, broken=broken)


def _card(rules: Ruleset[Any]) -> cards.GameCard:
    first, *_ = scenarios(rules)
    return cards.GameCard(
        id=rules.id,
        title=rules.title,
        unit=rules.sheet.unit,
        revision=rules.revision,
        scenarios=[_scenario(rules, name, value) for name, value in scenarios(rules).items()],
        forces=[cards.ForceCard(id=n, title=_title(v, n), says=_says(v)) for n, v in forces(rules).items()],
        rulings=rulings(rules),
        attacks=[attack.name for attack in rules.attacks],
        scene=_spectated(start(rules, first, (), {}, _SEED)),
    )


def _spectated(match: Match) -> Any:
    return match.rules.scene(match.rules.view(match.state, None))


def _scenario(rules: Ruleset[Any], name: str, value: Any) -> cards.ScenarioCard:
    match = start(rules, name, (), {}, _SEED)
    return cards.ScenarioCard(
        id=name,
        title=_title(value, name),
        says=_says(value),
        seats=list(match.header.seats),
        forces=list(_own_forces(rules, value)),
    )


def _title(value: Any, name: str) -> str:
    return str(getattr(value, "title", "") or getattr(value, "name", "") or name)


def _says(value: Any) -> str:
    return str(getattr(value, "says", ""))


@cache
def _data(package: str, folder: str) -> Mapping[str, tuple[bytes, bool]]:
    """The data files of a package's folder by their stems."""
    place = files(package).joinpath(folder)
    found = sorted((file.name, file) for file in place.iterdir()) if place.is_dir() else []
    kinds = {"json": False, "toml": True}
    return {
        stem: (file.read_bytes(), kinds[kind])
        for name, file in found
        for stem, _, kind in [name.rpartition(".")]
        if kind in kinds
    }


def scenarios(rules: Ruleset[Any]) -> Mapping[str, Any]:
    """The scenarios that come with a game; the one called "default" first."""
    found = dict(_read(rules, "scenarios", rules.scenario, rules.scenario_faults))
    if not found:
        raise DataError(rules.id, [Fault("scenarios", "there is no scenario")])
    return dict(sorted(found.items(), key=lambda pair: pair[0] != "default"))


def forces(rules: Ruleset[Any]) -> Mapping[str, Any]:
    """The forces that come with a game."""
    return dict(_read(rules, "forces", rules.force, rules.force_faults))


def _read(rules: Ruleset[Any], folder: str, kind: Any, faults: Any) -> Iterator[tuple[str, Any]]:
    for name, (data, toml) in _data(rules.package, folder).items():
        yield name, read(data, kind, f"{rules.id}/{folder}/{name}", faults, toml)


def _own_forces(rules: Ruleset[Any], scenario: Any) -> Sequence[str]:
    """The forces that a scenario names, else as many as it has seats, in turn."""
    named = getattr(scenario, "forces", ())
    if named and all(isinstance(name, str) and name in forces(rules) for name in named):
        return tuple(named)
    known, count = list(forces(rules)), len(getattr(scenario, "seats", ())) or 2
    return [known[i % len(known)] for i in range(count)] if known else []


def start(
    rules: Ruleset[Any], scenario: str | None, chosen: Sequence[str], changed: Mapping[str, Any], seed: str
) -> Match:
    """A new match from names: unknown ones and impossible rulings are refused in words."""
    known = scenarios(rules)
    name = scenario or next(iter(known))
    if name not in known:
        raise UnknownName(f"scenario in {rules.title}", name, list(known))
    wanted, armies = list(chosen or _own_forces(rules, known[name])), forces(rules)
    for force in wanted:
        if force not in armies:
            raise UnknownName(f"force in {rules.title}", force, list(armies))
    if len(wanted) != (count := len(_own_forces(rules, known[name]))):
        raise GameError(f"{_title(known[name], name)} takes {count} forces, not {len(wanted)}")
    return begun(rules, known[name], [armies[force] for force in wanted], chosen_rulings(rules, changed), seed)


def chosen_rulings(rules: Ruleset[Any], changed: Mapping[str, Any]) -> Any:
    """The default rulings with some changed."""
    fields = [field.name for field in msgspec.structs.fields(rules.rulings)]
    for name in changed:
        if name not in fields:
            raise UnknownName(f"ruling in {rules.title}", name, fields)
    try:
        return msgspec.convert({**msgspec.to_builtins(rules.rulings()), **changed}, rules.rulings)
    except msgspec.ValidationError as error:
        raise GameError(f"the rulings are not possible: {error}") from None


def rulings(rules: Ruleset[Any], chosen: Mapping[str, Any] | None = None) -> list[Ruling]:
    """What the sheet leaves open, with the choices, and what a game has chosen."""
    defaults = msgspec.to_builtins(rules.rulings())
    _, parts = msgspec.json.schema_components([rules.rulings])
    fields = parts.get(rules.rulings.__name__, {}).get("properties", {})
    return [_ruling(name, form, defaults.get(name), (chosen or defaults).get(name)) for name, form in fields.items()]


def _ruling(name: str, form: Mapping[str, Any], default: Any, value: Any) -> Ruling:
    choices = list(form.get("enum", ()))
    if form.get("type") == "boolean":
        choices = [True, False]
    return Ruling(
        name=name,
        says=form.get("description", ""),
        rules=list(form.get("rules", ())),
        value=value,
        default=default,
        choices=choices,
        low=form.get("minimum"),
        high=form.get("maximum"),
    )


def sheet(rules: Ruleset[Any]) -> cards.SheetCard:
    """The sheet rule by rule, with the rulings that touch each."""
    open_ = rulings(rules)
    return cards.SheetCard(
        game=rules.id,
        title=rules.title,
        unit=rules.sheet.unit,
        rulings=open_,
        rules=[
            cards.RuleCard(
                id=text.id,
                section=text.section,
                lines=text.lines,
                says=text.says,
                ruling=text.ruling,
                rulings=[each.name for each in open_ if text.id in each.rules],
            )
            for text in rules.sheet.rules
        ],
    )


def attacks(rules: Ruleset[Any]) -> cards.Attacks:
    """The attacks whose odds can be asked."""
    found = [
        cards.AttackCard(
            name=attack.name,
            says=attack.says,
            value=attack.value,
            inputs=list(attack.inputs),
            rules=list(attack.rules),
        )
        for attack in rules.attacks
    ]
    return cards.Attacks(game=rules.id, attacks=found)

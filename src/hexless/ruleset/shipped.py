"""What a ruleset ships: scenarios and forces by name, or from a user's file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files as resources
from pathlib import Path
from typing import Any, Literal

import msgspec

from hexless.kernel import DataError, Fault, UnknownName

from . import files
from .briefs import Muster, Situation
from .disk import read_path
from .fits import misfit
from .ruleset import Ruleset

__all__ = [
    "chosen_rulings",
    "force",
    "forces",
    "listing",
    "muster",
    "names",
    "scenario",
    "scenarios",
    "schema",
    "situation",
]

Kind = Literal["scenario", "force"]
_read: dict[tuple[str, Kind, str], tuple[bytes, type[Any], Any]] = {}  # what ships, read once: all of it is frozen
_BRIEFS: dict[Kind, type[Any]] = {"scenario": Situation, "force": Muster}


def names(rules: Ruleset[Any], kind: Kind) -> tuple[str, ...]:
    """The names of the scenarios or forces that come with the game."""
    folder = resources(rules.files.package).joinpath(f"{kind}s")
    found = [file.name for file in folder.iterdir()] if folder.is_dir() else []
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


def listing(rules: Ruleset[Any]) -> dict[Kind, tuple[str, ...]]:
    """Everything that comes with the game."""
    return {"scenario": names(rules, "scenario"), "force": names(rules, "force")}


def scenarios(rules: Ruleset[Any]) -> dict[str, Any]:
    """Every scenario that comes with the game, by name."""
    return {name: _get(rules, "scenario", name) for name in names(rules, "scenario")}


def forces(rules: Ruleset[Any]) -> dict[str, Any]:
    """Every force that comes with the game, by name."""
    return {name: _get(rules, "force", name) for name in names(rules, "force")}


def scenario(rules: Ruleset[Any], name_or_path: str | Path) -> Any:
    """A scenario that comes with the game, or one from a file."""
    return _get(rules, "scenario", name_or_path)


def force(rules: Ruleset[Any], name_or_path: str | Path) -> Any:
    """A force that comes with the game, or one from a file."""
    return _get(rules, "force", name_or_path)


def _form(rules: Ruleset[Any], kind: Kind) -> tuple[type[Any], Callable[[Any], Sequence[Fault]]]:
    return rules.files.form(kind)


def _get(rules: Ruleset[Any], kind: Kind, name: str | Path) -> Any:
    known = names(rules, kind)
    if name in known:
        data, (form, faults) = _data(rules, kind, name), _form(rules, kind)
        kept = _read.get((rules.files.package, kind, str(name)))
        if kept is None or kept[:2] != (data, form):
            value = files.read(data, form, f"{name}.toml", faults, True, {"brief": _BRIEFS[kind]})
            kept = _read[rules.files.package, kind, str(name)] = data, form, value
        return kept[2]
    path = Path(name)
    if path.suffix or len(path.parts) > 1:
        return read_path(path, *_form(rules, kind), {"brief": _BRIEFS[kind]})
    raise UnknownName(f"{kind} in {rules.title}", str(name), (*known, "or the path of a .toml or .json file"))


def _data(rules: Ruleset[Any], kind: Kind, name: str | Path) -> bytes:
    return resources(rules.files.package).joinpath(f"{kind}s", f"{name}.toml").read_bytes()


def situation(rules: Ruleset[Any], name: str) -> Situation:
    """What people are told of a scenario that comes with the game."""
    return files.part(_data(rules, "scenario", name), "brief", Situation, f"{name}.toml", toml=True)


def muster(rules: Ruleset[Any], name: str) -> Muster:
    """What people are told of a force that comes with the game."""
    return files.part(_data(rules, "force", name), "brief", Muster, f"{name}.toml", toml=True)


def schema(rules: Ruleset[Any], kind: Kind) -> dict[str, Any]:
    """The JSON Schema of a scenario or force file."""
    form = msgspec.json.schema(_form(rules, kind)[0])
    _, parts = msgspec.json.schema_components([_BRIEFS[kind]])
    whole = form["$defs"][form["$ref"].rpartition("/")[2]]
    whole["properties"]["brief"] = parts[_BRIEFS[kind].__name__]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{rules.title}: a {kind}",
        **form,
    }


def chosen_rulings(rules: Ruleset[Any], chosen: Mapping[str, object] | None = None) -> Any:
    """The default rulings, but for those that were chosen; a value may be given as text."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(rules.files.rulings)}
    values: dict[str, Any] = {}
    for name, value in (chosen or {}).items():
        if name not in fields:
            raise UnknownName(f"ruling in {rules.title}", name, tuple(fields))
        try:
            values[fields[name].name] = msgspec.convert(value, fields[name].type, strict=False)
        except msgspec.ValidationError as error:
            raise DataError("rulings", [misfit(value, fields[name].type, name, str(error))]) from None
    return rules.files.rulings(**values)

"""What a ruleset ships beside its code: scenarios and forces, read as strictly as anybody's files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any

from hexless.kernel import Fault, Ruleset

from .files import read

__all__ = ["forces", "scenarios"]


def scenarios(rules: Ruleset[Any]) -> dict[str, Any]:
    """Every shipped scenario by the name of its file."""
    return _shelf(rules.package, "scenarios", rules.scenario, rules.scenario_faults)


def forces(rules: Ruleset[Any]) -> dict[str, Any]:
    """Every shipped force by the name of its file."""
    return _shelf(rules.package, "forces", rules.force, rules.force_faults)


def _shelf(package: str, folder: str, kind: type[Any], faults: Callable[[Any], Sequence[Fault]]) -> dict[str, Any]:
    found = {}
    for file in sorted(files(package).joinpath(folder).iterdir(), key=lambda file: file.name):
        name, _, ending = file.name.rpartition(".")
        if ending in ("json", "toml"):
            found[name] = read(file.read_bytes(), kind, f"{folder}/{file.name}", faults, toml=ending == "toml")
    return found

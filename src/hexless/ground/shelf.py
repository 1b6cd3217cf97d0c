"""The shelf: scenarios and forces that come with a game, read as strictly as anybody's files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any

from hexless.kernel import Fault, Ruleset

from .files import read

__all__ = ["forces", "scenarios"]


def scenarios(rules: Ruleset[Any]) -> dict[str, Any]:
    """Every scenario that comes with the game, by name."""
    return _shelf(rules.package, "scenarios", rules.scenario, rules.scenario_faults)


def forces(rules: Ruleset[Any]) -> dict[str, Any]:
    """Every force that comes with the game, by name."""
    return _shelf(rules.package, "forces", rules.force, rules.force_faults)


def _shelf(package: str, folder: str, kind: type[Any], faults: Callable[[Any], Sequence[Fault]]) -> dict[str, Any]:
    found = sorted(file.name for file in files(package).joinpath(folder).iterdir() if file.name.endswith(".toml"))
    place = files(package).joinpath(folder)
    return {
        name.removesuffix(".toml"): read(place.joinpath(name).read_bytes(), kind, name, faults, toml=True)
        for name in found
    }

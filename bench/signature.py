"""Behaviour signatures: one digest a ruleset and scenario, over random games with fixed seeds."""

from __future__ import annotations

from collections.abc import Iterator

from hexless.lab.batch import play_games
from hexless.ruleset import find, names, shipped

__all__ = ["lines"]

GAMES = 8


def lines() -> Iterator[str]:
    """`game revision scenario digest`, for every ruleset and scenario there is."""
    for name in names():
        rules = find(name)
        for scenario in shipped.names(rules, "scenario"):
            report = play_games(name, GAMES, "signature", ["random"], scenario=scenario)
            yield f"{name} {rules.revision} {scenario} {report.digest[:16]}"

"""Publishing: what a finished experiment found is put beside the scenarios and rulings that it is about."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hexless.kernel import GameError
from hexless.ruleset import Ruleset, find, shipped
from hexless.ruleset.measured import Balance, Known, Price, content, keep

from .answers import Answer, Rate
from .experiment import Arm
from .folder import Folder
from .running import Finding
from .sequence import Interval

__all__ = ["publish"]

_DIGITS = 4


def publish(folder: Folder, found: Answer, command: str) -> Path:
    """Keep the balance or the prices that were found in the game's own file, with where they come from.

    Only what ships can be published, under the default rulings: balances of `lab balance`, prices of `lab rulings`.
    """
    rules, asked = find(found.game), folder.experiment
    own = [name for name in found.scenarios if name not in shipped.names(rules, "scenario")]
    if own or asked.rulings or len(asked.forces) > 1 or not found.finished:
        raise GameError("only finished runs of scenarios that come with the game, under its rulings, are published")
    if asked.compare == "sides":
        return keep(rules, {rate.group: _balance(folder, found, rate, command) for rate in found.rates}, {})
    if asked.compare == "arms" and all(_of_a_ruling(arm) for arm in asked.arms[1:]):
        return keep(rules, {}, _prices(folder, found, command))
    raise GameError("only balances and the prices of rulings are published")


def _of_a_ruling(arm: Arm) -> bool:
    return len(arm.rulings) == 1 and not (arm.bots or arm.forces or arm.edits)


def _known(found: Interval) -> Known:
    return Known(round(found.mean, _DIGITS), round(found.low, _DIGITS), round(found.high, _DIGITS))


def _source(rules: Ruleset[Any], found: Answer, scenario: str, forces: tuple[str, ...], command: str) -> dict[str, Any]:
    return {
        "command": command,
        "bots": found.bots,
        "forces": forces,
        "revision": found.revision,
        "content": content(rules, scenario, forces),
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
    }


def _forces(folder: Folder, scenario: str) -> tuple[str, ...]:
    """The forces of a scenario as it is first played, seat by seat."""
    first = next(cell for cell in folder.plan.cells if cell.scenario_name == scenario)
    if unknown := [name for name in first.force_names if name not in shipped.names(find(first.game), "force")]:
        raise GameError(f"only forces that come with the game are published, not {', '.join(unknown)}")
    return first.force_names


def _balance(folder: Folder, found: Answer, rate: Rate, command: str) -> Balance:
    rules, mine = find(found.game), [each for each in found.findings if each.group == rate.group]

    def shares(kind: str) -> dict[str, Known]:
        return {each.name: _known(each.interval) for each in mine if each.kind == kind}

    return Balance(
        games=rate.games,
        seats=shares("seat"),
        sides=shares("force"),
        draws=round(rate.draws / rate.games, _DIGITS),
        **_source(rules, found, rate.group, _forces(folder, rate.group), command),
    )


def _prices(folder: Folder, found: Answer, command: str) -> dict[str, list[Price]]:
    rules, (scenario, *_) = find(found.game), found.scenarios
    arms = {arm.name: arm for arm in folder.experiment.arms}
    of = folder.experiment.of or folder.plan.cells[0].seats[0]
    out: dict[str, list[Price]] = {}
    for each in found.findings:
        ((name, value),) = arms[each.name].rulings.items()
        price = Price(
            value=value,
            of=of,
            scenario=scenario,
            moves=_known(each.interval),
            games=_games(folder, each),
            **_source(rules, found, scenario, _forces(folder, scenario), command),
        )
        out.setdefault(name, []).append(price)
    return out


def _games(folder: Folder, found: Finding) -> int:
    """How many games a price rests on: those with the ruling, and as many without."""
    return 2 * sum(game.arm == found.name for game in folder.games.values())

"""What was measured of a game: the balance of its scenarios, and what its rulings move; in its `measured.json`.

The lab writes that file; whoever shows a scenario or a ruling reads it. What was measured of other rules, another
table or other forces than there are now is `stale`: it is still told, but as what it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files as resources
from pathlib import Path
from typing import Any

import msgspec

from hexless.kernel import GameError, digest

from . import files, shipped
from .disk import write_path
from .ruleset import Ruleset

__all__ = ["Balance", "Known", "Measured", "Price", "content", "keep", "measured"]

_FILE = "measured.json"


class Known(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An estimate, and between which values the truth lies with 95 % confidence; all are parts of one."""

    mean: float
    low: float
    high: float


class _Source(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a figure comes from; `content` is the hash of the rules' revision, the table and the forces."""

    command: str
    bots: tuple[str, ...]
    games: int
    forces: tuple[str, ...]
    revision: int
    content: str
    date: str
    stale: bool = False  # never in the file


class Balance(_Source, frozen=True, kw_only=True, omit_defaults=True):
    """How often each seat and each force wins a scenario; of two the second has the rest. A draw is shared."""

    seats: dict[str, Known]
    sides: dict[str, Known] = {}  # by force, which sat in every seat in turn
    draws: float = 0.0


class Price(_Source, frozen=True, kw_only=True, omit_defaults=True):
    """What another choice of a ruling does to the chances of a seat in a scenario."""

    value: str | int | bool
    of: str
    scenario: str
    moves: Known


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that was measured of a game, by scenario and by ruling."""

    scenarios: dict[str, Balance] = {}
    rulings: dict[str, tuple[Price, ...]] = {}


def content(rules: Ruleset[Any], scenario: str, forces: Sequence[str]) -> str:
    """The hash of all that a figure depends on, but for the bots; "" where something is not there any more."""
    try:
        table = shipped.scenario(rules, scenario)
        return digest([rules.revision, table, [shipped.force(rules, name) for name in forces]])
    except GameError:
        return ""


def measured(rules: Ruleset[Any]) -> Measured:
    """What the game's file says, with what is stale marked; nothing, where it has none."""
    file = resources(rules.files.package).joinpath(_FILE)
    if not file.is_file():
        return Measured()
    found = files.read(file.read_bytes(), Measured, _FILE, toml=False)

    def old(name: str, each: Balance | Price) -> bool:
        return each.content != content(rules, name, each.forces)

    return Measured(
        {name: msgspec.structs.replace(each, stale=old(name, each)) for name, each in found.scenarios.items()},
        {
            name: tuple(msgspec.structs.replace(each, stale=old(each.scenario, each)) for each in prices)
            for name, prices in found.rulings.items()
        },
    )


def keep(rules: Ruleset[Any], scenarios: Mapping[str, Balance], rulings: Mapping[str, Sequence[Price]]) -> Path:
    """Put figures into the game's file, in place of older ones of the same things; the path of the file."""
    file = resources(rules.files.package).joinpath(_FILE)
    had = files.read(file.read_bytes(), Measured, _FILE, toml=False) if file.is_file() else Measured()
    priced = {name: {each.value: each for each in prices} for name, prices in had.rulings.items()}
    for name, prices in rulings.items():
        priced.setdefault(name, {}).update({each.value: each for each in prices})
    whole = Measured(
        dict(sorted({**had.scenarios, **scenarios}.items())),
        {name: tuple(prices.values()) for name, prices in sorted(priced.items())},
    )
    path = Path(str(file))
    write_path(path, [msgspec.json.format(msgspec.json.encode(whole), indent=2) + b"\n"])
    return path

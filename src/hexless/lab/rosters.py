"""Forces as lists of units, in any game: which kinds there are, what one costs, and the force with one more or less.

A unit of a force file is an object with a `type` (and perhaps a `name`) in one of its lists, or a plain text in one of
its outer lists. Nothing else is known of a game's own form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

import msgspec

from hexless.kernel import DataError, Fault, UnknownName
from hexless.ruleset import Ruleset

__all__ = ["edited", "kind_of", "kinds", "price", "prices"]

_NUMBER = re.compile(r"\s+\d+$")


class _Unit(msgspec.Struct, frozen=True):
    """One line of a force: the list that it stands in, where, and what it is."""

    kept_in: Any
    at: int
    kind: str
    name: str


def _units(raw: Any, outer: bool = True) -> Iterator[_Unit]:
    for value in raw.values() if isinstance(raw, dict) else raw:
        if isinstance(value, dict):
            yield from _units(value, False)
        elif isinstance(value, list):
            for i, item in enumerate(value):
                if isinstance(item, dict) and isinstance(item.get("type"), str):
                    yield _Unit(value, i, item["type"], item.get("name") or item["type"])
                elif isinstance(item, dict):
                    yield from _units(item, False)
                elif isinstance(item, str) and outer:
                    yield _Unit(value, i, item, item)


def _plain(force: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(force))


def kinds(force: Any) -> dict[str, str]:
    """The kind of each unit of a force, by the unit's name and by the kind itself."""
    found = list(_units(_plain(force)))
    return {unit.kind: unit.kind for unit in found} | {unit.name: unit.kind for unit in found}


def kind_of(name: str, known: dict[str, str]) -> str:
    """The kind of a unit on the table; "Riders 2" is one of the riders."""
    bare = _NUMBER.sub("", name)
    return known.get(name) or known.get(bare) or bare


def edited(rules: Ruleset[Any], force: Any, drop: Sequence[str] = (), add: Sequence[str] = ()) -> Any:
    """The force without some units and with others once more, checked; its points are raised to what it costs."""
    raw = _plain(force)
    for name in add:
        unit = _pick(rules, raw, name)
        unit.kept_in.append(_nameless(unit.kept_in[unit.at]))
    for name in drop:
        unit = _pick(rules, raw, name)
        del unit.kept_in[unit.at]
    return _checked(rules, raw)


def _nameless(item: Any) -> Any:
    """A second of the kind; a name is only one unit's."""
    return {key: deepcopy(value) for key, value in item.items() if key != "name"} if isinstance(item, dict) else item


def _pick(rules: Ruleset[Any], raw: Any, name: str) -> _Unit:
    """The unit of this name, or of this kind the one of which least is said: leaders have more to them."""
    units = list(_units(raw))
    found = [unit for unit in units if unit.name == name] or [unit for unit in units if unit.kind == name]
    if not found:
        there = dict.fromkeys(word for unit in units for word in (unit.kind, unit.name))
        raise UnknownName(f"unit in {raw.get('name', 'the force')} of {rules.title}", name, list(there))
    return min(found, key=lambda unit: len(unit.kept_in[unit.at]) if isinstance(unit.kept_in[unit.at], dict) else 0)


def _checked(rules: Ruleset[Any], raw: Any) -> Any:
    name = f"{raw.get('name', 'the force')}, changed"
    try:
        force = msgspec.convert(raw, rules.files.force)
        if rules.files.cost and isinstance(raw.get("points"), int):
            raw["points"] = max(raw["points"], rules.files.cost(force))
            force = msgspec.convert(raw, rules.files.force)
    except msgspec.ValidationError as error:
        raise DataError(name, [Fault("$", str(error))]) from None
    if faults := rules.files.force_faults(force):
        raise DataError(name, faults)
    return force


def price(rules: Ruleset[Any], force: Any, name: str) -> int | None:
    """What one more of a unit costs; None where the game has no points, or the force has no room for it."""
    if rules.files.cost is None:
        return None
    raw = _plain(force)
    unit = _pick(rules, raw, name)
    unit.kept_in.append(deepcopy(unit.kept_in[unit.at]))
    try:
        return rules.files.cost(msgspec.convert(raw, rules.files.force)) - rules.files.cost(force)
    except msgspec.ValidationError:
        return None


def prices(rules: Ruleset[Any], force: Any) -> dict[str, int]:
    """What all the units of each kind cost together."""
    out: dict[str, int] = {}
    for unit in _units(_plain(force)):
        out[unit.kind] = out.get(unit.kind, 0) + (price(rules, force, unit.name) or 0)
    return out

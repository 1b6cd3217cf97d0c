"""Forces as lists of units, in any game: which kinds there are, what one costs, and the force with one more or less.

A unit of a force file is an object in one of its lists that has a `type` (and perhaps a `name`), or that has a list of
nothing but names of the file's `types`; where a file has no types, any text in one of its outer lists. Nothing else is
known of a game's own form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from typing import Any

import msgspec

from hexless.kernel import DataError, Fault, GameError, UnknownName
from hexless.ruleset import Ruleset

__all__ = ["edited", "kind_of", "kinds", "price", "prices", "smaller"]

_NUMBER = re.compile(r"(?:(?:\s+|/)\d+)+$")


class _Unit(msgspec.Struct, frozen=True):
    """One unit of a force: the list that it stands in, where, and what it is."""

    kept_in: Any
    at: int
    kind: str
    name: str

    @property
    def item(self) -> Any:
        return self.kept_in[self.at]

    @property
    def size(self) -> int:
        """How much is said of it: leaders have more to them."""
        return len(self.item) if isinstance(self.item, dict) else 0


def _units(raw: dict[str, Any]) -> list[_Unit]:
    types = {kind["name"] for kind in raw.get("types", ()) if isinstance(kind, dict) and "name" in kind}
    return list(_inside(raw, types, not types))


def _inside(raw: dict[str, Any], types: set[str], texts: bool) -> Iterator[_Unit]:
    for value in raw.values():
        for i, item in enumerate(value) if isinstance(value, list) else ():
            if isinstance(item, str) and texts:
                yield _Unit(value, i, item, item)
            elif isinstance(item, dict):
                kind = item.get("type") or (item.get("name") if _of_types(item, types) else None)
                if isinstance(kind, str):
                    yield _Unit(value, i, kind, item.get("name") or kind)
                else:
                    yield from _inside(item, types, False)


def _of_types(item: dict[str, Any], types: set[str]) -> bool:
    """Whether a list in it has nothing but names of types."""
    lists = [value for value in item.values() if isinstance(value, list) and value]
    return any(all(isinstance(part, str) and part in types for part in each) for each in lists)


def _plain(force: Any) -> dict[str, Any]:
    raw: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(force))
    return raw


def kinds(force: Any) -> dict[str, str]:
    """The kind of each unit of a force, by its name and by the kind itself."""
    found = _units(_plain(force))
    return {unit.kind: unit.kind for unit in found} | {unit.name: unit.kind for unit in found}


def kind_of(name: str, known: dict[str, str]) -> str:
    """The kind of a unit on the table; "Riders 2" and "Riders/2" are of the riders."""
    bare = _NUMBER.sub("", name)
    return known.get(name) or known.get(bare) or bare


def edited(rules: Ruleset[Any], force: Any, drop: Sequence[str] = (), add: Sequence[str] = ()) -> Any:
    """The force without some units and with others once more, checked; its points are raised to what it costs.

    Where one unit cannot be left out whole, it is one smaller.
    """
    raw = _plain(force)
    for name in add:
        unit = _pick(rules, raw, name)
        item = unit.item  # a name is only one unit's
        unit.kept_in.append({key: item[key] for key in item if key != "name"} if isinstance(item, dict) else item)
    for name in drop:
        unit = _pick(rules, raw, name)
        del unit.kept_in[unit.at]
    try:
        return _checked(rules, raw)
    except DataError:
        less = smaller(rules, force, drop[0]) if len(drop) == 1 and not add else None
        if less is None:
            raise
        return less


def smaller(rules: Ruleset[Any], force: Any, name: str) -> Any | None:
    """The force with one fewer in a unit: a number of its own is one less, and it costs one of so many parts less."""
    if rules.files.cost is None:
        return None
    whole, best, found = price(rules, force, name) or 0, 0.5, None
    item = _pick(rules, _plain(force), name).item
    for key in item if isinstance(item, dict) else ():
        if type(item[key]) is int and item[key] > 1:
            raw = _plain(force)
            _pick(rules, raw, name).item[key] -= 1
            try:
                less = _checked(rules, raw)
            except GameError:
                continue
            saved = (rules.files.cost(force) - rules.files.cost(less)) * item[key] / (whole or 1)
            if best < saved <= 1.01:
                best, found = saved, less
    return found


def _pick(rules: Ruleset[Any], raw: dict[str, Any], name: str) -> _Unit:
    """The unit of this name, or of this kind the one of which least is said."""
    units = _units(raw)
    found = [unit for unit in units if unit.name == name] or [unit for unit in units if unit.kind == name]
    if not found:
        there = dict.fromkeys(word for unit in units for word in (unit.kind, unit.name))
        raise UnknownName(f"unit in {raw.get('name', 'the force')} of {rules.title}", name, list(there))
    return min(found, key=lambda unit: unit.size)


def _checked(rules: Ruleset[Any], raw: dict[str, Any]) -> Any:
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
    """What a unit costs; None where the game has no points."""
    return _price(rules, force, lambda raw: _pick(rules, raw, name))


def _price(rules: Ruleset[Any], force: Any, pick: Callable[[dict[str, Any]], _Unit]) -> int | None:
    """By how much the cost moves with a second of it, or without it where there is no room for two."""
    one, two = _plain(force), _plain(force)
    unit = pick(two)
    unit.kept_in.append(deepcopy(unit.item))
    unit = pick(one)
    del unit.kept_in[unit.at]
    for raw, sign in ((two, 1), (one, -1)):
        try:
            other = msgspec.convert(raw, rules.files.force)
        except msgspec.ValidationError:
            continue
        return sign * (rules.files.cost(other) - rules.files.cost(force)) if rules.files.cost else None
    return None


def prices(rules: Ruleset[Any], force: Any) -> dict[str, int]:
    """What all the units of each kind cost together."""
    out: dict[str, int] = {}
    for i, unit in enumerate(_units(_plain(force))):
        cost = _price(rules, force, lambda raw, i=i: _units(raw)[i]) or 0  # type: ignore[misc]
        out[unit.kind] = out.get(unit.kind, 0) + cost
    return out

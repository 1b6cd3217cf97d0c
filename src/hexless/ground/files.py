"""Data that people bring: JSON and TOML read strictly, every fault with its place, nothing executed."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from hexless.kernel import DataError, Fault
from hexless.kernel.errors import clip

__all__ = ["MOST_BYTES", "parse", "read"]

T = TypeVar("T")
MOST_BYTES = 4_000_000
_DEEP = 40
_LONG = 10_000


def read(
    data: bytes, kind: type[T], name: str, faults: Callable[[T], Sequence[Fault]] | None = None, toml: bool = False
) -> T:
    """A value of `kind` from a file's bytes, or a `DataError` with every fault found."""
    raw = parse(data, name, toml)
    try:
        value = msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `")
        raise DataError(name, [Fault(place.rstrip("`") or "$", reason)]) from None
    if faults and (found := faults(value)):
        raise DataError(name, found)
    return value


def parse(data: bytes, name: str, toml: bool = False) -> Any:
    """Plain JSON or TOML values within our limits of size, depth and length."""
    if len(data) > MOST_BYTES:
        raise DataError(name, [Fault("file", f"{len(data)} bytes; at most {MOST_BYTES} are read")])
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DataError(name, [Fault(f"byte {error.start}", "not UTF-8 text")]) from None
    if text.count("[") + text.count("{") > _DEEP and _nesting(text) > _DEEP:
        raise DataError(name, [Fault("file", f"nested deeper than {_DEEP} levels")])
    raw = _toml(text, name) if toml else _json(text, name)
    if found := _limits(raw, "$"):
        raise DataError(name, found)
    return raw


def _nesting(text: str) -> int:
    """How deep brackets nest outside strings; a cheap look before the real parser."""
    depth = deepest = 0
    quoted = escaped = False
    for c in text:
        if quoted:
            if escaped:
                escaped = False
            elif c == "\\":
                escaped = True
            elif c == '"':
                quoted = False
        elif c == '"':
            quoted = True
        elif c in "[{":
            depth += 1
            deepest = max(deepest, depth)
            if deepest > _DEEP:
                break
        elif c in "]}":
            depth -= 1
    return deepest


def _json(text: str, name: str) -> Any:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = dict(pairs)
        if len(keys) != len(pairs):
            seen: dict[str, int] = {}
            for key, _ in pairs:
                seen[key] = seen.get(key, 0) + 1
            twice = next(key for key, count in seen.items() if count > 1)
            raise DataError(name, [Fault(clip(twice), "the key is there twice")])
        return keys

    def refuse(word: str) -> Any:
        raise DataError(name, [Fault("number", f"{word} is not a number that is allowed")])

    try:
        return json.loads(text, object_pairs_hook=once, parse_constant=refuse)
    except json.JSONDecodeError as error:
        raise DataError(name, [Fault(f"line {error.lineno}, column {error.colno}", error.msg)]) from None
    except (ValueError, RecursionError) as error:
        raise DataError(name, [Fault("file", clip(str(error)))]) from None


def _toml(text: str, name: str) -> Any:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # TOMLDecodeError is a ValueError and names line and column
        raise DataError(name, [Fault("file", str(error)[:_LONG])]) from None


def _limits(raw: Any, place: str) -> list[Fault]:
    """Names and numbers that no honest file has."""
    match raw:
        case str() if len(raw) > _LONG:
            return [Fault(place, f"a text of {len(raw)} characters; at most {_LONG} are allowed")]
        case bool() | str() | None:
            return []
        case int() if abs(raw) > 2**53:
            return [Fault(place, "a whole number beyond 2^53")]
        case float() if raw != raw or abs(raw) == float("inf"):  # noqa: PLR0124
            return [Fault(place, "not a finite number")]
        case list():
            return [fault for i, item in enumerate(raw) for fault in _limits(item, f"{place}[{i}]")]
        case dict():
            long = [Fault(place, f"a key of {len(key)} characters") for key in raw if len(key) > _LONG]
            return long + [fault for key, item in raw.items() for fault in _limits(item, f"{place}.{key[:80]}")]
    return []

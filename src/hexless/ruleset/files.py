"""Data that people bring: JSON and TOML read strictly, every fault with its place, nothing executed."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from hexless.kernel import DataError, Fault

from .fits import misfits, place_of, worded

__all__ = ["MOST_JSON", "MOST_TOML", "parse", "part", "read"]

T = TypeVar("T")
MOST_JSON = 1_000_000  # bytes; what either parser reads in a fraction of a second
MOST_TOML = 100_000
_DEEP = 40  # levels
_LONG = 10_000  # characters of one text
_MANY = 50_000  # values in one file
_FAULTS = 100  # faults that one message lists
_WHOLE = 2**53
_PARTS = 6  # of a dotted key

_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(
    rf"(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{_PARTS}}}"
)  # a.b.c...: tomllib takes its square
_UNPRINTED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u2028-\u202e\u2066-\u2069]")


def read(
    data: bytes,
    kind: type[T],
    name: str,
    faults: Callable[[T], Sequence[Fault]] | None = None,
    toml: bool = False,
    beside: Mapping[str, type[Any]] = MappingProxyType({}),
) -> T:
    """A value of `kind` from a file's bytes, or a `DataError` with every fault found.

    beside: parts of the file that are no part of the value, with their forms; see `part`.
    """
    raw = parse(data, name, toml)
    if isinstance(raw, dict):
        for key, form in beside.items():
            _converted(raw.pop(key, {}), form, f"{name}: {key}")
    value = _converted(raw, kind, name)
    if faults and (found := faults(value)):
        raise _refused(name, iter(found))
    return value


def part(data: bytes, key: str, form: type[T], name: str, toml: bool = False) -> T:
    """The part `key` of a file; its default where there is none."""
    raw = parse(data, name, toml)
    return _converted(raw.get(key, {}) if isinstance(raw, dict) else {}, form, f"{name}: {key}")


def _converted(raw: Any, kind: type[T], name: str) -> T:
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError:
        raise _refused(name, misfits(raw, kind)) from None


def parse(data: bytes, name: str, toml: bool = False) -> Any:
    """Plain JSON or TOML values within our limits of size, depth and length."""
    most = MOST_TOML if toml else MOST_JSON
    if len(data) > most:
        raise DataError(name, [Fault("file", f"{len(data)} bytes; at most {most} are read")])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(name, [Fault(f"byte {error.start}", "not UTF-8 text")]) from None
    try:
        raw = _toml(text) if toml else _json(text)
    except RecursionError:
        raise DataError(name, [Fault("file", _TOO_DEEP)]) from None
    except ValueError as error:
        raise DataError(name, [_unread(error)]) from None
    found = list(islice(_beyond(raw), _FAULTS + 1))
    if found:
        raise _refused(name, iter(found))
    return raw


def _refused(name: str, faults: Iterator[Fault]) -> DataError:
    listed = list(islice(faults, _FAULTS))
    if next(faults, None):
        listed.append(Fault("file", f"there are more faults than these {_FAULTS}"))
    return DataError(name, listed)


class _Twice(dict[str, Any]):
    """An object with a key that stands there more than once."""

    keys_twice: tuple[str, ...]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = dict(pairs)
    if len(keys) == len(pairs):
        return keys
    seen: set[str] = set()
    twice = _Twice(keys)
    twice.keys_twice = tuple(dict.fromkeys(key for key, _ in pairs if key in seen or seen.add(key)))  # type: ignore[func-returns-value]
    return twice


def _json(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_once)  # NaN and its like are found, with their place, by `_beyond`


def _toml(text: str) -> Any:
    if key := _LONG_KEY.search(text):
        line = text.count("\n", 0, key.start()) + 1
        raise ValueError(f"a dotted key of more than {_PARTS} parts (at line {line})")
    return tomllib.loads(text)


def _unread(error: ValueError) -> Fault:
    """What a parser says, with the place first."""
    if isinstance(error, json.JSONDecodeError):
        return Fault(f"line {error.lineno}, column {error.colno}", worded(error.msg))
    if "integer string conversion" in str(error):
        return Fault("file", "a whole number of thousands of digits")
    says, _, place = str(error).rpartition(" (at ")
    return Fault(place.rstrip(")") if says else "file", worded(says or str(error)))


_TOO_DEEP = f"nested deeper than {_DEEP} levels"


def _beyond(raw: Any) -> Iterator[Fault]:
    """Names, numbers and sizes that no honest file has."""
    todo: list[tuple[str, Any, int]] = [("$", raw, 0)]
    left = _MANY
    while todo:
        place, value, depth = todo.pop()
        left -= 1
        if left < 0 or depth > _DEEP:
            yield Fault(place, _TOO_DEEP if left >= 0 else f"more than {_MANY} values")
            return
        if isinstance(value, dict):
            for key in getattr(value, "keys_twice", ()):
                yield Fault(place_of(place, key), "the key stands there twice")
            for key in value:
                yield from _text(place_of(place, key), key)
            todo += [(place_of(place, key), value[key], depth + 1) for key in reversed(list(islice(value, left + 1)))]
        elif isinstance(value, list):
            todo += [(f"{place}[{i}]", value[i], depth + 1) for i in reversed(range(min(len(value), left + 1)))]
        elif isinstance(value, str):
            yield from _text(place, value)
        else:
            yield from _number(place, value)


def _text(place: str, text: str) -> Iterator[Fault]:
    if len(text) > _LONG:
        yield Fault(place, f"a text of {len(text)} characters; at most {_LONG} are allowed")
    elif odd := _UNPRINTED.search(text):
        yield Fault(place, f"the character U+{ord(odd[0]):04X} is not allowed in a text")


def _number(place: str, value: Any) -> Iterator[Fault]:
    if isinstance(value, int) and abs(value) > _WHOLE:
        yield Fault(place, "a whole number beyond 2^53")
    elif isinstance(value, float) and not -_WHOLE <= value <= _WHOLE:
        yield Fault(place, "not a finite number" if value - value else "a number beyond 2^53")

"""Whether plain data fits a type: every misfit with its place, where msgspec stops at the first."""

from __future__ import annotations

import re
import types
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from hexless.kernel import Fault
from hexless.kernel.errors import clip

__all__ = ["misfit", "misfits", "place_of", "worded"]

_PLAIN = re.compile(r"[\w-]{1,60}")


def place_of(place: str, key: str) -> str:
    """The place of a key inside a place: `$.units[2].name`."""
    if _PLAIN.fullmatch(key):
        return f"{place}.{key}"
    return f"{place}[{key!r}]" if len(key) <= 60 else f"{place}[{key[:60]!r}…]"


def worded(says: str) -> str:
    """What a parser says: it may repeat what somebody wrote."""
    return says if len(says) <= 160 and says.isprintable() else clip(says)


def misfits(raw: Any, kind: Any, place: str = "$") -> Iterator[Fault]:
    """Every place where the data is not of its type."""
    try:
        msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        found = False
        for fault in _inside(raw, _bare(kind), place):
            found = True
            yield fault
        if not found:
            yield misfit(raw, kind, place, str(error))


def _bare(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def misfit(raw: Any, kind: Any, place: str, says: str) -> Fault:
    """The misfit of the value itself, in msgspec's words, or with the words that are allowed."""
    kind = _bare(kind)
    if get_origin(kind) is Literal and not isinstance(raw, dict | list):
        allowed = ", ".join(str(word) for word in get_args(kind))
        return Fault(place, f"{clip(raw)} is not one of {allowed}")
    reason, _, below = says.partition(" - at ")
    return Fault(place + below.removeprefix("`$").partition("`")[0], worded(reason))


def _inside(raw: Any, kind: Any, place: str) -> Iterator[Fault]:
    origin, args = get_origin(kind), get_args(kind)
    if isinstance(raw, dict):
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            yield from _struct(raw, kind, place)
        elif origin in (dict, Mapping) and len(args) == 2:
            for key, value in raw.items():
                yield from misfits(value, args[1], place_of(place, key))
    elif isinstance(raw, list) and args and origin in (list, tuple, set, frozenset):
        items = args if origin is tuple and args[-1] is not Ellipsis else [args[0]] * len(raw)
        if len(items) == len(raw):
            for i, (value, item) in enumerate(zip(raw, items)):
                yield from misfits(value, item, f"{place}[{i}]")
    if origin in (Union, types.UnionType):
        meant = [one for one in args if _meant(raw, one)]
        if len(meant) == 1:
            yield from _inside(raw, _bare(meant[0]), place)


def _meant(raw: Any, kind: Any) -> bool:
    """Whether this member of a union is the one that the data tries to be."""
    kind = _bare(kind)
    if isinstance(raw, dict) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        config = kind.__struct_config__
        return config.tag is None or raw.get(str(config.tag_field)) == config.tag
    wanted = dict if isinstance(raw, dict) else list if isinstance(raw, list) else ()
    return bool(wanted) and (get_origin(kind) or kind) in (wanted, tuple if wanted is list else wanted)


def _struct(raw: dict[str, Any], kind: type[msgspec.Struct], place: str) -> Iterator[Fault]:
    config = kind.__struct_config__
    if config.tag is not None and raw.get(str(config.tag_field)) != config.tag:
        return
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for name, field in fields.items():
        if name in raw:
            yield from misfits(raw[name], field.type, place_of(place, name))
        elif field.required:
            yield Fault(place_of(place, name), "is missing")
    if config.forbid_unknown_fields:
        for key in raw:
            if key not in fields and key != config.tag_field:
                yield Fault(place_of(place, key), f"there is no such field; there is: {', '.join(fields)}")

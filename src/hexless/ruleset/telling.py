"""Events in words, by the phrases of their ruleset."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hexless.kernel import Event, Total

__all__ = ["tell", "tell_people"]

_EXACT = re.compile(r"\d+\.\d\d+")
_TWICE = re.compile(r"^(.+): \1(?= )")


def tell(event: Event, phrases: Mapping[str, str], names: Mapping[int, str]) -> str:
    """The event in words: the ruleset's phrase for its kind, where `{x.name}` reads a unit id as its name."""
    words = {key: _worded(value) for key, value in event.data.items()}
    phrase = phrases.get(event.kind)
    if phrase is None:
        shown = ", ".join(f"{key} {word}" for key, word in words.items())
        return f"{event.kind}: {shown}" if shown else event.kind
    for key, value in event.data.items():
        if type(value) is int:
            words[f"{key}.name"] = names.get(value, str(value))
    # safer than str.format, whose fields may reach into objects; a word that is not there stays as it stands
    return re.sub(r"\{([^{}]*)\}", lambda field: words.get(field[1], field[0]), phrase)


def tell_people(event: Event, phrases: Mapping[str, str], names: Mapping[int, str]) -> str:
    """The event as people read it: lengths to a tenth, and a name that comes twice in a row only once."""
    words = _EXACT.sub(lambda length: f"{round(float(length[0]), 1):g}", tell(event, phrases, names))
    return _TWICE.sub(r"\1", words)


def _worded(value: Any) -> str:
    match value:
        case Total(value=number) | {"value": number, "rows": _}:  # as it was noted, or read from a record
            return str(number)
        case list() | tuple():
            return ", ".join(_worded(v) for v in value) or "none"
    return str(value)

"""Events in words, by the phrases of their ruleset."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from hexless.kernel import Event, Total

__all__ = ["tell", "tell_people"]

_EXACT = re.compile(r"\d+\.\d\d+")
_TWICE = re.compile(r"^(.+): \1(?= )")
_FIELD = re.compile(r"\{([^{}]*)\}(?:((?: [A-Za-z]+)+)\((e?s)\))?")


def tell(event: Event, phrases: Mapping[str, str], names: Mapping[int, str]) -> str:
    """The event in words: the ruleset's phrase for its kind, where `{x.name}` reads a unit id as its name.

    `{hits} hit(s)` is one hit, or several hits.
    """
    return _told(event, phrases, names, str)


def tell_people(event: Event, phrases: Mapping[str, str], names: Mapping[int, str]) -> str:
    """The event as people read it: lengths to a tenth, and a name that comes twice in a row only once."""
    return _TWICE.sub(r"\1", _told(event, phrases, names, _rounded))


def _told(event: Event, phrases: Mapping[str, str], names: Mapping[int, str], shown: Callable[[str], str]) -> str:
    words = {key: shown(_worded(value)) for key, value in event.data.items()}
    phrase = phrases.get(event.kind)
    if phrase is None:
        listed = ", ".join(f"{key} {word}" for key, word in words.items())
        return f"{event.kind}: {listed}" if listed else event.kind
    for key, value in event.data.items():
        if type(value) is int:
            words[f"{key}.name"] = names.get(value, str(value))

    def filled(field: re.Match[str]) -> str:
        """Safer than str.format, whose fields may reach into objects; a word that is not there stays as it stands."""
        word, things, ending = words.get(field[1], f"{{{field[1]}}}"), field[2] or "", field[3] or ""
        return f"{word}{things}{'' if word == '1' else ending}"

    return _FIELD.sub(filled, phrase)


def _rounded(word: str) -> str:
    return _EXACT.sub(lambda length: f"{round(float(length[0]), 1):g}", word)


def _worded(value: Any) -> str:
    match value:
        case Total(value=number) | {"value": number, "rows": _}:  # as it was noted, or read from a record
            return str(number)
        case list() | tuple():
            return ", ".join(_worded(v) for v in value) or "none"
    return str(value)

"""Taking back a decision: allowed while no die was rolled and nothing hidden was shown since."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from hexless.kernel import Ask, State

from .match import Match

__all__ = ["last_decision", "undo_fault"]


def last_decision(match: Match, seat: str) -> int | None:
    """How many answers came before the seat's last decision; None if it has made none."""
    for n in range(match.answers - 1, -1, -1):
        if seat in match.lines[n].by.split():
            return n
    return None


def undo_fault(match: Match, seat: str) -> str | None:
    """Why the seat cannot take back its last decision, or None."""
    known: dict[str, str | None] = match.__dict__.setdefault("undo faults", {})
    if seat not in known:
        known[seat] = _undo_fault(match, seat)
    return known[seat]


def _undo_fault(match: Match, seat: str) -> str | None:
    if match.request is None:
        return "the game is over"
    before = last_decision(match, seat)
    if before is None:
        return "there is no decision of yours to take back"
    since = match.lines[before:]
    if any(not line.by for line in since):
        return "a die was rolled since"
    if any(not isinstance(line.request, Ask) for line in since):
        return "sealed answers were opened since"
    if any(event.audience is not None for event in match.events if event.at > before):
        return "something hidden was shown since"
    if any(_uncovered(match, since[0].state, each) for each in (*match.header.seats, None)):
        return "something hidden was shown since"
    return None


def _uncovered(match: Match, before: State, seat: str | None) -> bool:
    """Whether the seat now sees a part of the state that was hidden from it before."""
    hidden = _hidden(match, before, seat)
    return bool(hidden) and not hidden <= _hidden(match, match.state, seat)


def _hidden(match: Match, state: State, seat: str | None) -> set[str]:
    """The places of a state that a seat's view does not show as they are."""
    seen = match.rules.view(state, seat)
    return set(_apart(state, seen, ""))


def _apart(whole: Any, seen: Any, place: str) -> Iterator[str]:
    """Where two values of the same form differ; parts that are equal are passed over whole."""
    if whole is seen or (type(whole) is type(seen) and whole == seen):
        return
    if isinstance(whole, msgspec.Struct) and type(whole) is type(seen):
        for name in whole.__struct_fields__:
            yield from _apart(getattr(whole, name), getattr(seen, name), f"{place}.{name}")
    elif isinstance(whole, dict) and isinstance(seen, dict):
        for key in whole.keys() | seen.keys():
            yield from _apart(whole.get(key), seen.get(key), f"{place}.{key}")
    elif isinstance(whole, list | tuple) and type(whole) is type(seen) and len(whole) == len(seen):
        for i, (a, b) in enumerate(zip(whole, seen)):
            yield from _apart(a, b, f"{place}[{i}]")
    else:
        yield place

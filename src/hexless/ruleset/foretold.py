"""A forecast as a player reads it: what will be different on the table, unit by unit, read off the scenes.

Nothing here knows a rule: two scenes are compared, so every ruleset has it for nothing.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import compress
from operator import is_not
from typing import Any, NamedTuple

from hexless.kernel import Dist, Event, Faces, Forecast, Others, Pool, Position, Total, Value, continued

from .ruleset import Ruleset
from .scene import Scene, Token

__all__ = ["Change", "Fate", "Foretold", "Noted", "foretold", "in_words", "sums"]


Bases = tuple[Token, ...]  # of one unit


class Change(Value, frozen=True):
    """Something of a unit (a stat, a counter, where it stands) that may become another, and how likely."""

    what: str
    was: str
    now: str
    p: Fraction


class Fate(Value, frozen=True):
    """What may become of a unit: `gone`, its chance to be destroyed; `lost`, how many of its bases with what chance."""

    unit: int
    name: str
    seat: str
    gone: Fraction
    lost: tuple[tuple[int, Fraction], ...]
    changes: tuple[Change, ...] = ()

    @property
    def quiet(self) -> bool:
        """Whether nothing but its place may change."""
        return not self.gone and not any(n for n, _ in self.lost) and all(c.what == "place" for c in self.changes)


class Foretold(Value, frozen=True):
    """All of it. `worth` is the expected change of what the state is worth to the seat; `over` the chances to win."""

    fates: tuple[Fate, ...]
    marks: tuple[Change, ...]
    worth: float
    over: tuple[tuple[str, Fraction], ...]


def foretold(rules: Ruleset[Any], forecast: Forecast, seat: str) -> Foretold:
    """The forecast's ends compared with the table before."""
    before, total = rules.showing.scene(forecast.before), forecast.ends.total
    scenes = [(rules.showing.scene(end), weight) for end, weight in forecast.ends]
    looks = [(_different(before.tokens, scene.tokens), weight) for scene, weight in scenes]
    touched = {unit for look, _ in looks for unit in look}
    fates = [_fate(bases, _alike(bases, looks), total) for bases in _bases(before.tokens, touched).values()]
    over = Dist({}, total)
    for end, weight in forecast.ends:
        outcome = rules.outcome(end)
        if outcome is not None:
            who = outcome.winner or ""
            over.weights[who] = over.weights.get(who, 0) + weight
    worth = Fraction(sum(rules.score(end, seat) * weight for end, weight in forecast.ends), total)
    return Foretold(
        fates=tuple(fate for fate in fates if fate is not None),
        marks=tuple(_changes(_held(before), [(_held(scene), weight) for scene, weight in scenes], total)),
        worth=float(worth - rules.score(forecast.before, seat)),
        over=tuple((who, over.p(who)) for who in over.weights),
    )


def _different(before: Bases, end: Bases) -> dict[int, Bases]:
    """The bases of all units that look different in the end."""
    both = compress(zip(before, end), map(is_not, before, end))  # most are the very same
    units = {token.unit for pair in both if pair[0] != pair[1] for token in pair}
    units.update(token.unit for token in (*before[len(end) :], *end[len(before) :]))
    return dict.fromkeys(units, ()) | _bases(end, units)


def _bases(tokens: Bases, units: Container[int]) -> dict[int, Bases]:
    """The bases of some units that are there."""
    found: dict[int, Bases] = {}
    for token in [token for token in tokens if token.unit in units]:
        found[token.unit] = (*found.get(token.unit, ()), token)
    return found


def _held(scene: Scene) -> dict[str, str]:
    """Who holds what."""
    return {mark.name or mark.kind: mark.seat or "nobody" for mark in scene.marks if mark.kind == "objective"}


class _Seen(NamedTuple):
    """A unit: how many of its bases are still there, and everything said of them."""

    here: int
    said: Mapping[str, str]


def _seen(bases: Bases) -> _Seen:
    here = [base for base in bases if not base.gone]
    return _Seen(len(here), _said(here or bases) if bases else {})


def _said(bases: Sequence[Token]) -> dict[str, str]:
    first = bases[0]
    said = dict(first.stats)
    said.update(_counter(word) for word in first.status)
    said["place"] = f"{first.x},{first.y}"
    return said


def _counter(word: str) -> tuple[str, str]:
    """A counter with its number ("SP 2"), or one that is there or not."""
    name, space, number = word.rpartition(" ")
    return (name, number) if space and number.isdecimal() else (word, "yes")


def _alike(bases: Bases, ends: list[tuple[dict[int, Bases], int]]) -> dict[Bases, int]:
    """How a unit may look in the end, with the weights of all ends in which it does."""
    unit, found = bases[0].unit, dict[Bases, int]()
    for look, weight in ends:
        there = look.get(unit, bases)
        found[there] = found.get(there, 0) + weight
    return found


def _fate(bases: Bases, ends: dict[Bases, int], total: int) -> Fate | None:
    """What may become of a unit; None where nothing does."""
    was = _seen(bases)
    nows = [(_seen(there), weight) for there, weight in ends.items()]
    if all(now == was for now, _ in nows):
        return None
    lost = Dist({}, total)
    for now, weight in nows:
        missing = was.here - now.here
        lost.weights[missing] = lost.weights.get(missing, 0) + weight
    return Fate(
        unit=bases[0].unit,
        name=bases[0].name,
        seat=bases[0].seat,
        gone=lost.p(was.here) if was.here else Fraction(0),
        lost=tuple((n, lost.p(n)) for n in sorted(lost.weights)),
        changes=tuple(_changes(was.said, [(now.said, weight) for now, weight in nows if now.here], total)),
    )


def _changes(was: Mapping[str, str], ends: list[tuple[Mapping[str, str], int]], total: int) -> list[Change]:
    """Every word that is another in some end; a counter that is not there is no, or 0 where it has a number."""
    names = dict.fromkeys(name for said in (was, *(now for now, _ in ends)) for name in said)
    found: list[Change] = []
    for name in names:
        none = "no" if any(said.get(name) == "yes" for said in (was, *(now for now, _ in ends))) else "0"
        old = was.get(name, none)
        chances = Dist({}, total)
        for now, weight in ends:
            new = now.get(name, none)
            if new != old:
                chances.weights[new] = chances.weights.get(new, 0) + weight
        found += [Change(name, old, new, chances.p(new)) for new in sorted(chances.weights)]
    return found


class Noted(Value, frozen=True):
    """A number that the act works with, and the modifier rows that make it."""

    event: str
    name: str
    total: Total


def sums(position: Position, seat: str, answer: Any, others: Others) -> tuple[Noted, ...]:
    """The totals that the act notes when all dice fall low and when all fall high."""
    found: dict[Noted, None] = {}
    for high in (False, True):

        def throw(pool: Pool, high: bool = high) -> Faces:
            return (pool.sides if high else 1,) * pool.n

        log = continued(position, seat, answer, others, throw, log=True).log or ()
        found |= dict.fromkeys(note for event in log if event.at > position.answers for note in _totals(event))
    return tuple(found)


def _totals(event: Event) -> Iterable[Noted]:
    return (Noted(event.kind, name, value) for name, value in event.data.items() if isinstance(value, Total))


def in_words(told: Foretold, most: int = 6) -> list[str]:
    """The likeliest and worst of it, a line a unit."""
    lines = [f"{fate.name}: {words}" for fate in told.fates if not fate.quiet and (words := _fate_in_words(fate))]
    lines += [f"{mark.what}: {mark.was} to {mark.now} {percent(mark.p)}" for mark in told.marks]
    lines += [f"{who or 'nobody'} wins {percent(p)}" for who, p in told.over]
    return lines[:most]


def _fate_in_words(fate: Fate) -> str:
    words = [f"destroyed {percent(fate.gone)}"] if fate.gone else []
    most = max((n for n, _ in fate.lost), default=0)
    if most > 1:
        words += [f"loses {n} or more {percent(sum((p for m, p in fate.lost if m >= n), Fraction(0)))}"
                  for n in range(1, most + 1)][:3]  # fmt: skip
    words += [
        f"{change.what} {percent(change.p)}" if change.now == "yes" else
        f"{change.what} {change.was} to {change.now} {percent(change.p)}"
        for change in fate.changes if change.what != "place"
    ]  # fmt: skip
    return ", ".join(words[:6])


def percent(p: Fraction) -> str:
    """A chance as people say it: never 0 % where it may happen, never 100 % where it may not."""
    if p in (0, 1):
        return f"{int(p * 100)} %"
    return (
        f"{min(99.9, max(0.1, float(p) * 100)):.1f} %"
        if p < Fraction(1, 100) or p > Fraction(99, 100)
        else f"{float(p) * 100:.0f} %"
    )

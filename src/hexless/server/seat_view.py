"""A match as one seat may see it. Everything that leaves for a page is made here, out of the seat's own view."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, cast

import msgspec

from hexless.kernel import Ask, AskAll, Event, OneOf, Question, Refusal, Split, Total, seats_asked, seen_by
from hexless.moves import Path, Place
from hexless.ruleset import Ruleset, Scene
from hexless.ruleset.telling import tell_people
from hexless.table import Base, hull, show

from . import forms
from .match import Match
from .strokes import strokes
from .undo import undo_fault

__all__ = [
    "asked_of",
    "asks",
    "ending",
    "label",
    "log",
    "question",
    "refusal",
    "scene",
    "seen",
    "sees_all",
    "turn",
    "view",
]

_LOOKED_AT = 16  # ways or places, of which those are told that are good for different things


class Seen:
    """A state as somebody sees it, with what is drawn and named of it: made once, shared by all who see the same."""

    def __init__(self, rules: Ruleset[Any], view: Any) -> None:
        self.rules, self.view = rules, view

    @cached_property
    def scene(self) -> Scene:
        return self.rules.showing.scene(self.view)

    @cached_property
    def drawn(self) -> msgspec.Raw:
        """The scene's JSON."""
        return msgspec.Raw(msgspec.json.encode(self.scene))

    @cached_property
    def names(self) -> dict[int, str]:
        """The units by their ids."""
        named = {i: getattr(unit, "name", "") for i, unit in enumerate(self.view.units)}
        shown = {token.unit: token.name for token in self.scene.tokens}
        return {**{i: name for i, name in named.items() if isinstance(name, str) and name}, **shown}


def seen(match: Match, seat: str | None) -> Seen:
    """The match as a seat sees it now; after the end everybody sees everything."""
    known: dict[str | None, Seen] = match.__dict__.setdefault("seen", {})
    if seat not in known:
        state = match.state if match.request is None else match.rules.view(match.state, seat)
        alike = (each for each in known.values() if each.view is state or each.view == state)
        known[seat] = next(alike, None) or Seen(match.rules, state)
    return known[seat]


def view(match: Match, seat: str | None, at: int | None = None) -> Any:
    """The state after so many answers as the seat sees it."""
    if at is None or match.request is None:
        return seen(match, seat).view if at is None else match.state_at(at)
    return match.rules.view(match.state_at(at), seat)


def scene(match: Match, seat: str | None, at: int | None = None) -> Scene:
    """The table that the seat sees."""
    return seen(match, seat).scene if at is None else match.rules.showing.scene(view(match, seat, at))


def log(match: Match, seat: str | None, since: int = -1) -> list[forms.Told]:
    """What the seat knows of the events after so many answers."""
    fresh = [event for event in match.events if event.at > since]
    known = fresh if match.request is None else seen_by(fresh, seat)
    names = unit_names(match, seat)
    return [_told(match, event, names) for event in known]


def unit_names(match: Match, seat: str | None) -> dict[int, str]:
    """The units by their ids, as the seat knows them."""
    return seen(match, seat).names


def _told(match: Match, event: Event, names: dict[int, str]) -> forms.Told:
    data = event.data
    phrase = match.rules.showing.phrases.get(event.kind, "")
    dice = None
    if event.kind == "roll":
        dice = forms.Rolled(why=data["why"], sides=data["sides"], faces=list(data["faces"]))
    return forms.Told(
        at=event.at,
        group=match.group(event.at),
        event=event.kind,
        text=tell_people(event, match.rules.showing.phrases, names),
        rules=list(dict.fromkeys(event.rules)),
        dice=dice,
        sums=[forms.Sum(name=key, value=v.value, rows=list(v.rows)) for key, v in data.items() if isinstance(v, Total)],
        units=[v for key, v in data.items() if type(v) is int and f"{{{key}.name}}" in phrase],
        cue=match.rules.showing.cues.get(event.kind, ""),
    )


def turn(
    match: Match, seat: str | None, given: frozenset[str], rivals: tuple[str, ...], answered: bool = False
) -> forms.Turn:
    """Who has to decide, and what, as far as the seat may know.

    rivals: the seats that people play. answered: a standing order of the seat answers for it.
    """
    request = match.request
    asked = seats_asked(request)
    mine = asked_of(match, seat) if seat not in given and not answered else None
    told = mine or (request.question if isinstance(request, Ask) and sees_all(match, seat) else None)
    return forms.Turn(
        asked=list(asked),
        question=question(mine, unit_names(match, seat), _units_of(match, seat, mine)) if mine else None,
        prompt=told.prompt if told else "",
        rules=list(told.rules) if told else [],
        sealed=isinstance(request, AskAll),
        given=[each for each in asked if each in given],
        suggested=list(mine.suggest(_LOOKED_AT)) if isinstance(mine, Path | Place) else [],
        hidden=isinstance(request, AskAll) or _differ(match, rivals),
        undo=seat is not None and undo_fault(match, seat) is None,
        declines=mine is not None and mine.decline() is not None,
        drawn=_drawn(match),
    )


def asked_of(match: Match, seat: str | None) -> Question | None:
    """The question that is put to the seat now."""
    return next((ask.question for ask in asks(match.request) if ask.seat == seat), None)


def asks(request: Any) -> tuple[Ask, ...]:
    """The questions of a request, one a seat."""
    if isinstance(request, AskAll):
        return request.asks
    return (request,) if isinstance(request, Ask) else ()


def sees_all(match: Match, seat: str | None) -> bool:
    """Whether nothing is hidden from the seat."""
    shown = seen(match, seat).view
    return shown is match.state or bool(shown == match.state)


def _differ(match: Match, seats: tuple[str, ...]) -> bool:
    return len({id(seen(match, seat)) for seat in seats}) > 1


def _units_of(match: Match, seat: str | None, asked: Question) -> tuple[tuple[int, ...], ...]:
    """The units that each option stands for: itself, or those of a squad."""
    if not isinstance(asked, OneOf):
        return ()
    if asked.about in ("unit", "target"):
        return tuple((option,) if isinstance(option, int) else () for option in asked.options)
    stands, shown = match.rules.showing.stands, view(match, seat)
    return tuple(tuple(stands(shown, asked.about, option)) for option in asked.options) if stands else ()


def _drawn(match: Match) -> list[forms.Stroke]:
    """Templates that were put down in this step: what is asked next is about them."""
    lines = match.lines[match.now.played :]
    placed = [(line.request.question, line.entry.answer) for line in lines if isinstance(line.request, Ask)]
    aimed = [(ask.accept(answer), ask.ground.wire()) for ask, answer in placed if isinstance(ask, Place)]
    spots = [(spot, drawn.radius) for spot, drawn in aimed if drawn.centre is not None and drawn.radius]
    return [
        forms.Stroke(look="outline", points=[(p.x, p.y) for p in hull([Base(spot.x, spot.y, radius)])])
        for spot, radius in spots
    ]


def question(
    asked: Question, names: Mapping[int, str] = MappingProxyType({}), units: tuple[tuple[int, ...], ...] = ()
) -> forms.Question:
    """A question in the form that a client draws."""
    unit = getattr(asked, "unit", asked.by)
    who, whom = ("" if each is None else names.get(each, "") for each in (unit, asked.to))
    form = asked.wire().with_(who=who, whom=whom)
    return cast("forms.Question", form.with_(units=units) if units else form)


def label(asked: Question | None, answer: Any) -> str:
    """An answer in the question's own words."""
    options = getattr(asked, "options", getattr(asked, "items", ()))
    labels = dict(zip(options, getattr(asked, "labels", ())))
    match answer:
        case bool():
            return "yes" if answer else "no"
        case None | str() | int():
            return str(labels.get(answer, "pass" if answer is None else answer))
        case {"points": [*points]}:
            return f"to {_place(points[-1])}" if points else "stay"
        case {"x": x, "y": y}:
            return f"at {_place((x, y))}"
        case list() | tuple() if isinstance(asked, Split):
            return ", ".join(f"{slot} {n}" for slot, n in zip(asked.slots, answer))
        case list() | tuple():
            return ", ".join(str(labels.get(each, each)) for each in answer)
    return str(answer)


def _place(point: Any) -> str:
    return f"{show(point[0])}, {show(point[1])}"


def refusal(refused: Refusal) -> forms.Refusal:
    """A refusal with its witness drawn."""
    return forms.Refusal(says=refused.says, rule=refused.rule, witness=strokes(refused.witness))


def ending(match: Match) -> forms.Ending | None:
    """How the match ended, if it has."""
    outcome = match.outcome
    if outcome is None:
        return None
    fates = {(token.seat, token.unit): token.gone for token in scene(match, None).tokens}
    units = {
        seat: (sum(not gone for (own, _), gone in fates.items() if own == seat),
               sum(gone for (own, _), gone in fates.items() if own == seat))
        for seat in match.header.seats
    }  # fmt: skip
    by = match.settled.by if match.settled else "rules"
    return forms.Ending(winner=outcome.winner, why=outcome.why, rule=outcome.rule, units=units, by=by)

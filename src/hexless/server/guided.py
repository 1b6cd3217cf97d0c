"""A guided game: what the coach says to a learner's question, and the answers of the path for everybody else.

A match is guided by its header alone: it is the one that the guide of its game was recorded with.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import as_file
from importlib.resources import files as resources
from typing import Any, NamedTuple

from msgspec.structs import replace

from hexless.kernel import AskAll, GameError, Question, to_json
from hexless.moves import Path, Place
from hexless.ruleset import find, shipped, starting
from hexless.ruleset.guides import Guide, Lesson, Step, guide, like, named, tape

from . import forms, seat_view
from .catalogue import start
from .match import Match, resumed

__all__ = ["begin", "coaching", "first", "on_path", "seats", "way_back"]

BOT = "easy"  # who plays against a learner that has left the path


class _Path(NamedTuple):
    guide: Guide
    steps: tuple[Step, ...]
    answers: tuple[bytes, ...]
    seats: tuple[str, ...]
    begun: bytes  # its header as JSON


@cache
def _path(game: str) -> _Path | None:
    rules = find(game)
    told, steps = guide(rules), tape(game)
    if told is None or not steps:
        return None
    header = first(told, game).header
    return _Path(told, steps, tuple(to_json(step.answer) for step in steps), header.seats, to_json(header))


def first(told: Guide, game: str) -> Match:
    """The match of a guide before anybody has decided anything; its table and armies may be its own."""
    rules = find(game)
    with as_file(resources(rules.files.package)) as here:
        table = here / "guide_scenario.toml"
        if not table.is_file():
            return start(rules, told.scenario, told.forces, {}, told.seed)
        wanted = told.forces or shipped.scenario(rules, table).forces
        armies = [own if (own := here / f"guide_{name}.toml").is_file() else name for name in wanted]
        header, _ = starting.set_up(rules, table, armies, {}, seed=told.seed)
    return resumed(rules, header, ())


@cache
def begin(game: str) -> Match:
    """The guided match where the learner sits down."""
    path = _path(game)
    if path is None:
        raise GameError(f"{find(game).title} has no guided game")
    match = first(path.guide, game)
    for step in path.steps:
        if not step.placed:
            break
        match = match.play(step.answer)
    return match


def seats(game: str) -> list[forms.Seat]:
    """Who plays what in a guided match."""
    path = _path(game)
    if path is None:
        return []
    learns = path.guide.seat
    return [
        forms.Seat(seat=seat) if seat == learns else forms.Seat(seat=seat, player="bot", bot=BOT) for seat in path.seats
    ]


def _of(match: Match) -> _Path | None:
    path = _path(match.rules.id)
    if path is None or match.header.seed != path.guide.seed or to_json(match.header) != path.begun:
        return None
    return path


def _followed(match: Match, path: _Path) -> int:
    """How many decisions of the match are those of the path."""
    known: dict[str, int] = match.__dict__.setdefault("path", {})
    if "followed" not in known:
        made = [to_json(line.entry.answer) for line in match.lines if line.by]
        pairs = zip(made, path.answers)
        known["followed"] = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(made), len(path.answers)))
    return known["followed"]


def _decisions(match: Match) -> int:
    return sum(1 for line in match.lines if line.by)


def on_path(match: Match, seat: str) -> list[Any]:
    """What the path answers to the seat's open question; nothing where there is no path, or it was left."""
    path = _of(match)
    if path is None:
        return []
    n = _followed(match, path)
    return [_answer(match, path.steps[n], seat)] if n == _decisions(match) < len(path.steps) else []


def _answer(match: Match, step: Step, seat: str) -> Any:
    request = match.request
    if isinstance(request, AskAll):
        return step.answer[[ask.seat for ask in request.asks].index(seat)]
    return step.answer


def way_back(match: Match) -> int | None:
    """How many answers came before the learner left the path; None where it was never left."""
    path = _of(match)
    if path is None or (n := _followed(match, path)) == _decisions(match) or n == len(path.steps):
        return None
    return [i for i, line in enumerate(match.lines) if line.by][n]


def coaching(match: Match, seat: str | None) -> forms.Coaching | None:
    """What the coach says to the learner's open question."""
    path = _of(match)
    if path is None or seat != path.guide.seat:
        return None
    n, made = _followed(match, path), _decisions(match)
    told = forms.Coaching(lesson=_begun(path.steps[:n]), lessons=len(path.guide.lessons))
    if n < min(made, len(path.steps)):
        return replace(told, strayed=True)
    if made > len(path.steps):
        return None
    after = _after(path, n)
    if n == len(path.steps):
        return replace(told, done=True, title=path.guide.title, says=path.guide.ends, after=after)
    return _said(match, seat, path, n, replace(told, after=after))


def _said(match: Match, seat: str, path: _Path, n: int, told: forms.Coaching) -> forms.Coaching:
    step, asked = path.steps[n], seat_view.asked_of(match, seat)
    if asked is None:
        return told
    answer = _answer(match, step, seat)
    words = seat_view.label(asked, answer)
    lesson = path.guide.lessons[step.lesson - 1] if step.lesson else _again(path.guide.again, asked, words)
    opening = path.guide.says if told.lesson == 0 else ""
    return replace(
        told,
        lesson=step.lesson or told.lesson,
        opening=opening,
        title=lesson.title,
        says=lesson.says,
        answer=answer,
        words=words,
        shown=True,
    )


def _again(known: Sequence[Lesson], asked: Question, words: str) -> Lesson:
    """What is said to a question that has no lesson of its own; ways and places have no words to tell them by."""
    drawn = isinstance(asked, Path | Place)
    found = (each for each in known if like(asked.prompt, each.asks) and (drawn or named(words, each.take or "*")))
    return next(found, Lesson(asks=asked.prompt))


def _begun(steps: Sequence[Step]) -> int:
    return max((step.lesson for step in steps), default=0)


def _after(path: _Path, n: int) -> str:
    """What is said of the learner's last decision."""
    for step in reversed(path.steps[:n]):
        if path.guide.seat in step.by.split() and not step.order:
            return path.guide.lessons[step.lesson - 1].after if step.lesson else ""
    return ""

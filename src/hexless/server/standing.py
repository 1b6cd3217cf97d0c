"""Standing orders: answers that a seat gives in advance, to questions that are like one it has answered.

A question is like another if it is of the same kind, asked by the same rules and in the same words but for the names
of units and for numbers. Nothing here knows a game, and nothing of it is told to another seat.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from hexless.bots import GreedyBot
from hexless.kernel import Ask, GameError, Question, Split, Stream
from hexless.moves import Path, Place, Way

from . import seat_view
from .forms import Always, Standing
from .match import Match

__all__ = ["covers", "following", "made", "obeyed", "outlived"]

_NEAR = 24  # suggestions among which a follower looks for a place
_WORK, _WIDTH = 48, 6  # what a bot may weigh for an answer that is left to it
_NUMBER = re.compile(r"\d+")


def made(match: Match, seat: str, question: Question, answer: Any, always: Always, name: str) -> Standing:
    """The order that comes from an answer and what shall be done with questions like it."""
    return Standing(
        id=name,
        prompt=question.prompt,
        like=like(question, seat_view.unit_names(match, seat)),
        how=always.how,
        until=always.until,
        answer=answer if always.how == "answer" else None,
        says=seat_view.label(question, answer) if always.how == "answer" else "",
    )


def like(question: Question, names: Mapping[int, str]) -> str:
    """What questions have in common that are alike."""
    words = question.prompt
    for name in sorted(set(names.values()), key=len, reverse=True):
        words = words.replace(name, "@") if name else words
    return f"{question.kind} {_NUMBER.sub('#', words)} [{' '.join(question.rules)}]"


def obeyed(match: Match, seat: str, orders: Iterable[Standing]) -> tuple[Standing, Any] | None:
    """The order that answers the seat's open question, and a legal answer by it; the newest order counts."""
    question = seat_view.asked_of(match, seat)
    if question is None:
        return None
    form = like(question, seat_view.unit_names(match, seat))
    for order in reversed([each for each in orders if covers(each, form)]):
        for answer in _answers(match, seat, question, order, form):
            try:
                return order, msgspec.to_builtins(question.judge(msgspec.to_builtins(answer)))
            except GameError:  # it cannot be given here: the seat is asked
                continue
    return None


def covers(order: Standing, form: str) -> bool:
    """Whether a question of this form is one that the order is for; a star in the order stands for any words."""
    wanted = order.like.split("*")
    return order.like == form or bool(re.fullmatch(".*".join(map(re.escape, wanted)), form))


def following(match: Match, seat: str, orders: Iterable[Standing]) -> str:
    """The order by which the next questions like the seat's open one follow its answer; "" if there is none."""
    question = seat_view.asked_of(match, seat)
    form = like(question, seat_view.unit_names(match, seat)) if question else ""
    return next((each.id for each in orders if form and each.how == "follow" and covers(each, form)), "")


def _answers(match: Match, seat: str, question: Question, order: Standing, form: str) -> list[Any]:
    match order.how:
        case "answer":
            return [order.answer]
        case "decline":
            return list(question.decline() or ())
        case "first":
            return list(question.suggest(1))
        case "same":
            return _last(match, seat, form)
        case "follow":
            return _led(match, seat, question, order)
        case "even":
            return [_evenly(question)] if isinstance(question, Split) else []
        case "best":
            bot = GreedyBot(match.rules, Stream(match.answers, f"for {seat}"), work=_WORK, width=_WIDTH)
            return [bot.answer(match.decision(ask)) for ask in seat_view.asks(match.request) if ask.seat == seat]


def _evenly(question: Split) -> list[int]:
    """Point by point to whichever slot has most room left, the first of several."""
    left = list(question.caps)
    for _ in range(question.total):
        left[left.index(max(left))] -= 1
    return [cap - rest for cap, rest in zip(question.caps, left)]


def _last(match: Match, seat: str, form: str) -> list[Any]:
    """What the seat answered the last time that it was asked so."""
    names = seat_view.unit_names(match, seat)
    for line in reversed(match.lines):
        for n, ask in enumerate(seat_view.asks(line.request)):
            if ask.seat == seat and like(ask.question, names) == form:
                sealed = line.request is not ask
                return [line.entry.answer[n] if sealed else line.entry.answer]
    return []


def _led(match: Match, seat: str, question: Question, order: Standing) -> list[Any]:
    """The seat's answer to a question that the order covers, of this act or just before, carried over to this unit."""
    names, lines = seat_view.unit_names(match, seat), match.lines
    mine = [n for n, line in enumerate(lines) if isinstance(line.request, Ask) and line.request.seat == seat]
    for n in reversed([n for n in mine if n >= match.now.played] or mine[-1:]):
        request = lines[n].request
        if isinstance(request, Ask) and covers(order, like(request.question, names)):
            return _carried(request.question, lines[n].entry.answer, question)
    return []


def _carried(before: Question, answer: Any, question: Question) -> list[Any]:
    """An answer as it was; a way of the same length and direction, else the suggestions that end nearest to its end."""
    if isinstance(before, Path) and isinstance(question, Path):
        way = before.accept(answer)
        dx, dy = (there - here for here, there in zip(_start(before), _start(question)))
        points = tuple((x + dx, y + dy) for x, y in way.points)
        end = points[-1] if points else _start(question)
        near = sorted(
            question.suggest(_NEAR), key=lambda each: _apart(each.points[-1] if each.points else _start(question), end)
        )
        return [Way(points, way.facing), *near]
    if isinstance(before, Place) and isinstance(question, Place):
        spot = before.accept(answer)
        return sorted(question.suggest(_NEAR), key=lambda each: _apart((each.x, each.y), (spot.x, spot.y)))
    return [answer]


def _start(question: Path) -> tuple[int, int]:
    return question.ground.wire().start or (0, 0)


def _apart(a: tuple[int, int], b: tuple[int, int]) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def outlived(orders: Iterable[Standing]) -> list[Standing]:
    """The orders that still hold once the seat has to decide something for itself."""
    return [each for each in orders if each.until == "revoked"]

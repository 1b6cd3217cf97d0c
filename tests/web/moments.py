"""Moments worth looking at: games played at random in this process until one comes, then again on a server."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, NamedTuple

import msgspec
from websockets.sync.client import connect

from hexless.kernel import AskAll, Question, Stream
from hexless.ruleset import find
from hexless.server import inquiries, wire
from hexless.server.catalogue import start
from hexless.server.match import Match

Wanted = Callable[[Question], list[Any]]


class Moment(NamedTuple):
    """A game as far as the moment: what was answered by whom, who is asked now, and which answer is worth a look."""

    game: str
    scenario: str | None
    seed: str
    answers: list[tuple[str, Any]]
    seat: str
    question: Question
    answer: Any


def moment(
    game: str, wanted: Wanted, *, scenario: str | None = None, prefer: Any = (), most: int = 500, seeds: int = 12
) -> Moment:
    """The first moment at which an answer that is wanted has a forecast with dice in it.

    prefer: options that are taken wherever they are offered.
    """
    for n in range(seeds):
        match, stream = start(find(game), scenario, (), {}, f"look {n}"), Stream(n, "moment")
        answers: list[tuple[str, Any]] = []
        for _ in range(most):
            if match.request is None:
                break
            asks = match.request.asks if isinstance(match.request, AskAll) else (match.request,)
            for ask in asks:
                for answer in wanted(ask.question):
                    if rolls(match, ask.seat, answer):
                        return Moment(game, scenario, f"look {n}", answers, ask.seat, ask.question, answer)
            given = [any_of(ask.question, prefer, stream) for ask in asks]
            answers += [(ask.seat, msgspec.to_builtins(answer)) for ask, answer in zip(asks, given)]
            match = match.play(given if isinstance(match.request, AskAll) else given[0])
    raise AssertionError(f"{game}: no such moment in {seeds} games")


def any_of(question: Question, prefer: Any, stream: Stream) -> Any:
    """A suggestion: a preferred one if there is one, else any."""
    found = question.suggest(8)
    liked = [option for option in getattr(question, "options", ()) if option in prefer]
    return liked[0] if liked else stream.choice(found)


def rolls(match: Match, seat: str, answer: Any) -> bool:
    """Whether a forecast of the answer has dice, and something to show for them."""
    told = inquiries.foreseen(match, seat, wire.Foresee(id="a", answer=msgspec.to_builtins(answer)))
    return bool(told.forecasts) and told.forecasts[0].rolls and bool(told.forecasts[0].lines)


def brought(live: Any, found: Moment) -> str:
    """The moment on a real server; the match's id."""
    match = live.begin(found.game, found.scenario, seed=found.seed)
    address = f"{live.address.replace('http', 'ws')}/api/matches/{match}/ws"
    with ExitStack() as open_pages:
        seats = dict.fromkeys(seat for seat, _ in found.answers)
        pages = {seat: open_pages.enter_context(connect(address, max_size=None)) for seat in seats}
        for seat, page in pages.items():
            page.send(json.dumps({"v": 2, "kind": "hello", "keys": [live.keys[match][seat]], "seat": seat}))
        for seat, answer in found.answers:
            _answered(pages[seat], answer)
    return match


def _answered(page: Any, answer: Any) -> None:
    """Give an answer on a page that has just been asked."""
    told: Any = {}
    while told.get("kind") not in ("welcome", "update") or not told["turn"]["question"]:
        told = json.loads(page.recv(timeout=30))
        assert told["kind"] != "error", told
    at = told["version"]
    page.send(json.dumps({"v": 2, "kind": "answer", "id": f"a{at}", "version": at, "answer": answer}))

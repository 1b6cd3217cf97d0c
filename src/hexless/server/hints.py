"""A hint: the best answers to a seat's open question in words, with what each would do. From a bot, in a worker."""

from __future__ import annotations

from typing import Any

import msgspec

from hexless.bots import GreedyBot
from hexless.kernel import Stream, seats_asked

from . import forms, inquiries, seat_view, wire
from .inquiries import CannotTell
from .match import Match
from .purposes import purposes
from .room import Room
from .workers import Job, Workers, job, rebuilt

__all__ = ["hinted"]

_SECONDS, _PATIENCE = 0.8, 8.0  # that the bot thinks, and that the page waits at most
_LINES = 3


async def hinted(workers: Workers, room: Room, seat: str | None, said: wire.Hint) -> wire.Hinted:
    """The hint that a page asks for."""
    if seat is None or seat not in seats_asked(room.match.request):
        raise CannotTell("nothing is asked of you now")
    body = await workers.ask(job(room.saved.id, room.match, seat), _PATIENCE, best)
    return msgspec.structs.replace(msgspec.json.decode(body, type=wire.Hinted), id=said.id)


def best(order: Job) -> bytes:
    """The best three answers and their forecasts, as JSON; inside a worker."""
    match = rebuilt(order)
    ask = next(each for each in seat_view.asks(match.request) if each.seat == order.seat)
    bot = GreedyBot(match.rules, Stream(match.answers, "hint"), seconds=_SECONDS)
    answer = bot.answer(match.decision(ask))
    found = [reason.answer for reason in bot.reasons] or [answer]
    return msgspec.json.encode(wire.Hinted(id="", hints=[_hint(match, order.seat, each) for each in found]))


def _hint(match: Match, seat: str, answer: Any) -> forms.Advice:
    raw = msgspec.to_builtins(answer)
    question = seat_view.asked_of(match, seat)
    told = inquiries.foreseen(match, seat, wire.Foresee(id="hint", answer=raw))
    lines = told.forecasts[0].lines if told.forecasts else []
    label = purposes(match, seat, [answer])[0] or seat_view.label(question, raw)
    return forms.Advice(answer=raw, label=label, lines=lines[:_LINES])

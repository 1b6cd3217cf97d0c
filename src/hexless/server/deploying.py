"""A battle that begins at once: bots put everybody in place, for people, too; and what a person's seat begins with."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from secrets import token_urlsafe

import msgspec

from hexless.bots import GreedyBot
from hexless.kernel import AskAll, GameError, Stream
from hexless.ruleset import find
from hexless.ruleset.briefs import About, about
from hexless.table import _fast

from . import catalogue, seat_view
from .forms import Standing
from .match import Match, resumed
from .rest import GameCard

__all__ = ["deployed", "preparations", "ready", "usual"]

_WORK, _WIDTH = 12, 6  # what a bot may weigh for one base
_MOST = 400  # answers


def deployed(match: Match) -> Match:
    """The match where everybody is in place: the first question of the rules with which the fighting begins."""
    begins = about(match.rules).begins
    if not begins:
        raise GameError(f"{match.rules.title} does not say when everybody is in place")
    bots = {
        seat: GreedyBot(match.rules, Stream(match.header.seed, f"deploys {seat}"), work=_WORK, width=_WIDTH)
        for seat in match.header.seats
    }
    for _ in range(_MOST):
        asks = seat_view.asks(match.request)
        if not asks or any(rule.startswith(begins) for ask in asks for rule in ask.question.rules):
            return match
        given = [bots[ask.seat].answer(match.decision(ask)) for ask in asks]
        match = match.play(given if isinstance(match.request, AskAll) else given[0])
    raise GameError(f"{match.rules.title}: not everybody is in place after {_MOST} answers")


@lru_cache(maxsize=64)
def _ready(game: str, scenario: str | None, forces: tuple[str, ...], rulings: bytes) -> Match:
    """A match in which everybody is in place; made once, for all who begin so."""
    return deployed(catalogue.start(find(game), scenario, forces, msgspec.json.decode(rulings), token_urlsafe(9)))


def ready(game: str, scenario: str | None, forces: Sequence[str], rulings: Mapping[str, object], seed: str) -> Match:
    """A new match in which everybody is in place; from here on the dice are those of the seed."""
    made = _ready(game, scenario, tuple(forces), msgspec.json.encode(rulings, order="sorted"))
    header = made.branched("in place", made.answers, seed)
    return resumed(made.rules, header, [line.entry for line in made.lines])


def preparations() -> Iterator[Callable[[], object]]:
    """What a server does before anybody has to wait for it, piece by piece."""
    yield catalogue.games  # the first that a page asks for
    yield catalogue.warm
    yield from _fast.kernels()
    for card in catalogue.games().games:
        yield partial(_warm, card)
    yield gc.freeze  # what is loaded stays: the collector does not stop the games to go through it again


def _warm(card: GameCard) -> None:
    """Make the battle of a game ready that begins at once."""
    if card.about.now:
        with suppress(Exception):  # whoever starts it is told
            _ready(card.id, card.about.now, card.about.forces, b"{}")


def usual(told: About) -> list[Standing]:
    """The standing orders that a person's seat begins with, and can take back."""
    return [
        Standing(id=f"usual-{n}", prompt=habit.says, like=habit.like, how=habit.how, until="revoked")
        for n, habit in enumerate(told.habits)
    ]

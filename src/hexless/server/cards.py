"""Matches as cards, and the names and seats on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

import msgspec

from hexless.bots import check
from hexless.kernel import UnknownName
from hexless.kernel import record as records
from hexless.ruleset import Scene, find

from . import catalogue
from .forms import Seat
from .keys import Held, Holder
from .match import Match
from .rest import MatchCard, SeatWanted, SetUp
from .store import Saved


def scenario_name(match: Match) -> str:
    scenario = match.header.scenario
    return str(scenario.get("name", "")) if isinstance(scenario, dict) else ""


def seats_of(match: Match, wanted: Sequence[SeatWanted]) -> tuple[Seat, ...]:
    """Every seat of the match; people play those that nobody named."""
    seats = match.header.seats
    chosen = {each.seat: each for each in wanted}
    for name in chosen:
        if name not in seats:
            raise UnknownName("seat", name, seats)
    return tuple(seat_for(name, chosen.get(name)) for name in seats)


def seat_for(name: str, wanted: SeatWanted | None) -> Seat:
    if wanted is None or wanted.player != "bot":
        return Seat(seat=name)
    bot = wanted.bot or "greedy"
    check(bot)  # an unknown one is refused here
    return Seat(seat=name, player="bot", bot=bot, budget=wanted.budget)


def clean_name(name: str) -> str:
    """A guest's name as it is shown: one line of printable signs."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())[:40]


def card_of(saved: Saved, holders: Mapping[str, Holder], has: Held) -> MatchCard:
    title, broken, setup = saved.game, "", SetUp()
    try:
        title = find(saved.game).title
        if saved.header:  # the lobby does without
            setup = catalogue.begun(find(saved.game), msgspec.json.decode(saved.header, type=records.Header))
    except Exception as error:  # a game that is no longer installed, or is broken
        broken = f"{type(error).__name__}: {error}"
    return MatchCard(
        id=saved.id,
        game=saved.game,
        title=title,
        scenario=saved.scenario,
        seats=list(saved.seats),
        setup=setup,
        answers=saved.answers,
        version=saved.version,
        started=saved.started,
        changed=saved.changed,
        scene=thumbnail(saved.scene),
        ended=saved.ending,
        branch_of=saved.branch_of,
        branch_at=saved.branch_at,
        broken=broken,
        listed=saved.listed,
        free=[each.seat for each in saved.seats if each.player == "human" and each.seat not in holders],
        names={seat: holder.name for seat, holder in holders.items() if holder.name and seat},
        mine=[each.seat for each in saved.seats if each.seat in has.seats],
        terms=saved.terms,
    )


def thumbnail(scene: bytes) -> Scene | None:
    """The picture of a match; none is shown of one that is broken."""
    with suppress(msgspec.MsgspecError):
        return msgspec.json.decode(scene, type=Scene)
    return None

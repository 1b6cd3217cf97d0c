"""A saved match as a list shows it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import msgspec

from hexless.kernel import record as records
from hexless.ruleset import Scene, find

from . import catalogue
from .keys import Held, Holder
from .rest import MatchCard, SetUp
from .store import Saved

__all__ = ["card_of"]


def card_of(saved: Saved, holders: Mapping[str, Holder], has: Held) -> MatchCard:
    """The card of a match, for whoever holds these keys; one that no longer loads says why."""
    title, broken, setup = saved.game, "", SetUp()
    try:
        title = find(saved.game).title
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
        scene=_thumbnail(saved.scene),
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


def _thumbnail(scene: bytes) -> Scene | None:
    """The picture of a match; none is shown of one that is broken."""
    with suppress(msgspec.MsgspecError):
        return msgspec.json.decode(scene, type=Scene)
    return None

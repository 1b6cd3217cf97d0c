"""Hidden things: what each player sees of a state, and what he may guess of the rest."""

from __future__ import annotations

from hexless.kernel import Stream

from .leadership import bid_cap
from .model import AT43, HIDDEN

__all__ = ["guess", "view"]


def view(s: AT43, seat: str | None) -> AT43:
    """Everything lies open but the rows of cards and the sealed bids of the others."""
    rows = [row if side == seat else (HIDDEN,) * len(row) for side, row in zip(s.sides, s.cards)]
    bids = tuple(bid if side == seat else HIDDEN for side, bid in zip(s.sides, s.bids))
    return s.with_(cards=(rows[0], rows[1]), bids=bids)


def guess(s: AT43, seat: str | None, stream: Stream) -> AT43:
    """Which cards lie in a row is known, their order is not; a bid is anything that was allowed."""
    rows = []
    for side, row in zip(s.sides, s.cards):
        cards = [i for i, u in enumerate(s.units) if u.side == side and u.carded]
        rows.append(tuple(stream.shuffled(cards)) if HIDDEN in row else row)
    bids = tuple(stream.between(0, bid_cap(s, side)) if bid == HIDDEN else bid for side, bid in zip(s.sides, s.bids))
    return s.with_(cards=(rows[0], rows[1]), bids=bids)

"""Games that go on from others: whose header they have, and who may begin one."""

from __future__ import annotations

from msgspec.structs import replace

from hexless.kernel import record as records
from hexless.ruleset.fairness import set_up_stream

from .match import Match
from .store import Saved

__all__ = ["knows_all", "own_header"]


def own_header(saved: Saved, header: records.Header) -> records.Header:
    """The header of a match; a branch from before branches had one of their own is given it."""
    if saved.luck == header.seed or saved.affairs.pending:
        return header
    setup = set_up_stream(header).key
    branch = records.Branch(of=saved.branch_of or "", at=saved.branch_at or 0, chain="", setup=setup)
    return replace(header, seed=saved.luck, branch=branch)


def knows_all(match: Match, seats: frozenset[str], at: int) -> bool:
    """Whether nothing is hidden, after so many answers, from whoever holds these seats (none: from an onlooker)."""
    state, view = match.state_at(at), match.rules.view
    return seats >= set(match.header.seats) or any(view(state, seat) == state for seat in seats or {None})

"""Whether somebody has altered a match in the database: a chain of hashes over its header and its answers."""

from __future__ import annotations

from hashlib import sha256

from hexless.kernel import GameError, to_json

from .match import Match
from .store import Saved

__all__ = ["chained", "unaltered"]


def chained(saved: Saved, before: Match, after: Match) -> str:
    """The chain after what was played; from where it stood, if that is known and nothing was taken back."""
    known = saved.affairs.chain if after.answers > before.answers else ""
    chain = known or sha256(saved.header).hexdigest()
    for line in after.lines[before.answers if known else 0 :]:
        chain = sha256(chain.encode() + to_json(line.entry)).hexdigest()
    return chain


def unaltered(saved: Saved, match: Match) -> Match:
    """The match, if it is the one that was stored; a match from before there was a chain is taken as it is."""
    whole = sha256(saved.header).hexdigest()
    for line in match.lines:
        whole = sha256(whole.encode() + to_json(line.entry)).hexdigest()
    if saved.affairs.chain not in ("", whole):
        raise GameError(f"the match {saved.id} was altered in the database, and is not played on")
    return match

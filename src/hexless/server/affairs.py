"""What goes on beside the game, as values: clocks, offers, who gave up. Nothing here knows a store or a page.

Times are milliseconds of the world's clock; only people's clocks run.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from .forms import Affairs, Clock, Terms

__all__ = ["agreed", "charged", "decided", "fallen", "left", "offered", "sets_out", "the_time", "wins_by_default"]


def the_time() -> int:
    """Milliseconds of the world's clock."""
    return time.time_ns() // 1_000_000


# ------------------------------------------------------------------ clocks


def sets_out(terms: Terms, people: Iterable[str]) -> Affairs:
    """The affairs of a new match: full clocks that stand."""
    return Affairs(left=dict.fromkeys(people, terms.clock.main * 1000) if terms.clock else {})


def charged(affairs: Affairs, waits: Collection[str], at: int) -> Affairs:
    """The time since the clock was last looked at, taken from those whom the game waited for."""
    if not affairs.since or affairs.paused:
        return affairs
    spent = max(0, at - affairs.since)
    rest = {seat: max(0, ms - spent) if seat in waits else ms for seat, ms in affairs.left.items()}
    return replace(affairs, left=rest, since=at)


def decided(affairs: Affairs, terms: Terms, waited: Collection[str], by: Iterable[str], at: int) -> Affairs:
    """After a decision: its time is paid, the increment given, and offers that were made before it are off."""
    after = replace(affairs, offers=_kept(affairs), undo=[])
    clock = terms.clock
    if clock is None:
        return after
    paid = charged(after, waited, at)
    rest = {seat: _topped(clock, ms) if seat in by else ms for seat, ms in paid.left.items()}
    return replace(paid, left=rest, since=affairs.since if affairs.paused else at)


def _topped(clock: Clock, ms: int) -> int:
    return clock.main * 1000 if clock.anew else ms + clock.increment * 1000


def _kept(affairs: Affairs) -> dict[str, list[str]]:
    return {what: seats for what, seats in affairs.offers.items() if what in ("pause", "resume")}


def left(affairs: Affairs, waits: Collection[str], at: int) -> dict[str, int]:
    """What every clock shows now."""
    return charged(affairs, waits, at).left


def fallen(affairs: Affairs, waits: Iterable[str], at: int) -> list[str]:
    """The sides that the game waits for and whose time is up."""
    shown = left(affairs, list(waits), at)
    return [seat for seat in waits if affairs.since and not affairs.paused and shown.get(seat, 1) <= 0]


# ------------------------------------------------------------------ agreement


def offered(affairs: Affairs, what: str, seats: Iterable[str], agree: bool) -> Affairs:
    """The affairs once these seats have said yes, or no, which takes the offer from the table."""
    others = {name: given for name, given in affairs.offers.items() if name != what}
    if not agree:
        return replace(affairs, offers=others)
    given = affairs.offers.get(what, [])
    return replace(affairs, offers={**others, what: [*given, *(seat for seat in seats if seat not in given)]})


def agreed(affairs: Affairs, what: str, people: Collection[str]) -> bool:
    """Whether all who play have said yes."""
    return bool(people) and set(people) <= set(affairs.offers.get(what, ()))


def wins_by_default(seats: Sequence[str], loser: str) -> str | None:
    """Who wins when one side is out: the other of two; of more sides nobody."""
    others = [seat for seat in seats if seat != loser]
    return others[0] if len(others) == 1 else None

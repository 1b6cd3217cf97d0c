"""Onlookers who are behind: while a game runs they are shown it as it stood some turns or minutes ago."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hexless.kernel import seats_asked

from .affairs import the_time
from .forms import Behind
from .frames import Frames
from .match import Match
from .rows import Saved

if TYPE_CHECKING:
    from .room import Room

__all__ = ["Delay", "held_back"]

_MINUTE = 60_000  # milliseconds


def held_back(match: Match, wanted: Behind, times: list[int], at: int) -> int:
    """How many answers onlookers are shown at a time of the world's clock; `times` says when each was given."""
    shown = match.answers
    if wanted.minutes:
        shown = min(shown, bisect_right(times, at - wanted.minutes * _MINUTE))
    if wanted.turns:
        shown = min(shown, _turns_ago(match, wanted.turns))
    while 0 < shown < match.answers and not match.lines[shown].by:  # never between a decision and its dice
        shown -= 1
    return shown


def _turns_ago(match: Match, turns: int) -> int:
    """The answers before the last so many turns; a turn lasts until a step begins with another seat."""
    starts = [(_first(match, each.played), each.played) for each in match.checkpoints]
    began = [next(group)[1] for who, group in groupby(starts, key=lambda start: start[0]) if who]
    return began[-turns] if turns <= len(began) else 0


def _first(match: Match, answers: int) -> str:
    """Who is asked first after so many answers."""
    return next((line.by for line in match.lines[answers:] if line.by), " ".join(seats_asked(match.request)))


class Delay:
    """What the onlookers of a room are shown, if its players want them to be behind."""

    def __init__(self, room: Room, times: list[int]) -> None:
        self.room, self.times = room, times
        self._shown: int | None = None  # answers that onlookers know of
        self._frames: Frames | None = None
        self._of: Saved | None = None  # the row that those were made of
        self._timer: asyncio.TimerHandle | None = None
        self._telling: asyncio.Task[None] | None = None

    @property
    def on(self) -> bool:
        """Whether onlookers are behind now; the end of the game opens everything."""
        return self.room.saved.terms.behind is not None and self.room.match.request is not None

    def given(self, answers: int) -> None:
        """The match has so many answers now."""
        self.times = self.times[:answers] + [the_time()] * (answers - len(self.times))

    @property
    def frames(self) -> Frames:
        """What an onlooker is sent now."""
        room, now = self.room, self._frames
        if not self.on:
            return room.frames
        shown = self._now() if self._shown is None else min(self._shown, room.match.answers)
        if now is None or self._of is not room.saved or now.match.answers != shown:
            since = sum(1 for line in room.match.lines[shown:] if line.by)
            then = replace(room.saved, version=max(0, room.saved.version - since))
            self._frames = now = Frames(then, room.match.back(shown), frozenset(), {})
            self._of = room.saved
        return now

    def _now(self) -> int:
        wanted = self.room.saved.terms.behind
        return held_back(self.room.match, wanted, self.times, the_time()) if wanted else self.room.match.answers

    async def tell(self) -> None:
        """Show onlookers what they may see by now, and look again when the next answer is old enough."""
        before, self._shown = self._shown, self._now()
        pages = [page for page in self.room.pages if page.seat is None]
        if pages and before is not None and before != self._shown:
            back, since = self._shown if self._shown < before else None, min(before, self._shown)
            told = await self.room.rules.run(lambda: self.frames.update(None, since, None, back))
            for page in pages:
                page.send(told)
        self._wait()

    def _wait(self) -> None:
        wanted = self.room.saved.terms.behind
        if self._timer is not None:
            self._timer.cancel()
        if wanted is not None and wanted.minutes and (self._shown or 0) < len(self.times) and self.room.pages:
            due = self.times[self._shown or 0] + wanted.minutes * _MINUTE - the_time()
            self._timer = asyncio.get_running_loop().call_later(max(due, 1000) / 1000, self._again)

    def _again(self) -> None:
        self._telling = asyncio.create_task(self._look())

    async def _look(self) -> None:
        async with self.room.lock:
            if self.on:
                await self.tell()

    def close(self) -> None:
        """Nobody looks any more."""
        if self._timer is not None:
            self._timer.cancel()

"""What another process did to a match: it is played on from the table that is here, or the match is read again."""

from __future__ import annotations

from msgspec.structs import replace

from hexless.kernel import GameError

from .altered import chained
from .match import followed
from .room import Room
from .store import Played

__all__ = ["heed"]


async def heed(room: Room, tick: int, played: Played | None) -> None:
    """Another process has changed the match: play on what it played, or read the match again."""
    async with room.lock:
        if 0 < tick <= room.saved.tick and not room.doubtful:  # we know, or it was us
            return
        follows = tick == room.saved.tick + 1 and not room.doubtful
        done = played is not None and follows and await _play_on(room, tick, played)
    if done:
        await room.affairs_changed()
        room.wake()
    else:
        await room.renew()


async def _play_on(room: Room, tick: int, played: Played) -> bool:
    """Play what another process played, if that leads to where it stands."""
    before, since = room.match, room.match.answers
    tape = [*(line.entry for line in before.lines), *played.tape]
    try:
        after = await room.rules.run(followed, before, tape)
    except GameError:
        return False
    if chained(room.saved, before, after) != played.affairs.chain:
        return False
    parts = {name: getattr(played, name) for name in ("version", "changed", "affairs", "ending")}
    room.saved = replace(room.saved, tick=tick, answers=after.answers, **parts)
    room.match, room.sealed = after, {}
    room.delay.given(after.answers)
    by = after.lines[since].by
    await room.tell(since, None, None, None if " " in by else by)
    return True

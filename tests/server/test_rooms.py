"""A process keeps so many rooms; one that somebody is about to enter is not given up."""

import asyncio

from hexless.server import lobby as lobbies
from hexless.server.rest import MatchWanted


async def another(lobby):
    """A match that somebody else opens meanwhile."""
    begun = await lobby.begin(MatchWanted(game="skirmish", scenario="duel", seed="two"))
    return await lobby.open(begun.id)


def test_a_room_stays_while_somebody_comes(at_a_table, monkeypatch):
    """Else a page would sit in a room that nobody tells anything any more."""

    async def story(lobby, table, page):
        name = table.room.saved.id
        await lobby.leave(table.room, page)
        room = await lobby.open(name)
        async with room.lock:
            comes = asyncio.create_task(lobby.come(room, page))
            await asyncio.sleep(0)
            await another(lobby)
        await comes
        assert page in room.pages
        assert lobby.rooms[name] is room
        assert lobby.tables[name].room is room

    monkeypatch.setattr(lobbies, "_MOST_ROOMS", 1)
    at_a_table(story)

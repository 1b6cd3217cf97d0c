"""A match that somebody altered in the database is not played on as if nothing had happened."""

import asyncio

import pytest
import sqlalchemy as sa

from hexless.kernel import GameError, to_json
from hexless.server import tables
from hexless.server.lobby import Lobby
from hexless.server.rest import MatchWanted
from hexless.server.store import Store, engine
from hexless.server.workers import Workers


@pytest.mark.parametrize("altered", [True, False])
def test_another_legal_answer_in_a_row_is_noticed(tmp_path, toy, altered):
    async def go():
        lobby, again = (
            Lobby(Store(engine(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}")), Workers(1)) for _ in range(2)
        )
        await lobby.store.open()
        try:
            card = await lobby.begin(MatchWanted(game="skirmish", scenario="duel", seed="two"))
            room = await lobby.open(card.id)
            spots = room.match.request.question.suggest(2)
            await room.given("red", spots[0], None, None, None)
            await room.given(room.waits_for()[0], room.match.request.question.suggest(1)[0], None, None, None)
            if altered:
                row = (tables.answers.c.match == card.id) & (tables.answers.c.n == 1)
                async with lobby.store.base.writing() as connection:
                    await connection.execute(sa.update(tables.answers).where(row).values(answer=to_json(spots[1])))
            return (await again.open(card.id)).match.answers
        finally:
            await lobby.close()
            await again.close()

    if altered:
        with pytest.raises(GameError, match="was altered in the database"):
            asyncio.run(go())
    else:
        assert asyncio.run(go()) == 2

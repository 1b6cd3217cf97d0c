"""Standing orders while answers are sealed: looked through once, heeded though another process was quicker."""

import asyncio

import pytest

from hexless.server import wire
from hexless.server.forms import Standing
from hexless.server.sockets import _heed
from hexless.server.store import Taken

COVERS = Standing(id="a", prompt="cards", like="Order *", how="first", until="revoked")
OTHER = Standing(id="b", prompt="other", like="OneOf nothing is like this", how="first", until="revoked")


async def to_cards(table, pages):
    """Play until both seats are asked at once."""
    for n in range(60):
        if len(table.room.waits_for()) > 1:
            return
        (seat,) = table.room.waits_for()
        turn = await table.room.rules.run(table.room.frames.turn, seat)
        page = next(each for each in pages if each.seat == seat)
        await _heed(table, page, wire.Answer(id=f"a{n}", version=table.room.version, answer=turn.suggested[0]))
    pytest.fail("nothing was sealed")


async def quiet(room):
    """Wait until nobody answers by himself any more."""
    for _ in range(100):
        await asyncio.sleep(0.02)
        if not room.bots.thinking:
            return
    pytest.fail("standing orders are looked through again and again")


def test_orders_of_both_seats_that_fit_nothing_are_looked_through_once(at_a_table, monkeypatch):
    async def story(lobby, table, *pages):
        await to_cards(table, pages)
        looked = []
        stand = table.room.bots._stand

        def counted(seat):
            looked.append(seat)
            return stand(seat)

        monkeypatch.setattr(table.room.bots, "_stand", counted)
        for seat in ("red", "blue"):
            table.room.orders.set(seat, [OTHER])
        table.room.wake()
        await quiet(table.room)
        assert sorted(looked) == ["blue", "red"]

    at_a_table(story, "red", "blue")


def test_an_order_is_heeded_though_another_process_was_quicker_with_the_other_sealed_answer(at_a_table, monkeypatch):
    """The version stays the same while answers are sealed; the order's seat would else never be asked again."""

    async def story(lobby, table, red, blue):
        await to_cards(table, (red, blue))
        seal, tries = lobby.store.seal, []

        async def late(*args):
            tries.append(args[2])
            if len(tries) == 1:
                raise Taken("somebody was quicker")
            return await seal(*args)

        monkeypatch.setattr(lobby.store, "seal", late)
        table.room.orders.set("red", [COVERS])
        table.room.wake()
        for _ in range(200):
            await asyncio.sleep(0.02)
            if "red" in table.room.sealed:
                break
        assert tries == ["red", "red"]
        assert "red" in table.room.sealed

    at_a_table(story, "red", "blue")

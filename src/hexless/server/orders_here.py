"""The standing orders of a room's players: given with an answer, kept with the match, taken back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from . import forms, seat_view, standing, wire
from .bots_here import PROCESS

if TYPE_CHECKING:
    from .room import Page, Room

__all__ = ["Orders"]

_MOST = 40  # of a seat


class Orders:
    """The standing orders by seat; `fresh`: they are others than those that were last shown."""

    def __init__(self, room: Room, known: Mapping[str, list[forms.Standing]]) -> None:
        self.room = room
        self.renew(known)

    def renew(self, known: Mapping[str, list[forms.Standing]]) -> None:
        """All of them, as they were stored."""
        self.of: dict[str, list[forms.Standing]] = dict(known)
        self.fresh = True

    def set(self, seat: str, orders: list[forms.Standing]) -> None:
        """A seat's standing orders from now on."""
        self.of[seat], self.fresh = orders, True

    async def keep(self, seat: str, page: Page | None = None, message: str | None = None) -> None:
        """Store a seat's orders and tell its own pages."""
        room = self.room
        await room.store.order(room.saved.id, seat, self.of[seat], PROCESS)
        for each in room.pages:
            if each.seat == seat:
                each.send(wire.Orders(standing=self.of[seat], id=message if each is page else None))

    async def hear(self) -> None:
        """Another process has kept orders: read them."""
        async with self.room.lock:
            self.renew(await self.room.store.standing(self.room.saved.id))
        self.room.wake()

    async def always(self, seat: str, said: wire.Answer, page: Page) -> None:
        """An answer that also holds for questions like it; nothing is kept if it is refused."""
        room = self.room
        asked, before, known = seat_view.asked_of(room.match, seat), room.version, self.of.get(seat, [])
        if asked is None or said.always is None:
            return
        order = await room.rules.run(standing.made, room.match, seat, asked, said.answer, said.always, said.id)
        self.set(seat, [*(each for each in known if each.like != order.like), order][-_MOST:])
        await room.given(seat, said.answer, page, said.id, None)
        if room.version == before and seat not in room.sealed:
            self.set(seat, known)
        else:
            await self.keep(seat)

    async def revoke(self, page: Page, said: wire.Revoke) -> None:
        """Take back one standing order of the page's seat, or all."""
        async with self.room.lock:
            if page.seat is None:
                page.send(wire.Error(code="not-asked", says="only a player has standing orders", id=said.id))
                return
            known = self.of.get(page.seat, [])
            self.set(page.seat, [each for each in known if said.order is not None and each.id != said.order])
            await self.keep(page.seat, page, said.id)

    async def stand_back(self, seat: str) -> None:
        """After an undo: the order that would only give the same answer again is gone."""
        if seat in self.of and (found := await self.room.rules.run(self.room.frames.obeyed, seat)):
            self.set(seat, [each for each in self.of[seat] if each.like != found[0].like])
            await self.keep(seat)

"""A page's connection: messages come in one by one, are checked and heeded; what is said goes out in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from time import monotonic
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from hexless.kernel import GameError, UnknownName
from hexless.ruleset import blame

from . import agreement, inquiries, seat_view, wire
from .around import Table
from .bridge import NAME
from .forecasts import Forecasts, Wishes
from .guard import address_of
from .hints import hinted
from .keys import digest
from .limits import Bucket, Limits, Outbox, TooBusy, client
from .lobby import Lobby, NoKey, NoMatch, seat_of
from .room import Room
from .rules_thread import metered
from .store import Taken, Unavailable

__all__ = ["serve_page"]

_log = logging.getLogger("hexless.server")
_decoder = msgspec.json.Decoder(wire.Inbound)
_PATIENCE = 10  # seconds until the first message
_TRIES = 5  # how often a message is heeded anew when another process was quicker


class _Version(msgspec.Struct):
    v: Any = wire.PROTOCOL


class SocketPage:
    """One websocket that looks at a match from one seat."""

    def __init__(self, socket: WebSocket, forecasts: Forecasts, limits: Limits) -> None:
        self.socket = socket
        self.seat: str | None = None
        self.keys: frozenset[bytes] = frozenset()
        self.wishes = Wishes(forecasts, self)
        self.out = Outbox()
        self.pace = Bucket(*limits.message)
        self.limits, self.address = limits, address_of(socket.scope)

    def send(self, message: wire.Outbound) -> None:
        """Put a message into the queue; a page that does not read is let go."""
        if not self.out.put(msgspec.json.encode(message)):
            self.end()

    def end(self) -> None:
        """Close the connection once what was said is out, or soon if nobody reads."""
        self.out.close()

    async def write(self) -> None:
        """Send what is in the queue until it ends, or until the page has not read for long."""
        with contextlib.suppress(TimeoutError):
            while (text := await self.out.get()) is not None:
                async with asyncio.timeout(self.limits.patience):
                    await self.socket.send_text(text.decode())
        if self.socket.application_state is WebSocketState.CONNECTED:
            await self.socket.close(1012)


async def serve_page(lobby: Lobby, socket: WebSocket, name: str) -> None:
    """Serve one page until it goes. Its first message shows its keys."""
    try:
        counted = lobby.limits.page(address_of(socket.scope))
    except TooBusy:
        await socket.close(1013)
        return
    with counted:
        await socket.accept()
        await _serve(lobby, socket, name)


async def _serve(lobby: Lobby, socket: WebSocket, name: str) -> None:
    page = SocketPage(socket, lobby.forecasts, lobby.limits)
    writer = asyncio.create_task(page.write())
    room: Room | None = None
    try:
        said = await _hello(page)
        if said is not None:
            page.keys = frozenset(map(digest, said.keys))
            if not NAME.fullmatch(name):
                raise NoMatch("there is no match of this name")
            room = await lobby.open(name)
            page.seat = seat_of(room, page, said.seat)
            await lobby.come(room, page)
            await _listen(lobby, lobby.tables[name], page)
    except NoMatch as error:
        page.send(wire.Error(code="no-match", says=str(error)))
    except NoKey as error:
        page.send(wire.Error(code="no-key", says=str(error)))
    except UnknownName as error:
        page.send(wire.Error(code="no-seat", says=str(error)))
    except Unavailable as error:
        page.send(wire.Error(code="busy", says=str(error)))
    except GameError as error:
        page.send(wire.Error(code="internal", says=str(error)))
    except WebSocketDisconnect:
        pass
    finally:
        page.wishes.close()
        if room is not None:
            with contextlib.suppress(Unavailable):  # the picture of the table is not worth waiting for
                await lobby.leave(room, page)
        page.end()
        with contextlib.suppress(Exception):  # the page may be gone already
            await asyncio.wait_for(writer, 5)


async def _hello(page: SocketPage) -> wire.Hello | None:
    """The first message of a page; None if it says none."""
    try:
        said = await asyncio.wait_for(_next(page), _PATIENCE)
    except TimeoutError:
        said = wire.Error(code="bad-message", says="the first message is `hello`, and it did not come")
    if isinstance(said, wire.Hello):
        return said
    if said is not None:
        first = wire.Error(code="bad-message", says="the first message is `hello`")
        page.send(said if isinstance(said, wire.Error) else first)
    return None


async def _next(page: SocketPage) -> wire.Inbound | wire.Error | None:
    """What the page says next; None when it has gone or says too much."""
    frame = await page.socket.receive()
    if frame["type"] == "websocket.disconnect":
        return None
    text = frame.get("text")
    raw = text.encode("utf-8", "replace") if text is not None else frame.get("bytes") or b""
    if len(raw) > wire.MOST_BYTES:
        page.send(wire.Error(code="too-large", says=f"a message has at most {wire.MOST_BYTES} bytes"))
        return None
    return _read(raw)


async def _listen(lobby: Lobby, table: Table, page: SocketPage) -> None:
    client.set(page.address)
    while (said := await _next(page)) is not None:
        await page.pace.wait()
        if isinstance(said, wire.Error):
            lobby.metrics.refused[said.code] += 1
            page.send(said)
            continue
        began = monotonic()
        share = lobby.limits.bucket("rules", page.address)
        await share.wait(0)
        with metered() as meter:
            await _heed(table, page, said)
        share.owe(meter.seconds)
        lobby.metrics.messages[str(type(said).__struct_config__.tag)] += 1
        if isinstance(said, wire.Answer):
            lobby.metrics.answered(monotonic() - began)


def _read(raw: bytes) -> wire.Inbound | wire.Error:
    try:
        said: wire.Inbound = _decoder.decode(raw)
    except (msgspec.DecodeError, RecursionError) as error:
        return _complaint(raw, str(error))
    return said


def _complaint(raw: bytes, says: str) -> wire.Error:
    """Why a message is not understood: another version of the protocol, or no message at all."""
    with contextlib.suppress(msgspec.DecodeError, RecursionError):
        if (v := msgspec.json.decode(raw, type=_Version).v) != wire.PROTOCOL:
            return wire.Error(code="protocol", says=f"this server speaks version {wire.PROTOCOL}, not {str(v)[:20]}")
    return wire.Error(code="bad-message", says=says[:300])


_QUESTIONS: dict[type[Any], Callable[..., wire.Outbound]] = {
    wire.Measure: inquiries.measure,
    wire.Overlay: inquiries.overlay,
    wire.Trial: inquiries.trial,
    wire.Shading: inquiries.shade,
}


async def _heed(table: Table, page: SocketPage, said: wire.Inbound) -> None:
    """Do what a message asks; anew, if another process has changed the match meanwhile."""
    try:
        if table.room.doubtful:
            await table.room.renew()
        for _ in range(_TRIES):
            try:
                return await _do(table, page, said)
            except Taken:
                await table.room.renew()
        page.send(wire.Error(code="busy", says="too many changes at once", id=said.id))
    except Unavailable as error:
        table.room.doubtful = True
        page.send(wire.Error(code="busy", says=str(error), id=said.id))
    except inquiries.CannotTell as error:
        page.send(wire.Error(code="unsupported", says=str(error), id=said.id))
    except UnknownName as error:
        page.send(wire.Error(code="bad-message", says=str(error), id=said.id))
    except Exception as error:  # a broken ruleset must not take the page down
        _log.exception("a message failed")
        ours = f"{type(error).__name__} while serving this message"
        says = str(error) if isinstance(error, GameError) else blame.told(error) or ours
        page.send(wire.Error(code="internal", says=says, id=said.id))


async def _do(table: Table, page: SocketPage, said: wire.Inbound) -> None:
    room = table.room
    match said:
        case wire.Answer():
            await room.answer(page, said)
        case wire.Bind():
            await agreement.bind(table, page, said)
        case wire.Open():
            await agreement.opened(table, page, said)
        case wire.Revoke():
            await room.orders.revoke(page, said)
        case wire.Undo():
            await table.ask_undo(page, said)
        case wire.UndoAgree():
            await table.agree_undo(page, said)
        case wire.Offers():
            await table.offer(page, said)
        case wire.Resign():
            await table.resign(page, said)
        case wire.StandIn():
            await table.stand_in(page, said)
        case wire.Say():
            await table.say(page, said)
        case wire.Sit() | wire.Hello():
            await _sit(room, page, said)
        case wire.Ping():
            page.send(wire.Pong(id=said.id, version=room.version))
        case wire.Foresee():
            page.wishes.want(room, said)
        case wire.Hint():
            page.send(await hinted(page.wishes.forecasts.workers, room, page.seat, said))
        case wire.Forget():
            page.wishes.forget(said.id)
        case wire.Look():
            page.send(await room.rules.run(_looked, room, page.seat, said))
        case _:
            answer = _QUESTIONS[type(said)]
            page.send(await room.rules.run(lambda: answer(room.framed(page.seat).match, page.seat, said)))


async def _sit(room: Room, page: SocketPage, said: wire.Sit | wire.Hello) -> None:
    try:
        page.seat = seat_of(room, page, said.seat)
    except NoKey as error:
        page.send(wire.Error(code="no-key", says=str(error), id=said.id))
    except UnknownName as error:
        page.send(wire.Error(code="no-seat", says=str(error), id=said.id))
    else:
        page.send(await room.rules.run(lambda: room.framed(page.seat).welcome(page.seat, said.id)))


def _looked(room: Room, seat: str | None, said: wire.Look) -> wire.Outbound:
    match = room.framed(seat).match
    if said.at > match.answers:
        says = f"there are {match.answers} answers so far"
        return wire.Error(code="bad-message", says=says, id=said.id)
    scene = seat_view.scene(match, seat, said.at)
    return wire.Looked(id=said.id, at=said.at, scene=scene, reasons=room.why(said.at, seat))

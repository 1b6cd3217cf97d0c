"""A client that sends half a head, or nothing, is let go after a while; uvicorn itself would wait for ever."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

__all__ = ["patient"]


def patient(seconds: float) -> type[asyncio.Protocol]:
    """A protocol for uvicorn that waits so long for the whole head of a request."""

    class Patient(AutoHTTPProtocol):  # type: ignore[valid-type, misc]
        """uvicorn's HTTP with a timer while no request is under way."""

        _timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._wait()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.cycle is not None and not self.cycle.response_complete:
                self._stop()
            elif self._timer is None:
                self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop()
            super().connection_lost(exc)

        def _wait(self) -> None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._late)

        def _stop(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = None

        def _late(self) -> None:
            self._timer = None
            busy = self.cycle is not None and not self.cycle.response_complete
            if not busy and self.transport.get_protocol() is self:  # else a websocket has it
                self.transport.close()

    return Patient

"""A server that ends in order, also when it is told to before it listens."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

__all__ = ["Server"]

_ENDS = (signal.SIGINT, signal.SIGTERM)


class Server(uvicorn.Server):
    """Hears the signals that end it from the start, and not again when all pages are closed."""

    told = False

    async def main_loop(self) -> None:
        self.should_exit = self.should_exit or self.told
        await super().main_loop()

    @contextmanager
    def hearing(self) -> Iterator[None]:
        """Until the server hears signals itself, and after it has ended, they are only noted."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = [signal.signal(each, self._note) for each in _ENDS]
        try:
            yield
        finally:
            for each, handler in zip(_ENDS, before):
                signal.signal(each, handler)

    def _note(self, *_: object) -> None:
        self.told = True

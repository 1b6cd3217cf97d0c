"""The one thread in which rules run, so that the event loop stays free and no two games share a working space."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from time import thread_time
from typing import Any, TypeVar

__all__ = ["Meter", "Rules", "metered"]

T = TypeVar("T")


class Meter:
    """Seconds of the rules' thread that were worked for somebody."""

    seconds = 0.0


_meter: ContextVar[Meter | None] = ContextVar("meter", default=None)


@contextmanager
def metered() -> Iterator[Meter]:
    """Count what rules run for this task; waiting for others is not counted."""
    meter = Meter()
    before = _meter.set(meter)
    try:
        yield meter
    finally:
        _meter.reset(before)


class Rules:
    """Runs functions there, one after the other."""

    def __init__(self) -> None:
        self._thread, self._closed = ThreadPoolExecutor(1, thread_name_prefix="rules"), False

    async def run(self, function: Callable[..., T], *args: Any) -> T:
        """What the function gives; who comes after the end is cancelled, like whoever waits then."""
        if self._closed:
            raise asyncio.CancelledError
        meter = _meter.get() or Meter()

        def work() -> T:
            began = thread_time()
            try:
                return function(*args)
            finally:
                meter.seconds += thread_time() - began

        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        self._closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)

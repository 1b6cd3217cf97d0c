"""The one thread in which rules run, so that the event loop stays free and no two games share a working space."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

__all__ = ["Rules"]

T = TypeVar("T")


class Rules:
    """Runs functions there, one after the other."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="rules")

    async def run(self, function: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: function(*args))

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

"""How much one client may ask: tokens that come back with time, for a socket and for an address, and caps.

A page that asks too fast is made to wait (nothing more is read from it), a request that comes too fast is refused with
429. Nobody else notices.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from time import monotonic

import msgspec

from hexless.kernel import GameError

__all__ = ["PUBLIC", "Bucket", "Limits", "Outbox", "TooBusy", "Turns", "client"]

_MOST_ADDRESSES = 10_000
client: ContextVar[str] = ContextVar("client", default="")  # the address for which this task works


class TooBusy(GameError):
    """A client asks for more than its share."""


class Bucket:
    """Holds `burst` tokens, and gets `rate` of them back a second."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left, self._at = burst, monotonic()

    def take(self, cost: float = 1.0) -> float:
        """Take tokens. How many seconds until there were enough: 0 is now; else nothing is taken."""
        now = monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < cost:
            return (cost - self._left) / self.rate
        self._left -= cost
        return 0.0

    def owe(self, cost: float) -> None:
        """Pay for what was done already; it may be more than there is, and is waited for before anything else."""
        self.take(0)
        self._left -= cost

    async def wait(self, cost: float = 1.0) -> None:
        """Take tokens as soon as there are enough."""
        while seconds := self.take(cost):
            await asyncio.sleep(seconds)


class Limits(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What a server lets one client do: rates a second, and what may come at once. `PUBLIC` is for strangers."""

    message: tuple[float, float] = (400, 2000)  # messages of a page
    request: tuple[float, float] = (2000, 8000)  # requests of an address
    begin: tuple[float, float] = (200, 2000)  # matches that an address begins
    password: tuple[float, float] = (20, 200)  # passwords from an address, and for a name
    rules: tuple[float, float] = (4.0, 4000.0)  # seconds of the rules' one thread that are worked for an address
    names: int = 100_000  # that are kept by passwords
    matches: int = 1_000_000  # that are not over
    pages: int = 2_000  # websockets of an address
    connections: int = 4_000  # of the server
    work: int = 4  # odds and the like that an address has under way at once
    seconds: float = 8.0  # that such work may take
    patience: float = 20.0  # seconds for a head, a body, or a page that does not read
    bot: int = 60_000  # milliseconds that a bot may think, whatever its seat says

    def __post_init__(self) -> None:
        self.__dict__.update(buckets=OrderedDict(), open=Counter(), busy=Counter())

    def bucket(self, kind: str, address: str) -> Bucket:
        """The bucket of an address; those that were not used for longest are forgotten."""
        buckets: OrderedDict[tuple[str, str], Bucket] = self.__dict__["buckets"]
        key = (kind, address)
        if key not in buckets:
            buckets[key] = Bucket(*getattr(self, kind))
        buckets.move_to_end(key)
        while len(buckets) > _MOST_ADDRESSES:
            buckets.popitem(last=False)
        return buckets[key]

    @asynccontextmanager
    async def share(self, address: str) -> AsyncIterator[None]:
        """Work that takes long: `TooBusy` if the address has its share of it under way already."""
        busy: Counter[str] = self.__dict__["busy"]
        if busy[address] >= self.work:
            raise TooBusy(f"{self.work} such requests of yours are under way; wait for one of them")
        client.set(address)
        with _counted(busy, address):
            yield

    def page(self, address: str) -> _counted:
        """A websocket of an address, as long as it is open; `TooBusy` if it has too many."""
        opened: Counter[str] = self.__dict__["open"]
        if opened[address] >= self.pages:
            raise TooBusy(f"{self.pages} pages from one address are open already")
        return _counted(opened, address)


PUBLIC = Limits(
    message=(40, 200),
    request=(20, 200),
    begin=(0.2, 60),
    password=(0.05, 10),
    rules=(0.5, 10.0),
    names=20_000,
    matches=20_000,
    pages=60,
    bot=10_000,
)


class _counted:  # noqa: N801 a context, used as a verb
    """Counts one more as long as it is entered."""

    def __init__(self, counts: Counter[str], key: str) -> None:
        self.counts, self.key = counts, key

    def __enter__(self) -> None:
        self.counts[self.key] += 1

    def __exit__(self, *_: object) -> None:
        self.counts[self.key] -= 1
        if not self.counts[self.key]:
            del self.counts[self.key]


class Turns:
    """So many at once. Of those who wait, each client has one in its turn, however many it brings."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """A turn for the client of this task."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(client.get())
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, who: str) -> None:
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # it was our turn already
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        while self._waiting:
            who, line = self._waiting.popitem(last=False)
            first = line.popleft()
            if line:
                self._waiting[who] = line  # behind the others
            if not first.done():
                first.set_result(None)
                return
        self._free += 1


class Outbox:
    """What a page was sent and has not read: at most so many messages and bytes."""

    def __init__(self, messages: int = 1000, size: int = 8_000_000) -> None:
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._messages, self._most, self._size = messages, size, 0

    def put(self, text: bytes) -> bool:
        """Whether there is room for it."""
        if self._queue.qsize() >= self._messages or self._size + len(text) > self._most:
            return False
        self._size += len(text)
        self._queue.put_nowait(text)
        return True

    def close(self) -> None:
        """Nothing more comes after this."""
        self._queue.put_nowait(None)

    async def get(self) -> bytes | None:
        """The next message; None at the end."""
        text = await self._queue.get()
        self._size -= len(text or b"")
        return text

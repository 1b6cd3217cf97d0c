"""Messages and requests with stolen, forged, old, odd and no keys: none is accepted, none is a fault of ours."""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import time
from collections import Counter
from contextlib import suppress

import psutil
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from campaigns.servers import serving

KINDS = (
    "answer", "undo", "undo-agree", "resign", "offer", "say", "sit", "look", "measure", "overlay", "trial", "shade",
    "foresee", "hint", "forget", "ping", "revoke", "bind", "open", "hello", "stand-in", "nothing",
)  # fmt: skip
ODD = (
    None, True, 0, -1, 1 << 62, 1.5, "", "red", "\0", "x" * 500, [], [[]], {}, {"points": [[1, 1]] * 50},
    {"x": 1, "y": 1, "facing": None}, "../../etc/passwd", "'; drop table match; --", "\ud83d\ude00", [None] * 20,
)  # fmt: skip
FIELDS = {
    "version": (0, 1, 2, 3, 4), "answer": ODD, "seat": ("red", "blue", None, "x"), "seats": (["red"], ["blue"], []),
    "agree": (True, False), "at": (0, 1, 2, 99), "start": ({"unit": 0}, {"x": 5, "y": 5}), "end": ({"unit": 3}, {}),
    "unit": (0, 1, 3, 99), "show": ("sees", "seen-by", "reach", "threat"), "keys": (["A" * 22], []), "order": (None,),
    "what": ("draw", "pause", "rematch"), "says": ("Good game", "x" * 400), "bond": ("0" * 64,), "nonce": ("0" * 32,),
}  # fmt: skip
NEEDS = {
    "answer": ("version", "answer"), "undo": ("version",), "undo-agree": ("version", "agree", "seats"),
    "offer": ("what", "seats"), "say": ("says",), "sit": ("seat",), "look": ("at",), "measure": ("start", "end"),
    "overlay": ("unit", "show"), "trial": ("answer",), "foresee": ("answer",), "revoke": ("order",),
    "bind": ("seat", "bond"), "open": ("seat", "nonce"), "hello": ("keys", "seat"), "stand-in": ("seat",),
}  # fmt: skip
BROKEN = ("", "{", "[]", '{"kind":1}', "null", "\0", '{"v":3,"kind":"ping"}', "[" * 5000, b"\xff\xfe", b"{}")
PATHS = (
    "/api/matches/{m}", "/api/matches/{m}/record", "/api/matches/{m}/story", "/api/matches/{m}/picture",
    "/api/matches/{m}/branch", "/api/matches/{m}/seats/red", "/api/matches/{m}/seats/red/key",
    "/api/matches/{m}/seats/red/name", "/api/matches/mine", "/api/games/%00/rules", "/api/../api", "/api/x",
    "/%2e%2e/%2e%2e/etc/passwd", "/metrics", "/api/matches",
)  # fmt: skip
OPEN = ("/metrics", "/api/matches", "/api/matches/mine")  # what answers anybody, and tells nothing of the victim
BODIES = (None, {}, {"at": 0}, {"name": "me"}, {"keys": {}}, {"seed": "\0"}, list(ODD))
LOOKS = ("/api/matches/{m}", "/api/matches/{m}/picture")  # what an onlooker may have
AT_ONCE, BATCH, REQUESTS = 6, 250, 5
GROWTH = 10  # megabytes between the second and the last quarter


def run(until, size=0):
    """One victim's match, and everybody else at its door; `size` messages and requests, spread over the time."""
    limits = {"message": [1e9, 1e9], "request": [1e9, 1e9]}
    with serving(limits=limits) as (server,):
        victim, other, worker = server.match(), server.match(seed="two"), psutil.Process(server.pid)
        door = Door(server, victim, _keys(server, victim, other), until, size or 10**9)
        before = server.get(f"/matches/{victim}")
        with suppress(KeyboardInterrupt):
            asyncio.run(door.storm(worker))
        took = sum(worker.cpu_times()[:2])
        after = server.get(f"/matches/{victim}")
    for field in ("version", "answers", "ended", "names", "free"):
        if after.get(field) != before.get(field):
            door.faults.append(f"somebody without a key changed {field}: {before.get(field)} to {after.get(field)}")
    figures = {f"with {who} key": count for who, count in sorted(door.sent.items())}
    figures["sent"], figures["told"] = door.sent.total(), dict(door.told.most_common())
    figures["server's CPU ms a message"] = round(1000 * took / door.sent.total(), 2)
    memory = door.memory
    quarters = [memory[len(memory) * n // 4 : len(memory) * (n + 1) // 4] or memory[-1:] for n in range(4)]
    medians = [round(statistics.median(each)) for each in quarters]
    figures["megabytes in each quarter"] = medians
    if len(memory) >= 40 and medians[3] - medians[1] > GROWTH:
        door.faults.append(f"the server grows: {medians} megabytes")
    return figures, door.faults


def _keys(server, victim, other):
    """Keys that open nothing of the victim's seats; the onlookers' key is the strongest of them."""
    old = server.keys[victim]["red"]
    new = json.loads(server.ask(f"/api/matches/{victim}/seats/red/key", {}, {"Authorization": f"Bearer {old}"})[1])
    server.keys[victim]["red"] = new["key"]
    stolen = list(server.keys[other].values())
    looking = [server.keys[victim][""]]
    shut = {"no": [], "forged": ["A" * 22, looking[0][::-1]], "stolen": stolen, "old": [old], "odd": ["\0", ""]}
    return shut | {f"{name} and an onlooker's": [*keys, *looking] for name, keys in shut.items()}


class Door:
    """Where they all knock."""

    def __init__(self, server, victim, keys, until, most):
        self.port, self.victim, self.keys, self.until, self.most = server.port, victim, keys, until, most
        self.sent, self.told, self.faults, self.memory = Counter(), Counter(), [], []
        self.begun = time.monotonic()

    async def storm(self, process):
        """Everybody at once; the megabytes of the server all the while."""
        watch = asyncio.create_task(self._watch(process))
        await asyncio.gather(*(self._knock(random.Random(n)) for n in range(AT_ONCE)))  # noqa: S311
        watch.cancel()

    async def _watch(self, process):
        while True:
            self.memory.append(process.memory_info().rss / 1e6)
            await asyncio.sleep(1)

    async def _in_time(self):
        """A number that was asked for is spread over the time."""
        span = max(self.until - self.begun, 0)
        while (due := span * self.sent.total() / self.most - (time.monotonic() - self.begun)) > 0:
            await asyncio.sleep(min(due, 1))

    async def _knock(self, chance):
        first = True
        while first or (time.monotonic() < self.until and self.sent.total() < self.most):
            first = False
            await self._in_time()
            looks = chance.random() < 0.7  # the others are turned away after one message
            who = chance.choice([name for name in sorted(self.keys) if _looks(name) == looks])
            await self._messages(who, chance)
            await self._requests(who, chance)

    async def _messages(self, who, chance):
        """A page that says hello with these keys, and whatever comes to its mind after that."""
        address = f"ws://127.0.0.1:{self.port}/api/matches/{self.victim}/ws"
        try:
            async with connect(address, open_timeout=60, compression=None, ping_interval=None, max_size=None) as page:
                seat = None if chance.random() < 0.7 else chance.choice(["red", "blue", "nobody"])
                hello = {"v": 2, "kind": "hello", "id": "h", "keys": self.keys[who], "seat": seat}
                await page.send(chance.choice(BROKEN) if chance.random() < 0.05 else json.dumps(hello))
                reader = asyncio.create_task(self._reads(page, who))
                try:
                    self.sent[who] += 1
                    for _ in range(BATCH if _looks(who) and seat is None else 0):
                        self.sent[who] += 1
                        await page.send(_message(chance))
                    if chance.random() < 0.02:
                        await page.send("x" * 70_000)
                    await page.send(json.dumps({"v": 2, "kind": "ping", "id": "last"}))
                finally:
                    await reader
        except (WebSocketException, TimeoutError, OSError):
            pass  # it is turned away

    async def _reads(self, page, who):
        async with asyncio.timeout(120):
            while True:
                try:
                    text = await page.recv()
                except ConnectionClosed:
                    return
                told = json.loads(text)
                self.told[told["code"] if told["kind"] == "error" else told["kind"]] += 1
                self._judge(who, told)
                if told.get("id") == "last":
                    return

    def _judge(self, who, told):
        kind = told["kind"]
        if kind == "error":
            if told["code"] == "internal":
                self.faults.append(f"{who} key: internal: {told['says']}")
        elif kind in ("update", "ended", "chat", "orders", "undo-asked", "refused", "missed") or told.get("seat"):
            if (kind, told.get("seat"), told.get("version")) != ("missed", None, 0):
                self.faults.append(f"{who} key: {str(told)[:150]}")
        elif not _looks(who):
            self.faults.append(f"{who} key: was told {str(told)[:150]}")

    async def _requests(self, who, chance):
        """Requests on one connection."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            for _ in range(REQUESTS):
                path, body = chance.choice(PATHS), chance.choice(BODIES)
                data = b"" if body is None else json.dumps(body).encode()
                shown = " ".join(key for key in self.keys[who] if key.isprintable())
                head = f"{'GET' if body is None else 'POST'} {path.replace('{m}', self.victim)} HTTP/1.1\r\n"
                head += f"Host: 127.0.0.1:{self.port}\r\nAuthorization: Bearer {shown}\r\n"
                head += f"Content-Length: {len(data)}\r\n\r\n"
                writer.write(head.encode() + data)
                self.sent[who] += 1
                status = await self._status(reader)
                self.told[status] += 1
                if status >= 500 or (status < 300 and path not in OPEN and not (_looks(who) and path in LOOKS)):
                    self.faults.append(f"{who} key: {status} for {head.splitlines()[0]} {data[:60]!r}")
        except (OSError, asyncio.IncompleteReadError):
            pass  # it is turned away
        finally:
            writer.close()

    async def _status(self, reader):
        async with asyncio.timeout(60):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            size = next((int(line[15:]) for line in head.split("\r\n") if line.startswith("content-length:")), 0)
            await reader.readexactly(size)
        return int(head.split(" ", 2)[1])


def _looks(who):
    """Whether these keys open the match for looking on."""
    return who.endswith("onlooker's")


def _message(chance):
    """Something that a page might say, mostly of the right form."""
    dice = chance.random()
    if dice < 0.05:
        return chance.choice(BROKEN)
    kind = chance.choice(KINDS)
    said = {"v": 2, "kind": kind, "id": chance.choice(["a", "b", f"m{chance.randrange(99)}"])}
    for field in NEEDS.get(kind, ()):
        said[field] = chance.choice(FIELDS[field])
    if dice < 0.2:
        said[chance.choice(sorted(FIELDS))] = chance.choice(ODD)
    return json.dumps(said)

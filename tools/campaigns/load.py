"""Live games on three processes and one PostgreSQL (without it one on SQLite): how long an answer takes.

Each game has a page for either seat, which thinks for some seconds over every answer, drops out now and then and comes
back, mostly to another process.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from contextlib import suppress

import psutil
from websockets.exceptions import WebSocketException

from campaigns.servers import page, postgres, serving

THINKS = (5.0, 15.0)  # seconds over an answer
GRACE = 20.0  # seconds after the end for what is under way
STAYS = (3, 12)  # answers that a page sees before it drops out
GONE = (WebSocketException, OSError, EOFError)
FREE = {"message": [1e9, 1e9], "request": [1e9, 1e9], "begin": [1e9, 1e9], "pages": 1_000_000}


def run(until, size=0):
    """`size` games at once; every answer is timed until it is acknowledged. The time counts from when all are begun."""
    games, span = size or 30, until - time.monotonic()
    with postgres(disk=True) as base, serving(base.url if base else "", 3 if base else 1, limits=FREE) as servers:
        field = Field([server.port for server in servers], max(5, span), games)
        matches = [servers[n % len(servers)].match(seed=f"load{n}") for n in range(games)]
        field.keys = {match: keys for server in servers for match, keys in server.keys.items()}
        for server in servers:
            _warmed(server)
        before = _worked(servers, base)
        with suppress(KeyboardInterrupt):
            asyncio.run(field.play(matches))
        worked = [round(b - a, 1) for a, b in zip(before, _worked(servers, base))]
    times = sorted(field.times)
    figures = {"database": "postgresql" if base else "sqlite", "processes": len(servers), "games": games}
    figures |= {"answers": len(times), "came back": field.returns, "thinking, seconds": THINKS}
    if times:
        shares = {"median": 0.5, "90th": 0.9, "99th": 0.99, "worst": 1.0}
        at = {name: round(times[min(len(times) - 1, int(len(times) * share))]) for name, share in shares.items()}
        figures |= {"ms": at, "answers a second": round(len(times) / field.span, 1)}
        figures["CPU seconds of the servers, of PostgreSQL"] = worked
        figures["servers' CPU ms an answer"] = round(1000 * sum(worked[: len(servers)]) / len(times), 1)
    figures["load of the machine, cores"] = (round(os.getloadavg()[0], 1), os.cpu_count())
    return figures, field.faults


def _warmed(server):
    """A few answers, so that everything is loaded; a server of a club does that when it starts."""
    match = server.match(seed="warm")
    with server.hot_seat(match, "red") as looks:
        looks.until("welcome")
        for _ in range(3):
            looks.answer(looks.first())
            looks.until("update")


def _worked(servers, base):
    """Seconds of CPU that each server and PostgreSQL have used."""
    mother = [psutil.Process(base.process.pid)] if base else []
    family = [each for each in mother for each in (each, *each.children(recursive=True))]
    parts = [sum(psutil.Process(server.pid).cpu_times()[:2]) for server in servers]
    return [*parts, sum(sum(each.cpu_times()[:4]) for each in family if each.is_running())]


class Field:
    """All the games, and what was measured."""

    def __init__(self, ports, span, games):
        self.ports, self.span, self.games = ports, span, games
        self.times, self.faults, self.returns, self.count = [], [], 0, 0

    async def play(self, matches):
        """All of them, until the time is over."""
        begun = time.monotonic()
        self.until = begun + self.span
        pages = [asyncio.create_task(self._sit(match, seat)) for match in matches for seat in ("red", "blue")]
        try:
            _, waiting = await asyncio.wait(pages, timeout=self.span + GRACE)
            self.faults += [f"{len(waiting)} pages still wait {GRACE} s after the end"] if waiting else []
        finally:
            self.span = time.monotonic() - begun
            for each in pages:
                each.cancel()
            ends = await asyncio.gather(*pages, return_exceptions=True)
        self.faults += [repr(end)[:300] for end in ends if isinstance(end, Exception)]

    async def _sit(self, match, seat):
        """A player: comes, plays some answers, drops out, comes back; until the game or the time is over."""
        chance, first = random.Random(f"{match} {seat}"), True  # noqa: S311
        await asyncio.sleep(chance.uniform(0, min(10, self.span / 3)))  # not everybody comes at once
        while time.monotonic() < self.until:
            self.returns += not first
            first = False
            try:
                async with page(chance.choice(self.ports), match, seat, [self.keys[match][seat]]) as looks:
                    await looks.until("welcome")
                    if await self._answers(looks, chance):
                        return
            except (*GONE, TimeoutError, RuntimeError) as error:
                if time.monotonic() < self.until:
                    self.faults.append(f"{match} {seat}: {type(error).__name__}: {error}"[:300])
                    return
            await asyncio.sleep(chance.uniform(0.2, 2))

    async def _answers(self, looks, chance):
        """Answer what is asked; whether the game is over."""
        for _ in range(chance.randint(*STAYS)):
            looks.frames.clear()
            turn = looks.now["turn"]
            if not turn["asked"]:
                return True
            if turn["question"] is None:
                await self._watch(looks)
            else:
                await asyncio.sleep(min(chance.uniform(*THINKS), max(0.0, self.until - time.monotonic())))
                if time.monotonic() > self.until:
                    return True
                await self._answer(looks)
            if time.monotonic() > self.until:
                return True
        return False

    async def _watch(self, looks):
        """Wait for the other side."""
        while time.monotonic() < self.until:
            try:
                if (await looks.next(max(0.01, min(5, self.until - time.monotonic()))))["kind"] in ("update", "missed"):
                    return
            except TimeoutError:
                continue

    async def _answer(self, looks):
        self.count += 1
        said = {"v": 2, "kind": "answer", "id": f"a{self.count}", "version": looks.now["version"]}
        text = json.dumps({**said, "answer": looks.first()})
        begun = time.perf_counter()
        await looks.socket.send(text)
        while (told := await looks.next())["kind"] not in ("update", "missed", "refused", "error") or (
            told.get("id") != said["id"]
        ):
            pass
        if told["kind"] not in ("update", "missed"):
            raise RuntimeError(str(told)[:200])
        if told["kind"] == "update":
            self.times.append((time.perf_counter() - begun) * 1000)

"""kill -9 of servers and of PostgreSQL at random instants: nothing that was acknowledged is lost or doubled.

Some games are played all the time. After every kill each of their pages sends its last acknowledged message again,
which has to get its first reply, then the one that was under way, which has to be played once; then the whole log has
to be what was acknowledged, entry by entry.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from contextlib import suppress
from http.client import HTTPException

from websockets.exceptions import WebSocketException

from campaigns.servers import Server, page, postgres, zygote

GONE = (WebSocketException, HTTPException, OSError, EOFError, TimeoutError)
GAMES = 2
PATIENCE = 120.0  # seconds for all pages to be back after a kill


def run(until, size=0):
    """A third of the time each: a server on SQLite, one of two servers on PostgreSQL, PostgreSQL; `size` kills each."""
    counts, faults = Counter(), []
    with suppress(KeyboardInterrupt), zygote() as (mother, folder), postgres() as base:
        kinds = ["sqlite server", "postgresql server", "postgresql"] if base else ["sqlite server"]
        for left, kind in zip(range(len(kinds), 0, -1), kinds):
            url = base.url if kind.startswith("postgresql") else f"sqlite+aiosqlite:///{folder / 'games.db'}"
            servers = [Server(mother, url) for _ in range(2 if kind.startswith("postgresql") else 1)]
            now = time.monotonic()
            field = Field(kind, servers, base, now + (until - now) / left, size or 1_000_000)
            try:
                faults += asyncio.run(field.run())
            finally:
                counts += field.counts
                for each in servers:
                    each.kill()
    return dict(counts), faults


class Field:
    """Games on servers on one database, and somebody who kills one of them."""

    def __init__(self, kind, servers, base, until, most):
        self.kind, self.servers, self.base, self.until, self.most = kind, servers, base, until, most
        self.chance, self.counts, self.faults = random.Random(kind), Counter(), []  # noqa: S311
        self.kills = 0
        self.games = [Game(self, n) for n in range(GAMES)]

    async def run(self):
        """Kill until the time is over; what was found."""
        playing = [asyncio.create_task(game.run()) for game in self.games]
        try:
            await self._checked()
            while (time.monotonic() < self.until and self.kills < self.most) or not self.kills:
                acknowledged = self.counts[f"{self.kind}: acknowledged answers"]
                await asyncio.sleep(self.chance.uniform(0, 0.25))
                await asyncio.to_thread(self._kill)
                self.kills += 1
                answered = self.counts[f"{self.kind}: acknowledged answers"] > acknowledged
                self.counts[f"{self.kind}: kills"] += 1
                self.counts[f"{self.kind}: kills with answers acknowledged since the last"] += answered
                await self._checked(behind=3)
            await self._checked()
        finally:
            for each in playing:
                each.cancel()
            ends = await asyncio.gather(*playing, return_exceptions=True)
        broken = [f"{self.kind}: {end!r}" for end in ends if not isinstance(end, asyncio.CancelledError)]
        return self.faults + broken

    def _kill(self):
        victim = self.base if self.kind == "postgresql" else self.chance.choice(self.servers)
        victim.kill()
        victim.start()

    async def _checked(self, behind=0):
        """Wait until a game has gone on after the last kill, and all were found whole since so many kills before it."""
        until = time.monotonic() + PATIENCE
        while min(game.checked for game in self.games) < self.kills - behind or not any(g.fresh for g in self.games):
            if time.monotonic() > until:
                stuck = [(game.checked, game.fresh, game.trouble) for game in self.games]
                raise TimeoutError(f"after kill {self.kills} games did not go on: {stuck}")
            await asyncio.sleep(0.005)
        for game in self.games:
            game.fresh = False


class Game:
    """One game, both of whose seats one page plays."""

    def __init__(self, field, number):
        self.field, self.number, self.count = field, number, 0
        self.checked, self.fresh, self.trouble = -1, False, ""
        self.match = None

    async def run(self):
        """Play game after game, from whichever server is there."""
        while True:
            server = self.field.chance.choice(self.field.servers)
            try:
                if self.match is None:
                    await self._begin(server)
                async with page(server.port, self.match, "red", self.keys.values()) as self.page:
                    self.page.now = {}
                    while (await self.page.next())["kind"] != "welcome":
                        pass
                    await self._play()
            except (*GONE, AssertionError) as error:
                self.trouble = repr(error)[:200]
                await asyncio.sleep(0.02)

    async def _begin(self, server):
        self.count += 1
        seed = f"{self.field.kind} {self.number} {self.count}".replace(" ", "-")
        self.match = await asyncio.to_thread(server.match, seed=seed)
        self.keys, self.log, self.given = server.keys.pop(self.match), [], []
        self.last = self.pending = None

    async def _play(self):
        """Answer until the game is over."""
        dirty = True
        while True:
            kills = self.field.kills
            if dirty or self.checked < kills:
                await self._whole()
                self.checked, dirty = kills, False
            turn = self.page.now["turn"]
            if not turn["asked"]:
                self.match = None
                self.field.counts[f"{self.field.kind}: games to their end"] += 1
                return
            if turn["question"] is None:
                await self._sit(next(seat for seat in turn["asked"] if seat not in turn["given"]))
                continue
            self.count += 1
            said = {"v": 2, "kind": "answer", "id": f"k{self.number}-{self.count}", "version": self.page.now["version"]}
            self.pending = self.page.first_words["seat"], json.dumps({**said, "answer": self.page.first()})
            await self._send(self.pending)

    async def _send(self, message):
        """Send a seat's answer until it is acknowledged, on this connection."""
        seat, text = message
        if self.page.first_words["seat"] != seat:
            await self._sit(seat)
        said = json.loads(text)["id"]
        while True:
            await self.page.socket.send(text)
            while (told := await self.page.next()).get("id") != said:
                pass
            if told["kind"] == "update":
                break
            if told["kind"] != "error" or told["code"] not in ("busy", "internal"):
                self.field.faults.append(f"{self.field.kind}: {text[:200]} got {str(told)[:200]}")
                raise EOFError("it goes on after a reconnect")
            self.field.counts[f"{self.field.kind}: told to wait ({told['code']})"] += 1
            self.trouble = str(told)[:200]
            await asyncio.sleep(0.03)
        if message == self.pending:
            self.log += told["log"]
            self.given = sorted(told["turn"]["given"])
            self.last, self.pending, self.fresh = (message, told), None, True
            self.field.counts[f"{self.field.kind}: acknowledged answers"] += 1
        return told

    async def _whole(self):
        """The last message gets its first reply, the one under way is played once, and nothing else has happened."""
        faults, kind = self.field.faults, self.field.kind
        self.page.frames.clear()
        if self.last is not None:
            message, first = self.last
            again = await self._send(message)
            if any(again[field] != first[field] for field in ("version", "answers", "log", "scene")):
                faults.append(f"{kind}: another reply to a message that came again: {message[1][:200]}")
        if self.pending is not None:
            await self._send(self.pending)
        await self._sit(self.page.first_words["seat"])
        if self.page.now["log"] != self.log and self.last is not None:
            faults.append(f"{kind}: {len(self.log)} entries acknowledged, {len(self.page.now['log'])} there")
        if sorted(self.page.now["turn"]["given"]) != self.given:
            faults.append(f"{kind}: sealed answers of {self.given}, there of {self.page.now['turn']['given']}")

    async def _sit(self, seat):
        self.page.first_words["seat"] = seat
        said = await self.page.say("sit", seat=seat)
        while (told := await self.page.next()).get("id") != said:
            pass
        if told["kind"] != "welcome":
            raise EOFError(str(told)[:200])

"""Twin games that differ only in what one seat holds or did in secret: every byte to the others is alike.

All that the other seat and an onlooker are sent over their websockets, in its order, and all that they can fetch:
frames, refusals, forecasts, hints, measurements, cards with their pictures, exports, heads and sizes. Leaks are put
into the server's own code, too (`leaks.py`): the same comparison has to find each of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections import Counter
from itertools import islice, permutations

from campaigns.servers import page, serving

GAMES = ("skirmish", "skirmish", "skirmish", "at43", "orders", "skirmish", "skirmish", "dropzone")
WANTED = {
    "skirmish": {"scenario": "duel"},
    "at43": {"deployed": True},
    "orders": {"rulings": {"cards": "sample"}, "deployed": True},
    "dropzone": {"rulings": {"cards": "on"}, "deployed": True},
}
SEALS = {"skirmish": 1, "at43": 2}  # how many secret answers of the first seat lie face down before one is turned up
STEPS = {"orders": 4, "dropzone": 4}  # answers at least that are played while a hand is hidden
WORDS = 4  # set-ups of a game, each of which is used again and again
DEEP = 10  # every so many groups also forecasts and hints
FETCHED = ("", "/record", "/story", "/picture")


def run(until, size=0):
    """Pairs of twins, `size` at most; then the leaks."""
    from campaigns import leaks

    figures, faults = pairs(until, size)
    caught, missed = leaks.run()
    return figures | {"leaks put in": caught + len(missed), "leaks found": caught}, faults + missed


def pairs(until, size=0, many=4):
    """Groups of `many` twins, each compared with the first: `many - 1` pairs."""
    compared, counts, faults, number = Counter(), Counter(), [], 0
    stopped = contextlib.suppress(KeyboardInterrupt)
    with stopped, serving(traits=["campaigns.twin_games:twins"], limits=FREE) as (server,):
        while (time.monotonic() < until and compared.total() < (size or 10**9)) or not number:
            game = GAMES[number % len(GAMES)]
            found = asyncio.run(told(server, game, number, many))
            compared[game] += many - 1
            counts["frames and answers compared"] += sum(map(len, found[1:]))
            counts["bytes compared"] += sum(len(text) for each in found[1:] for text in each)
            faults += [f"{game} {number}: {difference(found[0], other)}" for other in found[1:] if other != found[0]]
            number += 1
    return {"pairs": compared.total(), "of": dict(compared), **counts}, faults


FREE = {"message": [1e9, 1e9], "request": [1e9, 1e9], "begin": [1e9, 1e9]}


async def told(server, game, number, many, leak=""):
    """What the second seat and an onlooker of each twin were told, as texts in their order."""
    word = f"word{number % WORDS}{leak and '-'}{leak}"
    group = []
    async with contextlib.AsyncExitStack() as stack:
        for which in range(many):
            twin = Twin(server, game, which)
            await twin.begin(f"{(number * many + which) % 90 + 10:02d}~{word}", stack)
            group.append(twin)
        await _play(group, game)
        for twin in group:
            await twin.probe(deep=number % DEEP == 0)
        return [await twin.heard() for twin in group]


async def _play(group, game):
    """The same answers in all of them but for secret ones, up to the moment before anything is turned up."""
    first, seals = group[0], 0
    for _ in range(60):
        turn = first.pages[first.seats[0]].now["turn"]
        waits = [seat for seat in turn["asked"] if seat not in turn["given"]]
        if not waits or (seals >= STEPS.get(game, 60) and waits[0] == first.seats[1]):  # who is asked can be refused
            return
        secret = turn["sealed"] and waits[0] == first.seats[0]
        answers = [twin.secret() for twin in group] if secret else _common(group, waits[0])
        if answers is None:
            return
        for twin, answer in zip(group, answers):
            await twin.answer(waits[0], answer)
        seals += secret or not SEALS.get(game)
        if seals >= SEALS.get(game, 60):
            return


def _common(group, seat):
    """One answer for all: the same question gets its usual answer, different ones what is an option in each."""
    questions = [twin.pages[seat].now["turn"]["question"] for twin in group]
    if all(each == questions[0] for each in questions):
        return [group[0].pages[seat].first()] * len(group)
    options = [[json.dumps(each) for each in question.get("options", [])] for question in questions]
    both = [each for each in options[0] if all(each in other for other in options)]
    return [json.loads(both[-1])] * len(group) if both else None


class Twin:
    """One match and the pages that look at it."""

    def __init__(self, server, game, which):
        self.server, self.game, self.which = server, game, which

    async def begin(self, seed, stack):
        """Everybody comes to the table, one after the other."""
        wanted = {"game": self.game, "seed": seed, **WANTED[self.game]}
        begun = await asyncio.to_thread(self.server.post, "/matches", wanted)
        self.match, self.keys = begun["id"], self.server.keys.pop(begun["id"])
        self.seats = [seat["seat"] for seat in begun["seats"]]
        self.pages = {}
        for seat in (*self.seats, None):
            self.pages[seat] = await stack.enter_async_context(
                page(self.server.port, self.match, seat, [self.keys[seat or ""]])
            )
            await self.pages[seat].until("welcome")
            await self.settle()

    async def settle(self):
        """Let everybody read all that is said, so that it comes in the same order in each twin."""
        for each in self.pages.values():
            await each.pong()

    def secret(self):
        """What the first seat does in secret in this twin."""
        question = self.pages[self.seats[0]].now["turn"]["question"]
        if question["kind"] == "Order":
            orders = list(islice(permutations(question["items"]), self.which + 1))
            return list(orders[-1])
        options = question.get("options") or range(question.get("low", 0), question.get("high", 0) + 1)
        return options[self.which % len(options)]

    async def answer(self, seat, answer):
        await self.pages[seat].answer(answer)
        for each in self.pages.values():
            await each.until("update")
        await self.settle()

    async def probe(self, deep):
        """All that the second seat and an onlooker can ask, sensible or not."""
        for seat in (self.seats[1], None):
            looks = self.pages[seat]
            mine = looks.now["turn"]["question"] is not None
            for answer in ([], ["no", "cards"], {"x": -1}, looks.first() if mine else 0):
                await looks.say("trial", answer=answer)
                if not mine:
                    await looks.answer(answer)
            if mine:
                await looks.answer(["nothing", "of", "the", "kind"])
            await looks.say("look", at=max(0, looks.now["answers"] - 1))
            for show in ("sees", "threat"):
                await looks.say("overlay", unit=0, show=show)
            await looks.say("measure", start={"unit": 0}, end={"unit": 1})
            await looks.say("shade")
            await looks.say("undo", version=looks.now["version"])
            await looks.say("sit", seat=self.seats[0])
            if deep and seat:
                await looks.say("hint")
                await looks.pong()
                await looks.say("foresee", answer=looks.first() if mine else 0)
                while json.loads(looks.frames[-1])["kind"] not in ("foreseen", "error"):
                    await looks.next()
            await self.settle()
            async with page(self.server.port, self.match, seat, [self.keys[seat or ""]]) as late:
                await late.until("welcome")
                await late.pong()
                looks.frames += late.frames
            await self.settle()

    async def heard(self):
        """The frames of the two, and what they can fetch."""
        texts = [frame for seat in (self.seats[1], None) for frame in self.pages[seat].frames]
        for seat in (self.seats[1], None):
            key = self.keys[seat or ""]
            asked = [(f"/api/matches/{self.match}{path}", None) for path in FETCHED]
            asked.append(("/api/matches/mine", {"keys": {self.match: [key]}}))
            asked.append((f"/api/matches/{self.match}/branch", {"at": 1}))
            for path, body in asked:
                bearer = {"Authorization": f"Bearer {key}"}
                status, data, heads = await asyncio.to_thread(self.server.ask, path, body, bearer)
                heads = sorted((name.lower(), text) for name, text in heads.items() if name.lower() != "date")
                texts.append(f"{status} {heads} {data.decode()}")
        return [_same(text, self.match) for text in texts]


_TIME = re.compile(r'"(started|changed)":"[^"]*"')


def _same(text, match):
    """A text without what every match has of its own: its id, and the world's clock."""
    return _TIME.sub(r'"\1":""', text.replace(match, "MATCH"))


def difference(one, other):
    """Where two tellings differ first."""
    for a, b in zip(one, other):
        if a != b:
            at = next((n for n, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
            return f"...{a[max(0, at - 80) : at + 60]} / ...{b[max(0, at - 80) : at + 60]}"
    return f"{len(one)} and {len(other)} texts"

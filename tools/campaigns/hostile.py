"""Messages and requests with stolen, forged, old and no keys: none is accepted, none is a fault of ours."""

from __future__ import annotations

import json
import random
import time
from collections import Counter

import psutil
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from campaigns.servers import serving

KINDS = (
    "answer", "undo", "undo-agree", "resign", "offer", "say", "sit", "look", "measure", "overlay", "trial", "shade",
    "foresee", "forget", "ping", "revoke", "bind", "open", "hello", "stand-in", "nothing",
)  # fmt: skip
ODD = (
    None, True, 0, -1, 1 << 62, 1.5, "", "red", "\0", "x" * 5000, [], [[]], {}, {"points": [[1, 1]] * 50},
    {"x": 1, "y": 1, "facing": None}, "../../etc/passwd", "'; drop table match; --", "\ud83d\ude00", [None] * 100,
)  # fmt: skip
FIELDS = ("version", "answer", "seat", "seats", "agree", "at", "start", "end", "unit", "show", "keys", "bond", "nonce")
PATHS = (
    "/api/matches/{m}", "/api/matches/{m}/record", "/api/matches/{m}/branch", "/api/matches/{m}/seats/red",
    "/api/matches", "/api/matches/mine", "/api/games/skirmish/odds", "/api/games/%00/rules", "/api/../api", "/api/x",
    "/api/matches/{m}/seats/red/key", "/api/openapi.json", "/%2e%2e/%2e%2e/etc/passwd",
)  # fmt: skip


def run(until, size=0):
    """One victim's match, and everybody else at its door."""
    chance, sent, faults = random.Random("hostile"), Counter(), []  # noqa: S311
    with serving() as (server,):
        victim, other = server.match(), server.match(seed="two")
        before, process = server.get(f"/matches/{victim}"), psutil.Process(server.process.pid)
        keys = _keys(server, victim, other)
        memory = []
        while time.monotonic() < until or not memory:
            who = chance.choice(sorted(keys))
            faults += _messages(server, victim, who, keys[who], chance, sent)
            faults += _requests(server, victim, who, keys[who], chance, sent)
            memory.append(process.memory_info().rss // 1_000_000)
        after = server.get(f"/matches/{victim}")
        for field in ("version", "answers", "ended", "names", "free"):
            if after[field] != before[field]:
                faults.append(f"somebody without a key changed {field}: {before[field]} to {after[field]}")
    half = len(memory) // 2
    figures = {**{f"{who} key, {what}": n for (who, what), n in sorted(sent.items())}, "sent": sum(sent.values())}
    figures["megabytes at the start, in the middle, at the end"] = (memory[0], memory[half], memory[-1])
    return figures, faults


def _keys(server, victim, other):
    """Keys that open nothing of the victim's seats; the onlookers' key is the strongest of them."""
    old = server.keys[other]["red"]
    return {"no": [], "forged": ["A" * 22], "stolen": [old], "onlooker's": [server.keys[victim][""]], "odd": ["\0", ""]}


def _messages(server, match, who, keys, chance, sent):
    faults = []
    try:
        with connect(f"ws://127.0.0.1:{server.port}/api/matches/{match}/ws", open_timeout=20) as page:
            seat = chance.choice([None, "red", "blue", "nobody"])
            page.send(json.dumps({"v": 2, "kind": "hello", "id": "h", "keys": keys, "seat": seat}))
            for _ in range(60):
                page.send(_message(chance))
                sent[who, "message"] += 1
            page.send(json.dumps({"v": 2, "kind": "ping", "id": "last"}))
            while (told := json.loads(page.recv(timeout=20))).get("id") != "last":
                if told["kind"] == "error" and told["code"] == "internal":
                    faults.append(f"{who} key: internal: {told['says']}")
                if told["kind"] in ("update", "ended"):
                    faults.append(f"{who} key: {told['kind']}: something was accepted")
    except (ConnectionClosed, TimeoutError):
        pass  # it is turned away
    return faults


def _message(chance):
    if chance.random() < 0.1:
        return chance.choice(["", "{", "[]", '{"kind":1}', "null", "\0", '{"v":3,"kind":"ping"}', "[" * 5000])
    said = {"v": 2, "kind": chance.choice(KINDS), "id": chance.choice(["a", "b", f"m{chance.randrange(99)}"])}
    for field in chance.sample(FIELDS, chance.randrange(4)):
        said[field] = chance.choice([*ODD, {"unit": chance.randrange(9)}, chance.randrange(9)])
    return json.dumps(said)


def _requests(server, match, who, keys, chance, sent):
    faults = []
    for _ in range(15):
        path = chance.choice(PATHS).replace("{m}", match)
        body = chance.choice([None, {}, {"at": 0}, {"game": "skirmish", "seed": "\0"}, {"attack": "x"}, list(ODD)])
        shown = " ".join(key for key in keys if key.isprintable())
        status = server.ask(path, body, {"Authorization": f"Bearer {shown}", "X-Odd": "y" * 100})[0]
        sent[who, "request"] += 1
        if status >= 500:
            faults.append(f"{who} key: {status} for {path}")
    return faults

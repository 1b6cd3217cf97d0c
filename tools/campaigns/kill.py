"""kill -9 of a server at random instants of games: nothing that was acknowledged is lost or doubled."""

from __future__ import annotations

import contextlib
import random
import threading
import time

from websockets.exceptions import ConnectionClosed

from campaigns.servers import postgres, serving

GONE = (ConnectionClosed, OSError, EOFError, TimeoutError)


def run(until, size=0):
    """On SQLite, then on PostgreSQL where it is installed, half of the time each."""
    begun = time.monotonic()
    figures, faults = _kills("sqlite", "", begun + (until - begun) / 2)
    with postgres() as url:
        if url:
            more, found = _kills("postgresql", url, until)
            figures.update(more)
            faults += found
    return figures, faults


def _kills(name, url, until):
    chance, faults = random.Random(name), []  # noqa: S311
    kills = acknowledged = 0
    with serving(url) as (server,):
        match, log, last = None, [], None
        while time.monotonic() < until or not kills:
            match = match or server.match(seed=f"{name}{kills}")
            try:
                with server.hot_seat(match, "red") as page:
                    page.until("welcome")
                    faults += _lost(page, log, last)
                    over, log, last, many = _play(server, page, chance, kills)
                    acknowledged += many
            except GONE:
                over = False
            if server.process.poll() is not None:
                kills += 1
                server.start()
            if over:
                match, log, last = None, [], None
    return {f"{name} kills": kills, f"{name} acknowledged answers": acknowledged}, faults


def _lost(page, log, last):
    """What was told before and is not there now; the last message once more is not played again."""
    faults = []
    if page.now["log"][: len(log)] != log:
        faults.append("an acknowledged answer is lost")
    if last is not None:
        before = page.now["answers"]
        page.socket.send(last)
        while page.next()["kind"] not in ("update", "missed", "refused", "error"):
            pass
        page.say("sit", seat=page.first_words["seat"])
        page.until("welcome")
        if page.now["answers"] != before:
            faults.append("an answer was played twice")
    return faults


def _play(server, page, chance, kills):
    """Answer until the server is killed under our hands, or the game is over."""
    import json

    log, last, many = list(page.now["log"]), None, 0
    page.count = kills * 10_000
    timer = threading.Timer(chance.uniform(0.05, 1.5), server.process.kill)
    timer.start()
    with contextlib.suppress(*GONE):
        while page.now["turn"]["asked"]:
            if not page.now["turn"]["question"]:
                seat = next(s for s in page.now["turn"]["asked"] if s not in page.now["turn"]["given"])
                page.say("sit", seat=seat)
                page.first_words["seat"] = seat
                page.until("welcome")
                continue
            words = {"v": 2, "kind": "answer", "id": f"k{page.count}", "version": page.now["version"]}
            page.count += 1
            text = json.dumps({**words, "answer": page.first()})
            page.socket.send(text)
            log += page.until("update")["log"]
            last, many = text, many + 1
        timer.cancel()
        return True, log, last, many
    timer.join()
    server.process.wait(20)
    return False, log, last, many

"""Twin games that differ only in what one seat did in secret: every byte to the other seat and to onlookers is alike.

Leaks are seeded too: the same comparison has to find each of them.
"""

from __future__ import annotations

import json
import time

from campaigns.servers import serving

LEAKS = ("answer", "length", "field", "log", "order", "number")


def run(until, size=0):
    """Pairs of Skirmish with sealed cards, from the first sealed question to the moment before they open."""
    pairs, frames, caught, faults = 0, 0, 0, []
    with serving() as (server,):
        while time.monotonic() < until or not pairs:
            try:
                one, other = (_told(server, f"twin{pairs}", order) for order in ([0, 1, 2], [2, 0, 1]))
            except TimeoutError:  # a cold server on a busy machine
                continue
            pairs += 1
            frames += len(one)
            if one != other:
                faults.append(f"pair {pairs}: {_first(one, other)}")
            for leak in LEAKS:
                if _leaky(one, leak, [0, 1, 2]) == _leaky(other, leak, [2, 0, 1]):
                    faults.append(f"a seeded leak was not found: {leak}")
                else:
                    caught += 1
    return {"pairs": pairs, "frames compared": frames, "seeded leaks found": caught}, faults


def _told(server, seed, order):
    """All that blue and an onlooker are sent while red's cards lie face down: frames, refusals, card, exports."""
    match = server.match(seed=seed)
    with server.page(match, "red") as red, server.page(match, "blue") as blue, server.page(match) as nobody:
        pages = (red, blue, nobody)
        for page in pages:
            page.until("welcome")
        while not red.now["turn"]["sealed"]:
            asked = red if red.now["turn"]["question"] else blue
            asked.answer(asked.first())
            for page in pages:
                page.until("update")
        red.answer(order)
        for page in pages:
            page.until("update")
        blue.answer(["no", "cards"])
        blue.say("foresee", answer=blue.first())
        blue.say("look", at=3)
        blue.say("overlay", unit=0, show="sees")
        for page in (blue, nobody):
            page.say("measure", start={"unit": 0}, end={"unit": 3})
            page.say("ping")
            while page.next()["kind"] != "pong":
                pass
        told = [frame for page in (blue, nobody) for frame in page.frames]
        told += [server.ask(f"/api/matches/{match}{path}")[1].decode() for path in ("", "/record")]
    return sorted(_same(frame, match) for frame in told)


def _same(frame, match):
    """A frame without what every match has of its own: its id, and the world's clock."""
    text = frame.replace(match, "MATCH")
    if '"started"' in text:
        card = json.loads(text)
        return json.dumps({**card, "started": "", "changed": ""})
    return text


def _first(one, other):
    return next((f"{a[:200]} / {b[:200]}" for a, b in zip(one, other) if a != b), "another number of frames")


def _leaky(frames, leak, order):
    """The frames as a leaky server would send them."""
    match leak:
        case "answer":
            return [frame.replace('"given":["red"]', f'"given":["red"],"peek":{order}') for frame in frames]
        case "length":
            return [frame + " " * order[0] for frame in frames]
        case "field":
            return [frame.replace('"version"', f'"top":{order[0]},"version"', 1) for frame in frames]
        case "log":
            return [frame.replace('"log":[', f'"log":["{order[-1]} lies on top",', 1) for frame in frames]
        case "order":
            return frames[order[0] :] + frames[: order[0]]
        case _:
            return frames[: len(frames) - order[0]]

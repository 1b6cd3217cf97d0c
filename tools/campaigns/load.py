"""Live games on three processes and one PostgreSQL (without it one on SQLite): how long an answer takes."""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import time

from websockets.asyncio.client import connect

from campaigns.servers import postgres, serving


def run(until, size=0):
    """`size` games at once, whose clients drop out and come back; every answer is timed until it is acknowledged."""
    games, span = size or 30, until - time.monotonic()
    with postgres() as url, serving(url, 3 if url else 1) as servers:
        kept = [servers[n % len(servers)].match(seed=f"load{n}") for n in range(games)]
        keys = {match: each for server in servers for match, each in server.keys.items()}
        ports = [server.port for server in servers]
        until = time.monotonic() + max(5, span)  # once all of them are up
        told = asyncio.run(_all(ports, {match: keys[match] for match in kept}, until))
    times = sorted(ms for each, _ in told for ms in each)
    faults = [fault for _, found in told for fault in found]
    figures = {"database": "postgresql" if url else "sqlite", "processes": len(ports), "games": games}
    figures["answers"] = len(times)
    if times:
        figures["median, 90th, 99th, worst ms"] = tuple(
            round(each) for each in (statistics.median(times), _at(times, 0.9), _at(times, 0.99), times[-1])
        )
    return figures, faults


def _at(times, share):
    return times[min(len(times) - 1, int(len(times) * share))]


async def _all(ports, games, until):
    return await asyncio.gather(*(_game(ports, match, keys, until, n) for n, (match, keys) in enumerate(games.items())))


async def _game(ports, match, keys, until, number):
    """One hot-seat page that answers for both seats, now and then from another process."""
    chance, times, faults, count = random.Random(number), [], [], 0  # noqa: S311
    over = False
    while time.monotonic() < until and not over:
        address = f"ws://127.0.0.1:{chance.choice(ports)}/api/matches/{match}/ws"
        try:
            async with connect(address, max_size=None, open_timeout=60) as page:
                hello = {"v": 2, "kind": "hello", "id": "h", "keys": list(keys.values()), "seat": "red"}
                await page.send(json.dumps(hello))
                now = await _until(page, "welcome")
                for _ in range(chance.randrange(3, 12)):
                    if not now["turn"]["asked"] or time.monotonic() > until:
                        over = not now["turn"]["asked"]
                        break
                    count += 1
                    if now["turn"]["question"] is None:
                        seat = next(s for s in now["turn"]["asked"] if s not in now["turn"]["given"])
                        await page.send(json.dumps({"v": 2, "kind": "sit", "id": f"s{number}-{count}", "seat": seat}))
                        now = await _until(page, "welcome")
                        continue
                    said = {"v": 2, "kind": "answer", "id": f"a{number}-{count}", "version": now["version"]}
                    begun = time.perf_counter()
                    await page.send(json.dumps({**said, "answer": _first(now["turn"])}))
                    now = await _until(page, "update", said["id"])
                    times.append((time.perf_counter() - begun) * 1000)
                    await asyncio.sleep(chance.uniform(0.2, 1.5))
        except (OSError, TimeoutError) as error:
            faults.append(f"game {number}: {type(error).__name__}: {error}")
        except RuntimeError as error:
            faults.append(f"game {number}: {error}")
            over = True
    return times, faults


async def _until(page, kind, said=None):
    async with asyncio.timeout(60):
        while True:
            told = json.loads(await page.recv())
            if told["kind"] in ("error", "refused"):
                raise RuntimeError(str(told)[:200])
            if told["kind"] in (kind, "missed") and (said is None or told.get("id") == said):
                return told


def _first(turn):
    question = turn["question"]
    match question["kind"]:
        case "OneOf":
            return question["options"][-1]
        case "YesNo":
            return True
        case "Order":
            return question["items"]
        case "Split":
            left, shares = question["total"], []
            for cap in question["caps"]:
                shares.append(min(cap, left))
                left -= shares[-1]
            return shares
    return turn["suggested"][0]

"""What a client may ask: whatever it sends, nobody else waits for it, and nothing of it is a mistake of ours."""

import asyncio
import contextlib
import json
import socket
import threading
import time
from urllib.parse import quote

import pytest

from hexless.server import sockets, wire
from hexless.server.forecasts import Wishes
from hexless.server.limits import Bucket, Limits, Outbox, TooBusy, Turns, client


def raw(server, request, wait=5.0):
    """What the server answers to these bytes, until it closes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=wait) as line:
        line.sendall(request)
        answer = b""
        with contextlib.suppress(TimeoutError):
            while part := line.recv(65_536):
                answer += part
                if b"\r\n\r\n" in answer and b"connection: close" not in answer.lower():
                    break
    return answer


@pytest.mark.parametrize(
    "header",
    ["Host: [", "Host: ]", "Host: [::1", "Host: a b", "Host: 127.0.0.1\r\nOrigin: http://[", "Host: [\r\nOrigin: null"],
)
def test_an_address_that_is_none_is_turned_away(server, header):
    answer = raw(server, f"GET /api/health HTTP/1.1\r\n{header}\r\n\r\n".encode())
    assert answer.split()[1] in (b"400", b"403"), answer


def test_a_client_that_leaves_in_mid_body_leaves_no_trace(server, capfd):
    head = f"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 5000\r\n\r\n"
    for _ in range(3):
        with socket.create_connection(("127.0.0.1", server.port)) as wire:
            wire.sendall(head.encode() + b'{"game":')
    time.sleep(0.3)
    assert server.get("/health")["ok"]
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("seed", ["\0", "a\0b", "\x1f"])
def test_nothing_unprintable_is_a_seed(either, seed):
    assert either.post("/matches", {"game": "skirmish", "seed": seed}, 400)["code"] == "bad-request"


@pytest.mark.parametrize("name", ["%00", "a%00b", "%0a", "x" * 300, "..%2f..", "%ff"])
def test_no_name_is_a_match_that_is_none(either, name):
    for path in (f"/api/matches/{name}", f"/api/matches/{name}/record", f"/api/games/{name}/rules"):
        assert either.ask(path)[0] in (404, 403)
    from websockets.exceptions import ConnectionClosed, InvalidStatus
    from websockets.sync.client import connect

    address = f"ws://127.0.0.1:{either.port}/api/matches/{quote(name, safe='%')}/ws?seat=%00"
    with contextlib.suppress(ConnectionClosed, InvalidStatus), connect(address) as page:
        page.send(json.dumps({"kind": "hello", "v": 2, "id": "a", "keys": [], "seat": "\0"}))
        told = json.loads(page.recv(timeout=10))
        assert (told["kind"], told["code"]) == ("error", "no-match"), told


@pytest.mark.parametrize(("game", "name"), [("dropzone", "close-quarters"), ("at43", "melee")])
def test_long_odds_stop_nobody_else(server, game, name):
    """Thirty hits in close quarters took 140 seconds, and every game waited; the largest melee still would."""
    (attack,) = [a for a in server.get(f"/games/{game}/attacks")["attacks"] if a["name"] == name]
    most = {
        each["name"]: str(each["high"]) if not each["choices"] else each["choices"][-1] for each in attack["inputs"]
    }
    answers = []
    body = {"attack": name, "inputs": most}
    asked = threading.Thread(target=lambda: answers.append(server.ask(f"/api/games/{game}/odds", body)))
    asked.start()
    slowest = 0.0
    while asked.is_alive():
        begun = time.perf_counter()
        server.get("/health")
        slowest = max(slowest, time.perf_counter() - begun)
        time.sleep(0.05)
    assert slowest < 1.5
    assert answers[0][0] in (200, 503), answers


def test_a_bucket_fills_again():
    bucket = Bucket(rate=1000, burst=2)
    assert bucket.take() == bucket.take() == 0
    wait = bucket.take()
    assert 0 < wait <= 0.001
    time.sleep(wait)
    assert bucket.take() == 0


def test_an_address_has_its_share():
    import asyncio

    limits = Limits(work=1, pages=1)

    async def go():
        async with limits.share("a"), limits.share("b"):
            with pytest.raises(TooBusy):
                async with limits.share("a"):
                    pass
        async with limits.share("a"):
            pass

    asyncio.run(go())
    with limits.page("a"), pytest.raises(TooBusy):
        limits.page("a")
    with limits.page("a"):
        pass


def test_what_a_page_does_not_read_is_bounded():
    box = Outbox(messages=3, size=10)
    assert box.put(b"12345")
    assert not box.put(b"123456")
    assert box.put(b"1")
    assert box.put(b"2")
    assert not box.put(b"3")


def test_who_brings_much_work_does_not_keep_the_others_waiting():
    """Forecasts, hints and odds: one of each client in its turn; who gives up while it waits is passed over."""
    done = []

    async def work(turns, who, name):
        client.set(who)
        async with turns.one():
            await asyncio.sleep(0.001)
            done.append(name)

    async def go():
        turns = Turns(1)
        greedy = [asyncio.create_task(work(turns, "greedy", f"greedy {n}")) for n in range(5)]
        await asyncio.sleep(0)
        others = [asyncio.create_task(work(turns, who, who)) for who in ("one", "two")]
        await asyncio.sleep(0)
        greedy[2].cancel()
        await asyncio.gather(*greedy, *others, return_exceptions=True)
        await work(turns, "late", "late")

    asyncio.run(go())
    assert done == ["greedy 0", "greedy 1", "one", "two", "greedy 3", "greedy 4", "late"]


def test_a_turn_that_came_to_somebody_who_had_just_gone_is_passed_on():
    async def go():
        turns = Turns(1)
        async with turns.one():
            gone = asyncio.create_task(turns._wait("gone"))
            await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        async with asyncio.timeout(1), turns.one():
            return True

    assert asyncio.run(go())


def test_a_page_works_for_its_address(at_a_table, monkeypatch):
    """What a page wants to foresee waits in the line of its address."""
    waited = []

    async def story(lobby, table, page):
        monkeypatch.setattr(lobby.forecasts.workers._turns, "_free", 0)
        monkeypatch.setattr(
            lobby.forecasts.workers._turns, "_wait", lambda who: waited.append(who) or asyncio.sleep(60)
        )
        page.wishes, page.pace, page.address = Wishes(lobby.forecasts, page), Bucket(1e9, 1e9), "192.0.2.1"
        said = [wire.Foresee(id="f", answer=0), None]

        async def heard(_):
            await asyncio.sleep(0)
            return said.pop(0)

        monkeypatch.setattr(sockets, "_next", heard)
        await sockets._listen(lobby, table, page)
        await asyncio.sleep(0.05)
        page.wishes.close()

    at_a_table(story)
    assert waited == ["192.0.2.1"]

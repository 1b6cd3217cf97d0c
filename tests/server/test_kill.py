"""kill -9 at any moment loses nothing that was shown."""

import contextlib
import os
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed


@pytest.fixture(scope="module")
def doomed(new_server, tmp_path_factory):
    made = new_server(f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('doomed') / 'games.db'}")
    yield made
    made.kill()


def shown(page):
    return page.now["version"], page.now["answers"], page.now["scene"]


def test_all_that_was_shown_is_there_again(doomed):
    match = doomed.match()
    lines = []
    with doomed.page(match, "red") as red:
        red.until("welcome")
        for _ in range(3):
            red.answer(red.first())
            lines += red.until("update")["log"]
        before = shown(red)
        last = red.count
        with contextlib.suppress(ConnectionClosed):
            red.answer(red.first() if red.now["turn"]["question"] else None)
            doomed.kill()
            while True:  # it may have been answered, or told that it is not its turn
                red.next()
    doomed.start()
    with doomed.page(match, "red") as red:
        red.until("welcome")
        assert shown(red) == before
        assert red.now["log"] == lines
        red.count = last - 1
        red.say("answer", version=before[0] - 1, answer={})  # the last answer's id once more
        again = red.until("update")
        assert (again["version"], again["scene"]) == (before[0], before[2])


def test_killed_at_random_moments_of_a_game_between_bots(doomed):
    bots = [{"seat": seat, "player": "bot", "bot": "greedy", "budget": 50} for seat in ("red", "blue")]
    match = doomed.match(seats=bots)
    told: list = []
    for wait in (0.0, 0.07):
        with doomed.page(match) as page:
            page.until("welcome")
            assert page.now["log"][: len(told)] == told
            told = page.now["log"]
            with contextlib.suppress(ConnectionClosed):
                told += page.until("update")["log"]
                stop = time.monotonic() + wait
                while time.monotonic() < stop:
                    told += page.until("update")["log"]
                doomed.kill()
                while True:
                    told += page.until("update")["log"]
        doomed.start()
    with doomed.page(match) as page:
        page.until("welcome")
        assert page.now["log"][: len(told)] == told


def test_a_sealed_answer_survives_and_stays_sealed(doomed):
    match = doomed.match()
    with doomed.page(match, "red") as red, doomed.page(match, "blue") as blue:
        red.until("welcome")
        blue.until("welcome")
        while not red.now["turn"]["sealed"]:
            page = red if red.now["turn"]["question"] else blue
            page.answer(page.first())
            red.until("update")
            blue.until("update")
        blue.answer([4, 3])
        blue.until("update")
        with contextlib.suppress(ConnectionClosed):
            doomed.kill()
            red.until("nothing")
    doomed.start()
    with doomed.page(match, "red") as red:
        assert red.until("welcome")["turn"]["given"] == ["blue"]
        red.count = 100  # ids that this seat has not used
        red.answer(red.first())
        assert red.until("update")["log"][0]["event"] == "cards"


def _processes():
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def _parent(pid):
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return None


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are read from /proc")
def test_the_bots_processes_go_with_the_server(doomed):
    match = doomed.match(seats=[{"seat": "red", "player": "bot", "bot": "greedy"}])
    with doomed.page(match, "blue") as page, contextlib.suppress(ConnectionClosed):
        page.until("welcome")
        page.until("update")
        children = [child for child in _processes() if _parent(child) == doomed.process.pid]
        assert children
        doomed.kill()
        page.until("nothing")
    for _ in range(200):
        if not set(children) & set(_processes()):
            break
        time.sleep(0.05)
    else:
        pytest.fail("orphans are left")
    doomed.start()

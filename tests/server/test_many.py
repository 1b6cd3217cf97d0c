"""Several processes on one database: none owns a match, and any may die."""

import contextlib
import uuid

import pytest
from websockets.exceptions import ConnectionClosed


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def two_servers(request, new_server, tmp_path_factory):
    """Two servers on one database of their own."""
    if request.param == "sqlite":
        url = f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('many') / 'games.db'}"
    else:
        url = fresh(request.getfixturevalue("postgres_url"))
    servers = [new_server(url) for _ in range(2)]
    yield servers
    for each in servers:
        each.kill()


@pytest.fixture
def pair(two_servers):
    for each in two_servers:
        if each.process.poll() is not None:
            each.start()
    return two_servers


def fresh(url):
    """A new database beside the first."""
    import asyncio

    import sqlalchemy as sa
    from sqlalchemy.ext.asyncio import create_async_engine

    name = f"many{uuid.uuid4().hex[:8]}"

    async def go():
        engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            await connection.execute(sa.text(f"create database {name}"))
        await engine.dispose()

    asyncio.run(go())
    return url.replace("/postgres?", f"/{name}?")


def test_a_room_that_nobody_looked_at_is_read_again(pair, play_on):
    """A process has opened the match before; what was played elsewhere since is what it shows, and whose keys count."""
    one, two = pair
    match = one.match()
    two.keys[match] = dict(one.keys[match])
    assert two.ask(f"/api/matches/{match}/record")[0] == 409
    with one.page(match, "red") as red, one.page(match, "blue") as blue:
        play_on(red, blue, until=lambda page: page.now["answers"] >= 4)
        now = red.now
    old = dict(two.keys[match])
    one.keys[match]["red"] = one.post(f"/matches/{match}/seats/red/key", {}, 200)["key"]
    stale = {"Authorization": f"Bearer {old['red']}"}
    assert two.ask(f"/api/matches/{match}/seats/red/key", {}, stale)[0] == 403
    with two.page(match, "blue") as blue:
        told = blue.until("welcome")
    assert (told["answers"], told["scene"]) == (now["answers"], now["scene"])


def test_a_game_across_two_processes(pair, play_on):
    """Each side is served by a process of its own; sealed answers come through both, and the end is the same."""
    one, two = pair
    match = one.match()
    two.keys[match] = one.keys[match]
    with one.page(match, "red") as red, two.page(match, "blue") as blue:
        ended = play_on(red, blue)
        assert ended["ended"]["why"]
        assert two.get(f"/matches/{match}") == one.get(f"/matches/{match}")


def test_what_happens_beside_the_game_is_known_to_both(pair):
    one, two = pair
    match = one.match()
    two.keys[match] = one.keys[match]
    with one.page(match, "red") as red, two.page(match, "blue") as blue:
        red.until("welcome")
        blue.until("welcome")
        red.answer(red.first())
        red.until("update")
        assert blue.until("update")["version"] == 1
        red.say("undo", version=1)
        assert blue.until("undo-asked")["seat"] == "red"
        blue.say("undo-agree", version=1)
        assert (red.until("update")["back"], blue.until("update")["back"]) == (0, 0)
        red.say("offer", what="draw")
        while not (told := blue.until("around"))["offers"]:
            pass
        assert told["offers"] == {"draw": ["red"]}
        blue.say("offer", what="draw")
        assert red.until("ended")["ended"] == blue.until("ended")["ended"]


def test_both_seal_at_the_same_moment(pair):
    """Neither process saw the other's answer when it was given; the match goes on all the same."""
    one, two = pair
    match = one.match()
    two.keys[match] = one.keys[match]
    with one.page(match, "red") as red, two.page(match, "blue") as blue:
        red.until("welcome")
        blue.until("welcome")
        while not red.now["turn"]["sealed"]:
            page = red if red.now["turn"]["question"] else blue
            page.answer(page.first())
            for each in (red, blue):
                each.until("update")
        before = red.now["answers"]
        red.answer(red.first())
        blue.answer(blue.first())
        for page in (red, blue):
            while page.until("update")["answers"] == before:
                pass
        assert red.now["scene"]["title"]
        assert red.now["version"] == blue.now["version"]


def test_a_process_dies_and_its_page_goes_on_elsewhere(pair, play_on):
    one, two = pair
    match = one.match()
    two.keys[match] = one.keys[match]
    with two.page(match, "blue") as blue:
        with one.page(match, "red") as red, contextlib.suppress(ConnectionClosed):
            for page in (red, blue):
                page.until("welcome")
            for _ in range(3):
                page = red if red.now["turn"]["question"] else blue
                page.answer(page.first())
                for each in (red, blue):
                    each.until("update")
            shown = red.now["version"]
            one.kill()
            red.until("nothing")
        with two.page(match, "red") as red:
            red.count = 50
            assert red.until("welcome")["version"] == shown
            assert play_on(red, blue)["ended"]["why"]


def test_a_bots_turn_is_taken_by_one_process_and_by_the_other_when_that_dies(pair):
    one, two = pair
    bots = [{"seat": seat, "player": "bot", "bot": "greedy", "budget": 50} for seat in ("red", "blue")]
    match = one.match(seats=bots)
    two.keys[match] = one.keys[match]
    with two.page(match) as there:
        with one.page(match) as here, contextlib.suppress(ConnectionClosed):
            here.until("welcome")
            there.until("welcome")
            for _ in range(3):
                there.until("update")
            one.kill()
            here.until("nothing")
        while there.now.get("turn", {}).get("asked") != []:
            there.until("update", "ended")
        ended = there.until("ended")
        steps = [line["at"] for line in ended["log"]]
        assert steps == sorted(steps)


def test_a_sealed_answer_that_comes_again_gets_its_first_reply(pair):
    one, _ = pair
    match = one.match()
    with one.page(match, "red") as red, one.page(match, "blue") as blue:
        red.until("welcome")
        blue.until("welcome")
        while not red.now["turn"]["sealed"]:
            page = red if red.now["turn"]["question"] else blue
            page.answer(page.first())
            for each in (red, blue):
                each.until("update")
        before = red.now["version"]
        raw = red.first()
        said = red.answer(raw)
        first = red.until("update")
        assert first["turn"]["given"] == ["red"]
        red.answer(raw, id=said, version=before)
        assert red.until("update") == first
        blue.until("update")
        blue.answer(blue.first())
        red.until("update")
        red.answer(raw, id=said, version=before)
        assert red.until("update") == first


def test_an_answer_that_was_undone_gets_its_first_reply(pair):
    one, _ = pair
    match = one.match()
    with one.hot_seat(match, "red") as red:
        red.until("welcome")
        raw = red.first()
        said = red.answer(raw)
        first = red.until("update")
        red.say("undo", version=1)
        red.until("undo-asked")
        red.say("undo-agree", version=1, seats=["blue"])
        assert red.until("update")["back"] == 0
        red.answer(raw, id=said, version=0)
        again = red.until("update")
        assert (again["version"], again["answers"], again["scene"], again["log"]) == (
            first["version"],
            first["answers"],
            first["scene"],
            first["log"],
        )
        assert again["turn"]["asked"] == first["turn"]["asked"]
        red.say("ping")
        assert red.until("pong")["version"] == 2

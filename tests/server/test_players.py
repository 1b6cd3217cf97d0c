"""Names that are kept by passwords, and what rated games do to their ratings."""

import asyncio
from pathlib import Path

import pytest

from hexless.server import rating
from hexless.server.forms import Clock, Seat, Terms
from hexless.server.limits import Limits, TooBusy
from hexless.server.players import NameKept, Players, WrongPassword, same_name
from hexless.server.results import check_rated
from hexless.server.store import Store, engine

WORDS = "correct horse 42"
count = iter(range(1_000_000))


def fresh(name):
    """A name that no other test has taken."""
    return f"{name} {next(count)}"


def kept(server, name, **more):
    return server.post("/players", {"name": name, "password": WORDS, "new": True, **more}, 200)["key"]


def named(server, match, seat, **sitting):
    """Play a seat under a name; the status."""
    return server.ask(f"/api/matches/{match}/seats/{seat}/name", sitting)[0]


# ---------------------------------------------------------------- names


def test_a_kept_name_is_used_by_its_keeper_alone(either):
    name, match = fresh("Anna"), either.match()
    assert named(either, match, "red", name=name) == 200  # a guest's until somebody keeps it
    key = kept(either, name)
    other = either.match()
    for like in (name, name.upper(), f"  {name} ", name.replace("A", "Ａ")):
        assert named(either, other, "red", name=like) == 409
        assert either.ask("/api/players", {"name": like, "password": WORDS + "!", "new": True})[0] == 409
        assert either.ask("/api/players", {"name": like, "password": WORDS + "!"})[0] == 403
    assert named(either, other, "red", name="", player=key[:-1]) == 403
    assert named(either, other, "red", name="", player=key) == 200
    again = either.post("/players", {"name": name.upper(), "password": WORDS}, 200)
    assert again["name"] == name
    assert again["key"] != key
    with either.page(other, "red") as red:
        red.until("welcome")
        people = red.until("around")["people"]
    assert [(each["name"], each["kept"]) for each in people] == [(name, True), ("", False)]


def test_another_password_ends_the_keys_of_the_old_one(either):
    name, match = fresh("Ben"), either.match()
    old = kept(either, name)
    new = either.post("/players", {"name": name, "password": WORDS, "change": "a better one"}, 200)["key"]
    assert named(either, match, "red", player=old) == 403
    assert named(either, match, "red", player=new) == 200
    assert either.ask("/api/players", {"name": name, "password": WORDS})[0] == 403
    assert either.post("/players", {"name": name, "password": "a better one"}, 200)["name"] == name
    either.ask("/api/players/leave", {}, {"Authorization": f"Bearer {new}"})
    assert named(either, match, "red", player=new) == 403


def test_nothing_of_a_password_is_kept_but_its_proof(server):
    kept(server, name := fresh("Cleo"))
    place = next(Path(each.split("///")[1]) for each in server.args if "///" in each)
    stored = b"".join(file.read_bytes() for file in place.parent.glob("games.db*"))
    assert name.encode() in stored
    assert b"scrypt 14 8 5 " in stored
    assert WORDS.encode() not in stored


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"name": "x", "password": "short"}, 400),
        ({"name": "", "password": WORDS}, 400),
        ({"name": "\u0000\u0007", "password": WORDS, "new": True}, 422),
        ({"name": "x" * 41, "password": WORDS}, 400),
        ({"name": "nobody at all", "password": WORDS}, 403),
        ({"name": "nobody at all", "password": "\ud800" * 8}, 400),
        ({"name": ["x"], "password": WORDS}, 400),
    ],
)
def test_bad_names_and_passwords_are_refused_and_not_repeated(server, body, status):
    got, answer, _ = server.ask("/api/players", body)
    assert got == status
    assert WORDS.encode() not in answer


def players(place, **more):
    store = Store(engine(f"sqlite+aiosqlite:///{place / 'games.db'}"))
    return store, Players(store.base, Limits(**more))


def test_passwords_are_tried_slowly_from_an_address_and_for_a_name(tmp_path):
    async def go():
        store, them = players(tmp_path, password=(0.001, 3))
        await store.open()
        try:
            await them.keep("Dora", WORDS, "a")
            for address in ("a", "a"):
                with pytest.raises(WrongPassword):
                    await them.prove("Dora", "wrong wrong", address)
            for name in ("Dora", "somebody else"):  # the address has no more, whatever the name
                with pytest.raises(TooBusy):
                    await them.prove(name, WORDS, "a")
            with pytest.raises(TooBusy):  # the name has no more, wherever they come from
                await them.prove("Dora", WORDS, "b")
            with pytest.raises(WrongPassword):
                await them.prove("somebody else", WORDS, "c")
        finally:
            await store.close()

    asyncio.run(go())


def test_a_server_keeps_so_many_names_and_a_name_so_many_keys(tmp_path):
    async def go():
        store, them = players(tmp_path, names=1)
        await store.open()
        try:
            keys = [(await them.keep("Eve", WORDS, "a")).key]
            with pytest.raises(TooBusy):
                await them.keep("Frank", WORDS, "a")
            with pytest.raises(NameKept):
                await them.keep("eve", WORDS, "a")
            keys += [(await them.prove("Eve", WORDS, "a")).key for _ in range(20)]
            assert (await them.who(keys[-1], "")).name == "Eve"
            with pytest.raises(WrongPassword):  # the oldest has given way
                await them.who(keys[0], "")
        finally:
            await store.close()

    asyncio.run(go())


def test_a_name_that_an_admin_has_freed_is_kept_anew(tmp_path):
    async def go():
        store, them = players(tmp_path)
        await store.open()
        try:
            old = await them.keep("Gustav", WORDS, "a")
            async with store.base.writing() as connection:  # the words of docs/operations.md
                await connection.exec_driver_sql("delete from pass where player = 'gustav'")
                await connection.exec_driver_sql("update player set proof = '' where id = 'gustav'")
            for password in (WORDS, ""):
                with pytest.raises(WrongPassword):
                    await them.prove("Gustav", password, "a")
            with pytest.raises(WrongPassword):
                await them.who(old.key, "")
            new = await them.keep("gustav", "another one", "a")
            assert (await them.who(new.key, "")).id == "gustav"
            with pytest.raises(NameKept):
                await them.keep("Gustav", WORDS, "a")
        finally:
            await store.close()

    asyncio.run(go())


def test_names_that_look_alike_to_a_reader_are_the_same():
    assert same_name("  Ａnna   B ") == same_name("anna b") == "anna b"
    assert same_name("STRASSE") == same_name("Straße")
    assert same_name("anna") != same_name("anne")


# ---------------------------------------------------------------- ratings

RATED = {"rated": True}


def rated(server, terms=RATED, **more):
    """A rated match between two new names; its id and the names by seat."""
    wanted = {"game": "skirmish", "scenario": "duel", "terms": terms, **more}
    match, names = server.post("/matches", wanted)["id"], {}
    for seat in ("red", "blue"):
        names[seat] = fresh(seat.title())
        assert named(server, match, seat, player=kept(server, names[seat])) == 200
    return match, names


def ratings(server, names):
    found = server.get("/results")
    mine = {each["name"]: each for each in found["ratings"] if each["name"] in names.values()}
    games = [each for each in found["games"] if each["names"] == list(names.values())]
    return {seat: mine.get(name) for seat, name in names.items()}, games


def test_a_rated_game_counts_once_for_both(either, agree):
    match, names = rated(either, listed=True)
    with either.page(match, "red") as red, either.page(match, "blue") as blue:
        agree({"red": red, "blue": blue})
        assert ratings(either, names) == ({"red": None, "blue": None}, [])
        blue.say("resign")
        red.until("ended")
        found, games = ratings(either, names)
        blue.say("resign")
        assert blue.until("error")["code"] == "over"
    assert ratings(either, names) == (found, games)
    red, blue = found["red"], found["blue"]
    assert (red["won"], red["drawn"], red["lost"]) == (1, 0, 0)
    assert (blue["won"], blue["drawn"], blue["lost"]) == (0, 0, 1)
    assert red["game"] == "skirmish"
    assert red["rating"] > 25 > blue["rating"]
    assert 0 < red["error"] == blue["error"] < 2 * 25 / 3
    (game,) = games
    assert (game["match"], game["winner"], game["by"], game["before"]) == (match, "red", "resigned", [25, 25])
    assert game["after"] == [red["rating"], blue["rating"]]


def test_a_draw_and_a_flag_count_and_a_private_match_is_not_named(either, agree):
    match, names = rated(either)
    with either.page(match, "red") as red, either.page(match, "blue") as blue:
        agree({"red": red, "blue": blue})
        red.say("offer", what="draw")
        blue.say("offer", what="draw")
        red.until("ended")
    found, ((game),) = ratings(either, names)
    assert [found[seat]["drawn"] for seat in names] == [1, 1]
    assert [found[seat]["rating"] for seat in names] == [25, 25]
    assert (game["match"], game["winner"], game["by"]) == ("", None, "agreed")
    clock = {"main": 1, "flag": "loses"}
    match, names = rated(either, {**RATED, "clock": clock})
    with either.page(match, "red") as red, either.page(match, "blue") as blue:
        agree({"red": red, "blue": blue})
        asked = next(page for page in (red, blue) if page.now["turn"]["question"])
        asked.answer(asked.first())
        ended = red.until("ended")["ended"]
    assert ended["by"] == "time"
    found, ((game),) = ratings(either, names)
    assert found[ended["winner"]]["won"] == 1
    assert game["by"] == "time"


def test_a_rated_game_begins_when_both_have_names_and_they_stay(either, agree):
    match = either.post("/matches", {"game": "skirmish", "scenario": "duel", "terms": RATED})["id"]
    key = kept(either, fresh("Gina"))
    with either.page(match, "red") as red, either.page(match, "blue") as blue:
        for page in (red, blue):
            page.until("welcome")
        red.say("bind", seat="red", bond="a" * 64)
        assert red.until("error")["code"] == "no-name"
        assert named(either, match, "red", player=key) == 200
        assert named(either, match, "blue", player=key) == 200
        red.say("bind", seat="red", bond="a" * 64)
        assert red.until("error")["code"] == "no-name"  # against oneself
        assert named(either, match, "blue", player=kept(either, fresh("Hans"))) == 200
        agree({"red": red, "blue": blue})
        assert named(either, match, "red", name="somebody") == 409
        assert named(either, match, "red", player=key) == 200


def test_what_cannot_be_rated_is_refused_when_it_is_set_up(server):
    wanted = {"game": "skirmish", "scenario": "duel", "terms": RATED}
    bot = [{"seat": "red", "player": "bot", "bot": "random"}]
    for wrong in (
        {"dice": "seeded"},
        {"seats": bot},
        {"terms": {**RATED, "sits_in": "random"}},
        {"terms": {**RATED, "clock": {"main": 60, "flag": "bot"}}},
    ):
        assert server.ask("/api/matches", {**wanted, **wrong})[0] == 422, wrong
    three = [Seat(seat=name) for name in ("a", "b", "c")]
    with pytest.raises(Exception, match="two people"):
        check_rated(Terms(rated=True), three, True)
    check_rated(Terms(rated=True, clock=Clock(main=60)), three[:2], True)
    check_rated(Terms(), three, False)


def test_an_unrated_game_of_named_people_counts_nothing(server):
    match = server.match()
    names = {seat: fresh(seat) for seat in ("red", "blue")}
    for seat, name in names.items():
        assert named(server, match, seat, player=kept(server, name)) == 200
    with server.page(match, "red") as red:
        red.until("welcome")
        red.say("resign")
        red.until("ended")
    assert ratings(server, names) == ({"red": None, "blue": None}, [])


def test_ratings_move_as_openskill_says():
    won = rating.after(rating.BEGINNER, rating.BEGINNER, 1.0)
    lost = rating.after(rating.BEGINNER, rating.BEGINNER, 0.0)
    assert won == lost[::-1]
    assert won[0].mu == pytest.approx(27.635, abs=0.001)
    assert won[0].mu + won[1].mu == pytest.approx(50)
    assert won[0].sigma < rating.BEGINNER.sigma
    upset = rating.after(won[1], won[0], 1.0)
    assert upset[0].mu - won[1].mu > won[0].mu - 25  # to beat the better one is worth more
    drawn = rating.after(won[0], won[1], 0.5)
    assert drawn[0].mu < won[0].mu
    assert drawn[1].mu > won[1].mu

"""A page is somebody: every message and every request shows a key, and opens what the key opens, no more."""

import json
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed


def refused(page):
    """The code with which a page is turned away before it is shown anything."""
    told = page.next()
    assert told["kind"] == "error", told
    with pytest.raises(ConnectionClosed):
        page.next()
    return told["code"]


def with_keys(server, match, seat, *keys):
    page = server.page(match, seat)
    page.first_words["keys"] = list(keys)
    return page


def test_nobody_sits_without_the_key_of_the_seat(either):
    match, other = either.match(), either.match()
    keys = either.keys[match]
    wrong = [(), ("x" * 22,), (keys["blue"],), (keys[""],), (either.keys[other]["red"],), (keys["red"][:-1],)]
    for shown in wrong:
        with with_keys(either, match, "red", *shown) as page:
            assert refused(page) == "no-key"
    with with_keys(either, match, None) as page:
        assert refused(page) == "no-key"
    with with_keys(either, match, "red", keys["red"]) as page:
        assert page.until("welcome")["seat"] == "red"
        page.say("sit", seat="blue")
        assert page.until("error")["code"] == "no-key"
        page.say("sit", seat=None)
        assert page.until("welcome")["seat"] is None


def test_the_key_is_stored_as_a_hash_alone(server):
    match = server.match()
    place = next(Path(each.split("///")[1]) for each in server.args if "///" in each)
    stored = b"".join(file.read_bytes() for file in place.parent.glob("games.db*"))
    assert match.encode() in stored
    for key in server.keys[match].values():
        assert len(key) >= 22  # 128 bits
        assert key.encode() not in stored


def test_the_first_message_shows_the_keys_or_nothing_is_shown(server):
    match = server.match()
    page = server.page(match, "red")
    page.first_words = {"v": 2, "kind": "ping", "id": "a"}
    with page:
        assert refused(page) == "bad-message"


def test_a_private_match_is_in_nobodys_list(server):
    match = server.match()
    assert match not in [card["id"] for card in server.get("/matches")["matches"]]
    keys = server.keys[match]
    for shown, mine in (([keys["red"]], ["red"]), ([keys[""]], []), (list(keys.values()), ["red", "blue"])):
        found = server.post("/matches/mine", {"keys": {match: shown}}, 200)["matches"]
        assert [(card["id"], card["mine"]) for card in found] == [(match, mine)]
    assert server.post("/matches/mine", {"keys": {match: ["x" * 22]}}, 200)["matches"] == []


@pytest.mark.parametrize("path", ["", "/record", "/branch", "/seats/red/name", "/seats/red/key", "/seats/red"])
def test_every_request_wants_a_key(server, path):
    match, other = server.match(), server.match()
    body = {"/branch": {"at": 0}, "": None, "/record": None}.get(path, {})
    for shown in ("", "Bearer", f"Bearer {server.keys[other]['red']}", "Basic cmVkOnJlZA=="):
        status, told, _ = server.ask(f"/api/matches/{match}{path}", body, {"Authorization": shown})
        assert (status, json.loads(told)["code"]) == (403, "no-key"), path


def test_nobody_agrees_for_a_seat_of_others(server):
    match = server.match()
    with server.page(match, "red") as red, server.page(match) as nobody:
        red.until("welcome")
        nobody.until("welcome")
        red.answer(red.first())
        red.until("update")
        nobody.until("update")
        red.say("undo", version=1)
        for page in (red, nobody):
            page.until("undo-asked")
            page.say("undo-agree", version=1, seats=["blue"])
            assert page.until("update", "error").get("code") == "no-key"
        nobody.say("undo", version=1)
        assert nobody.until("error")["code"] == "not-asked"
        for kind, more in (("resign", {}), ("offer", {"what": "draw", "seats": ["red"]}), ("say", {"says": "hi"})):
            nobody.say(kind, **more)
            assert nobody.until("error")["code"] == "no-key"


def test_a_running_game_is_branched_by_a_lone_player_only(server):
    match = server.match()
    keys = server.keys[match]
    alone = {"Authorization": f"Bearer {keys['red']}"}
    assert server.ask(f"/api/matches/{match}/branch", {"at": 0}, alone)[0] == 403
    both = {"Authorization": f"Bearer {keys['red']} {keys['blue']}"}
    status, body, _ = server.ask(f"/api/matches/{match}/branch", {"at": 0}, both)
    assert status == 201
    assert set(json.loads(body)["keys"]) == {"red", "blue"}


def test_a_new_key_takes_the_place_of_the_old_one(either):
    match = either.match()
    old = either.keys[match]["red"]
    with with_keys(either, match, "red", old) as page:
        page.until("welcome")
        headers = {"Authorization": f"Bearer {old}"}
        status, body, _ = either.ask(f"/api/matches/{match}/seats/red/key", {}, headers)
        new = json.loads(body)["key"]
        assert (status, new != old) == (200, True)
        while (told := page.next())["kind"] != "error":
            pass
        assert told["code"] == "no-key"
        with pytest.raises(ConnectionClosed):
            page.next()
    with with_keys(either, match, "red", old) as page:
        assert refused(page) == "no-key"
    with with_keys(either, match, "red", new) as page:
        assert page.until("welcome")["seat"] == "red"


def test_the_link_for_onlookers_gets_a_new_key_too(either):
    match = either.match()
    old = either.keys[match][""]
    for keys, wanted in ((either.keys[match]["red"], 403), (old, 200)):
        headers = {"Authorization": f"Bearer {keys}"}
        status, body, _ = either.ask(f"/api/matches/{match}/seats/onlookers/key", {}, headers)
        assert status == wanted, body
    with with_keys(either, match, None, old) as page:
        assert refused(page) == "no-key"
    with with_keys(either, match, None, json.loads(body)["key"]) as page:
        assert page.until("welcome")["seat"] is None


def test_an_open_table_is_taken_by_whoever_comes_first(either):
    either.get("/matches")  # the list is kept for a second, but not past a new table
    match = either.match(listed=True, seats=[{"seat": "blue", "player": "open"}])
    assert set(either.keys[match]) == {"red", ""}
    card = next(card for card in either.get("/matches")["matches"] if card["id"] == match)
    assert (card["free"], card["mine"]) == (["blue"], [])
    with with_keys(either, match, None) as page:  # everybody may look on
        assert page.until("welcome")["turn"]["question"] is None
        (person,) = [each for each in page.until("around")["people"] if each["free"]]
        assert person["seat"] == "blue"
        status, body, _ = either.ask(f"/api/matches/{match}/seats/blue", {"name": "Ann \n Other"}, {})
        taken = json.loads(body)
        assert (status, taken["name"]) == (200, "Ann Other")
        people = page.until("around")["people"]
        assert [(each["name"], each["free"]) for each in people] == [("", False), ("Ann Other", False)]
    status, body, _ = either.ask(f"/api/matches/{match}/seats/blue", {"name": "Bob"}, {})
    assert (status, json.loads(body)["code"]) == (409, "not-free")
    assert either.ask(f"/api/matches/{match}/seats/pink", {}, {})[0] == 404
    with with_keys(either, match, "blue", taken["key"]) as page:
        assert page.until("welcome")["seat"] == "blue"


def test_a_name_is_given_with_the_key_of_the_seat(server):
    match = server.match()
    with server.page(match, "blue") as blue:
        blue.until("welcome")
        server.post(f"/matches/{match}/seats/red/name", {"name": "Ann"}, 200)
        while blue.until("around")["people"][0]["name"] != "Ann":
            pass
    assert server.get(f"/matches/{match}")["names"] == {"red": "Ann"}

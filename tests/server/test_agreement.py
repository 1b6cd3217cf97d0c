"""Dice that are agreed on: who is bound when, what is shown before, and that the record proves it."""

import json
from hashlib import sha256

import pytest

from hexless.kernel import record
from hexless.ruleset import starting


def bond(seat, nonce):
    return sha256(f"{seat}/{nonce}".encode()).hexdigest()


NONCES = {"red": "a" * 32, "blue": "b" * 64}


def begun(server, **more):
    return server.post("/matches", {"game": "skirmish", "scenario": "duel", "dice": "agreed", **more})["id"]


def around(page):
    return page.until("around")["dice"]


def test_a_game_with_agreed_dice_from_end_to_end(either, play_on, agree, toy):
    match = begun(either)
    with either.page(match, "red") as red, either.page(match, "blue") as blue:
        assert red.until("welcome")["turn"]["asked"] == []
        blue.until("welcome")
        before = around(red)
        assert not before["done"]
        agree({"red": red, "blue": blue})
        play_on(red, blue)
    status, body, _ = either.ask(f"/api/matches/{match}/record")
    assert status == 200
    found = record.load(body)
    starting.audit(toy, found)
    header = found.header
    assert (header.dice, header.nonces) == (record.AGREED, (NONCES["red"], NONCES["blue"]))
    assert header.bound[0] == before["server"] == sha256(header.seed.encode()).hexdigest()


def test_nobody_plays_before_and_nobody_speaks_for_another(server):
    match = begun(server)
    with server.page(match, "red") as red, server.page(match, "blue") as blue:
        red.until("welcome")
        blue.until("welcome")
        red.answer({"x": 1000, "y": 1000, "facing": None})
        assert red.until("error")["code"] == "not-asked"
        red.say("open", seat="red", nonce=NONCES["red"])
        assert "when all seats are bound" in red.until("error")["says"]
        red.say("bind", seat="blue", bond="0" * 64)
        assert red.until("error")["code"] == "no-key"
        red.say("bind", seat="nobody", bond="0" * 64)
        assert red.until("error")["code"] == "not-asked"
        red.say("bind", seat="red", bond=bond("red", NONCES["red"]))
        red.until("around")
        red.say("bind", seat="red", bond="0" * 64)
        assert "bound already" in red.until("error")["says"]
        blue.say("bind", seat="blue", bond=bond("blue", NONCES["blue"]))
        blue.until("around")
        blue.say("open", seat="blue", nonce="c" * 32)
        assert "not the nonce" in blue.until("error")["says"]
        blue.say("open", seat="blue", nonce=NONCES["blue"])
        red.say("open", seat="red", nonce=NONCES["red"])
        while not red.until("update")["turn"]["asked"]:
            pass
        red.say("bind", seat="red", bond="0" * 64)
        assert red.until("error")["code"] == "not-asked"


def test_the_seed_is_nowhere_while_the_game_runs(server, play_on, agree, toy):
    match = begun(server)
    with server.page(match, "red") as red, server.page(match, "blue") as blue:
        red.until("welcome")
        blue.until("welcome")
        agree({"red": red, "blue": blue})
        card = json.dumps(server.get(f"/matches/{match}"))
        assert server.ask(f"/api/matches/{match}/record")[0] == 409
        play_on(red, blue)
        frames = [frame for page in (red, blue) for frame in page.frames]
    seed = record.load(server.ask(f"/api/matches/{match}/record")[1]).header.seed
    assert seed not in card
    assert not [frame for frame in frames if seed in frame]


def test_no_client_chooses_a_seed(server):
    body = {"game": "skirmish", "dice": "agreed", "seed": "mine"}
    assert "nobody chooses the seed" in server.post("/matches", body, 422)["says"]


@pytest.mark.parametrize("dice", ["seeded", "agreed"])
def test_a_branch_of_a_running_game_tells_nothing_of_its_dice(server, play_on, agree, toy, dice):
    """Twelve of twelve rolls to come were known to whoever branched a running match and read the branch's record."""
    match = server.post("/matches", {"game": "skirmish", "scenario": "duel", "dice": dice})["id"]
    with server.hot_seat(match, "red") as page:
        page.until("welcome")
        if dice == "agreed":
            agree({"red": page, "blue": page})
        card = server.post(f"/matches/{match}/branch", {"at": 0})
        with server.page(card["id"], "red") as red, server.page(card["id"], "blue") as blue:
            red.until("welcome")
            blue.until("welcome")
            if dice == "agreed":
                agree({"red": red, "blue": blue})
            play_on(red, blue)
    body = server.ask(f"/api/matches/{card['id']}/record")[1]
    branch = record.load(body)
    starting.audit(toy, branch)
    with server.page(match, "red") as red, server.page(match, "blue") as blue:
        play_on(red, blue)
    seed = record.load(server.ask(f"/api/matches/{match}/record")[1]).header.seed
    assert seed.encode() not in body
    assert branch.header.seed != seed


def test_what_is_hidden_from_a_lone_player_is_not_branched(server):
    match = server.match(seats=[{"seat": "blue", "player": "bot", "bot": "greedy", "budget": 100}])
    with server.page(match, "red") as red:
        red.until("welcome")
        for _ in range(60):
            if red.now["turn"]["sealed"] and red.now["turn"]["question"]:
                red.answer(red.first())
            elif red.now["turn"]["question"] and red.now["turn"]["hidden"] is not None and red.now["version"] > 7:
                break
            elif red.now["turn"]["question"]:
                red.answer(red.first())
            red.until("update", "missed")  # the bot may have answered a moment before
        at = red.now["answers"]
        says = server.post(f"/matches/{match}/branch", {"at": at}, 422)["says"]
        assert "hidden from you" in says
        server.post(f"/matches/{match}/branch", {"at": 1})

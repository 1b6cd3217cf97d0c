"""The protocol over real websockets, on both databases."""

import json

import pytest

ASIDE = {"x": 1000, "y": 1000, "facing": None}


@pytest.fixture
def table(either):
    """A new match with red and blue at it; both have been welcomed, and the first to place is `asked`."""
    match = either.match()
    with either.page(match, "red") as red, either.page(match, "blue") as blue:
        red.until("welcome")
        blue.until("welcome")
        yield either, match, red, blue


def test_welcome_tells_the_seat_all_it_may_know(table):
    _, match, red, blue = table
    assert red.now["match"] == match
    assert red.now["seat"] == "red"
    assert [seat["seat"] for seat in red.now["seats"]] == ["red", "blue"]
    assert red.now["rulings"][0]["name"] == "snaps"
    assert red.now["turn"]["asked"] == ["red"]
    assert red.now["turn"]["question"]["kind"] == "Place"
    assert red.now["turn"]["suggested"]
    assert blue.now["turn"]["question"] is None
    assert blue.now["turn"]["prompt"] == "Place Vixen"


def test_an_answer_is_played_and_everybody_is_shown_it(table):
    _, _, red, blue = table
    said = red.answer(ASIDE)
    mine, theirs = red.until("update"), blue.until("update")
    assert mine["id"] == said
    assert theirs["id"] is None
    assert mine["version"] == theirs["version"] == 1
    assert [line["text"] for line in theirs["log"]] == ["Vixen is in place"]
    assert theirs["log"][0]["rules"] == ["sk.deploy"]
    assert theirs["log"][0]["units"] == [0]
    assert theirs["scene"]["tokens"][0]["x"] == 1000


def test_a_repeated_id_gets_its_first_answer_back_and_plays_nothing(table):
    _, _, red, _ = table
    said = red.answer(ASIDE)
    first = red.until("update")
    red.answer({"x": 1000, "y": 5000}, id=said, version=0)
    assert red.until("update") == first
    red.answer(red.first(), version=1)
    red.until("update")
    red.answer(ASIDE, id=said, version=0)
    again = red.until("update")
    assert again["version"] == 1
    assert again["scene"] == first["scene"]
    assert again["log"] == first["log"]


def test_a_repeated_refusal_is_the_same_refusal(table):
    _, _, red, _ = table
    said = red.answer({"x": 5000, "y": 1000})
    first = red.until("refused")
    red.answer(ASIDE)
    red.until("update")
    red.answer({"x": 5000, "y": 1000}, id=said, version=0)
    assert red.until("refused") == first


def test_a_stale_version_gets_what_it_missed(table):
    _, _, red, _ = table
    red.answer(ASIDE)
    red.until("update")
    said = red.answer({"x": 1000, "y": 5000}, version=0)
    missed = red.until("missed")
    assert (missed["id"], missed["version"], missed["answers"]) == (said, 1, 1)
    assert [line["text"] for line in missed["log"]] == ["Vixen is in place"]
    assert missed["turn"]["question"]["prompt"] == "Place Tod"


def test_an_illegal_answer_is_refused_with_rule_and_witness_and_changes_nothing(table):
    _, _, red, _ = table
    red.answer(ASIDE)
    red.until("update")
    red.answer({"x": 1500, "y": 1000})
    refused = red.until("refused")
    assert refused["version"] == 1
    assert refused["refusal"]["rule"] == "sk.deploy"
    assert refused["refusal"]["says"] == "another base stands there"
    assert refused["refusal"]["witness"] == [{"look": "point", "points": [[1000, 1000]], "label": ""}]
    red.answer("nonsense")
    assert "the question wants a place" in red.until("refused")["refusal"]["says"]
    red.say("ping")
    assert red.until("pong")["version"] == 1


def test_only_the_seat_that_is_asked_may_answer(table):
    server, match, _, blue = table
    blue.answer(ASIDE)
    assert blue.until("error")["code"] == "not-asked"
    with server.page(match) as watcher:
        watcher.until("welcome")
        watcher.answer(ASIDE)
        assert watcher.until("error")["code"] == "not-asked"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "bad-message"),
        ("[]", "bad-message"),
        ('{"kind": "cheat", "id": "a"}', "bad-message"),
        ('{"kind": "ping", "id": "a", "more": 1}', "bad-message"),
        ('{"kind": "ping", "id": "no spaces"}', "bad-message"),
        ('{"kind": "look", "id": "a", "at": -1}', "bad-message"),
        ('{"kind": "look", "id": "a", "at": 99999}', "bad-message"),
        ('{"kind": "ping", "id": "a", "v": 1}', "protocol"),
        ("[" * 5000, "bad-message"),
    ],
)
def test_what_is_no_message_gets_an_error_with_a_code(server, text, code):
    with server.page(server.match(), "red") as page:
        page.until("welcome")
        page.socket.send(text)
        assert page.until("error")["code"] == code
        page.say("ping")
        assert page.until("pong")["version"] == 0


def test_an_oversized_message_is_refused_and_the_connection_closed(server):
    from websockets.exceptions import ConnectionClosed

    with server.page(server.match(), "red") as page:
        page.until("welcome")
        page.socket.send(json.dumps({"kind": "ping", "id": "x" * 70_000}))
        assert page.until("error")["code"] == "too-large"
        with pytest.raises(ConnectionClosed):
            page.next()


@pytest.mark.parametrize(("match", "seat", "code"), [("nobody", "red", "no-match"), (None, "pink", "no-seat")])
def test_an_address_that_names_nothing(server, match, seat, code):
    with server.page(match or server.match(), seat) as page:
        assert page.next()["code"] == code


def test_a_whole_game_to_its_end(table, play_on):
    server, match, red, blue = table
    ended = play_on(red, blue)
    assert ended["ended"]["why"]
    assert set(ended["ended"]["units"]) == {"red", "blue"}
    assert all(left >= 0 and lost >= 0 for left, lost in ended["ended"]["units"].values())
    red.answer(1)
    assert red.until("error")["code"] == "over"
    card = next(card for card in server.mine() if card["id"] == match)
    assert card["ended"] == ended["ended"]
    dice = [line["dice"] for line in ended["log"] if line["dice"]]
    assert dice
    assert all(1 <= face <= each["sides"] for each in dice for face in each["faces"])
    sums = [each for line in ended["log"] for each in line["sums"]]
    assert all(each["value"] == sum(row["value"] for row in each["rows"]) for each in sums)
    assert sums


def test_log_lines_are_grouped_by_the_decision_that_caused_them(server, play_on):
    match = server.match()
    with server.page(match, "red") as red, server.page(match, "blue") as blue:
        ended = play_on(red, blue)
    for line in ended["log"]:
        assert 0 <= line["group"] <= line["at"]
    rolls = [line for line in ended["log"] if line["dice"]]
    assert any(line["group"] < line["at"] for line in rolls)


def test_look_shows_the_table_as_it_was(table):
    _, _, red, blue = table
    scenes = [red.now["scene"]]
    for _ in range(3):
        red.answer(red.first())
        scenes.append(red.until("update")["scene"])
        blue.until("update")
    for at, scene in enumerate(scenes):
        red.say("look", at=at)
        looked = red.until("looked")
        assert looked["at"] == at
        assert looked["scene"] == scene


def test_sit_changes_the_seat_and_what_is_seen(server):
    with server.hot_seat(server.match(), "red") as page:
        page.until("welcome")
        said = page.say("sit", seat="blue")
        welcome = page.until("welcome")
        assert (welcome["id"], welcome["seat"], welcome["turn"]["question"]) == (said, "blue", None)
        page.say("sit", seat="pink")
        assert page.until("error")["code"] == "no-seat"


def test_trial_judges_and_plays_nothing(server):
    with server.page(server.match(), "red") as page:
        page.until("welcome")
        page.say("trial", answer=ASIDE)
        assert page.until("tried")["refusal"] is None
        page.say("trial", answer={"x": 5000, "y": 1000})
        assert page.until("tried")["refusal"]["rule"] == "sk.deploy"
        page.say("trial", answer=[])
        assert page.until("tried")["refusal"]["rule"] == ""
        page.say("ping")
        assert page.until("pong")["version"] == 0


def test_measure_and_overlay(server, play_on):
    match = server.match()
    with server.page(match, "red") as red, server.page(match, "blue") as blue:
        play_on(red, blue, until=lambda page: page.now["turn"]["sealed"])
        red.say("measure", start={"unit": 0}, end={"unit": 3})
        tape = red.until("measured")
        a, b = (next(t for t in red.now["scene"]["tokens"] if t["unit"] == unit) for unit in (0, 3))
        apart = ((a["x"] - b["x"]) ** 2 + (a["y"] - b["y"]) ** 2) ** 0.5 - a["radius"] - b["radius"]
        assert abs(tape["length"] - apart) <= 1
        assert tape["strokes"][0]["look"] == "gap"
        red.say("measure", start={"x": 0, "y": 0}, end={"x": 3000, "y": 4000})
        assert red.until("measured")["length"] == 5000
        red.say("measure", start={"unit": 77}, end={"x": 0, "y": 0})
        assert red.until("error")["code"] == "unsupported"
        red.say("overlay", unit=0, show="sees")
        assert red.until("error")["code"] == "unsupported"


def test_a_forecast_tells_what_an_answer_does(server, play_on):
    match = server.match()
    with server.page(match, "red") as red, server.page(match, "blue") as blue:
        play_on(red, blue, until=lambda page: "shoot" in (page.now["turn"]["question"] or {}).get("options", ()))
        shooter, other, them = (red, blue, "blue") if red.now["turn"]["question"] else (blue, red, "red")
        shooter.say("foresee", answer="shoot")
        everything, nothing = shooter.until("foreseen")["forecasts"]
        assert (everything["others"], nothing["others"]) == ("everything", "nothing")
        assert everything["guessed"]
        assert everything["sums"][0]["rows"][0]["rule"] == "sk.shoot.need"
        mark = next(fate for fate in nothing["fates"] if fate["seat"] == them)
        assert 0 < mark["gone"] < 1
        assert mark["lost"] == [[1, mark["gone"]]]
        assert {fate["seat"] for fate in everything["fates"]} == {"red", "blue"}
        shooter.say("foresee", answer="dance")
        assert "dance" in shooter.until("foreseen")["says"]
        other.say("foresee", answer="shoot")
        assert other.until("error")["code"] == "unsupported"

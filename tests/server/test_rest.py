"""The REST interface: what it tells, what it refuses, and that it keeps to its own description."""

import json
import sys

import pytest

from hexless.server import wire


def test_games_are_cards_and_a_broken_plug_in_is_told(server):
    found = server.get("/games")
    cards = {card["id"]: card for card in found["games"]}
    skirmish = cards["skirmish"]
    assert [each["id"] for each in skirmish["scenarios"]] == ["duel", "melee"]
    assert skirmish["scenarios"][0]["seats"] == ["red", "blue"]
    assert skirmish["scenarios"][0]["forces"] == ["foxes", "herons"]
    assert skirmish["rulings"][0]["choices"] == ["always", "once"]
    assert skirmish["rulings"][0]["rules"] == ["sk.snap"]
    assert skirmish["scene"]["width"] == 9000
    assert "no_such" in found["broken"]["broken"]
    assert {bot["spec"] for bot in found["bots"]} >= {"random", "greedy"}


def test_the_sheet_rule_by_rule(server):
    sheet = server.get("/games/skirmish/rules")
    snap = next(rule for rule in sheet["rules"] if rule["id"] == "sk.snap")
    assert snap["rulings"] == ["snaps"]
    assert snap["ruling"]
    assert [rule["id"] for rule in sheet["rules"]][:2] == ["sk.deploy", "sk.cards"]


def test_odds_are_exact(server):
    (attack,) = server.get("/games/skirmish/attacks")["attacks"]
    assert [each["name"] for each in attack["inputs"]] == ["dice", "need"]
    odds = server.post("/games/skirmish/odds", {"attack": "shooting", "inputs": {"dice": "2"}}, 200)
    assert [(each["value"], each["exact"]) for each in odds["chances"]] == [("0", "1/4"), ("1", "1/2"), ("2", "1/4")]
    assert odds["mean"] == 1.0
    shot = {"attack": "shooting", "inputs": {"fire": "3", "incoming": "0", "range": "12"}}
    plain = server.post("/games/horizon-wars/odds", shot, 200)["mean"]
    assert server.post("/games/horizon-wars/odds", {**shot, "rulings": {"twelves_bonus": True}}, 200)["mean"] > plain
    wrong = server.post("/games/horizon-wars/odds", {**shot, "rulings": {"luck": 1}}, 422)
    assert "luck" in wrong["says"]
    refused = server.post("/games/skirmish/odds", {"attack": "shooting", "inputs": {"dice": "99"}}, 422)
    assert "dice" in refused["says"]


@pytest.mark.parametrize(
    ("body", "status", "word"),
    [
        ({"game": "chess"}, 422, "chess"),
        ({"game": "skirmish", "scenario": "../secret"}, 400, "scenario"),
        ({"game": "skirmish", "scenario": "sheet.toml"}, 422, "sheet.toml"),
        ({"game": "skirmish", "forces": ["foxes"]}, 422, "2 forces"),
        ({"game": "skirmish", "forces": ["foxes", "wolves"]}, 422, "wolves"),
        ({"game": "skirmish", "rulings": {"snaps": "never"}}, 422, "snaps"),
        ({"game": "skirmish", "rulings": {"naps": "once"}}, 422, "naps"),
        ({"game": "skirmish", "seats": [{"seat": "pink"}]}, 422, "pink"),
        ({"game": "skirmish", "seats": [{"seat": "red", "player": "bot", "bot": "oracle"}]}, 422, "oracle"),
        ({"game": "skirmish", "cheat": True}, 400, "cheat"),
    ],
)
def test_an_impossible_match_is_refused_in_words(server, body, status, word):
    assert word in server.post("/matches", body, status)["says"]


def test_rulings_are_pinned_and_shown(server):
    match = server.match(rulings={"snaps": "always"})
    with server.page(match, "red") as page:
        (snaps,) = page.until("welcome")["rulings"]
        assert (snaps["value"], snaps["default"]) == ("always", "once")


def test_the_record_opens_at_the_end_and_replays(server, play_on, toy):
    from hexless.kernel import record
    from hexless.ruleset import starting

    match = server.match()
    status, body, _ = server.ask(f"/api/matches/{match}/record")
    assert (status, json.loads(body)["code"]) == (409, "not-over")
    with server.page(match, "red") as red, server.page(match, "blue") as blue:
        play_on(red, blue)
    status, body, _ = server.ask(f"/api/matches/{match}/record")
    assert status == 200
    found = record.load(body)
    starting.audit(toy, found)
    assert len(found.lines) == server.get(f"/matches/{match}")["answers"]


def test_a_branch_is_a_new_match_and_the_old_one_stays(server, play_on):
    match = server.match()
    with server.page(match, "red") as red, server.page(match, "blue") as blue:
        play_on(red, blue)
        red.say("look", at=6)
        then = red.until("looked")["scene"]
    before = server.get(f"/matches/{match}")
    card = server.post(f"/matches/{match}/branch", {"at": 6})
    assert (card["branch_of"], card["branch_at"], card["ended"]) == (match, 6, None)
    assert card["answers"] == 6
    with server.page(card["id"], "red") as red, server.page(card["id"], "blue") as blue:
        assert red.until("welcome")["scene"] == then
        blue.until("welcome")
        play_on(red, blue)
    assert server.get(f"/matches/{match}") == before
    assert server.post(f"/matches/{match}/branch", {"at": 9999}, 422)["code"] == "bad-branch"
    assert server.post("/matches/nobody/branch", {"at": 0}, 404)["code"] == "no-match"


def test_errors_are_problems(server):
    assert server.ask("/api/nothing")[0] == 404
    status, body, headers = server.ask("/api/games", {})
    assert (status, json.loads(body)["code"]) == (405, "method")
    assert headers["allow"] == "GET"
    assert server.ask("/api/games/%0A/rules")[0] == 404
    status, body, _ = server.ask("/api/matches", {"game": "x" * 70_000})
    assert (status, json.loads(body)["code"]) == (413, "too-large")


def test_only_our_own_pages_on_our_own_host(server):
    from websockets.exceptions import InvalidStatus
    from websockets.sync.client import connect

    home = f"http://127.0.0.1:{server.port}"
    assert server.ask("/api/health", headers={"Origin": home})[0] == 200
    assert server.ask("/api/health", headers={"Origin": "http://evil.example"})[0] == 403
    assert server.ask("/api/health", headers={"Origin": "null"})[0] == 403
    assert server.ask("/api/health", headers={"Host": f"evil.example:{server.port}"})[0] == 403
    address = f"ws://127.0.0.1:{server.port}/api/matches/{server.match()}/ws"
    with pytest.raises(InvalidStatus), connect(address, origin="http://evil.example"):
        pass
    with connect(address, origin=home) as socket:
        socket.send(json.dumps({"v": 2, "kind": "hello", "keys": list(server.keys[address.split("/")[5]].values())}))
        assert json.loads(socket.recv(timeout=20))["kind"] == "welcome"


def test_every_answer_carries_a_strict_content_policy(server):
    for path in ("/api/health", "/api/nothing", "/"):
        headers = {key.lower(): value for key, value in server.ask(path)[2].items()}
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_no_page_of_the_api_loads_from_elsewhere(server):
    assert server.ask("/api/docs")[0] == 404
    assert server.ask("/api/redoc")[0] == 404
    doc = server.get("/openapi.json")
    assert doc["paths"]["/games"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert server.get("/health")["protocol"] == wire.PROTOCOL


def test_the_interface_keeps_to_its_description(server):
    """Schemathesis, bounded: every operation with a few dozen requests, good and bad."""
    schemathesis = pytest.importorskip("schemathesis")
    from hypothesis import HealthCheck, Phase, settings
    from schemathesis.specs.openapi.checks import positive_data_acceptance

    schema = schemathesis.openapi.from_url(f"http://127.0.0.1:{server.port}/api/openapi.json")
    seen = set()
    for result in schema.get_all_operations():
        operation = result.ok()

        @settings(
            max_examples=15,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
            database=None,
        )
        def check(case):
            case.call_and_validate(excluded_checks=[positive_data_acceptance])  # a well-formed name may name nothing

        from hypothesis import given

        given(case=operation.as_strategy())(check)()
        seen.add((operation.method, operation.path))
    assert ("post", "/matches") in seen
    assert len(seen) == 21
    assert "schemathesis" in sys.modules

"""The campaigns of tools/campaign.py in their short forms: a round of each finds nothing."""

import asyncio
import contextlib
import signal
from types import SimpleNamespace

import campaign
import client_packages
import pytest
from campaigns import audit, hostile, kill, leaks, load, servers, twins, verifiers

pytestmark = pytest.mark.timeout(600)


@pytest.mark.parametrize(("text", "wanted"), [("90", 90), ("90s", 90), ("10m", 600), ("1h", 3600), ("0.5m", 30)])
def test_times(text, wanted):
    assert campaign.seconds(text) == wanted


def test_figures_are_one_line_with_the_command(monkeypatch, capsys):
    monkeypatch.setattr(audit, "run", lambda until, size: ({"games": 3}, ["something was found"]))
    assert campaign.main(["audit", "--for", "1s"]) == 1
    line, fault = capsys.readouterr().out.splitlines()
    assert line.startswith("campaign.py audit --for 1s: games: 3; faults: 1 (0 s, ")
    assert fault == "  FAULT something was found"


def test_audit_agrees_on_games_and_finds_their_tamperings():
    client_packages.npm()
    figures, faults = audit.run(0)
    assert faults == []
    assert figures["of"] == {"skirmish": 1}
    assert figures["tamperings"] >= 5


def test_what_a_campaign_needs_is_said_in_a_sentence(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(verifiers, "WEB", tmp_path)
    with pytest.raises(SystemExit) as ended:
        campaign.main(["audit", "--for", "1s"])
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith("the browser's code needs its packages first: npm ci in web/\n")


def test_nothing_acknowledged_is_lost_when_a_server_or_the_database_is_killed():
    figures, faults = kill.run(0, 2)
    assert faults == []
    assert figures["sqlite server: kills"] >= 1
    assert figures["sqlite server: acknowledged answers"] >= 2
    if servers.people._programs():
        assert figures["postgresql server: kills"] >= 1
        assert figures["postgresql: kills"] >= 1
        assert figures["postgresql: acknowledged answers"] >= 2


def test_twins_are_told_the_same():
    figures, faults = twins.pairs(0, many=3)
    assert faults == []
    assert figures["pairs"] >= 2
    assert figures["frames and answers compared"] > 100


def test_leaks_in_the_servers_own_code_are_found():
    caught, missed = leaks.run(("skirmish",), ("scene", "log", "size", "frames", "card", "record", "no-key"))
    assert missed == []
    assert caught == 7


def test_there_are_sixty_leaks_to_be_found():
    assert sum(len(games) for games in leaks.LEAKS.values()) >= 60


def test_nobody_gets_in_without_a_key():
    figures, faults = hostile.run(0)
    assert faults == []
    assert figures["sent"] >= 500
    assert {"no-key", "bad-message", "not-asked", "unsupported"} <= set(figures["told"])


def test_a_few_live_games_are_served_without_errors(monkeypatch):
    monkeypatch.setattr(load, "THINKS", (0.0, 0.3))
    figures, faults = load.run(0, 3)
    assert faults == []
    assert figures["answers"] > 3


def test_who_still_waits_when_the_time_is_over_is_counted(monkeypatch):
    """A campaign ends, and tells its figures, however slow the server is."""
    monkeypatch.setattr(load, "GRACE", 0.05)
    field = load.Field([], 0.05, 2)

    async def sit(match, seat):
        if seat == "red":
            raise KeyError("a mistake of the campaign's own")
        await asyncio.sleep(60)

    monkeypatch.setattr(field, "_sit", sit)
    asyncio.run(field.play(["one", "two"]))
    assert field.faults[0] == "2 pages still wait 0.05 s after the end"
    assert len(field.faults) == 3


def test_who_ends_a_campaign_gets_the_figures_so_far(monkeypatch, capsys):
    played = []

    def game(self, rules, number):
        if len(played) == 3:
            signal.raise_signal(signal.SIGTERM)
        played.append(number)
        self.games[rules.id] += 1

    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(audit.Audit, "game", game)
    monkeypatch.setattr(verifiers, "Browser", contextlib.nullcontext)
    try:
        assert campaign.main(["audit", "--for", "1h"]) == 0
    finally:
        signal.signal(signal.SIGTERM, before)
    assert "games: 3; " in capsys.readouterr().out


def test_a_number_of_hostile_messages_is_spread_over_the_time(monkeypatch):
    clock, waited = [100.0], []

    async def sleep(seconds):
        waited.append(seconds)
        clock[0] += seconds

    monkeypatch.setattr(hostile.time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(hostile.asyncio, "sleep", sleep)
    door = hostile.Door(SimpleNamespace(port=0), "", {}, 110.0, 100)
    door.sent["no"] += 25
    asyncio.run(door._in_time())
    assert sum(waited) == pytest.approx(2.5)

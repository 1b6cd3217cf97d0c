"""The campaigns of tools/campaign.py in their short forms: a round of each finds nothing."""

import campaign
import client_packages
import pytest
from campaigns import audit, hostile, kill, load, twins


@pytest.mark.parametrize(("text", "wanted"), [("90", 90), ("90s", 90), ("10m", 600), ("1h", 3600), ("0.5m", 30)])
def test_times(text, wanted):
    assert campaign.seconds(text) == wanted


def test_audit_agrees_on_a_game_and_finds_its_tamperings():
    client_packages.npm()
    figures, faults = audit.run(0, 25)
    assert faults == []
    assert figures["games"] == {"skirmish": 1}


def test_nothing_acknowledged_is_lost_when_a_server_is_killed():
    figures, faults = kill._kills("sqlite", "", 0)
    assert faults == []
    assert figures["sqlite kills"] >= 1


def test_twins_are_told_the_same_and_seeded_leaks_are_found():
    figures, faults = twins.run(0)
    assert faults == []
    assert figures["seeded leaks found"] == figures["pairs"] * len(twins.LEAKS)


def test_nobody_gets_in_without_a_key():
    figures, faults = hostile.run(0)
    assert faults == []
    assert figures["sent"] >= 75


def test_a_few_live_games_are_served_without_errors():
    figures, faults = load.run(0, 3)
    assert faults == []
    assert figures["answers"] > 3

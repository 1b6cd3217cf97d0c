"""Dice that a stranger can check: the verifiers pass every honest game and find every tampering."""

from collections import Counter

import client_packages
import pytest
import toy
import verify_dice
from campaigns import audit, tampering, verifiers

from hexless.cli import main
from hexless.kernel import RecordError
from hexless.kernel import record as records
from hexless.ruleset import starting

RULES = toy.ruleset
DATA = tampering.game(RULES)
SEEN = tampering.last(DATA)


@pytest.fixture(scope="module")
def browser():
    client_packages.npm()
    with verifiers.Browser() as made:
        yield made


def test_an_honest_game_passes_each(browser):
    assert verifiers.ours(RULES, DATA, SEEN) is None
    assert verifiers.plain(DATA, SEEN) is None
    told = browser.verdict(DATA, SEEN)
    lines = records.load(DATA).lines
    assert (told["fault"], told["chain"], told["answers"]) == (None, SEEN, len(lines))
    assert told["rolls"] == sum(line.ask.startswith("roll ") for line in lines) > 5
    assert [who for who, _ in told["bound"]] == ["the server", "red", "blue"]


def test_every_tampering_is_found_by_each(browser):
    kinds = Counter()
    for seed in range(600):
        kind, anew, data = tampering.tampered(DATA, seed)
        assert data != DATA or kind == "cut"
        kinds[kind, anew] += 1
        assert verifiers.ours(RULES, data, SEEN), (seed, kind, anew)
        assert verifiers.plain(data, SEEN), (seed, kind, anew)
        assert browser.fault(data, SEEN), (seed, kind, anew)
    assert len(kinds) == 2 * len(tampering.KINDS)


def test_a_game_without_a_roll_can_be_tampered_with():
    lines = [line for line in DATA.split(b"\n") if b'"ask":"roll ' not in line]
    kinds = {tampering.tampered(b"\n".join(lines), seed)[0] for seed in range(200)}
    assert kinds == set(tampering.KINDS) - {"faces"}


def test_a_game_without_a_roll_has_no_dice_that_could_be_chosen(monkeypatch):
    """Another seed changes nothing in it, and whoever was shown nothing cannot know."""
    lines = [line for line in DATA.split(b"\n") if b'"ask":"roll ' not in line]
    assert tampering.dice(DATA) > audit.ENOUGH
    assert tampering.dice(b"\n".join(lines)) == 0
    monkeypatch.setattr(tampering, "game", lambda *_: b"\n".join(lines))
    found = audit.Audit()
    monkeypatch.setattr(found, "_judged", lambda _, data, seen: [("all", "found" if seen else None)])
    found.game(RULES, 1)
    assert [fault for fault in found.faults if "did not find" in fault] == []
    assert (found.kinds.total(), found.bare) == (audit.EACH, 0)


def test_chosen_dice_are_found_without_anything_that_was_shown(browser):
    """Whoever changes faces, the seed, a nonce or a hash and closes the record anew is still given away by the dice."""
    chosen = {"faces", "seed", "seed_bound", "nonce", "nonce_bound", "nonces_changed", "bound"}
    found = Counter()
    for seed in range(600):
        kind, anew, data = tampering.tampered(DATA, seed)
        if anew and kind in chosen:
            found[kind] += 1
            assert verify_dice.fault(data), (seed, kind)
            assert browser.fault(data, ""), (seed, kind)
            with pytest.raises(RecordError):
                starting.audit(RULES, records.load(data))
    assert set(found) == chosen


@pytest.mark.usefixtures("skirmish")
def test_the_command_tells_what_was_proved(capsys, tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_bytes(DATA)
    assert main(["audit", str(file), "--chain", SEEN]) == 0
    out = capsys.readouterr().out
    assert "no die was chosen by anybody: the server and red, blue were bound before the first question" in out
    assert f"chain {SEEN}" in out
    assert main(["audit", str(file), "--chain", "0" * 64]) == 2
    assert "this is another game" in capsys.readouterr().err
    assert main(["audit", str(file), "--of", str(file)]) == 2
    assert "this game is no branch" in capsys.readouterr().err


@pytest.mark.usefixtures("skirmish")
def test_a_game_that_is_not_over_is_not_audited(capsys, tmp_path):
    record = records.load(DATA)
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(records.dump(records.Record(record.header, record.lines[:9]))))
    assert main(["audit", str(file)]) == 2
    assert "the game is not over" in capsys.readouterr().err

"""Dice that a stranger can check: the verifiers pass every honest game and find every tampering."""

from collections import Counter

import pytest
import toy
import verify_dice
from campaigns import tampering

from hexless.cli import main
from hexless.kernel import RecordError
from hexless.kernel import record as records
from hexless.ruleset import starting

RULES = toy.ruleset
DATA = tampering.game(RULES)
SEEN = tampering.last(DATA)


def ours(data):
    """What hexless says, as `hexless audit --chain` does."""
    try:
        record = records.load(data)
        *_, end = records.chain(data.split(b"\n")[:-2])
        if end != SEEN:
            return "another game"
        starting.audit(RULES, record)
    except RecordError as error:
        return str(error)
    return None


def plain(data):
    try:
        return verify_dice.fault(data, SEEN)
    except (KeyError, TypeError, ValueError) as error:
        return repr(error)


def test_an_honest_game_passes_each():
    assert (ours(DATA), plain(DATA)) == (None, None)


def test_every_tampering_is_found_by_each():
    kinds = Counter()
    for seed in range(600):
        kind, anew, data = tampering.tampered(DATA, seed)
        assert data != DATA or kind == "cut"
        kinds[kind, anew] += 1
        assert ours(data), (seed, kind, anew)
        assert plain(data), (seed, kind, anew)
    assert len(kinds) == 2 * len(tampering.KINDS)


def test_chosen_dice_are_found_without_anything_that_was_shown():
    """Whoever changes faces, the seed, a nonce or a hash and closes the record anew is still given away by the dice."""
    chosen = {"faces", "seed", "seed_bound", "nonce", "nonce_bound", "nonces_changed", "bound"}
    found = Counter()
    for seed in range(600):
        kind, anew, data = tampering.tampered(DATA, seed)
        if anew and kind in chosen:
            found[kind] += 1
            assert verify_dice.fault(data), (seed, kind)
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

"""The record of a game: what is written is read, and whatever was done to it is named with its line."""

import json

import msgspec
import pytest
import toy
from hypothesis import given, settings
from hypothesis import strategies as st

from hexless.bots.random import RandomBot
from hexless.kernel import Dice, GameError, RecordError, Stream, digest, play_out, to_json
from hexless.kernel.record import AGREED, chain, dump, load, of
from hexless.lab.conformance import conformance_games, start
from hexless.ruleset.fairness import bonds, dice_of
from hexless.ruleset.starting import audit, begin

RULES = toy.ruleset
(GAME,) = conformance_games(RULES, [3])
RECORD = of(start(RULES, 3)[0], GAME)
DATA = b"".join(dump(RECORD))
*LINES, CLOSE = DATA.split(b"\n")[:-1]


def written(lines):
    return b"".join(line + b"\n" for line in lines)


def joined(lines, **more):
    """The lines as a file, closed as by somebody who knows how."""
    *_, last = chain(lines)
    return written([*lines, to_json({"chain": last, **more})])


def edited(number, **changes):
    """The file with some fields of one line (counted from 1) changed, written as hexless would."""
    return joined([*LINES[: number - 1], to_json({**json.loads(LINES[number - 1]), **changes}), *LINES[number:]])


def refused(data):
    with pytest.raises(RecordError) as error:
        audit(RULES, load(data, "game.jsonl"), "game.jsonl")
    assert str(error.value).startswith("game.jsonl: ")
    assert "\n" not in str(error.value)
    return str(error.value)


def test_what_is_written_is_read():
    assert b"".join(dump(load(DATA))) == DATA
    assert [line.n for line in load(DATA).lines] == list(range(1, len(GAME.tape) + 1))
    assert digest(audit(RULES, load(DATA))) == digest(GAME.end)


def test_a_game_cut_at_a_line_is_a_game_that_goes_on():
    assert audit(RULES, load(joined(LINES[:9]))) == GAME.states[7]
    assert audit(RULES, load(joined(LINES[:1]))) == GAME.start
    old = [to_json({**json.loads(LINES[0]), "format": 1}), *LINES[1:9]]  # written before there was a closing line
    assert audit(RULES, load(written(old))) == GAME.states[7]
    assert b"".join(dump(load(written(old)))) == written(old)


def test_audited_elsewhere(tmp_path, elsewhere):
    """Another process, another PYTHONHASHSEED: every hash is the same."""
    (tmp_path / "game.jsonl").write_bytes(DATA)
    code = (
        "import sys, toy; from hexless.kernel import digest; from hexless.kernel.record import load\n"
        "from hexless.ruleset.starting import audit\n"
        "print(digest(audit(toy.ruleset, load(open(sys.argv[1], 'rb').read()))))"
    )
    assert elsewhere(code, str(tmp_path / "game.jsonl")).strip() == RECORD.lines[-1].hash


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "line 1 is not a line of a game record"),
        (b"\n", "line 1 is not a line of a game record"),
        (b"\xff\xfe", "line 1 is not a line of a game record"),
        (b'{"format":1}\n', "line 1 is not a line of a game record"),
        (b'{"x":"\xff"}\n', "line 1 is not a line of a game record"),
        (b"[" * 100_000, "line 1 is not a line of a game record"),
        (edited(1, format=3), "line 1: format 3 is newer than this hexless reads"),
        (edited(1, format=0), "line 1: format 0 is no format of ours"),
        (edited(1, format=10**30), "is newer than this hexless reads"),
        (edited(1, game="chess"), "line 1: made with chess revision 1, this is skirmish revision 1"),
        (edited(1, revision=2), "line 1: made with skirmish revision 2"),
        (edited(1, scenario={}), "line 1: the header does not describe a game"),
        (edited(1, scenario={**json.loads(LINES[0])["scenario"], "width": 1}), "line 1: the header does not describe"),
        (edited(1, forces=[]), "line 1: the game now starts from another state"),
        (edited(1, forces=[7]), "line 1: the header does not describe a game"),
        (edited(1, rulings={"snaps": "never"}), "line 1: the header does not describe a game"),
        (edited(1, seats=["red"]), "line 1: the game now starts from another state"),
        (edited(1, start="0" * 64), "line 1: the game now starts from another state"),
        (edited(1, more=1), "line 1 is not a line of a game record"),
        (edited(5, n=9), "line 5 holds answer 9; answer 4 is missing"),
        (edited(5, hash="0" * 64), "line 5: after answer 4 the state is not the one that was recorded"),
        (edited(5, events=[]), "line 5: the events of answer 4 are not those that the rules make"),
        (edited(5, ask="red YesNo really"), "line 5: answer 4 was to “red YesNo really”"),
        (edited(5, answer=None), "line 5: got None; the question wants"),
        (edited(2, answer={"facing": None, "x": 0, "y": 0}), "line 2: the base must stand wholly inside its strip"),
        (joined([*LINES[:4], LINES[5], LINES[4], *LINES[6:]]), "line 5 holds answer 5; answer 4 is missing"),
        (joined([*LINES[:4], *LINES[5:]]), "line 5 holds answer 5; answer 4 is missing"),
        (joined([*LINES[:5], LINES[4], *LINES[5:]]), "line 6 holds answer 4; answer 5 is missing"),
        (joined([*LINES[:4], b"", *LINES[4:]]), "line 5 is not a line of a game record"),
        (joined([*LINES[:4], b"[" * 50_000, *LINES[5:]]), "line 5 is not a line of a game record"),
        (joined([*LINES[:4], LINES[4].replace(b"{", b"{ ", 1), *LINES[5:]]), "line 5 was edited"),
        (joined([*LINES[:4], LINES[4][:-1] + b',"n":4}', *LINES[5:]]), "line 5 was edited"),
        (DATA[:-20], f"line {len(LINES) + 1} is cut off"),
        (written(LINES), f"line {len(LINES)} does not close the game; the rest of it is missing"),
        (written([*LINES[:-1], CLOSE]), "the chain of hashes does not fit"),
        (written([LINES[0].replace(b'"3"', b'"4"'), *LINES[1:], CLOSE]), "the chain of hashes does not fit"),
        (joined([*LINES, to_json({**json.loads(LINES[-1]), "n": len(LINES)})]), "the game is over"),
        (joined(LINES, ended={"winner": "blue"}), f"line {len(LINES) + 1}: the game ended by its rules"),
        (edited(1, content="0" * 64), "line 1: made with another sheet of Skirmish"),
        (edited(1, dice="physical"), "line 1: there are no dice 'physical' that can be checked; there is: sha256"),
        (edited(1, nonces=["1", "2"]), "line 1: "),
        (edited(1, bound=["1", "2", "3"]), "line 1: the dice sha256 have no nonces and no hashes"),
    ],
)  # fmt: skip
def test_a_spoilt_record_is_refused_with_its_line(data, says):
    assert says in refused(data)


def test_dice_that_the_seed_does_not_give_are_named():
    """A forger with the rules at hand makes every hash fit; the seed still gives him away."""
    agents = {seat: RandomBot(Stream(3, seat)) for seat in RULES.seats(GAME.start)}
    forged = of(RECORD.header, play_out(RULES, GAME.start, Dice("loaded"), agents, keep_states=True))
    roll = next(line.n for line in forged.lines if line.ask.startswith("roll"))
    assert f"line {roll + 1}: the faces are not those that the seed gives" in refused(b"".join(dump(forged)))


def parts(header):
    """What a header was made from, as the rules have it."""
    scenario = msgspec.convert(header.scenario, RULES.files.scenario)
    forces = [msgspec.convert(force, RULES.files.force) for force in header.forces]
    return scenario, forces, msgspec.convert(header.rulings, RULES.files.rulings)


def agreed(seed="s3cret", nonces=("aa", "bb")):
    """A game whose dice come from a seed and the nonces of its seats."""
    header, state = begin(RULES, *parts(RECORD.header), seed, nonces)
    agents = {seat: RandomBot(Stream(3, seat)) for seat in header.seats}
    return of(header, play_out(RULES, state, dice_of(header), agents, keep_states=True))


def test_agreed_dice_follow_from_the_seed_and_every_nonce():
    record = agreed()
    header = record.header
    assert (header.dice, header.nonces, header.bound) == (AGREED, ("aa", "bb"), bonds(header))
    assert len(set(header.bound)) == 3
    assert audit(RULES, load(b"".join(dump(record)))) == audit(RULES, record)
    rolls = {
        tuple(line.answer for line in each.lines if line.ask.startswith("roll"))
        for each in (record, agreed(seed="other"), agreed(nonces=("ab", "bb")), agreed(nonces=("aa", "ba")))
    }
    assert len(rolls) == 4


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": "other"},
        {"nonces": ["aa", "ba"]},
        {"nonces": ["aa"]},
        {"bound": ["", "", ""]},
        {"nonces": ["bb", "aa"]},
    ],
)
def test_a_seed_or_a_nonce_that_was_not_bound_is_named(changes):
    lines = b"".join(dump(agreed())).split(b"\n")[:-2]
    header = load(joined([to_json({**json.loads(lines[0]), **changes}), *lines[1:]])).header
    with pytest.raises(RecordError, match="not those whose hashes were published"):
        dice_of(header)


@settings(max_examples=150)
@given(st.integers(0, len(DATA) - 1), st.binary(max_size=3), st.integers(0, 40))
def test_any_edit_is_refused(at, new, cut):
    data = DATA[:at] + new + DATA[at + cut :]
    if data != DATA:
        with pytest.raises(RecordError):
            audit(RULES, load(data))


def test_size_is_limited():
    with pytest.raises(GameError, match="more than any game takes"):
        load(bytes(64_000_001))


def test_the_same_game_is_the_same_file():
    (again,) = conformance_games(RULES, [3])
    assert b"".join(dump(of(start(RULES, 3)[0], again))) == DATA

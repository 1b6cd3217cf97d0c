"""odds --from: what an answer of a recorded game would have done; rulings of odds; whose mistake a failure is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexless.cli import main
from hexless.kernel import record
from hexless.ruleset import find

pytestmark = pytest.mark.usefixtures("skirmish")
Out = pytest.CaptureFixture[str]


def said(capsys: Out, *args: object, code: int = 0) -> str:
    capsys.readouterr()
    assert main([str(arg) for arg in args]) == code
    out, err = capsys.readouterr()
    assert out == "" if code else err == ""
    assert err.count("\n") == bool(code)
    return err if code else out


@pytest.fixture
def game(tmp_path: Path, capsys: Out) -> Path:
    said(capsys, "sim", "skirmish", "--games", "1", "--seed", "7", "--jobs", "1", "--out", tmp_path)
    return tmp_path / "game-00001.jsonl"


@pytest.fixture
def shooting(game: Path) -> int:
    """The number of the first decision in which a figure may shoot."""
    kept = record.load(game.read_bytes(), str(game))
    return next(n for n, entry in enumerate(kept.tape, start=1) if entry.answer == "shoot")


def test_an_answer_by_its_word(capsys: Out, game: Path, shooting: int) -> None:
    out = said(capsys, "odds", "skirmish", "--from", game, "--at", shooting, "shoot")
    assert "if they answer with all they have; hidden things are guessed" in out
    assert "if they do nothing" in out
    assert "destroyed" in out
    assert "[sk.shoot.need]" in out


def test_the_answer_of_the_record_if_none_is_given(capsys: Out, game: Path, shooting: int) -> None:
    args = ("odds", "skirmish", "--from", game, "--at", shooting)
    assert said(capsys, *args) == said(capsys, *args, "shoot")


def test_another_answer_as_json(capsys: Out, game: Path, shooting: int) -> None:
    told = json.loads(said(capsys, "odds", "skirmish", "--from", game, "--at", shooting, '"move"', "--json"))
    assert list(told) == ["game", "at", "seat", "prompt", "answer", "forecasts"]
    assert (told["answer"], told["forecasts"][0]["rolls"]) == ("move", False)
    told = json.loads(said(capsys, "odds", "skirmish", "--from", game, "--at", shooting, "shoot", "--json"))
    both = told["forecasts"]
    assert [forecast["others"] for forecast in both] == ["everything", "nothing"]
    assert both[0]["rolls"]
    assert both[0]["fates"]


def test_it_is_what_the_table_foresees(capsys: Out, game: Path, shooting: int) -> None:
    import msgspec

    from hexless.server import inquiries, wire
    from hexless.server.match import resumed

    kept = record.load(game.read_bytes(), str(game))
    match = resumed(find("skirmish"), kept.header, kept.tape[: shooting - 1])
    told = inquiries.foreseen(match, match.request.seat, wire.Foresee(id="a", answer="shoot"))  # type: ignore[union-attr]
    out = json.loads(said(capsys, "odds", "skirmish", "--from", game, "--at", shooting, "shoot", "--json"))
    assert out["forecasts"] == json.loads(msgspec.json.encode(told.forecasts))


def test_secret_answers_need_a_seat(capsys: Out, game: Path) -> None:
    kept = record.load(game.read_bytes(), str(game))
    stack = next(n for n, entry in enumerate(kept.tape, start=1) if " & " in entry.ask)
    args = ("odds", "skirmish", "--from", game, "--at", stack)
    assert "is asked of red, blue at once; choose one with --seat" in said(capsys, *args, code=2)
    assert "is not asked of 'green', but of red, blue" in said(capsys, *args, "--seat", "green", code=2)
    assert "red, Stack your cards" in said(capsys, *args, "--seat", "red")


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("--at {n} dance", "'dance' is no answer to “"),
        ("--at {n} 77", "77 is not one of move, shoot"),
        ("--at 99999 shoot", "there is no answer 99999; the record has "),
        ("--at {dice} shoot", "is a roll of the dice; choose a decision"),
        ("shoot", "name an answer with --at N, from 1 to "),
        ("--at {n} shoot need=3", "a record has its own inputs and rulings"),
        ("--at {n} shoot --ruling snaps=once", "a record has its own inputs and rulings"),
    ],
)
def test_mistakes_are_one_line(capsys: Out, game: Path, shooting: int, more: str, says: str) -> None:
    kept = record.load(game.read_bytes(), str(game))
    dice = next(n for n, entry in enumerate(kept.tape, start=1) if entry.ask.startswith("roll "))
    args = more.format(n=shooting, dice=dice).split()
    assert says in said(capsys, "odds", "skirmish", "--from", game, *args, code=2)


def test_other_mistakes_are_one_line_too(capsys: Out, game: Path) -> None:
    assert "is a game of skirmish, not of orders" in said(
        capsys, "odds", "orders", "--from", game, "--at", 3, "x", code=2
    )
    assert "name it with --from FILE" in said(capsys, "odds", "skirmish", "shooting", "dice=2", "--at", 3, code=2)


def test_rulings_change_the_odds(capsys: Out) -> None:
    args = ("odds", "horizon-wars", "shooting", "fire=3", "incoming=0", "range=12", "--json")
    plain = json.loads(said(capsys, *args))
    bonus = json.loads(said(capsys, *args, "--ruling", "twelves_bonus=true"))
    assert bonus["mean"] > plain["mean"]
    assert "there is no ruling in Horizon Wars 'luck'" in said(capsys, *args, "--ruling", "luck=1", code=2)
    assert "a ruling is NAME=VALUE, not 'luck'" in said(capsys, *args, "--ruling", "luck", code=2)


def test_a_plugins_failure_is_said_to_be_the_plugins(capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    from toy import ruleset

    def volley(*_: object) -> None:
        return {}["no such key"]

    monkeypatch.setattr("toy.rules.volley", volley)
    broken = said(capsys, "sim", ruleset.id, "--games", "1", "--jobs", "1", code=2)
    assert "the ruleset skirmish failed: KeyError" in broken


def test_our_own_failure_is_ours(capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("no such key")

    monkeypatch.setattr("hexless.ruleset.attacks.attack_odds", broken)
    assert "a mistake of ours" in said(capsys, "odds", "horizon-wars", "shooting", "fire=3", code=70)

"""sim, replay and draw: games played, told, checked and drawn, in processes of their own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from hexless.cli import main
from hexless.kernel import record, to_json

pytestmark = pytest.mark.usefixtures("skirmish")
linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are counted in /proc")
Out = pytest.CaptureFixture[str]
Hexless = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def game(hexless: Hexless, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of one game."""
    out = tmp_path_factory.mktemp("games")
    done = hexless("sim", "skirmish", "--games", "1", "--seed", "7", "--out", out, "--json")
    assert done.returncode == 0, done.stderr
    return out / "game-00001.jsonl"


def test_sim_json_is_pure_and_keeps_its_shape(hexless: Hexless) -> None:
    done = hexless(
        "sim", "skirmish", "--games", "6", "--seed", "7", "--seats", "random,random", "--jobs", "2", "--json"
    )
    report = json.loads(done.stdout)
    assert done.stderr == ""
    assert list(report) == ["game", "games", "finished", "wins", "draws", "answers", "seconds", "digest"]
    assert (report["game"], report["games"], report["finished"]) == ("skirmish", 6, 6)
    again = hexless("sim", "skirmish", "--games", "6", "--seed", "7", "--jobs", "1", "--json", PYTHONHASHSEED="5")
    assert json.loads(again.stdout)["digest"] == report["digest"]


def test_sim_names_seats_and_bots(capsys: Out) -> None:
    assert main(["sim", "skirmish", "--games", "3", "--seats", "random", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert "red (random)" in out
    assert "blue (random)" in out
    assert "digest " in out


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ("--games 0", "--games"),
        ("--games -4", "--games"),
        ("--games many", "--games"),
        ("--jobs -1", "--jobs"),
        ("--seats clever", "there is no bot 'clever'; there is: easy"),
        ("--seats random,random,random", "3 bots for 2 seats"),
        ("--scenario moon", "there is no scenario in Skirmish 'moon'; there is: duel, melee"),
        ("--scenario moon.toml", "moon.toml: file: no such file or directory"),
        ("--force foxes", "this scenario is for 2 forces, not 1"),
        ("--ruling snaps", "a ruling is NAME=VALUE, not 'snaps'"),
        ("--ruling snaps=never", "rulings: snaps: 'never' is not one of once, always"),
        ("--out /dev/null/x", "/dev/null/x: directory: "),
    ],
)
def test_sim_refuses_mistakes_in_one_line(capsys: Out, args: str, says: str) -> None:
    assert main(["sim", "skirmish", *args.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert says in err


@contextmanager
def started(command: Sequence[object], env: dict[str, str], **more: Any) -> Iterator[subprocess.Popen[Any]]:
    """A process in a group of its own, which has ended afterwards, whatever becomes of the test."""
    process = subprocess.Popen([str(each) for each in command], env=env, start_new_session=True, **more)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def finished(folder: Path) -> int:
    return len(os.listdir(folder)) if folder.exists() else 0


@linux
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("early", [True, False])
def test_ctrl_c_stops_cleanly(environment: dict[str, str], tmp_path: Path, jobs: str, early: bool) -> None:
    """Also while the processes are starting. A terminal sends Ctrl-C to the whole process group."""
    out = tmp_path / "out"
    command = [sys.executable, "-m", "hexless", "sim", "skirmish", "--games", "1000000", "--jobs", jobs, "--out", out]
    env = environment | {"PYTHONWARNINGS": "error,ignore::ResourceWarning"}  # Ctrl-C in the middle of `open`
    with started(command, env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as game:
        while game.poll() is None and (not out.exists() if early else finished(out) < 3):
            time.sleep(0.01)
        os.killpg(game.pid, signal.SIGINT)
        stdout, stderr = game.communicate(timeout=60)
    assert game.returncode == 130
    assert stdout == ""
    assert stderr.startswith("hexless: stopped after ")
    assert stderr.count("\n") == 1
    for name in os.listdir(out):
        assert name.startswith("game-")
        assert (out / name).read_bytes().endswith(b"}\n")
    assert not left(game.pid)


def left(group: int) -> list[str]:
    """The processes of a group that are still at work, once those that are ending have had their time."""
    for _ in range(200):
        found = [name for name in os.listdir("/proc") if name.isdecimal() and working(Path("/proc", name), group)]
        if not found:
            break
        time.sleep(0.05)
    return found


def working(process: Path, group: int) -> bool:
    try:
        state, _, of, *_ = (process / "stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has ended
        return False
    return int(of) == group and state != "Z"


@linux
def test_players_end_with_the_one_who_asked(environment: dict[str, str], tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "hexless",
        "sim",
        "skirmish",
        "--games",
        "1000000",
        "--jobs",
        "2",
        "--out",
        tmp_path,
    ]
    with started(command, environment, stderr=subprocess.DEVNULL) as game:
        while game.poll() is None and finished(tmp_path) < 3:
            time.sleep(0.01)
        game.kill()
        game.wait()
        assert not left(game.pid)


def test_replay_tells_the_game_in_words(capsys: Out, game: Path) -> None:
    assert main(["replay", str(game)]) == 0
    out = capsys.readouterr().out
    assert "Skirmish, seed 7/1: red against blue" in out
    assert "    1  Vixen is in place  [sk.deploy]" in out
    assert "{" not in out, "every phrase is filled"


def test_replay_checks_every_state(capsys: Out, game: Path) -> None:
    lines = len(game.read_bytes().splitlines()) - 2
    assert main(["replay", str(game), "--check"]) == 0
    out = capsys.readouterr().out
    assert f"checked: {lines} answers, every state as recorded" in out
    assert "the dice follow from the seed alone; who chose the seed could know them" in out
    assert main(["replay", str(game), "--check", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["answers"], told["checked"], told["seats"]) == (lines, True, ["red", "blue"])
    assert set(told["outcome"]) == {"winner", "why", "rule"}
    assert told["events"][0]["kind"] == "deploy"


def test_replay_stops_where_it_is_told(capsys: Out, game: Path) -> None:
    assert main(["replay", str(game), "--to", "2"]) == 0
    out = capsys.readouterr().out
    assert "Tod is in place" in out
    assert "Kit" not in out
    assert main(["replay", str(game), "--to", "9999"]) == 2
    assert "there is no answer 9999; the record has" in capsys.readouterr().err


def changed(line: bytes, **fields: object) -> bytes:
    return json.dumps({**json.loads(line), **fields}, sort_keys=True, separators=(",", ":")).encode()


def closed(*lines: bytes) -> bytes:
    """A record with these lines, closed as by somebody who knows how."""
    *_, last = record.chain(lines)
    return b"\n".join([*lines, to_json({"chain": last}), b""])


def broken(kind: str, lines: list[bytes]) -> bytes:
    *lines, close = lines
    head, first, *rest = lines
    match kind:
        case "empty":
            return b""
        case "cut off":
            return b"\n".join([*lines, close])[:-20]
        case "lost line":
            return closed(head, *rest)
        case "other hash":
            return closed(head, changed(first, hash="0" * 64), *rest)
        case "other answer":
            return closed(head, changed(first, answer={"x": 1, "y": 1, "facing": None}), *rest)
        case "no such answer":
            return closed(head, changed(first, answer="run"), *rest)
        case "newer format":
            return closed(changed(head, format=99), *lines[1:])
        case "newer revision":
            return closed(changed(head, revision=99), *lines[1:])
        case "foreign game":
            return closed(changed(head, game="chess"), *lines[1:])
        case "long game":
            return closed(changed(head, game="x" * 10_000_000), *lines[1:])
        case "deep":
            return closed(head, b'{"n":' + b"[" * 1_000_000)
        case "no scenario":
            return closed(changed(head, scenario={"width": -1}), *lines[1:])
        case "not ours":
            return b"PK\x03\x04" + bytes(range(256)) * 1000
    raise AssertionError(kind)


BROKEN = {
    "empty": "line 1",
    "cut off": "is cut off",
    "lost line": "line 2 holds answer 2; answer 1 is missing",
    "other hash": "line 2: after answer 1 the state is not the one that was recorded",
    "other answer": "line 2",
    "no such answer": "line 2",
    "newer format": "format 99 is newer than this hexless reads",
    "newer revision": "line 1: revision 99 of skirmish is newer than ours (1)",
    "foreign game": "there is no game 'chess'",
    "long game": "there is no game 'xxx",
    "deep": "line 2 is not a line of a game record",
    "no scenario": "line 1",
    "not ours": "line 1",
}


@pytest.mark.parametrize("kind", BROKEN)
def test_broken_records_are_refused_with_place_and_reason(capsys: Out, game: Path, tmp_path: Path, kind: str) -> None:
    file = tmp_path / "broken.jsonl"
    file.write_bytes(broken(kind, game.read_bytes().splitlines()))
    assert main(["replay", str(file), "--check"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert len(err) < 600
    assert BROKEN[kind] in err


def test_an_older_revision_is_told_but_not_checked(
    capsys: Out, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "old.jsonl"
    head, *lines = game.read_bytes().splitlines()
    file.write_bytes(closed(changed(head, revision=0), *lines[:-1]))
    assert main(["replay", str(file)]) == 0
    out = capsys.readouterr().out
    assert "0 is in place" in out
    assert "'rows'" not in out
    assert main(["replay", str(file), "--check"]) == 2
    assert "made with skirmish revision 0" in capsys.readouterr().err


def test_a_terminal_obeys_no_record(capsys: Out, game: Path, tmp_path: Path) -> None:
    file = tmp_path / "loud.jsonl"
    head, first, *rest = game.read_bytes().splitlines()
    events = [{"kind": "shout\x1b[2J", "at": 1, "rules": ["\x07"], "data": {}, "audience": None}]
    file.write_bytes(closed(changed(head, revision=0), changed(first, events=events), *rest[:-1]))
    assert main(["replay", str(file)]) == 0
    out = capsys.readouterr().out
    assert "shout" in out
    assert "\x1b[2J" not in out
    assert "\x07" not in out


def test_draw_writes_a_picture(capsys: Out, game: Path, tmp_path: Path) -> None:
    goal = tmp_path / "table.svg"
    assert main(["draw", str(game), "--at", "5", "-o", str(goal)]) == 0
    assert "after answer 5" in capsys.readouterr().out
    assert ET.parse(goal).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert "Stilt" in goal.read_text()
    assert main(["draw", str(game), "-o", str(tmp_path / "none" / "table.svg")]) == 2
    assert capsys.readouterr().err.endswith("table.svg: file: no such file or directory\n")


def test_draw_writes_the_form_that_the_name_asks_for(capsys: Out, game: Path, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    goal = tmp_path / "table.png"
    assert main(["draw", str(game), "--at", "5", "-o", str(goal)]) == 0
    assert goal.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    assert main(["draw", str(game), "-o", str(tmp_path / "table.pdf")]) == 2
    assert capsys.readouterr().err.endswith("table.pdf: a picture is written as .svg or .png\n")
    assert not (tmp_path / "table.pdf").exists()


def test_draw_says_what_a_png_needs(capsys: Out, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexless.cli.records.find_spec", lambda name: None)
    assert main(["draw", str(game), "-o", str(tmp_path / "table.png")]) == 2
    assert "pip install 'hexless[lab]'" in capsys.readouterr().err


def test_draw_shows_the_table_in_the_terminal(capsys: Out, game: Path) -> None:
    assert main(["draw", str(game), "--at", "5"]) == 0
    assert "Stilt" in capsys.readouterr().out


def test_a_game_is_watched_and_kept(capsys: Out, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    assert main(["watch", "skirmish", "--seats", "random", "--seed", "3", "--pause", "0", "--out", str(file)]) == 0
    assert "Vixen is in place" in capsys.readouterr().out
    assert main(["replay", str(file), "--check"]) == 0
    assert "Skirmish, seed 3: red against blue" in capsys.readouterr().out
    assert main(["watch", "skirmish", "--seats", "clever"]) == 2
    assert "there is no bot 'clever'" in capsys.readouterr().err

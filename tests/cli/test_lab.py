"""`hexless lab` from outside: questions, files, folders, faults and Ctrl-C."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hexless.cli import lab, main

TERMS = ["--games", "12", "--jobs", "1"]


@pytest.fixture
def asked(tmp_path):
    (tmp_path / "duel.toml").write_text('game = "skirmish"\nscenarios = ["duel"]\n[stop]\ngames = 12\n')
    return tmp_path / "duel.toml"


def test_without_the_extra_it_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr(lab, "find_spec", lambda name: None if name in ("polars", "altair") else name)
    assert main(["lab", "balance", "horizon-wars"]) == 2
    said = capsys.readouterr().err
    assert said == "hexless: the lab needs polars, altair, which is not installed: pip install 'hexless[lab]'\n"
    monkeypatch.setattr(lab, "find_spec", lambda name: None if name == "ray" else name)
    assert main(["lab", "balance", "horizon-wars", "--on", "ray"]) == 2
    assert "pip install 'hexless[ray]'" in capsys.readouterr().err


def test_a_balance_from_question_to_report(hexless, tmp_path):
    pytest.importorskip("polars")
    done = hexless("lab", "balance", "skirmish", "--scenario", "duel", *TERMS, "--out", tmp_path / "a")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Duel: red wins ")
    assert "12 games; the report is" in done.stdout
    assert {"answer.json", "experiment.json", "games.parquet", "report.html", "run.json"} == {
        file.name for file in (tmp_path / "a").iterdir()
    }
    again = hexless("lab", "run", tmp_path / "a" / "experiment.json", "--out", tmp_path / "b", "--json")
    assert json.loads(again.stdout)["games"] == 12
    assert (tmp_path / "a" / "games.parquet").read_bytes() == (tmp_path / "b" / "games.parquet").read_bytes()
    listed = json.loads(hexless("lab", "list", tmp_path, "--json").stdout)
    assert {each["folder"] for each in listed} == {"a", "b"}


def test_parts_from_two_machines(hexless, asked, tmp_path):
    pytest.importorskip("polars")
    for name, deals in (("a", "1-3"), ("b", "4-6")):
        done = hexless("lab", "run", asked, "--deals", deals, "--jobs", "1", "--out", tmp_path / name)
        assert done.returncode == 0, done.stderr
    done = hexless("lab", "merge", tmp_path / "a", tmp_path / "b", "--into", tmp_path / "c")
    assert "12 games" in done.stdout
    assert "12 games" in hexless("lab", "report", tmp_path / "c").stdout


def test_all_faults_at_once(skirmish, capsys, tmp_path):
    pytest.importorskip("polars")
    file = tmp_path / "wrong.toml"
    file.write_text('game = "skirmish"\nscenarios = ["feud"]\nbots = ["clever"]\n[stop]\ngames = 0\n')
    assert main(["lab", "run", str(file)]) == 2
    said = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[2] for line in said] == ["$.scenarios[0]", "$.bots[0]", "$.stop.games"]


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["run", "nowhere.toml"], "no such file"),
        (["balance", "chess"], "no game 'chess'"),
        (["balance", "skirmish", "--on", "mars"], "not on 'mars'"),
        (["price", "skirmish", "foxes", "Wolf"], "no unit in Foxes"),
        (["rulings", "skirmish", "weather"], "no ruling 'weather'"),
        (["report", "nowhere"], "no such file"),
    ],
)
def test_mistakes_are_one_line(skirmish, capsys, args, says):
    pytest.importorskip("polars")
    assert main(["lab", *args]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("wrong", ["0-3", "5-2", "some"])
def test_deals_are_counted_from_one(skirmish, capsys, asked, wrong):
    pytest.importorskip("polars")
    assert main(["lab", "run", str(asked), "--deals", wrong]) == 2
    assert "deals are counted from 1" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for another process there")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_every_finished_game(environment, hexless, tmp_path, jobs):
    pytest.importorskip("polars")
    terms = ["lab", "balance", "skirmish", "--scenario", "duel", "--out", str(tmp_path / "a"), "--jobs", jobs]
    command = [sys.executable, "-m", "hexless", *terms, "--games", "100000"]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    journal = tmp_path / "a" / "journal.jsonl"
    deadline = time.monotonic() + 100
    while not journal.exists() or journal.read_bytes().count(b"\n") < 8:
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    kept = journal.read_bytes().count(b"\n")
    assert f"stopped; {kept} games are in" in said
    done = hexless(*terms, "--games", "20", "--json")
    assert json.loads(done.stdout)["games"] == 20
    assert not journal.exists()
    whole = hexless(*terms[:-4], "--out", str(Path(tmp_path) / "b"), "--games", "20")
    assert whole.returncode == 0
    assert (tmp_path / "a" / "games.parquet").read_bytes() == (tmp_path / "b" / "games.parquet").read_bytes()

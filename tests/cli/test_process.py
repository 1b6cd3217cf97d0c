"""The command as a process: exit codes, pipes, and files that people bring."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hexless.cli import main

Out = pytest.CaptureFixture[str]
Hexless = Callable[..., "subprocess.CompletedProcess[str]"]


def test_exit_codes(hexless: Hexless) -> None:
    assert hexless("games").returncode == 0
    mistake = hexless("odds", "skirmish", "shooting")
    assert (mistake.returncode, mistake.stdout) == (2, "")
    assert mistake.stderr == "hexless: shooting needs dice (a whole number from 1 to 3)\n"


def test_a_closed_pipe_is_no_trouble(environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "hexless", "rules", "skirmish"]
    reader = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert reader.stdout is not None
    reader.stdout.close()
    assert reader.stderr is not None
    assert reader.stderr.read() == ""
    reader.stderr.close()
    assert reader.wait() in (0, 1)


def test_a_terminal_that_knows_no_bars(hexless: Hexless) -> None:
    done = hexless("odds", "skirmish", "shooting", "dice=2", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "50.000%" in done.stdout


def test_a_mistake_of_ours_is_one_line_too(capsys: Out, monkeypatch: pytest.MonkeyPatch, skirmish: str) -> None:
    def fails() -> list[str]:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("hexless.cli.games.names", fails)
    assert main(["games"]) == 70
    assert capsys.readouterr().err.startswith("hexless: a mistake of ours, please report it: ZeroDivisionError: oh")
    monkeypatch.setenv("HEXLESS_TRACE", "1")
    with pytest.raises(ZeroDivisionError):
        main(["games"])


FAULTY = """
from msgspec.structs import replace
from toy import ruleset as whole

def step(g):
    return {}["no such key"]

ruleset = replace(whole, id="faulty", step=step)
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_plugins_failure_is_the_plugins_in_any_process(
    hexless: Hexless, environment: dict[str, str], tmp_path: Path, jobs: str
) -> None:
    (tmp_path / "faulty.py").write_text(FAULTY)
    info = tmp_path / "faulty-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: faulty\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[hexless.rulesets]\nfaulty = faulty:ruleset\n")
    path = os.pathsep.join((environment["PYTHONPATH"], str(tmp_path)))
    done = hexless("sim", "faulty", "--games", "2", "--jobs", jobs, PYTHONPATH=path)
    assert done.returncode == 2
    assert done.stderr.startswith("hexless: the ruleset faulty failed: KeyError: 'no such key'")
    assert len(done.stderr.splitlines()) == 1


def test_an_interrupt_is_130(capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> list[str]:
        raise KeyboardInterrupt

    monkeypatch.setattr("hexless.cli.games.names", interrupted)
    assert main(["games"]) == 130
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("skirmish")
def test_files_are_checked_with_every_fault(capsys: Out, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "Mine"\nfigures = ["Solo"]\n')
    assert main(["force", "skirmish", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: no faults\n"
    file.write_text("name = 1\nfigures = [1, 2]\nhats = 3\n")
    assert main(["force", "skirmish", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        f"hexless: {file}: $.name: Expected `str`, got `int`",
        f"hexless: {file}: $.figures[0]: Expected `str`, got `int`",
        f"hexless: {file}: $.figures[1]: Expected `str`, got `int`",
        f"hexless: {file}: $.hats: there is no such field; there is: name, figures",
    ]
    assert main(["force", "skirmish", str(file), "--json"]) == 2
    out, err = capsys.readouterr()
    assert err == ""
    report = json.loads(out)
    assert report["ok"] is False
    assert report["faults"][3]["place"] == "$.hats"


@pytest.mark.usefixtures("skirmish")
def test_scenarios_are_checked_and_listed(capsys: Out, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    mine = {"name": "x", "seats": ["a", "a"], "width": 1, "depth": 6000, "rounds": 1, "forces": ["foxes", "foxes"]}
    file.write_text(json.dumps(mine))
    assert main(["scenario", "skirmish", str(file)]) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"hexless: {file}: seats: two or three different seats",
        f"hexless: {file}: width: from 9000 to 60000, not 1",
    ]
    assert main(["scenario", "skirmish"]) == 0
    assert capsys.readouterr().out.split() == ["duel", "melee"]
    assert main(["scenario", "skirmish", "duel", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"file": "duel", "ok": True, "faults": []}


@pytest.mark.usefixtures("skirmish")
def test_schemas(capsys: Out) -> None:
    assert main(["schema", "skirmish", "force"]) == 0
    assert json.loads(capsys.readouterr().out)["$defs"]["Force"]["required"] == ["name", "figures"]
    assert main(["schema", "skirmish", "map"]) == 2
    assert capsys.readouterr().err == "hexless: there is no schema 'map'; there is: scenario, force\n"

"""start.py: what makes it install again, what it says when a step fails, and that a failing check hides no other."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def start(tmp_path, monkeypatch):
    """start.py in a checkout of its own."""
    spec = importlib.util.spec_from_file_location("start", ROOT / "start.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\n[tool.ruff]\nline-length = 99\n')
    (tmp_path / "constraints.txt").write_text("a==1\n")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "PYTHON", tmp_path / ".venv" / "python")
    return module


@pytest.fixture
def installs(start, monkeypatch):
    """What is installed instead of calling pip."""
    done = []
    start.VENV.mkdir()
    start.PYTHON.touch()
    monkeypatch.setattr(start, "make_venv", lambda: None)
    monkeypatch.setattr(start, "pip_command", lambda: ["pip"])
    monkeypatch.setattr(start, "watch", lambda command: (done.append(command[-1]), (0, []))[1])
    return done


def test_nothing_is_installed_twice(start, installs):
    start.prepare("fast")
    start.prepare("fast")
    start.prepare("dev")
    start.prepare("fast")  # dev has all of fast
    assert installs == [".[fast]", ".[dev]"]


@pytest.mark.parametrize(
    ("path", "text", "again"),
    [
        ("constraints.txt", "a==2\n", True),
        ("pyproject.toml", '[project]\nname = "x"\ndependencies = ["a"]\n', True),
        ("pyproject.toml", '[project]\nname = "x"\n[tool.ruff]\nline-length = 120\n', False),
        ("hatch_build.py", "pass\n", True),
        ("web/index.html", "<html>", True),
        ("web/node_modules/a.js", "1", False),
        ("src/hexless/new.py", "pass\n", False),
    ],
)
def test_what_makes_it_install_again(start, installs, path, text, again):
    start.prepare("dev")
    (start.ROOT / path).parent.mkdir(parents=True, exist_ok=True)
    (start.ROOT / path).write_text(text)
    start.prepare("dev")
    assert len(installs) == 1 + again


def test_another_place_or_python_makes_it_install_again(start, installs, monkeypatch):
    start.prepare("dev")
    monkeypatch.setattr(start.sys, "version_info", (3, 99, 0))
    start.prepare("dev")
    assert len(installs) == 2


def test_a_failed_installation_is_tried_again_and_says_why(start, installs, monkeypatch):
    start.prepare("dev")
    (start.ROOT / "constraints.txt").write_text("a==3\n")
    told = ["Collecting a", "  ERROR: No matching distribution found for a==3", "note: not a problem with pip"]
    monkeypatch.setattr(start, "watch", lambda command: (1, told))
    for _ in range(2):
        with pytest.raises(start.Trouble, match=r"No matching distribution found for a==3\. See that the package"):
            start.prepare("dev")


def test_every_check_runs_and_any_failure_counts(start, monkeypatch, capsys):
    ran = []

    def run(*command):
        ran.append(str(command[-1]))
        return int("mypy" in ran[-1])

    monkeypatch.setattr(start, "run", run)
    assert start.test([]) == 1
    assert ran == ["check", "--check", "mypy", str(start.BIN / "lint-imports"), "loadgroup"]
    assert "FAILED: mypy" in capsys.readouterr().out


def test_with_options_only_pytest_runs(start, monkeypatch):
    ran = []
    monkeypatch.setattr(start, "run", lambda *command: ran.append(command[1:]) or 5)
    assert start.test(["-k", "one"]) == 5
    assert ran == [("-m", "pytest", "-k", "one")]


def test_a_live_command_is_shown_line_by_line(start, capsys):
    code, told = start.watch([sys.executable, "-c", "print('one'); print('two'); raise SystemExit(3)"])
    assert (code, told) == (3, ["one", "two"])
    assert capsys.readouterr().out == "  one\n  two\n"


@pytest.mark.parametrize(("words", "code"), [((), 2), (("dance",), 2), (("--help",), 0)])
def test_usage(words, code):
    done = subprocess.run([sys.executable, ROOT / "start.py", *words], capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert "start.py play" in (done.stdout if code == 0 else done.stderr)

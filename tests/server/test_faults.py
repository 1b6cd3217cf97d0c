"""Fault 12: a bad database, a closed or full stdout, Ctrl-C to all of `play`: one clear line each, no traceback."""

import os
import signal
import subprocess
import sys
import time

import pytest

PLAY = [sys.executable, "-m", "hexless", "play", "--no-browser", "--port"]


@pytest.fixture
def env(toy_path):
    return {**os.environ, "PYTHONPATH": os.pathsep.join(toy_path)}


@pytest.mark.parametrize(
    "url",
    [
        "no url at all",
        "mysql://somebody@nowhere/games",
        "sqlite+aiosqlite:////no/such/place/games.db",
        "sqlite+aiosqlite:///{folder}",
        "sqlite+aiosqlite:///{folder}/words.db",
        "postgresql+asyncpg://somebody:secret@127.0.0.1:1/games",
        "postgresql+asyncpg:///games?host={folder}",
    ],
)
def test_a_database_that_cannot_be_used_is_told_in_a_line(env, tmp_path, url):
    (tmp_path / "words.db").write_text("these are words and no database " * 100)
    done = subprocess.run(
        [*PLAY, "38642", "--db", url.format(folder=tmp_path)],
        env=env,
        text=True,
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.returncode not in (0, -signal.SIGABRT)
    assert "Traceback" not in done.stderr
    assert "database" in done.stderr
    assert "secret" not in done.stderr
    assert (tmp_path / "words.db").read_text().startswith("these are words")


@pytest.mark.parametrize("out", ["/dev/full", "closed"])
def test_a_stdout_that_takes_nothing_makes_no_traceback(env, out):
    command = [sys.executable, "-m", "hexless", "rules", "horizon-wars"]
    if out == "closed":
        done = subprocess.run(
            ["/bin/sh", "-c", 'exec "$@" >&-', "sh", *command],
            env=env,
            text=True,
            stderr=subprocess.PIPE,
            check=False,
            timeout=120,
        )
    else:
        with open(out, "w") as full:
            done = subprocess.run(
                command, env=env, text=True, stdout=full, stderr=subprocess.PIPE, check=False, timeout=120
            )
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("after", [0.3, 1.5, 4.0])
def test_ctrl_c_to_the_whole_group_ends_it_quietly(env, tmp_path, after):
    """A terminal tells every process of the group, the bots' too, and at any moment of the start."""
    command = [*PLAY, "38643", "--db", f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"]
    with subprocess.Popen(command, env=env, text=True, stderr=subprocess.PIPE, start_new_session=True) as process:
        time.sleep(after)
        os.killpg(process.pid, signal.SIGINT)
        try:
            _, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    assert "Traceback" not in errors

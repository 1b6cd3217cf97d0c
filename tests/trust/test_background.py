"""Tests that are started as a background job, with Ctrl-C ignored, hear it all the same."""

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROBE = """
import signal, subprocess, sys

def test_probe():
    ask = [sys.executable, "-c", "import signal; print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)"]
    assert subprocess.run(ask, capture_output=True, text=True).stdout.strip() == "False"
"""


def test_ctrl_c_is_heard_by_what_a_background_run_starts(tmp_path):
    (tmp_path / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text())
    (tmp_path / "test_probe.py").write_text(PROBE)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path / "test_probe.py")]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    ignored = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    finally:
        signal.signal(signal.SIGINT, ignored)
    assert done.returncode == 0, done.stdout + done.stderr

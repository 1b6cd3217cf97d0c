"""Two real browsers play over one server: the tests of people at a table, again and again."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run(until, size=0):
    """Every test of tests/web/test_people.py, as often as there is time for."""
    rounds, faults = 0, []
    command = [sys.executable, "-m", "pytest", "-q", "-x", "tests/web/test_people.py"]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    while time.monotonic() < until or not rounds:
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
        rounds += 1
        if done.returncode:
            faults.append(done.stdout[-400:])
    return {"rounds": rounds}, faults

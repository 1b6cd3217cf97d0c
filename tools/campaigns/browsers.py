"""Two real browsers play whole games of every ruleset over one server, with breaks, undo, rematch and resignation."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from hexless.ruleset import names

ROOT = Path(__file__).resolve().parents[2]
TEST = "tests/web/test_together.py::test_a_whole_game_of_any_ruleset"


def run(until, size=0):
    """A game of each ruleset and of Skirmish in turn, as often as there is time for; `size` games at most."""
    played, faults = Counter(), []
    games = [*names(), "skirmish"]
    while (time.monotonic() < until and played.total() < (size or 10**9)) or not played:
        game = games[played.total() % len(games)]
        env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "TOGETHER": game, "REQUIRE_ALL": "1"}
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", TEST]
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
        played[game] += 1
        if done.returncode or not re.search(r"\b1 passed|^\.", done.stdout, re.M):
            faults.append(f"{game}: {done.stdout[-600:]}")
    return {"whole games": played.total(), "of": dict(played)}, faults

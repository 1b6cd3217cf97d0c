"""What all tests share."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("hexless", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("hexless")


@pytest.fixture
def elsewhere():
    """Run Python code in another process, with another hash seed; what it prints."""
    import subprocess

    def run(code, *args):
        path = os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)])
        env = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "4242"}
        done = subprocess.run([sys.executable, "-c", code, *args], env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run

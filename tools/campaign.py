"""Campaigns: `python tools/campaign.py NAME --for 10m` repeats one proof until the time is over and prints its figures.

NAME is one of audit, kill, twins, hostile, load, browsers. Servers, databases and connections are real. It ends with 1
when anything was found that must not be. Ctrl-C or a kill ends it early, with the figures that were reached.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import signal
import sys
import time
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src"), str(HERE.parent / "tests"), str(HERE.parent / "tests" / "server")]
os.environ.setdefault("HEXLESS_COMPILE", "now")  # servers are forked: nothing may be compiled beside them
from campaigns import Missing  # noqa: E402

NAMES = ("audit", "kill", "twins", "hostile", "load", "browsers")


def seconds(text: str) -> float:
    """`90s`, `10m` or `1h` in seconds."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", text)
    if not found:
        raise argparse.ArgumentTypeError(f"a time is 90s, 10m or 1h, not {text!r}")
    return float(found[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[found[2]]


def told_of(figures: dict[str, object], faults: int) -> str:
    """All figures in one line."""
    return "; ".join(f"{name}: {value}" for name, value in {**figures, "faults": faults}.items())


def main(args: list[str] | None = None) -> int:
    """Run one campaign; its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=NAMES)
    parser.add_argument("--for", dest="time", type=seconds, default=600.0, metavar="TIME", help="such as 90s or 10m")
    parser.add_argument("--size", type=int, default=0, help="how many games or clients at once, where that matters")
    given = parser.parse_args(args)
    campaign = import_module(f"campaigns.{given.name}")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # who ends a campaign gets the figures so far
    begun = time.monotonic()
    try:
        figures, faults = campaign.run(begun + given.time, given.size)
    except Missing as what:
        parser.error(str(what))
    except KeyboardInterrupt:
        parser.exit(1, "it was ended before anything was measured\n")
    told = f"campaign.py {' '.join(sys.argv[1:] if args is None else args)}: {told_of(figures, len(faults))}"
    where = f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.0f}, {platform.machine()}"
    when = f"{time.monotonic() - begun:.0f} s, {time.strftime('%Y-%m-%d %H:%M', time.gmtime())} UTC"
    lines = [f"{told} ({when}, {where}, Python {platform.python_version()})"]
    sys.stdout.write("\n".join([*lines, *(f"  FAULT {fault}" for fault in faults[:20])]) + "\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

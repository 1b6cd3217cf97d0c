"""Run the benchmarks and print their table; `--write` puts it into docs/performance.md."""

from __future__ import annotations

import argparse
import os
import sys
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from hexless.ruleset.collecting import collect_seldom

from .rows import HEAD, Row, cells, machine, markdown

DOCS = Path(__file__).resolve().parents[1] / "docs" / "performance.md"
os.environ.setdefault("HEXLESS_COMPILE", "now")  # kernels are measured, not those that stand in for them
BEGIN, END = "<!-- bench: begin -->", "<!-- bench: end -->"
LONG = ("bots",)  # hours of games: only where they are named


def modules() -> list[str]:
    """The benchmarks there are, in the order of the table; each module has a `run` that gives its rows."""
    names = (
        "table",
        "play",
        "quick",
        "growth",
        "formation",
        "odds",
        "forecast",
        "startup",
        "bots",
        "battle",
        "lab",
        "server",
        "web",
    )
    return [name for name in names if find_spec(f"bench.{name}")]


def measure(names: list[str]) -> list[Row]:
    """All rows, with a line of progress for each module."""
    rows: list[Row] = []
    for name in names:
        began = time.monotonic()
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        rows += import_module(f"bench.{name}").run()
        print(f"measured {name} in {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return rows


def show(rows: list[Row]) -> None:
    """The table on a terminal, or as Markdown where nobody looks."""
    if not sys.stdout.isatty():
        print(markdown(rows))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(*HEAD)
    for row in rows:
        colour = None if row.ok is None else "green" if row.ok else "red"
        table.add_row(*(cell.replace("**", "") for cell in cells(row)), style=colour)
    Console().print(table)


def write(text: str) -> None:
    """Replace what stands between the markers, whole or not at all."""
    before, begin, rest = DOCS.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        sys.exit(f"bench: {DOCS.name} has no markers {BEGIN} and {END}; put them where the table should stand")
    draft = DOCS.with_suffix(f".{os.getpid()}.tmp")
    draft.write_text(f"{before}{BEGIN}\n\n{text}\n{END}{after}", encoding="utf-8")
    draft.replace(DOCS)


def main() -> int:
    """Measure what was asked for; a missed target is shown, not an error."""
    parser = argparse.ArgumentParser(prog="python3 start.py bench", description=__doc__)
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"which to run: {', '.join(modules())} (default: all but {', '.join(LONG)})",
    )
    parser.add_argument("--write", action="store_true", help="put the table into docs/performance.md")
    options = parser.parse_args()
    if unknown := [name for name in options.names if name not in modules()]:
        parser.error(f"there is no benchmark {unknown[0]!r}; there is: {', '.join(modules())}")
    if options.write and options.names:
        parser.error("--write wants the whole table: give no names")
    collect_seldom()  # as every process does that plays games
    rows = measure(options.names or [name for name in modules() if name not in LONG])
    show(rows)
    from .signature import lines

    marks = "\n".join(lines())
    print(f"{machine()}\n\nbehaviour signatures:\n{marks}")
    if options.write:
        write(f"{machine()}\n\n{markdown(rows)}\nBehaviour signatures:\n\n```text\n{marks}\n```\n")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("\nbench: interrupted; nothing was written", file=sys.stderr)
        sys.exit(130)

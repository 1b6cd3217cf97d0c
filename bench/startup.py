"""How long the command line takes to answer, and what it must not load to do so."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from statistics import median
from time import perf_counter

from .rows import Row, at_most

COMMANDS = {
    "hexless games": ("games",),
    "hexless rules": ("rules", "horizon-wars"),
    "hexless odds": ("odds", "horizon-wars", "shooting", "fire=4", "incoming=2", "range=12"),
}
HEAVY = ("numba", "llvmlite", "scipy", "shapely", "fastapi", "uvicorn", "sqlalchemy", "ray", "polars", "hexless.server")
LOOK = """
import sys
from hexless.cli import main
sys.argv = ["hexless", *sys.argv[1:]]
try:
    main()
except SystemExit:
    pass
print("loaded:", *[name for name in {heavy!r} if name in sys.modules])
"""


def run() -> list[Row]:
    """Wall and CPU time of whole processes, beside an empty Python, in interleaved rounds."""
    jobs = {"python -c pass": ("-c", "pass")} | {
        name: ("-c", "from hexless.cli import main; main()", *words) for name, words in COMMANDS.items()
    }
    seen: dict[str, list[tuple[float, float]]] = {name: [] for name in jobs}
    for turn in range(8):
        for name, words in jobs.items():
            cost = whole_process(words)
            if turn:  # the first turn writes bytecode
                seen[name].append(cost)
    rows = [Row("python -c pass, wall", median(wall for wall, _ in seen.pop("python -c pass")), "s")]
    for name, costs in seen.items():
        rows.append(at_most(f"{name}, wall", median(wall for wall, _ in costs), "s", 0.4))
        rows.append(at_most(f"{name}, CPU", median(cpu for _, cpu in costs), "s", 0.4))
    return [*rows, *(at_most(f"{name}, heavy modules", loaded(words), "loaded", 0) for name, words in COMMANDS.items())]


def whole_process(words: tuple[str, ...]) -> tuple[float, float]:
    """Wall and CPU seconds of one Python process."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    subprocess.run([sys.executable, *words], env=environment(), stdout=subprocess.DEVNULL, check=True)
    after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter() - began
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def loaded(words: tuple[str, ...]) -> int:
    """How many heavy modules a command loads."""
    look = [sys.executable, "-c", LOOK.format(heavy=HEAVY), *words]
    out = subprocess.run(look, env=environment(), capture_output=True, text=True, check=True).stdout
    found = out.splitlines()[-1].split()[1:]
    if found:
        print(f"{' '.join(words)} loads {', '.join(found)}", file=sys.stderr)
    return len(found)


def environment() -> dict[str, str]:
    """Ours, but with bytecode written as it is for everybody else."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

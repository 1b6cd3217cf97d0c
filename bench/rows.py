"""Rows of the benchmark table, and the one way we measure: medians of interleaved rounds in CPU time."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import gmtime, process_time, strftime
from typing import NamedTuple

__all__ = ["Row", "at_least", "at_most", "machine", "markdown", "medians", "seconds", "versus"]

Task = Callable[[], object]


class Row(NamedTuple):
    """One figure. `ratio` is how many times the peer's time ours is into: 8 means eight times faster than the peer."""

    name: str
    measured: float
    unit: str
    peer: str = ""
    peer_measured: float | None = None
    ratio: float | None = None
    target: str = ""
    ok: bool | None = None  # None: there is no target


def at_most(name: str, measured: float, unit: str, limit: float) -> Row:
    """A figure that should not exceed a limit."""
    return Row(name, measured, unit, target=f"≤ {_figure(limit)} {unit}", ok=measured <= limit)


def at_least(name: str, measured: float, unit: str, limit: float) -> Row:
    """A figure that should reach a limit."""
    return Row(name, measured, unit, target=f"≥ {_figure(limit)} {unit}", ok=measured >= limit)


def versus(name: str, ours: float, unit: str, peer: str, theirs: float, *, target: float) -> Row:
    """Ours against a peer measured in the same run; `target` is the least ratio of their time to ours."""
    ratio = theirs / ours
    return Row(name, ours, unit, peer, theirs, ratio, f"≥ {_figure(target)} ×", ratio >= target)


def medians(tasks: Mapping[str, Task], rounds: int = 7, least: float = 0.05) -> dict[str, float]:
    """CPU seconds of one call of each task: the median over rounds in which every task has its turn.

    A turn repeats its task until it takes about `least` seconds; what a first call alone costs is left out.
    """
    loops = {name: _loops(task, least) for name, task in tasks.items()}
    times: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(rounds):
        for name, task in tasks.items():
            times[name].append(_timed(task, loops[name]))
    return {name: median(seen) for name, seen in times.items()}


def seconds(task: Task) -> float:
    """CPU seconds of one call, and no other before it."""
    began = process_time()
    task()
    return process_time() - began


def _loops(task: Task, least: float) -> int:
    task()
    loops = 1
    while (spent := _timed(task, loops) * loops) < least and loops < 1 << 24:
        loops = max(loops * 2, int(loops * least / max(spent, 1e-9))) if spent > least / 100 else loops * 8
    return loops


def _timed(task: Task, loops: int) -> float:
    began = process_time()
    for _ in range(loops):
        task()
    return (process_time() - began) / loops


def machine() -> str:
    """Where and when: processor, cores, Python, date."""
    return f"{_processor()}, {_cores()} cores, Python {platform.python_version()}, {strftime('%Y-%m-%d', gmtime())}"


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    except OSError:
        models = []
    return models[0] if models else platform.processor() or platform.machine()


def _cores() -> int:
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


HEAD = ("what", "measured", "peer", "peer measured", "ratio", "target", "")


def cells(row: Row) -> tuple[str, ...]:
    """A row as the table prints it."""
    theirs = "" if row.peer_measured is None else f"{_figure(row.peer_measured)} {row.unit}"
    ratio = "" if row.ratio is None else f"{_figure(row.ratio)} ×"
    verdict = "" if row.ok is None else "met" if row.ok else "**missed**"
    return row.name, f"{_figure(row.measured)} {row.unit}", row.peer, theirs, ratio, row.target, verdict


def markdown(rows: Sequence[Row]) -> str:
    """All rows as one Markdown table."""
    lines = [HEAD, ("---", "--:", "---", "--:", "--:", "--:", "---"), *map(cells, rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def _figure(number: float) -> str:
    """Three figures that matter."""
    if abs(number) >= 100 or float(number).is_integer():
        return f"{number:,.0f}"
    return f"{number:.2f}" if abs(number) < 10 else f"{number:.1f}"

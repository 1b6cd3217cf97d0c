"""Progress bars: on a terminal, and nowhere else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

__all__ = ["progress", "reporting"]

T = TypeVar("T")


@contextmanager
def progress(total: int) -> Iterator[Callable[[int], None]]:
    """A bar on stderr that is told how much is done; silent when stderr is no terminal."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    parts = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*parts, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=total)
        yield lambda done: bar.update(task, completed=done)


@contextmanager
def reporting(line: Callable[[T], str]) -> Iterator[Callable[[T], None]]:
    """A line on stderr that tells how far something is; silent when stderr is no terminal."""
    if not sys.stderr.isatty():
        yield lambda progress: None
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    with Live(console=Console(stderr=True), transient=True, refresh_per_second=5) as live:
        yield lambda progress: live.update(Text(line(progress)))

"""Work over several processes of this machine; whatever ends it ends the processes."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import Any, Protocol, TypeVar

from hexless.kernel import GameError
from hexless.ruleset import blame
from hexless.ruleset.collecting import collect_seldom
from hexless.table import _fast

__all__ = ["Workers", "cores", "here", "in_order", "processes"]

C = TypeVar("C")
T = TypeVar("T")
R = TypeVar("R")
_IN_HAND = 4  # tasks that wait for each process
_PATIENCE = 10.0  # seconds for a process that was told to go


class Workers(Protocol):
    """Somebody who does tasks: each result with its task, as soon as it is there, in any order.

    common: what all the tasks share, sent once. Tasks are taken from the iterator only when somebody is free for
    them, so that whoever gives them out may decide late. Closing the iterator stops the work.
    """

    def __call__(
        self, do: Callable[[C, T], R], common: C, tasks: Iterable[T]
    ) -> Generator[tuple[T, R], None, None]: ...


def here(do: Callable[[C, T], R], common: C, tasks: Iterable[T]) -> Generator[tuple[T, R], None, None]:
    """One task after the other, in this process."""
    for task in tasks:
        yield task, do(common, task)


def processes(jobs: int) -> Workers:
    """So many processes of this machine; one is this one."""

    def work(do: Callable[[C, T], R], common: C, tasks: Iterable[T]) -> Generator[tuple[T, R], None, None]:
        return _pooled(jobs, do, common, iter(tasks))

    return here if jobs <= 1 else work


def in_order(results: Iterable[tuple[int, R]], first: int = 1) -> Iterator[R]:
    """The results of numbered tasks by number, from the first on, without a gap."""
    waiting: dict[int, R] = {}
    for number, result in results:
        waiting[number] = result
        while first in waiting:
            yield waiting.pop(first)
            first += 1


def cores() -> int:
    """How many processes may run at once."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1


_given: tuple[Callable[[Any, Any], Any], Any]


def _take(do: Callable[[Any, Any], Any], common: Any, first: Any) -> None:
    global _given  # noqa: PLW0603 a worker process has one kind of task
    _given = (do, common)
    collect_seldom()
    _fast.when_compiling(lambda: _compiling(first))
    Thread(target=_end_with_parent, daemon=True).start()


def _compiling(first: Any) -> None:
    """The first process that has to compile says so."""
    if first.acquire(block=False):
        sys.stderr.write(f"{_fast.COMPILING}\n")


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(1)  # nobody is left to work for


def _do(task: Any) -> Any:
    """One task; whose code failed is said here, because a traceback does not leave its process."""
    do, common = _given
    try:
        return do(common, task)
    except GameError:
        raise
    except Exception as error:
        if theirs := blame.told(error):
            raise GameError(f"{theirs} (HEXLESS_TRACE=1 and --jobs 1 show where)") from None
        raise


def _pooled(jobs: int, do: Callable[[C, T], R], common: C, tasks: Iterator[T]) -> Generator[tuple[T, R], None, None]:
    strangers = set(active_children())
    context = get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, _take, (do, common, context.Semaphore(1)))
    due: dict[Future[R], T] = {}

    def hand_out(count: int) -> None:
        for task in islice(tasks, count):
            with _deaf():
                due[pool.submit(_do, task)] = task

    try:
        hand_out(_IN_HAND * jobs)
        while due:
            ready, _ = wait(due, return_when=FIRST_COMPLETED)
            for future in [future for future in due if future in ready]:
                yield due.pop(future), future.result()
            hand_out(_IN_HAND * jobs - len(due))
    except BrokenProcessPool:
        raise GameError("a process that played games was ended from outside, perhaps for want of memory") from None
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        ours = set(active_children()) - strangers
        for child in ours:
            child.terminate()
        for child in ours:
            child.join(_PATIENCE)  # gone, not only told to go
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes started in here do not hear Ctrl-C: it is ours to end them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

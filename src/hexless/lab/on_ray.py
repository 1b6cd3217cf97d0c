"""Work on Ray: actors that take tasks in chunks and stream the results. An actor that dies loses no task."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from importlib import import_module
from itertools import chain, islice
from typing import Any, TypeVar

from hexless.kernel import GameError
from hexless.ruleset.collecting import collect_seldom

from .workers import Workers

__all__ = ["ray_actors"]

C = TypeVar("C")
T = TypeVar("T")
R = TypeVar("R")
_CHUNK = 4  # tasks that an actor takes at once
_DEATHS = 3  # of actors, for each that there is, without a result in between: then it is not chance


def ray_actors(jobs: int | None = None, address: str | None = None) -> Workers:
    """So many actors (one a core) on the cluster at an address, else on a Ray of our own on this machine."""

    def work(do: Callable[[C, T], R], common: C, tasks: Iterable[T]) -> Generator[tuple[T, R], None, None]:
        ray = import_module("ray")
        ours = not ray.is_initialized()
        if ours:
            _start(ray, jobs, address)
        try:
            count = jobs or max(1, int(ray.cluster_resources().get("CPU", 1)))
            yield from _Crew(ray, count, do, common, iter(tasks)).results()
        finally:
            if ours:
                ray.shutdown()

    return work


def _start(ray: Any, jobs: int | None, address: str | None) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    where: dict[str, Any] = {"address": address}
    if address is None:
        path = os.pathsep.join(filter(None, sys.path))
        where = {"address": "local", "num_cpus": jobs, "include_dashboard": False}
        where["runtime_env"] = {"env_vars": {"PYTHONPATH": path}}
    try:
        ray.init(**where, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise GameError(f"no Ray at {address or 'this machine'}: {error}") from None


class _Player:
    """Does tasks in a process of the cluster."""

    def __init__(self, do: Callable[[Any, Any], Any], common: Any) -> None:
        collect_seldom()
        self.do, self.common = do, common

    def play(self, tasks: list[Any]) -> Iterator[tuple[Any, Any]]:
        for task in tasks:
            yield task, self.do(self.common, task)


class _Crew:
    """The actors, and what each has in hand; a task is in hand until its result is here, and given out again if not."""

    def __init__(self, ray: Any, count: int, do: Callable[[Any, Any], Any], common: Any, tasks: Iterator[Any]) -> None:
        self.ray, self.make = ray, ray.remote(num_cpus=1)(_Player)
        self.given = (do, ray.put(common))
        self.again: deque[Any] = deque()
        self.tasks = tasks
        self.idle = [self._hire() for _ in range(count)]
        self.busy: dict[Any, tuple[Any, list[Any]]] = {}  # by stream: the actor, the tasks without a result
        self.count, self.deaths = count, 0

    def _hire(self) -> Any:
        return self.make.remote(*self.given)

    def results(self) -> Generator[tuple[Any, Any], None, None]:
        try:
            self._give_out()
            while self.busy:
                ready, _ = self.ray.wait(list(self.busy), num_returns=1)
                for stream in ready:
                    yield from self._next(stream)
                self._give_out()
        finally:
            for actor in (*self.idle, *(actor for actor, _ in self.busy.values())):
                self.ray.kill(actor)

    def _give_out(self) -> None:
        while self.idle:
            lost = (self.again.popleft() for _ in range(len(self.again)))
            if not (chunk := list(islice(chain(lost, self.tasks), _CHUNK))):
                return
            actor = self.idle.pop()
            stream = actor.play.options(num_returns="streaming").remote(chunk)
            self.busy[stream] = (actor, chunk)

    def _next(self, stream: Any) -> Iterator[tuple[Any, Any]]:
        """One result of a stream; or its actor is free, or dead."""
        actor, left = self.busy[stream]
        errors = self.ray.exceptions
        try:
            task, result = self.ray.get(next(stream))
        except StopIteration:
            del self.busy[stream]
            self.idle.append(actor)
        except (errors.RayActorError, errors.WorkerCrashedError, errors.ObjectLostError):
            self._replace(stream)
        except errors.RayTaskError as error:
            raise GameError(str(error.cause)) from None
        else:
            left.remove(task)
            self.deaths = 0
            yield task, result

    def _replace(self, stream: Any) -> None:
        """Its tasks without a result are due again, for a new actor."""
        actor, left = self.busy.pop(stream)
        self.ray.kill(actor)
        self.again.extend(left)
        self.deaths += 1
        if self.deaths > _DEATHS * self.count:
            raise GameError("the actors that play on Ray are ended again and again, perhaps for want of memory")
        self.idle.append(self._hire())

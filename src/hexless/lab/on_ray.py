"""Work on Ray: actors that take tasks in chunks of about a fifth of a second. An actor that dies loses no task."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from importlib import import_module
from itertools import chain, islice
from time import perf_counter
from typing import Any, TypeVar

from hexless.kernel import GameError
from hexless.ruleset.collecting import collect_seldom

from .workers import Workers

__all__ = ["ray_actors"]

C = TypeVar("C")
T = TypeVar("T")
R = TypeVar("R")
_CHUNK = 0.2  # seconds that an actor should be busy with a chunk: many times what it takes to hand one over
_MOST = 64  # tasks in a chunk
_IN_HAND = 2  # chunks that an actor has: it goes on with the next while the results of one are on their way
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

    def play(self, tasks: list[Any]) -> tuple[list[Any], float]:
        """The results of the first tasks, and the seconds that they took; the others take too long or will fail."""
        began, done = perf_counter(), list[Any]()
        for task in tasks:
            if done and perf_counter() - began > 2 * _CHUNK:
                break
            try:
                done.append(self.do(self.common, task))
            except Exception:
                if not done:
                    raise
                break  # what is done is kept; the task fails again as the first of its next chunk
        return done, perf_counter() - began


class _Crew:
    """The actors, and what each has in hand; a task is in hand until its result is here, and given out again if not."""

    def __init__(self, ray: Any, count: int, do: Callable[[Any, Any], Any], common: Any, tasks: Iterator[Any]) -> None:
        self.ray, self.make = ray, ray.remote(num_cpus=1)(_Player)
        self.given = (do, ray.put(common))
        self.again: deque[Any] = deque()
        self.tasks = tasks
        self.actors = [self._hire() for _ in range(count)]
        self.free = deque(list(range(count)) * _IN_HAND)  # actors, once for every chunk that they may have
        self.busy: dict[Any, tuple[int, list[Any]]] = {}  # by what is due: the actor, its tasks
        self.size, self.deaths = 1, 0

    def _hire(self) -> Any:
        return self.make.remote(*self.given)

    def results(self) -> Generator[tuple[Any, Any], None, None]:
        try:
            self._give_out()
            while self.busy:
                ready, _ = self.ray.wait(list(self.busy), num_returns=1)
                yield from self._take(ready[0])
                self._give_out()
        finally:
            for actor in self.actors:
                self.ray.kill(actor)

    def _give_out(self) -> None:
        while self.free:
            lost = (self.again.popleft() for _ in range(len(self.again)))
            if not (tasks := list(islice(chain(lost, self.tasks), self.size))):
                return
            actor = self.free.popleft()
            self.busy[self.actors[actor].play.remote(tasks)] = (actor, tasks)

    def _take(self, chunk: Any) -> Iterator[tuple[Any, Any]]:
        """The results of a chunk; or its actor is dead."""
        errors = self.ray.exceptions
        try:
            done, seconds = self.ray.get(chunk)
        except (errors.RayActorError, errors.WorkerCrashedError, errors.ObjectLostError):
            return self._replace(self.busy[chunk][0])
        except errors.RayTaskError as error:
            raise GameError(str(error.cause)) from None
        actor, tasks = self.busy.pop(chunk)
        self.free.append(actor)
        self.again.extend(tasks[len(done) :])
        self.size = max(1, min(_MOST, 2 * self.size, int(len(done) * _CHUNK / max(seconds, 1e-6))))
        self.deaths = 0
        yield from zip(tasks, done)

    def _replace(self, dead: int) -> None:
        """Its tasks without a result are due again, for a new actor."""
        self.ray.kill(self.actors[dead])
        for chunk in [chunk for chunk, (actor, _) in self.busy.items() if actor == dead]:
            self.again.extend(self.busy.pop(chunk)[1])
            self.free.append(dead)
        self.deaths += 1
        if self.deaths > _DEATHS * len(self.actors):
            raise GameError("the actors that play on Ray are ended again and again, perhaps for want of memory")
        self.actors[dead] = self._hire()

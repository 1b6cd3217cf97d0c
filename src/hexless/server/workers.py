"""Bots in processes of their own: they get a header and a tape, and have a time budget."""

from __future__ import annotations

import asyncio
import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing import get_context, parent_process
from typing import Any, NamedTuple

import msgspec

from hexless.kernel import Ask, AskAll, Entry, GameError, Look, Request, Stream, find, to_json
from hexless.kernel import record as records

from .match import Match, resumed

__all__ = ["Job", "Late", "Thought", "Workers"]

_GRACE = 4.0  # seconds that a bot may take beyond its budget before it is cut off
_START = 30.0  # seconds for a new process to load


class Late(GameError):
    """A bot did not answer within its budget."""


class Job(NamedTuple):
    """What a worker is told: the whole game as JSON, which seat to speak for, and with which bot."""

    match: str
    game: str
    header: bytes
    luck: str
    tape: bytes
    seat: str
    bot: str
    budget: int


class Thought(msgspec.Struct, frozen=True):
    """A bot's answer in JSON, and the options that it weighed with their scores."""

    answer: msgspec.Raw
    reasons: tuple[tuple[msgspec.Raw, float], ...] = ()


def job(name: str, match: Match, seat: str, bot: str, budget: int) -> Job:
    """A job for the bot of a seat."""
    tape = to_json([line.entry for line in match.lines])
    return Job(name, match.rules.id, to_json(match.header), match.luck, tape, seat, bot, budget)


class Workers:
    """Some processes that think for bots, started when the first one is needed."""

    def __init__(self, count: int = 0, grace: float = _GRACE, maker: str = "hexless.bots:make") -> None:
        self.count = count or max(1, min(4, (os.cpu_count() or 2) - 1))
        self.grace, self.maker = grace, maker
        self._pool: ProcessPoolExecutor | None = None
        self._answered = False  # a new process has to load first
        self._free = asyncio.Semaphore(self.count)
        self._tasks: set[asyncio.Task[Thought]] = set()

    async def think(self, job: Job) -> Thought:
        """The bot's answer; `Late` when it takes far too long, and then its process is ended.

        A caller that no longer waits leaves the bot to its budget; it is not left to run for ever.
        """
        task = asyncio.create_task(self._think(job))
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Thought]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waits is told; if nobody does, it is nobody's

    async def _think(self, job: Job) -> Thought:
        async with self._free:
            for _ in range(2):
                pool = self._started()
                try:
                    future = pool.submit(think, job, self.maker)
                    limit = job.budget / 1000 + self.grace + (0 if self._answered else _START)
                    body = await asyncio.wait_for(asyncio.wrap_future(future), limit)
                    self._answered = True
                    return msgspec.json.decode(body, type=Thought)
                except TimeoutError:
                    self._end(pool)
                    raise Late(f"the bot of {job.seat} did not answer within {limit:.0f} seconds") from None
                except BrokenProcessPool:
                    self._end(pool)
        raise Late(f"the process of the bot of {job.seat} died twice")

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.count, mp_context=get_context("spawn"), initializer=_watch_parent)
        return self._pool

    def _end(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool, self._answered = None, False
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def warm(self) -> None:
        """Start the processes and let them load the games."""
        for _ in range(self.count):
            self._started().submit(_warm)

    def close(self) -> None:
        """End the processes."""
        for task in self._tasks:
            task.cancel()
        if self._pool is not None:
            self._end(self._pool)


# ------------------------------------------------------------------ inside a worker

_kept: OrderedDict[str, Match] = OrderedDict()
_MOST_KEPT = 8


def _watch_parent() -> None:
    """When the server is killed its workers go with it."""
    parent = parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def _warm() -> None:
    from .catalogue import warm

    warm()


def think(job: Job, maker: str) -> bytes:
    """One answer of one bot, as JSON."""
    match = _rebuilt(job)
    ask = _ask(match.request, job.seat)
    bot = _bot(maker, job, Stream(job.luck, f"bot {job.seat} {match.answers}"))
    answer = bot.answer(_look(match, ask))
    ask.judge(answer)
    weighed = tuple((msgspec.Raw(to_json(r.answer)), float(r.score)) for r in getattr(bot, "reasons", ())[:3])
    return msgspec.json.encode(Thought(msgspec.Raw(to_json(answer)), weighed))


def _rebuilt(job: Job) -> Match:
    """The match that the job describes; one that was kept from the last job is played on."""
    tape = msgspec.json.decode(job.tape, type=list[Entry])
    known = _kept.pop(job.match, None)
    match = _played_on(known, tape) if known else None
    if match is None:
        header = msgspec.json.decode(job.header, type=records.Header)
        match = resumed(find(job.game), header, job.luck, tape)
    _kept[job.match] = match
    while len(_kept) > _MOST_KEPT:
        _kept.popitem(last=False)
    return match


def _played_on(known: Match, tape: list[Entry]) -> Match | None:
    """The kept match with the rest of the tape, if the tape begins as it did."""
    if len(tape) < known.answers or any(
        line.entry.ask != entry.ask or to_json(line.entry.answer) != to_json(entry.answer)
        for line, entry in zip(known.lines, tape)
    ):
        return None
    while known.answers < len(tape):
        known = known.play(tape[known.answers].answer)
    return known if known.answers == len(tape) else None


def _ask(request: Request | None, seat: str) -> Ask:
    asks = request.asks if isinstance(request, AskAll) else (request,)
    for ask in asks:
        if isinstance(ask, Ask) and ask.seat == seat:
            return ask
    raise GameError(f"nothing is asked of {seat}")


def _look(match: Match, ask: Ask) -> Look:
    """The match as the kernel shows it to an agent."""
    mark, base = match.marks[-1]
    made = [(line.request, line.entry.answer) for line in match.lines[mark:]]
    return Look(match.rules, ask, match.state, base, made, mark)


def _bot(maker: str, job: Job, stream: Stream) -> Any:
    module, _, name = maker.partition(":")
    make: Callable[[str, Stream], Any] = getattr(import_module(module), name)
    if ":" in job.bot:
        return make(job.bot, stream)
    try:
        return make(f"{job.bot}:{job.budget}", stream)
    except GameError:  # a bot that takes no budget
        return make(job.bot, stream)

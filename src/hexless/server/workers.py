"""Bots and forecasts in processes of their own: they get a header and a tape, and have a bound of time."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from math import isfinite
from multiprocessing import get_context, parent_process
from typing import Any, NamedTuple, TypeVar

import msgspec

from hexless import bots
from hexless.kernel import Ask, AskAll, Entry, GameError, Request, Stream, to_json
from hexless.kernel import record as records
from hexless.ruleset import Ruleset, blame, find
from hexless.ruleset.attacks import attack_odds
from hexless.ruleset.collecting import collect_seldom

from .limits import Turns
from .match import Match, resumed

__all__ = ["Job", "Late", "Thought", "Workers", "by_chance", "job", "look_ahead", "odds"]

T = TypeVar("T")
_REASONS = 3
_GRACE = 4.0  # seconds that a bot may take beyond its budget before it is cut off
_START = 60.0  # seconds for a process to start and to load a match


class Late(GameError):
    """A worker did not answer within its bound."""


class Job(NamedTuple):
    """What a worker is told: the whole game as JSON, and which seat to speak for."""

    match: str
    game: str
    header: bytes
    tape: bytes
    seat: str


class Thought(msgspec.Struct, frozen=True):
    """A bot's answer in JSON, and the options that it weighed with their scores."""

    answer: msgspec.Raw
    reasons: tuple[tuple[msgspec.Raw, float], ...] = ()


def job(name: str, match: Match, seat: str) -> Job:
    """A job for a seat."""
    tape = to_json([line.entry for line in match.lines])
    return Job(name, match.rules.id, to_json(match.header), tape, seat)


def by_chance(match: Match, seat: str) -> bytes:
    """Any legal answer, as JSON, for a bot that gave none."""
    question = _ask(match.request, seat).question
    return to_json(question.judge(question.sample(Stream(match.header.seed, f"chance {seat} {match.answers}"))))


class _Worker:
    """One process; `knows` are the matches that it has loaded."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self.knows: set[str] = set()

    async def run(self, limit: float, function: Callable[..., T], *args: Any) -> T:
        """What the function returns there; after `limit` seconds the process is ended, and starts anew when needed."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_begin)
        try:
            with _uninterrupted():
                future = self._pool.submit(function, *args)
            return await asyncio.wait_for(asyncio.wrap_future(future), limit)
        except TimeoutError:
            self.end()
            raise Late(f"no answer within {limit:.1f} seconds") from None
        except BrokenProcessPool:
            self.end()
            raise

    def end(self) -> None:
        if self._pool is not None:
            for process in list((self._pool._processes or {}).values()):
                process.kill()
            self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool, self.knows = None, set()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """A process that is started here never hears of Ctrl-C: it goes with its parent."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Workers:
    """Some processes that think for bots or look ahead for people, started when they are needed."""

    most = 60_000  # milliseconds that a bot may take, whatever its seat says

    def __init__(self, count: int = 0, grace: float = _GRACE, maker: str = "hexless.bots:make") -> None:
        self.count = count or max(1, min(4, (os.cpu_count() or 2) - 1))
        self.grace, self.maker = grace, maker
        self._all = [_Worker() for _ in range(self.count)]
        self._idle = list(self._all)
        self._turns = Turns(self.count)
        self._tasks: set[asyncio.Task[Any]] = set()

    async def think(self, job: Job, bot: str, budget: int) -> Thought:
        """The bot's answer within its budget in milliseconds, and ours; `Late` when it takes far too long."""
        budget = min(budget, self.most)
        body = await self.ask(job, budget / 1000 + self.grace, think, bot, budget, self.maker)
        return msgspec.json.decode(body, type=Thought)

    async def ask(self, job: Job, seconds: float, function: Callable[..., bytes], *args: Any) -> bytes:
        """What `function(job, *args)` gives in a worker that knows the match; `Late` ends that process.

        A caller that no longer waits leaves the work to its bound; it is not left to run for ever.
        """
        return await asyncio.shield(self._task(self._with_worker(partial(self._ask, job, seconds, function, args))))

    async def work(self, game: str, seconds: float, function: Callable[..., bytes], *args: Any) -> bytes:
        """What `function(game, *args)` gives in a worker that has loaded the game; `Late` ends that process."""
        return await asyncio.shield(self._task(self._with_worker(partial(self._work, game, seconds, function, args))))

    def warm(self) -> None:
        """Start the processes and let them load the games."""
        for _ in self._all:
            self._task(self._with_worker(lambda worker: worker.run(_START, _warm)))

    def _task(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waits is told; if nobody does, it is nobody's

    async def _with_worker(self, work: Callable[[_Worker], Awaitable[T]]) -> T:
        async with self._turns.one():
            worker = self._idle.pop()
            try:
                return await work(worker)
            finally:
                self._idle.append(worker)

    async def _ask(
        self, job: Job, seconds: float, function: Callable[..., bytes], args: tuple[Any, ...], worker: _Worker
    ) -> bytes:
        for _ in range(2):
            try:
                if job.match not in worker.knows:
                    await worker.run(_START, _told, load, job)
                    worker.knows.add(job.match)
                return await worker.run(seconds, _told, function, job, *args)
            except BrokenProcessPool:  # once more in a new process
                continue
        raise Late(f"the process that works for {job.seat} died twice")

    async def _work(
        self, game: str, seconds: float, function: Callable[..., bytes], args: tuple[Any, ...], worker: _Worker
    ) -> bytes:
        try:
            if game not in worker.knows:
                await worker.run(_START, _told, _load_game, game)
                worker.knows.add(game)
            return await worker.run(seconds, _told, function, game, *args)
        except BrokenProcessPool:
            raise Late("the process that works on this died") from None

    def close(self) -> None:
        """End the processes."""
        for task in self._tasks:
            task.cancel()
        for worker in self._all:
            worker.end()


# ------------------------------------------------------------------ inside a worker

_kept: OrderedDict[str, Match] = OrderedDict()
_MOST_KEPT = 8


def _begin() -> None:
    collect_seldom()
    _watch_parent()


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
    gc.freeze()  # what is loaded stays: the collector need not go through it again


def _told(function: Callable[..., T], *args: Any) -> T:
    """What the function returns; what it raises, as an error that every process can read."""
    try:
        return function(*args)
    except Exception as error:
        says = str(error) if isinstance(error, GameError) else blame.told(error) or f"{type(error).__name__}: {error}"
    raise GameError(says)


def _load_game(game: str) -> None:
    find(game)


def load(job: Job) -> None:
    """Build the match, with the code that it takes; this counts to nobody's budget."""
    bots.warm(rebuilt(job).rules)


def think(job: Job, bot: str, budget: int, maker: str) -> bytes:
    """One answer of one bot, as JSON."""
    match = rebuilt(job)
    ask = _ask(match.request, job.seat)
    agent = _bot(maker, bot, budget, match.rules, Stream(match.header.seed, f"bot {job.seat} {match.answers}"))
    answer = agent.answer(match.decision(ask))
    ask.judge(answer)
    return msgspec.json.encode(Thought(msgspec.Raw(to_json(answer)), _weighed(agent)))


def _weighed(agent: Any) -> tuple[tuple[msgspec.Raw, float], ...]:
    """The bot's reasons that can be told: those whose score is a finite number. They are never worth a failure."""
    weighed = []
    with suppress(Exception):
        for reason in tuple(getattr(agent, "reasons", ()))[:_REASONS]:
            if isfinite(score := float(reason.score)):
                weighed.append((msgspec.Raw(to_json(reason.answer)), score))
    return tuple(weighed)


def odds(game: str, wanted: bytes) -> bytes:
    """The odds of an attack that a page asks for, as JSON."""
    from . import inquiries, rest

    asked = msgspec.json.decode(wanted, type=rest.OddsWanted)
    found = find(game)
    return msgspec.json.encode(inquiries.odds_of(found, attack_odds(found, asked.attack, asked.inputs, asked.rulings)))


def look_ahead(job: Job, said: bytes) -> bytes:
    """The forecast that a page asks for, as JSON."""
    from . import inquiries, wire

    wanted = msgspec.json.decode(said, type=wire.Foresee)
    return msgspec.json.encode(inquiries.foreseen(rebuilt(job), job.seat, wanted))


def rebuilt(job: Job) -> Match:
    """The match that the job describes; one that was kept from the last job is played on."""
    tape = msgspec.json.decode(job.tape, type=list[Entry])
    known = _kept.pop(job.match, None)
    match = _played_on(known, tape) if known else None
    if match is None:
        header = msgspec.json.decode(job.header, type=records.Header)
        match = resumed(find(job.game), header, tape)
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


def _bot(maker: str, bot: str, budget: int, rules: Ruleset[Any], stream: Stream) -> Any:
    module, _, name = maker.partition(":")
    make: Callable[[str, Ruleset[Any], Stream], Any] = getattr(import_module(module), name)
    name, colon, own = bot.partition(":")
    if colon:  # a time of its own, within that of its seat
        return make(f"{name}:{min(int(own), budget)}" if own.isdecimal() else bot, rules, stream)
    try:
        return make(f"{bot}:{budget}", rules, stream)
    except GameError:  # a bot that takes no budget
        return make(bot, rules, stream)

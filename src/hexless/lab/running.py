"""Playing an experiment until its answer is known: which games are due, what is known so far, when it is enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from time import perf_counter

import msgspec

from .cells import Plan, Task
from .contrasts import Contrast
from .folder import Folder
from .playing import Game, play
from .sequence import Interval, Sequence
from .workers import Workers

__all__ = ["Finding", "Ledger", "Progress", "run"]


class Finding(msgspec.Struct, frozen=True):
    """What is known of one thing that is compared."""

    name: str
    kind: str
    group: str
    interval: Interval


class Progress(msgspec.Struct, frozen=True):
    """How far a run is: games of all in the folder, at most so many, a second, seconds left at most, what is known."""

    games: int
    most: int
    rate: float
    left: float
    findings: tuple[Finding, ...]


class _Track:
    """One contrast through the deals, in their order. `settled` deals count whatever is known before."""

    def __init__(self, contrast: Contrast, plan: Plan, settled: int) -> None:
        self.contrast, self.stop = contrast, plan.stop
        self.sequence = Sequence(plan.stop.confidence, contrast.low, contrast.high)
        self.settled, self.deals, self.most = settled, 0, max(plan.deals, settled)

    @property
    def open(self) -> bool:
        """Whether more deals are wanted."""
        if self.deals < self.settled:
            return True
        return self.deals < self.most and not self.stop.known(self.sequence.interval)

    def advance(self, points: dict[Task, tuple[float, ...]]) -> None:
        """Take every deal that is whole, in order."""
        while self.open:
            deal = {cell: points.get(Task(self.deals + 1, cell)) for cell in self.contrast.cells}
            if not all(deal.values()):
                return
            self.sequence.add(self.contrast.value({cell: got for cell, got in deal.items() if got}))
            self.deals += 1


class Ledger:
    """The games so far, and what follows from them. It depends on which games there are, not on their order."""

    def __init__(self, folder: Folder) -> None:
        self.plan, self.points = folder.plan, {task: game.points for task, game in folder.games.items()}
        settled = {task: folder.games[task].points for task in folder.settled}
        self.tracks = [_Track(each, self.plan, _whole_deals(each, settled)) for each in self.plan.contrasts]
        self._advance()

    def add(self, game: Game) -> None:
        """One more game."""
        self.points[Task(game.deal, game.cell)] = game.points
        self._advance()

    def _advance(self) -> None:
        for track in self.tracks:
            track.advance(self.points)

    def due(self) -> Iterator[Task]:
        """The games that are still to be played, deal by deal; decided late, when somebody is free to play one."""
        for deal in range(1, max(track.most for track in self.tracks) + 1):
            for cell in range(len(self.plan.cells)):
                task = Task(deal, cell)
                if task not in self.points and self._wanted(task):
                    yield task

    def _wanted(self, task: Task) -> bool:
        return any(
            track.open and task.deal <= track.most and task.cell in track.contrast.cells for track in self.tracks
        )

    @property
    def open(self) -> bool:
        """Whether anything is still to be found out."""
        return any(track.open for track in self.tracks)

    @property
    def used(self) -> list[Task]:
        """The games that some answer rests on."""
        return [
            task
            for task in self.points
            if any(task.deal <= track.deals and task.cell in track.contrast.cells for track in self.tracks)
        ]

    @property
    def most(self) -> int:
        """How many games there will be at most."""
        cells = dict.fromkeys(range(len(self.plan.cells)), 0)
        for track in self.tracks:
            for cell in track.contrast.cells:
                cells[cell] = max(cells[cell], track.most if track.open else track.deals)
        return sum(cells.values())

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(
            Finding(track.contrast.name, track.contrast.kind, track.contrast.group, track.sequence.interval)
            for track in self.tracks
        )


def _whole_deals(contrast: Contrast, points: dict[Task, tuple[float, ...]]) -> int:
    deals = 0
    while all(Task(deals + 1, cell) in points for cell in contrast.cells):
        deals += 1
    return deals


def run(
    folder: Folder,
    workers: Workers,
    tell: Callable[[Progress], object] = lambda progress: None,
    deals: range | None = None,
) -> tuple[Finding, ...]:
    """Play what is due into the folder. Whatever ends this early, every finished game is kept.

    deals: play just these, whatever is known; for a part that is merged with others afterwards.
    """
    ledger, began, played = Ledger(folder), perf_counter(), 0
    part = [Task(deal, cell) for deal in deals or () for cell in range(len(folder.plan.cells))]
    due = ledger.due() if deals is None else iter([task for task in part if task not in folder.games])
    try:
        with closing(workers(play, folder.plan, due)) as work:
            for _, game in work:
                folder.add(game)
                ledger.add(game)
                played += 1
                rate = played / max(perf_counter() - began, 1e-9)
                most = ledger.most if deals is None else len(part)
                done = len(folder.games)
                tell(Progress(done, most, rate, max(most - done, 0) / rate, ledger.findings))
                if deals is None and not ledger.open:
                    break
    finally:
        folder.close()
    folder.settle(ledger.used if deals is None else part)
    return Ledger(folder).findings

"""One game of an experiment: played, and what is kept of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from hexless import bots
from hexless.kernel import Ask, AskAll, Dice, Event, GameError, Played, Sample, State, Stream, digest, play_out
from hexless.ruleset import Ruleset, Scene, find, starting

from .cells import Cell, Plan, Task
from .rosters import kind_of, kinds, prices

__all__ = ["Fate", "Game", "Score", "play"]

_TURN = re.compile(r"\b(?:turn|round) (\d+)")
_UNIT_FIELD = re.compile(r"\{(\w+)\.name\}")


class Fate(msgspec.Struct, frozen=True):
    """What became of the units of one kind of a seat: how many bases came, how many were left.

    dealt: the points of enemy bases that were lost to them; points: what all of them cost.
    """

    seat: str
    force: str
    kind: str
    points: float
    bases: int
    left: int
    dealt: float


class Score(msgspec.Struct, frozen=True):
    """What the state was worth to each seat at the end of a turn."""

    turn: int
    worth: tuple[int, ...]


class Game(msgspec.Struct, frozen=True):
    """One finished game, as a row of the results."""

    deal: int
    cell: int
    arm: str
    group: str
    scenario: str
    seats: tuple[str, ...]
    forces: tuple[str, ...]
    bots: tuple[str, ...]
    winner: str | None
    why: str
    rule: str
    first: str  # the seat that was asked first
    answers: int
    decisions: int
    turns: int
    scores: tuple[Score, ...]
    fates: tuple[Fate, ...]
    hash: str

    @property
    def points(self) -> tuple[float, ...]:
        """What each seat got: all for a win, a share for a draw."""
        if self.winner is None:
            return (1 / len(self.seats),) * len(self.seats)
        return tuple(float(seat == self.winner) for seat in self.seats)


class _Watching(Sample):
    """Keeps the state at every checkpoint, and how many answers there were."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.passed: list[tuple[int, State]] = []

    def checkpoint(self, state: State) -> None:
        super().checkpoint(state)
        self.passed.append((len(self.made), state))


def play(plan: Plan, task: Task) -> Game:
    """The game of a deal in a cell: nothing but the experiment decides how it goes."""
    cell, rules = plan.cells[task.cell], find(plan.game)
    chance, choice = f"{plan.seed}/{task.deal}{cell.chance}", f"{plan.seed}/{task.deal}{cell.choice}"
    header, start = starting.set_up(rules, cell.scenario, cell.forces, cell.rulings, seed=chance)
    agents = {s: bots.make(spec, rules, Stream(choice, f"bot {s}")) for s, spec in zip(header.seats, cell.bots)}
    kept: list[_Watching] = []

    def watching(*args: Any) -> Sample:
        kept.append(_Watching(*args))
        return kept[0]

    try:
        played = play_out(rules, start, Dice(chance), agents, sample=watching)
    except GameError as error:
        raise GameError(f"deal {task.deal}, {cell.group}, {cell.arm} (seed {chance}): {error}") from None
    return _row(rules, cell, task, played, kept[0])


def _row(rules: Ruleset[Any], cell: Cell, task: Task, played: Played, watched: _Watching) -> Game:
    ended = played.outcome
    assert ended is not None  # noqa: S101 play_out plays to the end
    asked = [request for request, _ in watched.made if isinstance(request, Ask | AskAll)]
    table = _Table(rules, cell, watched.passed, played.events)
    return Game(
        deal=task.deal,
        cell=task.cell,
        arm=cell.arm,
        group=cell.group,
        scenario=cell.scenario_name,
        seats=cell.seats,
        forces=cell.force_names,
        bots=cell.bots,
        winner=ended.winner,
        why=ended.why,
        rule=ended.rule,
        first=next((request.seat for request in asked if isinstance(request, Ask)), ""),
        answers=len(played.made),
        decisions=len(asked),
        turns=table.turns,
        scores=tuple(table.scores()),
        fates=table.fates(),
        hash=digest(played.end),
    )


class _Look(msgspec.Struct, frozen=True):
    """The turn that the scene tells of, and the bases that each unit has left."""

    turn: int
    left: dict[int, int]


class _Table:
    """What happened on the table, read off scenes; a stretch with the same look at both ends is not looked into."""

    def __init__(
        self, rules: Ruleset[Any], cell: Cell, passed: Sequence[tuple[int, State]], events: Sequence[Event]
    ) -> None:
        self.rules, self.cell, self.passed, self.events = rules, cell, passed, events
        self.units: dict[int, tuple[str, str]] = {}  # name and seat
        self.most: dict[int, int] = {}  # bases that a unit ever had
        self.dealt: dict[int, float] = {}
        self.ends: dict[int, State] = {}  # of each turn
        self.looks: dict[int, _Look] = {}
        self.known = [kinds(force) for force in cell.forces]
        self.last = len(passed) - 1
        self.losses: list[tuple[int, int, int]] = []  # step, unit, bases
        self._between(0, self.last)
        self.turns = self._look(self.last).turn
        self.ends[self.turns] = passed[max(self.last - 1, 0)][1]  # the last that nobody had won yet

    def _look(self, step: int) -> _Look:
        if step not in self.looks:
            scene: Scene = self.rules.showing.scene(self.passed[step][1])
            told = _TURN.search(scene.title)
            left: dict[int, int] = {}
            for token in scene.tokens:
                left[token.unit] = left.get(token.unit, 0) + (not token.gone)
                self.units.setdefault(token.unit, (token.name, token.seat))
            for unit, bases in left.items():
                self.most[unit] = max(self.most.get(unit, 0), bases)
            self.looks[step] = _Look(int(told[1]) if told else 0, left)
        return self.looks[step]

    def _between(self, a: int, b: int) -> None:
        before, after = self._look(a), self._look(b)
        if before == after:
            return
        if b - a > 1:
            self._between(a, (a + b) // 2)
            self._between((a + b) // 2, b)
            return
        if after.turn > before.turn:
            self.ends[before.turn] = self.passed[a][1]
        for unit, bases in before.left.items():
            if (lost := bases - after.left.get(unit, 0)) > 0:
                self.losses.append((b, unit, lost))

    def scores(self) -> list[Score]:
        """At the end of every turn."""
        seats = self.cell.seats
        return [
            Score(turn, tuple(self.rules.score(state, seat) for seat in seats))
            for turn, state in sorted(self.ends.items())
            if turn > 0 or len(self.ends) == 1
        ]

    def fates(self) -> tuple[Fate, ...]:
        """Kind by kind, seat by seat."""
        groups: dict[tuple[int, str], list[int]] = {}
        for unit, (name, seat) in sorted(self.units.items()):
            if seat in self.cell.seats:
                place = self.cell.seats.index(seat)
                groups.setdefault((place, kind_of(name, self.known[place])), []).append(unit)
        costs = [prices(self.rules, force) for force in self.cell.forces]
        points = {key: float(costs[key[0]].get(key[1], 0)) for key in groups}
        self._blame({unit: points[key] / self._bases(units) for key, units in groups.items() for unit in units})
        end = self._look(self.last).left
        return tuple(
            Fate(
                seat=self.cell.seats[place],
                force=self.cell.force_names[place],
                kind=kind,
                points=points[place, kind],
                bases=self._bases(units),
                left=sum(end.get(unit, 0) for unit in units),
                dealt=round(sum(self.dealt.get(unit, 0.0) for unit in units), 3),
            )
            for (place, kind), units in groups.items()
        )

    def _bases(self, units: Sequence[int]) -> int:
        return sum(self.most[unit] for unit in units) or 1

    def _blame(self, worth: Mapping[int, float]) -> None:
        """Give the points of every loss to the enemy that the log names last with it, in the step where it happened."""
        for step, unit, lost in self.losses:
            low, high = self.passed[step - 1][0], self.passed[step][0]
            seen = [event for event in self.events if low < event.at <= high]
            if (by := self._culprit(unit, seen)) is not None:
                self.dealt[by] = self.dealt.get(by, 0.0) + lost * worth.get(unit, 0.0)

    def _culprit(self, victim: int, events: Sequence[Event]) -> int | None:
        named = [self._named(event) for event in events]
        last = max((i for i, units in enumerate(named) if victim in units), default=-1)
        side = self.units[victim][1]
        for units in reversed(named[: last + 1]):
            enemies = [unit for unit in units if unit in self.units and self.units[unit][1] != side]
            if enemies:
                return enemies[0]
        return None

    def _named(self, event: Event) -> list[int]:
        """The units that an event names: its ruleset's phrase tells which fields are units."""
        fields = _UNIT_FIELD.findall(self.rules.showing.phrases.get(event.kind, ""))
        return [unit for field in fields if type(unit := event.data.get(field)) is int]

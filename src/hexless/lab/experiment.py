"""An experiment as data: what is played, what is compared, when to stop; read strictly, every fault with its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from hexless import bots
from hexless.kernel import DataError, Fault, GameError, digest
from hexless.ruleset import Ruleset, find, shipped, starting
from hexless.ruleset.disk import read_path

from .cells import Cell, Plan
from .contrasts import against, apart, shares
from .rosters import edited
from .sequence import Stop

__all__ = ["Arm", "Edit", "Experiment", "plan", "read"]

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
MOST_CELLS = 2000


class Edit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A change to a force: units, by their type or name, taken out or put in once more."""

    force: str
    drop: tuple[str, ...] = ()
    add: tuple[str, ...] = ()


class Arm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One way to play that is compared with the first; what it does not name is as in the experiment."""

    name: Name
    rulings: dict[str, Any] = {}
    bots: tuple[str, ...] = ()
    forces: tuple[str, ...] = ()  # in place of the pairing's
    edits: tuple[Edit, ...] = ()


class Combination(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weighted sum of arms, where one against the first is not what is asked."""

    name: Name
    weights: dict[str, float]


class Experiment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A question to a game.

    compare: "sides" (who wins, by seat and by force), "arms" (what changes against the first arm), "bots" (each
    against each), "luck" (dice and decisions drawn again, one without the other).
    scenarios: by name or file; none are all that come with the game. forces: a list for each pairing; none are those
    that the scenario names. bots: one for all seats, or one a seat; with "bots", those on the ladder.
    of: the seat or force whose chances the arms move; none is the first seat.
    """

    game: str
    name: Name = "an experiment"
    compare: Literal["sides", "arms", "bots", "luck"] = "sides"
    scenarios: tuple[str, ...] = ()
    forces: tuple[tuple[str, ...], ...] = ()
    both_ways: bool = True
    bots: tuple[str, ...] = ("random",)
    rulings: dict[str, Any] = {}
    arms: tuple[Arm, ...] = ()
    combinations: tuple[Combination, ...] = ()
    of: str = ""
    seed: str = "1"
    stop: Stop = Stop()


def read(path: str | Path) -> Experiment:
    """An experiment from a .toml or .json file, or a `DataError` with every fault found; files are beside it."""
    experiment = read_path(path, Experiment)
    _ = plan(experiment, str(path), Path(path).parent)
    return experiment


def plan(experiment: Experiment, name: str = "experiment", beside: Path | None = None) -> Plan:
    """Every game that a deal plays, and what is read off them; `DataError` tells all faults at once."""
    made = _Maker(experiment, beside or Path())
    found = [*made.faults()]
    if not found:
        made.cells()
        found = made.found
    if found:
        raise DataError(name, found)
    return made.plan()


class _Maker:
    """Makes a plan of an experiment, collecting what is wrong with it."""

    def __init__(self, experiment: Experiment, beside: Path) -> None:
        self.e, self.beside = experiment, beside
        self.found: list[Fault] = []
        self.made: list[Cell] = []
        self.arms = experiment.arms or (Arm("as it is"),)
        self.rules: Ruleset[Any]
        self.scenarios: dict[str, Any] = {}

    # ---- faults of the file itself

    def faults(self) -> Iterator[Fault]:
        try:
            self.rules = find(self.e.game)
        except GameError as error:
            yield Fault("$.game", str(error))
            yield from self._stop_faults()
            return
        yield from self._load_scenarios()
        yield from self._force_faults()
        yield from self._bot_faults("$.bots", self.e.bots)
        yield from self._ruling_faults("$.rulings", self.e.rulings)
        yield from self._arm_faults()
        yield from self._stop_faults()

    def _load_scenarios(self) -> Iterator[Fault]:
        for i, name in enumerate(self.e.scenarios or shipped.names(self.rules, "scenario")):
            try:
                self.scenarios[name] = shipped.scenario(self.rules, self._file(name, "scenario"))
            except GameError as error:
                yield from _told(error, f"$.scenarios[{i}]")

    def _file(self, name: str, kind: Literal["scenario", "force"]) -> str | Path:
        """A name that comes with the game, or a file beside the experiment's."""
        return name if name in shipped.names(self.rules, kind) else self.beside / name if "." in name else name

    def _force_faults(self) -> Iterator[Fault]:
        pairings = {f"$.forces[{i}]": pairing for i, pairing in enumerate(self.e.forces)}
        pairings |= {f"$.arms[{i}].forces": arm.forces for i, arm in enumerate(self.e.arms)}
        for place, pairing in pairings.items():
            for j, name in enumerate(pairing):
                try:
                    shipped.force(self.rules, self._file(name, "force"))
                except GameError as error:
                    yield from _told(error, f"{place}[{j}]")

    def _bot_faults(self, place: str, specs: Sequence[str]) -> Iterator[Fault]:
        if not specs:
            yield Fault(place, "name at least one bot")
        for i, spec in enumerate(specs):
            try:
                clock = bots.check(spec)
            except GameError as error:
                yield Fault(f"{place}[{i}]", str(error))
            else:
                if clock is not None:
                    yield Fault(f"{place}[{i}]", f"{spec} plays by the clock, so its games cannot be repeated")
        if self.e.compare == "bots" and place == "$.bots" and len(set(specs)) < max(2, len(specs)):
            yield Fault(place, "a ladder needs two bots or more, each once")

    def _ruling_faults(self, place: str, rulings: dict[str, Any]) -> Iterator[Fault]:
        for name, value in rulings.items():
            try:
                shipped.chosen_rulings(self.rules, {name: value})
            except GameError as error:
                yield from _told(error, f"{place}.{name}")

    def _arm_faults(self) -> Iterator[Fault]:
        names = [arm.name for arm in self.e.arms]
        if self.e.compare == "arms" and len(names) < 2:
            yield Fault("$.arms", "a comparison needs two arms or more; the first is what the others are held against")
        if self.e.compare != "arms" and names:
            yield Fault("$.arms", f'arms are compared only with compare = "arms", not "{self.e.compare}"')
        for i, arm in enumerate(self.e.arms):
            if names.index(arm.name) < i:
                yield Fault(f"$.arms[{i}].name", f"there is an arm {arm.name!r} already")
            yield from self._ruling_faults(f"$.arms[{i}].rulings", arm.rulings)
            yield from self._bot_faults(f"$.arms[{i}].bots", arm.bots) if arm.bots else ()
        for i, each in enumerate(self.e.combinations):
            for arm_name in each.weights:
                if arm_name not in names:
                    yield Fault(f"$.combinations[{i}].weights", f"there is no arm {arm_name!r}")

    def _stop_faults(self) -> Iterator[Fault]:
        stop = self.e.stop
        if not 0.5 <= stop.confidence <= 0.9999:
            yield Fault("$.stop.confidence", f"from 0.5 to 0.9999, not {stop.confidence}")
        if stop.within is not None and not 0.001 <= stop.within <= 1:
            yield Fault("$.stop.within", f"from 0.001 to 1, not {stop.within}")
        if stop.decide is not None and not stop.decide[0] < stop.decide[1]:
            yield Fault("$.stop.decide", "two numbers, the smaller first")
        if not 1 <= stop.games <= 10_000_000:
            yield Fault("$.stop.games", f"from 1 to 10000000, not {stop.games}")

    # ---- the games of a deal

    def cells(self) -> None:
        for name, scenario in self.scenarios.items():
            for pairing in self.e.forces or (tuple(scenario.forces),):
                if len(pairing) != len(scenario.forces):
                    says = f"{len(pairing)} forces for the {len(scenario.forces)} seats of {name}"
                    self.found.append(Fault("$.forces", says))
                    continue
                group = name if len(self.e.forces) < 2 else f"{name}: {' - '.join(pairing)}"
                for arm in self.arms:
                    self._cells_of(name, scenario, group, arm.forces or pairing, arm)
        if len(self.made) > MOST_CELLS:
            self.found.append(Fault("$", f"{len(self.made)} games a deal; at most {MOST_CELLS}"))

    def _cells_of(self, name: str, scenario: Any, group: str, pairing: tuple[str, ...], arm: Arm) -> None:
        armies = self._armies(pairing, arm)
        if armies is None:
            return
        for slots in self._turns(pairing):
            for seated in self._seatings(len(pairing), arm):
                for chance, choice in (("", ""), ("/2", ""), ("", "/2"), ("/2", "/2")) if self._luck else (("", ""),):
                    cell = Cell(
                        number=len(self.made), game=self.e.game, group=group, arm=arm.name, scenario_name=name,
                        scenario=scenario, force_names=tuple(pairing[slot] for slot in slots), slots=slots,
                        forces=tuple(armies[slot] for slot in slots), rulings={**self.e.rulings, **arm.rulings},
                        bots=seated, chance=chance, choice=choice, seats=(),
                    )  # fmt: skip
                    self._add(cell)

    @property
    def _luck(self) -> bool:
        return self.e.compare == "luck"

    def _add(self, cell: Cell) -> None:
        """Set its first game up, which tells whether it can be played."""
        try:
            header, _ = starting.set_up(
                self.rules, cell.scenario, cell.forces, cell.rulings, seed=f"{self.e.seed}/1{cell.chance}"
            )
        except GameError as error:
            turned = " (the other way round: both_ways = false leaves that out)" if any(cell.slots) else ""
            self.found += [Fault(f"$.scenarios.{cell.scenario_name}", f"{error}{turned}")]
            return
        self.made.append(msgspec.structs.replace(cell, seats=header.seats))

    def _armies(self, pairing: tuple[str, ...], arm: Arm) -> list[Any] | None:
        armies = []
        for name in pairing:
            army = shipped.force(self.rules, self._file(name, "force"))
            for edit in arm.edits:
                if edit.force == name:
                    try:
                        army = edited(self.rules, army, edit.drop, edit.add)
                    except GameError as error:
                        self.found += _told(error, f"$.arms.{arm.name}")
                        return None
            armies.append(army)
        unknown = [edit.force for edit in arm.edits if edit.force not in pairing]
        self.found += [Fault(f"$.arms.{arm.name}", f"{force} does not play in this scenario") for force in unknown]
        return armies

    def _turns(self, pairing: tuple[str, ...]) -> list[tuple[int, ...]]:
        """Which force each seat has: every way round, or just the first."""
        count = len(pairing)
        if not self.e.both_ways or len(set(pairing)) == 1:
            return [tuple(range(count))]
        return [tuple((seat + turn) % count for seat in range(count)) for turn in range(count)]

    def _seatings(self, count: int, arm: Arm) -> list[tuple[str, ...]]:
        """A bot for each seat."""
        specs = arm.bots or self.e.bots
        if self.e.compare == "bots":
            if count != 2:
                self.found.append(Fault("$.scenarios", "a ladder needs a scenario of two seats"))
                return []
            return list(chain.from_iterable(((a, b), (b, a)) for a, b in combinations(specs, 2)))
        if len(specs) not in (1, count):
            self.found.append(Fault("$.bots", f"{len(specs)} bots for {count} seats; one for each, or one for all"))
            return []
        return [specs * count if len(specs) == 1 else specs]

    # ---- what is read off them

    def plan(self) -> Plan:
        cells = tuple(self.made)
        if self.e.compare == "arms":
            found = against(cells, self.arms[0].name, self.e.of, {c.name: c.weights for c in self.e.combinations})
        elif self.e.compare == "luck":
            found = apart(cells)
        else:
            found = shares(cells, by_bot=self.e.compare == "bots")
        return Plan(
            game=self.e.game,
            seed=self.e.seed,
            stop=self.e.stop,
            cells=cells,
            contrasts=found,
            identity=_identity(self.rules, self.e, cells),
        )


def _told(error: GameError, place: str) -> list[Fault]:
    """What is wrong with a thing that the experiment names, at the place where it names it."""
    if isinstance(error, DataError):
        return [Fault(place, f"{error.name}: {fault}") for fault in error.faults]
    return [Fault(place, str(error))]


def _identity(rules: Ruleset[Any], experiment: Experiment, cells: Sequence[Cell]) -> str:
    """The hash of all that decides how the games go; when to stop is not part of it."""
    parts = [msgspec.structs.replace(cell, number=0) for cell in cells]
    return digest([rules.id, rules.revision, digest(rules.sheet.rules), experiment.seed, parts])

"""What a Skirmish is made of: figures, cards, and the files that start a game. Lengths are in ticks, 1000 to the cm."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from hexless.kernel import Fault, State, Stream, Value, load_sheet
from hexless.ruleset import ruling

SHEET = load_sheet(__package__)
RADIUS = 500
STRIP = 2000
HEARTS = 2
FACE_DOWN = -1


class Rulings(Value, frozen=True):
    """What the sheet leaves open."""

    snaps: Annotated[Literal["once", "always"], ruling("How often a figure snaps back in a round.", "sk.snap")] = "once"


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table and who fights on it."""

    name: str
    seats: tuple[str, ...]
    forces: tuple[str, ...]  # by default, one a seat
    width: int
    depth: int
    rounds: int


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of one seat."""

    name: str
    figures: tuple[str, ...]


class Figure(Value, frozen=True):
    """One fighter on a round base; off the table until it is placed."""

    name: str
    seat: str
    x: int = 0
    y: int = 0
    placed: bool = False
    hearts: int = HEARTS
    ready: bool = False  # its card is still face down
    snapped: bool = False  # has snapped back in this round

    @property
    def stands(self) -> bool:
        return self.placed and self.hearts > 0


class Skirmish(State, frozen=True):
    """The table between two answers."""

    units: tuple[Figure, ...] = ()
    seats: tuple[str, ...] = ()
    cards: tuple[tuple[int, ...], ...] = ()  # a stack for each seat, top first: hidden from the others
    turn: int = 0  # whose turn it is, as a place in `seats`
    active: int | None = None  # the figure whose card was just turned up
    round: int = 0
    rounds: int = 0
    width: int = 0
    depth: int = 0
    rulings: Rulings = Rulings()

    def figures(self, seat: str) -> list[int]:
        return [i for i, figure in enumerate(self.units) if figure.seat == seat]

    def hearts(self, seat: str) -> int:
        return sum(self[i].hearts for i in self.figures(seat))


def scenario_faults(scenario: Scenario) -> list[Fault]:
    """Everything wrong with a scenario."""
    faults = []
    if not 2 <= len(scenario.seats) <= 3 or len(set(scenario.seats)) < len(scenario.seats):
        faults.append(Fault("seats", "two or three different seats"))
    if len(scenario.forces) != len(scenario.seats):
        faults.append(Fault("forces", f"one for each of the {len(scenario.seats)} seats"))
    for field, low, high in (("width", 9000, 60000), ("depth", 6000, 60000), ("rounds", 1, 9)):
        if not low <= getattr(scenario, field) <= high:
            faults.append(Fault(field, f"from {low} to {high}, not {getattr(scenario, field)}"))
    return faults


def force_faults(force: Force) -> list[Fault]:
    """Everything wrong with a force."""
    return [] if 1 <= len(force.figures) <= 3 else [Fault("figures", f"one to three, not {len(force.figures)}")]


def setup(scenario: Scenario, forces: list[Force], rulings: Rulings, stream: Stream) -> Skirmish:
    """The first state: every figure off the table; who starts is drawn."""
    return Skirmish(
        units=tuple(Figure(name, seat) for seat, force in zip(scenario.seats, forces) for name in force.figures),
        seats=scenario.seats,
        cards=((),) * len(scenario.seats),
        turn=stream.below(len(scenario.seats)),
        rounds=scenario.rounds,
        width=scenario.width,
        depth=scenario.depth,
        rulings=rulings,
    )


def view(state: Skirmish, seat: str | None) -> Skirmish:
    """The cards of the others are face down."""
    stacks = zip(state.seats, state.cards)
    return state.with_(cards=tuple(stack if who == seat else (FACE_DOWN,) * len(stack) for who, stack in stacks))


def guess(state: Skirmish, seat: str | None, stream: Stream) -> Skirmish:
    """Which cards are left is known, only their order is not."""
    ready = {who: [i for i in state.figures(who) if state[i].ready] for who in state.seats}
    stacks = zip(state.seats, state.cards)
    return state.with_(
        cards=tuple(tuple(stream.shuffled(ready[who])) if FACE_DOWN in stack else stack for who, stack in stacks)
    )

"""What a continuous question is about: places and ways as answers, and what its ground tells of them.

All of it is plain data that goes to a client as it is. The ground itself is given by the ruleset and unknown here: it
judges, draws and proposes. What it can tell beyond that, it tells by having the method: `journey`, `shade`, `snapped`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar, runtime_checkable

from hexless.kernel import Refusal, Stream, Value
from hexless.table import Base, Reach

__all__ = [
    "Ground", "Journey", "Leg", "Pair", "Shade", "Shaded", "Sketch", "Snapping", "Spot", "Travelled", "Way",
    "shade", "sketch",
]  # fmt: skip

Pair = tuple[int, int]
A = TypeVar("A")
A_contra = TypeVar("A_contra", contravariant=True)


class Spot(Value, frozen=True, forbid_unknown_fields=True):
    """Where a base is put, and which way it faces (None: as it faced)."""

    x: int
    y: int
    facing: Pair | None = None


class Way(Value, frozen=True, forbid_unknown_fields=True):
    """A path: waypoints after the start, and the facing at the end (None: along the last leg)."""

    points: tuple[Pair, ...] = ()
    facing: Pair | None = None


class Sketch(Value, frozen=True, kw_only=True, omit_defaults=True):
    """What a client draws before there is an answer; all lengths in ticks.

    start, facing: where the base stands. radius, or length and width: its size, or that of what is put down.
    allowance: the cost that a way may have. outline: what it has to be inside of. centre, reach: a point, and how far
    from it the base's centre may be.
    """

    start: Pair | None = None
    facing: Pair | None = None
    radius: int = 0
    length: int = 0
    width: int = 0
    allowance: int | None = None
    outline: tuple[Pair, ...] = ()
    centre: Pair | None = None
    reach: int | None = None


class Leg(Value, frozen=True):
    """A straight part of a way on one kind of ground, with its cost; or an extra cost (`why`) at a place."""

    start: Pair
    end: Pair
    length: int
    cost: int
    why: str = ""


class Journey(Value, frozen=True):
    """A way as the ground prices it: its legs, extra costs among them, and what it may cost (None: anything)."""

    legs: tuple[Leg, ...]
    length: int
    cost: int
    allowance: int | None = None


class Shade(Value, frozen=True):
    """The cost to get anywhere: cells row by row from the low corner (x, y), -1 where it does not reach."""

    x: int
    y: int
    cell: int
    columns: int
    rows: int
    costs: tuple[int, ...]
    allowance: int


def sketch(base: Base) -> Sketch:
    """A base as a client draws it."""
    return Sketch(
        start=(base.x, base.y), facing=(base.fx, base.fy), radius=base.radius, length=base.length, width=base.width
    )


def shade(field: Reach) -> Shade:
    """A field of costs as a client draws it: it has its values at the middle of its cells."""
    x, y, half = field.origin.x, field.origin.y, field.cell // 2
    costs = tuple([int(cost) if cost <= field.allowance else -1 for cost in field.cost])
    return Shade(x - half, y - half, field.cell, field.side, field.side, costs, field.allowance)


class Ground(Protocol[A]):
    """The tabletop's part of a continuous question: what fits where. Given by the ruleset, unknown to the kernel."""

    def check(self, answer: A) -> Refusal | None: ...
    def sample(self, stream: Stream) -> A: ...
    def suggest(self, most: int) -> Sequence[A]: ...
    def wire(self) -> Sketch: ...
    @property
    def key(self) -> str: ...


@runtime_checkable
class Travelled(Protocol[A_contra]):
    """A ground that prices ways to where an answer leads."""

    def journey(self, answer: A_contra) -> Journey | None: ...


@runtime_checkable
class Shaded(Protocol):
    """A ground that knows the cost to get anywhere."""

    def shade(self) -> Shade | None: ...


@runtime_checkable
class Snapping(Protocol[A]):
    """A ground that brings an answer into the contact that it all but makes."""

    def snapped(self, answer: A) -> A: ...

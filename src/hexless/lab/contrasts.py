"""What is compared: a number read off the games of one deal, between known bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Literal

import msgspec

from hexless.kernel import DataError, Fault

if TYPE_CHECKING:
    from .cells import Cell

__all__ = ["Contrast", "Part", "against", "apart", "shares"]

Points = Mapping[int, tuple[float, ...]]  # of each cell: what each seat got; 1 for a win, a share of 1 for a draw


class Part(msgspec.Struct, frozen=True):
    """What a seat got in a cell, times a weight; with `other`, how far that is from the other cell's, squared."""

    cell: int
    seat: int
    weight: float
    other: int | None = None


class Contrast(msgspec.Struct, frozen=True):
    """A sum of parts. kind: "seat", "force", "bot" (a share of the wins), "arm" (a difference), "luck"."""

    name: str
    kind: Literal["seat", "force", "bot", "arm", "luck"]
    group: str
    parts: tuple[Part, ...]
    low: float = 0.0
    high: float = 1.0

    @property
    def cells(self) -> frozenset[int]:
        """The cells that it needs."""
        return frozenset(cell for part in self.parts for cell in (part.cell, part.other) if cell is not None)

    def value(self, points: Points) -> float:
        """Of one deal."""
        return sum(part.weight * _read(part, points) for part in self.parts)


def _read(part: Part, points: Points) -> float:
    got = points[part.cell][part.seat]
    return got if part.other is None else (got - points[part.other][part.seat]) ** 2


def _mean(found: Iterable[tuple[int, int]], weight: float = 1.0) -> tuple[Part, ...]:
    """The mean over some seats of some cells."""
    pairs = list(found)
    return tuple(Part(cell, seat, weight / len(pairs)) for cell, seat in pairs)


def _groups(cells: Sequence[Cell]) -> dict[str, list[Cell]]:
    groups: dict[str, list[Cell]] = {}
    for cell in cells:
        groups.setdefault(cell.group, []).append(cell)
    return groups


def shares(cells: Sequence[Cell], by_bot: bool = False) -> tuple[Contrast, ...]:
    """The share of wins of each seat and each force of a group, or of each bot against each other.

    Of two sides only the first is counted: the other has the rest.
    """
    if by_bot:
        return tuple(_duel(cells, a, b) for a, b in combinations(dict.fromkeys(b for c in cells for b in c.bots), 2))
    out = []
    for group, members in _groups(cells).items():
        seats = members[0].seats
        for seat in range(len(seats) if len(seats) > 2 else 1):
            parts = _mean((cell.number, seat) for cell in members)
            out.append(Contrast(seats[seat], "seat", group, parts))
        if len(members) > 1:  # the forces change seats
            names = [members[0].force_names[members[0].slots.index(slot)] for slot in range(len(seats))]
            for slot in range(len(seats) if len(seats) > 2 else 1):
                parts = _mean((cell.number, cell.slots.index(slot)) for cell in members)
                out.append(Contrast(names[slot], "force", group, parts))
    return tuple(out)


def _duel(cells: Sequence[Cell], a: str, b: str) -> Contrast:
    met = [cell for cell in cells if sorted(cell.bots) == sorted((a, b))]
    return Contrast(f"{a} - {b}", "bot", b, _mean((cell.number, cell.bots.index(a)) for cell in met))


def against(
    cells: Sequence[Cell], first: str, of: str, sums: Mapping[str, Mapping[str, float]]
) -> tuple[Contrast, ...]:
    """Each arm against the first, for one seat or force; then the weighted sums that were asked for."""
    place = _place(cells, first, of)
    arms: dict[str, list[tuple[int, int]]] = {}
    for cell in cells:
        arms.setdefault(cell.arm, []).append((cell.number, place(cell)))
    named = {f"{arm}": {arm: 1.0, first: -1.0} for arm in arms if arm != first} | dict(sums)
    return tuple(_sum(name, weights, arms) for name, weights in named.items())


def _sum(name: str, weights: Mapping[str, float], arms: Mapping[str, list[tuple[int, int]]]) -> Contrast:
    parts = tuple(part for arm, weight in weights.items() for part in _mean(arms[arm], weight))
    low = sum(weight for weight in weights.values() if weight < 0)
    return Contrast(name, "arm", name, parts, low, sum(weight for weight in weights.values() if weight > 0))


def _place(cells: Sequence[Cell], first: str, of: str) -> Callable[[Cell], int]:
    """Where the one whose chances are counted sits in a cell."""
    if not of or all(of in cell.seats for cell in cells):
        return lambda cell: cell.seats.index(of) if of else 0
    slots = {
        cell.slots[i] for cell in cells if cell.arm == first for i, name in enumerate(cell.force_names) if name == of
    }
    if len(slots) == 1:  # an arm may have another force in its place
        slot = slots.pop()
        return lambda cell: cell.slots.index(slot)
    known = dict.fromkeys(name for cell in cells for name in (*cell.seats, *cell.force_names))
    says = f"{of!r} is not a seat or the force of one seat in every game; there is: {', '.join(known)}"
    raise DataError("experiment", [Fault("$.of", says)])


def apart(cells: Sequence[Cell]) -> tuple[Contrast, ...]:
    """How far results lie apart when the dice, the decisions or both are drawn again: the mean square, for each group.

    Half of the last is the variance of the result; the first two over it are Jansen's total shares of the dice and
    of the decisions.
    """
    out = []
    for group, members in _groups(cells).items():
        fours = [members[i : i + 4] for i in range(0, len(members), 4)]
        asked = {"dice": ((0, 1), (2, 3)), "decisions": ((0, 2), (1, 3)), "both": ((0, 3), (1, 2))}
        for name, pairs in asked.items():
            found = [(four[a].number, four[b].number) for four in fours for a, b in pairs]
            parts = tuple(Part(a, 0, 1 / len(found), b) for a, b in found)
            out.append(Contrast(name, "luck", group, parts))
    return tuple(out)

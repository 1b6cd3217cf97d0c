"""Cells: one way to set a game up. A deal plays every cell once, with the same dice."""

from __future__ import annotations

from typing import Any

import msgspec

from .contrasts import Contrast
from .sequence import Stop

__all__ = ["Cell", "Plan", "Task"]


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One way to set a game up.

    slots: which force of the pairing each seat has. chance, choice: marks of other dice (and draws of the set-up) and
    of other decisions than the deal's own.
    """

    number: int
    game: str
    group: str  # cells that one answer is about: a scenario with its forces
    arm: str
    scenario_name: str
    scenario: Any
    force_names: tuple[str, ...]
    slots: tuple[int, ...]
    forces: tuple[Any, ...]
    rulings: dict[str, Any]
    bots: tuple[str, ...]
    chance: str
    choice: str
    seats: tuple[str, ...]


class Task(msgspec.Struct, frozen=True, order=True):
    """One game to play: which deal, in which cell."""

    deal: int
    cell: int


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """All that is played and compared; `identity` names the games: two runs of the same one may be merged."""

    game: str
    seed: str
    stop: Stop
    cells: tuple[Cell, ...]
    contrasts: tuple[Contrast, ...]
    identity: str

    @property
    def deals(self) -> int:
        """At most so many."""
        return -(-self.stop.games // len(self.cells))

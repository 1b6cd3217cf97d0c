"""The field: who is where, and what follows from that alone, worked out once for all states with these units."""

from __future__ import annotations

from functools import cached_property, lru_cache

from hexless.kernel import Value
from hexless.table import Base

from .units import Unit

__all__ = ["Field", "field_of"]

Ids = tuple[int, ...]


class Field(Value, frozen=True, cache_hash=True, dict=True):
    """The units of a state, by where they are; all in the order of their ids."""

    units: tuple[Unit, ...]

    @cached_property
    def cargo(self) -> dict[int, Ids]:
        """The living units directly inside each transport that carries any."""
        found: dict[int, list[int]] = {}
        for i, u in enumerate(self.units):
            if u.aboard is not None and u.dp > 0:
                found.setdefault(u.aboard, []).append(i)
        return {ride: tuple(inside) for ride, inside in found.items()}

    @cached_property
    def present(self) -> Ids:
        """Who is on the table, in the open or in a garrison."""
        return tuple([i for i, u in enumerate(self.units) if u.placed and u.present])

    @cached_property
    def ground(self) -> Ids:
        """Who stands on the ground in the open."""
        return tuple([i for i in self.present if self.units[i].piece is None and not self.units[i].flying])

    @cached_property
    def inside(self) -> dict[int, Ids]:
        """Who is in each garrison that is not empty."""
        found: dict[int, list[int]] = {}
        for i in self.present:
            if (piece := self.units[i].piece) is not None:
                found.setdefault(piece, []).append(i)
        return {piece: tuple(ids) for piece, ids in found.items()}

    @cached_property
    def hulls(self) -> tuple[tuple[int, Base], ...]:
        """What may hide others, with its squad: all on the ground but infantry."""
        there = [self.units[i] for i in self.ground]
        return tuple([(u.squad, u.base) for u in there if u.profile.kind != "infantry"])


@lru_cache(maxsize=1 << 9)
def field_of(units: tuple[Unit, ...]) -> Field:
    """The same field for the same units."""
    return Field(units)

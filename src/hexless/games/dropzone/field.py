"""The field: who is where, and what follows from that alone, worked out once for all states with these units."""

from __future__ import annotations

from functools import lru_cache

from hexless.kernel import Value
from hexless.once import once
from hexless.table import Base, Bases

from .units import Gun, Unit, flak

__all__ = ["Field", "field_of"]

Ids = tuple[int, ...]


class Field(Value, frozen=True, cache_hash=True, dict=True):
    """The units of a state, by where they are; all in the order of their ids."""

    units: tuple[Unit, ...]

    @once
    def living(self) -> dict[int, Ids]:
        """The living units of each squad that has any."""
        found: dict[int, list[int]] = {}
        for i, u in enumerate(self.units):
            if u.dp > 0:
                found.setdefault(u.squad, []).append(i)
        return {squad: tuple(ids) for squad, ids in found.items()}

    @once
    def sides(self) -> frozenset[str]:
        """The sides of which anybody lives."""
        return frozenset([self.units[ids[0]].side for ids in self.living.values()])

    @once
    def cargo(self) -> dict[int, Ids]:
        """The living units directly inside each transport that carries any."""
        found: dict[int, list[int]] = {}
        for i, u in enumerate(self.units):
            if u.aboard is not None and u.dp > 0:
                found.setdefault(u.aboard, []).append(i)
        return {ride: tuple(inside) for ride, inside in found.items()}

    @once
    def out(self) -> frozenset[int]:
        """The squads of which anybody is on the table, inside something that is, or in Holding."""
        return frozenset([u.squad for u in self.units if u.dp > 0 and (u.placed or u.held or self._carried(u))])

    def _carried(self, u: Unit) -> bool:
        """Whether somebody is inside something that is on the table."""
        top = u
        while top.aboard is not None:
            top = self.units[top.aboard]
        return top.placed

    @once
    def mobile(self) -> frozenset[int]:
        """The squads of which anybody is on his own feet, and none of his weapons keeps him where he is."""
        afoot = [u for u in self.units if u.dp > 0 and u.aboard is None and not u.held]
        return frozenset([u.squad for u in afoot if not (u.fired and u.pinned)])

    @once
    def present(self) -> Ids:
        """Who is on the table, in the open or in a garrison."""
        return tuple([i for i, u in enumerate(self.units) if u.placed and u.present])

    @once
    def ground(self) -> Ids:
        """Who stands on the ground in the open."""
        return tuple([i for i in self.present if self.units[i].piece is None and not self.units[i].flying])

    @once
    def flak(self) -> tuple[tuple[int, tuple[tuple[int, Gun], ...]], ...]:
        """Who is on the table with weapons that may fire at aircraft on their way, and which."""
        return tuple([(i, guns) for i in self.present if (guns := flak(self.units[i].profile))])

    @once
    def inside(self) -> dict[int, Ids]:
        """Who is in each garrison that is not empty."""
        found: dict[int, list[int]] = {}
        for i in self.present:
            if (piece := self.units[i].piece) is not None:
                found.setdefault(piece, []).append(i)
        return {piece: tuple(ids) for piece, ids in found.items()}

    @once
    def armies(self) -> dict[str, tuple[tuple[Unit, ...], tuple[Unit, ...]]]:
        """The living of each side, and with each what carries it in the end: itself, if nothing does."""
        found: dict[str, tuple[list[Unit], list[Unit]]] = {}
        for u in self.units:
            if u.dp > 0:
                top = u
                while top.aboard is not None:
                    top = self.units[top.aboard]
                units, tops = found.setdefault(u.side, ([], []))
                units.append(u)
                tops.append(top)
        return {side: (tuple(units), tuple(tops)) for side, (units, tops) in found.items()}

    @once
    def screens(self) -> Screens:
        """What may hide others: all on the ground but infantry."""
        there = [self.units[i] for i in self.ground]
        return Screens(tuple([(u.squad, u.base) for u in there if u.profile.kind != "infantry"]))

    def after(self, units: tuple[Unit, ...], unit: int, changed: frozenset[str]) -> Field:
        """The field when some fields of a unit have changed: what does not follow from them stays known."""
        new = Field(units)
        known = new.__dict__
        known.update(self.__dict__)
        for name in _stale(changed):
            known.pop(name, None)
        if "base" in changed and units[unit].profile.kind != "infantry":
            known.pop("screens", None)
        return new


WHO = {"side", "squad", "profile"}  # all follows from these, which a game never changes
READS = {  # what follows from which fields of a unit; "dp" where it dies, or lives again
    "living": {"dp"}, "sides": {"dp"}, "cargo": {"dp", "aboard"}, "present": {"dp", "placed", "aboard"},
    "ground": {"dp", "placed", "aboard", "piece", "flying"}, "flak": {"dp", "placed", "aboard"},
    "inside": {"dp", "placed", "aboard", "piece"}, "out": {"dp", "placed", "aboard", "held"},
    "mobile": {"dp", "aboard", "held", "piece", "fired"}, "screens": {"dp", "placed", "aboard", "piece", "flying"},
}  # fmt: skip


@lru_cache(maxsize=256)
def _stale(changed: frozenset[str]) -> tuple[str, ...]:
    """What is to be worked out anew when such fields of a unit have changed; the units themselves are in `armies`."""
    return ("armies", *[name for name, reads in READS.items() if not changed.isdisjoint(reads | WHO)])


class Screens(Value, frozen=True, cache_hash=True, dict=True):
    """Bases that may hide others, each with its squad."""

    hulls: tuple[tuple[int, Base], ...]

    @once
    def _packed(self) -> Bases:
        return Bases([base for _, base in self.hulls])

    @once
    def _past(self) -> dict[tuple[int, int], Bases]:
        return {}

    def past(self, one: int, two: int) -> Bases:
        """What hides two squads from each other: all but their own."""
        found = self._past.get((one, two))
        if found is None:
            own = [k for k, (squad, _) in enumerate(self.hulls) if squad in (one, two)]
            found = self._past[one, two] = self._packed.without(*own)
        return found


@lru_cache(maxsize=1 << 9)
def field_of(units: tuple[Unit, ...]) -> Field:
    """The same field for the same units."""
    return Field(units)

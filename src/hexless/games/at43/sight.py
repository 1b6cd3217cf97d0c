"""Facing, line of sight, measuring: figures look all round, two edge lines, and seeing over what is low."""

from __future__ import annotations

from functools import lru_cache

from hexless.moves.packed import packed
from hexless.table import Base, Gap, Mask, Sight, Terrain, gap, sight, sight_all

from ._sheet import rule
from .model import AT43, FighterId

__all__ = ["apart", "in_view", "looked_over", "seen", "seers", "view_of"]

Group = tuple[Base, ...]
Rows = tuple[tuple[bool, ...], ...]


@rule("at.los.all-round", "at.los.edge-lines", "at.los.one-clear", "at.los.see-over", "at.los.soldiers-clear")
@lru_cache(maxsize=1024)
def seers(s: AT43, unit: int, target: int) -> tuple[FighterId, ...]:
    """The living fighters of a unit that see at least one member of another.

    Two lines join the outer edges of the bases. An obstacle counts only if neither end looks over it, being higher.
    """
    return tuple(i for i, row in zip(s.units[unit].living, _lines(s, unit, target)) if any(row))


def seen(s: AT43, unit: int, target: int) -> tuple[FighterId, ...]:
    """The living fighters of a unit that at least one member of another sees."""
    return tuple(i for i, column in zip(s.units[target].living, zip(*_lines(s, unit, target))) if any(column))


def in_view(s: AT43, unit: int, target: int) -> bool:
    """Whether anybody of a unit sees anybody of another."""
    return bool(seers(s, unit, target))


def _lines(s: AT43, unit: int, target: int) -> Rows:
    """Who of a unit sees whom of another."""
    a, b = s.units[unit], s.units[target]
    high = max(a.card.height, b.card.height)
    return _seeing(s.terrain, a.bases, b.bases, high, tall_bases(s, unit, target, high))


@lru_cache(maxsize=1 << 12)
def _seeing(terrain: Terrain, froms: Group, tos: Group, high: int, tall: Group) -> Rows:
    """Which bases see which others; asked again and again for bases that have not moved."""
    clear = sight_all(terrain, packed(froms), packed(tos), obstacles(terrain, high), "edges", (), packed(tall), True)
    return tuple(map(tuple, clear.tolist()))


@lru_cache(maxsize=256)
def obstacles(terrain: Terrain, high: int) -> Mask:
    """The terrain that cannot be looked over from this height."""
    return Mask(tuple(i for i, p in enumerate(terrain.pieces) if p.height >= high and p.height))


@rule("at.los.soldiers-clear")
def tall_bases(s: AT43, unit: int, target: int, high: int) -> Group:
    """Striders and other machines of third units block, and abandoned ones of any; soldiers never do."""
    kinds = ("strider", "generator") if s.rulings.afv_blocks_los else ("generator",)
    return tuple(
        base
        for i, u in enumerate(s.units)
        if u.card.kind in kinds and u.placed and u.card.height >= high
        for base in (u.wrecks if i in (unit, target) else u.standing)
    )


def looked_over(s: AT43, unit: int, target: int) -> bool:
    """Whether a unit sees another only because somebody looks over an obstacle."""
    a, b = s[unit].bases, s[target].bases
    return not any(map(any, _seeing(s.terrain, a, b, 1, tall_bases(s, unit, target, 1))))


def view_of(s: AT43, unit: int, target: int) -> Sight:
    """The lines from leader to leader, for the witness."""
    a, b = s[unit], s[target]
    high = max(a.card.height, b.card.height)
    others = packed(tall_bases(s, unit, target, high))
    return sight(s.terrain, a.chief.base, b.chief.base, obstacles(s.terrain, high), "edges", (), others, flat=True)


@rule("at.los.measure-edges", "at.los.measure-leaders")
def apart(s: AT43, unit: int, target: int) -> Gap:
    """The distance between two units: between the edges of their leaders' bases."""
    return gap(s[unit].chief.base, s[target].chief.base)

"""Entering: which garrisons a squad may go into, and where in them it may stand. Nothing here changes anything."""

from __future__ import annotations

from functools import lru_cache

from hexless.table import Terrain, distance, gap_of_outlines

from . import aiming
from ._sheet import rule
from .lines import edge_count, edge_spot, near_piece
from .model import CENTRE, INCH, Dropzone, SquadId, Unit, alive_of, units_in
from .unit_types import coherent, leash_of

__all__ = ["PASSAGE", "blows", "cellars", "enterable", "linked", "open_edges", "to_entrance", "within_leash"]

PASSAGE = 2 * INCH  # what leaving a garrison, or going through a link, counts for


def to_entrance(terrain: Terrain, piece: int, u: Unit) -> int:
    """How far it is to an entrance: the middle of any side of a building, any part of a forest's edge."""
    if "flammable" in terrain.pieces[piece].traits:
        return near_piece(terrain, u.base, piece)
    return min(distance((u.base.x, u.base.y), door) for door in _entrances(terrain, piece))


@lru_cache(maxsize=1024)
def _entrances(terrain: Terrain, piece: int) -> tuple[tuple[int, int], ...]:
    return tuple(edge_spot(terrain, piece, e) for e in range(edge_count(terrain, piece)))


def enterable(s: Dropzone, squad: SquadId) -> list[int]:
    """The garrisons that a squad may enter from where it stands."""
    units = [s.units[i] for i in alive_of(s, squad)]
    if not units or units[0].profile.kind != "infantry" or not all(u.here for u in units) or not coherent(s, squad):
        return []
    standing = (p for p in s.terrain.having("garrison").pieces if s.scenery[p].dp)
    return [
        p
        for p in standing
        if any(to_entrance(s.terrain, p, u) <= 2 * INCH for u in units)
        and all(within_leash(u, to_entrance(s.terrain, p, u)) for u in units)
        and len(units_in(s, p)) + len(units) <= s.scenery[p].full
    ]


@rule("dz.shooting.move-and-fire")
def within_leash(u: Unit, ticks: int) -> bool:
    """Whether a unit whose weapons have shot may still go so far; with M&F 0 it does not move at all."""
    leash = leash_of(u)
    return leash is None or (ticks <= leash and not any(u.profile.guns[k].mf == 0 for k in u.fired))


def open_edges(s: Dropzone, piece: int, side: str) -> list[int]:
    """The centre, and the edges that no enemy holds."""
    held = [u.edge for u in s.units if u.present and u.piece == piece and u.side != side]
    return [e for e in (*range(edge_count(s.terrain, piece)), CENTRE) if e == CENTRE or e not in held]


def cellars(s: Dropzone, squad: SquadId) -> list[int]:
    """The other garrisons within 12 inches of the one that a squad is in, with room for it."""
    units = alive_of(s, squad)
    here = s.units[units[0]].piece
    if here is None:
        return []
    pieces = s.terrain.pieces
    return [
        p
        for p in s.terrain.having("garrison").pieces
        if p != here
        and s.scenery[p].dp
        and len(units_in(s, p)) + len(units) <= s.scenery[p].full
        and gap_of_outlines(pieces[here].outline, pieces[p].outline) <= 12 * INCH
    ]


def linked(s: Dropzone, piece: int, units: int) -> list[int]:
    """The garrisons linked with this one that have room."""
    pairs = [(a, b) if a == piece else (b, a) for a, b in s.mission.links if piece in (a, b)]
    found = [b for _, b in pairs]
    return [p for p in found if s.scenery[p].dp and len(units_in(s, p)) + units <= s.scenery[p].full]


def blows(s: Dropzone, squad: SquadId) -> list[tuple[int, int]]:
    """The Close Quarters weapons of a squad that have Shots, used or not, with who has them."""
    pairs = [(i, k) for i in alive_of(s, squad) for k, gun in enumerate(s.units[i].profile.guns) if gun.close]
    return [(i, k) for i, k in pairs if aiming.shots_of(s.units[i], s.units[i].profile.guns[k]) > 0]

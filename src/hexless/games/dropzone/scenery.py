"""Scenery: tokens on it, what is left of a piece that is gone, and who is near when it falls."""

from __future__ import annotations

from hexless.kernel import Game
from hexless.table import Terrain, gap_of_outlines

from .lines import caught, extent
from .model import INCH, Dropzone, change_piece
from .unit_types import level

__all__ = ["add_tokens", "flatten", "near_outline"]

G = Game[Dropzone]


def add_tokens(g: G, piece: int, tokens: int) -> None:
    """Collateral Damage tokens on a piece that stands."""
    change_piece(g, piece, tokens=min(40, g.state.scenery[piece].tokens + tokens), fresh=True)
    g.note("tokens", piece=g.state.terrain.pieces[piece].name, tokens=g.state.scenery[piece].tokens)


def flatten(g: G, piece: int, what: str, traits: tuple[str, ...]) -> None:
    """Flat ground is where a piece was, and whoever stood on it or flew over it comes down."""
    terrain, pieces = g.state.terrain, g.state.terrain.pieces
    flat = type(pieces[piece])(f"{pieces[piece].name} ({what})", pieces[piece].outline, 0, 0, traits)
    g.set(terrain=Terrain(terrain.width, terrain.depth, (*pieces[:piece], flat, *pieces[piece + 1 :])))
    for i, u in enumerate(g.state.units):
        z = level(g.state, u, u.base.x, u.base.y, u.flying) if u.here else u.base.z
        if u.base.z != z:
            g.change(i, base=u.base.at(u.base.x, u.base.y, z))


def near_outline(s: Dropzone, before: Terrain, piece: int, inches: int, inside: tuple[int, ...]) -> list[int]:
    """Who is that near to a piece as it was, and not inside."""
    outline = before.pieces[piece].outline
    return [
        i
        for i, u in enumerate(s.units)
        if i not in inside and caught(s, u) and gap_of_outlines(extent(s.terrain, u), outline) <= inches * INCH
    ]

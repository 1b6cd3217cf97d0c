"""Scenery: Destructible and Flammable pieces, and what their collapse does."""

from __future__ import annotations

from hexless.kernel import Game, d3
from hexless.table import Terrain, gap_of_outlines

from . import collateral, losses, objectives, wrecks
from ._sheet import rule
from .damage import Blow, wounds
from .lines import caught, extent
from .model import INCH, Dropzone, change_piece, units_in
from .unit_types import level

__all__ = ["add_tokens", "damaged", "struck", "vanish"]

G = Game[Dropzone]


@rule("dz.scenery.destructible-critical")
def chipped(g: G, piece: int, damage: int, criticals: int) -> bool:
    """Damage on a piece; a Critical does only 1 and leaves a Collateral Damage token. Whether there was any."""
    if g.state.scenery[piece].dp:
        damaged(g, piece, damage)
    if criticals and g.state.scenery[piece].dp:
        add_tokens(g, piece, criticals)
    return damage > 0


def struck(g: G, piece: int, hits: int, energy: int) -> None:
    """Automatic hits on a piece that can be destroyed."""
    at = g.state.scenery[piece]
    if hits > 0 and at.dp:
        chipped(g, piece, *g.call(wounds, hits, Blow(energy, at.armour, scenery=True)))
    if g.state.rulings.collateral_at_once == "any":
        collateral.at_once(g, piece)
    elif g.state.scenery[piece].fresh:
        change_piece(g, piece, fresh=at.fresh)


def add_tokens(g: G, piece: int, tokens: int) -> None:
    """Collateral Damage tokens on a piece that stands."""
    change_piece(g, piece, tokens=min(40, g.state.scenery[piece].tokens + tokens), fresh=True)
    g.note("tokens", piece=g.state.terrain.pieces[piece].name, tokens=g.state.scenery[piece].tokens)


def damaged(g: G, piece: int, damage: int) -> None:
    """Damage Points off a piece; at none it collapses."""
    left = max(0, g.state.scenery[piece].dp - damage)
    if damage <= 0:
        return
    g.note("scenery damaged", piece=g.state.terrain.pieces[piece].name, damage=damage, left=left)
    change_piece(g, piece, dp=left)
    if not left:
        collapse(g, piece)


@rule("dz.scenery.destroyed-becomes-tough")
def collapse(g: G, piece: int) -> None:
    """Tough ground remains; units that near and inside take hits with the Energy of its Armour."""
    s, was = g.state, g.state.scenery[piece]
    name = s.terrain.pieces[piece].name
    g.note("collapses", piece=name)
    inside, near = units_in(s, piece), s.terrain
    change_piece(g, piece, tokens=0, dp=0, fresh=False)
    objectives.buried(g, piece)
    for unit in inside:
        g.change(unit, piece=None, edge=-1, placed=False)
    falls = s.rulings.small_scenery_collapse or was.full >= 10
    flatten(g, piece, *(("ruins", ("tough",)) if falls else ("gone", ())))
    if falls:
        debris(g, piece, near, was.armour, inside)
    for squad in dict.fromkeys(g.state[unit].squad for unit in inside):
        wrecks.put_outside(g, [i for i in inside if g.state[i].squad == squad and g.state[i].alive], piece)


@rule("dz.play.behemoth-zones")
def vanish(g: G, piece: int) -> None:
    """A piece that stands up is gone, and everybody in it; nothing is left of it but the ground."""
    s = g.state
    if not s.terrain.pieces[piece].height:
        return
    inside = units_in(s, piece)
    objectives.buried(g, piece)
    change_piece(g, piece, tokens=0, dp=0, fresh=False)
    for unit in inside:
        losses.destroy(g, unit)
    flatten(g, piece, "gone", ())
    g.note("vanishes", piece=s.terrain.pieces[piece].name)


def flatten(g: G, piece: int, what: str, traits: tuple[str, ...]) -> None:
    """Flat ground is where a piece was, and whoever stood on it or flew over it comes down."""
    terrain, pieces = g.state.terrain, g.state.terrain.pieces
    flat = type(pieces[piece])(f"{pieces[piece].name} ({what})", pieces[piece].outline, 0, 0, traits)
    g.set(terrain=Terrain(terrain.width, terrain.depth, (*pieces[:piece], flat, *pieces[piece + 1 :])))
    for i, u in enumerate(g.state.units):
        z = level(g.state, u, u.base.x, u.base.y, u.flying) if u.here else u.base.z
        if u.base.z != z:
            g.change(i, base=u.base.at(u.base.x, u.base.y, z))


@rule("dz.scenery.collapse-hits")
def debris(g: G, piece: int, before: Terrain, energy: int, inside: tuple[int, ...]) -> None:
    """1D3 inches and as many hits outside; 2D3 hits on each unit inside. Body Cover does not help."""
    reach = g.sum(d3(), "collapse")
    s, outline = g.state, before.pieces[piece].outline
    near = [
        i
        for i, u in enumerate(s.units)
        if i not in inside and caught(s, u) and gap_of_outlines(extent(s.terrain, u), outline) <= reach * INCH
    ]
    g.each(rubble, near, reach, energy)
    if inside:
        crushed(g, inside, energy)


@rule("dz.scenery.collapse-inside")
def crushed(g: G, inside: tuple[int, ...], energy: int) -> None:
    """Rolled once for all who were inside."""
    hits = g.sum(d3(2), "collapse inside")
    g.each(rubble, inside, hits, energy)


def rubble(g: G, unit: int, hits: int, energy: int) -> None:
    """The hits of a collapse on one unit."""
    if g.state[unit].alive:
        losses.automatic(g, unit, hits, energy, "the collapse")

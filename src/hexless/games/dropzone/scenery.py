"""Scenery: Destructible and Flammable pieces, and what their collapse does."""

from __future__ import annotations

from hexless.kernel import Game, Total, d3
from hexless.table import Terrain

from . import card_effects, garrisons, losses, objectives, shooting, weapons
from ._sheet import rule
from .damage import Blow, wounds
from .lines import near_piece
from .model import INCH, Dropzone, Gun, change_piece, units_in
from .scenery_pieces import KINDS

__all__ = ["add_tokens", "shot_at", "struck", "vanish"]

G = Game[Dropzone]


@rule("dz.scenery.destructible-target")
def shot_at(g: G, unit: int, gun: Gun, piece: int, need: Total) -> None:
    """Shots at scenery: hit on 2+ and modifiers, damaged as a unit is."""
    g.cite(KINDS[g.state.scenery[piece].kind].rule, *weapons.at_work(gun))
    g.note("shoots scenery", unit=unit, weapon=gun.name, piece=g.state.terrain.pieces[piece].name, need=need)
    weapons.burn(g, gun, piece)
    if demolish(g, unit, gun, piece, need.value):
        weapons.burn(g, gun, piece, damaged=True)


def demolish(g: G, unit: int, gun: Gun, piece: int, need: int) -> int:
    """The Damage of a weapon's shots, by its special rules: Destroyer, Area, Focus, Devastator, Penetrative."""
    worth = max(1, gun.devastator) if "scenery" in gun.against else 1
    more, retry = card_effects.on_scenery(g.state, unit)

    def strike(energy: int, hits: int) -> int:
        return struck(g, piece, hits, energy + more, worth=worth, six=gun.penetrative, retry=retry)

    if gun.destroyer:
        hits, sure = weapons.sure_hits(g, unit, gun, need)
        damaged(g, piece, sure * worth)
        if sure and g.state.scenery[piece].dp:
            add_tokens(g, piece, sure)
        return sure + strike(gun.energy, hits)
    hits, _ = shooting.to_hit(g, unit, gun, need)
    if gun.area:
        hits = sum(g.sum(d3(), "hits on scenery") for _ in range(hits))
    if gun.focus and hits > 1:
        energies = weapons.focused(g, unit, gun, hits)
        return sum(strike(energy, 1) for energy in energies)
    return strike(gun.energy, hits)


@rule("dz.scenery.destructible-critical")
def struck(g: G, piece: int, hits: int, energy: int, *, worth: int = 1, six: bool = False, retry: str = "") -> int:
    """Hits on a piece: a Critical does only 1 Damage and leaves a Collateral Damage token."""
    at = g.state.scenery[piece]
    if hits <= 0 or not at.dp:
        return 0
    damage, criticals = g.call(wounds, hits, Blow(energy, at.armour, worth=worth, six=six, scenery=True, retry=retry))
    damaged(g, piece, damage)
    if criticals and g.state.scenery[piece].dp:
        add_tokens(g, piece, criticals)
    return int(damage)


def add_tokens(g: G, piece: int, tokens: int) -> None:
    """Collateral Damage tokens on a piece that stands."""
    change_piece(g, piece, tokens=min(40, g.state.scenery[piece].tokens + tokens))
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
    inside, near = units_in(s, (piece,)), s.terrain
    change_piece(g, piece, tokens=0, dp=0)
    objectives.buried(g, piece)
    for unit in inside:
        g.change(unit, piece=None, edge=-1, placed=False)
    g.set(terrain=_flattened(s.terrain, piece))
    if s.rulings.small_scenery_collapse or was.full >= 10:
        debris(g, piece, near, was.armour, inside)
    for squad in dict.fromkeys(g.state[unit].squad for unit in inside):
        garrisons.put_outside(g, [i for i in inside if g.state[i].squad == squad and g.state[i].alive], piece)


@rule("dz.play.behemoth-zones")
def vanish(g: G, piece: int) -> None:
    """A piece that stands up is gone, and everybody in it; nothing is left of it but the ground."""
    s = g.state
    if not s.terrain.pieces[piece].height:
        return
    inside = units_in(s, (piece,))
    objectives.buried(g, piece)
    change_piece(g, piece, tokens=0, dp=0)
    for unit in inside:
        losses.destroy(g, unit)
    g.set(terrain=_flattened(g.state.terrain, piece, "gone", ()))
    g.note("vanishes", piece=s.terrain.pieces[piece].name)


def _flattened(terrain: Terrain, piece: int, what: str = "ruins", traits: tuple[str, ...] = ("tough",)) -> Terrain:
    pieces = terrain.pieces
    flat = type(pieces[piece])(f"{pieces[piece].name} ({what})", pieces[piece].outline, 0, 0, traits)
    return Terrain(terrain.width, terrain.depth, (*pieces[:piece], flat, *pieces[piece + 1 :]))


@rule("dz.scenery.collapse-hits")
def debris(g: G, piece: int, before: Terrain, energy: int, inside: list[int]) -> None:
    """1D3 inches and as many hits outside; 2D3 hits on each unit inside. Body Cover does not help."""
    reach = g.sum(d3(), "collapse")
    for i, u in enumerate(g.state.units):
        if u.here and not u.flying and i not in inside and near_piece(before, u.base, piece) <= reach * INCH:
            losses.automatic(g, i, reach, energy, "the collapse")
    if inside:
        crushed(g, inside, energy)


@rule("dz.scenery.collapse-inside")
def crushed(g: G, inside: list[int], energy: int) -> None:
    """Rolled once for all who were inside."""
    hits = g.sum(d3(2), "collapse inside")
    for i in inside:
        if g.state[i].alive:
            losses.automatic(g, i, hits, energy, "the collapse")

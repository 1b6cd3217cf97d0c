"""Rapid Insertion: out of transports in the air, and straight into garrisons."""

from __future__ import annotations

from hexless.kernel import Game, OneOf

from . import garrisons, transports
from ._sheet import rule
from .lines import near_piece
from .model import INCH, Dropzone, alive_of, change_squad, units_in

__all__ = ["from_the_air", "into_garrison", "roofs"]

G = Game[Dropzone]


@rule("dz.play.unit-rapid-insertion")
def from_the_air(s: Dropzone, unit: int, ride: int) -> bool:
    """Whether a unit may leave an aircraft, landed or not, that moved no more than n inches over half its MV."""
    n, v = s.units[unit].profile.insertion, s.units[ride]
    far = transports.half(v.profile.mv) + n * INCH
    return n >= 0 and v.here and v.profile.kind == "aircraft" and (v.moved or 0) <= far


def roofs(s: Dropzone, squad: int) -> list[int]:
    """The garrisons with room within 2 inches of the transport that a squad is in."""
    units = alive_of(s, squad)
    ride = s.units[units[0]].aboard
    if ride is None or s.units[units[0]].profile.insertion < 0 or s.units[units[0]].profile.kind != "infantry":
        return []
    at = s.units[ride].base
    return [
        p
        for p in s.terrain.having("garrison").pieces
        if s.scenery[p].dp
        and near_piece(s.terrain, at, p) <= 2 * INCH
        and len(units_in(s, (p,))) + len(units) <= s.scenery[p].full
    ]


def into_garrison(g: G, squad: int) -> bool:
    """Whether a squad that leaves its transport goes straight into a garrison."""
    s, pieces = g.state, roofs(g.state, squad)
    if not pieces:
        return False
    labels = (*(s.terrain.pieces[p].name for p in pieces), "to the ground")
    ask = OneOf(
        prompt="straight into", rules=("dz.play.unit-rapid-insertion",), options=(*pieces, None), labels=labels,
        about="garrison",
    )  # fmt: skip
    piece = g.ask(s.squads[squad].side, ask)
    if piece is not None:
        insert(g, squad, piece)
    return piece is not None


@rule("dz.play.unit-rapid-insertion")
def insert(g: G, squad: int, piece: int) -> None:
    """From any direction, the roof too; and damage in close quarters is not rolled again for it."""
    ride = g.state[alive_of(g.state, squad)[0]].aboard or 0
    air = transports.came_by_air(g.state, ride)
    garrisons.enter(g, squad, piece)
    for unit in alive_of(g.state, squad):
        g.change(unit, moved=0)
    change_squad(g, squad, disembarked=True, aerial=air, entered=False)

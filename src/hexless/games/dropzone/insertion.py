"""Rapid Insertion: out of transports in the air, and straight into garrisons."""

from __future__ import annotations

from hexless.kernel import Game, OneOf

from . import boarding, garrisons
from ._sheet import rule
from .boarding import roofs
from .model import Dropzone, SquadId, alive_of, change_squad

__all__ = ["into_garrison"]

G = Game[Dropzone]


def into_garrison(g: G, squad: SquadId) -> bool:
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
def insert(g: G, squad: SquadId, piece: int) -> None:
    """From any direction, the roof too; and damage in close quarters is not rolled again for it."""
    ride = g.state[alive_of(g.state, squad)[0]].aboard or 0
    air = boarding.came_by_air(g.state, ride)
    garrisons.enter(g, squad, piece)
    for unit in alive_of(g.state, squad):
        g.change(unit, moved=0)
    change_squad(g, squad, disembarked=True, aerial=air, entered=False)

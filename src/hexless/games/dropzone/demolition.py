"""Demolition: shots at scenery."""

from __future__ import annotations

from hexless.kernel import Game, chance, d3

from . import card_effects, losses, weapons
from ._sheet import rule
from .aiming import Salvo
from .damage import Blow, volley, wounds
from .model import Dropzone
from .scenery_pieces import KINDS

__all__ = ["shot_at"]

G = Game[Dropzone]


@rule("dz.scenery.destructible-target")
def shot_at(g: G, salvo: Salvo) -> None:
    """Shots at scenery: hit on 2+ and modifiers, damaged as a unit is."""
    piece = salvo.piece or 0
    g.cite(KINDS[g.state.scenery[piece].kind].rule, *salvo.rules)
    name = g.state.terrain.pieces[piece].name
    says = "shoots scenery" if g.state[salvo.unit].alive else "had shot scenery"
    g.note(says, unit=salvo.unit, weapon=salvo.gun.name, piece=name, need=salvo.need)
    weapons.burn(g, salvo.gun, piece)
    if g.call(demolish, salvo, piece):
        weapons.burn(g, salvo.gun, piece, damaged=True)


def demolish(g: G, salvo: Salvo, piece: int) -> bool:
    """Whether a weapon's shots do any Damage, by its special rules: Destroyer, Area, Focus, Devastator, Penetrative."""
    gun = salvo.gun
    worth = max(1, gun.devastator) if "scenery" in gun.against else 1
    more, retry = card_effects.on_scenery(g.state, salvo.unit)
    blow = Blow(
        gun.energy + more, g.state.scenery[piece].armour, worth=worth, six=gun.penetrative, scenery=True, retry=retry
    )
    if gun.destroyer:
        hits, sure = g.call(weapons.sure_hits, salvo.shots, salvo.least, gun.destroyer, salvo.again)
        losses.chipped(g, piece, sure * worth, sure)
        return losses.chipped(g, piece, *g.call(wounds, hits, blow)) or sure > 0
    if not gun.focus:
        return losses.chipped(g, piece, *g.call(battered, salvo.shots, salvo.least, salvo.again, gun.area, blow))
    hits = g.call(volley, salvo.shots, salvo.least, salvo.again)
    energies = weapons.focused(g, salvo, hits) if hits > 1 else [gun.energy] * hits
    hurt = [losses.chipped(g, piece, *g.call(wounds, 1, blow.with_(energy=energy + more))) for energy in energies]
    return any(hurt)


@chance()
def battered(g: G, shots: int, least: int, again: bool, area: bool, blow: Blow) -> tuple[int, int]:
    """Shots at scenery: the Damage, and how many Criticals were among it. A hit of an Area weapon is D3 hits."""
    hits = g.call(volley, shots, least, again)
    return g.call(wounds, g.sum(d3(hits), "hits on scenery") if area and hits else hits, blow)

"""Collateral Damage: how hard tokens hit, which of them stay, and whom the fire reaches."""

from __future__ import annotations

from collections.abc import Sequence

from hexless.kernel import Game, OneOf, Pool, chance, d6

from . import cards
from ._sheet import rule
from .damage import Blow, verdict
from .deck import Moment
from .model import Dropzone, Scenery, SquadId, alive_of, other

__all__ = ["cards_on", "damaging", "energy_of", "tokens_left", "victim"]

G = Game[Dropzone]


@rule("dz.collateral.round-up-hits", "dz.collateral.six-always-damages")
@chance()
def tokens_left(g: G, tokens: int, energy: int, armour: int) -> int:
    """One die a token: how many damage the piece. A 6 always does, and there are no Criticals."""
    blow = Blow(energy, armour, criticals=False, six=True)
    least = next(face for face in range(2, 7) if verdict(face, blow))
    return g.count(d6(tokens), least, "collateral damage")


@rule("dz.scenery.flammable-energy")
def energy_of(s: Dropzone, piece: int) -> int:
    """Energy 4; 2 on Flammable scenery."""
    return 2 if "flammable" in s.terrain.pieces[piece].traits else 4


def cards_on(g: G) -> list[str]:
    """The cards that are played when tokens are rolled for, the first side's before the other's."""
    sides = (g.state.first, other(g.state, g.state.first))
    return [play.slug for side in sides if (play := cards.offer(g, side, Moment.FIRE))]


def damaging(g: G, at: Scenery, energy: int, played: Sequence[str]) -> int:
    """How many tokens of a piece damage it, after all cards."""
    first = g.call(tokens_left, at.tokens, energy, at.armour)
    kept = wardens(g, first, energy, at.armour) if "fire-wardens" in played else first
    return kept + (blaze(g, at.tokens - first, energy, at.armour) if "spreading-blaze" in played else 0)


@rule("dz.cards.fire-wardens")
def wardens(g: G, damaging: int, energy: int, armour: int) -> int:
    """What damaged is rolled again."""
    return g.call(tokens_left, damaging, energy, armour)


@rule("dz.cards.spreading-blaze")
def blaze(g: G, failed: int, energy: int, armour: int) -> int:
    """What failed is rolled again, and no token is removed."""
    return g.call(tokens_left, failed, energy, armour)


def victim(g: G, squads: list[SquadId]) -> int:
    """One roll picks the squad for all tokens; its opponent picks the unit."""
    squad = squads[g.sum(Pool(1, len(squads)), "squad inside") - 1] if len(squads) > 1 else squads[0]
    units = [i for i in alive_of(g.state, squad) if g.state[i].present]
    labels = tuple(g.state[i].name for i in units)
    ask = OneOf(prompt="the fire reaches", rules=g.cites, options=tuple(units), labels=labels, about="unit")
    unit: int = g.ask(other(g.state, g.state.squads[squad].side), ask) if len(units) > 1 else units[0]
    return unit

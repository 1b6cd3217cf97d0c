"""Collateral Damage: tokens that go on hitting a piece, and whoever is inside."""

from __future__ import annotations

from collections.abc import Sequence

from hexless.kernel import Game, OneOf, Pool, act, chance, d6

from . import cards, losses, scenery
from ._sheet import rule
from .damage import Blow, verdict
from .deck import Moment
from .model import Dropzone, alive_of, change_piece, other, squads_in

__all__ = ["at_once", "immediate", "resolve_tokens", "tokens_left"]

G = Game[Dropzone]


@rule("dz.collateral.round-up-hits", "dz.collateral.six-always-damages")
@chance()
def tokens_left(g: G, tokens: int, energy: int, armour: int) -> int:
    """One die a token: how many damage the piece. A 6 always does, and there are no Criticals."""
    blow = Blow(energy, armour, criticals=False, six=True)
    least = next(face for face in range(2, 7) if verdict(face, blow))
    return g.count(d6(tokens), least, "collateral damage")


@rule("dz.collateral.round-up-hits", "dz.collateral.token-removed")
@act
def resolve_tokens(g: G, piece: int) -> None:
    """Every token hits the piece, and one random squad inside; those that fail to damage the piece are removed."""
    s = g.state
    at, flammable = s.scenery[piece], "flammable" in s.terrain.pieces[piece].traits
    if not at.tokens or not at.dp:
        return
    energy = flames(g) if flammable else 4
    victims = squads_in(s, piece)
    played = [play.slug for side in (s.first, other(s, s.first)) if (play := cards.offer(g, side, Moment.FIRE))]
    first = g.call(tokens_left, at.tokens, energy, at.armour)
    kept = wardens(g, first, energy, at.armour) if "fire-wardens" in played else first
    kept += blaze(g, at.tokens - first, energy, at.armour) if "spreading-blaze" in played else 0
    g.note("collateral", piece=s.terrain.pieces[piece].name, tokens=at.tokens, damage=kept)
    change_piece(g, piece, tokens=at.tokens if "spreading-blaze" in played else kept, fresh=False)
    if victims:
        burn_squad(g, victims, at.tokens, energy, played)
    if kept and g.state.scenery[piece].dp:
        scenery.damaged(g, piece, kept)


@rule("dz.cards.fire-wardens")
def wardens(g: G, damaging: int, energy: int, armour: int) -> int:
    """What damaged is rolled again."""
    return g.call(tokens_left, damaging, energy, armour)


@rule("dz.cards.spreading-blaze")
def blaze(g: G, failed: int, energy: int, armour: int) -> int:
    """What failed is rolled again, and no token is removed."""
    return g.call(tokens_left, failed, energy, armour)


@rule("dz.scenery.flammable-energy")
def flames(g: G) -> int:
    """Energy 2 on Flammable scenery."""
    return 2


@rule("dz.collateral.hits-scenery-and-squad", "dz.collateral.no-body-cover")
def burn_squad(g: G, victims: list[int], tokens: int, energy: int, played: Sequence[str] = ()) -> None:
    """One roll picks the squad for all tokens; its opponent picks the unit; no Body Cover."""
    squad = victims[g.sum(Pool(1, len(victims)), "squad inside") - 1] if len(victims) > 1 else victims[0]
    units = [i for i in alive_of(g.state, squad) if g.state[i].present]
    labels = tuple(g.state[i].name for i in units)
    ask = OneOf(prompt="the fire reaches", rules=g.cites, options=tuple(units), labels=labels, about="unit")
    unit = g.ask(other(g.state, g.state.squads[squad].side), ask) if len(units) > 1 else units[0]
    again = "dz.cards.fire-wardens" if "fire-wardens" in played else ""
    retry = "dz.cards.spreading-blaze" if "spreading-blaze" in played else ""
    losses.automatic(g, unit, tokens, energy, "collateral damage", six=True, again=again, retry=retry)


def immediate(g: G) -> None:
    """After a Shooting action: wherever it left tokens."""
    g.each(at_once, [piece for piece, at in enumerate(g.state.scenery) if at.fresh])


def at_once(g: G, piece: int) -> None:
    """New tokens on a piece: nothing yet, if nobody is inside."""
    if not g.state.scenery[piece].fresh:
        return
    change_piece(g, piece, fresh=False)
    if squads_in(g.state, piece):
        flare_up(g, piece)


@rule("dz.garrisons.immediate-collateral", "dz.collateral.occupied-resolve-all")
def flare_up(g: G, piece: int) -> None:
    """All tokens of an occupied garrison, old and new, are resolved as soon as there are new ones; once."""
    resolve_tokens(g, piece)

"""The special rules of weapons."""

from __future__ import annotations

from hexless.kernel import Game, OneOf, chance, d6
from hexless.table import Base, within

from . import card_effects, losses, scenery
from ._sheet import rule
from .aiming import Salvo
from .damage import Blow, barrage, harm
from .lines import in_cover
from .model import INCH, Dropzone, Gun, other

# fmt: off
__all__ = ["annihilate", "blast", "blow_of", "burn", "focused", "pound", "stray_flames", "strike", "sure_hits"]
# fmt: on

G = Game[Dropzone]


@rule("dz.play.weapon-devastator", "dz.play.weapon-penetrative", "dz.play.weapon-cover", "dz.play.unit-resilient")
def blow_of(s: Dropzone, unit: int, gun: Gun, target: int, energy: int | None = None) -> Blow:
    """One hit of a weapon on a unit."""
    t = s.units[target]
    body = not gun.flame and "body" not in gun.ignores and in_cover(s, s.units[unit], t, "body")
    blow = Blow(
        gun.energy if energy is None else energy,
        t.profile.armour,
        int(body),
        criticals=not t.profile.resilient,
        cover_criticals=s.rulings.body_cover_critical,
        six=gun.penetrative and (not t.zones or s.rulings.behemoth_special_rules),
        worth=max(1, gun.devastator) if t.profile.target in gun.against else 1,
    )
    return card_effects.sharpened(s, unit, target, blow)


def pound(g: G, salvo: Salvo) -> None:
    """A weapon without special ways to hit: dice to hit, dice for damage, and the loss."""
    s, target = g.state, salvo.target
    blow = _said(g, blow_of(s, salvo.unit, salvo.gun, target))
    passive, most = losses.shield(s, target, salvo.gun.energy < 13), losses.most_of(s[target], salvo.zone)
    damage = g.call(barrage, salvo.shots, salvo.least, salvo.again, blow, passive, 0, most)
    losses.hurt(g, target, damage, zone=salvo.zone)


def strike(g: G, salvo: Salvo, target: int, hits: int) -> None:
    """Hits on a unit: focused if the shooter likes, then damage."""
    gun = salvo.gun
    if not gun.focus or hits < 2:
        blow = _said(g, blow_of(g.state, salvo.unit, gun, target))
        losses.inflict(g, target, hits, blow, zone=salvo.zone, guard=gun.energy < 13)
    else:
        g.each(ray, focused(g, salvo, hits), salvo, target)


def ray(g: G, energy: int, salvo: Salvo, target: int) -> None:
    """One focused hit."""
    blow = _said(g, blow_of(g.state, salvo.unit, salvo.gun, target, energy))
    losses.inflict(g, target, 1, blow, zone=salvo.zone, guard=salvo.gun.energy < 13)


def _said(g: G, blow: Blow) -> Blow:
    """Cite what a blow has to get through."""
    if blow.cover:
        g.cite("dz.scenery.body-cover")
    if not blow.criticals:
        g.cite("dz.play.unit-resilient")
    return blow


@rule("dz.play.weapon-focus")
def focused(g: G, salvo: Salvo, hits: int) -> list[int]:
    """The Energy of each hit that is kept; the others are discarded, each for n more on one of these, shared evenly."""
    options = tuple(range(hits, 0, -1))
    labels = tuple(f"{k} hits kept" for k in options)
    kept: int = g.ask(g.state[salvo.unit].side, OneOf(prompt="focus", rules=g.cites, options=options, labels=labels))
    g.note("focused", unit=salvo.unit, kept=kept, hits=hits)
    share, rest = divmod(hits - kept, kept)
    return [salvo.gun.energy + salvo.gun.focus * (share + (k < rest)) for k in range(kept)]


@rule("dz.play.weapon-destroyer")
def annihilate(g: G, salvo: Salvo) -> None:
    """A to-hit die of n or more is an automatic Critical without a damage roll; other hits are as usual."""
    gun, target = salvo.gun, salvo.target
    hits, sure = g.call(sure_hits, salvo.shots, salvo.least, gun.destroyer, salvo.again)
    blow = blow_of(g.state, salvo.unit, gun, target)
    damage = sure * blow.worth * (2 if blow.criticals else 1)
    losses.lose(g, target, damage, zone=salvo.zone, guard=gun.energy < 13)
    if g.state[target].alive:
        strike(g, salvo, target, hits)


@rule("dz.play.weapon-destroyer")
@chance()
def sure_hits(g: G, shots: int, least: int, destroyer: int, again: bool) -> tuple[int, int]:
    """The hits that are rolled for as usual, and those that are Criticals without a roll."""
    _, hits, sure = _sorted(g, shots, least, max(least, destroyer), least, again)
    return hits, sure


def _sorted(g: G, shots: int, low: int, high: int, least: int, again: bool) -> tuple[int, ...]:
    """Dice to hit below, between and above two faces; those below the least that hits may be rolled again."""
    dice = g.bands(d6(shots), low, high, why="to hit")
    if not again:
        return dice
    missed = dice[0] if low == least else dice[0] + dice[1]
    kept = (0, *dice[1:]) if low == least else (0, 0, dice[2])
    return tuple(map(sum, zip(kept, g.bands(d6(missed), low, high, why="to hit again"))))


@rule("dz.play.weapon-area")
def blast(g: G, salvo: Salvo) -> None:
    """A hit strikes all under the template; a miss but a 1 only the target at Energy -2; Infantry takes D6 hits."""
    energy, target = salvo.gun.energy, salvo.target
    hits, glances = g.call(blasts, salvo.shots, salvo.least, salvo.again)
    shells = [(t, energy) for _ in range(hits) for t in under_template(g.state, target)]
    g.each(shell, [*shells, *[(target, energy - 2)] * glances], salvo)


@chance()
def blasts(g: G, shots: int, least: int, again: bool) -> tuple[int, int]:
    """The hits, and the misses that are no 1."""
    _, glances, hits = _sorted(g, shots, 2, least, least, again)
    return hits, glances


def shell(g: G, at: tuple[int, int], salvo: Salvo) -> None:
    """What an Area weapon does to one unit, at this Energy."""
    (target, energy), s = at, g.state
    if s[target].present:
        blow = _said(g, blow_of(s, salvo.unit, salvo.gun, target, energy))
        passive, foot = losses.shield(s, target, salvo.gun.energy < 13), s[target].profile.kind == "infantry"
        losses.hurt(g, target, g.call(burst, foot, blow, passive, s[target].dp))


@chance()
def burst(g: G, foot: bool, blow: Blow, passive: int, most: int) -> int:
    """The Damage of one shell: D6 hits on Infantry, else one."""
    return g.call(harm, g.sum(d6(), "hits on infantry") if foot else 1, blow, passive, 0, most)


def under_template(s: Dropzone, target: int) -> list[int]:
    """Whom the template touches: 4 inches across, on the target's centre, or all on the same edge; no Behemoth."""
    t = s.units[target]
    if t.piece is not None:
        return [i for i, v in enumerate(s.units) if v.present and v.piece == t.piece and v.edge == t.edge]
    disc = Base(t.base.x, t.base.y, radius=2 * INCH)
    there = [(i, v) for i, v in enumerate(s.units) if v.here and v.flying == t.flying and not v.zones]
    touched = [i for i, v in there if within(disc, v.base, 0)]
    return [target, *(i for i in touched if i != target)]


# ---- flame


@rule("dz.scenery.flammable-token", "dz.play.weapon-flame")
def burn(g: G, gun: Gun, piece: int | None, damaged: bool = False) -> None:
    """A Flame weapon leaves a token on Flammable scenery that it damages; the rulebook's ways are a ruling."""
    ruled = g.state.rulings.flame_token_on
    if not gun.flame or piece is None or not g.state.scenery[piece].dp or damaged != (ruled != "target"):
        return
    flammable = "flammable" in g.state.terrain.pieces[piece].traits
    tokens = int(flammable) if ruled == "flammable" else 1 + flammable
    if tokens:
        scenery.add_tokens(g, piece, tokens)


@rule("dz.play.weapon-flame")
def stray_flames(g: G, salvo: Salvo, misses: int) -> None:
    """Shots that miss hit friendly Infantry in the same Garrison; the target's player picks the unit."""
    s, piece, unit = g.state, g.state[salvo.target].piece, salvo.unit
    friends = [i for i, v in enumerate(s.units) if v.present and piece is not None and v.piece == piece]
    friends = [i for i in friends if s.units[i].side == s[unit].side]
    if not friends:
        return
    labels = tuple(s[i].name for i in friends)
    ask = OneOf(prompt="the flames reach", rules=g.cites, options=tuple(friends), labels=labels, about="unit")
    victim = g.ask(other(s, s[unit].side), ask) if len(friends) > 1 else friends[0]
    strike(g, salvo, victim, misses)

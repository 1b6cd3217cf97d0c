"""The special rules of weapons."""

from __future__ import annotations

from hexless.kernel import Game, OneOf, d6
from hexless.table import Base, within

from . import behemoths, card_effects, losses, scenery, shooting
from ._sheet import rule
from .damage import Blow
from .lines import in_cover
from .model import INCH, Dropzone, Gun, Unit, other

# fmt: off
__all__ = [
    "annihilate", "at_work", "blast", "blow_of", "burn", "combined", "combines", "focused", "shots_of", "strafed",
    "stray_flames", "strike", "sure_hits",
]
# fmt: on

G = Game[Dropzone]
AT_WORK = {
    "alt": "alternate", "area": "area", "articulated": "articulated", "ignores": "cover", "destroyer": "destroyer",
    "devastator": "devastator", "flame": "flame", "focus": "focus", "indirect": "indirect", "limited": "limited",
    "penetrative": "penetrative", "reduced": "reduced", "strafe": "strafe", "structural": "structural",
    "tech_killer": "tech-killer",
}  # fmt: skip


@rule("dz.play.weapon-articulated", "dz.play.weapon-alternate", "dz.play.weapon-limited", "dz.play.weapon-indirect")
def at_work(gun: Gun) -> list[str]:
    """The rules of a weapon that shoots."""
    return [f"dz.play.weapon-{name}" for field, name in AT_WORK.items() if getattr(gun, field)]


@rule("dz.play.weapon-reduced", "dz.play.weapon-structural")
def shots_of(u: Unit, gun: Gun) -> int:
    """Reduced-n: n Shots fewer for each Damage Point lost; a crippled Behemoth has fewer, but of Structural weapons."""
    if u.zones:
        return gun.shots if gun.structural else max(1, gun.shots - behemoths.cripples(u, 2))
    return max(0, gun.shots - gun.reduced * (u.profile.dp - u.dp))


@rule("dz.play.weapon-reduced")
def combined(u: Unit, gun: Gun) -> Gun:
    """One Shot with +1 Energy for each Shot given up, at most 9; it gains AA with both ranges at 6 inches."""
    energy = max(gun.energy, min(9, gun.energy + shots_of(u, gun) - 1))
    return gun.with_(shots=1, reduced=0, energy=energy, aa=max(0, gun.aa))


@rule("dz.play.weapon-reduced")
def combines(g: G, shot: shooting.Shot) -> bool:
    """Whether the fire of a Reduced weapon is combined into one Shot."""
    u = g.state[shot.unit]
    gun = u.profile.guns[shot.gun]
    if not gun.reduced or shots_of(u, gun) < 2:
        return False
    if shot.target is not None and g.state[shot.target].flying and gun.aa < 0:
        return True
    if gun.energy >= 9:
        return False
    return g.may(u.side, f"{u.name} combines the fire of {gun.name} into one shot")


@rule("dz.play.weapon-strafe")
def strafed(g: G, shot: shooting.Shot) -> list[shooting.Shot]:
    """Strafe-n fires n times, each time at the same unit or one within 3 inches of another of its targets."""
    s, gun = g.state, g.state[shot.unit].profile.guns[shot.gun]
    shots: list[shooting.Shot] = []
    for _ in range(gun.strafe - 1):
        hit = [one.target for one in (shot, *shots) if one.target is not None]
        near = [t for t in shooting.targets_of(s, shot.unit, gun) if t in hit or any(_near(s, t, h) for h in hit)]
        choice = shooting.ask_target(g, shot.unit, shot.gun, near, [], "no more")
        if choice is None:
            break
        zone = behemoths.pick_zone(g, s[shot.unit].side, int(choice)) if s[int(choice)].zones else 0
        shots.append(shooting.Shot(shot.unit, shot.gun, int(choice), zone=zone))
    return shots


def _near(s: Dropzone, a: int, b: int) -> bool:
    p, q = s.units[a].base, s.units[b].base
    return (p.x - q.x) ** 2 + (p.y - q.y) ** 2 <= (3 * INCH) ** 2


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


def strike(g: G, unit: int, gun: Gun, target: int, hits: int, zone: int = 0) -> None:
    """Hits on a unit: focused if the shooter likes, then damage."""
    if g.state[target].profile.resilient and hits:
        _resilient(g)
    guard = gun.energy < 13
    if not gun.focus or hits < 2:
        losses.inflict(g, target, hits, _said(g, blow_of(g.state, unit, gun, target)), zone=zone, guard=guard)
        return
    for energy in focused(g, unit, gun, hits):
        blow = blow_of(g.state, unit, gun, target, energy)
        losses.inflict(g, target, 1, _said(g, blow), zone=zone, guard=guard)


@rule("dz.play.unit-resilient")
def _resilient(g: G) -> None:
    """Criticals count as ordinary damage."""


def _said(g: G, blow: Blow) -> Blow:
    """Cite the cover that a blow has to get through."""
    if blow.cover:
        g.cite("dz.scenery.body-cover")
    return blow


@rule("dz.play.weapon-focus")
def focused(g: G, unit: int, gun: Gun, hits: int) -> list[int]:
    """The Energy of each hit that is kept; the others are discarded, each for n more on one of these, shared evenly."""
    options = tuple(range(hits, 0, -1))
    labels = tuple(f"{k} hits kept" for k in options)
    kept: int = g.ask(g.state[unit].side, OneOf(prompt="focus", rules=g.cites, options=options, labels=labels))
    g.note("focused", unit=unit, kept=kept, hits=hits)
    share, rest = divmod(hits - kept, kept)
    return [gun.energy + gun.focus * (share + (k < rest)) for k in range(kept)]


@rule("dz.play.weapon-destroyer")
def annihilate(g: G, unit: int, gun: Gun, target: int, need: int, zone: int) -> None:
    """A to-hit die of n or more is an automatic Critical without a damage roll; other hits are as usual."""
    hits, sure = sure_hits(g, unit, gun, need)
    blow = blow_of(g.state, unit, gun, target)
    losses.lose(g, target, sure * blow.worth * (2 if blow.criticals else 1), zone=zone, guard=gun.energy < 13)
    if g.state[target].alive:
        strike(g, unit, gun, target, hits, zone)


@rule("dz.play.weapon-destroyer")
def sure_hits(g: G, unit: int, gun: Gun, need: int) -> tuple[int, int]:
    """The hits that are rolled for as usual, and those that are Criticals without a roll."""
    faces = card_effects.to_hit_faces(g, unit, shots_of(g.state[unit], gun), need)
    least = min(6, max(2, need))
    sure = sum(face >= max(least, gun.destroyer) for face in faces)
    return sum(face >= least for face in faces) - sure, sure


@rule("dz.play.weapon-area")
def blast(g: G, unit: int, gun: Gun, target: int, need: int) -> None:
    """A hit strikes all under the template; a miss but a 1 only the target at Energy -2; Infantry takes D6 hits."""
    for face in card_effects.to_hit_faces(g, unit, shots_of(g.state[unit], gun), need):
        if face == 1:
            continue
        hit = face >= min(6, max(2, need))
        under = _under(g.state, target) if hit else [target]
        energy = gun.energy if hit else gun.energy - 2
        for t in under:
            if g.state[t].present:
                hits = g.sum(d6(), "hits on infantry") if g.state[t].profile.kind == "infantry" else 1
                blow = _said(g, blow_of(g.state, unit, gun, t, energy))
                losses.inflict(g, t, hits, blow, guard=gun.energy < 13)


def _under(s: Dropzone, target: int) -> list[int]:
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
    """A Flame weapon at a Destructible piece or its occupants leaves a token, two if the piece is Flammable."""
    when = "damage" if damaged else "target"
    if not gun.flame or piece is None or not g.state.scenery[piece].dp or g.state.rulings.flame_token_on != when:
        return
    flammable = "flammable" in g.state.terrain.pieces[piece].traits
    scenery.add_tokens(g, piece, 1 + flammable)


@rule("dz.play.weapon-flame")
def stray_flames(g: G, unit: int, gun: Gun, target: int, misses: int) -> None:
    """Shots that miss hit friendly Infantry in the same Garrison; the target's player picks the unit."""
    s, piece = g.state, g.state[target].piece
    friends = [i for i, v in enumerate(s.units) if v.present and piece is not None and v.piece == piece]
    friends = [i for i in friends if s.units[i].side == s[unit].side]
    if not friends:
        return
    labels = tuple(s[i].name for i in friends)
    ask = OneOf(prompt="the flames reach", rules=g.cites, options=tuple(friends), labels=labels, about="unit")
    victim = g.ask(other(s, s[unit].side), ask) if len(friends) > 1 else friends[0]
    strike(g, unit, gun, victim, misses)

"""What Command Cards do to shots: short procedures and changes to a blow, called where the shots are rolled."""

from __future__ import annotations

from hexless.kernel import Game, d6

from . import cards, shooting
from ._sheet import rule
from .damage import Blow
from .deck import Moment, card_of, in_force
from .model import Dropzone, Effect, Gun, other

__all__ = ["at_work", "energy_of", "loaded", "on_scenery", "sharpened", "shots_declared", "to_hit_faces"]

G = Game[Dropzone]
ON_SHOOTER = ("walking-fire", "weak-seams", "needle-rounds", "overcharged-cells")
ON_TARGET = ("flare-screen", "glancing-angles")


def shots_declared(g: G, squad: int, targets: tuple[int, ...]) -> None:
    """All shots of a squad are allocated: a card of its player, then one of the player whose squads are shot at."""
    side = g.state.squads[squad].side
    play = cards.offer(g, side, Moment.SHOOTS, (squad,))
    if play and play.slug == "overcharged-cells":
        overcharge(g, side, squad)
    if targets:
        cards.offer(g, other(g.state, side), Moment.SHOT_AT, targets)


@rule("dz.cards.overcharged-cells")
def overcharge(g: G, side: str, squad: int) -> None:
    """A die: Energy +1 on 3 or 4, +2 on 5 or 6."""
    face = g.sum(d6(), "overcharge")
    energy = (face >= 3) + (face >= 5)
    g.note("overcharged", unit=g.state.squads[squad].units[0], energy=energy)
    g.set(effects=(*g.state.effects, Effect("overcharged-cells", side, squad, "action", energy)))


def at_work(s: Dropzone, shooter: int, target: int) -> list[str]:
    """The cards' rules that bear on the shots of one unit at another."""
    own, foe = s.units[shooter].squad, s.units[target].squad
    found = [slug for slug in ON_SHOOTER if in_force(s, slug, own)]
    return [card_of(slug).rule for slug in (*found, *(slug for slug in ON_TARGET if in_force(s, slug, foe)))]


@rule("dz.cards.walking-fire")
def second_try(g: G, misses: int, need: int) -> int:
    """Misses are rolled again."""
    return g.call(shooting.volley, misses, need)


def to_hit_faces(g: G, unit: int, shots: int, need: int) -> list[int]:
    """The dice to hit of a weapon whose very faces count."""
    faces: list[int] = list(g.roll(d6(shots), "to hit"))
    if not in_force(g.state, "walking-fire", g.state[unit].squad):
        return faces
    hits = [face for face in faces if face >= min(6, max(2, need))]
    return [*hits, *g.roll(d6(shots - len(hits)), "to hit again")]


@rule("dz.cards.needle-rounds")
def loaded(s: Dropzone, unit: int, gun: Gun) -> Gun:
    """Needle Rounds make every weapon Penetrative."""
    return gun.with_(penetrative=True) if in_force(s, "needle-rounds", s.units[unit].squad) else gun


def energy_of(s: Dropzone, unit: int) -> int:
    """What Overcharged Cells add."""
    effect = in_force(s, "overcharged-cells", s.units[unit].squad)
    return effect.value if effect else 0


def on_scenery(s: Dropzone, unit: int) -> tuple[int, str]:
    """More Energy, and the rule by which failed damage is rolled again."""
    seams = in_force(s, "weak-seams", s.units[unit].squad)
    return energy_of(s, unit), "dz.cards.weak-seams" if seams else ""


@rule("dz.cards.weak-seams", "dz.cards.glancing-angles")
def sharpened(s: Dropzone, unit: int, target: int, blow: Blow) -> Blow:
    """More Energy; failed damage rolled again for the shooter, or successful damage for the target."""
    if not s.effects:
        return blow
    own, foe = s.units[unit].squad, s.units[target].squad
    return blow.with_(
        energy=blow.energy + energy_of(s, unit),
        retry="dz.cards.weak-seams" if in_force(s, "weak-seams", own) else blow.retry,
        again="dz.cards.glancing-angles" if in_force(s, "glancing-angles", foe) else blow.again,
    )

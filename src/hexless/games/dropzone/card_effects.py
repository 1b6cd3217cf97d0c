"""What Command Cards do to shots: short procedures and changes to a blow, called where the shots are rolled."""

from __future__ import annotations

from hexless.kernel import Game, d6

from . import cards
from ._sheet import rule
from .damage import Blow
from .deck import Moment, in_force
from .model import Dropzone, Effect, SquadId, alive_of, other

__all__ = ["energy_of", "on_scenery", "sharpened", "shots_declared"]

G = Game[Dropzone]


def shots_declared(g: G, squad: SquadId, targets: tuple[int, ...]) -> None:
    """All shots of a squad are allocated: a card of its player, then one of the player whose squads are shot at."""
    side = g.state.squads[squad].side
    play = cards.offer(g, side, Moment.SHOOTS, (squad,))
    if play and play.slug == "overcharged-cells":
        overcharge(g, side, squad)
    if targets:
        cards.offer(g, other(g.state, side), Moment.SHOT_AT, targets)


@rule("dz.cards.overcharged-cells")
def overcharge(g: G, side: str, squad: SquadId) -> None:
    """A die: Energy +1 on 3 or 4, +2 on 5 or 6."""
    face = g.sum(d6(), "overcharge")
    energy = (face >= 3) + (face >= 5)
    g.note("overcharged", unit=alive_of(g.state, squad)[0], energy=energy)
    g.set(effects=(*g.state.effects, Effect("overcharged-cells", side, squad, "action", energy)))


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

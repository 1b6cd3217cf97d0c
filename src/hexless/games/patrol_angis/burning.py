"""What fire projectors leave behind: a Troop Element that burns is attacked again whenever it is activated."""

from __future__ import annotations

from hexless.kernel import Game, act, d8

from .armor import armor_save
from .hits import volley
from .losses import apply_kills
from .measuring import bounded
from .model import PatrolAngis

__all__ = ["burn"]

G = Game[PatrolAngis]
FLAMES = 2  # dice, at the base target number


@act
def burn(g: G, unit: int) -> None:
    """On 4+ the fire is out; else two dice at 2+ with the projector's Strength."""
    s, e = g.state, g.state[unit]
    if g.count(d8(), 4, "put out the fire"):
        g.change(unit, burning=0)
        g.note("burns", unit=unit, result="the fire is out")
        return
    die = s.rulings.save_die
    save = bounded(s.rulings, armor_save(s, unit, e.burning), die)
    hits, kills = g.call(volley, FLAMES, 2, save, 0, 0, die)
    g.note("burns", unit=unit, result=f"{hits} hits, {kills} not saved")
    if kills:
        apply_kills(g, unit, kills)

"""Precise Ranged Fire: no move, and a steadier aim."""

from __future__ import annotations

from hexless.kernel import Game

from ._sheet import rule
from .model import PatrolAngis
from .ranged_fire import attack

__all__ = ["precise_fire"]

G = Game[PatrolAngis]


@rule("pa.precise-fire.no-move")
def precise_fire(g: G, unit: int) -> None:
    """No move, and a target number 1 lower."""
    attack(g, unit, "precise", still=True)

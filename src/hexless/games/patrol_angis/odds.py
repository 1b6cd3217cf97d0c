"""Odds of shooting, close combat and morale, from the very procedures that play them."""

from __future__ import annotations

from hexless.kernel import Dist, exact
from hexless.ruleset import Attack, Input

from .close_combat import blows
from .morale import nerve
from .ranged_fire import volley
from .rulings import Rulings

__all__ = ["ATTACKS"]


def shooting(_: Rulings, dice: int, target: int, save: int, aoe: int = 0) -> Dist:
    """The hits of a volley that are not saved."""
    return exact(volley, dice, target, save, aoe).map(lambda end: end[1])


def melee(_: Rulings, attacks: int, save: int) -> Dist:
    """The automatic hits that are not saved."""
    return exact(blows, attacks, save)


def check(_: Rulings, target: int) -> Dist:
    """Whether a morale check is passed."""
    return exact(nerve, target).map(lambda held: "holds" if held else "fails")


ATTACKS = (
    Attack(
        "shooting",
        "Unsaved hits of one kind of weapon.",
        "unsaved hits",
        (
            Input("dice", "d8 rolled: the weapon's dice times the figures that fire it", 0, 30, default=8),
            Input("target", "to-hit target number after all modifiers", 1, 9, default=2),
            Input("save", "armor save target number: 5 - AR + Strength and so on", 1, 9, default=4),
            Input("aoe", "AoE hits of each success; 0 for an ordinary weapon", 0, 6, default=0),
        ),
        shooting,
        ("pa.ranged-fire.step-hit", "pa.ranged-fire.step-save", "pa.play.aoe-hits"),
    ),
    Attack(
        "melee",
        "Unsaved hits of one round of blows.",
        "unsaved hits",
        (
            Input("attacks", "attacks, which all hit", 0, 40, default=8),
            Input("save", "armor save target number: 5 - AR + Strength and so on", 1, 9, default=6),
        ),
        melee,
        ("pa.close-combat.automatic-hits", "pa.close-combat.save"),
    ),
    Attack(
        "morale",
        "Whether a morale check is passed.",
        "holds or fails",
        (Input("target", "morale target number after all modifiers", 1, 9, default=4),),
        check,
        ("pa.morale.base", "pa.play.target-number-roll"),
    ),
)

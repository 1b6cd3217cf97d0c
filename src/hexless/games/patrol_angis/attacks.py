"""Odds of shooting, close combat and morale, from the very procedures that play them."""

from __future__ import annotations

from hexless.kernel import Attack, Dist, Input, Row, exact

from .armor import armor_save
from .close_combat import blows, blows_of
from .measuring import bounded
from .model import PatrolAngis
from .morale import before, morale, nerve
from .ranged_fire import guns, volley
from .to_hit import to_hit

__all__ = ["ATTACKS"]


def shooting(dice: int, target: int, save: int, aoe: int = 0) -> Dist:
    """The hits of a volley that are not saved."""
    return exact(volley, dice, target, save, aoe).map(lambda end: end[1])


def melee(attacks: int, save: int) -> Dist:
    """The automatic hits that are not saved."""
    return exact(blows, attacks, save)


def check(target: int) -> Dist:
    """Whether a morale check is passed."""
    return exact(nerve, target).map(lambda held: "holds" if held else "fails")


Measure = tuple[dict[str, int | str], tuple[Row, ...]]


def _measure_shot(s: PatrolAngis, shooter: int, target: int) -> Measure:
    """The kind of weapon with the most dice that can fire now without a move."""
    armed = guns(s, shooter, target, still=True)
    if not armed:
        return {"dice": 0, "target": 9, "save": 9, "aoe": 0}, ()
    weapon, users = max(armed, key=lambda gun: gun[0].dice * len(gun[1]))
    need, save = to_hit(s, shooter, target, weapon), armor_save(s, target, weapon.strength)
    inputs: dict[str, int | str] = {
        "dice": weapon.dice * len(users), "target": bounded(s.rulings, need), "save": bounded(s.rulings, save),
        "aoe": weapon.aoe,
    }  # fmt: skip
    return inputs, (*need.rows, *save.rows)


def _measure_melee(s: PatrolAngis, attacker: int, target: int) -> Measure:
    """The largest group of attacks at one Strength."""
    number, strength = max(blows_of(s, attacker, target), default=(0, 0))
    save = armor_save(s, target, strength, melee=True)
    return {"attacks": number, "save": bounded(s.rulings, save)}, save.rows


def _measure_morale(s: PatrolAngis, attacker: int, target: int) -> Measure:
    """The target's check as it stands now."""
    need = morale(s, target, before(s, target))
    return {"target": bounded(s.rulings, need)}, need.rows


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
        _measure_shot,
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
        _measure_melee,
    ),
    Attack(
        "morale",
        "Whether a morale check is passed.",
        "holds or fails",
        (Input("target", "morale target number after all modifiers", 1, 9, default=4),),
        check,
        ("pa.morale.base", "pa.play.target-number-roll"),
        _measure_morale,
    ),
)

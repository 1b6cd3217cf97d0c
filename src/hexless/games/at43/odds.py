"""Odds of salvos, close combat and morale, from the very procedures that play them."""

from __future__ import annotations

from hexless.kernel import Dist, Row, exact
from hexless.ruleset import Attack, Input

from .model import CM, Card, Weapon
from .rulings import Rulings
from .shooting import salvo
from .urt import against, close_combat_test, damage_test, needed, shooting_test, successes

__all__ = ["ATTACKS"]


def _weapon(accuracy: int, penetration: int) -> Weapon:
    return Weapon("", 1, accuracy, penetration)


def _card(combat: int, protection: int) -> Card:
    return Card(
        name="", kind="type-1", size=1, move=0, combat=combat, protection=protection, morale=0, weapons=(),
        radius=0, height=0,
    )  # fmt: skip


def shooting(
    _: Rulings,
    rate: int,
    accuracy: int,
    range: int,  # noqa: A002
    reroll: int,
    penetration: int,
    protection: int,
    damage: int,
    cover: int,
) -> Dist:
    """The Damage points of a salvo at one unit, with nobody in the zone of fire."""
    weapon, card = _weapon(accuracy, penetration), _card(0, protection)
    need, pierce = needed(shooting_test(weapon, range * CM)), needed(damage_test(weapon, card))
    return exact(salvo, rate, need, reroll, cover, pierce, damage)


def melee(
    _: Rulings, rate: int, accuracy: int, combat: int, reroll: int, penetration: int, protection: int, damage: int
) -> Dist:
    """The Damage points of a close combat attack."""
    weapon, card = _weapon(accuracy, penetration), _card(combat, protection)
    need, pierce = needed(close_combat_test(weapon, card)), needed(damage_test(weapon, card))
    return exact(salvo, rate, need, reroll, 0, pierce, damage)


def morale(_: Rulings, morale: int) -> Dist:
    """1: the test is passed; 0: it fails."""
    test = against(Row(morale, "morale", "at.urt.morale"), Row(-8, "fixed", "at.urt.morale"))
    return exact(successes, 1, needed(test), False, "morale")


RATE = Input("rate", "dice of the salvo: attack rate times firers", 0, 60, default=6)
ACCURACY = Input("accuracy", "the weapon's Accuracy", 0, 20, default=4)
REROLL = Input("reroll", "failed dice that are rolled again", 0, 60, default=0)
PENETRATION = Input("penetration", "the weapon's Penetration", 0, 20, default=5)
PROTECTION = Input("protection", "the target's Protection", 0, 20, default=5)
DAMAGE = Input("damage", "the weapon's Damage value", 1, 6, default=1)

ATTACKS = (
    Attack(
        "shooting",
        "Damage points of one salvo.",
        "damage points",
        (
            RATE, ACCURACY, Input("range", "cm between the leaders", 0, 300, default=25), REROLL, PENETRATION,
            PROTECTION, DAMAGE, Input("cover", "what cancels an impact: 0 nothing, else 3 to 6", 0, 6, default=0),
        ),
        shooting,
        (
            "at.shoot.dice", "at.shoot.impact", "at.shoot.re-roll", "at.cover.roll", "at.shoot.damage-test",
            "at.shoot.damage-points", "at.urt.shooting", "at.urt.damage", "at.play.range-bands",
        ),
    ),
    Attack(
        "melee",
        "Damage points of a close combat attack.",
        "damage points",
        (
            RATE, ACCURACY, Input("combat", "the defender's Combat value", 0, 20, default=3), REROLL, PENETRATION,
            PROTECTION, DAMAGE,
        ),
        melee,
        ("at.melee.attack", "at.urt.close-combat", "at.urt.damage"),
    ),
    Attack(
        "morale",
        "Whether a Morale test is passed.",
        "tests passed",
        (Input("morale", "the highest Morale in the unit", 0, 20, default=9),),
        morale,
        ("at.urt.morale", "at.morale.pass"),
    ),
)  # fmt: skip

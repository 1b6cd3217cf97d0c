"""Odds of attacks and bombardments, from the very procedures that play them."""

from __future__ import annotations

from hexless.kernel import Attack, Dist, Input, Row, exact

from .attack import assault, attack_power, defence
from .bombard import against, bombard_power, shelling, shelter
from .model import Orders

__all__ = ["ATTACKS"]

Measured = tuple[dict[str, int | str], tuple[Row, ...]]


def attack(power: int, resist: int) -> Dist:
    """What an attack does."""
    return _ordered(exact(assault, power, resist), ("none", "1sp", "2sp", "destroyed"))


def bombard(power: int, resist: int) -> Dist:
    """What a bombardment does to one base."""
    return _ordered(exact(shelling, power, resist), ("none", "activation", "vulnerable", "vulnerable+1sp"))


def _ordered(dist: Dist, results: tuple[str, ...]) -> Dist:
    """From the least result to the worst."""
    return Dist({result: dist.weights.get(result, 0) for result in results}, dist.total)


def _measure_attack(s: Orders, attacker: int, target: int) -> Measured:
    power = attack_power(s, attacker, (), target, "AM" if s[target].vehicle else "AP")
    resist = defence(s, target)
    return {"power": power.value, "resist": resist.value}, (*power.rows, *resist.rows)


def _measure_bombard(s: Orders, attacker: int, target: int) -> Measured:
    power = against(s, target, bombard_power(s, (attacker,)))
    resist = shelter(s, target, dived=False)
    return {"power": power.value, "resist": resist.value}, (*power.rows, *resist.rows)


INPUTS = (
    Input("power", "the attacker's value, supporters and modifiers, before the die", 0, 60, default=6),
    Input("resist", "the target's SR and modifiers, before the die", 0, 60, default=3),
)
ATTACKS = (
    Attack(
        "attack",
        "Result of one attack on a base.",
        "none, 1sp, 2sp or destroyed",
        INPUTS,
        attack,
        ("or.attack.total", "or.attack.defence", "or.attack.difference", "or.attack.no-effect", "or.attack.one-sp",
         "or.attack.two-sp", "or.attack.destroyed"),
        _measure_attack,
    ),
    Attack(
        "bombard",
        "Result of one bombardment for a base under the template.",
        "none, activation, vulnerable or vulnerable+1sp",
        INPUTS,
        bombard,
        ("or.bombard.total", "or.bombard.defence", "or.bombard.difference", "or.bombard.no-effect",
         "or.bombard.activation", "or.bombard.vulnerable-counter", "or.bombard.vulnerable-and-sp"),
        _measure_bombard,
    ),
)  # fmt: skip

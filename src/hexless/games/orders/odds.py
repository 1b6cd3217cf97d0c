"""Odds of attacks and bombardments, from the very procedures that play them."""

from __future__ import annotations

from hexless.kernel import Dist, exact
from hexless.ruleset import Attack, Input

from .attack import assault
from .bombard import shelling
from .rulings import Rulings

__all__ = ["ATTACKS"]


def attack(_: Rulings, power: int, resist: int) -> Dist:
    """What an attack does."""
    return _ordered(exact(assault, power, resist), ("none", "1sp", "2sp", "destroyed"))


def bombard(_: Rulings, power: int, resist: int) -> Dist:
    """What a bombardment does to one base."""
    return _ordered(exact(shelling, power, resist), ("none", "activation", "vulnerable", "vulnerable+1sp"))


def _ordered(dist: Dist, results: tuple[str, ...]) -> Dist:
    """From the least result to the worst."""
    return Dist({result: dist.weights.get(result, 0) for result in results}, dist.total)


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
    ),
    Attack(
        "bombard",
        "Result of one bombardment for a base under the template.",
        "none, activation, vulnerable or vulnerable+1sp",
        INPUTS,
        bombard,
        ("or.bombard.total", "or.bombard.defence", "or.bombard.difference", "or.bombard.no-effect",
         "or.bombard.activation", "or.bombard.vulnerable-counter", "or.bombard.vulnerable-and-sp"),
    ),
)  # fmt: skip

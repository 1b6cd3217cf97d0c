"""The dice of an attack: impacts with their re-rolls, cover that cancels some, and Damage tests.

Nothing here reads the state, so the exact walk has finished weights for all of it.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

from hexless.kernel import Game, chance, d6

from ._sheet import rule
from .cover import NO_COVER
from .model import AT43
from .urt import FAIL, successes

__all__ = ["Rolls", "penetrate", "pierced", "volley"]

G = Game[AT43]
Weights = tuple[dict[int, int], int]


class Rolls(NamedTuple):
    """The dice of one attack, the lowest that is an impact, and how many failed ones are rolled again."""

    dice: int
    need: int
    again: int


def _binomial(n: int, good: int, sides: int) -> Weights:
    """How many of n dice succeed, each in `good` of `sides` cases."""
    weights = {k: comb(n, k) * good**k * (sides - good) ** (n - k) for k in range(n + 1)}
    return {k: weight for k, weight in weights.items() if weight}, sides**n


def _good(need: int) -> int:
    """The faces of a die that reach a minimum."""
    return 7 - need


@lru_cache(maxsize=1024)
def impact_weights(rolls: Rolls, always: bool = False) -> Weights:
    """The weights of `volley`: the failed dice that are rolled again succeed as the first did."""
    first, _ = _binomial(rolls.dice, _good(rolls.need), 6)
    out: dict[int, int] = {}
    for hits, weight in first.items():
        second = min(rolls.again, rolls.dice - hits)
        for more, share in _binomial(second, _good(rolls.need), 6)[0].items():
            out[hits + more] = out.get(hits + more, 0) + weight * share * 6 ** (rolls.again - second)
    return out, 6 ** (rolls.dice + rolls.again)


@rule("at.shoot.dice", "at.shoot.impact", "at.shoot.re-roll")
@chance(impact_weights)
def volley(g: G, rolls: Rolls, always: bool = False) -> int:
    """Impacts: every die that reaches the minimum; so many failed ones are rolled once more."""
    impacts = successes(g, rolls.dice, rolls.need, always, "to hit")
    second = min(rolls.again, rolls.dice - impacts) if rolls.need < FAIL else 0
    impacts += successes(g, second, rolls.need, always, "re-roll") if second else 0
    g.note("impacts", impacts=impacts)
    return impacts


@lru_cache(maxsize=1024)
def through_weights(impacts: int, save: int, need: int, enough: int, always: bool = False) -> Weights:
    """The weights of `penetrate`: each impact is on its own."""
    left = 6 - _good(save) if save != NO_COVER else 6
    weights, whole = _binomial(impacts, left * _good(need), 36)
    out: dict[int, int] = {}
    for k, weight in weights.items():
        out[min(k, enough)] = out.get(min(k, enough), 0) + weight
    return out, whole


@rule("at.shoot.damage-test", "at.cover.roll")
@chance(through_weights)
def penetrate(g: G, impacts: int, save: int, need: int, enough: int, always: bool = False) -> int:
    """The impacts that are not cancelled by cover and pass their Damage test, as far as they matter."""
    left = impacts - (g.count(d6(impacts), save, "cover") if save != NO_COVER else 0)
    through = successes(g, left, need, always, "damage")
    g.note("through", through=through)
    return min(through, enough)


@lru_cache(maxsize=1024)
def attack_weights(rolls: Rolls, save: int, need: int, enough: int, always: bool = False) -> Weights:
    """The weights of `attack`."""
    impacts, whole = impact_weights(rolls, always)
    most = max(impacts)
    out: dict[int, int] = {}
    for n, weight in impacts.items():
        for k, share in through_weights(n, save, need, enough)[0].items():
            out[k] = out.get(k, 0) + weight * share * 36 ** (most - n)
    return out, whole * 36**most


@chance(attack_weights)
def attack(g: G, rolls: Rolls, save: int, need: int, enough: int, always: bool = False) -> int:
    """From dice to what goes through, where all impacts strike the same unit."""
    return penetrate(g, volley(g, rolls, always), save, need, enough, always)


def pierced(g: G, impacts: int | Rolls, save: int, need: int, enough: int) -> int:
    """The impacts, known or still to be rolled for, that go through cover and Protection; no more than are enough."""
    always = g.state.rulings.urt_auto_consumes_dice
    if isinstance(impacts, Rolls):
        return g.call(attack, impacts, save, need, enough, always)
    return g.call(penetrate, impacts, save, need, enough, always)

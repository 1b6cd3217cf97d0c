"""The dice of an attack: impacts with their re-rolls, cover that cancels some, and Damage tests.

Nothing here reads the state, so the exact walk has finished weights for all of it.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

from hexless.kernel import Game, Total, chance, d6

from ._sheet import rule
from .cover import NO_COVER
from .model import AT43
from .urt import FAIL, needed, successes

__all__ = ["Rolls", "Salvo", "Struck", "dealt", "penetrate", "pierced", "salvos", "volley"]

G = Game[AT43]
Weights = tuple[dict[int, int], int]
Joint = tuple[dict[tuple[int, ...], int], int]


class Rolls(NamedTuple):
    """The dice of one attack, the lowest that is an impact, and how many failed ones are rolled again."""

    dice: int
    need: int
    again: int


class Struck(NamedTuple):
    """Somebody whom a salvo may strike: which of all who are shot at, his cover and the test for damage."""

    place: int
    unit: int
    cover: Total
    test: Total


class Salvo(NamedTuple):
    """A declared salvo as it was measured. struck: the target first, then those caught in the zone of fire.

    caught: their places in `struck`, one for each fighter, the nearest first.
    """

    unit: int
    target: int
    weapon: str
    damage: int
    locked: bool
    test: Total
    range: int
    rolls: Rolls
    struck: tuple[Struck, ...]
    caught: tuple[int, ...]


# ---- impacts


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


# ---- cover and damage


@lru_cache(maxsize=1024)
def through_weights(impacts: int, save: int, need: int, always: bool = False) -> Weights:
    """The weights of `penetrate`: each impact is on its own."""
    left = 6 - _good(save) if save != NO_COVER else 6
    return _binomial(impacts, left * _good(need), 36)


@rule("at.shoot.damage-test", "at.cover.roll")
@chance(through_weights)
def penetrate(g: G, impacts: int, save: int, need: int, always: bool = False) -> int:
    """The impacts that are not cancelled by cover and pass their Damage test."""
    left = impacts - (g.count(d6(impacts), save, "cover") if save != NO_COVER else 0)
    through = successes(g, left, need, always, "damage")
    g.note("through", through=through)
    return through


@lru_cache(maxsize=1024)
def pierced_weights(rolls: Rolls, need: int, enough: int, always: bool = False) -> Weights:
    """The weights of `pierced`."""
    impacts, whole = impact_weights(rolls)
    most = max(impacts)
    out: dict[int, int] = {}
    for n, weight in impacts.items():
        for k, share in through_weights(n, NO_COVER, need)[0].items():
            out[min(k, enough)] = out.get(min(k, enough), 0) + weight * share * 36 ** (most - n)
    return out, whole * 36**most


@chance(pierced_weights)
def pierced(g: G, rolls: Rolls, need: int, enough: int, always: bool = False) -> int:
    """From dice to what goes through without cover; no more of it than is enough."""
    return min(enough, penetrate(g, volley(g, rolls, always), NO_COVER, need, always))


# ---- salvos


@rule("at.zone.one-each", "at.zone.rest-to-target", "at.play.impact-order")
def dealt(caught: tuple[int, ...], impacts: int) -> dict[int, int]:
    """One impact to each fighter caught, the nearest first; the rest goes to the target, who is number 0."""
    shares: dict[int, int] = {}
    for number in caught[:impacts]:
        shares[number] = shares.get(number, 0) + 1
    if impacts > len(caught):
        shares[0] = impacts - len(caught)
    return shares


def salvo_weights(salvos: tuple[Salvo, ...], enough: tuple[int, ...], always: bool = False) -> Joint:
    """The weights of `salvos`: what one does is added to what the others do."""
    out: dict[tuple[int, ...], int] = {(0,) * len(enough): 1}
    whole = 1
    for salvo in salvos:
        one, total = _one(salvo, enough)
        mixed: dict[tuple[int, ...], int] = {}
        for before, weight in out.items():
            for more, share in one.items():
                sums = tuple([min(a + b, cap) for a, b, cap in zip(before, more, enough)])
                mixed[sums] = mixed.get(sums, 0) + weight * share
        out, whole = mixed, whole * total
    return out, whole


@lru_cache(maxsize=256)
def _one(salvo: Salvo, enough: tuple[int, ...]) -> Joint:
    """One salvo: its impacts, and what becomes of each share of them."""
    impacts, whole = impact_weights(salvo.rolls)
    most = max(impacts)
    out: dict[tuple[int, ...], int] = {}
    for n, weight in impacts.items():
        ways: dict[tuple[int, ...], int] = {(0,) * len(enough): weight * 36 ** (most - n)}
        for number, share in dealt(salvo.caught, n).items():
            struck = salvo.struck[number]
            through, _ = through_weights(share, struck.cover.value, needed(struck.test))
            ways = _added(ways, struck.place, through, enough[struck.place])
        for totals, weight in ways.items():
            out[totals] = out.get(totals, 0) + weight
    return out, whole * 36**most


def _added(ways: dict[tuple[int, ...], int], place: int, more: dict[int, int], cap: int) -> dict[tuple[int, ...], int]:
    out: dict[tuple[int, ...], int] = {}
    for totals, weight in ways.items():
        for k, share in more.items():
            after = (*totals[:place], min(cap, totals[place] + k), *totals[place + 1 :])
            out[after] = out.get(after, 0) + weight * share
    return out


@rule("at.shoot.dice", "at.shoot.damage-test", "at.shoot.damage-points", "at.play.impact-order")
@chance(salvo_weights)
def salvos(g: G, salvos: tuple[Salvo, ...], enough: tuple[int, ...], always: bool = False) -> tuple[int, ...]:
    """The dice of a whole shooting: how many impacts go through for each who is shot at, as far as they matter."""
    totals = [0] * len(enough)
    for salvo in salvos:
        g.note(
            "locked salvo" if salvo.locked else "salvo", unit=salvo.unit, target=salvo.target, weapon=salvo.weapon,
            dice=salvo.rolls.dice, test=salvo.test, range=salvo.range,
        )  # fmt: skip
        for number, impacts in dealt(salvo.caught, volley(g, salvo.rolls, always)).items():
            struck = salvo.struck[number]
            kind = "damage" if number == 0 else "caught"
            g.note(kind, unit=struck.unit, impacts=impacts, cover=struck.cover, test=struck.test, damage=salvo.damage)
            totals[struck.place] += penetrate(g, impacts, struck.cover.value, needed(struck.test), always)
    return tuple([min(total, cap) for total, cap in zip(totals, enough)])

"""Damage: dice, Armour, Criticals and Passive Countermeasures."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import product

from hexless.kernel import Game, Value, chance, d6

from ._sheet import rule
from .model import Dropzone

__all__ = ["Blow", "barrage", "harm", "least_of", "saves", "tallied", "verdict", "volley", "wounds"]

G = Game[Dropzone]


class Blow(Value, frozen=True, cache_hash=True):
    """What one hit is worth against one target, before any die."""

    energy: int
    armour: int
    cover: int = 0
    criticals: bool = True
    cover_criticals: bool = True  # whether cover also raises what a Critical needs
    six: bool = False  # a natural 6 always damages
    again: str = ""  # the rule by which successes are rolled again
    retry: str = ""  # the rule by which failures are
    worth: int = 1  # of a Devastator
    scenery: bool = False


@rule(
    "dz.damage.roll",
    "dz.damage.body-cover",
    "dz.damage.equals-armour",
    "dz.damage.critical",
    "dz.play.natural-one-and-six",
)
def verdict(face: int, blow: Blow) -> int:
    """What one die does: 0 nothing, 1 damage, 2 a Critical. A natural 1 does nothing."""
    if face == 1:
        return 0
    total = face + blow.energy - blow.cover
    bare = total if blow.cover_criticals else face + blow.energy
    if blow.criticals and bare >= blow.armour + 2 and total >= blow.armour:
        return 2
    return 1 if total >= blow.armour or (blow.six and face == 6) else 0


Tally = tuple[int, int]


def tallied(dice: int, one: Mapping[Tally, int]) -> tuple[dict[Tally, int], int]:
    """The weights of the sums over some dice of what each counts for in two ways, and all weights together."""
    sums: dict[Tally, int] = {(0, 0): 1}
    for _ in range(dice):
        more: dict[Tally, int] = {}
        for (a, b), weight in sums.items():
            for (c, d), share in one.items():
                more[a + c, b + d] = more.get((a + c, b + d), 0) + weight * share
        sums = more
    return sums, sum(one.values()) ** dice


@lru_cache(maxsize=1 << 12)
def _weights(hits: int, blow: Blow) -> tuple[dict[Tally, int], int]:
    """The outcomes of `wounds` without a walk over all faces."""
    one: dict[Tally, int] = {}
    for first, second in product(range(1, 7), repeat=2):
        result = verdict(first, blow)
        if blow.again if result else blow.retry:
            result = verdict(second, blow)
        worth = 0 if not result else 1 if blow.scenery else result
        one[blow.worth * worth, int(result == 2)] = one.get((blow.worth * worth, int(result == 2)), 0) + 1
    return tallied(hits, one)


@rule("dz.damage.roll")
@chance(_weights)
def wounds(g: G, hits: int, blow: Blow) -> tuple[int, int]:
    """One die a hit, and Energy: the Damage done, and how many Criticals were among it."""
    results = [verdict(face, blow) for face in g.roll(d6(hits), "damage")]
    kept, failed = [r for r in results if r], len(results) - sum(r > 0 for r in results)
    if blow.again:
        g.cite(blow.again, "dz.play.dice")
        kept = [verdict(face, blow) for face in g.roll(d6(len(kept)), "damage again")]
    if blow.retry:
        g.cite(blow.retry, "dz.play.dice")
        kept += [verdict(face, blow) for face in g.roll(d6(failed), "failed damage again")]
    results = kept
    criticals = sum(r == 2 for r in results)
    if any(results):
        g.cite("dz.damage.equals-armour")
    if criticals:
        g.cite("dz.damage.critical")
    if blow.cover:
        g.cite("dz.damage.body-cover")
    doubled = 0 if blow.scenery else criticals
    return blow.worth * (sum(r > 0 for r in results) + doubled), criticals


@rule("dz.damage.passive-countermeasures")
@chance()
def saves(g: G, damage: int, passive: int) -> int:
    """One die for each point of Damage; each at the Passive number or more takes one away. What is left."""
    return damage - g.count(d6(damage), passive, "passive countermeasures")


@rule("dz.play.unit-dodge")
@chance()
def dodges(g: G, damage: int, dodge: int) -> int:
    """A die for each point of Damage that Passive Countermeasures let through; this or more takes it away."""
    return damage - g.count(d6(damage), dodge, "dodge")


@chance()
def harm(g: G, hits: int, blow: Blow, passive: int, dodge: int, most: int) -> int:
    """The Damage of some hits that gets past Passive Countermeasures and Dodge (0: there are none), `most` at most."""
    damage, _ = g.call(wounds, hits, blow)
    damage = g.call(saves, damage, passive) if damage and passive else damage
    damage = g.call(dodges, damage, dodge) if damage and dodge else damage
    return min(most, damage)


def least_of(need: int) -> int:
    """The lowest face that hits: a 1 never does, a 6 always."""
    return min(6, max(2, need))


@rule("dz.shooting.roll-to-hit", "dz.play.natural-one-and-six")
@chance()
def volley(g: G, shots: int, least: int, again: bool = False) -> int:
    """A die a shot: at the modified Accuracy or more hits; misses may be rolled again; 0: all hit without a roll."""
    if not least:
        return shots
    hits = g.count(d6(shots), least, "to hit")
    return hits + g.count(d6(shots - hits), least, "to hit again") if again else hits


@chance()
def barrage(g: G, shots: int, least: int, again: bool, blow: Blow, passive: int, dodge: int, most: int) -> int:
    """Shots that hit, and the Damage of the hits."""
    return g.call(harm, g.call(volley, shots, least, again), blow, passive, dodge, most)

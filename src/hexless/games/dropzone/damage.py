"""Damage: dice, Armour, Criticals and Passive Countermeasures."""

from __future__ import annotations

from functools import lru_cache

from hexless.kernel import Game, Value, chance, d6

from ._sheet import rule
from .model import Dropzone

__all__ = ["Blow", "barrage", "harm", "least_of", "saves", "verdict", "volley", "wounds"]

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


@lru_cache(maxsize=1 << 10)
def edges(blow: Blow) -> tuple[int, int]:
    """The lowest faces that damage and that are Criticals; 7: none."""
    damages, criticals = (next((f for f in range(2, 7) if verdict(f, blow) >= worth), 7) for worth in (1, 2))
    return damages, criticals


@rule("dz.damage.roll")
@chance()
def wounds(g: G, hits: int, blow: Blow) -> tuple[int, int]:
    """One die a hit, and Energy: the Damage done, and how many Criticals were among it."""
    failed, plain, criticals = g.bands(d6(hits), *edges(blow), why="damage")
    if blow.again:
        g.cite(blow.again, "dz.play.dice")
        _, plain, criticals = g.bands(d6(plain + criticals), *edges(blow), why="damage again")
    if blow.retry:
        g.cite(blow.retry, "dz.play.dice")
        _, more, better = g.bands(d6(failed), *edges(blow), why="failed damage again")
        plain, criticals = plain + more, criticals + better
    if plain + criticals:
        g.cite("dz.damage.equals-armour")
    if criticals:
        g.cite("dz.damage.critical")
    if blow.cover:
        g.cite("dz.damage.body-cover")
    return blow.worth * (plain + criticals * (1 if blow.scenery else 2)), criticals


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

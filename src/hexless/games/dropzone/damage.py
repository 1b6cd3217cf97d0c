"""Damage: dice, Armour, Criticals and Passive Countermeasures."""

from __future__ import annotations

from hexless.kernel import Game, Value, chance, d6

from ._sheet import rule
from .model import Dropzone

__all__ = ["Blow", "harm", "saves", "verdict", "wounds"]

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


@rule("dz.damage.roll")
@chance()
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


@chance()
def harm(g: G, hits: int, blow: Blow, passive: int) -> int:
    """The Damage of some hits on a unit that gets past its Passive Countermeasures (0: it has none)."""
    damage, _ = g.call(wounds, hits, blow)
    return g.call(saves, damage, passive) if damage and passive else int(damage)

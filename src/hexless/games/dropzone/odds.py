"""Odds of shooting, close quarters and searching, from the very procedures that play them."""

from __future__ import annotations

from hexless.kernel import Dist, Game, exact
from hexless.ruleset import Attack, Input

from .damage import Blow, harm, saves
from .model import Dropzone
from .rulings import Rulings
from .searching import found
from .shooting import volley

__all__ = ["ATTACKS"]

G = Game[Dropzone]


def _volley_and_harm(g: G, shots: int, need: int, blow: Blow, passive: int) -> int:
    hits = g.call(volley, shots, need) if need else shots
    return g.call(harm, hits, blow, passive)


def shooting(_: Rulings, shots: int, accuracy: int, energy: int, armour: int, passive: int, body_cover: int) -> Dist:
    """The Damage of one weapon's shots, after countermeasures and not capped by the target."""
    return _sorted(exact(_volley_and_harm, shots, accuracy, Blow(energy, armour, body_cover), passive))


def _harm_and_dodge(g: G, hits: int, blow: Blow, passive: int, dodge: int) -> int:
    damage: int = g.call(harm, hits, blow, passive)
    return g.call(saves, damage, dodge) if damage and dodge else damage


def close_quarters(
    _: Rulings, hits: int, energy: int, armour: int, entered: int, passive: int = 0, dodge: int = 0
) -> Dist:
    """The Damage of automatic hits inside a garrison, after countermeasures and Dodge."""
    blow = Blow(energy, armour, criticals=False, again="dz.garrisons.entry-re-roll" if entered else "")
    return _sorted(exact(_harm_and_dodge, hits, blow, passive, dodge))


def search(_: Rulings, round: int, tokens: int, enemy_near: int, bloodthirsty: int = 0) -> Dist:  # noqa: A002
    """Whether a search finds its objective."""
    bonus = round + tokens - enemy_near - 2 * bloodthirsty
    dist = exact(found, bonus, False).map(lambda yes: "found" if yes else "nothing")
    return Dist({word: dist.weights.get(word, 0) for word in ("nothing", "found")}, dist.total)


def _sorted(dist: Dist) -> Dist:
    return Dist(dict(sorted(dist.weights.items())), dist.total)


ATTACKS = (
    Attack(
        "shooting",
        "Damage of one weapon's shots at a unit.",
        "damage",
        (
            Input("shots", "dice to hit", 1, 20, default=3),
            Input("accuracy", "the modified Accuracy; 0 hits automatically", 0, 12, default=3),
            Input("energy", "Energy of the weapon", 1, 15, default=7),
            Input("armour", "Armour of the target", 4, 18, default=10),
            Input("passive", "Passive Countermeasures: this or more; 0 for none", 0, 6, default=0),
            Input("body_cover", "1 if the target is in or behind Body Cover", 0, 1, default=0),
        ),
        shooting,
        ("dz.shooting.roll-to-hit", "dz.damage.roll", "dz.damage.equals-armour", "dz.damage.critical",
         "dz.damage.body-cover", "dz.damage.passive-countermeasures", "dz.play.natural-one-and-six"),
    ),
    Attack(
        "close-quarters",
        "Damage of Close Quarters weapons inside a garrison.",
        "damage",
        (
            Input("hits", "automatic hits", 1, 30, default=5),
            Input("energy", "Energy of the weapons", 1, 15, default=3),
            Input("armour", "Armour of the squad attacked", 4, 18, default=7),
            Input("entered", "1 if the attackers entered among enemies this round", 0, 1, default=0),
            Input("passive", "Passive Countermeasures: this or more; 0 for none", 0, 6, default=0),
            Input("dodge", "Dodge: this or more; 0 for none", 0, 6, default=0),
        ),
        close_quarters,
        ("dz.play.close-quarters", "dz.garrisons.automatic-hit", "dz.garrisons.entry-re-roll", "dz.damage.roll",
         "dz.damage.passive-countermeasures", "dz.play.unit-dodge"),
    ),
    Attack(
        "search",
        "Whether a search finds a Hidden Objective.",
        "found or nothing",
        (
            Input("round", "the round", 1, 12, default=3),
            Input("tokens", "Scan Tokens spent", 0, 6, default=0),
            Input("enemy_near", "1 if an enemy is close by", 0, 1, default=0),
            Input("bloodthirsty", "1 if the searchers are Bloodthirsty", 0, 1, default=0),
        ),
        search,
        ("dz.searching.roll", "dz.scanning.spend-tokens", "dz.play.unit-bloodthirsty"),
    ),
)  # fmt: skip

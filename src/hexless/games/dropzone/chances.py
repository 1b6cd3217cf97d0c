"""Odds of shooting, close quarters and searching, from the very procedures that play them."""

from __future__ import annotations

from hexless.kernel import Attack, Dist, Game, Input, Row, exact

from .accuracy import accuracy
from .damage import Blow, harm, saves
from .model import Dropzone, alive_of
from .searching import found, search_bonus
from .shooting import can_hit, ready, volley
from .weapons import blow_of, shots_of

__all__ = ["ATTACKS"]

G = Game[Dropzone]
Measured = tuple[dict[str, int | str], tuple[Row, ...]]


def _volley_and_harm(g: G, shots: int, need: int, blow: Blow, passive: int) -> int:
    hits = g.call(volley, shots, need) if need else shots
    return g.call(harm, hits, blow, passive)


def shooting(shots: int, accuracy: int, energy: int, armour: int, passive: int, body_cover: int) -> Dist:
    """The Damage of one weapon's shots, after countermeasures and not capped by the target."""
    return _sorted(exact(_volley_and_harm, shots, accuracy, Blow(energy, armour, body_cover), passive))


def _harm_and_dodge(g: G, hits: int, blow: Blow, passive: int, dodge: int) -> int:
    damage: int = g.call(harm, hits, blow, passive)
    return g.call(saves, damage, dodge) if damage and dodge else damage


def close_quarters(hits: int, energy: int, armour: int, entered: int, passive: int = 0, dodge: int = 0) -> Dist:
    """The Damage of automatic hits inside a garrison, after countermeasures and Dodge."""
    blow = Blow(energy, armour, criticals=False, again="dz.garrisons.entry-re-roll" if entered else "")
    return _sorted(exact(_harm_and_dodge, hits, blow, passive, dodge))


def search(round: int, tokens: int, enemy_near: int, bloodthirsty: int = 0) -> Dist:  # noqa: A002
    """Whether a search finds its objective."""
    bonus = round + tokens - enemy_near - 2 * bloodthirsty
    dist = exact(found, bonus, False).map(lambda yes: "found" if yes else "nothing")
    return Dist({word: dist.weights.get(word, 0) for word in ("nothing", "found")}, dist.total)


def _sorted(dist: Dist) -> Dist:
    return Dist(dict(sorted(dist.weights.items())), dist.total)


def _measure_shooting(s: Dropzone, attacker: int, target: int) -> Measured:
    u, t = s.units[attacker], s.units[target]
    guns = [gun for gun in u.profile.guns if not gun.close]
    usable = [gun for k, gun in enumerate(u.profile.guns) if gun in guns and ready(s, attacker, k)]
    gun = next((gun for gun in usable if can_hit(s, attacker, gun, target)), (usable or guns)[0])
    need, blow = accuracy(s, attacker, gun, target), blow_of(s, attacker, gun, target)
    passive = t.profile.passive if gun.energy < 13 else 0
    cover = (Row(1, "Body Cover", "dz.damage.body-cover"),) if blow.cover else ()
    inputs: dict[str, int | str] = {
        "shots": shots_of(u, gun), "accuracy": need.value, "energy": gun.energy, "armour": t.profile.armour,
        "passive": passive, "body_cover": blow.cover,
    }  # fmt: skip
    return inputs, (*need.rows, *cover)


def _measure_close_quarters(s: Dropzone, attacker: int, target: int) -> Measured:
    squad = s.units[attacker].squad
    guns = [(s.units[i], gun) for i in alive_of(s, squad) for gun in s.units[i].profile.guns if gun.close]
    hits = sum(shots_of(u, gun) for u, gun in guns)
    energy = max((gun.energy for _, gun in guns), default=1)
    entered = s.squads[squad].entered
    rows = [Row(shots_of(u, gun), f"{u.name}: {gun.name}", "dz.garrisons.automatic-hit") for u, gun in guns]
    rows += [Row(0, "entered this round", "dz.garrisons.entry-re-roll")] if entered else []
    p = s.units[target].profile
    rows += [Row(p.dodge, "Dodge", "dz.play.unit-dodge")] if p.dodge else []
    inputs: dict[str, int | str] = {
        "hits": hits, "energy": energy, "armour": p.armour, "entered": int(entered), "passive": p.passive,
        "dodge": p.dodge,
    }  # fmt: skip
    return inputs, tuple(rows)


def _measure_search(s: Dropzone, attacker: int, target: int) -> Measured:
    u = s.units[attacker]
    hidden = [o for o, at in enumerate(s.objectives) if not at.gone] or [0]
    nearest = min(hidden, key=lambda o: (s.objectives[o].x - u.base.x) ** 2 + (s.objectives[o].y - u.base.y) ** 2)
    bonus = search_bonus(s, u.squad, nearest, 0)
    near, blood = (int(any(row.value == n for row in bonus.rows[1:])) for n in (-1, -2))
    return {"round": max(1, s.round), "tokens": 0, "enemy_near": near, "bloodthirsty": blood}, bonus.rows


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
        _measure_shooting,
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
        _measure_close_quarters,
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
        _measure_search,
    ),
)  # fmt: skip

"""The clash of two fighters: dice, bonuses, damage and the special resolutions. It knows no table."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from hexless.kernel import Game, Row, Total, Value, chance, d12, total
from hexless.table import CONTACT

from ._sheet import rule
from .model import INCH, STILL, HorizonWars, Kind, Ticks

__all__ = ["Clash", "Fighter", "clash", "keep_highest"]

G = Game[HorizonWars]
FAR = Ticks(4 * INCH + CONTACT + 1)  # more than 4 inches


class Fighter(Value, frozen=True):
    """One side of a clash: its P, its kind, how far it moved into it, and what the log calls it."""

    P: int
    kind: Kind
    moved: Ticks = STILL
    name: str = ""

    @property
    def infantry(self) -> bool:
        return self.kind == "infantry"


class Clash(Value, frozen=True):
    """What a clash does: damage to both, the winner ("charger", "target" or "draw"), and who is destroyed outright."""

    to_charger: int
    to_target: int
    winner: str
    destroyed: str = ""
    turned: bool = False  # the infantry turned the tables
    rules: tuple[str, ...] = ()  # the special resolutions that made it so

    def by(self, rule_id: str, **changes: int | str | bool) -> Clash:
        """The same clash after a special resolution."""
        return self.with_(rules=(*self.rules, rule_id), **changes)


def _kept_weights(dice: int, who: str = "") -> tuple[dict[tuple[int, int], int], int]:
    """Highest die and its doubles: comb(n, k) ways to place k of them, (h - 1) ** (n - k) for the lower dice."""
    ways = {
        (high, k - 1): comb(dice, k) * (high - 1) ** (dice - k) for high in range(1, 13) for k in range(1, dice + 1)
    }
    return ways, 12**dice


@rule("hw.charge.roll")
@chance(_kept_weights)
def keep_highest(g: G, dice: int, who: str = "") -> tuple[int, int]:
    """Roll P dice, keep the highest; how many others are equal to it."""
    faces = g.roll(d12(dice), f"charge, {who}" if who else "charge")
    return faces[-1], faces.count(faces[-1]) - 1


@rule("hw.charge.matching-dice", "hw.charge.moved", "hw.charge.moved-over-four", "hw.charge.infantry-bonus-cap")
def bonuses(fighter: Fighter, doubles: int) -> tuple[Row | None, ...]:
    """+1 for each die equal to the highest, +1 if it moved, +1 if more than 4 inches; infantry adds at most 1.

    Contact is made to three ticks, so what is 4 inches to three ticks is not more.
    """
    rows = (
        Row(doubles, "dice equal to the highest", "hw.charge.matching-dice") if doubles else None,
        Row(1, "moved", "hw.charge.moved") if fighter.moved > 0 else None,
        Row(1, "moved more than 4 inches", "hw.charge.moved-over-four") if fighter.moved >= FAR else None,
    )
    excess = total(*rows).value - 1
    if fighter.infantry and excess > 0:
        return *rows, Row(-excess, "infantry adds at most 1", "hw.charge.infantry-bonus-cap")
    return rows


def score_of(fighter: Fighter, high: int, doubles: int) -> Total:
    """The highest die and its bonuses."""
    return total(Row(high, "highest die", "hw.charge.roll"), *bonuses(fighter, doubles))


def score(g: G, fighter: Fighter) -> Total:
    """What a fighter rolls."""
    return score_of(fighter, *g.call(keep_highest, fighter.P, fighter.name))


@rule("hw.charge.damage")
def settle(charger: Fighter, target: Fighter, scores: tuple[int, int], compare: str) -> Clash:
    """Each takes half of the other's score, rounded down; then the special resolutions."""
    to_target, to_charger = scores[0] // 2, scores[1] // 2
    lead = to_target - to_charger if compare == "damage" else scores[0] - scores[1]
    result = Clash(to_charger, to_target, "charger" if lead > 0 else "target" if lead < 0 else "draw")
    if charger.infantry:
        return infantry_charges_infantry(result) if target.infantry else infantry_charges_armour(result)
    return armour_charges_infantry(result) if target.infantry else result


@rule("hw.charge.infantry-infantry")
def infantry_charges_infantry(result: Clash) -> Clash:
    """Whichever takes most damage is destroyed."""
    if result.winner == "draw":
        return result
    return result.by("hw.charge.infantry-infantry", destroyed="target" if result.winner == "charger" else "charger")


@rule("hw.charge.infantry-beats-vehicle", "hw.charge.infantry-halves-damage")
def infantry_charges_armour(result: Clash) -> Clash:
    """If the infantry wins, the mech or vehicle is destroyed; the infantry takes half its damage, rounded up."""
    halved = result.by("hw.charge.infantry-halves-damage", to_charger=(result.to_charger + 1) // 2)
    return halved.by("hw.charge.infantry-beats-vehicle", destroyed="target") if result.winner == "charger" else halved


@rule("hw.charge.vehicle-beats-infantry", "hw.charge.infantry-turns-tables")
def armour_charges_infantry(result: Clash) -> Clash:
    """If the mech or vehicle wins, the infantry is destroyed; if the infantry wins, it turns the tables."""
    if result.winner == "target":
        return result.by("hw.charge.infantry-turns-tables", turned=True)
    return result.by("hw.charge.vehicle-beats-infantry", destroyed="target") if result.winner == "charger" else result


def swapped(result: Clash) -> Clash:
    """The second clash after the tables were turned, as the first charger's."""
    other = {"charger": "target", "target": "charger", "draw": "draw", "": ""}
    rules = ("hw.charge.infantry-turns-tables", *result.rules)
    return Clash(result.to_target, result.to_charger, other[result.winner], other[result.destroyed], True, rules)


def _clash_weights(charger: Fighter, target: Fighter, compare: str = "damage") -> tuple[dict[Clash, int], int]:
    """Whatever their names, and however far they came, as long as it counts for the same."""
    return _weights(_alike(charger), _alike(target), compare)


def _alike(fighter: Fighter) -> Fighter:
    """One without a name that scores the same: it has moved by the least that its bonuses take."""
    moved = STILL if fighter.moved <= 0 else FAR if fighter.moved >= FAR else Ticks(1)
    return Fighter(fighter.P, fighter.kind, moved)


@lru_cache(maxsize=1 << 9)
def _weights(charger: Fighter, target: Fighter, compare: str) -> tuple[dict[Clash, int], int]:
    """Every pair of scores with its weight; where the tables are turned, every second clash with its own."""
    again: dict[Clash, int] = {}
    rolls = 1
    if target.infantry and not charger.infantry:
        again, rolls = _weights(target.with_(moved=STILL), charger.with_(moved=STILL), compare)
    ways: dict[Clash, int] = {}
    for a, first in _score_weights(charger).items():
        for b, second in _score_weights(target).items():
            result = settle(charger, target, (a, b), compare)
            ends = {swapped(end): n for end, n in again.items()} if result.turned else {result: rolls}
            for end, n in ends.items():
                ways[end] = ways.get(end, 0) + first * second * n
    return ways, 12 ** (charger.P + target.P) * rolls


def _score_weights(fighter: Fighter) -> dict[int, int]:
    ways: dict[int, int] = {}
    for (high, doubles), n in _kept_weights(fighter.P)[0].items():
        value = score_of(fighter, high, doubles).value
        ways[value] = ways.get(value, 0) + n
    return ways


@rule("hw.charge.damage")
@chance(_clash_weights)
def clash(g: G, charger: Fighter, target: Fighter, compare: str = "damage") -> Clash:
    """Both roll and score; if infantry turns the tables, the fight is fought again at once."""
    a, b = score(g, charger), score(g, target)
    g.note("clash", who=charger.name, charger=a, whom=target.name, target=b)
    result = settle(charger, target, (a.value, b.value), compare)
    return turn_the_tables(g, charger, target, compare) if result.turned else result


@rule("hw.charge.infantry-turns-tables")
def turn_the_tables(g: G, charger: Fighter, target: Fighter, compare: str) -> Clash:
    """The fight again at once, as though the infantry had charged: neither counts as having moved."""
    return swapped(g.call(clash, target.with_(moved=STILL), charger.with_(moved=STILL), compare))

"""The Universal Resolution Table: a difference, a column, and the lowest die that succeeds."""

from __future__ import annotations

from functools import lru_cache

from hexless.kernel import Game, Row, Total, chance, d6, total

from ._sheet import rule
from .model import AT43, Card, Unit, Weapon

__all__ = [
    "FAIL",
    "SURE",
    "bands",
    "close_combat_test",
    "damage_test",
    "fixed",
    "morale_test",
    "needed",
    "shooting_test",
]
__all__ += ["successes"]

G = Game[AT43]
FAIL, SURE = 7, 1  # no die succeeds, or every one
BAND = 10_000  # ticks

COLUMNS = (
    (-6, FAIL, "at.urt.minus-six"),
    (-4, 6, "at.urt.minus-five-four"),
    (-2, 5, "at.urt.minus-three-two"),
    (1, 4, "at.urt.even"),
    (3, 3, "at.urt.plus-two-three"),
    (5, 2, "at.urt.plus-four-five"),
)


@rule(*(row[2] for row in COLUMNS), "at.urt.plus-six")
def column(difference: int) -> Row:
    """The column of the table: the lowest die that succeeds, as the reason of a row that adds nothing."""
    for highest, need, by in COLUMNS:
        if difference <= highest:
            return Row(0, "fails" if need == FAIL else f"needs {need}+" if need < 6 else "needs 6", by)
    return Row(0, "succeeds", "at.urt.plus-six")


def needed(test: Total) -> int:
    """The lowest die that succeeds."""
    return next((need for highest, need, _ in COLUMNS if test.value <= highest), SURE)


@rule("at.urt.difference")
def against(*rows: Row) -> Total:
    """Action Value less Difficulty, with the column that it falls into."""
    sum_ = total(*rows)
    return Total(sum_.value, (*sum_.rows, column(sum_.value)))


@rule("at.play.range-bands")
def bands(distance: int) -> int:
    """The Difficulty of a range: 0 up to 10 cm, then 1 more for each further 10 cm begun."""
    return max(0, -(-distance // BAND) - 1)


@rule("at.urt.shooting", "at.los.measure-leaders")
@lru_cache(maxsize=1024)
def shooting_test(weapon: Weapon, distance: int) -> Total:
    """Accuracy against the range between the leaders."""
    return against(
        Row(weapon.accuracy, "accuracy", "at.urt.shooting"), Row(-bands(distance), "range", "at.play.range-bands")
    )


@rule("at.urt.locked-shot", "at.locked.no-range")
def fixed(need: int) -> Total:
    """A locked shot: one number at any range."""
    rows = Row(need, f"locked shot needs {need}+", "at.urt.locked-shot"), Row(0, "at any range", "at.locked.no-range")
    return Total(need, rows)


@rule("at.urt.close-combat")
def close_combat_test(weapon: Weapon, defender: Card) -> Total:
    """Accuracy against the defender's Combat value."""
    return against(
        Row(weapon.accuracy, "accuracy", "at.urt.close-combat"),
        Row(-defender.combat, "combat value", "at.urt.close-combat"),
    )


@rule("at.urt.damage")
@lru_cache(maxsize=1024)
def damage_test(weapon: Weapon, target: Card) -> Total:
    """Penetration against Protection."""
    return against(
        Row(weapon.penetration, "penetration", "at.urt.damage"), Row(-target.protection, "protection", "at.urt.damage")
    )


@rule("at.urt.morale")
def morale_test(u: Unit) -> Total:
    """The highest Morale in the unit against 8."""
    people = [f.person.morale for f in u.fighters if f.alive and f.person is not None]
    return against(Row(max(u.card.morale, *people, 0), "morale", "at.urt.morale"), Row(-8, "fixed", "at.urt.morale"))


@rule("at.urt.difference")
@chance()
def successes(g: G, dice: int, need: int, always: bool, why: str) -> int:
    """How many dice succeed; the end columns roll none, unless `always`."""
    if need in (FAIL, SURE) and not always:
        return dice if need == SURE else 0
    return g.count(d6(dice), need, why)

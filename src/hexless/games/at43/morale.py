"""Morale: when a unit tests, and what failing does."""

from __future__ import annotations

from hexless.kernel import Game

from ._sheet import rule
from .losses import remove
from .model import AT43, Unit
from .urt import morale_test, needed, successes

__all__ = ["before_activation", "must_test", "shaken", "test_morale"]

G = Game[AT43]


@rule("at.play.troop-types")
def must_test(g: G, unit: int) -> bool:
    """Whether a unit is in one of the three conditions; who has no Morale value never tests."""
    u = g.state[unit]
    if not has_morale(u):
        return False
    conditions = {
        "type-1": few_left, "type-2": few_left, "type-3": last_suit, "strider": all_immobile, "generator": never,
    }  # fmt: skip
    return conditions[u.card.kind](g, u)


def has_morale(u: Unit) -> bool:
    """Whether a unit, or somebody in it, has a Morale value."""
    return any((u.card.morale, *(f.person.morale for f in u.fighters if f.person and f.alive)))


@rule("at.morale.infantry")
def few_left(g: G, u: Unit) -> bool:
    """Type 1 and 2: fallen to 3 members or fewer."""
    return len(u.living) <= 3 and len(u.living) < u.start


@rule("at.morale.type-three")
def last_suit(g: G, u: Unit) -> bool:
    """Type 3: fallen to 1 member."""
    return len(u.living) == 1 < u.start


@rule("at.morale.vehicles")
def all_immobile(g: G, u: Unit) -> bool:
    """Vehicles: every one is immobile."""
    return all(f.immobile for f in u.fighters if f.alive)


def never(g: G, u: Unit) -> bool:
    return False


@rule("at.morale.when", "at.morale.before-activation")
def before_activation(g: G, unit: int) -> None:
    """The test comes before the activation, and before any Leadership Points are spent on it."""
    if g.state[unit].status != "rout" and must_test(g, unit):
        test_morale(g, unit)


@rule("at.morale.vehicles")
def shaken(g: G, unit: int) -> None:
    """Vehicles also test at once when one of them is destroyed or abandoned."""
    u = g.state[unit]
    if g.state.rulings.afv_tests_at_once and u.alive and has_morale(u) and u.status != "rout":
        test_morale(g, unit)


@rule("at.urt.morale")
def test_morale(g: G, unit: int) -> None:
    """The unit's Morale against 8."""
    s = g.state
    test = morale_test(s[unit])
    passed = g.call(successes, 1, needed(test), s.rulings.urt_auto_consumes_dice, "morale")
    g.note("morale", unit=unit, test=test, result="holds" if holds(passed) else "fails")
    if holds(passed):
        return
    if s[unit].status == "valiant":
        disorganise(g, unit)
    else:
        rout(g, unit)


@rule("at.morale.pass")
def holds(successes: int) -> bool:
    """A success changes nothing."""
    return successes > 0


@rule("at.morale.fail-valiant")
def disorganise(g: G, unit: int) -> None:
    """From valiant to disorganised."""
    g.change(unit, status="disorganised")
    g.note("disorganised", unit=unit)


@rule("at.morale.fail-disorganised", "at.play.rout")
def rout(g: G, unit: int) -> None:
    """From disorganised to rout; the unit is removed, or runs from now on."""
    g.change(unit, status="rout", tied=None)
    g.note("routs", unit=unit)
    if g.state.rulings.rout == "remove" or not g.state[unit].placed:
        remove(g, unit, "rout")

"""Patrol Angis: odds from the rules themselves, against fractions by hand."""

from fractions import Fraction
from math import comb

import pytest

from hexless.games.patrol_angis import ruleset
from hexless.games.patrol_angis.rulings import Rulings


def odds(name, **inputs):
    return ruleset.attack(name).odds(Rulings(), **inputs)


def test_shooting_is_binomial_in_unsaved_hits():
    """8 dice at 2+ (7/8), saves at 4+ fail with 3/8: each die kills with 21/64."""
    dist = odds("shooting", dice=8, target=2, save=4, aoe=0)
    p = Fraction(21, 64)
    for kills in range(9):
        assert dist.p(kills) == comb(8, kills) * p**kills * (1 - p) ** (8 - kills)
    assert dist.mean() == Fraction(21, 8)


def test_aoe_hits_come_together():
    """One die at 5+ (1/2) with AoE 3, saves at 5+ (1/2): all three unsaved with 1/2 * 1/8."""
    dist = odds("shooting", dice=1, target=5, save=5, aoe=3)
    assert dist.p(3) == Fraction(1, 16)
    assert dist.p(0) == Fraction(1, 2) + Fraction(1, 16)


def test_limits_of_target_numbers_in_odds():
    """Target 1 always hits, save 9 never saves; save 1 always does."""
    assert odds("shooting", dice=2, target=1, save=9).p(2) == 1
    assert odds("shooting", dice=2, target=1, save=1).p(0) == 1
    assert odds("shooting", dice=2, target=9, save=9).p(0) == 1


def test_melee_hits_are_automatic():
    """8 attacks, saves at 6+ fail with 5/8."""
    dist = odds("melee", attacks=8, save=6)
    assert dist.mean() == 5
    assert dist.p(8) == Fraction(5, 8) ** 8


def test_morale():
    """At 4+ five faces of eight hold."""
    dist = odds("morale", target=4)
    assert (dist.p("holds"), dist.p("fails")) == (Fraction(5, 8), Fraction(3, 8))


@pytest.mark.parametrize("name", ["shooting", "melee", "morale"])
def test_defaults_and_rules_exist(name):
    attack = ruleset.attack(name)
    assert attack.odds(Rulings(), **{one.name: one.default for one in attack.inputs}).total
    assert all(ruleset.sheet.text(rule) for rule in attack.rules)

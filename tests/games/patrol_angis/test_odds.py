"""Patrol Angis: odds from the rules themselves, against fractions by hand."""

from fractions import Fraction
from math import comb

import pytest

from hexless.games.patrol_angis import ruleset
from hexless.kernel import GameError
from hexless.ruleset.attacks import attack_odds


def odds(name, rulings=None, **inputs):
    """The chances by outcome."""
    found = attack_odds(ruleset, name, inputs, rulings)
    return {chance.value: Fraction(chance.numerator, chance.denominator) for chance in found.outcomes}


def binomial(n, p):
    return {k: comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)}


def test_shooting_is_binomial_in_unsaved_hits():
    """8 dice at 2+ (7/8), saves at 5 - 1 + 2 = 6+ fail with 5/8: each die kills with 35/64."""
    assert odds("shooting") == binomial(8, Fraction(35, 64))


@pytest.mark.parametrize(
    ("inputs", "hit", "fail"),
    [
        ({"distance": 25}, 8, 5),  # point blank: 1+
        ({"manner": "precise"}, 8, 5),
        ({"manner": "dash"}, 5, 5),
        ({"cover": 2}, 6, 5),
        ({"cover": 3}, 5, 5),
        ({"cover": 6}, 4, 5),
        ({"within": 1}, 4, 5),
        ({"within": 1, "cover": 6}, 3, 5),  # at most +4
        ({"cover": 11}, 0, 5),  # too much for infantry
        ({"cover": 11, "shooter": "vehicle"}, 4, 5),
        ({"target": "vehicle", "members": 3}, 8, 5),
        ({"move": 20}, 6, 5),
        ({"rapid": 1}, 5, 5),
        ({"chameleon": 1}, 6, 5),
        ({"errant": 1}, 6, 5),
        ({"protected": 1}, 7, 3),
        ({"target": "portable", "members": 2}, 7, 4),
        ({"sniper": 1}, 7, 6),
        ({"AR": -3, "strength": 2}, 7, 8),  # a save of 10+
        ({"AR": -2, "strength": 6}, 7, 8),  # a save of 13+
        ({"AR": 8, "strength": 2}, 7, 0),
    ],
)  # fmt: skip
def test_everything_that_changes_a_shot_is_an_input(inputs, hit, fail):
    """One figure shoots: it kills with hit/8 times fail/8."""
    assert odds("shooting", figures=1, **inputs).get(1, 0) == Fraction(hit * fail, 64)


def test_aoe_hits_come_together():
    """One die at 1+ with AoE 3, saves at 6+ (5/8 fail): all three fall with (5/8) cubed."""
    assert odds("shooting", figures=1, aoe=3, distance=20) == binomial(3, Fraction(5, 8))


def test_what_the_target_does_about_it():
    """A token cancels two kills; a shell passes one save a figure; a medic saves one in two; DMR 2 takes two."""
    plain = binomial(3, Fraction(5, 8))
    sure = {"figures": 3, "distance": 20}
    assert odds("shooting", **sure, tokens=1) == {0: 1 - plain[3], 1: plain[3]}
    assert odds("shooting", **sure, shell=1, members=2) == binomial(1, Fraction(5, 8))
    assert odds("shooting", figures=1, distance=20, medics=1) == binomial(1, Fraction(5, 16))
    assert odds("shooting", figures=2, distance=20, DMR=2, members=1) == binomial(1, Fraction(25, 64))


def test_odds_follow_the_rulings():
    """A d6 for saves at 6+ fails with 5/6; the highest face always saves."""
    one = {"figures": 1, "distance": 20}
    assert odds("shooting", {"save_die": 6}, **one)[1] == Fraction(5, 6)
    assert odds("shooting", {"natural_8_always_succeeds": True}, **one, strength=9)[1] == Fraction(7, 8)
    assert odds("shooting", {"natural_1_always_fails": True}, **one)[1] == Fraction(7 * 5, 64)


def test_cover_that_does_not_fit_is_refused():
    with pytest.raises(GameError, match="do not fit"):
        odds("shooting", cover=11, distance=10)


def test_melee_is_the_fight_with_its_counter_attack():
    """1 against 1, saves at 4+ fail with 3/8: theirs falls, or else ours may."""
    assert odds("melee", figures=1, members=1) == {
        (0, 0): Fraction(25, 64), (0, 1): Fraction(15, 64), (1, 0): Fraction(3, 8),
    }  # fmt: skip
    wild = odds("melee", figures=1, members=4, assaulter=1, strength=12, own_AR=8, brawler=1)
    assert wild == {(4, 0): 1}  # 3 attacks and 1 more, saves at 16+
    rapid = odds("melee", figures=1, members=1, rapid=1)
    assert rapid[1, 0] == Fraction(1, 2)  # saves at 5+
    assert odds("melee", {"rapid_move_melee": "none"}, figures=1, members=1, rapid=1)[1, 0] == Fraction(3, 8)


def test_morale():
    """1 of 8 lost, the enemy near: 2 + 1 + 2 - 1 = 4+, five faces of eight; a banner rolls again."""
    assert odds("morale") == {"holds": Fraction(5, 8), "fails": Fraction(3, 8)}
    assert odds("morale", banner=1)["fails"] == Fraction(9, 64)
    assert odds("morale", calmer=1)["holds"] == 1
    assert odds("morale", members=4, nearest="own", losses=1)["fails"] == Fraction(6, 8)  # 2 + 5 - 1 + 2 - 1 = 7
    assert odds("morale", {"morale_die": 6})["fails"] == Fraction(3, 6)


@pytest.mark.parametrize("name", ["shooting", "melee", "morale"])
def test_rules_exist(name):
    assert all(ruleset.sheet.text(rule) for rule in ruleset.attack(name).rules)

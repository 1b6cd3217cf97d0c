"""Shown = played: forecasts on a table and `hexless odds`, against fractions worked out by hand."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from games.orders.orders_table import STAY, feature, stand, table

from hexless.games.orders import ruleset
from hexless.kernel import Position, foresee
from hexless.ruleset.attacks import attack_odds
from hexless.ruleset.foretold import foretold

BOSS = stand("boss", "blue", 2, 2, cp=6, AP=0, AM=0)
CHIEF = stand("chief", "red", 46, 34, cp=4)
DIE = range(1, 7)


def led(*units, **more):
    """It is the boss's turn to give orders; the chief keeps the game going."""
    return Position(ruleset, table(BOSS, *units, CHIEF, **{"phase": "orders", "leader": 0, "cp": 6, **more}))


def after(position, *answers):
    for answer in answers:
        position = position.play(answer)
    return position


def shown(position, seat, answer, read, **more):
    """The chances of what is read off the end of an act."""
    forecast = foresee(position, seat, answer, **more)
    assert forecast.exact
    return {value: forecast.ends.map(read).p(value) for value in forecast.ends.map(read).weights}


def told(attack, rulings=None, **given):
    """The same by `hexless odds`."""
    found = attack_odds(ruleset, attack, given, rulings)
    return {chance.value: Fraction(chance.numerator, chance.denominator) for chance in found.outcomes}


def of36(**counts):
    return {name.replace("_", " "): Fraction(n, 36) for name, n in counts.items()}


def at(x, y):
    return {"x": x * 1000, "y": y * 1000}


# ---- an attack with supporters


A, B, T = stand("a", "blue", 10, 10, command=0), stand("b", "blue", 14, 10, command=0), stand("t", "red", 12, 18)
# d6 - d6 takes -5..5 in 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1 of 36 ways
ALONE = of36(SP_0=21, SP_1=12, SP_2=3)  # 3 v 3: below 1 in 21 ways, 1-3 in 5 + 4 + 3, 4-5 in 2 + 1
HELPED = of36(SP_0=6, SP_1=15, SP_2=9, destroyed=6)  # 6 v 3: 3 more


def fate(unit):
    return lambda s: f"SP {s[unit].sp}" if s[unit].alive else "destroyed"


@pytest.mark.parametrize("given", [(), (1,), (1, "attack"), (1, "attack", STAY)])
def test_an_attack_is_foreseen_with_its_supporters_from_any_question_of_it(given):
    """The base, the order, its move, its supporter: each forecast reaches the dice."""
    answers = (1, "attack", STAY, 2)
    position = after(led(A, B, T), *given)
    assert shown(position, "blue", answers[len(given)], fate(3)) == HELPED
    assert told("attack", value=3, support=3) == of36(**{"0 SP": 6, "1 SP": 15, "2 SP": 9, "destroyed": 6})


def test_nobody_else_supports():
    position = after(led(A, B, T), 1, "attack", STAY)
    assert shown(position, "blue", None, fate(3)) == ALONE
    assert told("attack", value=3) == of36(**{"0 SP": 21, "1 SP": 12, "2 SP": 3})


def test_a_supporter_that_does_not_see_the_target_adds_nothing():
    wall = feature("wall", 13, 12, 17, 13, "blocking")
    position = after(led(A, B, T, cp=2, features=(wall,)), 1, "attack", STAY, 2)
    assert shown(position, "blue", STAY, fate(3)) == ALONE


def test_every_modifier_of_an_attack_is_in_its_forecast():
    """+2 vulnerable, +1 elevated, +1 special, less +1 for a Defender: 7 v 4, with a point on the target already."""
    hill, town = feature("hill", 8, 8, 12, 12, "elevated"), feature("town", 10, 16, 14, 20, "defensible")
    target = T.with_(vulnerable=True, defender=True, sp=1)
    position = after(led(A.with_(attack_bonus=1), target, features=(hill, town)), 1, "attack")
    # 3 more: 6 ways nothing, 15 ways a second point; 2 points more, or 6 above, destroy
    assert shown(position, "blue", STAY, fate(2)) == of36(SP_1=6, SP_2=15, destroyed=15)
    inputs = {"value": 3, "bonus": 1, "vulnerable": "yes", "elevated": "yes", "defender": "yes", "sp": 1}
    assert told("attack", **inputs) == of36(**{"1 SP": 6, "2 SP": 15, "destroyed": 15})
    level = {"elevated_needs_lower_target": "true"}
    assert told("attack", level, **inputs, target_elevated="yes") == of36(**{"1 SP": 10, "2 SP": 16, "destroyed": 10})


def test_the_choice_of_the_weapon_is_foreseen():
    tank = stand("v", "red", 12, 16, vehicle=True, SR=5)
    position = after(led(A.with_(AM=5), T, tank), 1, "attack", STAY)
    assert shown(position, "blue", "AP", fate(2)) == ALONE
    assert shown(position, "blue", "AM", fate(3)) == ALONE  # 5 v 5


def test_the_fate_of_a_unit_is_read_off_the_table():
    forecast = foresee(after(led(A, B, T), 1, "attack", STAY), "blue", 2)
    (target,) = [each for each in foretold(ruleset, forecast, "blue").fates if each.name == "t"]
    assert target.gone == Fraction(1, 6)
    found = {(change.what, change.was, change.now): change.p for change in target.changes}
    assert found == {("SP", "0", "1"): Fraction(5, 12), ("SP", "0", "2"): Fraction(1, 4)}


# ---- a bombardment with joiners


EYE = stand("eye", "blue", 10, 10, command=0)
GUNS = stand("m", "blue", 20, 4, command=0, bombard=3), stand("n", "blue", 24, 4, command=0, bombard=2)
UNDER = stand("t", "red", 10, 20), stand("u", "red", 11.5, 20, vulnerable=True, sp=2)


def struck(difference, sp=0):
    """The bombard results by hand: counter, and points or destroyed."""
    if difference >= 6:
        return "destroyed" if sp == 2 else f"vulnerable {sp + 1}"
    return f"vulnerable {sp}" if difference >= 4 else f"activation {sp}" if difference >= 2 else f"nothing {sp}"


def marks(s, unit):
    t = s[unit]
    counter = "vulnerable" if t.vulnerable else "activation" if t.activation else "nothing"
    return f"{counter} {t.sp}" if t.alive else "destroyed"


def joint(power, resist, dived):
    """Two bases under one die, every fall of three dice counted."""
    found = Counter()
    for die, first, second in product(DIE, repeat=3):
        one = struck(die + power - first - resist)
        one = "activation 0" if dived and one == "nothing 0" else one
        two = struck(die + power + 1 - second - 3, 2)  # +1: it is vulnerable, and stays so
        found[one, "destroyed" if two == "destroyed" else "vulnerable 2"] += 1
    return {pair: Fraction(n, 216) for pair, n in found.items()}


def both(s):
    return marks(s, 4), marks(s, 5)


@pytest.mark.parametrize("given", [(1,), (1, "bombard"), (1, "bombard", STAY), (1, "bombard", STAY, at(10, 20))])
def test_a_bombardment_is_foreseen_with_all_who_join_and_all_under_the_template(given):
    """5 with both guns, one die for two bases; who may dive does (and is activated by it)."""
    answers = (1, "bombard", STAY, at(10, 20), 2)
    position = after(led(EYE.with_(AM=0, AP=0), *GUNS, *UNDER), *given)
    answer = answers[len(given)]
    assert shown(position, "blue", answer, both) == joint(5, 4, True)
    assert shown(position, "blue", answer, both, others="nothing") == joint(5, 3, False)


def test_one_gun_less_is_two_less():
    position = after(led(EYE, *GUNS, *UNDER), 1, "bombard", STAY, at(10, 20), 2, STAY)
    assert shown(position, "blue", None, both, others="nothing") == joint(3, 3, False)


def test_a_dive_is_weighed_by_whoever_may_dive():
    """5 v 3 or v 4: difference 2 or 1, and d6 - d6; diving costs the action in every case."""
    position = after(led(EYE, *GUNS, UNDER[0]), 1, "bombard", STAY, at(10, 20), 2, STAY, 3, STAY)
    assert position.request.seat == "red"
    stands = of36(**{"nothing 0": 15, "activation 0": 11, "vulnerable 0": 7, "vulnerable 1": 3})
    dives = of36(**{"activation 0": 30, "vulnerable 0": 5, "vulnerable 1": 1})
    assert shown(position, "red", False, lambda s: marks(s, 4)) == stands
    assert shown(position, "red", True, lambda s: marks(s, 4)) == dives
    assert told("bombard", value=5) == of36(
        **{"no counter": 15, "activation": 11, "vulnerable": 7, "vulnerable, 1 SP": 3}
    )
    assert told("bombard", value=5, dive="yes") == of36(**{"activation": 30, "vulnerable": 5, "vulnerable, 1 SP": 1})
    free = {"activation": 9, "no counter": 21, "vulnerable": 5, "vulnerable, 1 SP": 1}
    assert told("bombard", {"dive": "free"}, value=5, dive="yes") == of36(**free)
    assert told("bombard", {"dive": "off"}, value=5, dive="yes") == told("bombard", value=5)


def test_the_spotters_own_attack_is_an_act_of_its_own():
    """The template's forecast ends with the bombardment; the attack afterwards has its own."""
    position = led(EYE, GUNS[0], UNDER[0])
    before = after(position, 1, "bombard", STAY)
    assert {s[3].sp for s, _ in foresee(before, "blue", at(40, 10)).ends} == {0}
    over = after(before, at(40, 10), STAY, [3])  # nobody is under the template
    assert over.request.question.prompt == "does the spotter attack?"
    assert shown(over, "blue", True, fate(3)) == ALONE


# ---- cards


def test_cards_are_counted_on_both_sides():
    hands = (("Focused Fire",), ("Dig In",))
    position = after(led(A, T, hands=hands), 1, "attack", STAY)
    assert shown(position, "blue", "Focused Fire", fate(2)) == ALONE  # 4 v 4
    assert shown(position, "blue", "Focused Fire", fate(2), others="nothing") == of36(SP_0=15, SP_1=15, SP_2=5,
                                                                                       destroyed=1)  # fmt: skip
    assert told("attack", card="yes", defence_card="yes") == told("attack")
    assert told("attack", card="yes") == of36(**{"0 SP": 15, "1 SP": 15, "2 SP": 5, "destroyed": 1})
    assert told("bombard", value=2, card="yes", defence_card="yes") == told("bombard", value=2)

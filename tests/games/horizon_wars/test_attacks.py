"""Horizon Wars: odds from the rules themselves, against fractions worked by hand and against brute force."""

from fractions import Fraction
from functools import partial
from itertools import product

import pytest

from hexless.games.horizon_wars import ruleset
from hexless.games.horizon_wars.clash import Fighter, clash, keep_highest
from hexless.games.horizon_wars.hits import cancel_matches, most_groups
from hexless.games.horizon_wars.odds import KINDS
from hexless.games.horizon_wars.rulings import Rulings
from hexless.games.horizon_wars.shooting import volley
from hexless.kernel import exact

shooting, charge = (partial(ruleset.attack(name).odds, Rulings()) for name in ("shooting", "charge"))
FACES = range(1, 13)


def chances(dist):
    return {value: dist.p(value) for value, _ in dist}


def test_one_die_without_incoming():
    """hw.shoot.hits: one die reaches 9 on 9 to 12: 4 of 12."""
    assert chances(shooting(1, 0, 9)) == {0: Fraction(2, 3), 1: Fraction(1, 3)}


def test_one_die_against_one():
    """hw.shoot.cancel: it also has to differ from the Incoming die: 1/3 times 11/12."""
    assert shooting(1, 1, 9).p(1) == Fraction(11, 36)


def test_two_dice_at_24_and_13():
    """hw.shoot.groups: both twelves, 1 of 144; two dice make 13 or more in 78 of 144 ways."""
    assert shooting(2, 0, 24).p(1) == Fraction(1, 144)
    assert shooting(2, 0, 13).p(1) == Fraction(78, 144)


def test_out_of_reach_is_certain():
    assert chances(shooting(2, 3, 25)) == {0: Fraction(1)}
    assert chances(shooting(0, 2, 5)) == {0: Fraction(1)}


@pytest.mark.parametrize(("fire", "incoming", "need"), [(2, 2, 7), (3, 1, 12), (2, 2, 13), (3, 1, 5)])
def test_table_equals_brute_force_and_the_walk(fire, incoming, need):
    """The finished answers, every pair of rolls counted, and the procedure walked without its table all agree."""
    count = {}
    for shot in product(FACES, repeat=fire):
        for saved in product(FACES, repeat=incoming):
            hits = most_groups(cancel_matches(shot, saved), need)
            count[hits] = count.get(hits, 0) + 1
    by_hand = {hits: Fraction(n, 12 ** (fire + incoming)) for hits, n in count.items()}
    assert chances(shooting(fire, incoming, need)) == by_hand

    def walked(g):
        return volley.__wrapped__(g, fire, incoming, need)

    assert chances(exact(walked)) == by_hand


def test_twelves_bonus_is_walked():
    """twelves_bonus: one die at 12 hits twice with a 12, else not at all."""
    assert chances(exact(volley, 1, 0, 12, True)) == {0: Fraction(11, 12), 2: Fraction(1, 12)}


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_highest_die_and_its_doubles(dice):
    """hw.charge.roll, hw.charge.matching-dice: the weights equal every roll counted."""
    count = {}
    for faces in product(FACES, repeat=dice):
        key = (max(faces), faces.count(max(faces)) - 1)
        count[key] = count.get(key, 0) + 1
    assert chances(exact(keep_highest, dice)) == {key: Fraction(n, 12**dice) for key, n in count.items()}


def test_mech_against_mech_with_one_die_each():
    """hw.charge.damage: nobody moved; both take 0 only when both roll a 1: 1 of 144."""
    dist = charge(1, 1, 0, "mech", "vehicle")
    assert dist.p((0, 0)) == Fraction(1, 144)
    assert dist.p((6, 6)) == Fraction(1, 144)  # both 12
    assert dist.p((1, 2)) == Fraction(4, 144)  # 2-3 against 4-5


def test_infantry_against_infantry_with_one_die_each():
    """hw.charge.infantry-infantry: halves 0-6 come up 1, 2, 2, 2, 2, 2, 1 ways of 12; 22 of 144 are draws."""
    dist = charge(1, 1, 0, "infantry", "infantry")
    lost = sum(weight for (a, _), weight in dist if a == "destroyed")
    won = sum(weight for (_, b), weight in dist if b == "destroyed")
    assert Fraction(lost, dist.total) == Fraction(won, dist.total) == Fraction(61, 144)


def test_armour_against_infantry_with_one_die_each():
    """hw.charge.infantry-turns-tables: 61 win at once, 61 turn, and of those 61 of 144 destroy the armour."""
    dist = charge(1, 1, 0, "vehicle", "infantry")
    won = Fraction(sum(weight for (_, b), weight in dist if b == "destroyed"), dist.total)
    lost = Fraction(sum(weight for (a, _), weight in dist if a == "destroyed"), dist.total)
    assert won == Fraction(61, 144)
    assert lost == Fraction(61, 144) * Fraction(61, 144)


@pytest.mark.parametrize("attacker", KINDS)
@pytest.mark.parametrize("defender", KINDS)
def test_charge_odds_of_all_kinds_sum_to_1(attacker, defender):
    for moved, met in ((0, 0), (5, 0), (3, 1)):
        dist = charge(2, 3, moved, attacker, defender, met)
        assert sum(chances(dist).values()) == 1


@pytest.mark.parametrize("compare", ["damage", "score"])
@pytest.mark.parametrize("attacker", KINDS)
@pytest.mark.parametrize("defender", KINDS)
def test_finished_clashes_equal_the_walk(attacker, defender, compare):
    """The weights of `clash` against the procedure walked roll by roll, the second clash included."""
    a, b = Fighter(2, attacker, 5000), Fighter(1, defender, 1000)

    def walked(g):
        return clash.__wrapped__(g, a, b, compare)

    assert chances(exact(clash, a, b, compare)) == chances(exact(walked))


NOT_AGAIN = [(a, b) for a in KINDS for b in KINDS if a == "infantry" or b != "infantry"]


@pytest.mark.parametrize(("attacker", "defender"), NOT_AGAIN)
def test_clash_equals_brute_force(attacker, defender):
    """Winner by damage over all 144 x 12 rolls of P 2 after 5 inches against P 1, where nothing is rolled again."""
    cap = 1 if attacker == "infantry" else 9
    count = {}
    for a1, a2, b in product(FACES, repeat=3):
        score = max(a1, a2) + min(cap, 2 + (a1 == a2))
        to_target, to_charger = score // 2, b // 2
        key = (to_target > to_charger) - (to_target < to_charger)
        count[key] = count.get(key, 0) + 1
    dist = exact(clash, Fighter(2, attacker, 5000), Fighter(1, defender)).map(lambda c: c.winner)
    names = {1: "charger", -1: "target", 0: "draw"}
    assert chances(dist) == {names[key]: Fraction(n, 12**3) for key, n in count.items()}


def test_attacks_name_rules_of_the_sheet():
    known = {text.id for text in ruleset.sheet.rules}
    for attack in ruleset.attacks:
        assert set(attack.rules) <= known

"""Damage: dice, Criticals, countermeasures; the odds from the same text."""

from fractions import Fraction
from itertools import product

from games.dropzone.dropzone_table import INCH, gun, profile, run, table, unit

from hexless.games.dropzone import losses, ruleset
from hexless.games.dropzone.damage import Blow, harm, saves, verdict, wounds
from hexless.games.dropzone.weapons import blow_of
from hexless.kernel import Game, Script, exact
from hexless.ruleset.attacks import attack_odds


def odds(attack, rulings=None, **inputs):
    found = attack_odds(ruleset, attack, inputs, rulings)
    return {chance.value: Fraction(chance.numerator, chance.denominator) for chance in found.outcomes}


def rolled(procedure, *args, answers):
    script = Script(*answers)
    got = procedure(Game(table(), script), *args)
    script.done()
    return got


def test_a_die_a_hit_and_energy_against_armour():
    """dz.damage.roll, dz.damage.equals-armour: Energy 7 against Armour 10 damages on 3 and 4."""
    blow = Blow(7, 10)
    assert [verdict(face, blow) for face in range(1, 7)] == [0, 0, 1, 1, 2, 2]
    assert rolled(wounds, 3, blow, answers=((2, 3, 4),)) == (2, 0)


def test_two_above_armour_is_a_critical():
    """dz.damage.critical: it does 2 Damage; there are none where the blow allows none."""
    assert rolled(wounds, 2, Blow(7, 10), answers=((5, 2),)) == (2, 1)
    assert rolled(wounds, 2, Blow(7, 10, criticals=False), answers=((6, 6),)) == (2, 0)


def test_body_cover_takes_one_off_the_total():
    """dz.damage.body-cover: both thresholds rise by 1, or only the first where the ruling says so."""
    assert [verdict(face, Blow(7, 10, 1)) for face in range(1, 7)] == [0, 0, 0, 1, 1, 2]
    assert [verdict(face, Blow(7, 10, 1, cover_criticals=False)) for face in range(1, 7)] == [0, 0, 0, 1, 2, 2]


def test_natural_ones_and_sixes():
    """dz.play.natural-one-and-six: a 1 never damages, a 6 only if it is enough or the weapon is Penetrative."""
    assert verdict(1, Blow(15, 5)) == 0
    assert verdict(6, Blow(1, 12)) == 0
    assert verdict(6, Blow(1, 12, six=True)) == 1


def test_passive_countermeasures_take_damage_away():
    """dz.damage.passive-countermeasures: one die a point of Damage, after Criticals; not against Energy 13."""
    assert rolled(saves, 3, 5, answers=((5, 4, 6),)) == 1
    assert rolled(harm, 1, Blow(7, 10), 5, 0, 9, answers=((6,), (5, 1))) == 1
    shielded = profile(passive=4, dp=3)
    s = table(unit(shielded, "blue", 10, 10))
    g = run(losses.inflict, s, 0, 1, Blow(9, 10), answers=((2,), (4,)))
    assert g.state[0].dp == 3
    g = Game(s, Script((2,)))
    losses.inflict(g, 0, 1, Blow(9, 10), guard=False)
    assert g.state[0].dp == 2


def test_odds_worked_by_hand():
    """Energy 5, Armour 8, countermeasures 5+: no loss from one hit is 13/27, from three (13/27) to the third."""
    one = exact(harm, 1, Blow(5, 8), 5, 0, 9)
    # 1, 2: nothing (2/6). 3, 4: one Damage, saved 1/3. 5, 6: two Damage, both saved 1/9.
    assert one.p(0) == Fraction(2, 6) + Fraction(2, 6) * Fraction(1, 3) + Fraction(2, 6) * Fraction(1, 9)
    assert one.p(0) == Fraction(13, 27)
    assert exact(harm, 3, Blow(5, 8), 5, 0, 9).p(0) == Fraction(2197, 19683)


def test_shooting_odds_are_those_of_brute_force():
    dist = odds("shooting", shots=2, accuracy=3, energy=7, armour=10)
    count = {}
    for hits in product(range(1, 7), repeat=2):
        for faces in product(range(1, 7), repeat=2):
            damage = sum((0, 0, 1, 1, 2, 2)[face - 1] for hit, face in zip(hits, faces) if hit >= 3)
            count[damage] = count.get(damage, 0) + 1
    assert dist == {k: Fraction(n, 6**4) for k, n in count.items()}


def test_close_quarters_and_search_odds():
    """dz.garrisons.entry-re-roll, dz.searching.roll"""
    # Energy 3 against Armour 7 damages on 4, 5 and 6, without Criticals; rolled again after entering
    plain = {"close_quarters_criticals": False}
    assert odds("close-quarters", plain, shots=1, energy=3, armour=7)[1] == Fraction(1, 2)
    assert odds("close-quarters", plain, shots=1, energy=3, armour=7, entered=1)[1] == Fraction(1, 4)
    assert odds("close-quarters", plain, shots=1, accuracy=4, energy=3, armour=7)[1] == Fraction(1, 4)
    assert odds("search", round=3)["found"] == Fraction(1, 2)  # 4, 5, 6
    assert odds("search", {"search_enemy_penalty": True}, round=3, tokens=1, enemy_near=1)["found"] == Fraction(1, 2)
    assert odds("search", {"search_enemy_penalty": False}, round=3, tokens=1, enemy_near=1)["found"] == Fraction(2, 3)
    assert odds("search", round=1)["found"] == Fraction(1, 6)
    assert odds("search", round=6)["found"] == 1
    assert odds("search", {"search_natural_one_fails": True}, round=6)["found"] == Fraction(5, 6)
    assert odds("search", round=5, bloodthirsty=1)["found"] == Fraction(1, 2)


def test_resilient_units_and_devastators():
    """dz.play.unit-resilient, dz.play.weapon-devastator, dz.play.weapon-penetrative"""
    s = table(unit(profile(), "blue", 10, 10), unit(profile(resilient=True), "red", 10, 18))
    assert not blow_of(s, 0, gun(), 1).criticals
    heavy = gun(devastator=3, against=("vehicle",), penetrative=True)
    assert blow_of(s, 0, heavy, 1).worth == 3
    assert blow_of(s, 0, heavy, 1).six
    assert rolled(wounds, 2, Blow(7, 10, worth=3), answers=((3, 6),)) == (9, 1)  # 3 and 2 x 3
    assert blow_of(s, 0, gun(devastator=3, against=("infantry",)), 1).worth == 1
    assert INCH == 1000

"""What is foretold is what is played, by fractions worked out by hand; on a table, and as plain odds."""

from fractions import Fraction
from math import comb

import pytest
from games.at43.at43_table import BLADE, MISSILE, RIFLE, active, rank, sergeant, table, to, unit, walker, wall

from hexless.games.at43 import ruleset, volley
from hexless.games.at43.rulings import Rulings
from hexless.games.at43.volley import Rolls, Salvo, Struck
from hexless.kernel import Position, Total, exact, foresee
from hexless.kernel.odds import Search
from hexless.ruleset.attacks import attack_odds
from hexless.ruleset.foretold import foretold

F = Fraction
BACK = (unit("b", "blue", (5, 5)), unit("y", "red", (75, 75)))  # so that nobody wins on the way


def binomial(n, p):
    return {k: comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1) if p or not k}


def weigh(state, *answers, others="everything"):
    """The forecast of the last answer."""
    position = Position(ruleset, state)
    for answer in answers[:-1]:
        position = position.play(answer)
    found = foresee(position, position.request.seat, answers[-1], others)
    assert found.exact
    return found


def lost(found, unit_=1):
    before = len(found.before[unit_].living)
    ends = found.ends.map(lambda end: before - len(end[unit_].living))
    return {n: ends.p(n) for n in sorted(ends.weights)}


def odds(attack, rulings=None, **inputs):
    """The outcomes of an attack without a table."""
    found = attack_odds(ruleset, attack, inputs, rulings or {})
    return {chance.value: F(chance.numerator, chance.denominator) for chance in found.outcomes}


def volley_at(distance, mine=None, their=None, n=3, **more):
    """Three rifles at three soldiers so many cm away."""
    blue = unit("a", "blue", *rank(n, 10, 10), weapons=(RIFLE,), **(mine or {}))
    red = unit("x", "red", *rank(3, 10, 12.5 + distance), **(their or {}))
    return active(table(blue, red, *BACK, **more), 0)


# ---- a salvo


def test_a_salvo_at_25_centimetres():
    """at.shoot.impact, at.shoot.damage-test: 4 - 2 is 3+, 5 against 5 is 4+: a third of each shot kills."""
    expected = binomial(3, F(1, 3))
    assert lost(weigh(volley_at(25), "shoot", 1)) == expected
    assert odds("shooting", shooters=3, range=25, targets=3) == expected


def test_re_rolls_are_in_it():
    """at.shoot.re-roll: one weapon with Re-Roll 1 at 3+: 8/9 to hit; 4/9 to kill."""
    s = active(
        table(unit("a", "blue", (10, 10), weapons=(RIFLE.with_(reroll=1),)), unit("x", "red", (10, 37.5)), *BACK), 0
    )
    expected = {0: F(5, 9), 1: F(4, 9)}
    assert lost(weigh(s, "shoot")) == expected
    assert odds("shooting", shooters=1, range=25, reroll=1, targets=1) == expected


LOW = wall(2, 33, 40, 34)


def test_cover_and_taking_it():
    """at.cover.roll, at.tactic.take-cover: a third, of which 4+ leaves half and 3+ a third."""
    assert lost(weigh(volley_at(25, pieces=(LOW,)), "shoot", 1)) == binomial(3, F(1, 6))
    assert lost(weigh(volley_at(25, pieces=(LOW,)).change(1, covered=True), "shoot", 1)) == binomial(3, F(1, 9))
    assert odds("shooting", shooters=3, range=25, targets=3, cover="wall") == binomial(3, F(1, 6))
    assert odds("shooting", shooters=3, range=25, targets=3, cover="taken") == binomial(3, F(1, 9))
    five = {"cover_save": "5"}
    assert odds("shooting", five, shooters=3, range=25, targets=3, cover="wall") == binomial(3, F(2, 9))
    assert lost(weigh(volley_at(25, pieces=(LOW,), rulings={"cover_save": 5}), "shoot", 1)) == binomial(3, F(2, 9))


def test_a_leader_within_ten_centimetres_of_the_wall():
    """at.cover.leader-close: exactly 10 cm is within."""
    near, past = wall(2, 21.25, 40, 21.5), wall(2, 21.26, 40, 21.5)
    assert lost(weigh(volley_at(25, pieces=(near,)), "shoot", 1)) == binomial(3, F(1, 3))
    assert lost(weigh(volley_at(25, pieces=(past,)), "shoot", 1)) == binomial(3, F(1, 6))
    assert odds("shooting", shooters=3, range=25, targets=3, cover="wall", wall=10) == binomial(3, F(1, 3))
    assert odds("shooting", shooters=3, range=25, targets=3, cover="wall", wall=11) == binomial(3, F(1, 6))


def test_striders_are_not_hindered_by_walls():
    """at.cover.strider-shooter"""
    assert odds("shooting", shooters=1, by="striders", range=25, targets=1, cover="wall") == binomial(1, F(1, 3))


def test_those_in_the_zone_take_impacts_first():
    """at.zone.one-each: of two impacts at 2/3 each, one is for him who stands between."""
    s = volley_at(25, n=2)
    s = s.with_(units=(*s.units, unit("m", "red", (10, 25))))
    found = weigh(s, "shoot", 1)
    hit2, hit1 = F(4, 9), F(4, 9)
    assert lost(found, 4) == {0: 1 - (hit1 + hit2) / 2, 1: (hit1 + hit2) / 2}
    assert lost(found) == {0: 1 - hit2 / 2, 1: hit2 / 2}
    assert odds("shooting", shooters=2, range=25, targets=3, caught=1) == {0: 1 - hit2 / 2, 1: hit2 / 2}


def test_two_weapons_are_one_shooting():
    """at.shoot.together: the other weapon goes at the same target, unless it is told to hold."""
    second = RIFLE.with_(name="Second")
    s = active(
        table(unit("a", "blue", (10, 10), weapons=(RIFLE, second)), unit("x", "red", *rank(2, 10, 37.5)), *BACK), 0
    )
    assert lost(weigh(s, "shoot", 1)) == binomial(2, F(1, 3))
    assert lost(weigh(s, "shoot", 1, None)) == binomial(1, F(1, 3))


# ---- at machines


def struck(found, part):
    ends = found.ends.map(lambda end: getattr(end[1].fighters[0], part))
    return {n: ends.p(n) for n in sorted(ends.weights)}


def test_a_missile_at_a_strider():
    """at.missile.damage, at.play.location-roll: 3+ and 3+ are 4/9; half of that is 2 points on the frame."""
    mine = unit("a", "blue", (10, 10), (13, 10), weapons=(BLADE,), special=MISSILE)
    s = active(table(mine, walker("w", "red", (10, 60)), *BACK), 0)
    found = weigh(s, "shoot")
    assert struck(found, "frame") == {1: F(2, 9), 3: F(7, 9)}
    assert struck(found, "propulsion") == {0: F(4, 27), 2: F(23, 27)}
    assert odds("strider", shooters=1) == {
        (0, 0, 0): F(5, 9), (0, 2, 0): F(2, 9), (2, 0, 0): F(4, 27), (0, 0, 1): F(2, 27),
    }  # fmt: skip
    four = odds("strider", {"locked_to_hit": "4"}, shooters=1)
    assert four[0, 2, 0] == F(1, 6)
    spill = odds("strider", {"location_overflow": "true"}, shooters=1)
    assert spill[0, 1, 1] == F(2, 27)


def test_a_location_that_is_gone_is_the_frame():
    """at.hit.location-gone"""
    assert odds("strider", shooters=1, propulsion=0, arms=0) == {(0, 0, 0): F(5, 9), (0, 2, 0): F(4, 9)}


def test_missiles_at_a_generator():
    """at.missile.generator: 3+ each; another locked weapon at 3+ and 12 - 8: 2+."""
    assert odds("generator", shooters=2) == {0: F(1, 9), 1: F(8, 9)}
    assert odds("generator", weapon="locked") == {0: F(4, 9), 1: F(5, 9)}


# ---- close combat, morale


def test_close_combat():
    """at.melee.attack: 5 - 2 is 3+, 6 against 5 is 4+; two strikers who touch one each."""
    mine, theirs = ((10, 10), (13, 10)), ((10, 12.5), (13, 12.5))
    s = active(table(unit("a", "blue", *mine, engaged=True), unit("x", "red", *theirs, engaged=True), *BACK), 0)
    expected = binomial(2, F(1, 3))
    wide = active(table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 12.5)), *BACK), 0)
    assert lost(weigh(wide, "fight")) == binomial(1, F(1, 3))
    assert sum(lost(weigh(s, "fight")).values()) == 1
    assert odds("melee", strikers=2, accuracy=5, penetration=6, combat=2) == expected
    assert odds("melee", rate=2, accuracy=5, penetration=6, combat=2) == {0: F(4, 9), 1: F(5, 9)}  # he touches but one
    assert odds("melee", rate=2, touching=2, accuracy=5, penetration=6, combat=2) == expected
    assert odds("melee", accuracy=5, penetration=12, damage=1, combat=2, wounds=2) == {0: 1}


@pytest.mark.parametrize(
    ("morale", "holds"), [(2, 0), (6, F(1, 3)), (8, F(1, 2)), (9, F(1, 2)), (10, F(2, 3)), (14, 1)]
)
def test_morale(morale, holds):
    """at.urt.morale: against 8."""
    assert odds("morale", morale=morale).get(1, 0) == holds


# ---- moves


def test_a_move_under_overwatch_is_shown_with_and_without():
    """at.tactic.overwatch: 29.5 cm, 3+ and 4+."""
    mine = unit("a", "blue", (10, 10))
    s = active(table(mine, unit("x", "red", (10, 50), overwatch=True), *BACK), 0)
    found = weigh(s, "combat", to(10, 18))
    assert found.replies
    assert found.ends.map(lambda end: end[0].alive).p(False) == F(1, 3)
    quiet = weigh(s, "combat", to(10, 18), others="nothing")
    assert quiet.ends.map(lambda end: end[0].alive).p(False) == 0
    told = foretold(ruleset, found, "blue")
    assert [(fate.name, fate.gone) for fate in told.fates if fate.gone] == [("a", F(1, 3))]


def test_the_end_columns_are_sure_by_either_ruling():
    """at.urt.plus-six, at.urt.minus-six: dice that are thrown for nothing change nothing."""
    for always in ("false", "true"):
        found = odds("shooting", {"urt_auto_consumes_dice": always}, shooters=2, accuracy=9, penetration=11, targets=2)
        assert found == {2: 1}
    led = volley_at(25, {"person": sergeant()}, rulings={"urt_auto_consumes_dice": True})
    assert lost(weigh(led, "shoot", 1)) == binomial(3, F(1, 3))


# ---- finished weights


def walked(procedure, *args):
    """The exact walk, die by die."""
    plain = procedure.__wrapped__ if hasattr(procedure, "__wrapped__") else procedure
    from hexless.kernel.game import Game

    search = Search(lambda g, ask: None)
    return search.branches(lambda g: plain(g, *args), Game(table(), None)).map(lambda end: end[0])


@pytest.mark.parametrize("need", [1, 2, 3, 6, 7])
@pytest.mark.parametrize(("dice", "again"), [(0, 0), (1, 0), (1, 2), (3, 1), (4, 3)])
def test_weights_are_those_of_the_walk(dice, again, need):
    """at.shoot.re-roll, at.cover.roll"""
    rolls = Rolls(dice, need, again)
    assert exact(volley.volley, rolls) == walked(volley.volley, rolls)
    for save, pierce in ((0, 4), (4, 5), (3, 1), (5, 7)):
        assert exact(volley.penetrate, dice, save, pierce) == walked(volley.penetrate, dice, save, pierce)
        for enough in (2, 9):
            assert exact(volley.pierced, rolls, pierce, enough) == walked(volley.pierced, rolls, pierce, enough)


def test_weights_of_salvos_are_those_of_the_walk():
    """at.zone.one-each, at.zone.rest-to-target: two weapons, a target behind cover, and two units caught."""

    def struck(place, unit_, save, difference):
        return Struck(place, unit_, Total(save), Total(difference))

    first = Salvo(
        0, 1, "a", 1, False, Total(2), 20000, Rolls(3, 3, 1), (struck(0, 1, 4, 0), struck(1, 2, 0, 2)), (1, 1)
    )
    other = Salvo(0, 1, "b", 2, False, Total(0), 20000, Rolls(2, 4, 0), (struck(2, 1, 4, 4), struck(3, 3, 0, 0)), (1,))
    for enough in ((6, 6, 6, 6), (1, 2, 1, 1)):
        both = (first, other), enough
        assert exact(volley.salvos, *both) == walked(volley.salvos, *both)


def test_rulings_are_those_of_the_game():
    assert attack_odds(ruleset, "morale", {}, {}).game == "at43"
    assert Rulings().afv_tests_at_once is False

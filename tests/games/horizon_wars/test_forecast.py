"""Horizon Wars: what is shown is what is played, by fractions worked by hand, on a table and by hypothetical odds."""

from fractions import Fraction
from itertools import product

import pytest

from hexless.games.horizon_wars import ruleset
from hexless.kernel import Position, foresee
from hexless.ruleset.attacks import attack_odds
from hexless.ruleset.foretold import foretold

TWELFTH = Fraction(1, 12)


def shown(position, answer, read, others="everything"):
    """The chances of what `read` finds in the states at the end of the act."""
    found = foresee(position, "blue", answer, others)
    assert found.exact
    ends = found.ends.map(read)
    return {value: ends.p(value) for value, _ in ends}


def hits_on(unit):
    return lambda s: s[unit].track


def firing(hw, gap, rulings=None, pieces=(), fire=1, **target):
    """Blue stands and is about to name one of two targets; red 1 is `gap` inches ahead of it."""
    blue = hw.element("blue", 10, 5, F=fire, M=0, start=(fire, 0, 4))
    red = hw.element("red", 10, 7 + gap, **({"A": 1, "D": 0, "F": 9, "start": (9, 3, 1)} | target))
    other = hw.element("red", 30, 7 + gap, name="other")
    s = hw.battle(blue, red, other, pieces=pieces, rulings=rulings)
    return Position(ruleset, s).play("stand")


SHOTS = {
    # range 8 + A 1 = 9: a single die of 9 to 12
    "plain": ({}, 8, {}, {1: 4 * TWELFTH}),
    # and it has to differ from the Incoming die
    "incoming": ({}, 8, {"D": 1}, {1: 4 * TWELFTH * 11 * TWELFTH}),
    # 7.25 + 1: rounded up 9 or more, rounded down 8 or more
    "ceil": ({}, 7.25, {}, {1: 4 * TWELFTH}),
    "floor": ({"range_rounding": "floor"}, 7.25, {}, {1: 5 * TWELFTH}),
    # every 12 left scores a hit more: 9, 10 and 11 hit once, 12 twice
    "twelves": ({"twelves_bonus": True}, 8, {}, {1: 3 * TWELFTH, 2: TWELFTH}),
    # out of reach of one die, a 12 still gives its bonus
    "twelves alone": ({"twelves_bonus": True}, 20, {}, {1: TWELFTH}),
}


@pytest.mark.parametrize("case", SHOTS)
def test_shot_on_the_table(hw, case):
    """hw.shoot.hits, hw.play.range-rounding: the target's track after the shot, under each ruling that touches it."""
    rulings, gap, target, hits = SHOTS[case]
    position = firing(hw, gap, rulings, **target)
    assert shown(position, 1, hits_on(1)) == {0: 1 - sum(hits.values()), **hits}


@pytest.mark.parametrize("case", ["plain", "incoming", "twelves", "twelves alone"])
def test_shot_by_odds(case):
    """The same shots as inputs of `hexless odds`."""
    rulings, gap, target, hits = SHOTS[case]
    inputs = {"fire": 1, "incoming": target.get("D", 0), "range": gap, "armour": 1}
    odds = attack_odds(ruleset, "shooting", inputs, rulings)
    assert {c.value: Fraction(c.numerator, c.denominator) for c in odds.outcomes if c.value} == hits


@pytest.mark.parametrize(("trait", "kind", "field"), [("light-cover", "light", "cover_light"),
                                                      ("heavy-cover", "heavy", "cover_heavy")])  # fmt: skip
@pytest.mark.parametrize("value", [0, 1, 2, 3])
def test_cover_on_the_table_and_by_odds(hw, trait, kind, field, value):
    """hw.shoot.range-cover: range 8 + A 1 + cover, one die."""
    wood = hw.ground("wood", 7, 12, 13, 20, trait)
    wanted = (4 - value) * TWELFTH
    assert shown(firing(hw, 8, {field: value}, [wood]), 1, hits_on(1)).get(1, 0) == wanted
    inputs = {"fire": 1, "incoming": 0, "range": 8, "armour": 1, "cover": kind}
    odds = attack_odds(ruleset, "shooting", inputs, {field: value})
    assert odds.mean == wanted


def test_twelves_bonus_of_a_whole_volley():
    """twelves_bonus: 4 Fire dice against 2 at effective range 30; every pair of rolls counted, and 3 times the hits."""
    plain = attack_odds(ruleset, "shooting", {"fire": 4, "incoming": 2, "range": 30}, {}).mean
    bonus = attack_odds(ruleset, "shooting", {"fire": 4, "incoming": 2, "range": 30}, {"twelves_bonus": True}).mean
    # a 12 of four dice is left unless an Incoming die of 12 took it
    left = sum(
        max(0, up - down) * n * m
        for up, n in enumerate((11**4, 4 * 11**3, 6 * 11**2, 4 * 11, 1))
        for down, m in enumerate((11**2, 2 * 11, 1))
    )
    assert bonus - plain == Fraction(left, 12**6)


def test_moving_shot_halves_f():
    """hw.shoot.move-and-shoot: F 3 rolls two dice, 24 with 1 of 144."""
    odds = attack_odds(ruleset, "moving-shot", {"fire": 3, "incoming": 0, "range": 24})
    assert odds.mean == Fraction(1, 144)


# ---- charges


def charging(hw, rulings=None, gap=2, **red):
    """Blue charges over 2 inches (moved, +1) and has two to choose from; both sides have one die and much armour."""
    stats = {"P": 1, "F": 0, "A": 20}
    blue = hw.element("blue", 20, 20, M=3, **stats)
    ahead = hw.element("red", 20, 22 + gap, M=0, **stats | red)
    other = hw.element("red", 20, 18 - gap, M=0, name="other", **stats)
    return Position(ruleset, hw.battle(blue, ahead, other, rulings=rulings)).play("charge")


def result(s):
    """Who had to move: the loser gives way, the active one in a draw, and then both have the same damage."""
    if s[0].track == s[1].track:
        return "draw"
    return "win" if s[1].track > s[0].track else "loss"


def test_charge_has_win_draw_and_loss(hw):
    """hw.charge.damage: (a + 1) // 2 is 1 to 6, two ways each; b // 2 is 0 to 6, with 1, 2, 2, 2, 2, 2, 1 ways.

    Wins: 2 x (1 + 3 + 5 + 7 + 9 + 11) = 72 of 144; draws 5 x 4 + 2 = 22; losses 50.
    """
    chances = shown(charging(hw), 1, result)
    assert chances == {"win": Fraction(72, 144), "draw": Fraction(22, 144), "loss": Fraction(50, 144)}
    moved = shown(charging(hw), 1, lambda s: (hw.at(s, 0)[1] < 22000, hw.at(s, 1)[1] > 24000))
    assert moved[False, True] == Fraction(72, 144)  # red gave way
    assert moved[True, False] == Fraction(72, 144)  # blue did, beaten or drawn


def test_charge_by_score(hw):
    """charge_compare=score: a + 1 > b in 78 + 55 - 55 of 144 ways: a >= b 78, b = a + 1 11, the rest 55."""
    position = charging(hw, {"charge_compare": "score"})
    away = shown(position, 1, lambda s: hw.at(s, 1)[1] > 24000)
    assert away[True] == Fraction(78, 144)
    inputs = {"attacker": 1, "defender": 1, "moved": 2, "attacker_kind": "infantry", "defender_kind": "infantry"}
    by_score = attack_odds(ruleset, "charge", inputs, {"charge_compare": "score"})
    lost = sum(Fraction(c.numerator, c.denominator) for c in by_score.outcomes if c.value[1] == "destroyed")
    assert lost == Fraction(78, 144)
    by_damage = attack_odds(ruleset, "charge", inputs)
    lost = sum(Fraction(c.numerator, c.denominator) for c in by_damage.outcomes if c.value[1] == "destroyed")
    assert lost == Fraction(72, 144)


def test_charge_on_the_table_equals_its_odds(hw):
    """Damage to both, pair by pair."""
    inputs = {"attacker": 1, "defender": 1, "moved": 2, "attacker_kind": "mech", "defender_kind": "mech"}
    odds = attack_odds(ruleset, "charge", inputs)
    assert shown(charging(hw), 1, lambda s: (s[0].track, s[1].track)) == {
        c.value: Fraction(c.numerator, c.denominator) for c in odds.outcomes
    }


def test_charge_counts_reaction_fire_and_a_counter_charge(hw):
    """hw.move.charge-halt: red shoots one die at 1 + A 1 = 2 and hurts blue with 11 of 12, or lets it come."""
    position = charging(hw, activated=True, reactions=1, F=1, start=(1, 0, 20))
    position = Position(ruleset, position.state.change(0, A=1, M=1, D=0, start=(0, 1, 1)))
    position = position.play("charge")
    dead = shown(position, 1, lambda s: s[0].track >= 1)
    fought = 1 - 11 * TWELFTH
    # a hit takes M first and leaves A 1; then the fight: blue is hurt unless red rolls a 1
    assert dead[False] == fought * TWELFTH
    quiet = shown(position, 1, lambda s: s[0].track >= 1, others="nothing")
    assert quiet[False] == TWELFTH


# ---- moves


def test_move_that_draws_reaction_fire(hw):
    """hw.play.react: after blue's move to 8 inches red fires one die at 8 + A 1: 4 of 12; if it holds, nothing."""
    blue = hw.element("blue", 10, 5, M=3, F=0, A=1, D=0)
    red = hw.element("red", 10, 17, F=1, activated=True, reactions=1)
    position = Position(ruleset, hw.battle(blue, red)).play("patrol")
    way = hw.to(10, 7)
    assert shown(position, way, hits_on(0)) == {0: 8 * TWELFTH, 1: 4 * TWELFTH}
    assert shown(position, way, hits_on(0), others="nothing") == {0: 1}
    near = shown(position, hw.to(10, 10), hits_on(0))
    assert near[1] == 7 * TWELFTH  # 5 inches + A 1: 6 or more
    told = foretold(ruleset, foresee(position, "blue", way), "blue")
    fate = next(fate for fate in told.fates if fate.unit == 0)
    assert [(c.what, c.now, c.p) for c in fate.changes if c.what == "M"] == [("M", "2", 4 * TWELFTH)]


def test_reaction_shot_is_shown_to_the_one_who_reacts(hw):
    """hw.play.reaction-kinds: red sees its own shot before it takes it."""
    blue = hw.element("blue", 10, 5, M=3, F=0, A=1, D=0)
    red = hw.element("red", 10, 17, F=1, activated=True, reactions=1)
    position = Position(ruleset, hw.battle(blue, red)).play("patrol").play(hw.to(10, 7)).play(1)
    ends = foresee(position, "red", "stand").ends.map(hits_on(0))
    assert ends.p(1) == 4 * TWELFTH


def test_recovery_is_shown(hw):
    """hw.damage.recover-roll: D 2 above a track of 4: each die 8 of 12."""
    blue = hw.element("blue", 10, 5, M=0, F=2, start=(4, 0, 4), track=4)
    position = Position(ruleset, hw.battle(blue, hw.element("red", 30, 38)))
    good = {0: Fraction(1, 9), 1: Fraction(4, 9), 2: Fraction(4, 9)}
    assert shown(position, "recover", lambda s: s[0].F - 2) == good


def test_shown_equals_every_roll_counted(hw):
    """Two dice against one at 8 + A 1: all 12 ** 3 rolls by hand, then F first, then M, then A."""
    position = firing(hw, 8, fire=2, D=1, F=1, M=1, start=(1, 1, 1))
    count = {}
    for a, b, saved in product(range(1, 13), repeat=3):
        left = [a, b]
        if saved in left:
            left.remove(saved)
        hits = max(sum(die >= 9 for die in left), sum(left) >= 9)
        count[hits] = count.get(hits, 0) + Fraction(1, 12**3)
    assert shown(position, 1, hits_on(1)) == count

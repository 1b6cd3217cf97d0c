"""Patrol Angis: what is foretold is what is played, by fractions worked out by hand; on a table, and as plain odds."""

from fractions import Fraction

import pytest

from hexless.games.patrol_angis import ruleset
from hexless.kernel import Position, foresee
from hexless.ruleset.attacks import attack_odds

Y30 = 41.4
UNSAVED = Fraction(5, 8)  # a save at 5 - 1 + 2 = 6+ fails


def weigh(state, *answers, others="everything"):
    """The forecast of the last answer."""
    position = Position(ruleset, state)
    for answer in answers[:-1]:
        position = position.play(answer)
    seat = position.request.seat
    found = foresee(position, seat, answers[-1], others)
    assert found.exact
    return found


def chance(found, test):
    return found.ends.map(lambda end: bool(test(end))).p(True)


def lives(end, unit):
    return bool(end[unit].figures)


def shot_at(pa, mine=None, their=None, **fields):
    """One rifle at one target 30 cm away: a sure hit by precise fire, if nothing else counts."""
    blue = pa.element("blue", 50, 10, **{"tokens": 1, "n": 1} | (mine or {}))
    red = pa.element("red", 50, Y30, **{"n": 1, "weapons": ()} | (their or {}))
    return pa.battle(blue, red, **fields)


def test_a_shot_shows_losses_and_morale(pa):
    """2 sure hits: 9/64, 30/64, 25/64; with 1 of 2 left morale needs 2 + 5 + 2 = 9 and fails."""
    found = weigh(shot_at(pa, {"n": 2}, {"n": 2}), "precise", 1)
    left = found.ends.map(lambda end: len(end[1].figures))
    assert [left.p(n) for n in (2, 1, 0)] == [Fraction(n, 64) for n in (9, 30, 25)]
    assert chance(found, lambda end: end[1].fear == 1) == Fraction(30, 64)


def test_return_fire_is_shown_with_and_without(pa):
    """The target lives with 3/8 and kills with 7/8 * 5/8."""
    s = shot_at(pa, None, {"weapons": (pa.RIFLE,)})
    found = weigh(s, "precise", 1)
    assert found.replies
    assert chance(found, lambda end: not lives(end, 0)) == Fraction(3, 8) * Fraction(7, 8) * UNSAVED
    assert chance(weigh(s, "precise", 1, others="nothing"), lambda end: not lives(end, 0)) == 0


def test_a_move_under_overwatch(pa):
    """At 2 + 1 (fast) the watcher hits with 6/8; the mover, if it lives, shoots back at 2+ and goes on."""
    wall = pa.ground("wall", 40, 50, 60, 52, "solid", height=5)
    s = pa.battle(pa.element("blue", 50, 30, move=30, tokens=1), pa.element("red", 50, 70, watch=True), pieces=[wall])
    found = weigh(s, "rapid", pa.to((75, 30)))
    hit = Fraction(4, 8) * UNSAVED  # 2 + 1 + 2 for a rapid mover
    assert chance(found, lambda end: not lives(end, 0)) == hit
    assert chance(found, lambda end: not lives(end, 1)) == (1 - hit) * Fraction(7, 8) * UNSAVED
    assert chance(found, lambda end: lives(end, 0) and pa.at(end, 0) == (75, 30)) == 1 - hit
    quiet = weigh(s, "rapid", pa.to((75, 30)), others="nothing")
    assert not quiet.rolls


def test_the_watcher_sees_what_its_shot_does(pa):
    """The same shot, weighed by the watcher in the middle of the move."""
    wall = pa.ground("wall", 40, 50, 60, 52, "solid", height=5)
    s = pa.battle(pa.element("blue", 50, 30, move=30, tokens=1), pa.element("red", 50, 70, watch=True), pieces=[wall])
    found = weigh(s, "rapid", pa.to((75, 30)), "overwatch")
    assert chance(found, lambda end: not lives(end, 0)) == Fraction(4, 8) * UNSAVED


def test_a_charge_has_win_draw_and_loss(pa):
    """Saves at 4+ fail with 3/8: won 3/8, lost 5/8 * 3/8; and the same as plain odds."""
    s = pa.battle(pa.element("blue", 50, 30, tokens=1), pa.element("red", 50, 37.4))
    found = weigh(s, "close-combat", pa.to((50, 36)))
    assert chance(found, lambda end: not lives(end, 1)) == Fraction(3, 8)
    assert chance(found, lambda end: not lives(end, 0)) == Fraction(15, 64)
    plain = attack_odds(ruleset, "melee", {"figures": 1, "members": 1})
    assert {c.value: Fraction(c.numerator, c.denominator) for c in plain.outcomes}[0, 1] == Fraction(15, 64)


SPECIAL = {
    "aoe": ({"weapons": ("aoe",)}, {"n": 3}, {"aoe": 3, "members": 3}, 3, Fraction(125, 512)),
    "sniper": ({"skills": ("sniper",)}, {}, {"sniper": 1}, 1, Fraction(6, 8)),
    "medic": ({}, {"skills": ("medic",), "n": 2}, {"medics": 2, "members": 2}, 1, Fraction(5, 16)),
    "shell": ({}, {"shell": True}, {"shell": 1}, 1, Fraction(0)),
    "damage rating": ({}, {"DMR": 2}, {"DMR": 2}, 1, Fraction(0)),
    "self-protection": ({}, {"protected": True}, {"protected": 1}, 1, Fraction(3, 8)),
    "rapid move": ({}, {"did": ("rapid",)}, {"rapid": 1}, 1, Fraction(6, 8) * UNSAVED),
    "chameleon": ({}, {"armor": ("chameleon",)}, {"chameleon": 1}, 1, Fraction(7, 8) * UNSAVED),
    "errant": ({}, {"skills": ("errant",)}, {"errant": 1}, 1, Fraction(7, 8) * UNSAVED),
    "tokens": ({}, {"tokens": 1}, {"tokens": 1}, 1, Fraction(0)),
}


@pytest.mark.parametrize("rule", SPECIAL)
def test_each_special_rule_is_foretold_as_it_is_played(pa, rule):
    """So many figures fall with this chance: on the table, and by `hexless odds`."""
    mine, their, inputs, fall, p = SPECIAL[rule]
    if "weapons" in mine:
        mine = {"weapons": (pa.weapon(aoe=3),)}
    s = shot_at(pa, mine, their)
    found = weigh(s, "precise", 1)
    assert chance(found, lambda end: len(s[1].figures) - len(end[1].figures) == fall) == p
    plain = attack_odds(ruleset, "shooting", {"figures": 1, "members": 1, "manner": "precise"} | inputs)
    assert {c.value: Fraction(c.numerator, c.denominator) for c in plain.outcomes}.get(fall, 0) == p


def test_a_shocker_takes_a_token_one_time_in_eight(pa):
    gun = pa.weapon("shocker", traits=("shocker",))
    s = shot_at(pa, {"weapons": (gun,)}, {"kind": "vehicle", "tokens": 2, "DMR": 4})
    assert chance(weigh(s, "precise", 1), lambda end: end[1].tokens == 1) == Fraction(1, 8)


def test_flames_reach_bystanders_in_the_forecast(pa):
    """Two dice at the base of 2+ for a friend of the target who stands on the line, too."""
    gun = pa.weapon("flames", dice=1, traits=("fire",))
    s = pa.battle(pa.element("blue", 50, 10, tokens=1, weapons=(gun,)), pa.element("red", 50, Y30, weapons=()),
                  pa.element("red", 50, 50, weapons=(), name="behind"))  # fmt: skip
    found = weigh(s, "precise", 1)
    assert chance(found, lambda end: not lives(end, 2)) == Fraction(7, 8) * UNSAVED

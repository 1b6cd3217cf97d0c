"""Forecasts as a player reads them, off the scenes of a game that knows nothing of it."""

from fractions import Fraction

import pytest
import toy
from toy.model import Figure, Skirmish

from hexless.kernel import Dist, Forecast, Position, Row, Total, foresee
from hexless.ruleset.foretold import foretold, in_words, percent, sums

RULES = toy.ruleset
HALF = Fraction(1, 2)


def table(*spots):
    """Red at the first spot, blue at the others, red about to act."""
    units = tuple(
        Figure(f"{seat}{i}", seat, x=x, y=y, placed=True)
        for i, ((x, y), seat) in enumerate(zip(spots, ("red", "blue", "blue")))
    )
    return Skirmish(
        units=units, seats=("red", "blue"), cards=((), ()), active=0, round=1, width=9000, depth=6000, rounds=4
    )


def before_the_shot():
    """Three dice at 4 or more on a figure with two hearts, which may snap back with one die."""
    return Position(RULES, table((1000, 1000), (5500, 1000)))


def test_who_is_destroyed_and_what_becomes_of_the_others():
    told = foretold(RULES, foresee(before_the_shot(), "red", "shoot"), "red")
    red, blue = told.fates
    assert (blue.name, blue.gone, blue.lost) == ("blue1", HALF, ((0, HALF), (1, HALF)))
    assert [(c.what, c.was, c.now, c.p) for c in blue.changes] == [("hearts", "2", "1", Fraction(3, 8))]
    assert [(c.what, c.now, c.p) for c in red.changes] == [("hearts", "1", Fraction(1, 4))]  # it stands half the time
    assert told.over == (("red", HALF),)
    assert in_words(told)[1].startswith("blue1: destroyed 50 %")


def test_the_modifiers_that_the_act_works_with_come_with_it():
    need = Total(4, (Row(4, "to hit", "sk.shoot.need"),))
    shown = sums(before_the_shot(), "red", "shoot", "nothing")
    assert [(each.event, each.name, each.total) for each in shown] == [("fire", "need", need)]


def test_the_worth_is_that_of_the_score():
    found = foresee(before_the_shot(), "red", "shoot", "nothing")
    expected = found.ends.mean(lambda state: RULES.score(state, "red")) - RULES.score(found.before, "red")
    assert foretold(RULES, found, "red").worth == pytest.approx(float(expected))


def test_nothing_that_stays_is_told():
    found = foresee(before_the_shot(), "red", "move")
    told = foretold(RULES, found, "red")
    assert all(fate.quiet for fate in told.fates)
    assert in_words(told) == []


def test_a_unit_that_is_no_longer_shown_is_gone():
    state = table((1000, 1000), (5500, 1000))
    found = Forecast(
        before=state, ends=Dist({state: 1, state.change(1, placed=False): 3}), exact=True, error=0, work=1,
        others="everything", assumed=(),
    )  # fmt: skip
    (fate,) = foretold(RULES, found, "red").fates
    assert (fate.unit, fate.gone) == (1, Fraction(3, 4))


@pytest.mark.parametrize(
    ("p", "says"),
    [
        (0, "0 %"),
        (1, "100 %"),
        (HALF, "50 %"),
        (Fraction(1, 10**6), "0.1 %"),
        (1 - Fraction(1, 10**6), "99.9 %"),
        (Fraction(1, 200), "0.5 %"),
    ],
)
def test_no_chance_is_called_none_that_is_one(p, says):
    assert percent(Fraction(p)) == says

"""What every ruleset foretells is what it plays."""

import pytest
from scipy.stats import chi2

from hexless.kernel import foresee
from hexless.lab.foresight import foreseen, held

QUESTIONS, SAMPLES = 24, 150  # `tools/forecasts.py GAME --hold` does as many as you like
ALARM = 1e-3  # for all the questions of a ruleset together


def test_a_forecast_is_what_is_played(rules):
    """Chi-square of the forecast's ends against continuations by thrown dice, for all questions together."""
    found = list(held(rules, QUESTIONS, SAMPLES))
    assert len(found) >= QUESTIONS // 2
    assert [each.prompt for each in found if each.strange] == []
    judged = [(each, chi2.sf(each.statistic, len(each.cells) - 1)) for each in found if each.exact and each.cells[1:]]
    assert judged
    assert [(each.prompt, each.cells) for each, p in judged if p < ALARM / len(judged)] == []


def test_a_wrong_forecast_is_noticed(rules):
    """The comparison can fail: the ends of one answer against what is played after another."""
    caught = 0
    for each in foreseen(rules, 6):
        for other in {"everything", "nothing"} - {each.forecast.others}:
            wrong = foresee(each.position, each.seat, each.answer, other)
            caught += wrong.ends != each.forecast.ends
    assert caught or rules.id != "skirmish"


def test_foreseeing_changes_nothing_and_repeats(rules):
    for each in foreseen(rules, 4):
        again = foresee(each.position, each.seat, each.answer)
        assert again.ends == each.forecast.ends
        assert again.assumed == each.forecast.assumed
        assert each.position.moment.state == each.forecast.before


@pytest.mark.parametrize("most", [1, 5])
def test_less_work_is_marked(rules, most):
    for each in foreseen(rules, 3):
        rough = foresee(each.position, each.seat, each.answer, most=most)
        assert rough.exact == (rough.error == 0)
        assert rough.exact or rough.error > 0

"""What every ruleset foretells is what it plays."""

from collections import Counter

import pytest
import toy
from scipy.stats import chi2

from hexless.kernel import continuations, foresee
from hexless.lab.conformance import readings
from hexless.lab.foresight import Held, cells_of, foreseen, held

QUESTIONS, SAMPLES = 24, 150  # `tools/forecasts.py --hold GAME` does as many as you like
FEW = 6  # under each ruling; `tools/forecasts.py --rulings GAME` does every reading of every ruling
ALARM = 1e-3  # for all the questions of a ruleset together


def test_a_forecast_is_what_is_played(rules):
    """Chi-square of the forecast's ends against continuations by thrown dice, for all questions together."""
    judge(list(held(rules, QUESTIONS, SAMPLES)), QUESTIONS)


def judge(found, questions):
    assert len(found) >= questions // 2
    assert [each.prompt for each in found if each.strange] == []
    judged = [(each, chi2.sf(each.statistic, len(each.cells) - 1)) for each in found if each.exact and each.cells[1:]]
    assert judged
    assert [(each.prompt, each.cells) for each, p in judged if p < ALARM / len(judged)] == []


def test_and_so_under_every_ruling_that_touches_an_attack(rules):
    """Each reading but the default of every ruling about a rule that an attack's odds name."""
    attacks = frozenset(rule for attack in rules.attacks for rule in attack.rules)
    ruled = dict(readings(rules, lambda touched: not attacks.isdisjoint(touched)))
    found = [each for name, rulings in ruled.items() for each in held(rules, FEW, SAMPLES, name, rulings)]
    if ruled:
        judge(found, FEW * len(ruled))


def test_a_wrong_forecast_would_be_noticed():
    """The comparison can fail: what is foretold without replies against what is played with them."""
    noticed = []
    for each in foreseen(toy.ruleset, 12):
        wrong = foresee(each.position, each.seat, each.answer, "nothing").ends
        if wrong != each.forecast.ends:
            seen = Counter(continuations(each.position, each.seat, each.answer, "everything", SAMPLES))
            cells = cells_of(wrong, seen, SAMPLES)
            statistic = Held(each.prompt, True, cells, 0).statistic
            noticed.append(any(end not in wrong.weights for end in seen) or chi2.sf(statistic, len(cells)) < ALARM)
    assert noticed
    assert all(noticed)


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

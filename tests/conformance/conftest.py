"""Every registered ruleset, and the toy."""

import pytest
import toy

from hexless.kernel import BrokenRuleset
from hexless.lab.conformance import start
from hexless.ruleset import find, names

SEEDS = (0, 1, 2)


def load():
    loaded, broken = {toy.ruleset.id: toy.ruleset}, {}
    for name in names():
        try:
            loaded[name] = find(name)
        except BrokenRuleset as error:
            broken[name] = str(error)
    return loaded, broken


LOADED, BROKEN = load()


def seeds_of(rules):
    """The seeds of every ruleset, and one of a game that hides something from its start, if its rulings have that."""
    for seed in range(20):
        _, state = start(rules, seed)
        if any(rules.view(state, seat) != state for seat in rules.seats(state)):
            return list(dict.fromkeys((*SEEDS, seed)))
    return list(SEEDS)


@pytest.fixture(scope="session")
def rulesets():
    return LOADED


@pytest.fixture(scope="session")
def broken():
    return BROKEN


def pytest_generate_tests(metafunc):
    if "seed" in metafunc.fixturenames:
        pairs = {f"{name}-{seed}": (rules, seed) for name, rules in LOADED.items() for seed in seeds_of(rules)}
        metafunc.parametrize(("rules", "seed"), list(pairs.values()), ids=list(pairs))
    elif "rules" in metafunc.fixturenames:
        metafunc.parametrize("rules", list(LOADED.values()), ids=list(LOADED))

"""Every registered ruleset, and the toy."""

import pytest
import toy

from hexless.kernel import BrokenRuleset, find, names

SEEDS = range(3)


def load():
    loaded, broken = {toy.ruleset.id: toy.ruleset}, {}
    for name in names():
        try:
            loaded[name] = find(name)
        except BrokenRuleset as error:
            broken[name] = str(error)
    return loaded, broken


LOADED, BROKEN = load()


@pytest.fixture(scope="session")
def rulesets():
    return LOADED


@pytest.fixture(scope="session")
def broken():
    return BROKEN


def pytest_generate_tests(metafunc):
    if "rules" in metafunc.fixturenames:
        metafunc.parametrize("rules", list(LOADED.values()), ids=list(LOADED))
    if "seed" in metafunc.fixturenames:
        metafunc.parametrize("seed", list(SEEDS))

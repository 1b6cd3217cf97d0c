"""The page about Horizon Wars says what the code does."""

import re
import sys
from pathlib import Path

import pytest

from hexless.games.horizon_wars import ruleset
from hexless.ruleset import shipped

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "games" / "horizon-wars.md").read_text("utf-8")


@pytest.fixture
def rulings(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(ROOT / "tools"), *sys.path])
    import rulings

    return rulings


def test_table_of_rulings_is_in_step(rulings):
    """`python tools/rulings.py horizon-wars` brings it up to date."""
    assert rulings.page(ruleset, PAGE) == PAGE
    assert PAGE.count("| `") >= len(ruleset.files.rulings.__struct_fields__)


def test_rulings_named_in_the_text_exist():
    for field, value in re.findall(r"`(\w+) = (\w+)`", PAGE):
        assert getattr(ruleset.files.rulings, field, None) is not None
        assert value in str(ruleset.files.rulings.__annotations__[field])


def test_scenarios_forces_and_the_number_of_rules(rulings):
    for scenario in shipped.scenarios(ruleset).values():
        assert re.search(rf"\| {scenario.name} \|.*\| {scenario.turns} \|", PAGE), scenario.name
    for force in shipped.forces(ruleset).values():
        assert f"**{force.name}**" in PAGE
    assert f"its {len(ruleset.sheet.rules)} rules" in PAGE

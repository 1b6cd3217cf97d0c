"""The page about AT-43 says what the code does."""

import re
import sys
from pathlib import Path

import pytest

from hexless.games.at43 import ruleset
from hexless.ruleset import shipped

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "games" / "at43.md").read_text("utf-8")


@pytest.fixture
def rulings(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(ROOT / "tools"), *sys.path])
    import rulings

    return rulings


def test_table_of_rulings_is_in_step(rulings):
    """`python tools/rulings.py at43` brings it up to date."""
    assert rulings.page(ruleset, PAGE) == PAGE
    assert PAGE.count("| `") >= len(ruleset.files.rulings.__struct_fields__)


def test_scenarios_forces_modules_and_the_number_of_rules():
    for scenario in shipped.scenarios(ruleset).values():
        assert re.search(rf"\| {scenario.name} \|.*\| {scenario.rounds} \|", PAGE), scenario.name
    for force in shipped.forces(ruleset).values():
        assert f"**{force.name}**" in PAGE
    assert f"its {len(ruleset.sheet.rules)} rules" in PAGE
    package = ROOT / "src" / "hexless" / "games" / "at43"
    named = PAGE.partition("How the code follows")[2].partition("A round:")[0]
    for module in re.findall(r"`(\w+)`", named):
        assert (package / f"{module}.py").is_file(), module

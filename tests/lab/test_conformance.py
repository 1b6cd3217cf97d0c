"""Conformance games and the count of rules."""

import msgspec
import pytest
import toy

from hexless.kernel import Dice, GameError, RuleText
from hexless.lab.conformance import Onward, conformance_games, coverage, named, rules_tested, source_tests, start
from hexless.ruleset import find, names

RULES = toy.ruleset


def test_coverage_of_the_toy_is_whole():
    """Every rule has code, is named in a test and fires."""
    seen = []
    found = coverage(RULES, progress=lambda game, fired: seen.append((game, fired)))
    assert found.missing == {"code": [], "test": [], "fired": []}
    assert (found.game, found.rules, found.coded, found.tested, found.fired) == ("skirmish", 10, 10, 10, 10)
    assert found.whole
    assert seen[-1][1] == 10


@pytest.mark.parametrize("name", names())
def test_every_rule_of_ours_is_coded_tested_and_fires(name):
    """What `hexless rules GAME --check` says of each."""
    assert coverage(find(name)).missing == {"code": [], "test": [], "fired": []}


def test_a_rule_that_nobody_wrote_is_missed():
    unknown = RuleText("sk" + ".nothing", "Nowhere", "99", "Nothing does this.")
    sheet = msgspec.structs.replace(RULES.sheet, rules=(*RULES.sheet.rules, unknown))
    found = coverage(msgspec.structs.replace(RULES, sheet=sheet), most=3)
    assert found.missing == {kind: [unknown.id] for kind in ("code", "test", "fired")}
    assert not found.whole
    assert (found.rules, found.coded) == (11, 10)


def test_a_name_in_a_comment_or_outside_a_test_does_not_count(tmp_path):
    (tmp_path / "test_x.py").write_text('# sk.move\ndef test_x():\n    """sk.turn: and sk.shoot.close."""\n')
    (tmp_path / "other.py").write_text('"sk.deploy"\n')
    assert named(RULES.sheet, tmp_path) == {"sk.turn", "sk.shoot.close"}


def test_an_installed_package_has_the_list_that_was_made_from_its_tests(tmp_path, monkeypatch):
    package = tmp_path / "site-packages" / "installed"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(package.parent))
    installed = msgspec.structs.replace(RULES, files=msgspec.structs.replace(RULES.files, package="installed"))
    (tmp_path / "pyproject.toml").write_text("")
    assert rules_tested(installed) == frozenset()
    (package / "tested.txt").write_text("sk.move\nsk.turn\n")
    assert rules_tested(installed) == {"sk.move", "sk.turn"}


def test_the_source_tree_is_found():
    from pathlib import Path

    tests = Path(__file__).parents[1]
    assert source_tests(Path(toy.__file__).parent) == tests
    assert source_tests(tests.parent / "src/hexless/games") == tests


@pytest.mark.parametrize("name", names())
def test_the_packaged_list_is_the_one_that_the_tests_give(name):
    """If not: `python tools/list_tested.py`."""
    from importlib.resources import files

    rules = find(name)
    listed = files(rules.files.package).joinpath("tested.txt")
    assert listed.read_text("utf-8").split() == sorted(rules_tested(rules))


def test_seeds_choose_scenarios_forces_and_rulings():
    headers = [start(RULES, seed)[0] for seed in range(40)]
    assert {header.scenario["name"] for header in headers} == {"Duel", "Melee"}
    assert {header.rulings["snaps"] for header in headers} == {"once", "always"}
    assert len({tuple(force["name"] for force in header.forces) for header in headers}) > 2


def test_games_are_the_same_twice():
    one, two = (list(conformance_games(RULES, ["a", "b"])) for _ in range(2))
    assert [game.tape for game in one] == [game.tape for game in two]


def test_a_game_that_goes_round_is_refused():
    """A step that leaves everything as it was could be repeated for ever."""
    _, state = start(RULES, 1)
    source = Onward(RULES, Dice(1), {})
    source.checkpoint(state)
    with pytest.raises(GameError, match="where it was before"):
        source.checkpoint(state)

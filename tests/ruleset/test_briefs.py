"""What people are told: every game, scenario and force that ships has its texts, and no game knows of them."""

import pytest

from hexless.kernel import DataError
from hexless.ruleset import find, shipped
from hexless.ruleset.briefs import about

GAMES = ("horizon-wars", "at43", "patrol-angis", "dropzone", "orders")
SCENARIOS = [(game, name) for game in GAMES for name in shipped.names(find(game), "scenario")]
FORCES = [(game, name) for game in GAMES for name in shipped.names(find(game), "force")]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_says_what_it_is(game):
    rules = find(game)
    told = about(rules)
    assert told.says.count(".") >= 2
    assert told.minutes
    assert told.decisions
    assert told.level
    assert told.now in shipped.names(rules, "scenario")
    assert set(told.forces) <= set(shipped.names(rules, "force"))
    known = [rule.id for rule in rules.sheet.rules]
    for begins in told.begins:
        assert any(rule.startswith(begins) for rule in known), begins


@pytest.mark.parametrize(("game", "name"), SCENARIOS)
def test_a_scenario_has_its_briefing(game, name):
    rules = find(game)
    told = shipped.situation(rules, name)
    assert len(told.you) == len(shipped.scenario(rules, name).forces)
    assert told.win
    assert told.ends
    assert len(told.special) == 3
    assert all((*told.you, *told.special))


@pytest.mark.parametrize(("game", "name"), FORCES)
def test_a_force_says_what_each_of_its_kinds_is_good_for(game, name):
    rules = find(game)
    told = shipped.muster(rules, name)
    assert told.who
    assert set(told.units) == {kind.name for kind in shipped.force(rules, name).types}
    assert all(told.units.values())


def test_a_brief_is_no_part_of_the_game(tmp_path):
    rules = find("orders")
    text = "\n".join(("[brief]", 'win = "hold the mill"'))
    plain = (tmp_path / "plain.toml", tmp_path / "told.toml")
    data = shipped._data(rules, "scenario", "encounter").decode().split("\n[brief]")[0]
    plain[0].write_text(data, encoding="utf-8")
    plain[1].write_text(f"{data}\n{text}\n", encoding="utf-8")
    assert shipped.scenario(rules, plain[0]) == shipped.scenario(rules, plain[1])
    plain[1].write_text(f'{data}\n[brief]\nvin = "hold"\n', encoding="utf-8")
    with pytest.raises(DataError, match="vin"):
        shipped.scenario(rules, plain[1])
    assert "brief" in str(shipped.schema(rules, "scenario"))

"""The shelf: what comes with a game, what people bring to it, and games begun with both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexless.kernel import DataError, GameError, UnknownName
from hexless.ruleset import Ruleset, find, shipped, starting


@pytest.fixture
def rules(skirmish: str) -> Ruleset[Any]:
    return find(skirmish)


def test_what_comes_with_a_game_is_listed_and_read(rules: Ruleset[Any]) -> None:
    assert shipped.listing(rules) == {"scenario": ("duel", "melee"), "force": ("foxes", "herons")}
    assert shipped.scenario(rules, "duel") == shipped.scenarios(rules)["duel"]
    assert shipped.force(rules, "foxes") == shipped.forces(rules)["foxes"]
    assert shipped.scenario(rules, "melee").seats == ("red", "blue", "green")


def test_a_path_is_read_like_ours_and_refused_with_every_fault(rules: Ruleset[Any], tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "Mine"\nfigures = ["Solo"]\n')
    assert shipped.force(rules, str(mine)).figures == ("Solo",)
    assert shipped.force(rules, mine) == shipped.force(rules, str(mine))
    mine.write_text("name = 1\nfigures = [2]\n")
    with pytest.raises(DataError) as caught:
        shipped.force(rules, str(mine))
    assert [fault.place for fault in caught.value.faults] == ["$.name", "$.figures[0]"]
    mine.write_text('name = "Mine"\nfigures = []\n')
    with pytest.raises(DataError, match="figures: one to three, not 0"):
        shipped.force(rules, str(mine))


def test_an_unknown_name_says_what_there_is(rules: Ruleset[Any]) -> None:
    with pytest.raises(UnknownName, match="no scenario in Skirmish 'dule'; there is: duel, melee"):
        shipped.scenario(rules, "dule")
    with pytest.raises(UnknownName, match=r"no force in Skirmish '\.\.'; there is: foxes, herons"):
        shipped.force(rules, "..")


def test_a_game_begins_with_the_first_scenario_and_its_forces(rules: Ruleset[Any]) -> None:
    header, state = starting.set_up(rules, seed=7)
    again, same = starting.set_up(rules, "duel", ["foxes", "herons"], {"snaps": "once"}, seed=7)
    assert (header, state) == (again, same)
    assert [unit.name for unit in state.units] == ["Vixen", "Tod", "Kit", "Grey", "Stilt"]
    assert starting.resume(rules, header) == state


def test_a_game_begins_with_what_was_chosen(rules: Ruleset[Any]) -> None:
    duel = shipped.scenario(rules, "duel")
    header, state = starting.set_up(
        rules, duel, [shipped.force(rules, "herons"), "herons"], {"snaps": "always"}, seed="x"
    )
    assert header.rulings == {"snaps": "always"}
    assert [unit.name for unit in state.units] == ["Grey", "Stilt"] * 2


def test_wrong_choices_are_refused(rules: Ruleset[Any]) -> None:
    with pytest.raises(GameError, match="this scenario is for 2 forces, not 1"):
        starting.set_up(rules, "duel", ["foxes"], seed=1)
    with pytest.raises(UnknownName, match="no ruling in Skirmish 'snap'; there is: snaps"):
        starting.set_up(rules, rulings={"snap": "once"}, seed=1)
    with pytest.raises(DataError, match="snaps: 'never' is not one of once, always"):
        starting.set_up(rules, rulings={"snaps": "never"}, seed=1)


@pytest.mark.parametrize("kind", ["scenario", "force"])
def test_the_schema_describes_the_file(rules: Ruleset[Any], kind: Any) -> None:
    schema = shipped.schema(rules, kind)
    form = schema["$defs"][kind.capitalize()]
    assert schema["$schema"].startswith("https://json-schema.org/")
    assert form["additionalProperties"] is False
    assert "name" in form["required"]

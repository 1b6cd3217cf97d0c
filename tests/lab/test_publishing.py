"""What the lab publishes: figures beside the scenarios and rulings they are about, and how they grow stale."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

pytest.importorskip("polars")

from hexless.kernel import GameError
from hexless.lab import questions
from hexless.lab.answers import answer
from hexless.lab.experiment import Arm, Edit, Experiment, plan
from hexless.lab.folder import Folder
from hexless.lab.publishing import publish
from hexless.lab.questions import Terms
from hexless.lab.running import run
from hexless.lab.sequence import Stop
from hexless.lab.workers import here
from hexless.ruleset import find, measured, shipped

TERMS = Terms(scenarios=("duel",), stop=Stop(games=12))


@pytest.fixture
def rules(skirmish, tmp_path, monkeypatch):
    """Skirmish, whose measured figures are kept in a folder of the test."""
    monkeypatch.setattr(measured, "resources", lambda package: tmp_path)
    return find(skirmish)


def told(path: Path, asked: Experiment) -> tuple[Folder, Path]:
    folder = Folder.start(path, asked, plan(asked))
    run(folder, here)
    return folder, publish(folder, answer(folder), "hexless lab again")


def test_a_balance_with_where_it_comes_from(rules, tmp_path) -> None:
    folder, file = told(tmp_path / "a", questions.balance(rules.id, TERMS))
    assert file == tmp_path / "measured.json"
    assert b"stale" not in file.read_bytes()
    (found,) = measured.measured(rules).scenarios.values()
    wins = [game.points[0] for game in folder.games.values()]
    assert found.seats["red"].mean == pytest.approx(sum(wins) / 12, abs=1e-4)
    assert found.seats["red"].low < found.seats["red"].mean < found.seats["red"].high
    assert list(found.sides) == ["foxes"]
    assert (found.games, found.bots, found.forces) == (12, ("random",), ("foxes", "herons"))
    assert (found.command, found.revision, found.stale) == ("hexless lab again", rules.revision, False)
    assert found.content == measured.content(rules, "duel", ("foxes", "herons"))


def test_the_price_of_each_ruling_is_put_to_those_there_are(rules, tmp_path) -> None:
    told(tmp_path / "a", questions.balance(rules.id, TERMS))
    told(tmp_path / "b", questions.rulings(rules.id, TERMS, ("snaps",)))
    found = measured.measured(rules)
    assert list(found.scenarios) == ["duel"]
    ((name, (price,)),) = found.rulings.items()
    assert (name, price.value, price.of, price.scenario) == ("snaps", "always", "red", "duel")
    assert price.moves.low <= price.moves.mean <= price.moves.high
    told(tmp_path / "c", questions.rulings(rules.id, msgspec.structs.replace(TERMS, seed="2"), ("snaps",)))
    assert [len(prices) for prices in measured.measured(rules).rulings.values()] == [1]


@pytest.mark.parametrize("changed", ["scenario", "force", "revision"])
def test_what_was_measured_of_something_else_is_stale(rules, tmp_path, monkeypatch, changed) -> None:
    told(tmp_path / "a", questions.balance(rules.id, TERMS))
    told(tmp_path / "b", questions.rulings(rules.id, TERMS, ("snaps",)))
    if changed == "revision":
        rules = msgspec.structs.replace(rules, revision=rules.revision + 1)
    else:
        there = getattr(shipped, changed)

        def other(game, name):
            return msgspec.structs.replace(there(game, name), name="another")

        monkeypatch.setattr(shipped, changed, other)
    found = measured.measured(rules)
    assert found.scenarios["duel"].stale
    assert found.rulings["snaps"][0].stale


def test_only_what_everybody_has_is_published(rules, tmp_path) -> None:
    edits = (Edit("foxes", drop=("Kit",)),)
    asked = Experiment(
        game=rules.id,
        compare="arms",
        scenarios=("duel",),
        arms=(Arm("as it is"), Arm("fewer", edits=edits)),
        stop=Stop(games=4),
    )
    with pytest.raises(GameError, match="only balances and the prices of rulings"):
        told(tmp_path / "a", asked)
    changed = msgspec.structs.replace(TERMS, rulings={"snaps": "always"})
    with pytest.raises(GameError, match="under its rulings"):
        told(tmp_path / "b", questions.balance(rules.id, changed))
    assert not (tmp_path / "measured.json").exists()


def test_a_game_without_figures(skirmish) -> None:
    assert measured.measured(find(skirmish)) == measured.Measured()

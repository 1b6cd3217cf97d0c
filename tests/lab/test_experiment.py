"""Experiment files: all faults at once with their places; what is right becomes the games that it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexless.kernel import DataError, GameError
from hexless.lab.experiment import Arm, Edit, Experiment, plan, read
from hexless.lab.sequence import Stop


@pytest.fixture(autouse=True)
def _known(skirmish: str) -> None:
    """Every test here is about Skirmish."""


def refused(path: Path, text: str) -> list[tuple[str, str]]:
    path.write_text(text)
    with pytest.raises(DataError) as error:
        read(path)
    return [tuple(fault) for fault in error.value.faults]


def test_faults_of_form_come_all_at_once(tmp_path: Path) -> None:
    text = """
    game = "skirmish"
    compare = "armies"
    bots = "random"
    colour = "red"
    [stop]
    within = "narrow"
    """
    places = [place for place, _ in refused(tmp_path / "e.toml", text)]
    assert places == ["$.compare", "$.bots", "$.stop.within", "$.colour"]


def test_faults_of_sense_come_all_at_once(tmp_path: Path) -> None:
    text = """
    game = "skirmish"
    compare = "arms"
    scenarios = ["duel", "feud"]
    forces = [["foxes", "lions"]]
    bots = ["random", "clever", "greedy:200"]
    rulings = { snaps = "never", dice = 3 }
    combinations = [{ name = "sum", weights = { b = 1 } }]
    [[arms]]
    name = "a"
    [[arms]]
    name = "a"
    rulings = { snaps = 7 }
    [stop]
    within = 0
    decide = [0.6, 0.4]
    games = 0
    confidence = 95
    """
    faults = refused(tmp_path / "e.toml", text)
    assert [place for place, _ in faults] == [
        "$.scenarios[1]",
        "$.forces[0][1]",
        "$.bots[1]",
        "$.bots[2]",
        "$.rulings.snaps",
        "$.rulings.dice",
        "$.arms[1].name",
        "$.arms[1].rulings.snaps",
        "$.combinations[0].weights",
        "$.stop.confidence",
        "$.stop.within",
        "$.stop.decide",
        "$.stop.games",
    ]
    assert "plays by the clock" in dict(faults)["$.bots[2]"]


def test_a_game_that_there_is_not(tmp_path: Path) -> None:
    faults = refused(tmp_path / "e.toml", 'game = "chess"\n[stop]\ngames = -1\n')
    assert [place for place, _ in faults] == ["$.game", "$.stop.games"]


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (Experiment(game="skirmish", scenarios=("melee",), forces=(("foxes", "herons"),)), "2 forces for the 3 seats"),
        (Experiment(game="skirmish", scenarios=("melee",), compare="bots", bots=("random", "greedy")), "two seats"),
        (Experiment(game="skirmish", compare="bots"), "two bots or more"),
        (Experiment(game="skirmish", scenarios=("duel",), bots=("random",) * 3), "3 bots for 2 seats"),
        (Experiment(game="skirmish", compare="arms", arms=(Arm("one"),)), "two arms or more"),
        (Experiment(game="skirmish", arms=(Arm("one"),)), "only with compare"),
        (
            Experiment(
                game="skirmish",
                scenarios=("duel",),
                compare="arms",
                arms=(Arm("a"), Arm("b", edits=(Edit("foxes", drop=("Wolf",)),))),
            ),
            "no unit in Foxes of Skirmish 'Wolf'; there is: Vixen, Tod, Kit",
        ),
        (
            Experiment(game="skirmish", scenarios=("duel",), compare="arms", arms=(Arm("a"), Arm("b")), of="green"),
            "'green' is not a seat",
        ),
    ],
)
def test_what_cannot_be_played_or_compared(asked: Experiment, says: str) -> None:
    with pytest.raises(GameError, match=says.replace("$", r"\$")):
        plan(asked)


def test_files_beside_the_experiment_are_found(tmp_path: Path) -> None:
    (tmp_path / "cubs.toml").write_text('name = "Cubs"\nfigures = ["Kit", "Pup"]\n')
    (tmp_path / "e.toml").write_text('game = "skirmish"\nscenarios = ["duel"]\nforces = [["cubs.toml", "herons"]]\n')
    asked = read(tmp_path / "e.toml")
    planned = plan(asked, beside=tmp_path)
    assert planned.cells[0].forces[0].figures == ("Kit", "Pup")
    broken = refused(tmp_path / "f.toml", 'game = "skirmish"\nforces = [["wolves.toml", "herons"]]\n')
    assert broken[0][0] == "$.forces[0][0]"


def test_every_way_round() -> None:
    planned = plan(Experiment(game="skirmish", scenarios=("melee",)))
    assert [cell.slots for cell in planned.cells] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert [(c.kind, c.name) for c in planned.contrasts][:3] == [("seat", "red"), ("seat", "blue"), ("seat", "green")]
    once = plan(Experiment(game="skirmish", scenarios=("melee",), both_ways=False))
    assert len(once.cells) == 1
    assert [c.kind for c in once.contrasts] == ["seat"] * 3


def test_the_identity_names_the_games_and_not_the_stop() -> None:
    base = Experiment(game="skirmish", scenarios=("duel",))
    same = Experiment(game="skirmish", name="another name", scenarios=("duel",), stop=Stop(games=7))
    other = Experiment(game="skirmish", scenarios=("duel",), rulings={"snaps": "always"})
    assert plan(base).identity == plan(same).identity != plan(other).identity


def test_a_contrast_reads_what_it_says() -> None:
    planned = plan(Experiment(game="skirmish", scenarios=("duel",)))
    seat, force = planned.contrasts
    results = {0: (1.0, 0.0), 1: (0.5, 0.5)}  # foxes as red win, herons as red draw
    assert seat.value(results) == 0.75
    assert force.value(results) == 0.75
    results = {0: (1.0, 0.0), 1: (0.0, 1.0)}  # foxes win in both seats
    assert (seat.value(results), force.value(results)) == (0.5, 1.0)


def test_the_example_in_the_document_is_an_experiment(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "lab.md").read_text("utf-8")
    (block,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    (tmp_path / "e.toml").write_text(block)
    planned = plan(read(tmp_path / "e.toml"))
    assert [contrast.name for contrast in planned.contrasts] == [
        "one more Ridge Scouts",
        "one more Warden Frame",
        "Lance without a Swift Cavalry",
    ]
    assert len(planned.cells) == 8
    sizes = [[len(force.elements) for force in cell.forces] for cell in planned.cells[::2]]
    assert sizes == [[9, 8], [10, 8], [10, 8], [9, 7]]

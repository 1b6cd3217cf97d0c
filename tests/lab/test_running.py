"""Experiments: the same games in any number of processes; resumed, topped up and merged without loss."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

pytest.importorskip("polars")

from hexless.kernel import GameError
from hexless.lab.answers import answer, finished, points
from hexless.lab.cells import Task
from hexless.lab.experiment import Arm, Combination, Experiment, plan
from hexless.lab.folder import Folder, merge
from hexless.lab.playing import play
from hexless.lab.report import write_report
from hexless.lab.running import Ledger, run
from hexless.lab.sequence import Stop
from hexless.lab.workers import here, processes

DUEL = Experiment(game="skirmish", scenarios=("duel",), stop=Stop(games=12))


@pytest.fixture(autouse=True)
def _known(skirmish: str) -> None:
    """Every test here plays Skirmish."""


def fresh(path: Path, experiment: Experiment = DUEL) -> Folder:
    return Folder.start(path, experiment, plan(experiment))


def table(path: Path) -> bytes:
    return (path / "games.parquet").read_bytes()


def test_the_games_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    run(fresh(tmp_path / "one"), here)
    run(fresh(tmp_path / "two"), processes(2))
    assert table(tmp_path / "one") == table(tmp_path / "two")
    assert len(Folder.open(tmp_path / "two").games) == 12


def test_a_deal_has_the_same_seed_in_every_cell_and_the_forces_change_seats(tmp_path: Path) -> None:
    planned = plan(DUEL)
    assert [cell.force_names for cell in planned.cells] == [("foxes", "herons"), ("herons", "foxes")]
    assert planned.deals == 6
    same = plan(msgspec.structs.replace(DUEL, forces=(("foxes", "foxes"),)))
    assert len(same.cells) == 1
    a, b = play(planned, Task(1, 0)), play(planned, Task(1, 1))
    assert a.first == b.first  # the set-up drew alike
    assert a.hash != b.hash


def stopping(after: int, how: type[BaseException]) -> Any:
    """Workers that are ended after so many games."""

    def work(
        do: Callable[[Any, Any], Any], common: Any, tasks: Iterable[Any]
    ) -> Generator[tuple[Any, Any], None, None]:
        for n, done in enumerate(here(do, common, tasks)):
            if n == after:
                raise how
            yield done

    return work


def test_an_early_end_keeps_every_finished_game_and_the_rest_is_played_later(tmp_path: Path) -> None:
    run(fresh(tmp_path / "whole"), here)
    with pytest.raises(KeyboardInterrupt):
        run(fresh(tmp_path / "part"), stopping(5, KeyboardInterrupt))
    part = Folder.open(tmp_path / "part")
    assert len(part.games) == 5
    assert not part.finished
    assert not answer(part).finished
    played = []
    run(fresh(tmp_path / "part"), here, lambda progress: played.append(progress.games))
    assert played == [6, 7, 8, 9, 10, 11, 12]
    assert table(tmp_path / "part") == table(tmp_path / "whole")


def test_a_journal_that_was_cut_off_loses_only_its_last_line(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(fresh(tmp_path), stopping(3, KeyboardInterrupt))
    journal = tmp_path / "journal.jsonl"
    journal.write_bytes(journal.read_bytes()[:-20])
    assert len(Folder.open(tmp_path).games) == 2
    with pytest.raises(KeyboardInterrupt):
        run(fresh(tmp_path), stopping(2, KeyboardInterrupt))
    assert len(Folder.open(tmp_path).games) == 4


def test_topping_up_plays_only_what_is_new(tmp_path: Path) -> None:
    run(fresh(tmp_path / "a"), here)
    more = msgspec.structs.replace(DUEL, stop=Stop(games=20))
    told: list[int] = []
    run(fresh(tmp_path / "a", more), here, lambda progress: told.append(progress.games))
    assert told == list(range(13, 21))
    run(fresh(tmp_path / "b", more), processes(2))
    assert table(tmp_path / "a") == table(tmp_path / "b")
    run(fresh(tmp_path / "a"), here)  # fewer than there are: nothing is thrown away
    assert table(tmp_path / "a") == table(tmp_path / "b")


def test_parts_are_merged_and_a_game_that_two_have_is_counted_once(tmp_path: Path) -> None:
    run(fresh(tmp_path / "a"), here, deals=range(1, 5))
    run(fresh(tmp_path / "b"), here, deals=range(4, 7))
    run(fresh(tmp_path / "whole"), here)
    merged = merge([tmp_path / "a", tmp_path / "b"], tmp_path / "c")
    assert len(merged.games) == 12
    assert table(tmp_path / "c") == table(tmp_path / "whole")
    assert Ledger(merged).findings == Ledger(Folder.open(tmp_path / "whole")).findings


def test_other_games_are_never_mixed_in(tmp_path: Path) -> None:
    run(fresh(tmp_path / "a"), here)
    other = msgspec.structs.replace(DUEL, seed="2")
    with pytest.raises(GameError, match="holds the games of another experiment"):
        fresh(tmp_path / "a", other)
    run(fresh(tmp_path / "b", other), here)
    with pytest.raises(GameError, match="different experiments"):
        merge([tmp_path / "a", tmp_path / "b"], tmp_path / "c")
    wrong = Folder.open(tmp_path / "a")
    task = Task(1, 0)
    wrong.games[task] = msgspec.structs.replace(wrong.games[task], hash="other")
    wrong.settle(wrong.games)
    run(fresh(tmp_path / "d"), here)
    with pytest.raises(GameError, match="ended differently"):
        merge([tmp_path / "a", tmp_path / "d"], tmp_path / "e")


def test_it_stops_by_itself_with_the_same_games_for_any_number_of_processes(tmp_path: Path) -> None:
    """Each arm by itself; games that were played beyond the stop are not kept."""
    arms = (Arm("as it is"), Arm("same"), Arm("always", {"snaps": "always"}))
    asked = Experiment(
        game="skirmish", scenarios=("duel",), compare="arms", arms=arms, stop=Stop(within=0.15, games=1200)
    )
    run(fresh(tmp_path / "one", asked), here)
    run(fresh(tmp_path / "three", asked), processes(3))
    assert table(tmp_path / "one") == table(tmp_path / "three")
    folder = Folder.open(tmp_path / "one")
    same, always = Ledger(folder).findings
    assert same.interval.mean == 0  # the same games, with the same dice
    assert same.interval.n < always.interval.n < 200
    assert max(same.interval.reach, always.interval.reach) <= 0.15
    played = [sum(game.arm == arm for game in folder.games.values()) for arm in ("as it is", "same", "always")]
    assert played == [2 * always.interval.n, 2 * same.interval.n, 2 * always.interval.n]


def test_a_sum_is_told_with_what_it_is_made_of(tmp_path: Path) -> None:
    """Whoever reads only the sum would not see which of its parts made it."""
    arms = (Arm("as it is"), Arm("fewer", {"snaps": "always"}), Arm("other"))
    above = Combination("what it is worth above its points", {"as it is": 0.0, "fewer": -1.0, "other": 1.0})
    asked = msgspec.structs.replace(DUEL, compare="arms", arms=arms, combinations=(above,), stop=Stop(games=36))
    folder = fresh(tmp_path, asked)
    told = {found.name: found.interval for found in run(folder, here)}
    sentence = answer(folder).sentence
    whole, made_of = sentence.split(" [")
    assert whole.startswith(f"What it is worth above its points: {points(told[above.name].mean)} wins in 100")
    assert made_of.startswith(f"fewer {points(told['fewer'].mean)} points (")
    assert f", other {points(told['other'].mean)} points (" in made_of
    assert "the chances of" not in sentence


def test_luck_draws_dice_and_decisions_apart(tmp_path: Path) -> None:
    asked = msgspec.structs.replace(DUEL, compare="luck", stop=Stop(games=40))
    folder = fresh(tmp_path, asked)
    assert len(folder.plan.cells) == 8
    dice, decisions, both = run(folder, here)
    assert {f.name for f in (dice, decisions, both)} == {"dice", "decisions", "both"}
    hashes = {play(folder.plan, Task(1, cell)).hash for cell in range(4)}
    assert len(hashes) == 4
    assert "of the variance" in answer(folder).sentence


def test_finished_reports_are_listed(tmp_path: Path) -> None:
    folder = fresh(tmp_path / "first")
    run(folder, here)
    found, page = write_report(folder)
    assert page.read_text().count("Skirmish") > 1
    with pytest.raises(KeyboardInterrupt):
        run(fresh(tmp_path / "broken"), stopping(3, KeyboardInterrupt))
    write_report(Folder.open(tmp_path / "broken"))
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign" / "report.html").write_text("")
    (report,) = finished(tmp_path)
    assert (report.folder, report.answer.games) == ("first", 12)
    assert report.answer.sentence == found.sentence
    assert "foxes" in found.sentence


def test_the_page_asks_for_nothing(tmp_path: Path) -> None:
    folder = fresh(tmp_path)
    run(folder, here)
    _, page = write_report(folder)
    text = page.read_text()
    assert "default-src 'none'" in text
    for tag in ("<link", "<img", "src=", "@import"):
        assert tag not in text.split('<script type="module">')[0]


def test_what_is_kept_of_a_game(tmp_path: Path) -> None:
    planned = plan(DUEL)
    games = [play(planned, Task(deal, 0)) for deal in range(1, 7)]
    game = next(game for game in games if game.winner is not None)
    assert game.points == tuple(float(seat == game.winner) for seat in ("red", "blue"))
    assert [score.turn for score in game.scores] == list(range(1, game.turns + 1))
    assert {(fate.seat, fate.force) for fate in game.fates} == {("red", "foxes"), ("blue", "herons")}
    assert {fate.kind for fate in game.fates} <= {"Vixen", "Tod", "Kit", "Grey", "Stilt"}
    assert all(0 <= fate.left <= fate.bases == 1 for fate in game.fates)
    assert 0 < game.decisions < game.answers

"""Batches: the same games whoever plays them, every record whole, and nothing left behind by an early end."""

from __future__ import annotations

import os
from hashlib import sha256
from multiprocessing import active_children
from pathlib import Path

import pytest

from hexless.kernel import DataError, GameError, UnknownName, record
from hexless.lab.batch import play_games
from hexless.lab.workers import processes
from hexless.ruleset import find, starting


def test_a_report_adds_up(skirmish: str) -> None:
    report = play_games(skirmish, 12, 5, ["random"])
    assert (report.game, report.games, report.finished) == (skirmish, 12, 12)
    assert list(report.wins) == ["red", "blue"]
    assert sum(report.wins.values()) + report.draws == 12
    assert report.answers > 12


def test_processes_that_only_play_seldom_look_for_garbage() -> None:
    threshold = "__import__('gc').get_threshold()[0]"
    found = [result for _, result in processes(2)(eval, threshold, [{}, {}])]
    assert found == [50_000, 50_000]


def test_the_games_do_not_depend_on_the_number_of_processes(skirmish: str, tmp_path: Path) -> None:
    alone = play_games(skirmish, 9, "s", ["random"], out=tmp_path / "one")
    shared = play_games(skirmish, 9, "s", ["random", "random"], jobs=3, out=tmp_path / "three")
    assert (alone.digest, alone.wins, alone.draws, alone.answers) == (
        shared.digest,
        shared.wins,
        shared.draws,
        shared.answers,
    )
    names = [f"game-{number:05}.jsonl" for number in range(1, 10)]
    assert sorted(os.listdir(tmp_path / "one")) == sorted(os.listdir(tmp_path / "three")) == names
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "three" / name).read_bytes()


def test_the_digest_is_that_of_the_final_states_in_order(skirmish: str, tmp_path: Path) -> None:
    report = play_games(skirmish, 4, 1, ["random"], out=tmp_path)
    rules, hashes = find(skirmish), sha256()
    for number in range(1, 5):
        kept = record.load((tmp_path / f"game-{number:05}.jsonl").read_bytes())
        assert kept.header.seed == f"1/{number}"
        end = starting.audit(rules, kept)
        assert rules.outcome(end) is not None
        hashes.update(kept.lines[-1].hash.encode())
    assert report.digest == hashes.hexdigest()


def test_more_games_begin_like_fewer(skirmish: str, tmp_path: Path) -> None:
    play_games(skirmish, 2, 3, ["random"], out=tmp_path / "few")
    play_games(skirmish, 5, 3, ["random"], out=tmp_path / "more")
    for name in os.listdir(tmp_path / "few"):
        assert (tmp_path / "few" / name).read_bytes() == (tmp_path / "more" / name).read_bytes()


def test_seed_scenario_forces_and_rulings_move_the_games(skirmish: str) -> None:
    digests = {
        play_games(skirmish, 6, seed, ["random"], scenario=scenario, forces=forces, rulings=rulings).digest
        for seed, scenario, forces, rulings in (
            (1, None, None, None),
            (2, None, None, None),
            (1, "melee", None, None),
            (1, "duel", ["herons", "herons"], None),
            (1, "duel", None, {"snaps": "always"}),
        )
    }
    assert len(digests) == 5
    assert play_games(skirmish, 6, 1, ["random"], scenario="duel").digest in digests


def test_progress_hears_of_every_game(skirmish: str) -> None:
    heard: list[int] = []
    play_games(skirmish, 5, 1, ["random"], jobs=2, progress=heard.append)
    assert heard == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_early_end_keeps_what_is_finished_and_leaves_no_process(skirmish: str, tmp_path: Path, jobs: int) -> None:
    before = set(active_children())

    def stop(finished: int) -> None:
        if finished == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_games(skirmish, 10_000, 1, ["random"], jobs=jobs, out=tmp_path, progress=stop)
    assert sorted(os.listdir(tmp_path)) == ["game-00001.jsonl", "game-00002.jsonl", "game-00003.jsonl"]
    for name in os.listdir(tmp_path):
        starting.audit(find(skirmish), record.load((tmp_path / name).read_bytes()))
    assert set(active_children()) <= before


def test_wrong_terms_are_refused_before_any_game(skirmish: str, tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="no bot 'clever'; there is: easy, normal"):
        play_games(skirmish, 1, 1, ["clever"], out=tmp_path / "a")
    with pytest.raises(GameError, match="3 bots for 2 seats; name one for each of red, blue, or one for all"):
        play_games(skirmish, 1, 1, ["random"] * 3, out=tmp_path / "a")
    with pytest.raises(UnknownName, match="no game 'chess'"):
        play_games("chess", 1, 1, ["random"], out=tmp_path / "a")
    assert not (tmp_path / "a").exists()
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="directory"):
        play_games(skirmish, 1, 1, ["random"], out=tmp_path / "file")

"""The page in a real browser: it draws every picture, asks for nothing and says nothing to the console."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

pytest.importorskip("polars")

from hexless.kernel import Stream
from hexless.lab.answers import answer
from hexless.lab.charts import pictures
from hexless.lab.experiment import Experiment, plan
from hexless.lab.folder import Folder
from hexless.lab.report import write_report
from hexless.lab.resampling import luck, ratings
from hexless.lab.running import run
from hexless.lab.sequence import Stop
from hexless.lab.workers import here


def played(path: Path, experiment: Experiment) -> Folder:
    folder = Folder.start(path, experiment, plan(experiment))
    run(folder, here)
    return folder


def test_the_page_in_a_browser(skirmish: str, tmp_path: Path) -> None:
    browsers = pytest.importorskip("web.chromium")
    folder = played(tmp_path, Experiment(game=skirmish, name="Who <wins>?", stop=Stop(games=10)))
    found, page = write_report(folder)
    try:
        with browsers.launched() as browser:
            view = browser.new_page()
            asked: list[str] = []
            said: list[str] = []
            view.on("request", lambda request: asked.append(request.url))
            view.on("console", lambda message: said.append(message.text))
            view.on("pageerror", lambda error: said.append(str(error)))
            view.goto(page.as_uri())
            drawn = pictures(found, list(folder.games.values()))
            view.wait_for_function(f"document.querySelectorAll('.chart svg').length == {len(drawn)}")
            assert view.locator("h1").inner_text() == "Who <wins>?"
            assert view.locator(".answer").inner_text() == found.sentence
            assert view.locator("svg").last.bounding_box()["width"] > 100
            view.set_viewport_size({"width": 390, "height": 800})
            view.reload()
            view.wait_for_function(f"document.querySelectorAll('.chart svg').length == {len(drawn)}")
            wide = "charts => charts.filter(chart => chart.scrollWidth > chart.clientWidth).length"
            assert view.locator(".chart").evaluate_all(wide) == 0
            assert asked == [page.as_uri()] * 2
            assert said == []
    except browsers.NoBrowser as error:
        pytest.skip(str(error))


def test_a_ladder_has_ratings_with_intervals(skirmish: str, tmp_path: Path) -> None:
    asked = Experiment(
        game=skirmish, scenarios=("duel",), compare="bots", bots=("random", "greedy"), stop=Stop(games=16)
    )
    folder = played(tmp_path, asked)
    best, worst = ratings(folder)
    assert (best.bot, worst.bot) == ("greedy", "random")
    assert worst.rating.low <= worst.rating.mean <= worst.rating.high < best.rating.high
    assert best.rating.mean > 25 > worst.rating.mean
    found = answer(folder)
    assert found.ratings == (best, worst)
    assert found.sentence.startswith("Random wins ")
    assert {picture.title for picture in pictures(found, list(folder.games.values()))} >= {"The ladder", "The answer"}


def test_what_is_all_dice_and_what_is_none(skirmish: str, tmp_path: Path) -> None:
    """Results put in by hand: where only the dice decide, all of the variance is theirs and none the decisions'."""
    asked = Experiment(game=skirmish, scenarios=("duel",), compare="luck", stop=Stop(games=80))
    folder = played(tmp_path, asked)
    for task, game in folder.games.items():
        cell = folder.plan.cells[task.cell]
        heads = Stream(f"{task.deal}{cell.chance}", "coin").below(2)
        folder.games[task] = msgspec.structs.replace(game, winner=game.seats[heads])
    (share,) = luck(folder)
    assert share.dice.mean == pytest.approx(1, abs=0.3)
    assert share.dice.low > 0.4
    assert share.decisions.mean == share.decisions.high == 0

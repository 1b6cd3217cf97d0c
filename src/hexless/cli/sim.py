"""`hexless sim`: many games of bots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexless.kernel import GameError
from hexless.kernel.errors import clip

from .games import GameName, Json
from .progress import progress
from .show import columns, dim, say, say_json

if TYPE_CHECKING:
    from hexless.lab.batch import Report

__all__ = ["Forces", "Rulings", "Scenario", "Seats", "Seed", "chosen_rulings", "register"]


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command("sim")(sim)


Seed = Annotated[str, typer.Option(help="The same seed, the same game.")]
Seats = Annotated[str, typer.Option(help="A bot for each seat, in their order; one alone plays them all.")]
Scenario = Annotated[str | None, typer.Option(help="A name, or a file.")]
Forces = Annotated[list[str] | None, typer.Option(help="A name, or a file; once for each seat.")]
Rulings = Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="Another ruling than the default.")]


def sim(
    game: GameName,
    *,
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many games.")] = 100,
    seed: Seed = "1",
    seats: Seats = "random",
    jobs: Annotated[int, typer.Option(min=0, max=1024, help="Processes; 0 is one a core. The games are the same.")] = 0,
    scenario: Scenario = None,
    force: Forces = None,
    ruling: Rulings = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Write each game's record there.")] = None,
    json: Json = False,
) -> None:
    """Play many games between bots and count who wins; game i has the seed SEED/i."""
    from hexless.lab.batch import play_games
    from hexless.lab.workers import cores
    from hexless.ruleset.collecting import collect_seldom

    collect_seldom()
    bots = [bot.strip() for bot in seats.split(",")]
    done = 0
    try:
        with progress(games) as tick:

            def count(finished: int) -> None:
                nonlocal done
                done = finished
                tick(finished)

            report = play_games(
                game,
                games,
                seed,
                bots,
                jobs=jobs or cores(),
                scenario=scenario,
                forces=force or None,
                rulings=chosen_rulings(ruling),
                out=out,
                progress=count,
            )
    except KeyboardInterrupt:
        kept = f"; their records are in {out}" if out and done else ""
        typer.echo(f"hexless: stopped after {done} of {games} games{kept}", err=True)
        raise typer.Exit(130) from None
    if json:
        say_json(report)
    else:
        _tell(report, bots)


def _tell(report: Report, bots: list[str]) -> None:
    named = bots if len(bots) > 1 else bots * len(report.wins)
    counts = {f"{seat} ({bot})": wins for (seat, wins), bot in zip(report.wins.items(), named)}
    counts["draws"] = report.draws
    rows = [(who, str(count), f"{count / report.finished:.1%}") for who, count in counts.items()]
    say(columns(rows, right=(1, 2)))
    say(f"{report.finished} games, {report.answers} answers in {report.seconds:.1f} s")
    say(dim(f"digest {report.digest}"))


def chosen_rulings(given: list[str] | None) -> dict[str, str]:
    """The pairs of `--ruling NAME=VALUE`."""
    pairs = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise GameError(f"a ruling is NAME=VALUE, not {clip(text)}")
        pairs[name] = value
    return pairs

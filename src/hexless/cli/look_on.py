"""`hexless watch`: a game between bots to watch in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hexless.kernel import Dice, record
from hexless.ruleset import find, names

from .sim import Forces, Rulings, Scenario, Seats, Seed, chosen_rulings

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command("watch")(look_on)


def look_on(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game's id; else the first.")] = None,
    *,
    seed: Seed = "1",
    seats: Seats = "greedy",
    scenario: Scenario = None,
    force: Forces = None,
    ruling: Rulings = None,
    pause: Annotated[float, typer.Option(min=0, max=60, help="Seconds between pictures.")] = 0.3,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the game's record there.")] = None,
) -> None:
    """Watch bots play a game."""
    from hexless.lab.batch import seated
    from hexless.ruleset import starting
    from hexless.ruleset.disk import write_path

    from .watch import watch

    rules = find(game or names()[0])
    header, start = starting.set_up(rules, scenario, force or None, chosen_rulings(ruling), seed=seed)
    agents = seated([bot.strip() for bot in seats.split(",")], rules, header)
    played = watch(rules, start, header, agents, Dice(seed), pause=pause, keep_states=out is not None)
    if played is None:
        raise typer.Exit(130)
    if out:
        write_path(out, record.dump(record.of(header, played)))

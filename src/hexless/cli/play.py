"""`hexless play`: the table in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .reports import Lab, shown

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command("play")(play)


def play(
    *,
    port: Annotated[int, typer.Option(min=1, max=65535, envvar="HEXLESS_PORT", help="Where to listen.")] = 8642,
    host: Annotated[str, typer.Option(help="Whom to listen to; anything but 127.0.0.1 lets others in.")] = "127.0.0.1",
    db: Annotated[str, typer.Option(envvar="HEXLESS_DB", help="Database URL; else a file of your own.")] = "",
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
    lab: Lab = Path("lab"),
) -> None:
    """Play at the table in your browser, against bots or each other."""
    from hexless.server import run

    def say(address: str) -> None:
        typer.echo(f"The table is open at {address}")
        typer.echo("Leave with Ctrl-C; games are kept.")

    run(host, port, db, browser, say, reports=shown(lab))

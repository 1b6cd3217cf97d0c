"""`hexless serve`: the table for a club, or for strangers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .reports import Lab, shown

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command("serve")(serve)


def serve(
    *,
    database: Annotated[
        str, typer.Option(envvar="HEXLESS_DB", help="postgresql+asyncpg://... or sqlite+aiosqlite:///FILE.")
    ] = "",
    public_url: Annotated[
        str,
        typer.Option(envvar="HEXLESS_PUBLIC_URL", help="The address that players type, e.g. https://table.example."),
    ] = "",
    host: Annotated[str, typer.Option(help="Where the proxy finds this process.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, envvar="HEXLESS_PORT", help="Where to listen.")] = 8642,
    lab: Lab = Path("lab"),
) -> None:
    """Serve the table to others, behind a proxy that ends TLS; docs/operations.md says how."""
    from hexless.server import run

    def say(address: str) -> None:
        typer.echo(f"Serving {public_url or address} from {address}")

    run(host, port, database, False, say, public_url, shown(lab))

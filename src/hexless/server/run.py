"""Starting the server: the port, the database, the browser."""

from __future__ import annotations

import errno
import os
import re
import socket
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from hexless.kernel import GameError
from hexless.table import _fast

if TYPE_CHECKING:
    from .reports import Reports

__all__ = ["PORT", "PortTaken", "database", "run"]

PORT = 8642
_TRIES = 50


class PortTaken(GameError):
    """Another program listens there; `free` is the next port that is free (None: none near)."""

    def __init__(self, host: str, port: int, free: int | None) -> None:
        offer = f"; --port {free} is free" if free else ""
        super().__init__(f"port {port} on {host} is taken by another program{offer}")
        self.free = free


def database() -> str:
    """The URL of the user's own database of matches."""
    import platformdirs

    folder = Path(platformdirs.user_data_dir("hexless", ensure_exists=True))
    return f"sqlite+aiosqlite:///{folder / 'games.db'}"


def check_database(url: str) -> None:
    """Open the database once and bring its tables up to date; `GameError` says in a line why it cannot be used."""
    import asyncio

    from sqlalchemy.exc import SQLAlchemyError

    from .store import Store, Unavailable, engine

    async def go() -> None:
        store = Store(engine(url))
        try:
            await store.open()
        finally:
            await store.close()

    try:
        asyncio.run(go())
    except (SQLAlchemyError, Unavailable, ImportError, OSError, ValueError) as error:
        cause = error.__cause__ if isinstance(error, Unavailable) else error
        why = str(getattr(cause, "orig", None) or cause).splitlines() or [type(cause).__name__]
        raise GameError(f"the database {_without_password(url)} cannot be used: {why[0]}") from None


def _without_password(url: str) -> str:
    return re.sub(r"(//[^/@:]*):[^/@]*@", r"\1:***@", url)


def run(
    host: str = "127.0.0.1",
    port: int = PORT,
    db: str = "",
    open_browser: bool = True,
    say: Callable[[str], None] = lambda line: None,
    public_url: str = "",
    reports: Reports | None = None,
) -> None:
    """Serve until interrupted. `say` is given the address once, when the port is ours.

    public_url: the address under which strangers reach this server, through a proxy that ends TLS.
    reports: the finished reports of the lab, asked for anew whenever somebody looks.

    Raises `PortTaken` with the next free port when this one is taken, `GameError` for a host that is not ours.
    """
    import uvicorn

    from .app import DIST, build
    from .ending import Server
    from .limits import PUBLIC, Limits
    from .patience import patient
    from .reports import nothing

    url = db or database()
    if public_url:  # strangers do not wait for a compiler
        os.environ["HEXLESS_COMPILE"] = "now"
        for kernel in _fast.kernels():
            kernel()
    listener = _listen(host, port)
    try:
        check_database(url)
    except GameError:
        listener.close()
        raise
    address = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/"
    limits = PUBLIC if public_url else Limits()
    config = uvicorn.Config(
        build(
            url,
            (host, *_host_of(public_url)),
            warm=True,
            limits=limits,
            public=bool(public_url),
            reports=reports or nothing,
        ),
        http=patient(limits.patience),
        limit_concurrency=limits.connections,
        log_level="warning",
        ws_max_size=1 << 20,
        timeout_graceful_shutdown=2,
    )
    server = Server(config)
    with server.hearing():
        say(address if DIST.is_dir() else f"{address}api/ (the web table was not built)")
        if open_browser:
            timer = threading.Timer(0.5, webbrowser.open, [address])
            timer.daemon = True
            timer.start()
        server.run(sockets=[listener])


def _host_of(public_url: str) -> tuple[str, ...]:
    """The name in a public address; `GameError` for one that is none."""
    if not public_url:
        return ()
    try:
        parts = urlsplit(public_url)
        found = parts.hostname if parts.scheme in ("http", "https") and parts.path in ("", "/") else None
    except ValueError:
        found = None
    if not found:
        raise GameError(f"a public address is like https://table.example.org, not {public_url}")
    return (found,)


def _listen(host: str, port: int) -> socket.socket:
    try:
        return _bound(host, port)
    except OSError as error:
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            raise PortTaken(host, port, _free(host, port)) from None
        raise GameError(f"cannot listen on {host}: {error.strerror or error}") from None


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(128)
    except OSError:
        made.close()
        raise
    return made


def _free(host: str, port: int) -> int | None:
    for near in range(port + 1, min(port + _TRIES, 65_536)):
        try:
            _bound(host, near).close()
        except OSError:
            continue
        return near
    return None

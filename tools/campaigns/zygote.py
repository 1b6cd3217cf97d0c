"""A process that has loaded all a server needs, and becomes a new server whenever it is asked: a start costs a fork.

Each line that it reads is a wish in JSON (port, url, grace, limits, traits), each line that it writes the process id
of the server that was made of it.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import sys
from importlib import import_module

_LOADED = (
    "uvicorn.protocols.http.auto", "uvicorn.protocols.websockets.auto", "uvicorn.lifespan.on", "uvicorn.loops.auto",
    "sqlalchemy.dialects.postgresql.asyncpg", "sqlalchemy.dialects.sqlite.aiosqlite", "asyncpg", "aiosqlite",
    "toy", "hexless.server.app", "hexless.server.deploying", "hexless.server.hints",
)  # fmt: skip


def take_on():
    """Change the code of this process by the traits that its server has; so do the processes that work for it."""
    for trait in os.environ.get("CAMPAIGN_TRAITS", "").split():
        module, _, name = trait.partition(":")
        import_module(module).TRAITS[name]()


def serve(wish):
    """Be this server until somebody ends it. `traits` are functions that change its code first: leaks, twins."""
    import uvicorn

    from hexless.server.app import build
    from hexless.server.limits import Limits
    from hexless.server.workers import Workers

    os.environ["CAMPAIGN_TRAITS"] = " ".join(wish.get("traits", ()))
    take_on()
    limits = Limits(**{name: tuple(v) if isinstance(v, list) else v for name, v in wish.get("limits", {}).items()})
    app = build(wish["url"], workers=Workers(1, wish.get("grace", 1.0), "toy_bots:make"), limits=limits)
    uvicorn.run(app, host="127.0.0.1", port=wish["port"], log_level="error", ws_ping_interval=None)


def warm():
    """Load and do once whatever a server loads and does when it starts."""
    import asyncio

    for name in _LOADED:
        import_module(name)
    from hexless.server import app, catalogue
    from hexless.server.store import Store, engine
    from hexless.table import _fast

    async def opened():
        store = Store(engine("sqlite+aiosqlite://"))
        await store.open()
        await store.close()

    for kernel in _fast.kernels():
        kernel()
    catalogue.games()
    app.build("sqlite+aiosqlite://")
    asyncio.run(opened())
    gc.freeze()  # as a server does that is warm; and so its memory is shared with those that are forked


def main():
    """Load everything, then fork for every wish."""
    warm()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the dead are nobody's
    children = []
    for line in sys.stdin:
        wish = json.loads(line)
        if child := os.fork():
            children.append(child)
            sys.stdout.write(f"{child}\n")
            sys.stdout.flush()
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        sys.stdin.close()
        with open(os.devnull) as nothing:
            os.dup2(nothing.fileno(), 0)
        try:
            serve(wish)
        finally:
            os._exit(0)
    for child in children:  # whoever started us is gone, and so are they
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


if __name__ == "__main__":
    main()

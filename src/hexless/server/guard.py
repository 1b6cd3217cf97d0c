"""Who may talk to the server, and what a browser may load from it."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["CONTENT_POLICY", "Guard"]

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HERE = {"localhost", "127.0.0.1", "::1"}
_HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Guard:
    """Lets in only requests to this very host, from pages of this very origin.

    A request names the host it wants: a foreign name that was made to point here is refused. A browser names the page
    that sends a request: only our own may.
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...] = ()) -> None:
        self.app = app
        self.hosts = None if {"0.0.0.0", "::", "*"} & set(hosts) else _HERE | set(hosts)  # noqa: S104

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not self._welcome(headers):
            await _turn_away(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self.app(scope, receive, guarded)

    def _welcome(self, headers: Headers) -> bool:
        host = headers.get("host", "")
        name = urlsplit(f"//{host}").hostname if host else None
        if name is None or (self.hosts is not None and name not in self.hosts):
            return False
        origin = headers.get("origin")
        return origin is None or urlsplit(origin).netloc == host


async def _turn_away(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
    else:
        await PlainTextResponse("this host or origin is not served", 403)(scope, receive, send)

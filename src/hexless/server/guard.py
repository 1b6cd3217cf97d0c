"""Who may talk to the server, and what a browser may load from it."""

from __future__ import annotations

from math import ceil
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .limits import Limits

__all__ = ["CONTENT_POLICY", "Guard", "address_of"]

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_BEGINS = ("/matches", "/branch")  # what makes a new match
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

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...] = (), limits: Limits | None = None) -> None:
        self.app, self.limits = app, limits or Limits()
        self.hosts = None if {"0.0.0.0", "::", "*"} & set(hosts) else _HERE | set(hosts)  # noqa: S104

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not self._welcome(headers):
            await _turn_away(scope, receive, send, 403, "this host or origin is not served")
            return
        if wait := self._wait(scope):
            await _turn_away(scope, receive, send, 429, "too many requests; wait a little", wait)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    given.setdefault(name, value)  # a page with a policy of its own keeps it
            await send(message)

        await self.app(scope, receive, guarded)

    def _welcome(self, headers: Headers) -> bool:
        host, origin = headers.get("host", ""), headers.get("origin")
        try:
            name = urlsplit(f"//{host}").hostname if host else None
            page = host if origin is None else urlsplit(origin).netloc
        except ValueError:  # no address at all
            return False
        return name is not None and (self.hosts is None or name in self.hosts) and page == host

    def _wait(self, scope: Scope) -> float:
        """How many seconds this request comes too early."""
        address = address_of(scope)
        begins = scope["type"] == "http" and scope["method"] == "POST" and scope["path"].endswith(_BEGINS)
        return self.limits.bucket("request", address).take() or (
            self.limits.bucket("begin", address).take() if begins else 0.0
        )


def address_of(scope: Scope) -> str:
    """Where a request comes from."""
    return str((scope.get("client") or ("",))[0])


async def _turn_away(
    scope: Scope, receive: Receive, send: Send, status: int, says: str, wait: float | None = None
) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008 if wait is None else 1013})
        return
    headers = {} if wait is None else {"retry-after": str(ceil(wait))}
    await PlainTextResponse(says, status, headers)(scope, receive, send)

"""msgspec types at FastAPI's edge: exact validation and exact OpenAPI from one set of types."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from inspect import signature
from typing import Any, TypeVar

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from .database import Unavailable
from .guard import address_of
from .keys import digest
from .rest import Problem

__all__ = ["NAME", "Api", "Refused"]

_REF = "#/components/schemas/{name}"
NAME = re.compile(r"^[A-Za-z0-9_.-]{1,64}$")
MOST_BYTES = 65_536
_MOST_KEYS = 16
PATIENCE = 20.0  # seconds for a body
F = TypeVar("F", bound=Callable[..., Awaitable[Any]])


class Refused(Exception):
    """A request that is answered with a `Problem`."""

    def __init__(self, status: int, code: str, says: str) -> None:
        super().__init__(says)
        self.status, self.problem = status, Problem(code=code, says=says)


class _Wire(Response):
    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return msgspec.json.encode(content)


class Api:
    """Registers routes whose body and answer are msgspec types."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.types: list[Any] = []
        self.docs: dict[tuple[str, str], dict[str, Any]] = {}
        app.openapi = self.openapi  # type: ignore[method-assign]
        app.add_exception_handler(Refused, _refused)
        app.add_exception_handler(HTTPException, _http)
        app.add_exception_handler(Unavailable, _unavailable)

    def _schema(self, kind: Any) -> dict[str, Any]:
        self.types.append(kind)
        (out,), _ = msgspec.json.schema_components([kind], ref_template=_REF)
        return {"application/json": {"schema": out}}

    def route(
        self,
        method: str,
        path: str,
        *,
        answer: Any,
        body: Any = None,
        status: int = 200,
        errors: tuple[int, ...] = (),
    ) -> Callable[[F], F]:
        """Serve a path; `answer` bytes is a text of JSON lines."""
        names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
        lines = {"application/x-ndjson": {"schema": {"type": "string"}}}
        content = lines if answer is bytes else self._schema(answer)
        extra: dict[str, Any] = {"responses": {str(status): {"description": "OK", "content": content}}}
        problems = {*errors, *((404,) if names else ()), *((400, 413) if body is not None else ())}
        for code in sorted(problems):
            extra["responses"][str(code)] = {"description": "refused", "content": self._schema(Problem)}
        decoder = None
        if body is not None:
            decoder = msgspec.json.Decoder(body)
            extra["requestBody"] = {"required": True, "content": self._schema(body)}
        form = {"type": "string", "pattern": NAME.pattern}
        extra["parameters"] = [{"name": name, "in": "path", "required": True, "schema": form} for name in names]

        def wrap(function: F) -> F:
            taken = signature(function).parameters

            async def endpoint(request: Request) -> Response:
                values: dict[str, Any] = dict(request.path_params)
                if not all(NAME.fullmatch(value) for value in values.values()):
                    raise Refused(404, "not-found", "there is nothing here")
                if "keys" in taken:
                    values["keys"] = _keys(request)
                if decoder is not None:
                    values["body"] = _decoded(decoder, await _body(request))
                if "address" in taken:
                    values["address"] = address_of(request.scope)
                found = await function(**values)
                if answer is bytes:
                    return Response(found, media_type="application/x-ndjson")
                return _Wire(found, status_code=status)

            extra["summary"] = (function.__doc__ or "").strip()
            self.docs[path, method.lower()] = extra
            self.app.add_api_route(path, endpoint, methods=[method], name=function.__name__, status_code=status)
            return function

        return wrap

    def openapi(self) -> dict[str, Any]:
        """The exact description: ours laid over FastAPI's guesses."""
        if not self.app.openapi_schema:
            doc = get_openapi(title=self.app.title, version=self.app.version, routes=self.app.routes)
            for (path, method), extra in self.docs.items():
                doc["paths"][path][method].update(extra)
            _, parts = msgspec.json.schema_components(self.types, ref_template=_REF)
            doc.setdefault("components", {})["schemas"] = parts
            doc["servers"] = [{"url": "/api"}]
            self.app.openapi_schema = doc
        return self.app.openapi_schema


def _keys(request: Request) -> frozenset[bytes]:
    """The hashes of the keys that a request carries: `Authorization: Bearer KEY KEY`."""
    scheme, _, keys = request.headers.get("authorization", "").partition(" ")
    return frozenset(digest(key) for key in keys.split()[:_MOST_KEYS]) if scheme.lower() == "bearer" else frozenset()


async def _body(request: Request) -> bytes:
    """The body, read no further than we take and no longer than we wait."""
    body = b""
    try:
        async with asyncio.timeout(PATIENCE):
            async for chunk in request.stream():
                body += chunk
                if len(body) > MOST_BYTES:
                    raise Refused(413, "too-large", f"at most {MOST_BYTES} bytes are read")
    except TimeoutError:
        raise Refused(408, "too-slow", f"a request is read within {PATIENCE:.0f} seconds") from None
    except ClientDisconnect:  # there is nobody left to tell
        raise Refused(400, "cut-off", "the request is not whole") from None
    return body


def _decoded(decoder: msgspec.json.Decoder[Any], body: bytes) -> Any:
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise Refused(400, "bad-request", str(error)) from None


async def _refused(_: Request, error: Exception) -> Response:
    if not isinstance(error, Refused):
        raise error
    return _Wire(error.problem, status_code=error.status)


async def _unavailable(_: Request, error: Exception) -> Response:
    return _Wire(Problem(code="busy", says=str(error)), status_code=503, headers={"retry-after": "1"})


async def _http(_: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    code = {404: "not-found", 405: "method"}.get(error.status_code, "refused")
    return _Wire(Problem(code=code, says=str(error.detail)), status_code=error.status_code, headers=error.headers)

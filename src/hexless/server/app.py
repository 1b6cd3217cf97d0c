"""The web application: the REST interface and the websocket under /api, the built client at /."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, WebSocket
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from hexless import __version__
from hexless.kernel import GameError, UnknownName
from hexless.ruleset import Ruleset, find

from . import catalogue, rest, wire
from .bridge import Api, Refused
from .bus import Bus
from .examples import example
from .forms import Odds
from .guard import Guard
from .limits import PUBLIC, Limits, TooBusy
from .lobby import Lobby, NoKey, NoMatch, NotFree, NotOver
from .players import NameKept, WrongPassword
from .reports import Reports, cards, nothing, served
from .results import results
from .sockets import serve_page
from .store import Store, engine
from .workers import Late, Workers

__all__ = ["DIST", "build", "routes"]

DIST = Path(__file__).with_name("dist")


def build(
    url: str,
    hosts: tuple[str, ...] = (),
    workers: Workers | None = None,
    *,
    warm: bool = False,
    public: bool = False,
    limits: Limits | None = None,
    reports: Reports = nothing,
) -> Starlette:
    """The application on the database of this SQLAlchemy URL.

    hosts: names that it answers to besides localhost. warm: load the games at once, here and in the bots' processes.
    limits: what one client may ask. public: strangers play here. reports: what the lab has found.
    """
    limits = limits or (PUBLIC if public else Limits())
    lobby = Lobby(Store(engine(url)), workers or Workers(), limits, public)
    bus = Bus(lobby)

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        await lobby.store.open()
        await lobby.rules.run(catalogue.games)
        bus.start()
        if warm:
            lobby.warm()
        try:
            yield
        finally:
            bus.close()
            await lobby.close()

    pages = [Mount("/", StaticFiles(directory=DIST, html=True))] if DIST.is_dir() else []
    return Starlette(
        routes=[
            Route("/metrics", _counted(lobby)),
            Route("/lab/{name}", served(reports)),
            Mount("/api", _api(lobby, reports)),
            *pages,
        ],
        middleware=[Middleware(Guard, hosts=hosts, limits=limits)],
        lifespan=life,
    )


def _counted(lobby: Lobby) -> Callable[[Request], PlainTextResponse]:
    def metrics(_: Request) -> PlainTextResponse:
        """What was counted, for Prometheus."""
        rooms = lobby.rooms.values()
        gauges = {"rooms": len(lobby.rooms), "pages": sum(len(room.pages) for room in rooms)}
        return PlainTextResponse(lobby.metrics.text(gauges), media_type="text/plain; version=0.0.4")

    return metrics


def _api(lobby: Lobby, reports: Reports) -> FastAPI:
    app = FastAPI(title="hexless", version=__version__, docs_url=None, redoc_url=None)  # their pages load from a CDN
    routes(Api(app), lobby, reports)

    @app.websocket("/matches/{name}/ws")
    async def page(socket: WebSocket, name: str) -> None:
        await serve_page(lobby, socket, name)

    return app


def routes(api: Api, lobby: Lobby, reports: Reports = nothing) -> None:
    """Every route of the REST interface."""
    _games(api, lobby)
    _lab(api, reports)
    _matches(api, lobby)
    _one_match(api, lobby)
    _seats(api, lobby)
    _players(api, lobby)


def _found(game: str) -> Ruleset[Any]:
    try:
        return find(game)
    except UnknownName as error:
        raise Refused(404, "no-game", str(error)) from None


def _games(api: Api, lobby: Lobby) -> None:
    @api.route("GET", "/health", answer=rest.Health, errors=(503,))
    async def health() -> rest.Health:
        """Whether the server is up, its database answers and its disk has room; else 503."""
        if fault := await lobby.store.base.fault():
            raise Refused(503, "ill", fault)
        return rest.Health(ok=True, version=__version__, protocol=wire.PROTOCOL)

    @api.route("GET", "/games", answer=rest.Games)
    async def games() -> rest.Games:
        """Every game, with its scenarios, forces and rulings."""
        known = catalogue.games.cache_info().currsize  # then nobody waits for them, whatever the rules are busy with
        return catalogue.games() if known else await lobby.rules.run(catalogue.games)

    @api.route("GET", "/games/{game}/rules", answer=rest.SheetCard)
    async def rules(game: str) -> rest.SheetCard:
        """The sheet of a game, rule by rule."""
        return catalogue.sheet(_found(game))

    @api.route("GET", "/games/{game}/rules/{rule}/example", answer=rest.Example)
    async def rule_example(game: str, rule: str) -> rest.Example:
        """A moment of a game in which the rule was used; 404 if it did not come up."""
        found = await example(lobby.rules.run, _found(game).id, rule)
        if found is None:
            raise Refused(404, "no-example", "this rule did not come up in the game that examples are taken from")
        return found

    @api.route("GET", "/games/{game}/attacks", answer=rest.Attacks)
    async def attacks(game: str) -> rest.Attacks:
        """The attacks of a game, with the inputs that their odds depend on."""
        return catalogue.attacks(_found(game))

    @api.route("POST", "/games/{game}/odds", body=rest.OddsWanted, answer=Odds, errors=(422, 429, 503))
    async def odds(game: str, body: rest.OddsWanted, address: str) -> Odds:
        """The exact odds of an attack."""
        _found(game)
        try:
            async with lobby.limits.share(address):
                return await lobby.forecasts.odds(game, body)
        except TooBusy as error:
            raise Refused(429, "busy", str(error)) from None
        except Late:
            raise Refused(503, "too-long", "these odds take too long to work out; ask for fewer dice") from None
        except GameError as error:
            raise Refused(422, "bad-inputs", str(error)) from None


def _lab(api: Api, reports: Reports) -> None:
    @api.route("GET", "/lab", answer=rest.Reports)
    async def lab() -> rest.Reports:
        """The finished reports of the lab; the page of each is at /lab/ID."""
        return await asyncio.to_thread(cards, reports)  # never behind a game that loads


@contextmanager
def _said() -> Iterator[None]:
    """What the lobby refuses, as a problem."""
    try:
        yield
    except NoMatch as error:
        raise Refused(404, "no-match", str(error)) from None
    except NoKey as error:
        raise Refused(403, "no-key", str(error)) from None
    except NotOver as error:
        raise Refused(409, "not-over", str(error)) from None
    except NotFree as error:
        raise Refused(409, "not-free", str(error)) from None
    except NameKept as error:
        raise Refused(409, "name-kept", str(error)) from None
    except WrongPassword as error:
        raise Refused(403, "wrong-password", str(error)) from None
    except TooBusy as error:
        raise Refused(429, "busy", str(error)) from None


def _matches(api: Api, lobby: Lobby) -> None:
    @api.route("GET", "/matches", answer=rest.Matches)
    async def matches() -> rest.Matches:
        """The lobby: the matches that everybody may find, the last played first."""
        return rest.Matches(matches=await lobby.listed())

    @api.route("POST", "/matches/mine", body=rest.Keys, answer=rest.Matches)
    async def mine(body: rest.Keys) -> rest.Matches:
        """The matches that these keys open, the last played first."""
        return rest.Matches(matches=await lobby.mine(body))

    @api.route("POST", "/matches", body=rest.MatchWanted, answer=rest.Begun, status=201, errors=(422, 429))
    async def begin(body: rest.MatchWanted) -> rest.Begun:
        """Start a match."""
        try:
            with _said():
                return await lobby.begin(body)
        except GameError as error:
            raise Refused(422, "bad-match", str(error)) from None


def _one_match(api: Api, lobby: Lobby) -> None:
    @api.route("GET", "/matches/{name}", answer=rest.MatchCard, errors=(403,))
    async def one(name: str, keys: frozenset[bytes]) -> rest.MatchCard:
        """One match, with a key of it in `Authorization: Bearer`."""
        with _said():
            return await lobby.card(name, keys)

    @api.route("GET", "/matches/{name}/record", answer=bytes, errors=(403, 409))
    async def record(name: str, keys: frozenset[bytes]) -> bytes:
        """The record of a match that is over, as JSON lines, with a key of it."""
        with _said():
            return await lobby.record(name, keys)

    @api.route("GET", "/matches/{name}/story", answer=rest.Story, errors=(403, 409))
    async def story(name: str, keys: frozenset[bytes]) -> rest.Story:
        """The score of a match that is over turn by turn, and the moments at which it turned."""
        with _said():
            return await lobby.story(name, keys)

    @api.route("GET", "/matches/{name}/picture", answer=rest.Picture, errors=(403,))
    async def picture(name: str, keys: frozenset[bytes]) -> rest.Picture:
        """The table as an onlooker sees it, drawn."""
        with _said():
            return await lobby.drawn(name, keys)

    @api.route(
        "POST", "/matches/{name}/branch", body=rest.BranchWanted, answer=rest.Begun, status=201, errors=(403, 422)
    )
    async def branch(name: str, body: rest.BranchWanted, keys: frozenset[bytes]) -> rest.Begun:
        """Start a new match from an earlier moment of this one; while it runs, with the keys of all its players."""
        try:
            with _said():
                return await lobby.branch(name, body, keys)
        except GameError as error:
            raise Refused(422, "bad-branch", str(error)) from None


def _seats(api: Api, lobby: Lobby) -> None:
    @api.route("POST", "/matches/{name}/seats/{seat}", body=rest.Sitting, answer=rest.Seated, errors=(403, 409))
    async def take(name: str, seat: str, body: rest.Sitting, keys: frozenset[bytes]) -> rest.Seated:
        """Take a free seat; whoever comes first has it."""
        try:
            with _said():
                return await lobby.take(name, seat, body, keys)
        except UnknownName as error:
            raise Refused(404, "no-seat", str(error)) from None

    @api.route("POST", "/matches/{name}/seats/{seat}/name", body=rest.Sitting, answer=rest.Seated, errors=(403, 409))
    async def rename(name: str, seat: str, body: rest.Sitting, keys: frozenset[bytes]) -> rest.Seated:
        """Play under a name, with the key of the seat."""
        with _said():
            return await lobby.rename(name, seat, body, keys)

    @api.route("POST", "/matches/{name}/seats/{seat}/key", answer=rest.Seated, errors=(403,))
    async def rekey(name: str, seat: str, keys: frozenset[bytes]) -> rest.Seated:
        """A new key in place of the old one, which opens nothing any more; `onlookers` is a seat here."""
        with _said():
            return await lobby.rekey(name, seat, keys)


def _players(api: Api, lobby: Lobby) -> None:
    @api.route("POST", "/players", body=rest.NameWanted, answer=rest.Named, errors=(403, 409, 422, 429))
    async def name(body: rest.NameWanted, address: str) -> rest.Named:
        """Keep a name by a password, or get a key of one that you keep."""
        players = lobby.players
        try:
            with _said():
                if body.new:
                    return await players.keep(body.name, body.password, address)
                return await players.prove(body.name, body.password, address, body.change or "")
        except GameError as error:
            raise Refused(422, "bad-name", str(error)) from None

    @api.route("POST", "/players/leave", answer=rest.Health)
    async def leave(keys: frozenset[bytes]) -> rest.Health:
        """The keys of names in `Authorization: Bearer` open nothing any more."""
        await lobby.players.leave(keys)
        return rest.Health(ok=True, version=__version__, protocol=wire.PROTOCOL)

    @api.route("GET", "/results", answer=rest.Results)
    async def found() -> rest.Results:
        """The players of this server with their ratings, and the last rated games."""
        return await results(lobby.store.base)

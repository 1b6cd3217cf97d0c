"""The reports of the lab, as whoever runs the server shows them: a list, and pages that can do nothing here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from hexless.kernel import GameError
from hexless.ruleset.disk import read_bytes

from . import rest

__all__ = ["REPORT_POLICY", "Reports", "cards", "nothing", "served"]

REPORT_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts"
)  # a page of its own origin: what runs in it sees none of ours, and reaches nobody
_MOST = 1 << 24


class Told(Protocol):
    """What a report says of itself."""

    @property
    def name(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def sentence(self) -> str: ...
    @property
    def scenarios(self) -> Sequence[str]: ...
    @property
    def bots(self) -> Sequence[str]: ...
    @property
    def games(self) -> int: ...
    @property
    def made(self) -> str: ...


class Shown(Protocol):
    """A finished report: the name of its folder, its page, what it says."""

    @property
    def folder(self) -> str: ...
    @property
    def page(self) -> str: ...
    @property
    def answer(self) -> Told: ...
    @property
    def shipped(self) -> bool: ...


Reports = Callable[[], Sequence[Shown]]


def nothing() -> Sequence[Shown]:
    """There is no lab here."""
    return ()


def cards(reports: Reports) -> rest.Reports:
    """The list; of two folders with one name the first is told."""
    return rest.Reports(reports=[_card(name, shown) for name, shown in _named(reports).items()])


def _named(reports: Reports) -> dict[str, Shown]:
    found: dict[str, Shown] = {}
    for shown in reports():
        found.setdefault(shown.folder, shown)
    return found


def _card(name: str, shown: Shown) -> rest.ReportCard:
    told = shown.answer
    return rest.ReportCard(
        id=name,
        name=told.name,
        game=told.game,
        title=told.title,
        sentence=told.sentence,
        scenarios=list(told.scenarios),
        bots=list(told.bots),
        games=told.games,
        made=told.made,
        shipped=shown.shipped,
    )


def served(reports: Reports) -> Callable[[Request], Response]:
    """The route of one page: only those of the list, whatever the address says."""

    def page(request: Request) -> Response:
        shown = _named(reports).get(request.path_params["name"])
        if shown is None:
            raise HTTPException(404, "there is no such report")
        try:
            data = read_bytes(Path(shown.page), _MOST)
        except GameError:
            raise HTTPException(404, "there is no such report any more") from None
        return Response(data, media_type="text/html", headers={"content-security-policy": REPORT_POLICY})

    return page

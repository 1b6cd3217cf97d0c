"""What a page says to the server."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from .forms import (
    Always,
    Offer,
)

PROTOCOL = 2
MOST_BYTES = 65_536  # of one message from a page

Version = Literal[2]
Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$", description="an id of the page's own, new for each message")]
Unit = Annotated[int, Meta(ge=0, le=100_000)]
Tick = Annotated[int, Meta(ge=-1_048_576, le=1_048_576)]


class _Said(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    v: Version = 2


Key = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(max_length=64)]


class Hello(_Said, frozen=True, kw_only=True, tag="hello"):
    """The first message: the keys that the page holds of this match, and the seat to look from. Reply: `welcome`.

    A key opens a seat, or looking on (`seat` null). Whoever holds several may change between them with `sit`.
    """

    id: Id = "hello"
    keys: Annotated[list[Key], Meta(max_length=16)] = []
    seat: Name | None = None


class Bind(_Said, frozen=True, kw_only=True, tag="bind"):
    """Before the first question: bind a seat to its nonce by sha256("seat/nonce") in hex. Reply: `around` to all."""

    id: Id
    seat: Name
    bond: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$", max_length=64)]


class Open(_Said, frozen=True, kw_only=True, tag="open"):
    """Open the nonce of a seat, once all seats are bound. When the last is open the game begins: `update` to all."""

    id: Id
    seat: Name
    nonce: Annotated[str, Meta(pattern=r"^[0-9a-f]{32,64}$", max_length=64)]


class Answer(_Said, frozen=True, kw_only=True, tag="answer"):
    """Answer the open question. `version` is the one the page shows. The same `id` again gets its first reply back.

    Reply: `update`, or `refused`, `missed`, `error`.
    """

    id: Id
    version: Annotated[int, Meta(ge=0)]
    answer: Any
    seat: str | None = None  # hot-seat: must be the seat that looks, or null
    always: Always | None = None  # and so from now on


class Revoke(_Said, frozen=True, kw_only=True, tag="revoke"):
    """Take back a standing order of the seat that looks, or with null all of them. Reply: `orders`."""

    id: Id
    order: str | None = None


class Undo(_Said, frozen=True, kw_only=True, tag="undo"):
    """Take back the last decision of the seat that looks. Other human seats are asked with `undo-asked`.

    `path`: in a guided game, take back everything since the learner left the path.
    """

    id: Id
    version: Annotated[int, Meta(ge=0)]
    path: bool = False


class UndoAgree(_Said, frozen=True, kw_only=True, tag="undo-agree"):
    """Agree (or not) to the undo that was asked. A page may agree for every seat that it has a key for: `seats`."""

    id: Id
    version: Annotated[int, Meta(ge=0)]
    agree: bool = True
    seats: list[str] = []


class Sit(_Said, frozen=True, kw_only=True, tag="sit"):
    """Look from another seat that the page has a key for (null: as a spectator). Reply: a new `welcome`."""

    id: Id
    seat: str | None = None


class Offers(_Said, frozen=True, kw_only=True, tag="offer"):
    """Offer or agree to a draw, a pause of the clock, its end, or another game with sides changed; `agree` false: no.

    For the seat that looks, or for `seats` that the page has keys for. What everybody agrees to is done.
    """

    id: Id
    what: Offer
    agree: bool = True
    seats: Annotated[list[Name], Meta(max_length=8)] = []


class Resign(_Said, frozen=True, kw_only=True, tag="resign"):
    """The seat that looks gives the game up."""

    id: Id


class StandIn(_Said, frozen=True, kw_only=True, tag="stand-in"):
    """Let the bot of the match's terms play for a seat that is away, until its player comes back."""

    id: Id
    seat: Name


class Say(_Said, frozen=True, kw_only=True, tag="say"):
    """Say something to everybody at the table."""

    id: Id
    says: Annotated[str, Meta(min_length=1, max_length=500)]


class Look(_Said, frozen=True, kw_only=True, tag="look"):
    """Show the table after answer number `at`. Reply: `looked`."""

    id: Id
    at: Annotated[int, Meta(ge=0)]


class At(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An end of the tape measure: a unit, or else a point of the table."""

    unit: Unit | None = None
    x: Tick = 0
    y: Tick = 0


class Measure(_Said, frozen=True, kw_only=True, tag="measure"):
    """Lay a tape measure. Reply: `measured`."""

    id: Id
    start: At
    end: At


class Overlay(_Said, frozen=True, kw_only=True, tag="overlay"):
    """Ask about a unit: what it sees, what sees it, where it can go, what it threatens. Reply: `overlaid`."""

    id: Id
    unit: Unit
    show: Literal["sees", "seen-by", "reach", "threat"]


class Trial(_Said, frozen=True, kw_only=True, tag="trial"):
    """Would this answer be legal? Nothing is played. Reply: `tried`.

    forgive: it is where a hand points; the reply's answer is the nearest that is allowed.
    """

    id: Id
    answer: Any
    forgive: bool = False


class Shading(_Said, frozen=True, kw_only=True, tag="shade"):
    """Where can it go, and at what cost? Of the open question. Reply: `shaded`."""

    id: Id


class Foresee(_Said, frozen=True, kw_only=True, tag="foresee"):
    """What an answer to the open question would do. Reply: `foreseen`. A newer one takes the place of a waiting one."""

    id: Id
    answer: Any


class Forget(_Said, frozen=True, kw_only=True, tag="forget"):
    """The forecast asked for with this `id` is no longer wanted."""

    id: Id


class Hint(_Said, frozen=True, kw_only=True, tag="hint"):
    """What would a bot answer? Of the open question. Reply: `hinted`."""

    id: Id


class Ping(_Said, frozen=True, kw_only=True, tag="ping"):
    """Are you there? Reply: `pong`."""

    id: Id = "ping"


Inbound = (
    Bind
    | Open
    | Hello
    | Answer
    | Revoke
    | Undo
    | UndoAgree
    | Offers
    | Resign
    | StandIn
    | Say
    | Sit
    | Look
    | Measure
    | Overlay
    | Trial
    | Shading
    | Foresee
    | Forget
    | Hint
    | Ping
)

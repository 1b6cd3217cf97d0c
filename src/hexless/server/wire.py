"""Every message between a page and the server.

These types, with `forms` and `rest`, are the protocol: the JSON Schema, the TypeScript types of the client and
`docs/protocol.md` are written from them. All lengths are whole ticks, 1000 to the game's unit. A message is a JSON
object whose `kind` names its type and whose `v` is the version of the protocol. What the client sends may hold no
unknown field.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from hexless.kernel.ground import Journey, Shade
from hexless.ruleset.scene import Scene

from .forms import (
    Advice,
    Agreement,
    Always,
    Crossed,
    Ending,
    Forecast,
    Grid,
    Line,
    Offer,
    Person,
    Reason,
    Refusal,
    Ruling,
    Seat,
    SightSeen,
    Standing,
    Stroke,
    Terms,
    Told,
    Turn,
)

PROTOCOL = 2
MOST_BYTES = 65_536  # of one message from a page

Version = Literal[2]
Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$", description="an id of the page's own, new for each message")]
Unit = Annotated[int, Meta(ge=0, le=100_000)]
Tick = Annotated[int, Meta(ge=-1_048_576, le=1_048_576)]


class _Said(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    v: Version = 2


class _Told(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    v: Version = 2


# ------------------------------------------------------------------ page to server

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
    """Take back the last decision of the seat that looks. Other human seats are asked with `undo-asked`."""

    id: Id
    version: Annotated[int, Meta(ge=0)]


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
    """Would this answer be legal? Nothing is played. Reply: `tried`."""

    id: Id
    answer: Any


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


# ------------------------------------------------------------------ server to page


class Welcome(_Told, frozen=True, kw_only=True, tag="welcome"):
    """All that the seat may know of the match, at the start and after `sit`."""

    match: str
    game: str
    title: str
    seat: str | None
    seats: list[Seat]
    rulings: list[Ruling]
    version: int
    answers: int
    scene: Scene
    log: list[Told]
    turn: Turn
    ended: Ending | None = None
    standing: list[Standing] = []  # the seat's own
    id: str | None = None


class Around(_Told, frozen=True, kw_only=True, tag="around"):
    """What goes on around the table, after `welcome` and whenever it changes.

    `left`: milliseconds on each clock now; `ticking`: the seats whose clocks run. `offers`: the seats that have agreed,
    by what they agree to. `stand_in`: the seats that a bot plays for. `next`: the match that follows this one.
    """

    people: list[Person]
    terms: Terms
    left: dict[str, int] = {}
    ticking: list[str] = []
    paused: bool = False
    offers: dict[str, list[str]] = {}
    stand_in: list[str] = []
    next: str = ""
    dice: Agreement | None = None  # before they are agreed on no question is asked


class Chat(_Told, frozen=True, kw_only=True, tag="chat"):
    """What was said, after `welcome` and whenever somebody says something."""

    lines: list[Line]


class Update(_Told, frozen=True, kw_only=True, tag="update"):
    """A decision was played: the table after it, what happened (`log`), and what is asked next.

    `id` is that of the `answer` or `undo` which this replies to, for the page that sent it. `back`: after an undo, log
    lines with `at` greater than this number are gone. `by` is the seat that decided.
    """

    version: int
    answers: int
    scene: Scene
    log: list[Told]
    turn: Turn
    by: str | None = None
    id: str | None = None
    back: int | None = None


class Orders(_Told, frozen=True, kw_only=True, tag="orders"):
    """The standing orders of the seat that looks, whenever they change. Nobody else is told of them."""

    standing: list[Standing]
    id: str | None = None


class Refused(_Told, frozen=True, kw_only=True, tag="refused"):
    """The answer is not legal (or not of the question's form, then `rule` is empty). Nothing has changed."""

    id: str
    version: int
    refusal: Refusal


class Missed(_Told, frozen=True, kw_only=True, tag="missed"):
    """The message was meant for an older version and was not played. This is the table as it is now.

    `log` holds every line of the game so far.
    """

    id: str
    version: int
    answers: int
    scene: Scene
    log: list[Told]
    turn: Turn


class Ended(_Told, frozen=True, kw_only=True, tag="ended"):
    """The game is over. Sent after the last `update`; nothing is hidden any more, and `log` is the whole of it."""

    version: int
    answers: int
    scene: Scene
    log: list[Told]
    ended: Ending


class UndoAsked(_Told, frozen=True, kw_only=True, tag="undo-asked"):
    """A seat wants to take back its last decision; `waits` lists the seats that have not agreed yet."""

    version: int
    seat: str
    waits: list[str]


class UndoRefused(_Told, frozen=True, kw_only=True, tag="undo-refused"):
    """No undo, and why."""

    id: str | None
    version: int
    says: str


class Thinking(_Told, frozen=True, kw_only=True, tag="thinking"):
    """A bot is deciding; times in milliseconds."""

    version: int
    seat: str
    elapsed: int
    budget: int


class BotReasons(_Told, frozen=True, kw_only=True, tag="bot-reasons"):
    """Why a bot decided as it did: its best options. `version` is that of the `update` with its decision."""

    version: int
    seat: str
    options: list[Reason]


class Looked(_Told, frozen=True, kw_only=True, tag="looked"):
    """The table as the seat saw it after answer number `at`; if a bot gave that answer, what it weighed."""

    id: str
    at: int
    scene: Scene
    reasons: list[Reason] = []


class Measured(_Told, frozen=True, kw_only=True, tag="measured"):
    """What the tape shows, from base edge to base edge. `forbidden` is set when the rules allow no measuring now."""

    id: str
    length: int | None = None
    strokes: list[Stroke] = []
    sight: SightSeen | None = None
    crossed: list[Crossed] = []
    arc: str = ""
    forbidden: Refusal | None = None


class Overlaid(_Told, frozen=True, kw_only=True, tag="overlaid"):
    """The answer to `overlay`: units, strokes, and cells shaded by their value."""

    id: str
    unit: int
    show: Literal["sees", "seen-by", "reach", "threat"]
    units: list[int] = []
    strokes: list[Stroke] = []
    grid: Grid | None = None
    forbidden: Refusal | None = None


class Tried(_Told, frozen=True, kw_only=True, tag="tried"):
    """Whether the answer would be legal, and for a way its legs, what they cost and what they may.

    `answer` is what would be played: brought into the contact that it all but makes.
    """

    id: str
    refusal: Refusal | None = None
    journey: Journey | None = None
    answer: Any = None


class Shaded(_Told, frozen=True, kw_only=True, tag="shaded"):
    """The cost to get anywhere for the unit that the open question is about; null if the game does not tell."""

    id: str
    shade: Shade | None = None


class Foreseen(_Told, frozen=True, kw_only=True, tag="foreseen"):
    """What the answer does until its act is over; a second forecast if others may do less than everything.

    `says` tells why there is none.
    """

    id: str
    forecasts: list[Forecast] = []
    says: str = ""


class Hinted(_Told, frozen=True, kw_only=True, tag="hinted"):
    """The best answers to the open question that a bot has found, the best first."""

    id: str
    hints: list[Advice]


class Pong(_Told, frozen=True, kw_only=True, tag="pong"):
    """I am here."""

    id: str
    version: int


Code = Literal[
    "bad-message",
    "too-large",
    "protocol",
    "no-match",
    "no-seat",
    "no-key",
    "not-asked",
    "over",
    "unsupported",
    "busy",
    "bot",
    "internal",
]


class Error(_Told, frozen=True, kw_only=True, tag="error"):
    """The message was not understood or cannot be served. Nothing has changed.

    bad-message: not of this protocol. too-large: more bytes than are read; the connection closes. protocol: another
    version of it. no-match, no-seat: the address names none. no-key: the page has no key for this. not-asked: the
    question is not put to this seat. over: the game has ended. unsupported: the ruleset cannot tell. busy: too much at
    once. bot: a bot failed, and a random answer was played for it. internal: our fault.
    """

    code: Code
    says: str
    id: str | None = None


Outbound = (
    Welcome
    | Around
    | Chat
    | Update
    | Orders
    | Refused
    | Missed
    | Ended
    | UndoAsked
    | UndoRefused
    | Thinking
    | BotReasons
    | Looked
    | Measured
    | Overlaid
    | Tried
    | Shaded
    | Foreseen
    | Hinted
    | Pong
    | Error
)

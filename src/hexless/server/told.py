"""What the server tells a page."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from hexless.moves import Journey, Shade
from hexless.ruleset.scene import Scene

from .forms import (
    Advice,
    Agreement,
    Crossed,
    Ending,
    Forecast,
    Grid,
    Line,
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
from .said import Version


class _Told(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    v: Version = 2


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
    chain: str = ""  # that closes the record: one number that stands for every line of it


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

    `answer` is what would be played: brought into the contact that it all but makes, or as near as is allowed (`short`
    says why no nearer). `exposed` are the units that could attack it there, `passed` those that could on the way only.
    """

    id: str
    refusal: Refusal | None = None
    journey: Journey | None = None
    answer: Any = None
    short: Refusal | None = None
    exposed: list[int] = []
    passed: list[int] = []


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
    "no-name",
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
    version of it. no-match, no-seat: the address names none. no-key: the page has no key for this. no-name: the
    game is rated, and this seat has no kept name. not-asked: the
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

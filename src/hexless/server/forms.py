"""What messages are made of: questions, turns, log lines, strokes to draw."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from hexless.kernel.forms import OneOf, Order, Split, YesNo
from hexless.kernel.log import Row
from hexless.moves.forms import Path, Place
from hexless.ruleset.measured import Price

from .company import Affairs as Affairs  # noqa: PLC0414
from .company import Agreement as Agreement  # noqa: PLC0414
from .company import Behind as Behind  # noqa: PLC0414
from .company import Bond as Bond  # noqa: PLC0414
from .company import Clock as Clock  # noqa: PLC0414
from .company import Line as Line  # noqa: PLC0414
from .company import Offer as Offer  # noqa: PLC0414
from .company import Part as Part  # noqa: PLC0414
from .company import Person as Person  # noqa: PLC0414
from .company import Terms as Terms  # noqa: PLC0414

Point = tuple[int, int]


Question = OneOf | YesNo | Split | Order | Place | Path


class Stroke(Part, frozen=True, kw_only=True):
    """Something to draw over the table: a witness. `look` says what it means, `label` stands beside it."""

    look: Literal["clear", "blocked", "gap", "crossing", "route", "arc", "outline", "point", "limit"]
    points: list[Point]
    label: str = ""


class Coaching(Part, frozen=True, kw_only=True):
    """What the coach of a guided game says to a learner's open question: which of the lessons it is, and why.

    `shown`: `answer` is the answer of the path, `words` says it. `after` is about the decision before. `strayed`: the
    learner has left the path, and may go back with `undo`. `done`: the lessons are over.
    """

    lesson: int = 0
    lessons: int = 0
    opening: str = ""  # what is said once, before the first lesson
    title: str = ""
    says: str = ""
    after: str = ""
    shown: bool = False
    answer: Any = None
    words: str = ""
    strayed: bool = False
    done: bool = False


class Turn(Part, frozen=True, kw_only=True):
    """Who has to decide now.

    `asked` lists the seats that the game waits for; `question` is what is asked of the seat that looks (null: nothing);
    `prompt` and `rules` say what is asked, as far as the seat may know; `sealed`: all asked seats answer at once, in
    secret, and `given` lists those that have. `suggested` are legal answers worth a look, the best first.
    `hidden`: the seats see different things, so that a hot-seat page has to put a hand-over screen between them.
    """

    asked: list[str] = []
    question: Question | None = None
    prompt: str = ""
    rules: list[str] = []
    sealed: bool = False
    given: list[str] = []
    suggested: list[Any] = []
    purposes: list[str] = []  # what each suggestion is good for
    hidden: bool = False
    undo: bool = False  # the seat that looks may undo its last decision
    declines: bool = False  # the question can be left be
    drawn: list[Stroke] = []  # what has been put down in this act and is not on the table yet: a template
    follows: str = ""  # the standing order by which the next questions like this follow its answer
    coach: Coaching | None = None  # in a guided game


class Ending(Part, frozen=True, kw_only=True):
    """How the game ended; `winner` null is a draw. `units` by seat: units on the table, units lost.

    `by`: the rules ended it, or the players did: one resigned, all agreed, one's time was up.
    """

    winner: str | None
    why: str
    rule: str = ""
    units: dict[str, tuple[int, int]] = {}
    by: Literal["rules", "resigned", "agreed", "time"] = "rules"


class Rolled(Part, frozen=True, kw_only=True):
    """Dice as they fell, and what for."""

    why: str
    sides: int
    faces: list[int]


class Sum(Part, frozen=True, kw_only=True):
    """A number of an event together with the modifier rows that made it."""

    name: str
    value: int
    rows: list[Row]


class Told(Part, frozen=True, kw_only=True):
    """One line of the log. `at` is the answer that caused it (for `look`), `group` the decision that it belongs to.

    `event` is the ruleset's own word for what happened; `units` are the units that it names; `cue` says what is to be
    seen of it: shot, arc, charge, fight, hit, loss, shake, rally, smoke, move, turn, end, or nothing.
    """

    at: int
    group: int
    event: str
    text: str
    rules: list[str] = []
    dice: Rolled | None = None
    sums: list[Sum] = []
    units: list[int] = []
    cue: str = ""


class Refusal(Part, frozen=True, kw_only=True):
    """Why an answer is not legal: the rule in words, its id, and what to draw."""

    says: str
    rule: str = ""
    witness: list[Stroke] = []


class Seat(Part, frozen=True, kw_only=True):
    """A seat at the table. `bot` is the bot's spec, for example "greedy"; `budget` its milliseconds for one answer."""

    seat: str
    player: Literal["human", "bot"] = "human"
    bot: str = ""
    budget: int = 2000


class Always(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Give questions like this one the same answer from now on; see `Standing`."""

    how: Literal["answer", "decline", "first", "same", "follow", "even", "best"] = "answer"
    until: Literal["revoked", "asked"] = "revoked"


class Standing(Part, frozen=True, kw_only=True):
    """An answer that a seat gives in advance, to every question that is like `prompt`.

    `how`: with `answer` (in words: `says`), by leaving it be, with the first suggestion, as the last time, as the one
    just before it, carried over to the next unit, or as a bot would that looks ahead. `until`: it is revoked, or the
    seat is asked something else. `like` is what those questions have in common.
    """

    id: str
    prompt: str
    like: str
    how: Literal["answer", "decline", "first", "same", "follow", "even", "best"]
    until: Literal["revoked", "asked"]
    answer: Any = None
    says: str = ""


class Ruling(Part, frozen=True, kw_only=True):
    """A question that the sheet leaves open, and how this game answers it."""

    name: str
    says: str
    rules: list[str]
    value: str | int | bool | None
    default: str | int | bool | None
    choices: list[str | int | bool] = []
    low: int | None = None
    high: int | None = None
    prices: tuple[Price, ...] = ()  # what its other choices were measured to move


class Chance(Part, frozen=True, kw_only=True):
    """One outcome and its exact chance, as a fraction in words and as a number."""

    value: str
    exact: str
    p: float
    destroys: bool = False  # a unit is gone with it


class Odds(Part, frozen=True, kw_only=True):
    """Exact odds of one attack: the inputs, the distribution, its mean. `what` names the value."""

    attack: str
    says: str
    what: str
    rules: list[str]
    inputs: dict[str, str | int]
    chances: list[Chance]
    mean: float | None = None


class Change(Part, frozen=True, kw_only=True):
    """Something that may become another: a stat, a counter ("no" and "yes"), who holds a place."""

    what: str
    was: str
    now: str
    p: float


class Fate(Part, frozen=True, kw_only=True):
    """What may become of a unit: its chance to be gone, to lose at least so many bases, and its stats and counters."""

    unit: int
    name: str
    seat: str
    gone: float
    lost: list[tuple[int, float]] = []
    changes: list[Change] = []


class Forecast(Part, frozen=True, kw_only=True):
    """What an answer does until its act is over, by running the rules over every way the dice can fall.

    `others` says what was assumed of them, `assumed` lists their questions. `error` is 0 where the chances are exact,
    else twice the standard error. `guessed`: hidden things had to be guessed. `lines` is all of it in words.
    """

    lines: list[str]
    fates: list[Fate]
    marks: list[Change] = []
    over: list[tuple[str, float]] = []
    worth: float = 0
    rolls: bool = True
    error: float = 0
    guessed: bool = False
    others: str = ""
    assumed: list[str] = []
    sums: list[Sum] = []


class Reason(Part, frozen=True, kw_only=True):
    """One option that a bot weighed."""

    label: str
    score: float
    chosen: bool = False


class Advice(Part, frozen=True, kw_only=True):
    """An answer that a bot would give, in words, and what it would do."""

    answer: Any
    label: str
    lines: list[str] = []


class SightSeen(Part, frozen=True, kw_only=True):
    """Whether the first unit sees the second, in the ruleset's words."""

    clear: bool
    says: str
    rule: str = ""
    strokes: list[Stroke] = []


class Crossed(Part, frozen=True, kw_only=True):
    """How much of a piece of terrain the tape crosses. `area` is its place in the scene's areas."""

    area: int
    name: str
    length: int


class Grid(Part, frozen=True, kw_only=True):
    """Square cells from (x, y), row by row; -1: not in it. `low` and `high` bound the values, `says` names them."""

    x: int
    y: int
    cell: int
    columns: int
    rows: int
    values: list[int]
    low: int
    high: int
    says: str = ""

"""What the REST interface takes and gives."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from hexless.ruleset import Input
from hexless.ruleset.briefs import About, Muster, Situation
from hexless.ruleset.measured import Balance
from hexless.ruleset.scene import Scene, Token

from .forms import Ending, Odds, Part, Ruling, Seat, Terms

Name = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.-]{1,64}$")]


class ForceCard(Part, frozen=True, kw_only=True):
    """A force that ships with the game."""

    id: str
    title: str
    says: str = ""
    brief: Muster = Muster()
    roster: dict[str, list[str]] = {}  # the names of its units by their kinds
    faces: dict[str, Token] = {}  # what a unit of each kind looks like before the game


class ScenarioCard(Part, frozen=True, kw_only=True):
    """A scenario: its seats in order, and the forces that it is played with unless others are named."""

    id: str
    title: str
    says: str
    seats: list[str]
    forces: list[str]
    brief: Situation = Situation()
    balance: Balance | None = None  # as it was measured


class BotCard(Part, frozen=True, kw_only=True):
    """A kind of bot that a seat can be given to."""

    spec: str
    title: str
    says: str = ""


class GameCard(Part, frozen=True, kw_only=True):
    """A game: all that the home page and the set-up page show. The first scenario is the default one."""

    id: str
    title: str
    unit: str
    revision: int
    scenarios: list[ScenarioCard]
    forces: list[ForceCard]
    rulings: list[Ruling]
    attacks: list[str]
    scene: Scene
    about: About = About()
    lessons: int = 0  # of its guided game


class Games(Part, frozen=True, kw_only=True):
    """Every game that works here, the bots, and the games that do not load with the reason."""

    games: list[GameCard]
    bots: list[BotCard]
    broken: dict[str, str] = {}


class RuleCard(Part, frozen=True, kw_only=True):
    """One rule of a sheet, in our words; `ruling` says how we read what is open, `rulings` name the choices it has."""

    id: str
    section: str
    lines: str
    says: str
    ruling: str = ""
    rulings: list[str] = []


class SheetCard(Part, frozen=True, kw_only=True):
    """The sheet of a game, rule by rule in its own order."""

    game: str
    title: str
    unit: str
    rules: list[RuleCard]
    rulings: list[Ruling]


class AttackCard(Part, frozen=True, kw_only=True):
    """An attack and the inputs that its odds depend on."""

    name: str
    says: str
    value: str
    inputs: list[Input]
    rules: list[str]


class Attacks(Part, frozen=True, kw_only=True):
    """The attacks of a game."""

    game: str
    attacks: list[AttackCard]


class OddsWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask for the odds of an attack; an input or a ruling left out has its default."""

    attack: Name
    inputs: Annotated[dict[Name, Annotated[str, Meta(max_length=64)]], Meta(max_length=32)] = {}
    rulings: Annotated[dict[Name, str | int | bool], Meta(max_length=64)] = {}


class SeatWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who plays a seat: somebody with its key, whoever comes first ("open"), or a bot.

    `budget` is the bot's time for one answer in milliseconds.
    """

    seat: Name
    player: Literal["human", "open", "bot"] = "human"
    bot: Annotated[str, Meta(max_length=64)] = ""
    budget: Annotated[int, Meta(ge=50, le=60_000)] = 2000


class MatchWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Start a match. Left out: the first scenario, its own forces, human seats, a new seed, the default rulings.

    `listed`: everybody finds it in the lobby and may look on; else only whoever has a key.
    """

    game: Name
    scenario: Name | None = None
    forces: Annotated[list[Name], Meta(max_length=8)] = []
    seats: Annotated[list[SeatWanted], Meta(max_length=8)] = []
    seed: Annotated[str, Meta(max_length=64, pattern=r"^[^\u0000-\u001f\u007f]*$")] = ""
    dice: Literal["seeded", "agreed"] | None = None  # null: agreed on a public server, else seeded
    rulings: Annotated[dict[Name, str | int | bool], Meta(max_length=64)] = {}
    listed: bool = False
    terms: Terms = Terms()
    deployed: bool = False  # bots put everybody in place first
    guide: bool = False  # the guided game, whatever else is said of scenario, forces and seats
    habits: bool = False  # seats that people play begin with the game's usual standing orders


class BranchWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Start a new match from the table after answer number `at`; later dice fall anew."""

    at: Annotated[int, Meta(ge=0, le=1_000_000)]
    seats: Annotated[list[SeatWanted], Meta(max_length=8)] = []


class SetUp(Part, frozen=True, kw_only=True):
    """What a match was begun with: names of what ships ("" for a file of somebody's own), and every ruling."""

    scenario: str = ""
    forces: list[str] = []
    rulings: dict[str, str | int | bool] = {}


class MatchCard(Part, frozen=True, kw_only=True):
    """A saved match. `scene` is what a spectator sees: the thumbnail."""

    id: str
    game: str
    title: str
    scenario: str
    seats: list[Seat]
    setup: SetUp = SetUp()
    answers: int
    version: int
    started: str
    changed: str
    scene: Scene | None
    ended: Ending | None = None
    branch_of: str | None = None
    branch_at: int | None = None
    broken: str = ""  # why the match cannot be continued
    listed: bool = False
    free: list[str] = []  # seats that whoever comes first may take
    names: dict[str, str] = {}  # the players' names by seat
    mine: list[str] = []  # the seats that the keys of the request open
    terms: Terms = Terms()


class Begun(MatchCard, frozen=True, kw_only=True):
    """A new match, and its keys by seat; that of "" is for looking on. They are told this once."""

    keys: dict[str, str]


Key = Annotated[str, Meta(max_length=64)]


class Keys(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The keys that a page holds, by match."""

    keys: Annotated[dict[Name, Annotated[list[Key], Meta(max_length=16)]], Meta(max_length=500)]


class Sitting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sit down under a name; `player`: by the key of one that you keep."""

    name: Annotated[str, Meta(max_length=40)] = ""
    player: Annotated[str, Meta(max_length=64)] = ""


Password = Annotated[str, Meta(min_length=8, max_length=200)]


class NameWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Keep a name by a password (`new`), or show that it is yours; `change` puts another password in its place."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    password: Password
    new: bool = False
    change: Password | None = None


class Named(Part, frozen=True, kw_only=True):
    """A name that is yours, and the key that shows it from now on."""

    name: str
    key: str


class Rated(Part, frozen=True, kw_only=True):
    """How strong a player is in a game: everybody begins at 25. It is off by more than `error` once in 20 times."""

    game: str
    name: str
    rating: float
    error: float
    won: int
    drawn: int
    lost: int


class Result(Part, frozen=True, kw_only=True):
    """A rated game: who played by seat, who won (null: a draw), and the ratings before and after.

    `match` is empty for a private one.
    """

    match: str
    game: str
    at: str
    names: list[str]
    seats: list[str]
    winner: str | None
    by: Literal["rules", "resigned", "agreed", "time"]
    before: list[float]
    after: list[float]


class Results(Part, frozen=True, kw_only=True):
    """The players of this server by game, the surest good ones first, and the last rated games."""

    ratings: list[Rated]
    games: list[Result]


class Seated(Part, frozen=True, kw_only=True):
    """A seat and the key that opens it from now on ("": the one that you have)."""

    seat: str
    key: str
    name: str


class Matches(Part, frozen=True, kw_only=True):
    """Matches, the last played first."""

    matches: list[MatchCard]


class Chapter(Part, frozen=True, kw_only=True):
    """How it stood when a turn was over: by seat its points, the objectives it held, the units it had left."""

    turn: int
    at: int
    points: dict[str, int] = {}
    held: dict[str, int] = {}
    left: dict[str, int] = {}


class Turning(Part, frozen=True, kw_only=True):
    """A moment at which much changed: the answer before it, and by how much for the first seat."""

    at: int
    swing: int
    says: str


class Example(Part, frozen=True, kw_only=True):
    """A moment of a game in which a rule was used: the table, whom it concerned, where, and what was said of it."""

    scene: Scene
    units: list[int] = []
    box: tuple[int, int, int, int] = (0, 0, 0, 0)
    says: str = ""


class Picture(Part, frozen=True, kw_only=True):
    """The table of a match as an SVG file that stands by itself."""

    svg: str


class Story(Part, frozen=True, kw_only=True):
    """A match that is over, turn by turn."""

    turns: list[Chapter]
    turning: list[Turning]


class ReportCard(Part, frozen=True, kw_only=True):
    """A finished report of the lab: what was asked, the answer in a sentence, what it rests on."""

    id: str
    name: str
    game: str
    title: str
    sentence: str
    scenarios: list[str]
    bots: list[str]
    games: int
    made: str
    shipped: bool = False


class Reports(Part, frozen=True, kw_only=True):
    """The finished reports, the newest first."""

    reports: list[ReportCard]


class Health(Part, frozen=True, kw_only=True):
    """The server is up."""

    ok: bool
    version: str
    protocol: int


class Problem(Part, frozen=True, kw_only=True):
    """A request that was refused: one clear sentence, and a code."""

    code: str
    says: str


REST = (
    Games,
    SheetCard,
    Attacks,
    OddsWanted,
    Odds,
    MatchWanted,
    BranchWanted,
    MatchCard,
    Begun,
    Matches,
    Story,
    Example,
    Picture,
    Reports,
    Keys,
    Sitting,
    Seated,
    NameWanted,
    Named,
    Results,
    Health,
    Problem,
)

"""The kernel: games as values, rules as plain functions, dice and decisions as answers on a tape."""

from .dice import Dice, Faces, Pool, d3, d6, d8, d12, outcomes
from .errors import (
    BadAnswer,
    BrokenRuleset,
    DataError,
    Fault,
    GameError,
    IllegalAnswer,
    RecordError,
    ScriptError,
    SheetError,
    TapeMismatch,
    UnknownName,
)
from .game import Ask, AskAll, Game, Request, Roll, Source
from .log import Event, Row, Total, seen_by, tell, total
from .odds import Dist, TooMany, exact, first_suggestion, walk
from .play import Agent, Look, Played, Sample, play_out
from .position import Moment, Position, seats_asked
from .questions import Choice, Ground, OneOf, Order, Path, Place, Question, Refusal, Split, Spot, Way, YesNo
from .ruleset import Attack, Input, Law, Outcome, Ruleset, find, names, ruling
from .scene import Area, Mark, Scene, Token
from .sheet import RuleText, Sheet, chance, load_sheet
from .sources import Entry, Pending, Playing, Script, Tape
from .state import State, Value, digest, to_json
from .streams import Stream

# fmt: off
__all__ = [
    "Agent", "Area", "Ask", "AskAll", "Attack", "BadAnswer", "BrokenRuleset", "Choice", "DataError", "Dice", "Dist",
    "Entry", "Event", "Faces", "Fault", "Game", "GameError", "Ground", "IllegalAnswer", "Input", "Law", "Look",
    "Mark", "Moment", "OneOf", "Order", "Outcome", "Path", "Pending", "Place", "Played", "Playing", "Pool",
    "Position", "Question", "RecordError", "Refusal", "Request", "Roll", "Row", "RuleText", "Ruleset", "Sample",
    "Scene", "Script", "ScriptError", "Sheet", "SheetError", "Source", "Split", "Spot", "State", "Stream", "Tape",
    "TapeMismatch", "Token", "TooMany", "Total", "UnknownName", "Value", "Way", "YesNo", "chance", "d3", "d6", "d8",
    "d12", "digest", "exact", "find", "first_suggestion", "load_sheet", "names", "outcomes", "play_out", "ruling",
    "seats_asked", "seen_by", "tell", "to_json", "total", "walk",
]

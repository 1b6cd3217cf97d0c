"""The kernel: games as values, rules as plain functions, dice and decisions as answers on a tape."""

from .agents import Agent, Decision, Played, Sample, play_out
from .dice import Dice, Faces, Pool, d3, d6, d8, d10, d12, d20, outcomes
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
from .forecast import Forecast, Others, continuations, continued, foresee
from .game import Ask, AskAll, Game, Request, Roll, Source, act
from .log import Event, Row, Total, seen_by, total
from .odds import Dist, TooMany, exact, first_suggestion, walk
from .position import Answered, Moment, Position, advance, replay, seats_asked
from .questions import Choice, Labels, OneOf, Order, Question, Refusal, Split, YesNo
from .rules import Outcome, Rules
from .sheet import RuleText, Sheet, chance, load_sheet
from .sources import Entry, Pending, Playing, Script, Tape
from .state import State, Value, digest, to_json
from .streams import Stream

# fmt: off
__all__ = [
    "Agent", "Answered", "Ask", "AskAll", "BadAnswer", "BrokenRuleset", "Choice", "DataError", "Decision", "Dice",
    "Dist", "Entry", "Event", "Faces", "Fault", "Forecast", "Game", "GameError", "IllegalAnswer", "Labels", "Moment",
    "OneOf", "Order", "Others", "Outcome", "Pending", "Played", "Playing", "Pool", "Position", "Question",
    "RecordError", "Refusal", "Request", "Roll", "Row", "RuleText", "Rules", "Sample", "Script", "ScriptError",
    "Sheet", "SheetError", "Source", "Split", "State", "Stream", "Tape", "TapeMismatch", "TooMany", "Total",
    "UnknownName", "Value", "YesNo", "act", "advance", "chance", "continuations", "continued", "d3", "d6", "d8",
    "d10", "d12", "d20", "digest", "exact", "first_suggestion", "foresee", "load_sheet", "outcomes", "play_out",
    "replay", "seats_asked", "seen_by", "to_json", "total", "walk",
]

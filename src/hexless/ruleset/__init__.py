"""Rulesets: what a game declares, how its states look, the files that people bring, and the list of games."""

from . import compiling as compiling
from .attack import Attack, Input
from .registry import find, names
from .ruleset import Files, Law, Ruleset, Showing, ruling
from .scene import Area, Mark, Scene, Tally, Token
from .survey import Seen, Survey, Threat

# fmt: off
__all__ = [
    "Area", "Attack", "Files", "Input", "Law", "Mark", "Ruleset", "Scene", "Seen", "Showing", "Survey", "Tally",
    "Threat", "Token", "compiling", "find", "names", "ruling",
]
# fmt: on

"""Everything hexless raises on purpose.

GameError
├── BadAnswer      not of the form the question asks for
├── IllegalAnswer  of the right form, but refused: carries the `Refusal` with its rule and witness
├── TapeMismatch   a replay asks something else than the tape answered
├── ScriptError    a test's script is short, or has answers left over
├── SheetError     a rule id that the sheet does not have
├── DataError      a file that somebody brought: carries every fault with its place
├── RecordError    a game record that is broken, foreign or newer
├── UnknownName    no such game, scenario, attack, ...: carries what there is
└── BrokenRuleset  a ruleset that is registered but does not load

Rule code never raises for a player's mistake; `Question.check` refuses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .questions import Refusal

# fmt: off
__all__ = [
    "BadAnswer", "BrokenRuleset", "DataError", "Fault", "GameError", "IllegalAnswer", "RecordError", "ScriptError",
    "SheetError", "TapeMismatch", "UnknownName",
]
# fmt: on

_MOST = 160  # characters of somebody's input that a message repeats


def clip(value: object) -> str:
    """A value as a message may show it: short, on one line."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # Python does not print what is nested too deep or has too many digits
        return f"a {type(value).__name__} beyond all measure"
    return text if len(text) <= _MOST else f"{text[:_MOST]}… ({len(text)} characters)"


class GameError(Exception):
    """Anything that went wrong in a way we can name; `str()` is one clear sentence.

    answer: the number of the answer, counted from 1, at which a run that was given them went wrong.
    """

    answer: int | None = None


class BadAnswer(GameError):
    """The answer does not have the form that the question asks for."""

    def __init__(self, got: object, wanted: str) -> None:
        super().__init__(f"got {clip(got)}; the question wants {wanted}")


class IllegalAnswer(GameError):
    """The answer is understood and refused."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.says} [{refusal.rule}]" if refusal.rule else refusal.says)
        self.refusal = refusal


class TapeMismatch(GameError):
    """The tape's answer number `index`, counted from 1, was given to another question than the one now asked."""

    def __init__(self, index: int, answered: str, asked: str) -> None:
        super().__init__(f"answer {index} was to “{answered}”, but the game now asks “{asked}”")
        self.index, self.answered, self.asked = index, answered, asked


class ScriptError(GameError, AssertionError):
    """A script ran out of answers, or was not used up."""


class SheetError(GameError):
    """A rule id that is not on the sheet."""


class Fault(NamedTuple):
    """One thing wrong with a file: where, and what is allowed there."""

    place: str
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


class DataError(GameError):
    """A file is refused; `faults` lists everything wrong with it."""

    def __init__(self, name: str, faults: Iterable[Fault]) -> None:
        self.name, self.faults = name, tuple(faults)
        super().__init__("\n".join(f"{name}: {fault}" for fault in self.faults))


class RecordError(GameError):
    """A game record that cannot be read or does not replay."""


class UnknownName(GameError):
    """A name that nobody registered."""

    def __init__(self, what: str, name: object, known: Sequence[object]) -> None:
        listed = ", ".join(str(k) for k in known) or "none"
        super().__init__(f"there is no {what} {clip(name)}; there is: {listed}")


class BrokenRuleset(GameError):
    """A registered ruleset that does not load; the others are as good as before."""

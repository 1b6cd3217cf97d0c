"""Sheets: every rule of a ruleset by its id, and the functions that are bound to it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from importlib.resources import files
from typing import Any, ParamSpec, TypeVar, cast

import msgspec

from .errors import SheetError
from .state import Value

__all__ = ["RuleText", "Sheet", "chance", "load_sheet"]

P = ParamSpec("P")
T = TypeVar("T")


class RuleText(Value, frozen=True):
    """One rule of a sheet, in our own words; `ruling` says how we read what the sheet leaves open."""

    id: str
    section: str
    lines: str
    says: str
    ruling: str = ""


class Sheet(Value, frozen=True):
    """The rules of one game, in the order of the printed sheet."""

    game: str
    title: str
    unit: str
    dice: tuple[str, ...]
    rules: tuple[RuleText, ...] = msgspec.field(name="rule")
    bound: dict[str, list[str]] = {}
    quantities: list[tuple[Callable[..., Any], tuple[str, ...]]] = []  # bound functions that only read state

    def text(self, rule: str) -> RuleText:
        """The rule with this id."""
        for text in self.rules:
            if text.id == rule:
                return text
        raise SheetError(f"{self.title} has no rule {rule!r}")

    def cite(self, *ids: str, by: str) -> None:
        """Note that `by` implements these rules."""
        for rule in ids:
            self.text(rule)
            self.bound.setdefault(rule, []).append(by)

    def rule(self, *ids: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
        """Bind a function to the rules it implements.

        A procedure, one whose first parameter is the game `g`, cites them in every event that it notes.
        A quantity, one that only reads state, is bound and left as it is.
        """

        def bind(function: Callable[P, T]) -> Callable[P, T]:
            self.cite(*ids, by=f"{function.__module__}.{function.__qualname__}")
            if next(iter(inspect.signature(function).parameters), "") != "g":
                self.quantities.append((function, ids))
                return function

            procedure = cast("Callable[..., T]", function)

            @wraps(function)
            def run(g: Any, *args: Any, **kwargs: Any) -> T:
                outer, g.cites = g.cites, ids
                if g.log is not None:
                    g.fired.update(ids)
                value = procedure(g, *args, **kwargs)
                g.cites = outer  # no `finally`: when the run is dropped, so is the game
                return value

            return cast("Callable[P, T]", run)

        return bind


def load_sheet(package: str) -> Sheet:
    """The `sheet.toml` of a ruleset's package."""
    return msgspec.toml.decode(files(package).joinpath("sheet.toml").read_bytes(), type=Sheet)


def chance(
    weights: Callable[..., tuple[dict[Any, int], int] | None] | None = None,
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Mark a procedure that reads no state, so that the exact walk keeps one answer for all tables.

    `weights(*args)` may give its outcomes and their sum directly (or None), where walking every roll would take too
    long; a test has to hold it against the walk.
    """

    def mark(function: Callable[P, T]) -> Callable[P, T]:
        function.chance = True  # type: ignore[attr-defined]
        function.weights = weights  # type: ignore[attr-defined]
        return function

    return mark

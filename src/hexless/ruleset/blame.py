"""Whose mistake it is: an exception that comes out of the code of a ruleset which another package brings."""

from __future__ import annotations

from importlib.metadata import entry_points
from types import TracebackType

from hexless.kernel.errors import clip

from .registry import GROUP

__all__ = ["told"]


def told(error: BaseException) -> str:
    """The exception in one sentence, with the outside ruleset in whose code it was raised; "" if it is of none."""
    roots = {point.module.partition(".")[0]: point.name for point in entry_points(group=GROUP)}
    name, at = "", error.__traceback__
    while at is not None:
        name = roots.get(_package(at), name)
        at = at.tb_next
    says = clip(str(error))[1:-1] if str(error) else ""
    return f"the ruleset {name} failed: {type(error).__name__}{f': {says}' if says else ''}" if name else ""


def _package(at: TracebackType) -> str:
    return str(at.tb_frame.f_globals.get("__name__", "")).partition(".")[0]

"""What players may ask of the table: who sees whom, where a base can go, and whom it threatens."""

from __future__ import annotations

from hexless.ruleset.survey import Seen, Survey, Threat
from hexless.table import Point, Reach, reach

from .attack import targets
from .model import INCH, BaseId, Orders
from .sight import sees as looks
from .terrain import others_for, price, stand_on

__all__ = ["SURVEY"]


def sees(s: Orders, unit: int, other: int) -> Seen:
    """Whether there is a line of sight, with what hides the other."""
    found = looks(s, BaseId(unit), BaseId(other))
    return Seen(found.clear, found.says or "a clear line of sight", found.rule or "or.play.line-of-sight", found)


def goes(s: Orders, unit: int) -> Reach | None:
    """Where a base could go At the Double, or at its move rate if it cannot double."""
    e = s[unit]
    double = e.mobility != "jump"
    far = e.move * INCH * (2 if double else 1)
    return (
        reach(s.terrain, e.base, far, price(s, e, double), others_for(s, BaseId(unit))[0]) if e.here and far else None
    )


def threatens(s: Orders, unit: int) -> Threat:
    """The targets that it would have to attack from where it stands, with either weapon."""
    return Threat((*targets(s, BaseId(unit), "AM"), *targets(s, BaseId(unit), "AP"))) if s[unit].here else Threat()


def put(s: Orders, unit: int, at: Point, facing: tuple[int, int] | None = None) -> Orders:
    """A base somewhere else, on the ground as high as it is."""
    base = s[unit].base.at(*at, stand_on(s, *at))
    return s.change(unit, base=base.facing(*facing) if facing else base)


SURVEY: Survey[Orders] = Survey(sees=sees, reach=goes, threat=threatens, put=put)

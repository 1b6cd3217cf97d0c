"""What players may ask of the table: who sees whom, where a leader can go, whom a unit could aim at; no distances."""

from __future__ import annotations

from hexless.kernel import Refusal
from hexless.ruleset.survey import Seen, Survey, Threat
from hexless.table import Reach, reach

from ._sheet import rule
from .model import AT43
from .movement import RUSH, allowance, drill_of, moves_open
from .shooting import loaded, targets
from .sight import in_view, view_of

__all__ = ["SURVEY"]


def sees(s: AT43, unit: int, other: int) -> Seen:
    """Whether anybody of a unit sees anybody of another; the lines are those of the leaders."""
    if in_view(s, unit, other):
        return Seen(True, f"{s[unit].name} sees {s[other].name}", "at.los.one-clear", view_of(s, unit, other))
    return Seen(False, f"nobody of {s[unit].name} sees {s[other].name}", "at.los.one-clear", view_of(s, unit, other))


def goes(s: AT43, unit: int) -> Reach | None:
    """Where the longest move could take the leader."""
    u = s[unit]
    kinds = moves_open(s, unit) if u.here else ()
    if not kinds or u.chief.immobile:
        return None
    drill = drill_of(s, unit)
    return reach(s.terrain, u.chief.base, allowance(u, RUSH if RUSH in kinds else kinds[0]), drill.costs, drill.others)


def threatens(s: AT43, unit: int) -> Threat:
    """The units that it could aim at from where it stands; how far they are, nobody knows yet."""
    u = s[unit]
    if not u.here or u.engaged:
        return Threat()
    return Threat(tuple(sorted({t for w in loaded(u, ()) for t in targets(s, unit, w)})))


@rule("at.los.no-premeasuring")
def measuring(s: AT43, seat: str | None) -> Refusal | None:
    """Nothing is measured before an action is declared; when the game is over, everything may be."""
    if s.over is not None:
        return None
    return Refusal("nothing is measured before an action is declared", "at.los.no-premeasuring")


SURVEY: Survey[AT43] = Survey(sees=sees, reach=goes, threat=threatens, measuring=measuring)

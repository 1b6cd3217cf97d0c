"""What players may ask of the table: who sees whom, where a leader can go, whom a unit could aim at; no distances."""

from __future__ import annotations

from hexless.kernel import Refusal
from hexless.ruleset.survey import Seen, Survey, Threat
from hexless.table import Point, Reach, reach

from ._sheet import rule
from .aiming import loaded, targets
from .model import AT43
from .movement import allowance, drill_of, moves_open, runs_over
from .sight import in_view, view_of

__all__ = ["SURVEY"]


def sees(s: AT43, unit: int, other: int) -> Seen:
    """Whether anybody of a unit sees anybody of another; the lines are those of the leaders."""
    if in_view(s, unit, other):
        return Seen(True, f"{s[unit].name} sees {s[other].name}", "at.los.one-clear", view_of(s, unit, other))
    return Seen(False, f"nobody of {s[unit].name} sees {s[other].name}", "at.los.one-clear", view_of(s, unit, other))


def goes(s: AT43, unit: int) -> Reach | None:
    """Where the move that is declared could take the leader; nothing before it is."""
    u, a = s[unit], s.active
    if a is None or a.unit != unit or a.doing not in moves_open(s, unit) or u.chief.immobile:
        return None
    drill = drill_of(s, unit, runs_over(s, unit, a.doing))
    return reach(s.terrain, u.chief.base, allowance(u, a.doing), drill.costs, drill.others)


def threatens(s: AT43, unit: int) -> Threat:
    """The units that it could aim at from where it stands; how far they are, nobody knows yet."""
    u = s[unit]
    if not u.here or u.engaged:
        return Threat()
    return Threat(tuple(sorted({t for w in loaded(u, ()) for t in targets(s, unit, w)})))


@rule("at.los.no-premeasuring")
def measuring(s: AT43, seat: str | None) -> Refusal | None:
    """Nothing is measured before an action is declared, everything while it lasts, and when the game is over."""
    if s.over is not None or (s.active is not None and s.active.doing):
        return None
    return Refusal("nothing is measured before an action is declared", "at.los.no-premeasuring")


def put(s: AT43, unit: int, at: Point, facing: tuple[int, int] | None = None) -> AT43:
    """All of a unit somewhere else, as it stands around its leader."""
    lead = s[unit].chief.base
    bases = [f.base.at(f.base.x + at[0] - lead.x, f.base.y + at[1] - lead.y) for f in s[unit].fighters]
    bases = [base.facing(*facing) for base in bases] if facing else bases
    return s.change(unit, fighters=tuple(f.with_(base=base) for f, base in zip(s[unit].fighters, bases)))


SURVEY: Survey[AT43] = Survey(sees=sees, reach=goes, threat=threatens, measuring=measuring, put=put)

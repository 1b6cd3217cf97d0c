"""What players may ask of the table: who sees whom, where a unit can go, and whom it threatens."""

from __future__ import annotations

from hexless.ruleset.survey import Seen, Survey, Threat
from hexless.table import Point, Reach, reach

from .aiming import blocked_by, ready, targets_of
from .choices import allowance
from .lines import hull_down, in_arc, share_seen
from .model import Dropzone, Gun
from .unit_types import ground, obstacles

__all__ = ["SURVEY"]


def sees(s: Dropzone, unit: int, other: int) -> Seen:
    """Whether there is a line of sight, and how much of the other is seen."""
    a, b = s.units[unit], s.units[other]
    if not (a.present and b.present):
        return Seen(False, "one of them is not on the table", "dz.play.line-of-sight")
    seen, points = share_seen(s, a, b)
    line = {"line": ((a.base.x, a.base.y), (b.base.x, b.base.y))}
    if not seen:
        return Seen(False, "nothing of it is seen", blocked_by(s, unit, other), {**line, "what": "sight"})
    if hull_down(s, seen, points, b):
        return Seen(True, f"{seen} of {points} points are seen: Hull Down", "dz.play.hull-down", line)
    return Seen(True, f"{seen} of {points} points are seen", "dz.play.line-of-sight", line)


def goes(s: Dropzone, unit: int) -> Reach | None:
    """Where a unit in the open could go with one Moving action."""
    u = s.units[unit]
    far = allowance(s, unit)[0]
    if not u.here or not far:
        return None
    return reach(s.terrain, u.base, far, ground(s.terrain, u.kind, u.base.height), obstacles(s, unit)[0])


def threatens(s: Dropzone, unit: int) -> Threat:
    """Whom its weapons could be fired at from where it stands."""
    u = s.units[unit]
    if not u.present:
        return Threat()
    guns = [gun for k, gun in enumerate(u.profile.guns) if not gun.close and ready(s, unit, k)]
    return Threat(tuple(dict.fromkeys(t for gun in guns for t in targets_of(s, unit, gun))))


def arc(s: Dropzone, unit: int, other: int) -> str:
    """The arc of a unit that another is in."""
    u, at = s.units[unit], s.units[other].base
    names = {"F": "front", "SL": "left side", "SR": "right side", "R": "rear"}
    return next((name for side, name in names.items() if in_arc(u, Gun(name="-", arc=(side,)), (at.x, at.y))), "")  # type: ignore[arg-type]


def put(s: Dropzone, unit: int, at: Point, facing: tuple[int, int] | None = None) -> Dropzone:
    """A unit somewhere else."""
    base = s.units[unit].base.at(*at)
    return s.change(unit, base=base.facing(*facing) if facing else base)


SURVEY: Survey[Dropzone] = Survey(sees=sees, reach=goes, threat=threatens, arc=arc, put=put)

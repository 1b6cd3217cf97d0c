"""What players may ask of the table: lines of fire, arcs, reach, and whom an element threatens."""

from __future__ import annotations

from typing import Any

from hexless.ruleset.survey import Seen, Survey, Threat
from hexless.table import Point, Reach, reach

from .model import HorizonWars, UnitId
from .movement import PATROL, RAPID, allowance, obstacles, price, stand_on
from .shooting import in_arc, line_of_fire, targets

__all__ = ["SURVEY"]


def sees(s: HorizonWars, unit: int, other: int) -> Seen:
    """Whether there is a line of fire, with what stops it."""
    found = line_of_fire(s, UnitId(unit), UnitId(other))
    says = "a clear line of fire"
    if not found.clear:
        says = f"no line of fire: {', '.join(_stops(s, found)) or 'another element'} in the way"
    return Seen(found.clear, says, "hw.play.line-of-fire", found)


def _stops(s: HorizonWars, found: Any) -> list[str]:
    pieces = [s.terrain.pieces[block.index].name for block in found.blocks if block.what == "piece"]
    return list(dict.fromkeys(pieces))


def goes(s: HorizonWars, unit: int) -> Reach | None:
    """Where the longest move of an element could take it."""
    e = s[unit]
    rapid = e.rapid or not s.rulings.rapid_requires_ability
    far = allowance(e, RAPID if rapid else PATROL)
    if not (e.here and far):
        return None
    return reach(s.terrain, e.base, far, price(s, e), obstacles(s, UnitId(unit)))


def threatens(s: HorizonWars, unit: int) -> Threat:
    """The enemies that it could shoot at from where it stands."""
    if not (s[unit].here and s[unit].F):
        return Threat()
    shooter = UnitId(unit)
    return Threat(tuple(targets(s, shooter)))


def arc_of(s: HorizonWars, unit: int, other: int) -> str:
    """In front or behind, by the arc of vision."""
    found = in_arc(s, UnitId(unit), UnitId(other))
    return f"{'inside' if found.inside else 'outside'} its arc of {found.degrees}°"


def put(s: HorizonWars, unit: int, at: Point, facing: tuple[int, int] | None = None) -> HorizonWars:
    """An element somewhere else, on the ground as high as it is."""
    base = s[unit].base.at(*at, stand_on(s, *at))
    return s.change(unit, base=base.facing(*facing) if facing else base)


SURVEY: Survey[HorizonWars] = Survey(sees=sees, reach=goes, threat=threatens, arc=arc_of, put=put)

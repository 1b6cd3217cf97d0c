"""What a player may ask of the table before deciding."""

from __future__ import annotations

from typing import Any

from hexless.ground.survey import Seen, Survey, Threat
from hexless.table import Reach, reach

from .actions import can_react
from .model import HorizonWars
from .movement import PATROL, RAPID, allowance, obstacles, price
from .shooting import has_line, in_arc, line_of_fire, targets

__all__ = ["SURVEY"]

CELL = 250  # ticks of a cell that is shaded


def sees(s: HorizonWars, unit: int, other: int) -> Seen:
    """A line of fire between the two."""
    found = line_of_fire(s, unit, other)
    says = "a clear line of fire" if found.clear else "no line of fire"
    return Seen(found.clear, says, "hw.play.line-of-fire", found)


def arc_of(s: HorizonWars, unit: int, other: int) -> str:
    """Where the other is, as the unit looks."""
    found = in_arc(s, unit, other)
    return f"{'inside' if found.inside else 'outside'} its arc of {found.degrees}°"


def reachable(s: HorizonWars, unit: int) -> Reach | None:
    """Where its longest move can go."""
    e = s[unit]
    if not e.here or not e.M:
        return None
    kind = RAPID if e.rapid or not s.rulings.rapid_requires_ability else PATROL
    return reach(s.terrain, e.base, allowance(e, kind), price(s, e), obstacles(s, unit)[0], CELL)


def threat(s: HorizonWars, unit: int) -> Threat:
    """The enemies that it could shoot at from where it stands."""
    return Threat(tuple(targets(s, unit)) if s[unit].F else ())


def kills(s: HorizonWars, attack: str, target: int, value: Any) -> bool:
    """Whether nothing is left of F, M and A, however the owner shares the damage out."""
    harm = value[1] if isinstance(value, tuple) else value
    e = s[target]
    return harm == "destroyed" or (isinstance(harm, int) and harm >= e.F + e.M + e.A)


def replies(s: HorizonWars, attack: str, attacker: int, target: int) -> tuple[str, ...]:
    """A target that stored an action, and has the attacker in arc and line, may shoot back."""
    able = can_react(s, s[target]) and in_arc(s, target, attacker).inside and has_line(s, target, attacker)
    return ("shooting",) if able and s[target].F else ()


SURVEY: Survey[HorizonWars] = Survey(
    sees=sees, reach=reachable, threat=threat, arc=arc_of, kills=kills, replies=replies
)

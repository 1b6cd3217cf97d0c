"""What players may ask of the table: lines of sight, reach, and whom a Troop Element threatens."""

from __future__ import annotations

from hexless.ruleset.survey import Seen, Survey, Threat
from hexless.table import Point, Reach, reach, show

from .band import others_of
from .cover import cover_limit, intervening
from .measuring import clear_line, line_of_sight
from .model import PatrolAngis
from .movement import price
from .weapons import targets

__all__ = ["SURVEY"]


def sees(s: PatrolAngis, unit: int, other: int) -> Seen:
    """Whether one Troop Element sees another, and how much cover is between."""
    found = line_of_sight(s, unit, other)
    if not clear_line(s, unit, other):
        names = dict.fromkeys(s.terrain.pieces[block.index].name for block in found.blocks)
        return Seen(False, f"no line of sight past {', '.join(names) or 'its front'}", "pa.play.line-of-sight", found)
    cover = intervening(s, unit, other)
    limit, rule_id = cover_limit(s[unit])
    says = f"in sight, {show(cover.total)} cm of cover between"
    if cover.total > limit:
        return Seen(True, f"{says}: too much to shoot", rule_id, cover)
    return Seen(True, says, "pa.play.line-of-sight", (found, cover))


def goes(s: PatrolAngis, unit: int) -> Reach | None:
    """Where one move on the ground could take its leader."""
    e = s[unit]
    if not e.here:
        return None
    enemies, _ = others_of(s, unit)
    return reach(s.terrain, e.leader, e.rate, price(s, e), enemies)


def threatens(s: PatrolAngis, unit: int) -> Threat:
    """The enemies that it could shoot at from where it stands."""
    return Threat(tuple(sorted(targets(s, unit, still=True)))) if s[unit].here else Threat()


def put(s: PatrolAngis, unit: int, at: Point, facing: tuple[int, int] | None = None) -> PatrolAngis:
    """All of a unit somewhere else, as it stands around its leader."""
    lead = s[unit].leader
    bases = [f.base.at(f.base.x + at[0] - lead.x, f.base.y + at[1] - lead.y) for f in s[unit].figures]
    bases = [base.facing(*facing) for base in bases] if facing else bases
    return s.change(unit, figures=tuple(f.with_(base=base) for f, base in zip(s[unit].figures, bases)))


SURVEY: Survey[PatrolAngis] = Survey(sees=sees, reach=goes, threat=threatens, put=put)

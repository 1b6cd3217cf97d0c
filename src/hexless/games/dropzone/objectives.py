"""Objectives: Open and Hidden ones, those that stay and those that are carried, dropped and taken home."""

from __future__ import annotations

from hexless.kernel import Game, OneOf
from hexless.table import at_most

from ._sheet import rule
from .model import (
    INCH,
    Dropzone,
    SquadId,
    Unit,
    alive_of,
    change_objective,
    change_squad,
    outermost,
    squads_by_id,
)
from .unit_types import coherent

# fmt: off
__all__ = [
    "beside", "buried", "can_pass", "claim", "contested", "drop", "lost_with", "open_up", "pass_on", "take",
    "taken_home",
]
# fmt: on

G = Game[Dropzone]


def claims(u: Unit) -> bool:
    """Infantry and Vehicles claim objectives; Aircraft, landed or not, do not."""
    return u.present and u.profile.kind not in ("aircraft", "behemoth")


def reaches(s: Dropzone, u: Unit, objective: int, inches: int = 2) -> bool:
    """Whether a unit is that near, or in the same garrison."""
    o = s.objectives[objective]
    if not claims(u) or o.gone:
        return False
    if o.piece is not None:
        return u.piece == o.piece
    return u.here and at_most((u.base.x - o.x) ** 2 + (u.base.y - o.y) ** 2, inches * INCH)


def beside(s: Dropzone, squad: SquadId, objective: int, inches: int = 2) -> bool:
    """Whether some unit of a squad is near an objective."""
    return any(reaches(s, s.units[i], objective, inches) for i in alive_of(s, squad))


def contested(s: Dropzone, side: str, objective: int) -> bool:
    """Whether an enemy unit is near it too."""
    return any(u.side != side and reaches(s, u, objective) for u in s.units)


def claim(g: G, squad: SquadId) -> None:
    """At the end of its actions a squad in coherency claims what is Open beside it."""
    if not alive_of(g.state, squad) or not coherent(g.state, squad):
        return
    for o, at in enumerate(g.state.objectives):
        if at.hidden or at.gone or at.carrier is not None or not beside(g.state, squad, o):
            continue
        side = g.state.squads[squad].side
        if at.mobile and (g.state.squads[squad].carries is not None or g.state.squads[squad].ran):
            continue
        if at.owner != side and (at.owner is None or not contested(g.state, side, o)):
            take_open(g, squad, o)


@rule("dz.play.objectives-open")
def take_open(g: G, squad: SquadId, objective: int) -> None:
    """An Open Objective is claimed."""
    take(g, squad, objective)


def take(g: G, squad: SquadId, objective: int) -> None:
    """The squad's player has it; if it is Mobile the squad carries it."""
    at, side = g.state.objectives[objective], g.state.squads[squad].side
    if at.mobile:
        change_objective(g, objective, owner=side, carrier=squad, piece=None)
        change_squad(g, squad, carries=objective)
    else:
        change_objective(g, objective, owner=side)
    g.note("claims", unit=alive_of(g.state, squad)[0], objective=at.name)


def open_up(g: G, objective: int) -> None:
    """A Hidden Objective is found."""
    change_objective(g, objective, hidden=False)
    g.note("found", objective=g.state.objectives[objective].name)


@rule("dz.play.objectives-mobile")
def drop(g: G, squad: SquadId, at: Unit | None = None) -> None:
    """It lies where the squad is; enemies within 1 inch or in the same garrison take it."""
    s, objective = g.state, g.state.squads[squad].carries
    if objective is None:
        return
    u = at or s[alive_of(s, squad)[0]]
    base = s[outermost(s, u.aboard)].base if u.aboard is not None else u.base
    change_squad(g, squad, carries=None, ran=True)
    change_objective(g, objective, carrier=None, owner=None, x=base.x, y=base.y, piece=u.piece)
    if left := alive_of(s, squad):
        g.note("drops", unit=left[0], objective=s.objectives[objective].name)
    else:
        g.note("dropped by the dead", objective=s.objectives[objective].name)
    for q, foe in squads_by_id(g.state):
        if foe.side != s.squads[squad].side and foe.carries is None and beside(g.state, q, objective, 1):
            take(g, q, objective)
            return


def lost_with(g: G, squad: SquadId, u: Unit, close: str) -> None:
    """A destroyed squad drops what it carried; inside an aircraft or in Holding it is lost for good."""
    objective = g.state.squads[squad].carries
    if objective is None:
        return
    if u.held or (u.aboard is not None and g.state[outermost(g.state, u.aboard)].profile.kind == "aircraft"):
        change_squad(g, squad, carries=None)
        change_objective(g, objective, carrier=None, owner=None, gone=True)
        g.note("lost", objective=g.state.objectives[objective].name)
        return
    drop(g, squad, u)


def buried(g: G, piece: int) -> None:
    """Objectives that nobody carries vanish with their garrison."""
    for o, at in enumerate(g.state.objectives):
        if at.piece == piece and at.carrier is None and not at.gone:
            change_objective(g, o, gone=True, owner=None)
            g.note("lost", objective=at.name)


# ---- carried


def can_pass(s: Dropzone, squad: SquadId) -> list[SquadId]:
    """The friendly squads within 2 inches that may be given what a squad carries."""
    if s.squads[squad].carries is None or s.squads[squad].ran:
        return []
    mine = [s.units[i] for i in alive_of(s, squad) if s.units[i].present]
    return [
        q
        for q, other in squads_by_id(s)
        if q != squad
        and other.side == s.squads[squad].side
        and other.carries is None
        and any(_hands(u, s.units[i]) for u in mine for i in alive_of(s, q))
    ]


def _hands(u: Unit, v: Unit) -> bool:
    near = at_most((u.base.x - v.base.x) ** 2 + (u.base.y - v.base.y) ** 2, 2 * INCH)
    return claims(v) and u.piece == v.piece and (near or u.piece is not None)


@rule("dz.play.objectives-mobile")
def pass_on(g: G, squad: SquadId) -> None:
    """Give it to a friendly squad."""
    s = g.state
    options = can_pass(s, squad)
    labels = tuple(s.squads[q].name for q in options)
    ask = OneOf(prompt="pass it to", rules=g.cites, options=tuple(options), labels=labels, about="squad")
    to = g.ask(s.squads[squad].side, ask) if len(options) > 1 else options[0]
    objective = s.squads[squad].carries
    if objective is None:
        return
    change_squad(g, squad, carries=None, ran=True)
    take(g, to, objective)


def taken_home(g: G, squad: SquadId) -> None:
    """A carrier that ends its actions within 1 inch of its own edge brings its objective home."""
    s = g.state
    if s.mission.goal != "mobile" or s.squads[squad].carries is None or not alive_of(s, squad):
        return
    tops = dict.fromkeys(outermost(s, i) for i in alive_of(s, squad))
    if any(s[top].here and edge_distance(s, s[top]) <= INCH for top in tops):
        go_home(g, squad, tuple(tops))


def edge_distance(s: Dropzone, u: Unit) -> int:
    """How far the rim of a base is from its own table edge."""
    fx, fy = s.mission.zones[s.sides.index(u.side)].facing
    if abs(fx) > abs(fy):
        far = u.base.x if fx > 0 else s.terrain.width - u.base.x
    else:
        far = u.base.y if fy > 0 else s.terrain.depth - u.base.y
    return far - u.base.radius


@rule("dz.play.targets-of-opportunity")
def go_home(g: G, squad: SquadId, tops: tuple[int, ...]) -> None:
    """2 Victory Points, and the carriers return to In Readiness with whatever they ride in."""
    s = g.state
    objective = s.squads[squad].carries
    if objective is None:
        return
    seat = s.sides.index(s.squads[squad].side)
    g.set(vp=tuple(v + 2 * (i == seat) for i, v in enumerate(s.vp)))
    change_squad(g, squad, carries=None)
    change_objective(g, objective, carrier=None, gone=True)
    g.note("home", unit=alive_of(s, squad)[0], objective=s.objectives[objective].name)
    for unit in tops:
        base, flies = g.state[unit].base, g.state[unit].profile.kind == "aircraft"
        g.change(unit, placed=False, base=base.at(-(1 << 19), -(1 << 19), 0), scan=False, flying=flies)

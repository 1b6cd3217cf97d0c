"""Deployment: zones, battlegroups on the table, In Readiness or In Reserve."""

from __future__ import annotations

from hexless.kernel import Game, OneOf, Place, d6

from . import garrisons, transports
from ._sheet import rule
from .model import Dropzone, alive_of, change_group, other, outermost, units_in
from .places import standing_room
from .unit_types import level

__all__ = ["deploy", "roll_off", "status_of", "undecided"]

G = Game[Dropzone]


@rule("dz.play.army-roster", "dz.play.battlegroup-squads", "dz.play.battlegroup-points")
def muster(g: G) -> None:
    """The armies are shown: their battlegroups, and how many squads each holds."""
    s = g.state
    for side in s.sides:
        own = [k for k, group in enumerate(s.groups) if group.side == side]
        shown = tuple(f"{s.groups[k].name} ({sum(squad.group == k for squad in s.squads)} squads)" for k in own)
        g.note("musters", seat=side, groups=shown)


@rule("dz.play.deployment")
def roll_off(g: G) -> None:
    """The winner of a roll-off picks a zone, and deploys first."""
    muster(g)
    rolls = [0, 0]
    while rolls[0] == rolls[1]:
        rolls = [g.sum(d6(), f"roll-off {side}") for side in g.state.sides]
    winner = g.state.sides[int(rolls[1] > rolls[0])]
    labels = ("the first zone", "the second zone")
    zone = g.ask(winner, OneOf(prompt="zone", rules=g.cites, options=(0, 1), labels=labels, about="zone"))
    zones = g.state.mission.zones
    if (zone == 0) != (winner == g.state.sides[0]):
        zones = zones[::-1]
    g.set(mission=g.state.mission.with_(zones=zones), phase="deploy", first=winner, next=winner)
    g.note("zone", seat=winner, zone=zone + 1)


def undecided(s: Dropzone, side: str) -> list[int]:
    """The battlegroups of a side that are still to be deployed."""
    return [k for k, group in enumerate(s.groups) if group.side == side and group.status == "undecided"]


def squads_of(s: Dropzone, group: int) -> list[int]:
    """The squads of a battlegroup, and the auxiliary transports that carry any of it."""
    own = [q for q, squad in enumerate(s.squads) if squad.group == group]
    for q, squad in enumerate(s.squads):
        units = alive_of(s, q)
        if squad.group < 0 and units and any(transports.group_aboard(s, i) == group for i in units):
            own.append(q)
    return own


def by_air(s: Dropzone, group: int) -> bool:
    """Whether a battlegroup is deployed entirely in aircraft."""
    units = [i for q, squad in enumerate(s.squads) if squad.group == group for i in squad.units]
    return all(s.units[outermost(s, i)].profile.kind == "aircraft" for i in units)


@rule("dz.play.deployment")
def deploy(g: G) -> None:
    """The players deploy one battlegroup each in turn; what nobody has left to deploy begins the game."""
    s = g.state
    for side in (s.next, other(s, s.next)):
        if groups := undecided(s, side):
            group = groups[0]
            if len(groups) > 1:
                labels = tuple(s.groups[k].name for k in groups)
                ask = OneOf(prompt="deploy", rules=g.cites, options=tuple(groups), labels=labels, about="group")
                group = g.ask(side, ask)
            place_group(g, group)
            g.set(next=other(s, side))
            return
    g.set(phase="initiation", round=1)
    g.note("round", round=1)


def place_group(g: G, group: int) -> None:
    """As the scenario allows; without an Aerial Advantage a battlegroup waits In Reserve."""
    s, what = g.state, g.state.groups[group]
    if s.mission.aerial_advantage and what.category != "HQ" and not by_air(s, group):
        reserve(g, group)
        return
    status = s.mission.deploy[0]
    if len(s.mission.deploy) > 1:
        labels = tuple("on the table" if way == "table" else "In Readiness" for way in s.mission.deploy)
        ask = OneOf(prompt=f"{what.name} begins", rules=g.cites, options=s.mission.deploy, labels=labels)
        status = g.ask(what.side, ask)
    change_group(g, group, status=status)
    g.note("deployed", group=what.name, status=status)
    if status == "table":
        for squad in squads_of(g.state, group):
            put_down(g, squad)


@rule("dz.play.aerial-advantage")
def reserve(g: G, group: int) -> None:
    """Neither an HQ nor deployed entirely in aircraft: In Reserve."""
    change_group(g, group, status="reserve")
    g.note("deployed", group=g.state.groups[group].name, status="reserve")


def put_down(g: G, squad: int) -> None:
    """The units of a squad in the zone of their side; who finds no room waits In Readiness."""
    if begin_inside(g, squad):
        return
    done: list[int] = []
    for unit in g.state.squads[squad].units:
        s, u = g.state, g.state[unit]
        if u.aboard is not None or u.placed:
            continue
        zone = s.mission.zones[s.sides.index(u.side)]
        goals = tuple((o.x, o.y) for o in s.objectives) or ((s.terrain.width // 2, s.terrain.depth // 2),)
        where = standing_room(s, unit, done, zone=zone.outline, rule="dz.play.deployment", toward=goals)
        if not where.spots:
            return
        spot = g.ask(u.side, Place(prompt=f"{u.name} deploys", rules=g.cites, unit=unit, ground=where))
        base, flying = where.placed(spot), u.profile.kind == "aircraft"
        g.change(unit, placed=True, flying=flying, base=base.at(base.x, base.y, level(s, u, base.x, base.y, flying)))
        done.append(unit)


def begin_inside(g: G, squad: int) -> bool:
    """Where the scenario allows it, Infantry begins in a garrison that its zone touches."""
    s, units = g.state, g.state.squads[squad].units
    if not s.mission.garrisons or s[units[0]].profile.kind != "infantry" or s[units[0]].aboard is not None:
        return False
    xs, ys = zip(*s.mission.zones[s.sides.index(s.squads[squad].side)].outline)
    pieces = [
        p
        for p in s.terrain.having("garrison").pieces
        if any(min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys) for x, y in s.terrain.pieces[p].outline)
        and len(units_in(s, (p,))) + len(units) <= s.scenery[p].full
    ]
    if not pieces:
        return False
    labels = (*(s.terrain.pieces[p].name for p in pieces), "in the open")
    ask = OneOf(prompt=f"{s.squads[squad].name} begins", rules=("dz.play.deployment",), options=(*pieces, None),
                labels=labels, about="garrison")  # fmt: skip
    piece = g.ask(s.squads[squad].side, ask)
    for unit in units if piece is not None else ():
        garrisons.to_edge(g, unit, piece)
    return piece is not None


def status_of(s: Dropzone, squad: int) -> str:
    """Where a squad is deployed: as its battlegroup, or as the cargo of an auxiliary transport."""
    group: int | None = s.squads[squad].group
    if group == -1:
        units = alive_of(s, squad)
        group = transports.group_aboard(s, units[0]) if units else None
    return "ready" if group is None else s.groups[group].status
